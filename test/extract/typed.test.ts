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
