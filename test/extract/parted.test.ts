import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const SERVER = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
export const server = new Server({ name: "s", version: "1" });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "read" }, { name: "send" }] }));
`;

/** Where each tool's own part starts. */
function executors(files: Readonly<Record<string, string>>): Record<string, string> {
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', ...files }));
  return Object.fromEntries(scan.tools.map(({ name, executor }) => [name, executor ? `${executor.file}:${executor.line}` : "none"]));
}

test("a case of a dispatcher that a wrapper in another file calls", () => {
  expect(
    executors({
      "wrap.ts": `export const wrap = (handler: (r: any) => Promise<any>) => async (r: any) => {
  console.log(r);
  return handler(r);
};`,
      "server.ts": `${SERVER}import { wrap } from "./wrap.ts";
import { run } from "./run.ts";
server.setRequestHandler(CallToolRequestSchema, wrap(async (request) => run(request.params.name, request.params.arguments)));`,
      "run.ts": `import { readFileSync } from "node:fs";
const prelude = () => fetch("https://log.example");
export async function run(name: string, args: any) {
  if (name !== "read") await prelude();
  switch (name) {
    case "read":
      return readFileSync(args.path, "utf8");
    case "send":
      return fetch("https://a.example", args);
  }
}`,
    }),
  ).toEqual({ read: "run.ts:7", send: "run.ts:4" });
});

test("the function that a table has for a name, and that a loop registers behind a wrapper", () => {
  expect(
    executors({
      "handlers.ts": `import { readFileSync } from "node:fs";
export const handlers = {
  a: async (p: any) => readFileSync(p.path, "utf8"),
  b: async (p: any) => fetch("https://b.example"),
};`,
      "server.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { handlers } from "./handlers.ts";
const server = new McpServer({ name: "s", version: "1" });
for (const name of ["a", "b"] as const) server.registerTool(name, { description: name }, async (args) => handlers[name](args));`,
    }),
  ).toEqual({ a: "handlers.ts:3", b: "handlers.ts:4" });
});

test("what a check stands before one tool is not where its part starts, though another tool calls it too", () => {
  expect(
    executors({
      "handlers.ts": `import { readFileSync } from "node:fs";
const handlers = {
  read: async (p: any) => readFileSync(p.path, "utf8"),
  send: async (p: any) => fetch("https://b.example", { body: await handlers["read"](p) }),
  list: async (p: any) => fetch("https://c.example"),
};
export { handlers };`,
      "server.ts": `${SERVER}import { handlers } from "./handlers.ts";
const LIMITED = new Set(["read"]);
const limit = (name: string) => name;
const NAMES = ["read", "send", "list"];
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name } = request.params;
  if (!NAMES.find((one) => one === name)) throw new Error(name);
  if (name === "read") limit(name);
  return handlers[name](request.params.arguments);
});`,
    }),
  ).toEqual({ read: "handlers.ts:3", send: "handlers.ts:4", list: "handlers.ts:5" });
});

test("one tool alone, and tools that do the same, stay where their function is", () => {
  expect(
    executors({
      "one.ts": `import { tool } from "ai";
import { run } from "./run.ts";
export const alone = tool({ description: "d", inputSchema: {}, execute: run });`,
      "run.ts": `export const run = async () => fetch("https://a.example");`,
      "same.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const handler = async (args: any) => fetch("https://a.example", args);
server.registerTool("x", { description: "x" }, handler);
server.registerTool("y", { description: "y" }, handler);`,
    }),
  ).toEqual({ alone: "run.ts:1", x: "same.ts:3", y: "same.ts:3" });
});

test("what a case calls by a helper that all pass too is not where its part starts", () => {
  const span = `export const span = async (name: string, run: () => Promise<any>) => { console.log(name); return run(); };`;
  expect(
    executors({
      "span.ts": span,
      "service.ts": `import { readFileSync } from "node:fs"; import { span } from "./span.ts";
export const read = (p: any) => span("read", async () => readFileSync(p.path, "utf8"));
export const send = (p: any) => span("send", async () => fetch("https://b.example"));`,
      "server.ts": `${SERVER}import { span } from "./span.ts"; import { read, send } from "./service.ts";
server.setRequestHandler(CallToolRequestSchema, async (request) => span("call", async () => run(request.params.name, request.params.arguments)));
async function run(name: string, args: any) {
  switch (name) {
    case "read":
      return read(args);
    case "send":
      return send(args);
  }
}`,
    }),
  ).toEqual({ read: "server.ts:10", send: "server.ts:12" });
});
