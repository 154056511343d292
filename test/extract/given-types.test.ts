import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const DEPS = `export interface Calendar { book(): Promise<void> }
export interface Deps { cal: Calendar; user: string }
export class Real implements Calendar { async book() { await fetch("https://cal.test"); } }
`;
const HEAD = `import { tool, type RunContext } from "@openai/agents";
import { tool as step } from "@langchain/core/tools"; import type { RunnableConfig } from "@langchain/core/runnables";
import type { LangGraphRunnableConfig, Runtime } from "@langchain/langgraph"; import type { ToolRuntime } from "langchain";
import { createTool, type Tool } from "@inngest/agent-kit";
import { z } from "zod"; import type { Deps } from "./deps.ts";
const o = { name: "t", description: "d", parameters: z.object({}), schema: z.object({}) };
`;

/** The capabilities of the one tool that a line makes, and why it may do more. */
function told(line: string): string {
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', "deps.ts": DEPS, "a.ts": `${HEAD}export const t = ${line};` }));
  return scan.tools
    .flatMap(({ effects, unknowns }) => [
      ...effects.map((one) => `${one.capability} ${one.resource}`),
      ...unknowns.map((one) => one.reason),
    ])
    .join();
}
const openai = (type: string, body: string): string => told(`tool({ ...o, execute: async (_a: any, ctx?: ${type}) => { ${body} } })`);
const langchain = (type: string, body: string): string => told(`step(async (_a: any, config: ${type}) => { ${body} }, o)`);

test("what a program gives to all that runs is what the context's type is given", () => {
  const real = "net.connect https://cal.test:443";
  expect(openai("RunContext<Deps>", "await ctx!.context.cal.book();")).toBe(real);
  expect(openai("RunContext", "await (ctx!.context as Deps).cal.book();")).toBe(real);
  expect(langchain("LangGraphRunnableConfig<Deps>", "await config.context!.cal.book();")).toBe(real);
  expect(langchain("Runtime<Deps>", "await config.context!.cal.book();")).toBe(real);
  expect(langchain("ToolRuntime<any, Deps>", "await config.context.cal.book();")).toBe(real);
  expect(langchain("RunnableConfig<Deps>", "await config.configurable!.cal.book();")).toBe(real);
  const handler =
    "{ name: 't', description: 'd', handler: async (_a: any, { network }: Tool.Options<Deps>) => { await network.state.data.cal.book(); } }";
  expect(told(`createTool(${handler})`)).toBe(real);
});

test("and may be anything where that is not said", () => {
  for (const type of ["RunContext", "RunContext<any>", "RunContext<unknown>"])
    expect(openai(type, "await (ctx as any).context.cal.book();"), type).toBe("unknown.call");
  for (const type of ["Record<string, (text: string) => void>", "Record<string, Function>", "{ [name: string]: Function }"])
    expect(openai(`RunContext<${type}>`, `ctx!.context.run("x");`), type).toContain("unknown");
  expect(langchain("RunnableConfig", "await config.configurable!.cal.book();")).toBe("unknown.call");
  expect(langchain("ToolRuntime", "await config.configurable.cal.book();")).toBe("unknown.call");
});

test("data in it is data", () => {
  expect(openai("RunContext<Deps>", "return ctx!.context.user.trim().toUpperCase();")).toBe("");
  expect(openai("RunContext<{ id: string }>", "return ctx!.context.id.slice(1);")).toBe("");
  expect(langchain("RunnableConfig", "return config.configurable?.thread_id;")).toBe("");
});

test("what is handed over for a package's type does what it is made to do, beside what the type says", () => {
  const files = {
    "store.ts": `import type { MastraVector } from "@mastra/core/vector";
class Documents { constructor(private readonly vector: MastraVector) {} add(text: string) { return this.vector.upsert({ indexName: text, vectors: [] }); } }
let kept: Documents | undefined;
export function documents(vector: MastraVector) { if (!kept) kept = new Documents(vector); return kept; }`,
    "memory.ts": `import { LibSQLVector } from "@mastra/libsql"; export const vectors = new LibSQLVector({ id: "v", connectionUrl: "file:local.db" });`,
    "t.ts": `import { tool } from "ai"; import { documents } from "./store.ts"; import { vectors } from "./memory.ts";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => documents(vectors).add(a.text) });`,
  };
  expect(toolsOf(files)).toEqual({ t: "fs.read {dynamic}, fs.write {dynamic}, net.connect {dynamic}" });
});

test("a stream of bytes is data, whoever hands it over", () => {
  const files = {
    "t.ts": `import { tool } from "ai";
export async function text(stream: ReadableStream<Uint8Array>) { const reader = stream.getReader(); const { value } = await reader.read(); reader.releaseLock(); return value; }
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any, context: any) => text(context.body) });`,
  };
  expect(toolsOf(files)).toEqual({ t: "" });
});
