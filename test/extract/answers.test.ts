import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const MCP = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });
`;

test("going through what a service answered calls no service, what stands in it may be one", () => {
  const code = `import { Octokit } from "@octokit/rest"; import Docker from "dockerode";
const octokit = new Octokit(); const docker = new Docker();
let issues: any[] = []; let containers: any[] = [];
export async function refresh() {
  issues = (await octokit.rest.issues.listForRepo({ owner: "a", repo: "b" })).data;
  containers = await docker.listContainers();
}
server.tool("titles", "d", {}, async () => issues.map((one) => one.title.trim()));
server.tool("sorted", "d", {}, async () => issues.filter((one) => one.open).sort((a, b) => a.id - b.id));
server.tool("dates", "d", {}, async () => issues.map((one) => one.created.toLocaleDateString()));
server.tool("fresh", "d", {}, async () => refresh());
server.tool("stop", "d", {}, async () => containers.forEach((one) => one.stop()));
`;
  const tools = toolsOf({ "t.ts": MCP + code });
  expect([tools["titles"], tools["sorted"], tools["dates"]]).toEqual(["", "", ""]);
  expect(tools["fresh"]).toContain("net.connect");
  expect(tools["stop"]).not.toBe("");
});

test("a property is put on an object without a call of what the object has; what is put there may be called", () => {
  const code = `import { readFileSync, unlinkSync } from "node:fs";
const made = () => ({ read: (p: string) => readFileSync(p), drop: (p: string) => unlinkSync(p) });
server.tool("defined", "d", {}, async () => { const o = made(); Object.defineProperty(o, "id", { value: 1 }); return o.read("/a"); });
server.tool("several", "d", {}, async () => { const o = made(); Object.defineProperties(o, { id: { value: 1 } }); return o.read("/a"); });
server.tool("getter", "d", {}, async () => { const o: any = made(); Object.defineProperty(o, "id", { get: () => unlinkSync("/b") }); return o.id; });
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({
    defined: "fs.read /a",
    several: "fs.read /a",
    getter: "fs.write.delete /b",
  });
});

test("a property that is put on a proxy runs its trap", () => {
  const code = `import { unlinkSync } from "node:fs";
server.tool("trap", "d", {}, async () => { const p = new Proxy({}, { defineProperty() { unlinkSync("/x"); return true; } }); Object.defineProperty(p, "id", { value: 1 }); return 1; });
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ trap: "fs.write.delete /x" });
});

test("functions in what is made of a list are handed over with it", () => {
  const code = `import { all } from "better-all";
server.tool("pages", "d", {}, async ({ us }: any) => all(Object.fromEntries(us.map((u: string, i: number) => [\`p\${i}\`, async () => fetch(u)]))));
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ pages: "net.connect {param:us}" });
});

test("what is kept under a symbol of the global object is what the program keeps there", () => {
  const code = `import { unlinkSync } from "node:fs";
const key = Symbol.for("state");
export function state(): any {
  if ((globalThis as any)[key]) return (globalThis as any)[key];
  const made = { drop: () => unlinkSync("/x"), name: () => "x" };
  (globalThis as any)[key] = made;
  return made;
}
const { drop, name } = state();
server.tool("drop", "d", {}, async () => drop());
server.tool("name", "d", {}, async () => name());
server.tool("any", "d", {}, async ({ which }: any) => (globalThis as any)[which]());
`;
  expect(toolsOf({ "t.ts": MCP + code })).toMatchObject({ drop: "fs.write.delete /x", name: "" });
  expect(toolsOf({ "t.ts": MCP + code })["any"]).toContain("unknown.call");
});

test("what runs elsewhere calls nothing of the program", () => {
  const code = `import { run } from "@jxa/run";
server.tool("people", "d", {}, async () => run(() => Application("Contacts").people()));
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ people: "exec.spawn osascript" });
});

test("a runtime that a host hands in is no service of others", () => {
  const code = `import type { Action, IAgentRuntime } from "@elizaos/core";
export const price: Action = {
  name: "PRICE", description: "d", similes: [], examples: [], validate: async () => true,
  handler: async (runtime: IAgentRuntime) => { const key = runtime.getSetting("KEY"); await runtime.updateState(key); return fetch("https://x.test"); },
};
export const ask: Action = {
  name: "ASK", description: "d", similes: [], examples: [], validate: async () => true,
  handler: async (runtime: IAgentRuntime) => runtime.useModel("large", {}),
};
`;
  const tools = toolsOf({ "t.ts": code });
  expect(tools["PRICE"]).toBe("net.connect https://x.test:443");
  expect(tools["ASK"]).toContain("net.connect");
});
