import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const MCP = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { execFileSync } from "node:child_process";
const server = new McpServer({ name: "x", version: "1" });
`;
const LIST = '[\n  { "name": "one", "cmd": "ls" },\n  { "name": "two", "cmd": "cat" }\n]';
const LOOP = "for (const t of tools) server.tool(t.name, 'd', {}, async () => execFileSync(t.cmd));";

test.each([
  ["import", 'import tools from "./tools.json" with { type: "json" };'],
  ["require", 'import { createRequire } from "node:module"; const tools = createRequire(import.meta.url)("./tools.json");'],
])("JSON that is loaded by %s is what it says", (_, load) => {
  expect(toolsOf({ "t.ts": `${load}\n${MCP}${LOOP}`, "tools.json": LIST })).toEqual({ one: "exec.spawn ls", two: "exec.spawn cat" });
});

test("so are the names in it, and what stands below them", () => {
  const code = `import { version, hosts } from "./package.json"; import * as all from "./package.json";
server.tool("named", "d", {}, async () => fetch(hosts.main, { headers: { v: version } }));
server.tool("whole", "d", {}, async () => execFileSync(all.bin));
`;
  const data = '{ "version": "1.0.0", "bin": "tool", "hosts": { "main": "https://api.example.com" } }';
  expect(toolsOf({ "t.ts": MCP + code, "package.json": data })).toEqual({
    named: "net.connect https://api.example.com:443",
    whole: "exec.spawn tool",
  });
});

test("what is no JSON, or too much of it, is data of which nothing is known", () => {
  const code = `import broken from "./broken.json"; import large from "./large.json";
import code from "./code.json";
server.tool("broken", "d", {}, async () => execFileSync(broken.cmd));
server.tool("large", "d", {}, async () => execFileSync(large.cmd));
server.tool("code", "d", {}, async () => (code as any).run());
server.tool("more", "d", {}, async () => execFileSync((code as any).cmd));
`;
  const files = {
    "t.ts": MCP + code,
    "broken.json": '{ "cmd": "ls" ',
    "code.json": '{ "cmd": "ls", "run": () => require("node:fs").unlinkSync("/a") }',
    "large.json": `{ "cmd": "ls", "more": "${"x".repeat(300_000)}" }`,
  };
  expect(toolsOf(files)).toEqual({ broken: "exec.spawn {dynamic}", large: "exec.spawn {dynamic}", code: "", more: "exec.spawn {dynamic}" });
});
