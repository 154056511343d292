import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const parse = join(import.meta.dirname, "../../dist/src/host/parse.js");

/** Texts that nest `n` deep, each by another part of the grammar. */
const SHAPES: Readonly<Record<string, string>> = {
  parens: '"(".repeat(n)+1+")".repeat(n)',
  bang: '"!".repeat(n)+1',
  arrows: '"a=>".repeat(n)+1',
  typeof: '"typeof ".repeat(n)+1',
  await: '"async()=>"+"await ".repeat(n)+1',
  new: '"new ".repeat(n)+"a"',
  member: '"a"+".b".repeat(n)',
  call: '"a"+"()".repeat(n)',
  elseif: '"if(a){}else ".repeat(n)+"b"',
  ternary: '"a?b:".repeat(n)+"c"',
  plus: '"a"+"+b".repeat(n)',
  assign: '"a=".repeat(n)+1',
  jsx: '"("+"<a>".repeat(n)+"</a>".repeat(n)+")"',
  types: '"let x: "+"Array<".repeat(n)+"a"+">".repeat(n)',
  keyof: '"let x: "+"keyof ".repeat(n)+"a"',
  arrayType: '"let x: a"+"[]".repeat(n)',
  conditional: '"type T = "+"a extends b ? c : ".repeat(n)+"d"',
  labels: '"a:".repeat(n)+";"',
  blocks: '"{".repeat(n)+"}".repeat(n)',
  ifs: '"if(a)".repeat(n)+";"',
  fors: '"for(;;)".repeat(n)+";"',
  whiles: '"while(a)".repeat(n)+";"',
  dos: '"do ".repeat(n)+";"+"while(a);".repeat(n)',
  templates: '"`${".repeat(n)+1+"}`".repeat(n)',
  yields: '"function* f(){"+"yield ".repeat(n)+"1}"',
  functions: '"function f(){".repeat(n)+"}".repeat(n)',
  classes: '"class A{static{".repeat(n)+"}}".repeat(n)',
  optional: '"a"+"?.b".repeat(n)',
  nonNull: '"a"+"!".repeat(n)',
  casts: '"a"+" as b".repeat(n)',
  generics: '"a"+"<b".repeat(n)+">".repeat(n)+"()"',
};

test.each([20_000, 200_000])("input that nests %d deep is a budget, not a crash of the process", (n) => {
  const script = `import { parseModule } from ${JSON.stringify(parse)}; const n = ${n}; const out = {}; for (const [name, text] of Object.entries({${Object.entries(
    SHAPES,
  )
    .map(([name, code]) => `${JSON.stringify(name)}: () => ${code}`)
    .join(
      ",",
    )}})) out[name] = parseModule(name === "jsx" ? "a.tsx" : "a.ts", text()).failed?.reason ?? "ok"; console.log(JSON.stringify(out));`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(Object.keys(SHAPES).map((name) => [name, "budget"])));
});

const tool = (body: string): string =>
  `import { tool } from "ai";\n${body}\nexport const t = tool({ description: "x", inputSchema: {}, execute: async () => f0(1) });\n`;

test("5,000 mutually recursive functions end", () => {
  const functions = Array.from(
    { length: 5000 },
    (_, i) => `function f${i}(x) { return x ? f${(i + 1) % 5000}(f${(i * 7) % 5000}(x)) : fetch("https://a.example"); }`,
  ).join("\n");
  const { tools } = scanFolder(folder({ "a.ts": tool(functions) })).scan;
  const [found] = tools;
  expect(
    found?.effects.some((effect) => effect.capability === "net.connect") || found?.unknowns.some((one) => one.reason === "unknown.budget"),
  ).toBe(true);
});

test("cyclic imports and circular re-exports end, and what is there is found", () => {
  const dir = folder({
    "a.ts":
      'import { tool } from "ai";\nimport { g } from "./b.ts";\nexport const f0 = () => fetch("https://a.example");\nexport const t = tool({ description: "x", inputSchema: {}, execute: async () => g() });\n',
    "b.ts": 'export * from "./c.ts";\nimport { f0 } from "./a.ts";\nexport const g = () => f0();\n',
    "c.ts": 'export * from "./b.ts";\n',
  });
  expect(scanFolder(dir).scan.tools.map((one) => one.effects.map((effect) => `${effect.capability} ${effect.resource}`))).toEqual([
    ["net.connect https://a.example:443"],
  ]);
});

test("a file of 2 MB is read", () => {
  const filler = Array.from({ length: 60_000 }, (_, i) => `const c${i} = "some text ${i}";`).join("\n");
  const { tools } = scanFolder(folder({ "a.ts": tool(`const f0 = () => fetch("https://a.example");\n${filler}`) })).scan;
  expect(tools.map((one) => one.effects.length)).toEqual([1]);
});

test("many comments in a row before a name, or before what is imported, are read once", () => {
  const comments = "/**/".repeat(60);
  const root = folder({
    "package.json": '{ "name": "x" }',
    "chain.ts": `class Chain {
  fns: ((text: string) => string)[] = [];
  use(fn: (text: string) => string): void { this.fns = [...this.fns, fn]; }
  run(text: string): string { for (const fn of this.fns) text = fn(text); return text; }
}
export const chain = new Chain();`,
    "other.ts": `declare const a: any; a.${comments}b("use"); export const load = (name: string) => import${comments}(name);`,
    "t.ts": `import { tool } from "ai"; import { chain } from "./chain.ts";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => chain.run(a.text) });`,
  });
  expect(scanFolder(root).scan.tools.map(({ name, unknowns }) => [name, unknowns.map(({ reason }) => reason)])).toEqual([
    ["t", ["unknown.call"]],
  ]);
});
