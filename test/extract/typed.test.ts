import { describe, expect, test } from "vitest";
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

test("what a callback is given by something else is not taken to settle a promise", () => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
class Queue {
  private wake: (() => void) | undefined;
  wait() { return Promise.try((found: () => void) => { this.wake = found; }, () => { fetch("https://a.example"); }); }
  push() { this.wake?.(); }
}
const queue = new Queue();
export const t = tool({ description: "d", inputSchema: {}, execute: async () => queue.push() });`,
    }),
  ).toEqual({ t: "unknown.call" });
});

test.each([
  ["written to a part of a member is written to what the base has of it", "this.app.vault.adapter = { a: 1 } as any"],
  ["taken away of it, too", "this.app.vault.adapter = undefined as any"],
  ["taken away itself, the base had", "this.app = undefined as any"],
])("what is %s", (_name, statement) => {
  const code = `import { Plugin } from "obsidian"; import { tool } from "ai";
class Notes extends Plugin {
  onload() { ${statement}; }
  save(text: string) { return this.app.vault.create("a.md", text); }
}
export const t = (notes: Notes) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => notes.save(a.text) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual([expect.stringMatching(/^fs\.write/u)]);
});

describe("an object that is typed as a tool", () => {
  const typed = (
    type: string,
    members = 'name: NAMES.save, async execute(a: { text: string }) { writeFileSync("/srv/a", a.text); }',
  ): object =>
    toolsOf({
      "types.ts": `export interface ServerTool<A = unknown> { name: string; execute(args: A): Promise<void> } export type Job<A = unknown> = ServerTool<A>;`,
      "names.ts": `export const NAMES = { save: "save_file" };`,
      "t.ts": `import { writeFileSync } from "node:fs"; import type { Job, ServerTool } from "./types.ts"; import { NAMES } from "./names.ts";
export const save: ${type} = { ${members} };`,
    });

  test("is one with a name and what runs, whatever is said of what is sent to it", () => {
    expect(typed("ServerTool<{ text: string }>")).toEqual({ save_file: "fs.write /srv/a" });
  });
  test("is none without a name, or of another type", () => {
    expect(typed("ServerTool", 'async execute() { writeFileSync("/srv/a", ""); }')).toEqual({});
    expect(typed("Job<{ text: string }>")).toEqual({});
  });
});

test("a class of tools may keep what runs in a field", () => {
  const code = `import { readFileSync } from "node:fs";
export class AbstractTool { name = ""; func: any = async function () {}; }
export class WeatherTool extends AbstractTool { name = "weather"; parameters = {}; func = async function (a: any) { return readFileSync("/srv/a"); }; }`;
  expect(toolsOf({ "t.ts": code })).toEqual({ weather: "fs.read /srv/a" });
});

test("the client that a handler is handed may be typed where the handler is", () => {
  const files = {
    "agent.ts": `export class Agent { constructor(readonly url: string) {} call(path: string) { return fetch("https://a.example/" + path); } }
export interface Action { name: string; description: string; schema: object; handler: (agent: Agent, input: Record<string, any>) => Promise<unknown> }`,
    "t.ts": `import type { Action } from "./agent.ts";
export const action: Action = { name: "ask", description: "d", schema: {}, handler: async (agent, input) => agent.call(input.path) };`,
  };
  expect(toolsOf(files)).toEqual({ ask: "net.connect https://a.example:443" });
});

test("what frameworks hand over beside what is sent is known by its name", () => {
  const mastra = (params: string, use: string): object =>
    toolsOf({
      "t.ts": `import { createTool } from "@mastra/core/tools";
export const ask = createTool({ id: "ask", description: "d", execute: async (${params}) => ${use} });`,
    });
  expect(mastra("{ context, mastra }", `mastra!.getAgent("w").generate(context.q)`)).toEqual({ ask: "net.connect {dynamic}" });
  expect(mastra("input, context", `context?.mastra?.getAgent("w").generate(input.q)`)).toEqual({ ask: "net.connect {dynamic}" });
});

test("a tool is registered by what a method says of it, and a function", () => {
  const code = `import { Server } from "@aws/language-server-runtimes/server-interface"; import { readFileSync } from "node:fs";
class Read { getSpec() { return { name: "fsRead", description: "d", inputSchema: {} }; } invoke(a: any) { return readFileSync("/srv/a"); } }
export const tools: Server = ({ agent }) => { const read = new Read(); agent.addTool(read.getSpec(), async (a: any) => read.invoke(a), "builtIn"); };`;
  expect(toolsOf({ "t.ts": code })).toEqual({ fsRead: "fs.read /srv/a" });
});

test("a skill is a tool of its agent", () => {
  const code = `import { Agent } from "@smythos/sdk";
const agent = new Agent({ name: "a" });
agent.addSkill({ name: "price", description: "d", process: async ({ id }: any) => fetch("https://a.example/" + id) });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ price: "net.connect https://a.example:443" });
});

test("what is taken away is not read", () => {
  const code = `import { tool } from "ai"; const key = () => fetch("https://a.example");
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { delete process.env.TOKEN; delete (globalThis as any).kept[await key()]; } });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "env.write TOKEN, net.connect https://a.example:443" });
});

describe("a member that a class writes and does not declare", () => {
  const BASE = `class B { h: any = () => rmSync("/srv/a"); }`;
  const running = (code: string): string | undefined =>
    toolsOf({
      "t.ts": `import { tool } from "ai"; import { rmSync } from "node:fs"; ${code} const it = new A();
export const t = tool({ description: "d", inputSchema: {}, execute: async () => it.run() });`,
    })["t"];
  test.each([
    ["sets in a method may still be what its base has", "on() { this.h = () => 1; } run() { return this.h(); }"],
    ["takes away in a method, too", "off() { this.h = undefined; } run() { return this.h?.(); }"],
  ])("%s", (_name, members) => {
    expect(running(`${BASE} class A extends B { ${members} }`)).toBe("fs.write.delete /srv/a");
  });
  test("is what the constructor sets it to", () => {
    expect(running(`${BASE} class A extends B { constructor() { super(); this.h = undefined; } run() { return this.h?.(); } }`)).toBe("");
  });
});

test("a class of tools with a method and a function in a field may run either", () => {
  const code = `import { rmSync } from "node:fs"; abstract class Tool {}
export class T extends Tool { name = "t"; description = "d"; run() { return 1; } handler = async () => { rmSync("/srv/a"); }; }`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "fs.write.delete /srv/a" });
});

test("a child is one by its type alone", () => {
  const code = `import { tool } from "ai"; import type { ChildProcess } from "node:child_process";
let child: ChildProcess | undefined; export const keep = (one: any) => { child = one; };
export const stop = tool({ description: "d", inputSchema: {}, execute: async () => child?.kill() });
export const ask = tool({ description: "d", inputSchema: {}, execute: async () => child?.pid });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ ask: "", stop: "control.signal {dynamic}" });
});
