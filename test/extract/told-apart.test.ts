import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const FS = `import { readFileSync } from "node:fs"; import { execFile } from "node:child_process";\n`;
const MCP = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });
`;

const DEFS = `${FS}export type Def = { method: string; name: string; description: string; execute: (a: any) => Promise<unknown> };
const list = async (a: any) => fetch("https://x.test/" + a.id);
const read = async (a: any) => readFileSync(a.path);
const run = async (a: any) => execFile(a.cmd);
const one = (): Def => ({ method: "list_items", name: "List Items", description: "l", execute: list });
const two = (): Def => ({ method: "read_item", name: "Read Item", description: "r", execute: read });
const three = (): Def => ({ method: "run_item", name: "Run Item", description: "x", execute: run });
export const defs = (): Def[] => [one(), two(), three()];
`;
const API = `import { defs, type Def } from "./defs.ts";
export class Api {
  tools: Def[];
  constructor() { this.tools = defs(); }
  async run(method: string, arg: any) { const tool = this.tools.find((t) => t.method === method); if (tool) return tool.execute(arg); throw new Error(method); }
}
`;
const APART = { list_items: "net.connect https://x.test:443", read_item: "fs.read {param:path}", run_item: "exec.spawn {param:cmd}" };

test("what a maker is called with tells its tools apart, and the key that each is put under names it", () => {
  expect(
    toolsOf({
      "defs.ts": DEFS,
      "api.ts": API,
      "make.ts": `import { tool } from "ai"; import type { Api } from "./api.ts";
export const make = (api: Api, method: string) => tool({ description: method, inputSchema: {} as any, execute: (arg: any) => api.run(method, arg) });`,
      "kit.ts": `import { Api } from "./api.ts"; import { defs } from "./defs.ts"; import { make } from "./make.ts";
export class Kit { tools: any = {}; #api = new Api(); constructor() { defs().forEach((d) => { this.tools[d.method] = make(this.#api, d.method); }); } }`,
    }),
  ).toEqual(APART);
});

test("a definition that is registered under its name in another spelling is one tool", () => {
  expect(
    toolsOf({
      "defs.ts": DEFS.replaceAll("execute:", "schema: {} as any, execute:").replace(
        "schema: {} as any, execute: (a",
        "schema: object; execute: (a",
      ),
      "api.ts": API,
      "kit.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { Api } from "./api.ts"; import { defs } from "./defs.ts";
const server = new McpServer({ name: "x", version: "1" }); const api = new Api();
defs().forEach((d) => server.tool(d.method, d.description, {}, async (arg: any) => api.run(d.method, arg)));`,
    }),
  ).toEqual(APART);
});

test("tools whose names nobody can tell are as many as what one wrapper is given", () => {
  const { tools } = scanFolder(
    folder({
      "package.json": '{ "name": "x" }',
      "t.ts": `${FS}${MCP}
const names = new Proxy({} as Record<string, string>, { get: (_t, key) => fetchName(String(key)) });
declare function fetchName(key: string): string;
const guarded = (handler: (a: any) => unknown) => async (a: any) => handler(a);
server.registerTool(names.READ, {}, guarded((a) => readFileSync(a.path)));
server.registerTool(names.RUN, {}, guarded((a) => execFile(a.cmd)));
`,
    }),
  ).scan;
  expect(tools.map(({ effects }) => effects.map(({ capability }) => capability).join())).toEqual(["fs.read", "exec.spawn"]);
});

test("what has a name, and keeps a tool beside it, names the tool", () => {
  expect(
    toolsOf({
      "t.ts": `${FS}import { generateText, tool } from "ai";
const core = tool({ description: "r", inputSchema: {} as any, execute: async (a: any) => readFileSync(a.path) });
export const readTool = { name: "read_file", tool: core };
export const go = (model: any) => generateText({ model, prompt: "", tools: toSet([readTool]) });
function toSet(all: any[]): any { const out: any = {}; for (const one of all) { const { execute: _, ...rest } = one.tool; out[one.name] = rest; } return out; }
`,
    }),
  ).toEqual({ read_file: "fs.read {param:path}" });
});

test("what may be a text, as well as an object that something is spread into, has the methods of a text", () => {
  const code = `const clean = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value instanceof Headers ? value.forEach(() => 0) : value);
const log = (...args: unknown[]) => { args[0] = clean(args[0]); console.log(...args); };
server.tool("go", "d", {}, async (a: any) => { log({ email: a.mail, ...a }); const id = String({ ...a }); return id.substring(0, 3); });
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ go: "" });
});

test("what a server hands back for a tool switches it on and off", () => {
  const code = `const made = ["one", "two"].map((name) => server.registerTool(name, {}, async () => 1));
server.registerTool("switch", {}, async ({ on }: any) => made.forEach((one) => (on ? one.enable() : one.disable())));
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ one: "", switch: "", two: "" });
});

test("a document is a file or an address, by what is said of it", () => {
  const code = `import { getDocument } from "pdfjs-dist";
server.tool("any", "d", {}, async ({ url }: any) => getDocument({ url }).promise);
server.tool("web", "d", {}, async () => getDocument("https://x.test/a.pdf").promise);
server.tool("file", "d", {}, async () => getDocument({ url: "/a.pdf" }).promise);
server.tool("data", "d", {}, async ({ data }: any) => getDocument({ data }).promise);
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({
    any: "fs.read {param:url}, net.connect {param:url}",
    data: "",
    file: "fs.read /a.pdf",
    web: "net.connect https://x.test:443",
  });
});

test("commands of the editor start no program, those of its terminals and of others may", () => {
  const tool = (name: string, command: string): string =>
    `vscode.lm.registerTool("${name}", { invoke: async (o: any) => vscode.commands.executeCommand(${command}) } as any);`;
  const code = `import * as vscode from "vscode";
export function activate() { ${tool("context", `"setContext", "busy", true`)} ${tool("open", `"vscode.open", o.input.uri`)} ${tool("send", `"workbench.action.terminal.sendSequence", {}`)} ${tool("any", `o.input.id`)}
${tool("built", '"workbench.action." + o.input.x')} ${tool("install", '"workbench.extensions.installExtension", "a.b"')} ${tool("cell", '"notebook.cell.execute"')} ${tool("save", '"workbench.action.files.saveAll"')} }`;
  const tools = toolsOf({ "t.ts": code });
  expect([tools["context"], tools["open"]]).toEqual(["", ""]);
  for (const name of ["send", "any", "built", "install", "cell", "save"]) expect(tools[name]).toMatch(/^exec\.spawn /u);
});

test("one that does more than its registration is another tool; so is what stands for several that do more than each", () => {
  const code = `${FS}${MCP}import { execSync } from "node:child_process";
const run = async (a: any) => (a.mode === "sh" ? execSync(a.c) : readFileSync(a.p));
export const shellDef = { name: "Run Command", description: "x", inputSchema: {}, handler: run };
server.registerTool("run_command", { description: "x" }, async (a: any) => run({ mode: "read", p: a.p }));
const base = (f: any) => async (a: any) => { const r = await f(a); return r; };
const wrap = (f: any) => async (a: any) => { console.log("x"); return f(a); };
const other = new McpServer({ name: "a", version: "1" }); const more = new McpServer({ name: "b", version: "1" });
other.registerTool("query", { description: "x" }, base((a: any) => a.x));
more.registerTool("query", { description: "x" }, wrap((a: any) => a.x));
const full = (a: any) => execSync(a.sql);
server.registerTool("query", { description: "x" }, process.env.DEBUG ? wrap(full) : base(full));
`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code })).scan;
  const told = tools.map(({ name, effects }) => `${name}: ${effects.map(({ capability }) => capability).join(" ")}`).sort();
  expect(told).toEqual(["Run Command: exec.shell fs.read", "query: ", "query: ", "query: exec.shell", "run_command: fs.read"]);
});

test("a package's own method `bind` is a call of it, and what a runtime gives by name is not known", () => {
  const code = `${MCP}import svc from "acme-sdk"; import type { IAgentRuntime } from "@elizaos/core";
server.tool("login", "d", {}, async ({ dn, pw }: any) => svc.session.bind(dn, pw));
server.tool("bound", "d", {}, async () => [1].map(svc.session.look.bind(svc.session)).length);
export const act = { name: "ACT", similes: [], description: "d", handler: async (runtime: IAgentRuntime, m: any) => (runtime.getService("shell") as any).executeCommand(m.content.text) };
`;
  const tools = toolsOf({ "t.ts": code });
  expect([tools["login"], tools["ACT"]]).toEqual(["unknown.package:acme-sdk", "unknown.call"]);
});

test("of more tools than are told apart, the rest is told to be there", () => {
  const all = Array.from({ length: 150 }, (_, index) => `t${index}: async () => ${index === 149 ? 'execFile("id")' : "1"},`).join("\n");
  const code = `${FS}${MCP}const tools: Record<string, () => Promise<any>> = {\n${all}\n};
function run() { for (const [name, f] of Object.entries(tools)) server.registerTool(name, { description: "d" }, async () => f()); }
run();
`;
  const tools = toolsOf({ "t.ts": code });
  expect(tools["{dynamic}"]).toContain("unknown.budget");
});

test("functions that may each have any of many names have none, and are told all the same", () => {
  const names = JSON.stringify(Array.from("abcdefghij"));
  const code = `${FS}${MCP}import { unlinkSync } from "node:fs"; const names = ${names}; const pick = () => names[Math.floor(Math.random() * 10)]!;
for (const tool of [async () => unlinkSync("/a"), async () => readFileSync("/b"), async () => 1]) server.registerTool(pick(), { description: "d" }, tool as any);
`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code })).scan;
  const told = tools.map(({ name, effects }) => `${name} ${effects.map(({ capability }) => capability).join(" ")}`).sort();
  expect(told).toEqual(["{dynamic} ", "{dynamic} fs.read", "{dynamic} fs.write.delete"]);
});

test("a class whose instances are registered out of a Map is one tool, where it stands, with what runs before it", () => {
  const made = (name: string, prepare: string, invoke: string): string =>
    `class ${name} implements vscode.LanguageModelTool<any> { static readonly toolName = "${name.toLowerCase()}";
  async prepareInvocation(o: any) { ${prepare}; return {}; } async invoke(o: any) { return ${invoke} as any; } }\n`;
  const code = `import * as vscode from "vscode"; import { readdirSync, writeFileSync } from "node:fs";
${made("Look", 'writeFileSync("/log", "x")', "readdirSync(o.input.path)")}${made("Put", "1", 'writeFileSync("/x", "")')}
export function activate() {
  const made = new Map<string, any>(); for (const T of [Look, Put]) made.set(T.toolName, new T());
  for (const [name, tool] of made) vscode.lm.registerTool(name, tool); }
`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: "fs.read {param:input}, fs.write /log", put: "fs.write /x" });
});

describe("closures that are nested too deeply for all that is around them to be told", () => {
  const HEAD = `import { tool } from "ai"; import { rmSync, unlinkSync } from "node:fs";
const span = (name: string, run: () => unknown) => { console.log(name); return run(); };`;
  const tools = `export const other = tool({ description: "d", inputSchema: {}, execute: async () => span("b", () => rmSync("/y")) });
export const t = tool({ description: "d", inputSchema: {}, execute: async () => nest(9, () => unlinkSync("/x")) });`;

  test.each([
    [
      "by recursion",
      `const nest = (n: number, f: () => unknown): unknown => { const g = (h: () => unknown) => n > 0 ? nest(n - 1, () => h()) : span("a", () => h()); return g(() => f()); };`,
    ],
    [
      "by a chain of helpers",
      `${Array.from({ length: 20 }, (_, level) => `const a${level} = (f: () => unknown): unknown => a${level + 1}(() => f());`).join("\n")}
const a20 = (f: () => unknown): unknown => span("a", () => f()); const nest = (_n: number, f: () => unknown) => a0(() => f());`,
    ],
    [
      "in methods",
      `class Nest { constructor(private span_ = span) {} ${Array.from({ length: 20 }, (_, level) => `m${level}(f: () => unknown): unknown { return this.m${level + 1}(() => f()); }`).join(" ")}
m20(f: () => unknown): unknown { return this.span_("a", () => f()); } } const nest = (_n: number, f: () => unknown) => new Nest().m0(() => f());`,
    ],
  ])("are told apart by the function that is handed on: %s", (_name, code) => {
    expect(toolsOf({ "t.ts": `${HEAD}\n${code}\n${tools}` })).toEqual({ other: "fs.write.delete /y", t: "fs.write.delete /x" });
  });

  test("what they have from around them is what any caller gives", () => {
    const code = `const nest = (n: number, f: () => unknown): unknown => n > 0 ? nest(n - 1, () => f()) : span("a", () => f());
export const more = tool({ description: "d", inputSchema: {}, execute: async () => nest(9, () => rmSync("/z")) });`;
    const { t, more } = toolsOf({ "t.ts": `${HEAD}\n${code}\n${tools}` });
    expect(t).toContain("fs.write.delete /x");
    expect(more).toContain("fs.write.delete /z");
  });
});
