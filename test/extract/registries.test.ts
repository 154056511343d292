import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const FS = `import { readFileSync, unlinkSync } from "node:fs"; import { execSync } from "node:child_process";\n`;

test("a registry that other modules fill when they are loaded is told apart by the names in it", () => {
  expect(
    toolsOf({
      "index.ts": `import "./a.ts"; import "./b.ts"; import { start } from "./server.ts"; await start();`,
      "a.ts": `${FS}import { add } from "./server.ts"; add([{ tool: { name: "look", description: "d" }, handler: async ({ p }: any) => readFileSync(p) }]);`,
      "b.ts": `${FS}import { add } from "./server.ts";
const run = { tool: { name: "run", description: "d" }, handler: async ({ c }: any) => execSync(c) };
const nothing = { tool: { name: "nothing", description: "d" }, handler: async () => 1 };
add([run, nothing]);`,
      "server.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const all: any[] = []; const byName = new Map<string, any>();
export function add(defs: any[]): void { for (const one of defs) { if (byName.has(one.tool.name)) continue; all.push(one); byName.set(one.tool.name, one); } }
export async function start(): Promise<void> {
  const server = new Server({ name: "x", version: "1" }, {});
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: all.map((one) => one.tool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => byName.get(params.name)?.handler(params.arguments));
}`,
    }),
  ).toEqual({ look: "fs.read {param:p}", nothing: "", run: "exec.shell {param:c}" });
});

const TOOLS = `${FS}import { tool } from "ai";
export const clock = tool({ description: "c", inputSchema: {} as any, execute: async () => Date.now() });
export const web = () => tool({ description: "w", inputSchema: {} as any, execute: async () => fetch("https://x.test") });
export const deep = () => tool({ description: "d", inputSchema: {} as any, execute: async ({ q }: any) => execSync(q) });
`;

test("what a branch on the name puts under it is under no other name", () => {
  expect(
    toolsOf({
      "tools.ts": TOOLS,
      "route.ts": `import { streamText } from "ai"; import { clock, deep, web } from "./tools.ts";
const PLAIN: any = { clock }; const MADE: any = { deep: () => deep(), web };
function toolsFor(names: string[]): any {
  const tools: any = {};
  for (const name of ["deep", "web", "clock"]) {
    if (name === "deep") tools[name] = deep();
    else if (name in MADE) tools[name] = MADE[name]();
    else if (name in PLAIN) tools[name] = PLAIN[name];
  }
  return tools;
}
export const POST = (messages: any) => streamText({ model: "m" as any, messages, tools: toolsFor([]) });
`,
    }),
  ).toEqual({ clock: "", deep: "exec.shell {param:q}", web: "net.connect https://x.test:443" });
});

test("a default stands for what an element lacks, whatever the branch asks", () => {
  expect(
    toolsOf({
      "t.ts": `${FS}import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });
const handlers: Record<string, () => void> = {};
for (const { name, kind = "z" } of [{ name: "a" }, { name: "b", kind: "y" }] as any[]) if (kind === "z") handlers[name] = () => execSync("ls");
server.tool("look", "d", {}, async () => handlers["a"]?.());
`,
    }),
  ).toEqual({ look: "exec.shell ls" });
});

test("one of two tools of a name is each of them, and no third", () => {
  const one = (body: string): string => `${FS}import { createTool } from "@mastra/core/tools";
export const look = createTool({ id: "look", description: "d", execute: async (input: any) => ${body} });`;
  const { tools } = scanFolder(
    folder({
      "package.json": '{ "name": "x" }',
      "one.ts": one("1"),
      "two.ts": one("readFileSync(input.p)"),
      "index.ts": `import { Agent } from "@mastra/core/agent"; import * as one from "./one.ts"; import * as two from "./two.ts";
const pick = (a: any, b: any) => (process.env.WHICH ? a : b);
export const look = pick(one.look, two.look);
export const agent = new Agent({ name: "a", instructions: "", model: "m", tools: { look } });`,
    }),
  ).scan;
  expect(tools.map(({ name, file, effects }) => [name, file, effects.map(({ capability }) => capability)])).toEqual([
    ["look", "one.ts", []],
    ["look", "two.ts", ["fs.read"]],
  ]);
});

test("tools of packages and of servers stand among those that they are put with, by what is known of their names", () => {
  expect(
    toolsOf({
      "tools.ts": TOOLS,
      "mcp.ts": `import { createMCPClient } from "@ai-sdk/mcp";
export async function theirs(url: string) {
  const tools: any = {};
  const client = await createMCPClient({ transport: { type: "http", url } });
  for (const [name, def] of Object.entries(await client.tools())) {
    const original = (def as any).execute.bind(def);
    tools[\`mcp_\${name}\`] = { ...(def as any), execute: async (...args: any[]) => original(...args) };
  }
  return tools;
}`,
      "route.ts": `import { streamText } from "ai"; import { memoryKit } from "some-memory-kit"; import { theirs } from "./mcp.ts"; import { clock } from "./tools.ts";
async function load(names: string[]): Promise<any> {
  const tools: any = {};
  for (const name of names) switch (name) {
    case "clock": tools.clock = clock; break;
    case "add_memory": { const kit = memoryKit("key"); tools.add_memory = kit.addMemory; break; }
  }
  Object.assign(tools, await theirs("https://x.test"));
  return tools;
}
export const POST = async (messages: any) => streamText({ model: "m" as any, messages, tools: await load([]) });
`,
    }),
  ).toMatchObject({ add_memory: "unknown.executor", clock: "", "mcp_{dynamic}": "net.connect {dynamic}" });
});

test("a decorator that marks a tool beside the one that makes it makes no other", () => {
  expect(
    toolsOf({
      "t.ts": `import { PublicTool, Tool } from "@rekog/mcp-nest";
export class Tools {
  @Tool({ name: "open-greet", description: "greets" })
  @PublicTool()
  openGreet() { return "hi"; }
}`,
    }),
  ).toEqual({ "open-greet": "" });
});

test("a registry that goes through many lists of many tools registers each, by the name that a list gives it", () => {
  const lists = ["a", "b", "c", "d", "e", "f", "g"];
  const listOf = (list: string): string => `import { readFileSync } from "node:fs";
const named = [${Array.from({ length: 36 }, (_, index) => `{ name: "${list}${index}", description: "d" }`).join(", ")}];
export class Tools { all() { return named.map((one) => ({ ...one, handler: this.of(one.name) })); }
  of(name: string) { return name === "${list}7" ? this.read.bind(this) : this.none.bind(this); }
  read(p: any) { return readFileSync(p.path, "utf8"); } none() { return 1; } }`;
  const tools = toolsOf({
    ...Object.fromEntries(lists.map((list) => [`${list}.ts`, listOf(list)])),
    "server.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${lists.map((list) => `import { Tools as ${list.toUpperCase()} } from "./${list}.ts";`).join("\n")}
const server = new McpServer({ name: "s", version: "1" });
class Registry {
  add(tool: any) { server.tool(tool.name, tool.description, {}, async (args: any) => tool.handler(args)); }
  start() { for (const Made of [${lists.map((list) => list.toUpperCase()).join(", ")}]) new Made().all().forEach((tool: any) => { this.add(tool); }); }
}
new Registry().start();`,
  });
  expect(Object.keys(tools).sort()).toEqual(lists.flatMap((list) => Array.from({ length: 36 }, (_, index) => `${list}${index}`)).sort());
  expect(lists.map((list) => tools[`${list}7`])).toEqual(lists.map(() => "fs.read {param:path}"));
});
