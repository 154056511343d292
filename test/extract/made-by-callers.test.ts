import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const MAKER = `export interface Definition { name: string; handler: (a: any) => unknown }
export function defineIt(name: string, options: any): Definition {
  const handler = async (a: any) => options.handler(a);
  return { name, description: options.description, inputSchema: options.schema, handler };
}
export function defineInSession(name: string, options: any): Definition {
  return defineIt(name, { ...options, handler: (a: any) => options.handler(a) });
}`;
const made = (by: string, from: string, name: string, path: string): string => `import { ${by} } from "${from}";
import { writeFileSync } from "node:fs";
export const list = () => [${by}("${name}", { description: "d", schema: {}, handler: async () => writeFileSync("${path}", "") })];`;

test("a definition is one a call of its maker, whether that is imported from where it stands or from what hands it on", () => {
  const files = {
    "kit/maker.ts": MAKER,
    "kit/index.ts": `export { defineIt } from "./maker.ts";`,
    "a.ts": made("defineIt", "./kit/maker.ts", "near", "/srv/near"),
    "b.ts": made("defineIt", "./kit/index.ts", "far", "/srv/far"),
  };
  // Nobody calls the other maker: what that would make is not known.
  expect(toolsOf(files)).toEqual({ near: "fs.write /srv/near", far: "fs.write /srv/far", "{dynamic}": "unknown.call" });
});

test("and one a call of a function that calls the maker with what it is called with", () => {
  const files = {
    "maker.ts": MAKER,
    "a.ts": made("defineInSession", "./maker.ts", "one", "/srv/one"),
    "b.ts": made("defineInSession", "./maker.ts", "two", "/srv/two"),
  };
  expect(toolsOf(files)).toEqual({ one: "fs.write /srv/one", two: "fs.write /srv/two" });
  // Each is declared where it is named.
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', ...files })).scan;
  const at = tools.map(({ name, file, line }) => `${name} ${file}:${line}`);
  expect(at).toEqual(["one a.ts:3", "two b.ts:3"]);
});

test("a class that a module hands on is filled by those who have it from there", () => {
  const files = {
    "core/registry.ts": `import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export class Registry {
  private readonly all = new Map<string, any>();
  add(one: any) { this.all.set(one.id, one); }
  bind(server: McpServer) {
    for (const one of Array.from(this.all.values()).filter((x) => x.kind === "tool")) server.registerTool(one.id, {}, async (a: any) => one.run(a));
  }
}`,
    "core/index.ts": `export { Registry } from "./registry.ts";`,
    "plugin.ts": `import type { Registry } from "./core/index.ts"; import { writeFileSync } from "node:fs";
export function register(registry: Registry) {
  registry.add({ id: "save", kind: "tool", run: () => writeFileSync("/srv/x", "") });
  registry.add({ id: "ask", kind: "tool", run: () => fetch("https://a.example") });
}`,
    "main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { Registry } from "./core/index.ts"; import { register } from "./plugin.ts";
const registry = new Registry(); register(registry); registry.bind(new McpServer({ name: "s", version: "1" }));`,
  };
  expect(Object.keys(toolsOf(files))).toEqual(["ask", "save"]);
});

test.each(["ToolExecutor", "ToolHandler", "ToolImplementation", "ToolRegistration"])("an object whose type is a %s is a tool", (type) => {
  const files = {
    "a.ts": `import { writeFileSync } from "node:fs"; import type { ${type} } from "./types.ts";
export const save: ${type} = { name: "save", async execute(input: any) { writeFileSync("/srv/x", input.text); } };
export const held: Holder = { name: "held", async execute(input: any) { writeFileSync("/srv/y", input.text); } };
export const all = new Map([[save.name, save]]);`,
    "types.ts": `export interface ${type} { name: string; execute(input: any): Promise<void> }`,
  };
  expect(toolsOf(files)).toEqual({ save: "fs.write /srv/x" });
});
