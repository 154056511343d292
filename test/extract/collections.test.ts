import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";

const work = mkdtempSync(join(tmpdir(), "toolfence-collections-"));
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** The tools of a small project, each with its capabilities. */
function toolsOf(name: string, files: Readonly<Record<string, string>>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, name, file)), { recursive: true });
    writeFileSync(join(work, name, file), text);
  }
  return scanFolder(join(work, name)).scan.tools.map((tool) => `${tool.name}: ${tool.effects.map((one) => one.capability).join(" ")}`);
}

const EXECUTE = `execute: async ({ path }) => fs.readFileSync(path)`;

test("the key of a collection names the tool, whatever its variable is called", () => {
  const text = `import fs from "node:fs"; import { generateText, tool } from "ai";
const readTool = tool({ description: "d", inputSchema: {}, ${EXECUTE} });
await generateText({ tools: { read: readTool, plain: { inputSchema: {}, execute: async () => fetch("https://a.example") } } });`;
  expect(toolsOf("keys", { "index.ts": text })).toEqual(["plain: net.connect", "read: fs.read"]);
});

test("a file is a tool by where it lies", () => {
  const text = `import fs from "node:fs"; export const metadata = { name: "read_it" };
export default async function run({ path }) { return fs.readFileSync(path); }`;
  expect(
    toolsOf("xmcp", { "package.json": `{ "name": "x", "dependencies": { "xmcp": "1" } }`, "src/tools/a.ts": text, "src/other/a.ts": text }),
  ).toEqual(["read_it: fs.read"]);
});

test("a registration in a helper is named by the module that calls it", () => {
  const helper = `import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const add = (server: McpServer, name: string, run: (args: object) => unknown) => server.tool(name, "d", {}, async (args) => run(args));`;
  const main = `import fs from "node:fs"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { add } from "./helper.js";
add(new McpServer({ name: "s", version: "1" }), "read_it", ({ path }) => fs.readFileSync(path));`;
  expect(toolsOf("helper", { "helper.ts": helper, "index.ts": main })).toEqual(["read_it: fs.read"]);
});

test.each([
  [
    "an action with its names",
    `{ name: "READ", similes: ["LOAD"], description: "d", validate: async () => true, handler: async () => fs.readFileSync("/a") }`,
  ],
  [
    "an entry that is called",
    `{ type: "internal", name: "READ", description: "d", inputSchema: {}, call: async () => fs.readFileSync("/a") }`,
  ],
])("an object that is a definition is a tool, wherever it goes: %s", (name, definition) => {
  expect(toolsOf(`definition ${name}`, { "a.ts": `import fs from "node:fs"; export const one = ${definition};` })).toEqual([
    "READ: fs.read",
  ]);
});

test("functions of a schema run for the tool, also from another file; functions beside it do not", () => {
  const schemas = `import fs from "node:fs"; import { z } from "zod";
const config = { run: () => fetch("https://no.example") };
export const shape = z.object({ path: z.string().refine((p) => fs.existsSync(p)), kind: make(config) });`;
  const text = `import { tool } from "ai"; import { shape } from "./schemas.ts";
export const probe = tool({ description: "d", inputSchema: shape, execute: async ({ path }) => path });`;
  expect(toolsOf("schemas", { "schemas.ts": schemas, "index.ts": text })).toEqual(["probe: fs.read"]);
});
