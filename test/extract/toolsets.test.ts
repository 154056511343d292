import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { tool } from "ai"; import { unlinkSync } from "node:fs";
const t = (run: () => unknown) => tool({ description: "", inputSchema: {} as any, execute: async () => run() });
`;

test("tools that one function makes of what it is given are each named by its key, and do what that does", () => {
  const code = `export const tools = { wipe: t(() => unlinkSync("/x")), get: t(() => fetch("https://x.test")), pure: t(() => 1) };`;
  expect(toolsOf({ "t.ts": HEAD + code })).toEqual({
    get: "net.connect https://x.test:443",
    pure: "",
    wipe: "fs.write.delete /x",
  });
});

test("one that is in no toolset is not lost among them", () => {
  const code = `export const tools = { pure: t(() => 1) }; export const other = t(() => unlinkSync("/x"));`;
  expect(Object.values(toolsOf({ "t.ts": HEAD + code })).sort()).toEqual(["", "fs.write.delete /x"]);
});

test("a registration whose calls a request handler takes over is what the handler does, and what was registered", () => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { readFileSync, unlinkSync } from "node:fs";
const server = new McpServer({ name: "s", version: "1" });
for (const name of ["fetch", "snapshot"]) server.registerTool(name, {}, async () => { unlinkSync("/x"); return { content: [] }; });
server.server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name === "fetch") await fetch("https://x.test"); else if (request.params.name === "snapshot") readFileSync("/tmp/a");
  return { content: [] };
});`;
  expect(toolsOf({ "t.ts": code })).toEqual({
    fetch: "fs.write.delete /x, net.connect https://x.test:443",
    snapshot: "fs.read /tmp/a, fs.write.delete /x",
  });
});

test("a type that is named where it is used, by its module, is that type", () => {
  const code = `import { tool } from "ai";
class Store { #client: import("@aws-sdk/client-s3").S3Client; constructor(o: { client: import("@aws-sdk/client-s3").S3Client }) { this.#client = o.client; } get(k: string) { return this.#client.send(k as any); } }
export const make = (store: Store) => tool({ description: "", inputSchema: {} as any, execute: async ({ k }: any) => store.get(k) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual(["net.connect {dynamic}"]);
});

test("what is looked up in a context by a constant, or sent to who listens, reaches nothing", () => {
  const code = `import { tool } from "ai"; const KEY = Symbol("k");
export const tools = { t: tool({ description: "", inputSchema: {} as any, execute: async (_: any, context: any) => {
  if (context.userContext.has(KEY)) context.userContext.delete(KEY); context.emitCustomEvent("a", {}); return context.userContext.get(KEY); } }) };`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "" });
});

test("nor one that is made with what the environment says", () => {
  const code = `import { tool } from "ai"; import { readFileSync } from "node:fs";
const make = (root: string) => tool({ description: "", inputSchema: {} as any, execute: async ({ c }: any) => readFileSync(root + "/" + c) });
export const tools = { docs: make("/docs") };
const extra = make(process.env.ROOT!); export default extra;`;
  expect(Object.values(toolsOf({ "t.ts": code })).join()).toContain("{env:ROOT}/{param:c}");
});

test("two servers of one module that have a name in common have a tool each", () => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js"; import { readFileSync, unlinkSync } from "node:fs";
new McpServer({ name: "a", version: "1" }).registerTool("read", {}, async () => { readFileSync("/a"); return { content: [] }; });
const low = new Server({ name: "b", version: "1" }, {});
low.setRequestHandler(CallToolRequestSchema, async (request) => { if (request.params.name === "read") unlinkSync("/x"); return {}; });`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code })).scan;
  expect(tools.map(({ effects }) => effects.map(({ capability }) => capability).join()).sort()).toEqual(["fs.read", "fs.write.delete"]);
});

test.each(["src/tools/run-tests/index.ts", "packages/api-tests/src/index.ts"])("%s may be a tool's own folder", (file) => {
  expect(toolsOf({ [file]: `${HEAD}export const tools = { run: t(() => unlinkSync("/x")) };` })).toEqual({ run: "fs.write.delete /x" });
});

test("a tool that a package has ready is known by its class, and does what that does", () => {
  const code = `import { TavilySearchResults } from "@langchain/community/tools/tavily_search";
import { Calculator as Sums } from "@langchain/community/tools/calculator"; import { ReadFileTool } from "langchain/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
const make = (maxResults: number) => new TavilySearchResults({ maxResults });
export const node = new ToolNode([make(3), new Sums(), new ReadFileTool({ store: {} as any })]);
class Calculator {}
export const other = new Calculator();`;
  expect(toolsOf({ "t.ts": code })).toEqual({
    calculator: "",
    read_file: "fs.read {dynamic}",
    tavily_search_results_json: "net.connect api.tavily.com:443",
  });
});

test("an executor of a package's, or of the platform's, does what the tables say of it", () => {
  const code = `import { tool } from "ai"; import { readFile } from "node:fs/promises"; import { execSync } from "node:child_process"; import { run } from "nobody-knows";
const isTold = process.argv[2] === "x";
export const direct = tool({ description: "d", inputSchema: {}, execute: readFile as any });
export const either = tool({ description: "d", inputSchema: {}, execute: isTold ? (execSync as any) : async () => 1 });
export const partly = tool({ description: "d", inputSchema: {}, execute: isTold ? (run as any) : async () => 1 });
export const none = tool({ description: "d", inputSchema: {}, execute: run as any });`;
  expect(toolsOf({ "t.ts": code })).toEqual({
    direct: "fs.read {dynamic}",
    either: "exec.shell {dynamic}",
    none: "unknown.executor",
    partly: "unknown.call",
  });
});

/** One function makes what runs of all tools: the names are those of what it was given. */
const WRAPPED = `import { tool, streamText } from "ai"; import { rm, mkdir } from "node:fs/promises";
export const wrapped = (name: string, run: (a: any) => unknown) => async (a: any) => { console.log(name); return run(a); };`;

test("tools that one function makes what runs of are named each by itself, whoever names some of them", () => {
  expect(
    toolsOf({
      "wrap.ts": WRAPPED,
      "one.ts": `import { tool } from "ai"; import { rm } from "node:fs/promises"; import { wrapped } from "./wrap";
const wipe = tool({ description: "d", inputSchema: {}, execute: wrapped("wipe", (a) => rm(a.path)) });
export const toolDefinitions = { wipe };`,
      "two.ts": `import { tool, streamText } from "ai"; import { mkdir } from "node:fs/promises"; import { wrapped } from "./wrap";
export function answer(model: any) {
  const make = tool({ description: "d", inputSchema: {}, execute: wrapped("make", (a) => mkdir(a.path)) });
  return streamText({ model, tools: { make } });
}`,
    }),
  ).toEqual({ wipe: "fs.write.delete {param:path}", make: "fs.write.create {param:path}" });
});

test("a definition without a name is called as the results of its maker are", () => {
  expect(
    toolsOf({
      "make.ts": `import { rm } from "node:fs/promises";
export const makeWipe = (base: string) => ({ description: "Wipes", inputSchema: { type: "object" }, execute: async (a: { path: string }) => rm(a.path) });`,
      "host.ts": `import { makeWipe } from "./make"; export class Host { getTools() { return { wipe: makeWipe("/") }; } }`,
    }),
  ).toEqual({ wipe: "fs.write.delete {param:path}" });
});

test("what runs may be called the tool, where it is a function", () => {
  const made = (run: string): Record<string, string> =>
    toolsOf({
      "t.ts": `import { rm } from "node:fs/promises"; declare const other: any;
export function register(registerTool: (one: object) => void) { registerTool({ name: "wipe", description: "Wipes", tool: ${run}, inputSchema: {} }); }`,
    });
  expect(made("async (a: { path: string }) => rm(a.path)")).toEqual({ wipe: "fs.write.delete {param:path}" });
  expect(made("other")).toEqual({});
});

describe("what a function makes around a tool", () => {
  const files = {
    "make.ts": `import { tool } from "@opencode-ai/plugin";
import { run } from "./run.ts";
export function make(name: string, description: string) {
  return tool({ description, args: { path: tool.schema.string() }, async execute(args) { return run(name, args); } });
}`,
    "run.ts": `import { readFileSync, unlinkSync } from "node:fs";
const RUNNERS = { look: () => readFileSync("/a"), wipe: () => unlinkSync("/b") };
export const run = (name: keyof typeof RUNNERS, args: unknown) => RUNNERS[name]();`,
    "tools.ts": `import { make } from "./make.ts";
export function createTools(cache: unknown) {
  return {
    look: make("look", "d"),
    wipe: make("wipe", "d"),
  };
}`,
  };

  test("is named by the key that its call stands under, and is declared there", () => {
    expect(toolsOf(files)).toEqual({ look: "fs.read /a", wipe: "fs.write.delete /b" });
    const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', ...files })).scan;
    expect(tools.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual(["look tools.ts:4", "wipe tools.ts:5"]);
  });

  test("is not named by a variable that something else is kept in", () => {
    const script = `import { make } from "./make.ts"; const raw = await (make("look", "d") as any).execute({}, {});`;
    expect(Object.keys(toolsOf({ "make.ts": files["make.ts"], "run.ts": files["run.ts"], "script.ts": script }))).toEqual(["{dynamic}"]);
  });
});

test("tools are named by their keys in a plugin that has them from a container", () => {
  const files = {
    "plan.ts": `import { tool } from "@opencode-ai/plugin";
import { writeFileSync } from "node:fs";
export class PlanTools {
  constructor(private readonly root: string) {}
  write() { const { root } = this; return tool({ description: "d", args: {}, async execute() { writeFileSync(root + "/plan.md", ""); return ""; } }); }
}`,
    "container.ts": `import { PlanTools } from "./plan.ts"; export const createContainer = () => ({ planTools: new PlanTools("/srv") });`,
    "index.ts": `import { createContainer } from "./container.ts";
export const Plugin = async () => { const container = createContainer(); return { tool: { plan_write: container.planTools.write() } }; };`,
  };
  expect(toolsOf(files)).toEqual({ plan_write: "fs.write {dynamic}" });
});
