import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const make = (options: string, more: string): Record<string, string> => ({
  "t.ts": `import { tool, streamText } from "ai"; import { z } from "zod"; import { rmSync } from "node:fs";
class Plans { wipe() { rmSync("/srv/x"); } }
function createTools(mode: string, options: { plans?: Plans } = {}) {
  const tools: Record<string, any> = {};
  tools.base = tool({ inputSchema: z.object({}), execute: async () => "" });
  if (options.plans) { const plans = options.plans; tools.wipe = tool({ inputSchema: z.object({}), execute: async () => plans.wipe() }); }
  return tools;
}
export const a = () => streamText({ model: 1 as any, prompt: "", tools: createTools("child") });
export const b = () => streamText({ model: 1 as any, prompt: "", tools: createTools("main", ${options}) });
${more}`,
});

test("an option that one caller leaves out makes no tool there", () => {
  expect(toolsOf(make(`{ plans: new Plans() }`, ""))).toEqual({ base: "", wipe: "fs.write.delete /srv/x" });
});

test("but one that is put into the default may be there", () => {
  const files = make(`{ plans: new Plans() }`, "");
  const text = files["t.ts"]
    ?.replace(`const tools:`, `Object.assign(options, more); const tools:`)
    .replace("class Plans", "declare const more: any; class Plans");
  expect(toolsOf({ "t.ts": text ?? "" })["wipe"]).toContain("fs.write.delete /srv/x");
});

test("what is written under a condition on an instance may be written by one that builds on it", () => {
  const base = `import { execSync } from "node:child_process"; export const runners: any = {};
    export class Base { level = 0; install() { if (this.level === 2) runners.shell = () => execSync("ls"); } }`;
  const tools = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { Base, runners } from "./base.js";
    class Danger extends Base { level = 2; } new Danger().install();
    new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => runners.shell());`;
  expect(toolsOf({ "base.ts": base, "t.ts": tools })).toEqual({ t: "exec.shell ls" });
});

const listed = (test: string, before = ""): Record<string, string> => ({
  "lists.ts": `export const YIELD = [{ name: "lend" }, { name: "repay" }];`,
  "t.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js"; import { YIELD } from "./lists.ts"; import { rmSync, readFileSync } from "node:fs";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js"; ${before}
const own: Record<string, () => unknown> = { wipe: () => rmSync("/srv/x"), lend: () => eval("1") };
new Server({ name: "x", version: "1" }).setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name } = request.params;
  if (${test}) return readFileSync("/srv/" + name);
  return own[name]();
});`,
});

test("whether one of a list that is written out has the name of a tool says which way its call goes", () => {
  expect(toolsOf(listed("YIELD.some((one) => one.name === name)"))).toEqual({
    lend: "fs.read /srv/lend",
    repay: "fs.read /srv/repay",
    wipe: "fs.write.delete /srv/x",
  });
});

test.each([
  ["it may grow", "YIELD.push(JSON.parse(process.argv[2]));"],
  ["a function has it", "function more(all: any[]) { all.push(JSON.parse(process.argv[2])); } more(YIELD);"],
  ["another one has it under its own name", "const held = { all: YIELD }; held.all.push(JSON.parse(process.argv[2]));"],
  ["it is given back", "const all = () => YIELD; all().push(JSON.parse(process.argv[2]));"],
  ["it is shortened", "YIELD.length = 0;"],
  ["one of them may be changed", "YIELD[0].name = process.argv[2];"],
])("but not where %s", (_name, before) => {
  expect(toolsOf(listed("YIELD.some((one) => one.name === name)", before))["lend"]).toContain("code.eval");
});

test.each([
  ["of a module that is imported whole", `import * as l from "./lists.ts"; l.YIELD.push({ name: "x" });`],
  ["of what hands it on", `import { YIELD as all } from "./again.ts"; all.pop();`],
  ["of a function that has it", `import { YIELD } from "./lists.ts"; declare const lib: any; lib.load(YIELD);`],
])("nor where another module changes it: by way %s", (_name, other) => {
  const files = listed("YIELD.some((one) => one.name === name)", `import "./other.ts";`);
  const all = { ...files, "other.ts": other, "again.ts": `export { YIELD } from "./lists.ts";` };
  expect(toolsOf(all)["lend"]).toContain("code.eval");
});

test.each([
  "(one, index) => index === 0 && one.name === name",
  "(one, _i, all) => all.length === 2",
  "function (one) { return arguments.length === 3; }",
])("nor where more than a member is asked for: %s", (by) => {
  expect(toolsOf(listed(`YIELD.some(${by})`))["wipe"]).toContain("fs.read");
});

describe.each([
  ["NAMES", "includes", "push"],
  ["SET", "has", "add"],
])("a list of names that is written out, %s.%s", (list, asks, adds) => {
  const named = (before = "", other = ""): Record<string, string> => ({
    ...listed(`${list}.${asks}(name)`, before),
    "lists.ts": `export const YIELD = 1; export const NAMES = ["lend", "repay"] as string[]; export const SET = new Set<string>(["lend", "repay"]);`,
    ...(other && { "again.ts": `export { ${list} } from "./lists.ts";`, "other.ts": other }),
  });
  const files = (before = "", other = ""): Record<string, string> => {
    const { "t.ts": text = "", ...rest } = named(before, other);
    return { ...rest, "t.ts": `import { ${list} } from "./lists.ts"; ${text}` };
  };

  test("says which way a call goes", () => {
    expect(toolsOf(files(`${list}.forEach((one) => console.log(one));`))["lend"]).toBe("fs.read /srv/lend");
    expect(toolsOf(files())["wipe"]).toBe("fs.write.delete /srv/x");
  });

  const more = `${adds}("wipe")`;
  test.each([
    ["an object has it", `const held = { all: ${list} }; held.all.${more};`, ""],
    ["a function gives it back", `const all = () => ${list}; all().${more};`, ""],
    ["what goes through it is handed it", `${list}.forEach((_one: string, _i: any, all: any) => all.${more});`, ""],
    ["another module has it whole", `import "./other.ts";`, `import * as l from "./lists.ts"; l.${list}.${more};`],
    ["another module has it by a barrel", `import "./other.ts";`, `import { ${list} as all } from "./again.ts"; all.${more};`],
  ])("but not where %s", (_name, before, other) => {
    expect(toolsOf(files(before, other))["wipe"]).toContain("fs.read /srv/wipe");
  });
});

test.each([
  ["is shown", "console.log(NAMES);"],
  ["is sorted", "NAMES.sort();"],
  ["is made of another one", 'const more = NAMES.filter(Boolean); more.push("c");'],
])("a list of names that %s names tools still", (_name, before) => {
  const code = `import { Server } from "@modelcontextprotocol/sdk/server/index.js"; import { unlinkSync } from "node:fs";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const NAMES = ["a", "b"]; ${before}
new Server({ name: "x", version: "1" }).setRequestHandler(CallToolRequestSchema, async (request) => {
  if (NAMES.includes(request.params.name)) return unlinkSync("/srv/" + request.params.name);
  return 1;
});`;
  expect(toolsOf({ "t.ts": code })).toEqual({ a: "fs.write.delete /srv/a", b: "fs.write.delete /srv/b" });
});

test.each([
  ["a copy", "const LIST = BASE.slice();", "push"],
  ["a set of it", "const LIST: any = new Set(BASE);", "add"],
  ["a choice", "const LIST = process.env.X ? BASE : OTHER;", "push"],
])("what is not written out, and has another name, may grow by that: %s", (_name, made, adds) => {
  const code = `import { tool } from "ai"; import { unlinkSync } from "node:fs";
const BASE = ["a"]; const OTHER = ["b"]; ${made} const alias = LIST; alias.${adds}("c");
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { if (LIST.${adds === "add" ? "has" : "includes"}("c")) unlinkSync("/x"); } });`;
  expect(toolsOf({ "t.ts": code })["t"]).toContain("fs.write.delete /x");
});

describe("what the model sends is no function", () => {
  const runs = (parameters: string, given: string): string | undefined =>
    toolsOf({
      "t.ts": `import { tool } from "ai"; import { readFileSync } from "node:fs";
const own = () => readFileSync("/a");
export const t = tool({ description: "d", inputSchema: {}, execute: async (${parameters}) => { const run = typeof ${given} === "function" ? ${given} : own; return run(); } });`,
    })["t"];

  test("so that what asks for one runs its own", () => {
    expect(runs("input: any", "input.run")).toBe("fs.read /a");
    expect(runs("{ run: given }: any", "given")).toBe("fs.read /a");
  });

  test("but what the framework hands over may be one, and what code assigns", () => {
    expect(runs("input: any, context: any", "context.run")).toBe("fs.read /a, unknown.call");
    expect(runs("input: any", "(input.run = () => fetch('https://a.example/'), input.run)")).not.toBe("fs.read /a");
    const assigned = toolsOf({
      "t.ts": `import { tool } from "ai"; import { readFileSync } from "node:fs";
const own = () => readFileSync("/a");
const fill = (input: any) => { input.run = () => fetch("https://a.example/"); };
export const t = tool({ description: "d", inputSchema: {}, execute: async (input: any) => { fill(input); const run = typeof input.run === "function" ? input.run : own; return run(); } });`,
    });
    expect(assigned["t"]).not.toBe("fs.read /a");
  });
});
