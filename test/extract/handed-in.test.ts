import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });`;
const tool = (body: string): string => `server.registerTool("t", {}, async ({ x }) => { ${body}; return { content: [] }; });`;

describe("a container of anything says nothing of what it holds", () => {
  const api = `export class Api { async get(path: string) { return (await fetch("https://api.example.com/" + path)).text(); } }`;
  test.each([
    ["Record<string, any>", "held.api.get(x)", "{ api: new Api() }"],
    ["{ [name: string]: any }", "held.api.get(x)", "{ api: new Api() }"],
    ["Map<string, any>", `held.get("api").get(x)`, `new Map([["api", new Api()]])`],
    ["any[]", "held[0].get(x)", "[new Api()]"],
  ])("%s: what callers hand in counts, and without callers it is unknown", (type, use, given) => {
    const register = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function register(server: McpServer, held: ${type}) { ${tool(`await ${use}`)} }`;
    const main = `${HEAD} import { Api } from "./api.js"; import { register } from "./register.js"; register(server, ${given});`;
    expect(toolsOf({ "api.ts": api, "register.ts": register, "main.ts": main })["t"]).toContain("net.connect https://api.example.com:443");
    expect(toolsOf({ "register.ts": register })["t"]).toContain("unknown.call");
  });
  test("one of data is data", () => {
    const register = `${HEAD} export function register(held: Record<string, string>, list: number[]) { ${tool("held.x.toUpperCase(); list[0].toFixed()")} }`;
    expect(toolsOf({ "a.ts": register })["t"]).toBe("");
  });
});

describe("a type that nobody declares here", () => {
  const using = (type: string, use: string): string => `${HEAD} export function register(held: ${type}) { ${tool(`await ${use}`)} }`;
  test("is a service where a platform has it", () => {
    expect(toolsOf({ "a.ts": using("DurableObjectState", `held.storage.put("a", x)`) })["t"]).toContain("net.connect");
    expect(toolsOf({ "a.ts": using("WorkerLoader", `held.get("a").getEntrypoint().run(x)`) })["t"]).toContain("net.connect");
  });
  test("is data where the language or the Web has it", () => {
    expect(toolsOf({ "a.ts": using("Date", "held.setMilliseconds(1)") })["t"]).toBe("");
    expect(toolsOf({ "a.ts": using("HTMLCanvasElement", `held.getContext("2d")`) })["t"]).toBe("");
  });
  test("is not known where it is ambient in the sources", () => {
    expect(toolsOf({ "a.ts": using("Launcher", "held.launch(x)") })["t"]).toContain("unknown");
  });
});

test("what an unknown package made may serve by names that lists and texts have too", () => {
  const using = (name: string): string =>
    `${HEAD} import { Memory } from "some-memory"; const memory = new Memory(); ${tool(`await memory.${name}(x)`)}`;
  for (const name of ["search", "add", "set", "clear", "push", "subscribe", "find"])
    expect([name, toolsOf({ "a.ts": using(name) })["t"]]).toEqual([name, expect.stringContaining("unknown.package:some-memory")]);
  for (const name of ["toString", "indexOf", "forEach", "once"]) expect([name, toolsOf({ "a.ts": using(name) })["t"]]).toEqual([name, ""]);
});

test("an unknown beside a service of the declared type is told where it comes from, and not wherever it goes", () => {
  const files = {
    "ext.ts": `export interface Ext { browser(): Promise<unknown> }`,
    "a.ts": `${HEAD} import puppeteer, { type Browser } from "puppeteer-core"; import type { Ext } from "./ext.js";
let browser: Browser | null = null; const config: { external?: Ext } = {};
export const configure = (e: Ext) => { config.external = e; };
async function ensure() { if (!browser && config.external) browser = await config.external.browser(); if (!browser) browser = await puppeteer.launch(); return browser; }
${tool("const page = (await (await ensure()).pages())[0]; await page.goto(x); await page.click(x)")}`,
  };
  const found = toolsOf(files)["t"] ?? "";
  expect(found).toContain("net.connect");
  expect(found.match(/unknown\.call/gu)).toHaveLength(1);
});

test("what an AsyncLocalStorage is run with is what it holds", () => {
  const source = (run: string): string => `${HEAD} import { AsyncLocalStorage } from "node:async_hooks";
class Client { async send(text: string) { await fetch("https://api.example.com/" + text); } }
const store = new AsyncLocalStorage<{ client: any }>();
export const serve = (next: () => void) => { ${run} };
${tool("await store.getStore()!.client.send(x)")}`;
  for (const run of ["store.run({ client: new Client() }, next)", "store.enterWith({ client: new Client() })"])
    expect(toolsOf({ "a.ts": source(run) })["t"]).toContain("net.connect https://api.example.com:443");
  expect(toolsOf({ "a.ts": source("") })["t"]).toBe("");
});

test("models, stores, retrievers and agents of frameworks act when they are handed in; their messages and prompts do not", () => {
  const file = `import { tool } from "@langchain/core/tools"; import { HumanMessage } from "@langchain/core/messages"; import { ChatPromptTemplate } from "@langchain/core/prompts";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models"; import type { VectorStore } from "@langchain/core/vectorstores"; import type { BaseRetriever } from "@langchain/core/retrievers";
import { createTool } from "@mastra/core/tools"; import { Agent } from "@mastra/core/agent";
const about = (name: string) => ({ name, description: "d", schema: {} });
const agent = new Agent({ name: "a" });
export const make = (model: BaseChatModel, store: VectorStore, retriever: BaseRetriever) => [
  tool(async ({ q }) => (await model.invoke(q)).content, { name: "ask", description: "d", schema: {} }),
  tool(async ({ q }) => (await model.bindTools([]).invoke(q)).content, { name: "bound", description: "d", schema: {} }),
  tool(async ({ q }) => store.similaritySearch(q, 4), { name: "search", description: "d", schema: {} }),
  tool(async ({ q }) => store.asRetriever().invoke(q), { name: "retriever", description: "d", schema: {} }),
  tool(async ({ q }) => retriever.invoke(q), { name: "retrieve", description: "d", schema: {} }),
  tool(async ({ q }) => new HumanMessage(q).content + String(await ChatPromptTemplate.fromTemplate("{q}").format({ q })), { name: "words", description: "d", schema: {} }),
  createTool({ id: "agent", description: "d", execute: async ({ q }) => (await agent.generate(q)).text }),
];`;
  const net = "net.connect {dynamic}";
  expect(toolsOf({ "a.ts": file })).toEqual({ ask: net, bound: net, search: net, retriever: net, retrieve: net, words: "", agent: net });
});

test("a function that is sent to a page runs there", () => {
  const file = `${HEAD} import puppeteer from "puppeteer"; import { execSync } from "node:child_process";
${tool(`const page = await (await puppeteer.connect({ browserWSEndpoint: "ws://x" })).newPage(); await page.evaluate((s) => { const f = new Function("return " + s); return f(); }, x)`)}
server.registerTool("own", {}, async () => { const page = await (await puppeteer.connect({ browserWSEndpoint: "ws://x" })).newPage(); await page.exposeFunction("run", (line) => execSync(line)); return { content: [] }; });`;
  const found = toolsOf({ "a.ts": file });
  expect(found["t"]).toBe("net.connect {dynamic}");
  expect(found["own"]).toContain("exec");
  const either = `${HEAD} import puppeteer from "puppeteer"; import { execSync } from "node:child_process";
${tool(`const page = JSON.parse(x) ?? (await (await puppeteer.connect({ browserWSEndpoint: "ws://x" })).newPage()); await page.evaluate(() => execSync("there"))`)}`;
  expect(toolsOf({ "a.ts": either })["t"]).toBe("net.connect {dynamic}");
});

test("a context is what the sources write out for its type", () => {
  const file = `import { tool } from "ai"; import { execSync } from "node:child_process";
interface Context { run(command: string): string }
export const context: Context = { run: (command) => execSync(command).toString() };
export const t = tool({ description: "d", inputSchema: {}, execute: async ({ q }, given: Context) => given.run(q) });`;
  expect(toolsOf({ "a.ts": file })["t"]).toBe("exec.shell {param:q}");
});

test("what is passed beside a package's service, and is not known, is what the parameter says", () => {
  const file = (type: string): string => `import { tool } from "ai"; import { Client } from "pg";
interface Db { query(sql: string): unknown }
class Idle implements Db { query(): unknown { return 1; } }
export const idle = new Idle();
const run = (db: ${type}, sql: string) => db.query(sql);
export function make(given: any, isOwn: boolean) { const db = isOwn ? new Client() : given; return { ask: tool({ description: "d", inputSchema: {}, execute: async ({ sql }) => run(db, sql) }) }; }`;
  expect(toolsOf({ "a.ts": file("Client") })["ask"]).toBe("net.connect {dynamic}");
  expect(toolsOf({ "a.ts": file("Db") })["ask"]).toMatch(/net\.connect \{dynamic\}.*unknown/u);
});

describe("a context as the only parameter", () => {
  const action = (parameter: string): string | undefined =>
    toolsOf({
      "types.ts": `import type { Page } from "playwright-core"; export interface ActionContext { page: Page; now: number }
export interface Action { type: string; actionParams: unknown; run: (ctx: ActionContext, action: any) => Promise<unknown>; description: string; inputSchema: unknown; name: string }`,
      "back.ts": `import type { Action, ActionContext } from "./types.ts";
export const back: Action = { type: "back", name: "back", description: "d", inputSchema: {}, actionParams: {}, run: async (${parameter}) => { await ctx.page.goBack(); return {}; } };`,
    })["back"];

  test("is no input, where its type holds services", () => {
    expect(action("ctx: ActionContext")).toBe("net.connect {dynamic}");
    expect(action("ctx: ActionContext, _input: any")).toBe("net.connect {dynamic}");
  });
});
