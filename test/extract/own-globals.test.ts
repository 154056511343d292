import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (body: string): string =>
  `import { tool } from "ai"; export const a = tool({ description: "d", inputSchema: {}, execute: async ({ p }) => ${body} });`;

test.each([
  [
    "assigned at start-up, used elsewhere",
    `(globalThis as any).__reader = (p: string) => readFileSync(p, "utf8");`,
    "(globalThis as any).__reader(p)",
  ],
  [
    "made where it is missing",
    `(globalThis as any).__reader ??= (p: string) => readFileSync(p, "utf8");`,
    "(globalThis as any).__reader(p)",
  ],
  [
    "through a variable",
    `const g = globalThis as unknown as { __reader: Function }; g.__reader = (p: string) => readFileSync(p, "utf8");`,
    "(global as any).__reader(p)",
  ],
  ["by a name in brackets", `(global as any)["__reader"] = (p: string) => readFileSync(p, "utf8");`, "(globalThis as any).__reader(p)"],
  ["in a function", `export function start() { (globalThis as any).__reader = (p: string) => readFileSync(p, "utf8"); }`, "__reader(p)"],
])("a global of the program's own is what is assigned to it: %s", (_name, code, body) => {
  expect(toolsOf({ "start.ts": `import { readFileSync } from "node:fs";\n${code}`, "t.ts": tool(body) })).toEqual({
    a: "fs.read {param:p}",
  });
});

test("a collection that is kept there is a collection", () => {
  const body = "{ const g = globalThis as any; if (!g.__seen) g.__seen = new Set(); if (!g.__seen.has(p)) g.__seen.add(p); }";
  expect(toolsOf({ "t.ts": tool(body) })).toEqual({ a: "" });
});

test("one that is kept there, and made where it is missing, is what is made", () => {
  const kept = `import { PrismaClient } from "@prisma/client"; const made = (globalThis as any).client || new PrismaClient();
if (process.env.NODE_ENV === "development") (globalThis as any).client = made; export default made;`;
  expect(toolsOf({ "kept.ts": kept, "t.ts": `import db from "./kept.ts"; ${tool("db.rule.findUnique({ where: { p } })")}` })).toEqual({
    a: "net.connect {dynamic}",
  });
});

test("one that nothing assigns is not known; the platform's own are what they are", () => {
  expect(toolsOf({ "t.ts": tool("(globalThis as any).__reader(p)") })).toEqual({ a: "unknown.call" });
  expect(toolsOf({ "start.ts": "globalThis.fetch = () => 1;", "t.ts": tool('globalThis.fetch("https://a.example")') })).toEqual({
    a: "net.connect https://a.example:443",
  });
});

test("`$` is one that nobody knows; the platform's own shell is one", () => {
  expect(toolsOf({ "t.ts": tool("$`ls ${p}`") })).toEqual({ a: "unknown.call" });
  expect(toolsOf({ "t.ts": tool("Bun.$`ls ${p}`") })).toEqual({ a: "exec.shell ls {param:p}" });
});

test("what stands under one symbol is not what stands under another", () => {
  const start = `import { readFileSync } from "node:fs"; (globalThis as any)[Symbol.for("mine")] = { read: (p: string) => readFileSync(p) };
(globalThis as any)[Symbol.for("own")] = { read: () => 1 };`;
  const read = (name: string): string => tool(`(globalThis as any)[Symbol.for("${name}")].read(p)`);
  const of = (name: string) => toolsOf({ "t.ts": `${start}\n${read(name)}` })["a"];
  expect(["mine", "own", "other"].map(of)).toEqual(["fs.read {param:p}", "", "unknown.call"]);
});

test.each(["host.box({})", "await host.box({})", "makeBox()"])("what a global that nobody knows gave (%s) is not known either", (made) => {
  const code = `declare const host: any; declare function makeBox(): any; const box = ${made};\n${tool("box.exec(p)")}`;
  expect(toolsOf({ "t.ts": code })).toEqual({ a: "unknown.call" });
});

test("a constant that a build puts in is a text where it is used as one, and not known where something else is called of it", () => {
  const of = (body: string) =>
    toolsOf({ "t.ts": `declare const __BUILD__: any; const build = (typeof __BUILD__ === "string" && __BUILD__) || "0";\n${tool(body)}` })[
      "a"
    ];
  expect(["build.trim()", "__BUILD__.slice(1)", "__BUILD__.run(p)", "__BUILD__()"].map(of)).toEqual([
    "",
    "",
    "unknown.call",
    "unknown.call",
  ]);
});
