import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

test("what settles a promise is harmless, also from a field", () => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
class Queue {
  private wake: (() => void) | undefined;
  wait() { return new Promise<void>((resolve) => { this.wake = resolve; }); }
  push() { this.wake?.(); }
}
const queue = new Queue();
export const t = tool({ description: "d", inputSchema: {}, execute: async () => queue.push() });`,
    }),
  ).toEqual({ t: "" });
});

test("`ReturnType` of a function of ours is what it makes", () => {
  expect(
    toolsOf({
      "client.ts": `export function createClient(key: string) { return { async list() { return fetch("https://api.example/list"); } }; }
export type Client = ReturnType<typeof createClient>;
export type Old<_T = unknown> = Client;`,
      "t.ts": `import { tool } from "ai";
import type { Old } from "./client.ts";
const given = JSON.parse("{}");
const list = async (client: Old<unknown>) => client.list();
export const t = tool({ description: "d", inputSchema: {}, execute: async () => list(given.client) });`,
    }),
  ).toEqual({ t: "net.connect https://api.example:443" });
});

const BINDING = `async (_a: any, { env }: any) => env.BUCKET.put("k", "v")`;
test.each([
  ["a bucket", "wrangler", BINDING, "net.connect {dynamic}"],
  [
    "a durable object",
    "wrangler",
    `async (_a: any, ctx: any) => { const id = ctx.env.ROOMS.idFromName("x"); return ctx.env.ROOMS.get(id).say(); }`,
    "net.connect {dynamic}",
  ],
  ["a text", "wrangler", `async (_a: any, { env }: any) => env.NAME.toLowerCase()`, ""],
  ["something else in capitals", "wrangler", `async (_a: any, ctx: any) => ctx.THING.run2()`, "unknown.call"],
  ["a package for another platform", "left-pad", BINDING, "unknown.call"],
])("a platform's binding by how it is written: %s", (_name, dependency, execute, expected) => {
  expect(
    toolsOf({
      "package.json": JSON.stringify({ name: "x", devDependencies: { [dependency]: "*" } }),
      "t.ts": `import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: ${execute} });`,
    }),
  ).toEqual({ t: expected });
});

test.each([
  ["looked up", `ctx.context.get("user")`, ""],
  ["looked up and called", `ctx.context.get("browser").open2()`, "unknown.call"],
  ["got from something else", `ctx.client.get("/x")`, "unknown.call"],
  ["got from an address", `ctx.requestContext.get("https://a.example")`, "unknown.call"],
  ["got from what the model sent", `ctx.requestContext.get(_a.url)`, "unknown.call"],
  ["said to the caller", `ctx.addIssue({})`, ""],
  ["said to another service", `ctx.jira.addIssue({})`, "unknown.call"],
])("what somebody put into a context: %s", (_name, code, expected) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (_a: any, ctx: any) => ${code} });`,
    }),
  ).toEqual({ t: expected });
});

test.each([
  ["StdioClientTransport", "client/stdio.js", "exec.spawn {dynamic}"],
  ["StreamableHTTPClientTransport", "client/streamableHttp.js", "net.connect {dynamic}"],
])("an MCP client reaches its server by its transport: %s", (name, from, expected) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ${name} } from "@modelcontextprotocol/sdk/${from}";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => {
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new ${name}({} as any));
} });`,
    }),
  ).toEqual({ t: expected });
});

test("what the protocol hands to a request handler stays harmless when it is passed on", () => {
  expect(
    toolsOf({
      "s.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
type Send = (note: unknown) => Promise<void>;
class Tracker { constructor(private send: Send) {} async step() { await this.send({}); } }
const server = new Server({ name: "s", version: "1" });
server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
  switch (request.params.name) {
    case "walk": return new Tracker(extra.sendNotification).step();
  }
});`,
    }),
  ).toEqual({ walk: "" });
});
