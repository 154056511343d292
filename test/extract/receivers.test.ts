import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

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
  ["asked of the protocol's tasks", `ctx.taskStore.getTaskResult("x")`, ""],
  ["asked of the protocol's request", `ctx.mcpReq.requestState()`, ""],
  ["looked up in a state", `ctx.agent.state.get("user")`, ""],
  ["got from a state by an address", `ctx.agent.state.get("https://a.example")`, "unknown.call"],
  ["got from something else", `ctx.client.get("/x")`, "unknown.call"],
  ["got from an address", `ctx.requestContext.get("https://a.example")`, "unknown.call"],
  ["got from what the model sent", `ctx.requestContext.get(_a.url)`, "unknown.call"],
  ["said to the caller", `ctx.addIssue({})`, ""],
  ["an error that it makes", `ctx.fail("x")`, ""],
  ["said to another service", `ctx.jira.addIssue({})`, "unknown.call"],
])("what somebody put into a context: %s", (_name, code, expected) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (_a: any, ctx: any) => ${code} });`,
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

const handed = (code: string): Record<string, string> =>
  toolsOf({
    "t.ts": `export const t = { name: "t", description: "d", parameters: { type: "object" }, handler: async (ctx: any, args: any) => ${code} };`,
  });

test.each([
  ["a method that no data has", "ctx.sh(args.c)", "unknown.call"],
  ["of a part of it", "ctx.db.query(args.c)", "unknown.call"],
  ["it is a function", "ctx(args.c)", "unknown.call"],
  ["what texts have", "ctx.a.trim().link('x') + ctx.b.toUpperCase()", ""],
  ["what lists have", "ctx.a.map((x: any) => x.b).filter(Boolean)", ""],
  ["what dates have", "ctx.a.getFullYear()", ""],
  ["a callback by its name", "{ const { onUpdate, reportProgress } = ctx; onUpdate({}); reportProgress(1); }", ""],
  ["of what is called as the protocol", "ctx.notify.slack('x', args.c)", "unknown.call"],
  ["a number that bytes have", "ctx.a.readUInt32BE(0) + ctx.b.equals(ctx.a)", ""],
  ["a function by another", "{ const { sendMail } = ctx; sendMail({}); }", "unknown.call"],
])("what comes first may be more than data: %s", (_name, code, expected) => {
  expect(handed(code)).toEqual({ t: expected });
});

test("the bindings of an agent on Cloudflare are services, by whatever name, and its texts are none", () => {
  const agent = `import { McpAgent } from "agents/mcp";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
async function load(env: any, key: string) { return env.store.get(key); }
export class Mine extends McpAgent {
  server = new McpServer({ name: "mine", version: "1" });
  async init() {
    this.server.tool("kept", { key: {} }, async ({ key }) => this.env.KEPT.get(key));
    this.server.tool("passed", { key: {} }, async ({ key }) => load(this.env, key));
    this.server.tool("text", { key: {} }, async () => this.env.TOKEN.trim());
  }
}
`;
  expect(toolsOf({ "agent.ts": agent })).toEqual({ kept: "net.connect {dynamic}", passed: "net.connect {dynamic}", text: "" });
});

test.each([
  ["a stream of data", "dataStream", "writeData", ""],
  ["a stream of data, by something that it has not", "dataStream", "upload", "unknown.call"],
  ["a stream of something else", "fileStream", "writeData", "unknown.call"],
])("what is handed in and called %s", (_name, holder, method, expected) => {
  const code = `import { tool } from "ai";
export const make = ({ ${holder} }: any) => ({ t: tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${holder}.${method}({ type: "x", a }); } }) });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: expected });
});

test("what a platform is told to wait for runs already", () => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { writeFileSync } from "node:fs";
export function make(ctx: any) {
  const server = new McpServer({ name: "m", version: "1" });
  const save = async () => writeFileSync("/srv/a", "");
  server.registerTool("t", {}, async () => { ctx.waitUntil(save()); return { content: [] }; });
  server.registerTool("u", {}, async () => { ctx.schedule(save()); return { content: [] }; });
}`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "fs.write /srv/a", u: "fs.write /srv/a, unknown.call" });
});

test.each([
  ["what an editor shows of an extension", "outputChannel.info('x'); log.outputChannel.appendLine('y')", ""],
  ["what it keeps for it", "ext.globalState.get('k')", ""],
  ["a span of a trace", "span.setAttribute('k', 1); span.end()", ""],
  ["a trace, which runs what it is given", "tracer.startActiveSpan('a', a.cb)", "unknown.call"],
  ["a channel of messages", "channel.send('x')", "unknown.call"],
])("what is handed in, by its name: %s", (_name, code, expected) => {
  const made = `import { tool } from "ai";
export const make = ({ outputChannel, log, ext, tracer, span, channel }: any) => ({ t: tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${code}; } }) });`;
  expect(toolsOf({ "t.ts": made })).toEqual({ t: expected });
});

test("what a package runs for an extension is followed, and what it gives back may be anything", () => {
  const code = `import { callWithTelemetryAndErrorHandling, parseError } from "@microsoft/vscode-azext-utils"; import { tool } from "ai"; import { rmSync } from "node:fs";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => {
  const made = await callWithTelemetryAndErrorHandling("x", async () => { rmSync("/srv/x"); return { go: () => eval("1") }; });
  return made?.go() ?? parseError("y").message;
} });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "fs.write.delete /srv/x, net.connect {telemetry}, unknown.call" });
});
