import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { readFileSync } from "node:fs";
interface Tool { name: string; open?: boolean; handle(context: any, args: any): unknown }
const make = <T extends Tool>(tool: T): T => tool;
const server: any = new McpServer({ name: "s", version: "1" });
`;
const LOOP = `for (const tool of tools) server.registerTool(tool.name, {}, async (args: any) => {
  if (tool.open) return tool.handle(null, args);
  return tool.handle(readFileSync("/srv/login"), args);
});`;
const TOOLS = `const free = make({ name: "free", open: true, handle: () => 1 });
const shut = make({ name: "shut", open: false, handle: () => 2 });
const none = make({ name: "none", handle: () => 3 });
`;
const told = (more = "", of = "free, shut, none", files: Readonly<Record<string, string>> = {}): Record<string, string> =>
  toolsOf({ ...files, "t.ts": `${HEAD}${TOOLS}const tools: Tool[] = [${of}];\n${more}\n${LOOP}` });

const READS = "fs.read /srv/login";

describe("a flag that a definition is written with", () => {
  test("decides what runs of it", () => {
    expect(told()).toEqual({ free: "", shut: READS, none: READS });
  });

  test.each<[string, string, string?, Readonly<Record<string, string>>?]>([
    ["is assigned", "free.open = false;"],
    ["is assigned under another name", "const other: Tool = free; other.open = Boolean(process.env.X);"],
    ["is assigned in a function", "function shutAll(all: Tool[]) { for (const one of all) one.open = false; } shutAll(tools);"],
    ["is assigned by a pattern", "({ open: free.open } = { open: false });"],
    ["is taken away", "delete (free as any).open;"],
    ["is taken away under another name", "function take(one: any) { delete one.open; } take(free);"],
    ["is assigned by its name in a text", '(tools[0] as any)["open"] = false;'],
    ["is assigned by its name in a constant", 'const KEY = "open"; function set(one: any) { one[KEY] = false; } set(free);'],
    ["has a name that is made up", 'for (const of of ["en"]) (free as any)[`op${of}`] = false;'],
    [
      "is copied from another",
      "function copy(to: any, from: any) { for (const key in from) to[key] = from[key]; } copy(free, { open: false });",
    ],
    ["is set by Reflect", 'Reflect.set(free, "open", false);'],
    ["is defined again", 'Object.defineProperty(free, "open", { get: () => Math.random() > 1 });'],
    ["is mixed in", "function mix(one: any, more: any) { Object.assign(one, more); } mix(free, JSON.parse('{}'));"],
    ["is spread over", "", "{ ...free, ...JSON.parse('{}'), name: 'free' }, shut, none"],
    ["is computed", "", "make({ name: 'free', open: Boolean(process.env.Y), handle: () => 1 }), shut, none"],
    ["is a getter", "", "make({ name: 'free', get open() { return Math.random() > 1; }, handle: () => 1 }), shut, none"],
    ["is assigned in another file", "export { free };", "free, shut, none", { "o.ts": 'import { free } from "./t"; free.open = false;' }],
  ])("and does not where it %s", (_, more, of, files) => {
    expect(told(more, of, files)["free"]).toContain(READS);
  });

  test("of an instance, or of what is not known, decides nothing", () => {
    const ready = `class State { ready = true; }\nconst state = new State();\n`;
    const run = (body: string): string | undefined =>
      toolsOf({
        "t.ts": `import { tool } from "ai"; import { readFileSync } from "node:fs";\n${ready}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${body} return readFileSync("/srv/login"); } });`,
      })["t"];
    expect(run("if (state.ready) return 1;")).toBe(READS);
    expect(run("if (a.ready) return 1;")).toBe(READS);
  });
});
