import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const tools = (schema: string): string => `import { readFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("read", { description: "d", inputSchema: { path: ${schema} } }, async ({ path }) => ({ content: [{ type: "text", text: await readFile(path, "utf8") }] }));
`;

test("a tool without a policy whose schema lets more through gates, until that is approved; less is covered", async () => {
  const { dir, write, commit, git } = emptyRepository({ "package.json": '{ "name": "p" }', "tools.ts": tools('z.enum(["a.md", "b.md"])') });
  await toolfence(dir, "manifest");
  commit();
  git("checkout", "-qb", "change");
  const verify = async (schema: string): Promise<string[]> => {
    write({ "tools.ts": tools(schema) });
    await toolfence(dir, "manifest");
    const { out } = await toolfence(dir, "verify", "--base", "main", "--json");
    return (JSON.parse(out) as { diagnostics: { id: string; gating: boolean; witness: string | null }[] }).diagnostics
      .filter(({ id }) => id !== "gate.approval.unprotected")
      .map(({ id, gating, witness }) => `${id}${gating ? `! ${witness ?? ""}` : ""}`);
  };
  expect(await verify('z.enum(["a.md"])')).toEqual(["tool.input.narrowed"]);
  expect(await verify("z.string().max(9)")).toEqual(["tool.input.widened! path = a text"]);
  expect((await toolfence(dir, "approve", "--all", "--base", "main", "--reason", "read through", "--i-am-human", "--by", "ann")).code).toBe(
    0,
  );
  expect(await verify("z.string().max(9)")).toEqual(["tool.input.widened"]);
  expect(await verify("z.string().max(4)")).toEqual(["tool.input.widened"]);
  expect(await verify("z.string()")).toEqual(["tool.input.widened! path = a text", "gate.approval.stale"]);
});
