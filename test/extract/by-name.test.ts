import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const RUNS = `import { spawn } from "node:child_process"; import { readFileSync, writeFileSync } from "node:fs";
async function readNote(p: any) { return readFileSync(p.path, "utf8"); }
async function search(p: any) { return spawn("rg", [p.pattern]); }
`;
const OPENAI = `import OpenAI from "openai"; const openai = new OpenAI();
const parameters = { type: "object", properties: {} };
const tools = [
  { type: "function" as const, function: { name: "read_note", description: "d", parameters } },
  { type: "function" as const, function: { name: "search", description: "d", parameters } },
];
const ask = async () => (await openai.chat.completions.create({ model: "m", messages: [], tools })).choices[0].message.tool_calls ?? [];
`;
const BOTH = { read_note: "fs.read {param:path}", search: "exec.spawn rg {param:pattern}" };

describe("tools that a table of executors holds by their names", () => {
  test.each([
    ["called as they are chosen", "for (const c of await ask()) await available[c.function.name](JSON.parse(c.function.arguments));"],
    [
      "kept before",
      "for (const c of await ask()) { const f = available[c.function.name as keyof typeof available]; if (f) await f(JSON.parse(c.function.arguments)); }",
    ],
    [
      "out of a Map",
      "const all = new Map(Object.entries(available)); for (const c of await ask()) await all.get(c.function.name)!(JSON.parse(c.function.arguments));",
    ],
  ])("are found where a model's call chooses them: %s", (_, body) => {
    const code = `const available = { read_note: readNote, search }; export async function go() { ${body} }`;
    expect(toolsOf({ "t.ts": RUNS + OPENAI + code })).toEqual(BOTH);
  });

  test("by the name of a tool, though nobody says what they are for", () => {
    const code = `const toolHandlers: Record<string, (p: any) => unknown> = { read_note: readNote, search, none: () => 1 };
export const handleToolCall = async ({ toolName, input }: { toolName: string; input: any }) => {
  const handler = toolHandlers[toolName]; if (!handler) throw new Error("none"); return handler(input); };
`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({ ...BOTH, none: "" });
  });

  test("a table of labels, icons or checks for each tool is none", () => {
    const code = `const toolLabels: Record<string, (p: any) => string> = { read_note: (p) => "reads " + p.path };
const renderers: any = { read_note: (p: any) => writeFileSync("/log", p) };
export const show = (toolName: string, p: any) => [toolLabels[toolName](p), renderers[toolName](p)];
const users: any = { ann: readNote }; export const greet = (name: string) => users[name](name);
`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({});
  });
});

test("tools of one name in files that do not belong together are two", () => {
  const a = `import OpenAI from "openai"; import { zodFunction } from "openai/helpers/zod";
export const go = () => new OpenAI().chat.completions.runTools({ model: "m", messages: [],
  tools: [zodFunction({ name: "search", description: "d", parameters: {} as any, function: async ({ q }: any) => q })] });
`;
  const b = `${RUNS}${OPENAI}async function callTool(c: any) { switch (c.function.name) { case "search": return search(JSON.parse(c.function.arguments)); } }
export async function go() { for (const c of await ask()) await callTool(c); }
`;
  expect(toolsOf({ "b.ts": b })).toEqual({ search: BOTH.search });
  expect(Object.keys(toolsOf({ "a.ts": a, "b.ts": b })).length + Object.keys(toolsOf({ "a.ts": a })).length).toBe(2);
});

describe("definitions that a function makes", () => {
  test("are one a call, where the name comes from whoever calls it", () => {
    const code = `class Prompt { private all: Record<string, any> = {};
  fn(name: string, description: string, parameters: object, handler: any) { this.all[name] = { name, description, parameters, handler }; return this; }
  rest(...args: any[]) { const [name, description] = args; const handler = args[args.length - 1];
    this.all[name] = { name, description, parameters: {}, handler }; return this; }
  call(name: string, p: any) { return this.all[name].handler(p); } }
export const prompt = new Prompt().fn("read_note", "d", {}, readNote).rest("search", "d", search).rest("none", "d", {}, () => 1);
`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({ ...BOTH, none: "" });
  });

  test("need no schema where what makes them says that they are tools", () => {
    const code = `const tool = (t: any) => ({ type: "function", ...t }); const note = (t: any) => t;
export const all = [tool({ name: "wipe", description: "d", execute: async () => writeFileSync("/cache", "") })];
export const other = note({ name: "other", description: "d", execute: async () => writeFileSync("/other", "") });
`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({ wipe: "fs.write /cache" });
  });
});

test.each([
  [
    "tmcp",
    'import { McpServer } from "tmcp"; const server = new McpServer({ name: "s", version: "1" }, {} as any);',
    "server.tool({ ...meta(), enabled: () => true }, run)",
  ],
  [
    "tmcp, handed in",
    'import type { McpServer } from "tmcp";',
    "export const add = (server: McpServer<any, any>) => { server.tool({ ...meta() }, run); }",
  ],
  ["muppet", 'import { Muppet } from "muppet"; const server = new Muppet({ name: "s", version: "1" });', "server.tool(meta(), run)"],
  ["litemcp", 'import { LiteMCP } from "litemcp"; const server = new LiteMCP("s", "1");', "server.addTool({ ...meta(), execute: run })"],
  ["livekit", 'import { llm } from "@livekit/agents";', "export const tools = [llm.tool({ ...meta(), execute: run })]"],
  [
    "teams",
    'import { ChatPrompt } from "@microsoft/teams.ai"; const prompt = new ChatPrompt({} as any);',
    'prompt.function("branch", "d", run)',
  ],
])("a tool of %s is found, however its definition is put together", (_, head, call) => {
  const code = `${head} import { execSync } from "node:child_process";
const run = async () => execSync("git branch"); function meta() { return { name: "branch", description: "d" }; }
${call};
`;
  expect(toolsOf({ "t.ts": code })).toEqual({ branch: "exec.shell git branch" });
});

describe("tools that a function chooses among by the name of one", () => {
  const body = `if (toolName === "none") return []; else if (toolName === "read_note" || toolName === "look") return readNote(input);
else if (toolName === "search") return search(input); throw new Error(toolName);`;

  test("are found where it says that it runs them", () => {
    const code = `export class Client { private async handleToolCall({ toolName, input }: any): Promise<any> { ${body} } }
export const runTool = async (call: any) => { switch (call.toolName) { case "wipe": return writeFileSync("/x", ""); case "say": return call.input; } };
`;
    const look = BOTH.read_note;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({ ...BOTH, look, none: "", say: "", wipe: "fs.write /x" });
  });

  test("are found where it is told the name as `name`", () => {
    const code = `async function runNotebookTool(context: any, name: string, value: any) { if (name === "read_note") { return readNote(value); } if (name === "search") return search(value); }`;
    expect(Object.keys(toolsOf({ "t.ts": RUNS + code }))).toEqual(["read_note", "search"]);
    const other = `async function runNotebookTool(context: any, value: any) { const { name } = context; if (name === "read_note") { return readNote(value); } if (name === "search") return search(value); }`;
    expect(toolsOf({ "t.ts": RUNS + other })).toEqual({});
  });

  test("are found where it leaves for all others", () => {
    const told = (name: string): string => `{ name: "${name}", description: "d", inputSchema: { type: "object", properties: {} } }`;
    const code = `export const TOOLS = [${told("read_note")}];
export async function executeNoteTools(toolName: string, input: any) { if (toolName !== "read_note") return { error: toolName }; return readNote(input); }`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({ read_note: BOTH.read_note });
    // Nobody says what it is for.
    expect(toolsOf({ "t.ts": RUNS + code.replace("read_note", "other") })).toEqual({});
  });

  test("are found where it is given a call that has the name, and its module says what each is for", () => {
    const told = (name: string): string => `{ name: "${name}", description: "d", inputSchema: { type: "object", properties: {} } }`;
    const code = (names: string): string => `export const TOOLS = [${names}];
export async function handleToolCall(call: any) { switch (call.name) { case "read_note": return readNote(call.input); case "search": return search(call.input); } }`;
    expect(toolsOf({ "t.ts": RUNS + code(`${told("read_note")}, ${told("search")}`) })).toEqual(BOTH);
    expect(toolsOf({ "t.ts": RUNS + code(told("read_note")) })).toEqual({});
    const both = `${told("read_note")}, ${told("search")}`;
    expect(toolsOf({ "t.ts": RUNS + code(both).replace("handleToolCall", "handleToolbarClick") })).toEqual({});
  });

  test("and not where one shows, labels or checks them", () => {
    const code = `export function titleOf({ toolName, input }: any): any { ${body} } export const handleToolCall = (toolName: string) => toolName === "one" && search(1);`;
    expect(toolsOf({ "t.ts": RUNS + code })).toEqual({});
    expect(toolsOf({ "view.tsx": `${RUNS}export function handleTool({ toolName, input }: any): any { ${body} }` })).toEqual({});
  });
});

test("a tool of tmcp that another call has made is one tool", () => {
  const code = `import { McpServer, defineTool } from "tmcp"; import { execSync } from "node:child_process";
const server = new McpServer({ name: "s", version: "1" }, {} as any);
const made = defineTool({ name: "made", description: "d" }, async () => execSync("id")); server.tool(made);
`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code })).scan;
  expect(tools.map(({ name, confidence }) => [name, confidence])).toEqual([["made", "exact"]]);
});
