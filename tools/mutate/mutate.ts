/**
 * Mutation run: makes one small fault at a time and asks whether a test notices.
 *
 *     npm run mutate [-- --part model|gate] [--sample N] [--seed S] [--file PART] [--lines FILE:LINE,...]
 *
 * Mutants are made from the syntax tree (operators, conditions, literals, calls and returns); each
 * runs against the tests of its part in a copy of the tree, bailing out at the first failure.
 * Prints the survivors and the share that was killed. Mutants that change no answer are listed, with the
 * reason, in `equivalent.ts`, and left out; an entry that fits nothing is an error.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { EQUIVALENT } from "./equivalent.ts";

interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  readonly was: string;
  /** The line that it stands in, without indentation. */
  readonly source: string;
}

/** What can be mutated, and the tests that have to notice. */
const PARTS: Readonly<Record<string, { readonly source: string; readonly tests: readonly string[] }>> = {
  model: { source: "src/model", tests: ["test/model/**/*.test.ts"] },
  gate: {
    source: "src/runtime",
    tests: [
      "test/runtime/gate/*.test.ts",
      "test/runtime/call/*.test.ts",
      "test/runtime/fence/fence.test.ts",
      "test/runtime/with-policy.test.ts",
      "test/runtime/approval/*.test.ts",
    ],
  },
};
/** Of the runtime, what decides: not what stores, asks, runs or confines. */
const DECIDES = /runtime\/(?:gate\/(?!data)|call\/(?:decide-call|session|run|approve)|fence\/bind)/u;

const SWAPS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "??": "&&",
};

/** Every mutant of one file. */
function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const out: Mutant[] = [];
  const add = (node: ts.Node, replacement: string): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    out.push({
      file,
      start,
      end: node.end,
      text: replacement,
      line,
      was: text.slice(start, node.end).replaceAll(/\s+/gu, " ").slice(0, 60),
      source: (text.split("\n")[line - 1] ?? "").trim(),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swap = SWAPS[node.operatorToken.getText(source)];
      if (swap !== undefined) add(node.operatorToken, swap);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(source));
    else if (ts.isConditionalExpression(node)) add(node.condition, "true");
    else if (ts.isIfStatement(node)) add(node.expression, "false");
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      if (name.text === "some") add(name, "every");
      else if (name.text === "every") add(name, "some");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return out;
}

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
const { source, tests } = part;
const files = readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && name.includes(values.file))
  .map((name) => join(root, source, name))
  .filter((file) => values.part !== "gate" || DECIDES.test(file))
  .sort();
const every = files.flatMap(mutantsOf);
const fits = (mutant: Mutant, one: (typeof EQUIVALENT)[number]): boolean =>
  mutant.file.endsWith(one.file) && mutant.source.includes(one.source) && mutant.was === one.was && mutant.text === one.text;
if (values.file === "")
  for (const one of EQUIVALENT.filter(({ file }) => files.some((path) => path.endsWith(file))))
    if (!every.some((mutant) => fits(mutant, one)))
      throw new Error(`no mutant is like \`${one.file}: ${one.source}\`, \`${one.was}\` -> \`${one.text}\``);
let all = every.filter((mutant) => !EQUIVALENT.some((one) => fits(mutant, one)));
const total = all.length;
if (values.lines !== undefined) {
  const wanted = new Set(values.lines.split(","));
  all = all.filter((mutant) => wanted.has(`${relative(root, mutant.file)}:${mutant.line}`));
}
if (values.sample !== undefined) {
  // A linear congruential generator: the same seed draws the same mutants everywhere.
  let state = Number(values.seed);
  const draw = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  all = all
    .map((mutant) => ({ mutant, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

const copy = mkdtempSync(join(tmpdir(), "toolfence-mutate-"));
for (const name of ["src", "test", "fixtures", "dist", "package.json", "tsconfig.json", "vitest.config.ts"])
  cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.includes("node_modules") });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
writeFileSync(
  join(copy, "mutate.config.ts"),
  `import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: { include: ${JSON.stringify(tests)}, exclude: ["**/refa.test.ts"], bail: 1, testTimeout: 20000 } });\n`,
);
const run = (): number | null =>
  // `timeout` ends the whole group: a mutant that never ends would leave its workers behind.
  spawnSync(
    "timeout",
    [
      "--signal=KILL",
      "180",
      process.execPath,
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      "mutate.config.ts",
      "--reporter",
      "dot",
      "--pool",
      "forks",
    ],
    {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, FC_RUNS: "0.03" },
    },
  ).status;
try {
  if (run() !== 0) throw new Error("the tests do not pass before any mutation");
  const survivors: Mutant[] = [];
  all.forEach((mutant, index) => {
    const path = join(copy, relative(root, mutant.file));
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end));
    if (run() === 0) {
      survivors.push(mutant);
      console.log(`survived ${relative(root, mutant.file)}:${mutant.line} \`${mutant.was}\` -> \`${mutant.text}\``);
    }
    writeFileSync(path, text);
    if (index % 25 === 24) console.error(`${index + 1}/${all.length}, ${survivors.length} survived`);
  });
  console.log(
    `${all.length - survivors.length} of ${all.length} killed (${total} mutants in all, ${every.length - total} more change no answer)`,
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
