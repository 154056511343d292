import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { definePolicy, withPolicy } from "../../../src/index.ts";
import type { ApprovalRequest, FenceOptions } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";

interface Told {
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<string>;
  readonly list: () => Promise<string[]>;
}

/** A client of a server, by a transport that says this session. */
async function clientOf(server: McpServer, session?: string): Promise<Told> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  if (session !== undefined) theirs.sessionId = session;
  const client = new Client({ name: "c", version: "0" });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    call: async (name, input) => {
      const { content } = (await client.callTool({ name, arguments: input })) as CallToolResult;
      return content.map((one) => (one.type === "text" ? one.text : one.type)).join("");
    },
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}
const answer = (value: unknown): CallToolResult => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

describe("what a schema makes of arguments", () => {
  const shape = { command: z.string().default("git push origin main"), n: z.coerce.number().optional() };
  const policy = definePolicy({ exec: "any" });
  async function asked(
    reviewed: Reviewed,
    options: Partial<FenceOptions>,
    wrap: (run: (input: unknown) => CallToolResult) => (input: unknown) => CallToolResult = (run) => run,
  ): Promise<{ readonly client: Told; readonly shown: unknown[] }> {
    const shown: unknown[] = [];
    const fence = createFence({
      manifest: manifestOf({ run: reviewed }, options.config),
      approve: (request: ApprovalRequest) => (shown.push(request.arguments), "once"),
      ...options,
    });
    const server = fence.mcpServer(new McpServer({ name: "s", version: "0" }));
    server.registerTool("run", { inputSchema: shape }, wrap(answer));
    return { client: await clientOf(server), shown };
  }

  test("is what somebody is shown who decides", async () => {
    const { client, shown } = await asked({ policy: { ...policy, approval: "always" } }, {});
    expect(await client.call("run", { n: "7" })).toBe('{"command":"git push origin main","n":7}');
    expect(shown).toEqual([{ command: "git push origin main", n: 7 }]);
    // What the schema refuses is refused by the SDK; nobody is shown what is not there.
    expect(await client.call("run", { command: 3 })).toMatch(/Invalid|expected string/u);
  });

  test("and what a rule asks about", async () => {
    const config = { commandRules: [{ command: { command: "git", args: ["push", "**"] }, decision: "ask" as const }] };
    for (const wrap of [undefined, (run: (input: unknown) => CallToolResult) => withPolicy(policy, run)]) {
      const { client, shown } = await asked({ policy, origin: wrap ? "code" : "file" }, { config }, wrap);
      expect(await client.call("run", { command: "git status" })).toBe('{"command":"git status"}');
      expect(shown).toEqual([]);
      expect(await client.call("run", {})).toBe('{"command":"git push origin main"}');
      expect(shown).toEqual([{ command: "git push origin main" }]);
    }
  });

  test("what it makes of them anew is not what was approved", async () => {
    let made = 0;
    const fence = createFence({ manifest: manifestOf({ run: { policy: { approval: "always" } } }), approve: () => "once" });
    const server = fence.mcpServer(new McpServer({ name: "s", version: "0" }));
    server.registerTool("run", { inputSchema: { id: z.number().default(() => ++made) } }, answer);
    const client = await clientOf(server);
    expect(await client.call("run", {})).toBe(
      "Denied by policy: what the schema made of the arguments is not what was approved (`approval`).",
    );
    expect(await client.call("run", { id: 7 })).toBe('{"id":7}');
  });
});

describe("clients of one server", () => {
  const manifest = manifestOf({ once: { policy: { constraints: { maxInvocations: 1 } } }, ask: { policy: { approval: "session" } } });
  const REFUSED = /maxInvocations/u;

  async function clients(...sessions: (string | undefined)[]): Promise<{ readonly all: Told[]; readonly questions: string[] }> {
    const questions: string[] = [];
    const fence = createFence({ manifest, approve: ({ session }) => (questions.push(session), "session") });
    const all: Told[] = [];
    for (const session of sessions) {
      const server = fence.mcpServer(new McpServer({ name: "s", version: "0" }));
      for (const name of ["once", "ask"]) server.registerTool(name, {}, () => answer(name));
      all.push(await clientOf(server, session));
    }
    return { all, questions };
  }

  test("count by themselves, where the transport tells them apart", async () => {
    const { all, questions } = await clients("a", "b");
    const [a, b] = all as [Told, Told];
    expect(await a.call("once", {})).toBe('"once"');
    expect(await a.call("once", {})).toMatch(REFUSED);
    expect([await a.list(), await b.list()]).toEqual([["ask"], ["once", "ask"]]);
    expect(await b.call("once", {})).toBe('"once"');
    for (const one of [a, a, b, a, b]) await one.call("ask", {});
    expect(questions).toEqual(["a", "b"]);
  });

  test("are one session where it does not", async () => {
    const { all } = await clients(undefined, undefined);
    const [a, b] = all as [Told, Told];
    expect(await a.call("once", {})).toBe('"once"');
    expect(await b.call("once", {})).toMatch(REFUSED);
  });
});
