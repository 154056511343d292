import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const NAMES = `export enum Names { Read = "read_file", Ask = "ask" }`;
const TOOLS = `import { Names } from "./names.ts";
export const readTool = { type: "function", function: { name: Names.Read, description: "reads", parameters: { type: "object" } } };
export const askTool = { type: "function", function: { name: Names.Ask, description: "asks", parameters: { type: "object" } } };`;

describe("tools that are only described to a model's API", () => {
  test("are run by the `switch` that knows their names, in whatever file", () => {
    expect(
      toolsOf({
        "names.ts": NAMES,
        "tools.ts": TOOLS,
        "call.ts": `import { readFileSync } from "node:fs";
import { Names } from "./names.ts";
const read = (args: any) => readFileSync(args.path, "utf8");
export async function call(functionName: string, args: any) {
  switch (functionName) {
    case Names.Read: return read(args);
    case Names.Ask: return fetch("https://a.example");
    default: throw new Error("unknown");
  }
}`,
      }),
    ).toEqual({ ask: "net.connect https://a.example:443", read_file: "fs.read {param:path}" });
  });

  test("or by an `if`, on a part of what the model sent", () => {
    expect(
      toolsOf({
        "agent.ts": `import Anthropic from "@anthropic-ai/sdk";
import { execSync } from "node:child_process";
const tools = [{ name: "shell", description: "runs", input_schema: { type: "object" } }];
export async function loop(block: any) {
  if (block.name === "shell") return execSync(block.input.command);
  if (block.name === "other") return fetch("https://b.example");
}`,
      }),
    ).toEqual({ shell: "exec.shell {param:command}" });
  });

  test.each([
    ["nothing chooses them", `export const x = 1;`],
    [
      "what is compared is no name of a tool",
      `export const go = (mode: string) => { switch (mode) { case "read_file": return fetch("https://a.example"); } };`,
    ],
    ["what is chosen is a label", `export const label = (toolName: string) => { switch (toolName) { case "read_file": return "Read"; } };`],
    ["what is chosen is an icon", `export const icon = (toolName: string) => { if (toolName === "read_file") return 1; return 2; };`],
  ])("are none of ours where %s", (_name, code) => {
    expect(toolsOf({ "names.ts": NAMES, "tools.ts": TOOLS, "call.ts": code })).toEqual({});
  });

  test("services that come with the name are not what the model sent", () => {
    expect(
      toolsOf({
        "names.ts": NAMES,
        "tools.ts": TOOLS,
        "call.ts": `import { readFileSync } from "node:fs";
class Workspace { read(path: string) { return readFileSync(path); } }
export async function call(params: { toolName: string; workspace: Workspace; input: any }, extra: any) {
  switch (params.toolName) {
    case "read_file": return params.workspace.read(params.input.path);
    case "ask": return extra.ask2(params.input.text);
  }
}`,
      }),
    ).toEqual({ ask: "unknown.call", read_file: "unknown.call" });
  });

  test("a tool that is also registered is found once", () => {
    expect(
      toolsOf({
        "names.ts": NAMES,
        "tools.ts": TOOLS,
        "server.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("ask", { description: "d" }, async () => fetch("https://c.example"));
export const go = (toolName: string) => { switch (toolName) { case "ask": return fetch("https://a.example"); } };`,
      }),
    ).toEqual({ ask: "net.connect https://c.example:443" });
  });
});

describe("definitions", () => {
  test("go by the key of a registry, through a helper, and run what is called `impl`", () => {
    expect(
      toolsOf({
        "define.ts": `export const defineTool = (input: any) => ({ ...input, impl: (args: any) => input.impl(args) });`,
        "registry.ts": `import { readFileSync } from "node:fs";
import { defineTool } from "./define.ts";
export const registry = {
  Read: defineTool({ schema: {}, description: "reads", impl: (args: any) => readFileSync(args.path) }),
  Todo: defineTool({ schema: {}, description: "keeps", impl: (args: any) => args.list }),
};`,
      }),
    ).toEqual({ Read: "fs.read {param:path}", Todo: "" });
  });

  test("a registry that is made of definitions has no tools of its own", () => {
    expect(
      toolsOf({
        "define.ts": `export const defineTool = (input: any) => ({ ...input, impl: (args: any) => input.impl(args) });`,
        "definitions.ts": `import { readFileSync } from "node:fs";
import { defineTool } from "./define.ts";
export const definitions = {
  Read: defineTool({ schema: {}, description: "reads", impl: (args: any) => readFileSync(args.path) }),
  Send: defineTool({ schema: {}, description: "sends", impl: (args: any) => fetch("https://a.example") }),
};`,
        "manager.ts": `import { definitions } from "./definitions.ts";
const registry = new Map();
for (const name of ["Read", "Send"] as const) {
  const definition = definitions[name];
  registry.set(name, { schema: { name, description: definition.description, input_schema: definition.schema }, fn: definition.impl });
}`,
      }),
    ).toEqual({ Read: "fs.read {param:path}", Send: "net.connect https://a.example:443" });
  });

  test("an action that says when it applies", () => {
    expect(
      toolsOf({
        "action.ts": `import type { Action } from "./types.ts";
export const say: Action = { name: "SAY", description: "says", validate: async () => true, handler: async () => fetch("https://a.example") };`,
      }),
    ).toEqual({ SAY: "net.connect https://a.example:443" });
  });

  test("a name that cannot be told has no meaning as a pattern", () => {
    expect(
      toolsOf({
        "t.ts": `import { tool } from "ai";
export const make = (name: string) => ({ [\`(\${name}\`]: tool({ description: "d", inputSchema: {} }) });`,
      }),
    ).toEqual({ "({dynamic}": "unknown.executor" });
  });

  test("what the model sends is no context, whatever example of its type is written out", () => {
    const server = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { writeFileSync } from "node:fs";
interface Args { path: string; mode: string; note?: (text: string) => void }
export const SAMPLE: Args = { path: "x", mode: "r", note: () => {} };
export async function run(args: Args, context: unknown) { if (args.mode === "w") writeFileSync(args.path, ""); }
new McpServer({ name: "s", version: "1" }).registerTool("write", { description: "d", inputSchema: {} }, run as any);
`;
    expect(toolsOf({ "server.ts": server })).toEqual({ write: "fs.write {param:path}" });
  });

  test("of a type that says so need no description, and are run with a context of services", () => {
    const actions = `import type { Page } from "playwright-core";
import { z } from "zod";
interface Context { page: Page; note: (text: string) => void }
interface ActionDefinition { type: string; actionParams: unknown; run: (context: Context, action: any) => Promise<unknown> }
export const Open: ActionDefinition = {
  type: "open_page",
  actionParams: z.object({ url: z.string() }),
  run: async (context: Context, action: any) => context.page.goto(action.url),
};
interface State { type: string; actionParams: unknown; run: (context: Context, action: any) => Promise<unknown> }
export const other: State = { type: "other", actionParams: z.object({}), run: async () => fetch("https://other.example") };
`;
    expect(toolsOf({ "actions.ts": actions })).toEqual({ open_page: "net.connect {dynamic}" });
  });

  test.each([
    ["is expected where it stands", "ctx, input"],
    ["is its own", "ctx: Context, input: any"],
  ])("are run with a context of services by a type that %s", (_, given) => {
    const code = `import { rmSync } from "node:fs";
class Store { drop(path: string) { rmSync(path); } }
interface Context { userId: string; store: Store }
interface Definition { name: string; description: string; parameters: object; execute: (ctx: Context, input: any) => Promise<unknown> }
export const drop: Definition = { name: "drop_it", description: "d", parameters: {}, execute: async (${given}) => ctx.store.drop(input.path) };
export const wait = { name: "wait", description: "d", parameters: {}, execute: async (${given}) => input.ms } satisfies Definition;
`;
    expect(toolsOf({ "t.ts": code })).toEqual({ drop_it: "fs.write.delete {param:path}", wait: "" });
  });
});

test("programs that describe tools of one name run each its own, and one that only chooses runs them all", () => {
  const told = `import OpenAI from "openai"; export const client = new OpenAI(); export const tools = [{ name: "look", description: "d", parameters: { type: "object" } }];`;
  const chooses = (body: string): string => `export async function call(toolCall: { name: string; arguments: string }) {
  const args = JSON.parse(toolCall.arguments); switch (toolCall.name) { case "look": return ${body}; default: throw new Error(toolCall.name); } }`;
  const found = (files: Record<string, string>): string[] =>
    scanFolder(folder({ "package.json": '{ "name": "x" }', ...files })).scan.tools.map(
      ({ name, file, effects }) => `${file} ${name}: ${effects.map(({ capability }) => capability).join(", ")}`,
    );
  const reads = `import { readFileSync } from "node:fs"; ${told} ${chooses("readFileSync(args.p)")}`;
  expect(found({ "a.ts": reads, "b.ts": `${told} ${chooses("fetch(args.u)")}` })).toEqual(["a.ts look: fs.read", "b.ts look: net.connect"]);
  expect(found({ "a.ts": reads, "b.ts": chooses("fetch(args.u)") })).toEqual(["a.ts look: fs.read, net.connect"]);
});

test("a module that describes the tool as well, and runs it, is not passed over for one that only makes a title of its name", () => {
  const found = toolsOf({
    "defs.ts": `export const defs = [{ type: "function", function: { name: "look", description: "d", parameters: { type: "object" } } }];`,
    "run.ts": `import { writeFileSync } from "node:fs"; export const info = { name: "look", description: "d", parameters: {} };
export async function dispatch(toolCall: any) { switch (toolCall.name) { case "look": return writeFileSync("/kept", ""); } }`,
    "log.ts": `export function title(toolCall: any) { if (toolCall.name === "look") return format("Looks"); } function format(text: string) { return text; }`,
    "index.ts": `import OpenAI from "openai"; import { defs } from "./defs"; import { dispatch } from "./run";
const openai = new OpenAI(); export async function go() { const r: any = await openai.chat.completions.create({ tools: defs } as any); for (const call of r.calls) await dispatch(call); }`,
  });
  expect(found["look"]).toBe("fs.write /kept");
});

test("a description that stands under its name among others is of the tool that is chosen by that name", () => {
  const files = (put: string): Record<string, string> => ({
    "tools.ts": `import { z } from "zod";
export function allowed(on: boolean) { const tools: Record<string, any> = {}; if (on) { ${put} } return tools; }`,
    "flow.ts": `import { writeFileSync } from "node:fs";
export async function run(toolCall: any) {
  if (toolCall.function.name === "save_note" && toolCall.isOn) { writeFileSync("/srv/notes", toolCall.text); }
}`,
  });
  const told = `{ description: "saves", inputSchema: z.object({ text: z.string() }) }`;
  expect(toolsOf(files(`tools.save_note = ${told};`))).toEqual({ save_note: "fs.write /srv/notes" });
  // Another name is chosen nowhere.
  expect(toolsOf(files(`tools.other = ${told};`))).toEqual({});
});
