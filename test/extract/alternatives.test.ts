import { expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

test("what is written to an element by a name of its own is no element beside it", () => {
  const server = `import { WebSocketServer, type WebSocket } from "ws";
class Server {
  clients = new Map<string, { ws: WebSocket; last: number }>();
  constructor() { new WebSocketServer({ port: 1 }).on("connection", (ws) => this.#handle(ws)); }
  #handle(ws: WebSocket) { const client = { ws, last: 0 }; this.clients.set("x", client); ws.on("pong", () => { client.last = Date.now(); }); }
  tell(text: string) { for (const client of this.clients.values()) if (client.last > 0) client.ws.send(text); }
}
const server = new Server();`;
  expect(toolRunning(server, "server.tell(a.text)")).toBe("net.connect {dynamic}");
  const listed = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { readFileSync, writeFileSync } from "node:fs";
const server = new McpServer({ name: "x", version: "1" });
const one: any = { name: "one" }; one.run = async (a: any) => readFileSync(a.path, "utf8");
const two: any = { name: "two" }; two.run = async (a: any) => writeFileSync(a.path, "");
for (const { name, run } of [one, two]) server.tool(name, {}, run);`;
  expect(toolsOf({ "a.ts": listed })).toEqual({ one: "fs.read {param:path}", two: "fs.write {param:path}" });
});

test("what a function is handed by many is all of it, and of too many unknown", () => {
  const queue = (count: number): string => `import { readFileSync } from "node:fs"; import { execFile } from "node:child_process";
const queue: (() => unknown)[] = [];
function later(fn: () => unknown) { return new Promise((done) => { queue.push(async () => { done(await fn()); }); }); }
${Array.from({ length: count }, (_, i) => `export const f${i} = () => later(() => readFileSync("/f"));`).join("\n")}
export const last = () => later(() => execFile("/bin/last"));`;
  expect(toolRunning(queue(70), "queue.shift()!()")).toBe("exec.spawn /bin/last, fs.read /f");
  expect(toolRunning(queue(140), "queue.shift()!()")).toContain("unknown");
});

test("what a type parameter stands for may be anything", () => {
  const tools = `import { tool } from "ai";
class Run<T = unknown> { #given: T | undefined; constructor(options: { given?: T }) { this.#given = options.given; } get given(): T { return this.#given as T; } }
interface Options<T> { run: Run<T> }
type Given = { calendar: { book(): Promise<void> } };
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any, { run }: Options<Given>) => run.given.calendar.book() });`;
  expect(toolsOf({ "a.ts": tools })).toEqual({ t: "unknown.call" });
});

test("tools that are handed over by names that nobody knows are tools", () => {
  const tools = `import { streamText } from "ai"; import { readdirSync, writeFileSync } from "node:fs";
const tools: Record<string, any> = {};
for (const name of readdirSync(".")) tools[name] = { description: "d", inputSchema: {}, execute: async (a: any) => writeFileSync(a.to, name) };
export const answer = () => streamText({ model: {} as any, prompt: "x", tools });`;
  expect(toolsOf({ "a.ts": tools })).toEqual({ "{dynamic}": "fs.write {param:to}" });
});
