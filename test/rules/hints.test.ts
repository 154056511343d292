import { describe, expect, test } from "vitest";
import { lintRule } from "../support/lint.ts";
import { header } from "./header.ts";

const RULE = "no-misleading-annotations";
const hinted = (annotations: string, body: string): string =>
  `${header}server.registerTool("w", { description: "x", annotations: ${annotations} }, async ({ path }) => { ${body} });\n`;
const messages = async (code: string, certainty?: "possible"): Promise<string[]> =>
  (await lintRule(RULE, code, { options: certainty ? [{ certainty }] : [] })).map(
    (one) => /says `([^`]*)`.*uses `([^`]*)` on `([^`]*)`/u.exec(one.message)?.slice(1).join(" | ") ?? one.message,
  );

test("at the hint, with the truth as a suggestion", async () => {
  const code = hinted("{ readOnlyHint: true }", 'await writeFile(path, "x");');
  expect(await lintRule(RULE, code)).toEqual([
    {
      at: "7:61-7:79",
      message:
        "Tool `w` says `readOnlyHint: true`, that it changes nothing, but uses `fs.write` on `{param:path}`: fs/promises.writeFile (a.ts:7).",
      suggestions: [{ desc: "Say `readOnlyHint: false`.", output: code.replace("readOnlyHint: true", "readOnlyHint: false") }],
    },
  ]);
});

describe("certain contradictions", () => {
  test.each([
    ["{ readOnlyHint: true }", "await unlink(path);", "readOnlyHint: true | fs.write.delete | {param:path}"],
    ["{ readOnlyHint: true }", 'execFileSync("git", ["push", path]);', "readOnlyHint: true | exec.spawn | git push {param:path}"],
    [
      "{ readOnlyHint: true }",
      'await fetch("https://a.example/x", { method: "DELETE" });',
      "readOnlyHint: true | net.connect | DELETE https://a.example:443",
    ],
    ["{ destructiveHint: false }", "await unlink(path);", "destructiveHint: false | fs.write.delete | {param:path}"],
    ["{ openWorldHint: false }", 'await fetch("https://a.example");', "openWorldHint: false | net.connect | GET https://a.example:443"],
    ["{ openWorldHint: false }", "await fetch(path);", "openWorldHint: false | net.connect | GET {param:path}"],
  ])("%s, %s", async (annotations, body, expected) => {
    expect(await messages(hinted(annotations, body))).toEqual([expected]);
  });
});

describe("left alone", () => {
  test.each([
    ["a tool that only reads", "{ readOnlyHint: true }", "return readFile(path);"],
    ["a program whose verb is computed", "{ readOnlyHint: true }", 'return execFileSync("kubectl", [path, "pods"]);'],
    ["a program that only looks", "{ readOnlyHint: true }", 'return execFileSync("git", ["status"]);'],
    ["a request that only gets", "{ readOnlyHint: true }", 'await fetch("https://a.example");'],
    ["a request that asks with POST", "{ readOnlyHint: true }", 'await fetch("https://a.example", { method: "POST" });'],
    ["a temporary file", "{ readOnlyHint: true }", 'const { tmpdir } = await import("node:os"); await writeFile(tmpdir() + "/x", "");'],
    ["a log whose place the operator names", "{ readOnlyHint: true }", 'await appendFile(process.env.LOG_FILE, "x");'],
    ["an atomic rewrite", "{ destructiveHint: false }", 'await writeFile(path, "x"); await rename(path, "/srv/x");'],
    ["a service on this machine", "{ openWorldHint: false }", 'await fetch("http://127.0.0.1:8080/x");'],
    ["a hint that is not literal", "{ readOnlyHint: process.argv.length > 2 }", "await unlink(path);"],
    ["no hints", "{}", "await unlink(path);"],
    [
      "destruction of a tool that says it reads: one report is enough",
      "{ readOnlyHint: false, destructiveHint: true }",
      "await unlink(path);",
    ],
  ])("%s", async (_name, annotations, body) => {
    expect(await messages(hinted(annotations, body))).toEqual([]);
  });
});

describe("possible contradictions, on request", () => {
  test.each([
    ["{ destructiveHint: false }", 'await writeFile(path, "x");', "destructiveHint: false | fs.write | {param:path}"],
    ["{ destructiveHint: false }", 'await rename("/srv/a", "/srv/b");', "destructiveHint: false | fs.write | /srv/b"],
    ["{ readOnlyHint: true }", 'execFileSync("ls", [path]);', "readOnlyHint: true | exec.spawn | ls {param:path}"],
    ["{ idempotentHint: true }", 'await appendFile(path, "x");', "idempotentHint: true | fs.write | {param:path}"],
  ])("%s, %s", async (annotations, body, expected) => {
    expect(await messages(hinted(annotations, body))).toEqual([]);
    expect(await messages(hinted(annotations, body), "possible")).toEqual([expected]);
  });
});

describe("wherever hints stand", () => {
  test.each([
    ["MCP v1, positional", 'server.tool("w", "d", {}, { readOnlyHint: true }, async ({ path }) => unlink(path));'],
    [
      "a constant",
      'const RO = { readOnlyHint: true } as const;\nserver.registerTool("w", { annotations: RO }, async ({ path }) => unlink(path));',
    ],
    [
      "a spread",
      'const RO = { readOnlyHint: true };\nserver.registerTool("w", { annotations: { ...RO } }, async ({ path }) => unlink(path));',
    ],
    [
      "Mastra",
      'import { createTool } from "@mastra/core/tools";\nexport const w = createTool({ id: "w", description: "d", mcp: { annotations: { readOnlyHint: true } }, execute: async ({ path }) => unlink(path) });',
    ],
    [
      "Claude Agent SDK",
      'import { tool as claude } from "@anthropic-ai/claude-agent-sdk";\nexport const w = claude("w", "d", {}, async ({ path }) => unlink(path), { annotations: { readOnlyHint: true } });',
    ],
    [
      "FastMCP",
      'import { FastMCP } from "fastmcp";\nnew FastMCP({ name: "f", version: "1.0.0" }).addTool({ name: "w", annotations: { readOnlyHint: true }, execute: async ({ path }) => unlink(path) });',
    ],
    [
      "the list of a low-level server",
      'import { Server } from "@modelcontextprotocol/sdk/server/index.js";\nimport { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";\nconst low = new Server({ name: "l", version: "1" }, {});\nlow.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "w", annotations: { readOnlyHint: true } }, { name: "r", annotations: { readOnlyHint: true } }] }));\nlow.setRequestHandler(CallToolRequestSchema, async (request) => { switch (request.params.name) { case "w": return unlink(request.params.arguments.path); case "r": return readFile(request.params.arguments.path); } });',
    ],
  ])("%s", async (_name, code) => {
    const found = await lintRule(RULE, `${header}${code}\n`);
    expect(found.map((one) => /^Tool `w` says `readOnlyHint: true`/u.test(one.message))).toEqual([true]);
  });
});
