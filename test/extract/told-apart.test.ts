import { expect, test } from "vitest";
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
export function activate() { ${tool("context", `"setContext", "busy", true`)} ${tool("open", `"vscode.open", o.input.uri`)} ${tool("send", `"workbench.action.terminal.sendSequence", {}`)} ${tool("any", `o.input.id`)} }`;
  const tools = toolsOf({ "t.ts": code });
  expect([tools["context"], tools["open"]]).toEqual(["", ""]);
  expect([tools["send"], tools["any"]].every((one) => one?.startsWith("exec.spawn "))).toBe(true);
});
