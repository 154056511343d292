import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const WRITES = `import { writeFile } from "node:fs/promises";\n`;

test("a decorator of any origin that is told what a model is told makes a tool of a method", () => {
  expect(
    toolsOf({
      "own.ts": `export const Tool = (_: { name?: string; description: string }) => (target: any, key: string) => target;
export const Log = (_: { description: string }) => (target: any, key: string) => target;`,
      "t.ts": `${WRITES}import { Log, Tool } from "./own.js";
export class Service {
  @Tool({ name: "save_it", description: "saves" }) async save(p: { text: string }) { await writeFile("/srv/a", p.text); }
  @Tool({ description: "reads nothing" }) async plain() { return 1; }
  @Log({ description: "not a tool" }) async other() { await writeFile("/srv/b", ""); }
}`,
    }),
  ).toEqual({ plain: "", save_it: "fs.write /srv/a" });
});

test("it does so where nothing else in the file speaks of tools", () => {
  const own = "export const McpTool = (_: { description: string; schema?: object }) => (target: any, key: string) => target;";
  const code = `${WRITES}import { McpTool } from "./own.js";
export class Service { @McpTool({ description: "saves", schema: { text: "string" } }) async save(p: { text: string }) { await writeFile("/srv/a", p.text); } }`;
  expect(toolsOf({ "own.ts": own, "t.ts": code })).toEqual({ save: "fs.write /srv/a" });
});

test("a method without a name of its own is called as its framework calls it", () => {
  expect(
    toolsOf({
      "t.ts": `import { Tool } from "@goat-sdk/core";
export class Service {
  @Tool({ description: "d" }) async getUsdcInfo(wallet: unknown, p: { a: string }) { return fetch("https://api.example.com"); }
}`,
    }),
  ).toEqual({ get_usdc_info: "net.connect https://api.example.com:443" });
});

test("a definition that is registered by a function that is handed in, whatever follows the executor", () => {
  expect(
    toolsOf({
      "system.a.genai.mts": `${WRITES}export default function (ctx: any) {
  const { defTool } = ctx;
  defTool("save", "saves", { type: "object" }, async ({ text }: any) => { await writeFile("/srv/a", text); }, { intent: "x" });
}`,
      "system.b.genai.mts": `defTool("bare", "d", {}, async () => fetch("https://b.example.com"));`,
    }),
  ).toEqual({ bare: "net.connect https://b.example.com:443", save: "fs.write /srv/a" });
});

test("of a class and the template around it, the class's own method runs", () => {
  expect(
    toolsOf({
      "t.ts": `${WRITES}abstract class BaseTool {
  abstract name: string;
  run(input: string) { return wrap(() => this._run(input)); }
  protected abstract _run(input: string): Promise<void>;
}
declare function wrap(f: () => unknown): unknown;
export class SaveTool extends BaseTool {
  name = "save";
  protected async _run(input: string) { await writeFile("/srv/a", input); }
}`,
    }),
  ).toEqual({ save: "fs.write /srv/a" });
});

test("a definition is named by what its call is given first, and done by what follows it", () => {
  expect(
    toolsOf({
      "t.ts": `${WRITES}import { define, test, tool } from "some-framework";
export const saveNote = tool("save_note", { description: "saves", input: {}, handler: async (i: any) => writeFile("/srv/a", i.text) });
export const other = tool("not a name", { description: "d", input: {}, handler: async () => 1 });
export const add = define({ name: "add", description: "adds", inputSchema: {} }, async (i: any) => fetch("https://a.example.com"));
export const none = test({ name: "no_test", description: "d", inputSchema: {} }, async () => fetch("https://b.example.com"));
export const nothing = define({ name: "no_tool", description: "d", inputSchema: {} }, "text");`,
    }),
  ).toEqual({ add: "net.connect https://a.example.com:443", other: "", save_note: "fs.write /srv/a" });
});

test("what is made as a tool is one without saying what it is for", () => {
  expect(
    toolsOf({
      "t.ts": `${WRITES}import { Tool, Step } from "some-framework";
export const logIn = new Tool({ name: "log_in", input: {}, async handler(i: any) { await writeFile("/srv/a", i.text); } });
export const later = new Step({ name: "later", input: {}, async handler(i: any) { await writeFile("/srv/b", i.text); } });`,
    }),
  ).toEqual({ log_in: "fs.write /srv/a" });
});

test("functions that are decorated for a model", () => {
  expect(
    toolsOf({
      "t.ts": `import { aiFunction } from "@agentic/core";
export class Client { @aiFunction({ name: "look_up", description: "d", inputSchema: {} }) async lookUp(p: { a: string }) { return fetch("https://a.example.com"); } }`,
    }),
  ).toEqual({ look_up: "net.connect https://a.example.com:443" });
});

test("an own method that only helps does not stand for the one that runs", () => {
  expect(
    toolsOf({
      "t.ts": `${WRITES}class MyTool { async execute(a: any) { await writeFile("/srv/a", a.p); } }
export class XTool extends MyTool { name = "x"; handle(e: unknown) { return e; } }`,
    }),
  ).toEqual({ x: "fs.write /srv/a" });
});

test("a decorator that is told nothing, and a definition with another word for what is sent", () => {
  expect(
    toolsOf({
      "package.json": '{ "name": "x", "dependencies": { "@composio/core": "*" } }',
      "s.ts": `${WRITES}import { Tool } from "some-framework";
export class Service { @Tool() async save(path: string) { await writeFile(path, ""); } }`,
      "c.ts": `${WRITES}import { Composio } from "@composio/core";
const composio = new Composio();
await composio.tools.createCustomTool({ slug: "KEEP", name: "Keep", description: "d", inputParams: {}, execute: async (i: any) => { await writeFile(i.path, ""); return {}; } });`,
    }),
  ).toEqual({ KEEP: "fs.write {param:path}", save: "fs.write {param:}" });
});

test("what is run before a definition's executor is part of what the tool does", () => {
  expect(
    toolsOf({
      "t.ts": `${WRITES}import { readFileSync } from "node:fs";
export const edit = { name: "edit", description: "d", parameters: { type: "object" },
  preprocess: async (args: any) => ({ text: readFileSync(args.path, "utf8") }),
  run: async (args: any) => { await writeFile("/srv/a", args.text); } };`,
    }),
  ).toEqual({ edit: "fs.read {param:path}, fs.write /srv/a" });
});

test.each([
  [
    'import { command } from "cmd-ts";',
    'command({ name: "run", description: "d", args: {}, handler: async () => { await writeFile("/srv/a", ""); } })',
  ],
  [
    'import { createStep } from "@mastra/core/workflows";',
    'createStep({ id: "s", description: "d", inputSchema: {}, execute: async () => { await writeFile("/srv/a", ""); } })',
  ],
])("a package that makes something else of what looks like a definition: %s", (imports, made) => {
  expect(toolsOf({ "t.ts": `${WRITES}${imports}\nexport const made = ${made};` })).toEqual({});
});
