import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const HEAD = `import { FastMCP } from "fastmcp"; import { readFileSync } from "node:fs";\nconst server = new FastMCP({ name: "s", version: "1.0.0" });\n`;
const tool = (name: string): string =>
  `{ name: "${name}", description: "d", parameters: {}, execute: async ({ p }) => readFileSync(p, "utf8") }`;
const places = (root: string, part = ""): string[] =>
  scanFolder(`${root}${part}`).scan.tools.map(({ name, file, line, effects }) => `${name} ${file}:${line} ${effects.length}`);

describe("a tool stands where its author wrote it, and not where everybody's are registered", () => {
  test("a helper that registers what it is given", () => {
    const root = folder({
      "package.json": '{ "name": "demo" }',
      "s.ts": `${HEAD}const add = (tool) => { if (tool.name !== "x") server.addTool(tool); };
add(${tool("one")});
add(
  ${tool("two")},
);
`,
    });
    expect(places(root)).toEqual(["one s.ts:4 1", "two s.ts:6 1"]);
  });

  test("a helper with a name and a function, of another file", () => {
    const root = folder({
      "package.json": '{ "name": "demo" }',
      "register.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
export function register(name, run) {
  server.registerTool(name, { description: "d" }, async (input) => ({ content: await run(input) }));
}
`,
      "tools.ts": `import { readFileSync } from "node:fs"; import { register } from "./register.js";
register("one", ({ p }) => readFileSync(p));
register("two", ({ p }) => p);
`,
    });
    expect(places(root)).toEqual(["one tools.ts:2 1", "two tools.ts:3 0"]);
  });

  test("a list of another file", () => {
    const root = folder({
      "package.json": '{ "name": "demo" }',
      "list.ts": `import { readFileSync } from "node:fs";\nconst one = ${tool("one")};\nexport const tools = [one,\n${tool("two")}];\n`,
      "s.ts": `${HEAD}import { tools } from "./list.js"; for (const tool of tools) server.addTool(tool);\n`,
    });
    expect(places(root)).toEqual(["one list.ts:2 1", "two list.ts:4 1"]);
  });

  test("what a registration says itself stays there", () => {
    const root = folder({
      "package.json": '{ "name": "demo" }',
      "s.ts": `${HEAD}const one = ${tool("one")};\nserver.addTool(one);\n`,
    });
    expect(places(root)).toEqual(["one s.ts:4 1"]);
  });
});

test("a helper has as many tools as it is given", () => {
  const calls = Array.from({ length: 60 }, (_, n) => `add({ name: "t${n}", execute: wrap(async ({ p }) => readFileSync(p)) });`);
  const root = folder({
    "package.json": '{ "name": "demo" }',
    "s.ts": `${HEAD}const wrap = (f) => async (input) => f(input); const add = (tool) => { server.addTool(tool); };\n${calls.join("\n")}\n`,
  });
  expect(
    scanFolder(root)
      .scan.tools.map(({ name, effects }) => `${name} ${effects.map((one) => one.capability).join()}`)
      .sort(),
  ).toEqual(Array.from({ length: 60 }, (_, n) => `t${n} fs.read`).sort());
});

describe("packages that declare their tools through another one", () => {
  test("the tools are theirs, in the repository and in the package alone", () => {
    const root = folder({
      "package.json": '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
      ".git/HEAD": "ref: refs/heads/main\n",
      "packages/common/package.json": '{ "name": "@x/common", "exports": "./index.ts" }',
      "packages/common/index.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  export interface Context { readonly read: boolean; accountTool(name: string, config: object, handler: Function): void }
  export function createApp(options: { register: (context: Context) => void }) {
    return { fetch() {
      const server = new McpServer({ name: "s", version: "1" });
      options.register({ read: true, accountTool(name, config, handler) { server.registerTool(name, config, async (input) => handler(input)); } });
    } };
  }
  `,
      "packages/app/package.json": '{ "name": "@x/app", "dependencies": { "@x/common": "*" } }',
      "packages/app/index.ts": `import { createApp } from "@x/common"; import { register } from "./tools.js";
  export default createApp({ register });
  `,
      "packages/app/tools.ts": `import { readFileSync } from "node:fs"; import type { Context } from "@x/common";
  export function register(context: Context) {
    context.accountTool("one", {}, async ({ p }) => readFileSync(p));
  }
  `,
      "node_modules/@x/.keep": "",
    });
    expect(scanFolder(root).scan.tools.map(({ id, file }) => `${id} ${file}`)).toEqual(["@x/app/s.one packages/app/tools.ts"]);
    expect(places(root, "/packages/app")).toEqual(["one tools.ts:3 1"]);
    expect(places(root, "/packages/common")).toEqual([]);
  });
});

describe("a tool without a name of its own has the key that it is handed over by", () => {
  const TOOLS = `import { tool } from "ai";
export const readTool = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });
export const writeTool = tool({ description: "d", inputSchema: {}, execute: async () => process.env.B });
`;
  const names = (files: Readonly<Record<string, string>>): string[] =>
    scanFolder(folder({ "package.json": '{ "name": "demo" }', "t.ts": TOOLS, ...files })).scan.tools.map(({ name }) => name);
  test("of an object of tools, in whatever file", () => {
    expect(names({})).toEqual(["readTool", "writeTool"]);
    expect(
      names({ "s.ts": 'import { readTool, writeTool } from "./t.js"; export const tools = { read_file: readTool, writeTool };' }),
    ).toEqual(["read_file", "writeTool"]);
  });
  test("of each object, where there are several", () => {
    const s = 'import { readTool } from "./t.js"; export const myTools = { a: readTool }; export const toolset = { b: readTool };';
    expect(names({ "s.ts": s })).toEqual(["a", "b", "writeTool"]);
  });
  test("and not of any object", () => {
    expect(names({ "s.ts": 'import { readTool } from "./t.js"; export const registry = { a: readTool };' })).toEqual([
      "readTool",
      "writeTool",
    ]);
  });
});
