import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const READ = `import { readFile, writeFile } from "node:fs/promises";`;
const R = "fs.read $WORKSPACE/r.txt";
const W = "fs.write $WORKSPACE/w.txt";

test.each<[string, string]>([
  ["OpenAI's", `definition = { type: "function", function: { name: "look", description: "d", parameters: {} } };`],
  ["a plain one", `definition = { name: "look", description: "d" };`],
  ["a schema", `schema = { name: "look", description: "d" };`],
  ["one that stands before the class", "definition = LOOK;"],
])("a class of tools keeps what a model is told of it in a field: %s", (_, field) => {
  const code = `${READ}
interface ToolHandler { execute(args: any): Promise<any> }
const LOOK = { type: "function", function: { name: "look", description: "d", parameters: {} } };
export class LookTool implements ToolHandler { ${field} async execute(args: any) { return readFile("r.txt"); } }`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: R });
});

test("a class that only handles something is no tool", () => {
  const code = `${READ} interface EventHandler { handle(e: any): any } export class A implements EventHandler { definition = { name: "look" }; handle(e: any) { return readFile("r.txt"); } }`;
  expect(toolsOf({ "t.ts": code })).toEqual({});
});

test("a table of classes is one of tools by what it is called", () => {
  const table = (called: string): string => `${READ}
abstract class Base { constructor(protected params: any) {} abstract execute(): Promise<any> }
class Look extends Base { async execute() { return readFile("r.txt"); } }
class Keep extends Base { async execute() { return writeFile("w.txt", this.params.input); } }
export class Runner {
  private make(params: { name: string; input: any }) { const ${called} = { look: Look, keep: Keep }; const Found = ${called}[params.name]; return new Found(params); }
  async run(params: { name: string; input: any }) { return this.make(params).execute(); }
}`;
  expect(toolsOf({ "t.ts": table("toolMap") })).toEqual({ look: R, keep: W });
  expect(toolsOf({ "t.ts": table("widgets") })).toEqual({});
});

test("what runs of a class in such a table is the template around it, and its constructor, too", () => {
  const code = `${READ} import { execSync } from "node:child_process";
abstract class Base { constructor() { fetch("https://made.example"); } async execute(a: any) { execSync("log"); return this._run(a); } abstract _run(a: any): any }
class Look extends Base { _run(a: any) { return readFile("r.txt"); } }
const TOOL_CLASSES: any = { look: Look };
export async function call(req: any) { const one = new TOOL_CLASSES[req.toolName](); return one.execute(req.args); }`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: `exec.shell log, ${R}, net.connect https://made.example:443` });
});

test("the name that a class gives to what it builds on goes before that of a field", () => {
  const code = `${READ} import { Tool } from "whatever";
export class A extends Tool { config = { name: "configuration" }; constructor() { super("look"); } async execute() { return readFile("r.txt"); } }`;
  expect(Object.keys(toolsOf({ "t.ts": code }))).toEqual(["look"]);
});

test("of a list of definitions one that is sent nothing is a definition, and of others it is not", () => {
  const list = (first: string): string => `${READ}
export const commands = [
  { name: "look", description: "d", ${first} perform: async () => readFile("r.txt") },
  { name: "keep", description: "d", params: { text: { type: "string" } }, perform: async (agent: any, text: string) => writeFile("w.txt", text) },
  { name: "stop", description: "d", perform: async () => fetch("https://stop.example") },
];`;
  expect(toolsOf({ "t.ts": list("params: {},") })).toEqual({ look: R, keep: W, stop: "net.connect https://stop.example:443" });
  expect(toolsOf({ "t.ts": list("") })).toEqual({ keep: W });
  expect(toolsOf({ "t.ts": list("params: {},").replaceAll("perform", "handler") })).toEqual({});
});

test("a Map that is made of another one holds what that holds", () => {
  const files = {
    "tools.ts": `${READ} export const tools = new Map<string, any>();
tools.set("look", { description: "d", inputSchema: {}, execute: async () => readFile("r.txt") });
tools.set("keep", { description: "d", inputSchema: {}, execute: async () => writeFile("w.txt", "") });`,
    "core.ts": `import { tools } from "./tools.ts";
export class Core { readonly tools = new Map(tools); async run(toolName: string, input: any) { return this.tools.get(toolName).execute(input); } }`,
  };
  expect(toolsOf(files)).toEqual({ look: R, keep: W });
});

test("a table is filled with a module a tool, by the names that a model is told of", () => {
  const told = (name: string): string =>
    `{ type: "function", function: { name: "${name}", description: "d", parameters: { type: "object" } } }`;
  const files = {
    "functions/manifest.js": `module.exports = [${told("look")}, ${told("keep")}];`,
    "functions/look.js": `const { readFile } = require("fs/promises"); module.exports = async (args) => readFile("r.txt");`,
    "functions/keep.js": `const { writeFile } = require("fs/promises"); module.exports = async (args) => writeFile("w.txt", "");`,
    "service.js": `const tools = require("./functions/manifest");
const available = {};
tools.forEach((tool) => { const functionName = tool.function.name; available[functionName] = require(\`./functions/\${functionName}\`); });
module.exports = async (functionName, args) => available[functionName](args);`,
  };
  expect(toolsOf(files)).toEqual({ look: R, keep: W });
});

test("a module in a folder of tools that exports what runs and its schema is one, by its name or its file's", () => {
  const files = {
    "src/tools/look.ts": `${READ} import { z } from "zod"; export const schema = { a: z.string().describe("a description") }; export const handler = async () => readFile("r.txt");`,
    "src/tools/keep.ts": `${READ} export const name = "keep_it"; export const parameters = { description: "d" }; export async function execute() { await writeFile("w.txt", ""); }`,
    "src/tools/help.ts": `${READ} export const describe = "schema handler description"; export const handler = async () => readFile("r.txt");`,
    "src/routes/look.ts": `${READ} export const schema = { description: "d" }; export const handler = async () => readFile("r.txt");`,
  };
  expect(toolsOf(files)).toEqual({ look: R, keep_it: W });
});

test("a name that is a constant is compared with the constant, wherever that is", () => {
  const files = {
    "names.ts": `export const LOOK_NAME = "look";`,
    "told.ts": `import { LOOK_NAME } from "./names.ts";
export const told = () => [{ type: "function", function: { name: LOOK_NAME, description: "d", parameters: {} } }];`,
    "run.ts": `${READ} import { LOOK_NAME } from "./names.ts";
export async function callTool(toolName: string, args: any) { if (toolName === LOOK_NAME) { return readFile("r.txt"); } return null; }`,
  };
  expect(toolsOf(files)).toEqual({ look: R });
});

test("actions stand under their names, beside one that says what is sent to it", () => {
  const code = `${READ} export default define({ name: "notes" }).with({ actions: {
  look: { description: "d", async execute({ sendMessage }: any) { return readFile("r.txt"); } },
  keep: { description: "d", parameters: { text: { description: "t" } }, async execute(p: any) { await writeFile("w.txt", ""); } },
  label: { description: "d" },
} });
declare function define(o: any): any;`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: R, keep: W });
});

test("tools that another module announces, checked by the protocol's schema, are declared there", () => {
  const files = {
    "package.json": '{ "name": "x" }',
    "tools.ts": `import { ToolSchema } from "@modelcontextprotocol/sdk/types.js";
export const Look = ToolSchema.parse({ name: "look", description: "d", inputSchema: { type: "object" } });
export const Keep = ToolSchema.parse({ name: "keep", description: "d", inputSchema: { type: "object" } });`,
    "server.ts": `${READ} import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"; import * as tools from "./tools.ts";
const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: Object.values(tools) }));
server.setRequestHandler(CallToolRequestSchema, async (request: any) => {
  switch (request.params.name) { case tools.Look.name: return readFile("r.txt"); case tools.Keep.name: return writeFile("w.txt", ""); }
});`,
  };
  expect(toolsOf(files)).toEqual({ look: R, keep: W });
  expect(scanFolder(folder(files)).scan.tools.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual([
    "keep tools.ts:3",
    "look tools.ts:2",
  ]);
});

test("what an extension of Pi's does with its session is shown, and what it runs is run", () => {
  const code = `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { truncateHead, withFileMutationQueue } from "@earendil-works/pi-coding-agent";
export default function (pi: ExtensionAPI) {
  pi.registerTool({ name: "look", description: "d", parameters: {} as any, async execute(id: string, params: any, signal: any, onUpdate: any, ctx: any) {
    ctx.ui.notify(ctx.sessionManager.getSessionId()); return truncateHead("a"); } } as any);
  pi.registerTool({ name: "run", description: "d", parameters: {} as any, async execute(id: string, params: any) {
    return withFileMutationQueue("a", async () => pi.exec("git", ["status"])); } } as any);
}`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: "", run: "exec.spawn git status" });
});
