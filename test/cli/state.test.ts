import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import { emptyRepository, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const HEAD = `import { tool } from "ai";
import { readFile } from "node:fs/promises";
import { withPolicy } from "toolfence";
`;
const tool = (name: string, policy: string | undefined, body = "return readFile(path);"): string => {
  const made = `tool({ description: "d", inputSchema: {}, execute: async ({ path }) => { ${body} } })`;
  return `${HEAD}export const ${name} = ${policy === undefined ? made : `withPolicy(${policy}, ${made})`};\n`;
};
const UNSEEN = 'const { go } = await import("nobody-knows-this"); return go(path);';
const READS = '{ fs: { read: ["$WORKSPACE/**"] } }';

/** What `check` says of a folder: exit code, and each finding with its unit. */
async function check(files: Readonly<Record<string, string>>): Promise<[number, string[]]> {
  const { code, out } = await toolfence(folder({ "package.json": '{ "name": "p" }', ...files }), "check", "--json");
  const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly { readonly id: string; readonly tool: string | null }[] };
  return [code, diagnostics.map(({ id, tool: unit }) => `${id} ${unit ?? "-"}`).sort()];
}

describe("what is wrong by itself, whatever the base was", () => {
  test.each<readonly [string, Readonly<Record<string, string>>, number, readonly string[]]>([
    ["nothing", { "a.ts": tool("a", READS) }, 0, []],
    ["a use outside the policy", { "a.ts": tool("a", "{}") }, 1, ["tool.undeclared p/ai-sdk.a"]],
    ["a policy with a mistake", { "a.ts": tool("a", '{ fs: { raed: "any" } }', "") }, 1, ["tool.policy-invalid p/ai-sdk.a"]],
    [
      "a policy that is computed",
      { "a.ts": `${tool("a", "make()", "")}declare function make(): object;\n` },
      1,
      ["tool.policy-unreadable p/ai-sdk.a"],
    ],
    [
      "a policy in code and one in the file",
      { "a.ts": tool("a", READS), "toolfence.policy.json": '{ "tools": { "p/ai-sdk.a": { "fs": { "read": ["$WORKSPACE/**"] } } } }' },
      1,
      ["tool.policy-twice p/ai-sdk.a"],
    ],
    [
      "a policy for nobody",
      { "a.ts": tool("a", READS), "toolfence.policy.json": '{ "tools": { "p/ai-sdk.b": {} } }' },
      1,
      ["policy.unmatched p/ai-sdk.b"],
    ],
    [
      "a policy file that nobody has read",
      {
        "a.ts": tool("a", undefined),
        "toolfence.policy.json": '{ "reviewed": false, "tools": { "p/ai-sdk.a": { "fs": { "read": "any" } } } }',
      },
      0,
      ["policy.unreviewed -"],
    ],
    [
      "what cannot be seen through, where that is asked",
      { "a.ts": tool("a", READS, UNSEEN), "toolfence.json": '{ "requireAnalysis": true }' },
      1,
      ["tool.unanalysed p/ai-sdk.a"],
    ],
    ["the same, where it is not asked", { "a.ts": tool("a", READS, UNSEEN) }, 0, []],
    [
      "two tools of one name in one file",
      {
        "a.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("a", {}, async () => process.exit(1));
if (process.argv[2]) server.registerTool("a", {}, async () => fetch("https://a.example"));
`,
      },
      1,
      ["tool.duplicated p/s.a@a.ts"],
    ],
    ["a file that is no code", { "a.ts": `${tool("a", READS)}export const b = tool({{{\n` }, 1, ["source.unparsed -"]],
  ])("%s", async (_, files, code, found) => {
    expect(await check(files)).toEqual([code, found]);
  });
});

test("an approval without a reason is told, and does not count", async () => {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "a.ts": tool("a", READS) });
  await toolfence(made.dir, "manifest");
  made.commit();
  made.git("checkout", "-qb", "change");
  made.write({ "a.ts": tool("a", '{ fs: { read: "any" } }') });
  await toolfence(made.dir, "manifest");
  await toolfence(made.dir, "approve", "--base", "main", "--all", "--reason", "WHY", "--by", "ana", "--i-am-human");
  const verify = async (): Promise<string[]> => {
    const { diagnostics } = JSON.parse((await toolfence(made.dir, "verify", "--base", "main", "--json")).out) as {
      readonly diagnostics: readonly { readonly id: string; readonly gating: boolean }[];
    };
    return diagnostics.map(({ id, gating }) => `${gating ? "gate" : "info"} ${id}`).filter((one) => !one.includes("unprotected"));
  };
  expect(await verify()).not.toContain("gate tool.fs.read.widened");
  const file = join(made.dir, "toolfence.approvals.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"WHY"', '" "'));
  const found = await verify();
  expect(found).toContain("gate tool.fs.read.widened");
  expect(found).toContain("info gate.approval.unreasoned");
});
