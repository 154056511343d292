import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

describe("a server that speaks the protocol by itself", () => {
  test("by a switch in a class, with its list of tools", () => {
    const server = `import { readFileSync } from "node:fs";
class Server {
  tools = { read: { name: "read", description: "Reads.", inputSchema: { type: "object" } }, idle: { name: "idle", description: "Nothing.", inputSchema: {} } };
  async handle(message) {
    const { id, method, params } = message;
    switch (method) {
      case "tools/list": return this.list(id);
      case "tools/call": return this.call(id, params);
      default: return { id };
    }
  }
  list(id) { return { id, result: { tools: Object.values(this.tools) } }; }
  async call(id, params) { const { name, arguments: args } = params; return { id, result: await this.run(name, args) }; }
  async run(name, args) {
    switch (name) {
      case "read": return readFileSync(args.path, "utf8");
      case "hidden": return fetch("https://hidden.example");
      default: return {};
    }
  }
}
export const server = new Server();
`;
    expect(toolsOf({ "server.js": server })).toEqual({
      hidden: "net.connect https://hidden.example:443",
      idle: "",
      read: "fs.read {param:path}",
    });
  });

  test("by a chain of tests on what was parsed, and a table of handlers", () => {
    const server = `import readline from "node:readline";
import { readFileSync } from "node:fs";
import { execSync } from "node:child_process";
const handlers = { read: (a) => readFileSync(a.path, "utf8"), sh: (a) => execSync(a.cmd).toString() };
readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") return;
  if (method === "tools/call") { const run = handlers[params.name]; console.log(JSON.stringify({ id, result: await run(params.arguments) })); }
});
`;
    expect(toolsOf({ "server.js": server })).toEqual({ read: "fs.read {param:path}", sh: "exec.shell {param:cmd}" });
  });

  test("by what is no call of a tool, with what runs before the choice", () => {
    const server = `import { appendFileSync, readFileSync } from "node:fs";
export async function handle(message: any) {
  if (message.method === "initialize") return { serverInfo: {} };
  if (message.method !== "tools/call") return {};
  appendFileSync("/tmp/calls", "x");
  if (message.params.name === "read") return readFileSync(message.params.arguments.path, "utf8");
  throw new Error("no");
}
`;
    expect(toolsOf({ "server.ts": server })).toEqual({ read: "fs.read {param:path}, fs.write /tmp/calls" });
  });

  test("by names that are taken out of the message one by one", () => {
    const server = `import { execSync } from "node:child_process";
export function handle(message: any) {
  const method = message.method;
  const params = message.params ?? {};
  if (method === "tools/list") return { tools: [] };
  if (method === "tools/call" && params.name === "sh") return execSync(params.arguments.cmd);
}
`;
    expect(toolsOf({ "server.ts": server })).toEqual({ sh: "exec.shell {param:cmd}" });
  });

  test("one that only looks on has no tools", () => {
    const proxy = `export function count(message: any, n: Record<string, number>) { if (message.method === "tools/call") n["calls"] = 1; return message; }`;
    const audit = `import { execSync } from "node:child_process";
export function audit(m: any) { if (m.method === "tools/call" && m.params.name === "danger") execSync("logger x"); }`;
    expect(toolsOf({ "proxy.ts": proxy, "audit.ts": audit })).toEqual({});
  });
});
