/**
 * Mutation run: makes one small fault at a time and asks whether a test notices.
 *
 *     npm run mutate [-- --part model|gate] [--sample N] [--seed S] [--file PART] [--lines FILE:LINE,...]
 *
 * Every fault is written into one copy of the tree, each behind its number, so that a process that has loaded the
 * tests once can turn them on one after the other and run those tests alone that come by (`child.ts`). Prints the
 * survivors and the share that was killed. Mutants that change no answer are listed, with the reason, in
 * `equivalent.ts`, and left out; an entry that fits nothing is an error.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { EQUIVALENT } from "./equivalent.js";
import type { Mutant } from "./mutants.js";
import { mutantsOf } from "./mutants.js";
import { judge } from "./judge.js";

/** What can be mutated, and the tests that have to notice. */
const PARTS: Readonly<Record<string, { readonly source: string; readonly only: RegExp; readonly tests: RegExp }>> = {
  // Without the agreement with another library, in thousands of pairs: an answer that others give as well.
  model: { source: "src/model", only: /./u, tests: /^model\/(?!refa)/u },
  gate: {
    source: "src/runtime",
    // Of the runtime, what decides: not what stores, asks, runs or confines.
    only: /^(?:gate\/(?!data)|call\/(?:decide-call|session|run|approve)|fence\/bind)/u,
    tests: /^runtime\/(?:gate|call|approval)\/|^runtime\/(?:fence\/(?:fence|found|mcp|tool-shapes)|with-policy)\.test/u,
  },
};
const { values } = parseArgs({
  options: {
    part: { type: "string", default: "model" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    file: { type: "string", default: "" },
    lines: { type: "string" },
  },
});
const root = process.cwd();
const part = PARTS[values.part];
if (!part) throw new Error(`there is no part \`${values.part}\`; write one of ${Object.keys(PARTS).join(", ")}`);

const below = (folder: string, kept: (name: string) => boolean = () => true): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && kept(name))
    .sort();
const sources = below(part.source, (name) => part.only.test(name) && name.includes(values.file)).map((name) => {
  const path = `${part.source}/${name}`;
  return { path, ...mutantsOf(path, readFileSync(join(root, path), "utf8")) };
});
const every = sources.flatMap(({ mutants }) => mutants);
const fits = (mutant: Mutant, one: (typeof EQUIVALENT)[number]): boolean =>
  mutant.file.endsWith(one.file) && mutant.source.includes(one.source) && mutant.was === one.was && mutant.text === one.text;
const stale = EQUIVALENT.filter((one) => sources.some(({ path }) => path.endsWith(one.file)) && !every.some((mutant) => fits(mutant, one)));
if (stale.length > 0)
  throw new Error(
    `no mutant is like\n${stale.map((one) => `\`${one.file}: ${one.source}\`, \`${one.was}\` -> \`${one.text}\``).join("\n")}`,
  );
const counted = every.filter((mutant) => !EQUIVALENT.some((one) => fits(mutant, one)));

function drawn(from: readonly Mutant[]): Mutant[] {
  const wanted = new Set(values.lines?.split(","));
  const asked = values.lines === undefined ? [...from] : from.filter(({ file, line }) => wanted.has(`${file}:${line}`));
  if (values.sample === undefined) return asked;
  // A linear congruential generator: the same seed draws the same mutants everywhere.
  let state = Number(values.seed);
  const draw = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return asked
    .map((mutant) => ({ mutant, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}
const chosen = drawn(counted);
const numbers = new Map(chosen.map((mutant, index) => [mutant, index]));

const copy = mkdtempSync(join(tmpdir(), "toolfence-mutate-"));
try {
  for (const name of ["test", "fixtures", "dist", "package.json"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const standIn = JSON.stringify(new URL("vitest.js", import.meta.url).href);
  for (const path of ["src", "rules", "test"].flatMap((folder) => below(folder).map((name) => `${folder}/${name}`))) {
    const mutated = sources.find((source) => source.path === path);
    const text = mutated
      ? mutated.instrument((n) => numbers.get(mutated.mutants[n] as Mutant))
      : readFileSync(join(root, path), "utf8").replaceAll(/(?<= from )"vitest"/gu, standIn);
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        rewriteRelativeImportExtensions: true,
        verbatimModuleSyntax: true,
      },
    });
    const to = join(copy, path.replace(/\.ts$/u, ".js"));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, outputText);
  }
  const tests = below("test", (name) => name.endsWith(".test.ts") && part.tests.test(name)).map((name) =>
    join(copy, "test", name.replace(/\.ts$/u, ".js")),
  );
  const survivors = await judge(chosen.length, tests, { cwd: copy, workers: availableParallelism() });
  for (const id of survivors) {
    const { file, line, was, text } = chosen[id] as Mutant;
    console.log(`survived ${relative(root, join(root, file))}:${line} \`${was}\` -> \`${text}\``);
  }
  const killed = chosen.length - survivors.length;
  console.log(
    `${killed} of ${chosen.length} killed, ${((100 * killed) / chosen.length).toFixed(1)} % ` +
      `(${counted.length} mutants in all, ${every.length - counted.length} more change no answer)`,
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
