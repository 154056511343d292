/** The pattern algebra against refa (containment) and picomatch (matching). `npm run bench:model` */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import picomatch from "picomatch";
import { DFA, JS, NFA } from "refa";
import { compareGrants } from "../src/model/compare.ts";
import type { Atom, Segment } from "../src/model/glob/syntax.ts";
import { excessPaths } from "../src/model/order/paths.ts";
import type { PathPattern } from "../src/model/path.ts";
import { matchPath, parsePath, toPath } from "../src/model/path.ts";
import type { Policy } from "../src/model/policy.ts";
import { normalise } from "../src/model/policy.ts";
import { region } from "../src/model/region.ts";
import { mustParse } from "../src/model/result.ts";
import { median, row, timed } from "./timing.ts";

const patterns = (...texts: readonly string[]): PathPattern[] => texts.map((text) => mustParse(parsePath(text)));

const NAME = String.raw`(?:[^/.\x00]|\.[^/.\x00]|\.\.[^/\x00])[^/\x00]*`;
const character = (c: number): string => `\\u{${c.toString(16)}}`;
const atom = (one: Atom): string => (one.t === "lit" ? character(one.c) : one.t === "any" ? "[^/]" : one.t === "star" ? "[^/]*" : "[^/]");
const segment = (one: Segment): string => (typeof one === "string" ? `(?:/${NAME})*` : `/${one.map(atom).join("")}`);
function refa(list: readonly PathPattern[]): DFA {
  const source = list.flatMap((pattern) => pattern.alternatives.map((each) => each.map(segment).join(""))).join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: `(?:${source})`, flags: "su" }).parse();
  return DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
}
function refaContains(outer: readonly PathPattern[], inner: readonly PathPattern[]): boolean {
  const complement = refa(outer);
  complement.complement();
  return NFA.fromIntersection(refa(inner), complement).isEmpty;
}

/** What pull requests do to policies, as pairs of old and new. */
const REALISTIC: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["/w/docs/**"], ["/w/docs/api/**"]],
  [["/w/docs/**"], ["/w/**"]],
  [["/w/{a,b,c}/**"], ["/w/a/x/*.md"]],
  [["/w/src/**/*.ts"], ["/w/src/model/*.ts"]],
  [["/w/src/**/*.{ts,tsx}"], ["/w/src/**/*.ts"]],
  [["/srv/uploads/*"], ["/srv/uploads/*.png"]],
  [["/srv/uploads/*.png"], ["/srv/uploads/*"]],
  [["/w/a/*", "/w/b/*"], ["/w/{a,b}/*"]],
  [["/w/reports/202?/*.csv"], ["/w/reports/2024/*.csv"]],
  [["/w/**/test/**"], ["/w/a/test/b"]],
  [["/w/**"], ["/w/.git/**"]],
  [["/etc/app/*.conf"], ["/etc/app/*.conf", "/etc/app.d/*"]],
];
const contain = REALISTIC.map(([a, b]) => [patterns(...a), patterns(...b)] as const);
const oursPer: number[] = [];
const refaPer: number[] = [];
for (const [a, b] of contain) {
  const [ours = [], theirs = []] = timed(
    50,
    () => excessPaths(region({ allow: a, deny: [] }), region({ allow: b, deny: [] })),
    () => refaContains(a, b),
  );
  oursPer.push(median(ours));
  refaPer.push(median(theirs));
}
row(`containment, median over ${contain.length} realistic pairs`, median(oursPer), "ms", "refa", median(refaPer));
row("containment, slowest of them", Math.max(...oursPer), "ms", "refa", Math.max(...refaPer));

const many = patterns(...Array.from({ length: 200 }, (_, n) => `/srv/data/team${n}/*/reports/**/*.csv`));
const [self = []] = timed(20, () =>
  excessPaths(region({ allow: many, deny: [] }), region({ allow: [...many, ...patterns("/etc/**")], deny: [] })),
);
row("200 globs against themselves plus one", median(self), "ms");

const twenty = REALISTIC.flatMap(([a]) => a)
  .concat(["/x/**/y", "/x/*.json", "/y/?/z", "/z/**", "/q/*/*/r", "/w/a/b/c", "/w/a/*/c"])
  .slice(0, 20);
const compiled = patterns(...twenty);
const pico = twenty.map((text) => picomatch(text, { dot: true }));
const event = toPath("/w/src/model/glob/automaton.ts");
const text = "/w/src/model/glob/automaton.ts";
const LOOP = 2000;
const [ours = [], theirs = []] = timed(
  30,
  () => {
    for (let n = 0; n < LOOP; n++) if (event) compiled.some((one) => matchPath(one, event));
  },
  () => {
    for (let n = 0; n < LOOP; n++) pico.some((one) => one(text));
  },
);
row(`one path against ${twenty.length} compiled patterns`, (median(ours) / LOOP) * 1000, "us", "picomatch", (median(theirs) / LOOP) * 1000);

// The loader's own start is not ours: an empty module comes first, in the same process.
const empty = pathToFileURL(join(mkdtempSync(join(tmpdir(), "toolfence-bench-")), "empty.mjs")).href;
writeFileSync(new URL(empty), "");
const importTime = (specifier: string): number =>
  median(
    Array.from({ length: 15 }, () => {
      const code = `await import(${JSON.stringify(empty)}); const s = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - s)`;
      return Number(spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }).stdout);
    }),
  );
row(
  "import, once the loader runs",
  importTime(new URL("../bundle/chunks/model.js", import.meta.url).href),
  "ms",
  "refa",
  importTime(pathToFileURL(new URL(import.meta.resolve("refa")).pathname).href),
);

/** What is slowest within the limits: each is a policy, and what it is compared with. */
const texts = (count: number, text: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => text(index));
const git = (count: number, word: string): { command: string; args: string[] }[] =>
  texts(count, (n) => `${word}${n}`).map((one) => ({ command: "git", args: ["**", one, "**"] }));
const broad = (word: string): Policy => ({
  fs: { read: texts(300, (n) => `/**/${word}${n}/**`), write: texts(300, (n) => `/**/${word}x${n}/**`) },
  net: texts(2000, (n) => `*.${word}${n}.example`),
  env: texts(2000, (n) => `${word}${n}_*`),
  exec: git(300, word),
});
const SETS = "[!b]".repeat(24);
const HOSTILE: Readonly<Record<string, readonly [Policy, Policy]>> = {
  "four kinds of writing that need exponentially many states": [
    { fs: { read: [`/*a${SETS}`], create: [`/*a${SETS}`], modify: [`/*c${SETS}`], delete: [`/*d${SETS}`] } },
    { fs: { read: [`/*[ab]${SETS}`], create: [`/*[ab]${SETS}`], modify: [`/*[cd]${SETS}`], delete: [`/*[de]${SETS}`] } },
  ],
  "hundreds of patterns of every kind": [broad("a"), broad("b")],
  "4,096 folders": [{ fs: { read: texts(4096, (n) => `/a${n}/**`) } }, { fs: { read: texts(4096, (n) => `/b${n}/**`) } }],
  "one pattern as long as they may be, in `**`": [{ fs: { read: [`/${"**/a/".repeat(200)}b`] } }, { fs: { read: ["/**/b"] } }],
  "4,096 blocks of addresses": [
    { net: texts(4096, (n) => `11.${n >> 8}.${n & 255}.0/24`) },
    { net: texts(4096, (n) => `12.${n >> 8}.${n & 255}.0/25`) },
  ],
  "4,000 ports of one host": [{ net: texts(2000, (n) => `a.example:${n + 1}`) }, { net: texts(2000, (n) => `a.example:${n + 3000}`) }],
  "60 folders to run in": [
    { exec: texts(60, (n) => `$WORKSPACE/**/a${n}/**`).map((cwd) => ({ command: "git", args: "any", cwd: [cwd] })) },
    { exec: texts(60, (n) => `$WORKSPACE/**/b${n}/**`).map((cwd) => ({ command: "git", args: "any", cwd: [cwd] })) },
  ],
};
let slowest = 0;
for (const [name, [base, next]] of Object.entries(HOSTILE)) {
  const [took = []] = timed(3, () => {
    const [a, b] = [normalise(base), normalise(next)];
    if (a.problems.length + b.problems.length > 0) throw new Error(`${name}: not within the limits`);
    compareGrants(a.grants, b.grants);
  });
  slowest = Math.max(slowest, ...took);
  row(`within the limits: ${name}`, median(took), "ms");
}
row("within the limits: the slowest run of all", slowest, "ms");
