import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";

/** Runs a script of `fixtures/runtime` with the built package and a real SDK; paths become their last name. */
function told(script: string, tools: Readonly<Record<string, Reviewed>>): Record<string, unknown> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`fixtures/runtime/${script}.mjs`], {
    input: JSON.stringify(manifestOf(tools)),
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  return JSON.parse(stdout.replace(/`[^`]*\/([^/`]+)`/gu, "`$1`")) as Record<string, unknown>;
}

const policy = { fs: { read: ["$WORKSPACE/**"] } };
const REFUSED = "Denied by policy: the path `secret.txt` is outside what this tool may read (`fs.read`).";

describe("a denial reaches the model as its framework's tool error, and the run goes on", () => {
  test("AI SDK: generateText", () => {
    expect(told("ai-sdk", { read: { policy }, stream: { policy } })).toEqual({
      without: ["done", { type: "text", value: "secret" }],
      inside: ["done", { type: "text", value: "inside" }],
      outside: ["done", { type: "error-text", value: `PolicyDeniedError: ${REFUSED}` }],
      stream: ["done", { type: "text", value: "inside" }],
      streamOutside: ["done", { type: "error-text", value: `PolicyDeniedError: ${REFUSED}` }],
      denied: ["read path.outside", "stream path.outside"],
    });
  });

  test("MCP SDK 1: client and server in memory, tools registered before and after, and the low-level server", () => {
    const unknown = "Denied by policy: the tool `unreviewed` is not in the reviewed manifest (`manifest`).";
    expect(told("mcp-v1", { read: { policy }, late: { policy }, decode: { policy } })).toEqual({
      without: ["secret", false],
      inside: ["inside", false],
      outside: [REFUSED, true],
      late: [
        ["inside", false],
        [REFUSED, true],
      ],
      unreviewed: [unknown, true],
      list: ["read", "decode", "late"],
      changed: [
        ["secret", false],
        ["inside", false],
        [REFUSED, true],
      ],
      low: [
        ["inside", false],
        [REFUSED, true],
        [unknown, true],
      ],
      lowList: ["read"],
      denied: ["read path.outside", "late path.outside", "unreviewed tool.unknown", "read path.outside", "unreviewed tool.unknown"],
    });
  });

  test("MCP SDK 2: its own client and server in memory", () => {
    expect(told("mcp-v2", { read: { policy }, late: { policy }, decode: { policy } })).toEqual({
      inside: ["inside", false],
      outside: [REFUSED, true],
      late: [
        ["inside", false],
        [REFUSED, true],
      ],
      changed: [
        ["inside", false],
        [REFUSED, true],
      ],
      unreviewed: ["Denied by policy: the tool `unreviewed` is not in the reviewed manifest (`manifest`).", true],
      list: ["read", "decode", "late"],
      denied: ["read path.outside", "late path.outside", "unreviewed tool.unknown"],
    });
  });

  test.each([
    ["1", "mcp-stdio"],
    ["2", "mcp-v2-stdio"],
  ])("MCP version %s over stdio, with a policy in the code, a guard that counts, and a log", (_, script) => {
    const guarded = { ...policy, constraints: { maxInvocations: 3 } };
    expect(told(script, { read: { policy: guarded, origin: "code" } })).toEqual({
      calls: [
        ["inside", false],
        [REFUSED, true],
        ["inside", false],
        ["inside", false],
        ["Denied by policy: this tool may be called 3 times in a session (maxInvocations) (`constraints.maxInvocations`).", true],
      ],
      log: [
        ["run.start", null, null],
        ["decision", "allow", null],
        ["result", "completed", null],
        ["decision", "deny", "path.outside"],
        ["decision", "allow", null],
        ["result", "completed", null],
        ["decision", "allow", null],
        ["result", "completed", null],
        ["decision", "deny", "constraint.count"],
      ],
    });
  });

  test("LangChain: `tool()` and a subclass with private fields", () => {
    expect(told("langchain", { read: { policy }, late: { policy } })).toEqual({
      without: ["secret", "success"],
      inside: ["inside", "success"],
      outside: ["PolicyDeniedError", REFUSED],
      late: [
        ["inside", "success"],
        ["PolicyDeniedError", REFUSED],
      ],
      denied: ["read path.outside", "late path.outside"],
    });
  });

  test("OpenAI Agents: through the runner, which an exception would end", () => {
    expect(told("openai-agents", { read: { policy } })).toEqual({
      kept: true,
      without: ["done", { type: "text", text: "secret" }],
      inside: ["done", { type: "text", text: "inside" }],
      outside: ["done", { type: "text", text: REFUSED }],
      denied: ["read path.outside"],
    });
  });

  test("Claude Agent SDK: tools, and the server that it bundles", () => {
    expect(told("claude-agent-sdk", { read: { policy } })).toEqual({
      without: ["secret", false],
      inside: ["inside", false],
      outside: [REFUSED, true],
      whole: [
        ["inside", false],
        [REFUSED, true],
      ],
      denied: ["read path.outside", "read path.outside"],
    });
  });

  test("Mastra: through an agent", () => {
    expect(told("mastra", { read: { policy } })).toEqual({
      without: ["done", [{ type: "text", value: "secret" }]],
      inside: ["done", [{ type: "text", value: "inside" }]],
      outside: ["done", [{ type: "error-text", value: REFUSED }]],
      denied: ["read path.outside"],
    });
  });
});

test("OpenTelemetry: a span a call through its own API, without arguments and results", () => {
  const name = "execute_tool pkg/server.read";
  expect(told("opentelemetry", { read: { policy } })).toEqual({
    spans: [
      [name, "allow", "completed", 0, true],
      [name, "allow", "failed", 2, true],
      [name, "deny", "path.denied", 2, true],
    ],
    leaks: false,
  });
});
