import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { lintRule } from "../support/lint.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const TOOLS = `import { slug } from "tiny-slug-of-ours";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("t", { description: "d", inputSchema: {} }, async ({ name }) => slug(name));
`;
const SAID = `assumptions:
  - { unknown: "unknown.package:tiny-slug-of-ours", says: ["env.read LANG"], reason: it was read }
`;

const repository = () => emptyRepository({ "package.json": '{ "name": "p" }', "tools.ts": TOOLS });

test("what is assumed takes the unknown's place, gates when it is added, and can be approved", async () => {
  const { dir, commit } = repository();
  commit();
  writeFileSync(join(dir, "toolfence.yaml"), SAID);
  const scan = JSON.parse((await toolfence(dir, "scan", "--json")).out) as {
    tools: { effects: { capability: string; resource: string; provenance: string }[]; unknowns: unknown[] }[];
    assumptions: unknown[];
  };
  expect(scan.tools[0]).toMatchObject({ effects: [{ capability: "env.read", resource: "LANG", provenance: "assumption" }], unknowns: [] });
  expect(scan.assumptions).toEqual([
    { unknown: "unknown.package:tiny-slug-of-ours", at: null, says: ["env.read LANG"], reason: "it was read", expires: null, answers: 1 },
  ]);
  expect((await toolfence(dir, "scan")).out).toContain(
    "assumed: unknown.package:tiny-slug-of-ours anywhere: env.read LANG (1 time; it was read)",
  );

  await toolfence(dir, "manifest");
  const base = ["--base", "main", "--regenerate-base"];
  const first = await toolfence(dir, "verify", ...base, "--json");
  expect([first.code, gatingFindings(first.out)]).toEqual([1, ["tool.observed.widened p/s.t", "assumption.added (assumptions)"]]);
  const approved = await toolfence(dir, "approve", ...base, "--all", "--reason", "I read it", "--by", "ana", "--i-am-human");
  expect(approved.code).toBe(0);
  expect(await toolfence(dir, "verify", ...base)).toMatchObject({ code: 0, err: "" });

  writeFileSync(join(dir, "toolfence.yaml"), SAID.replace('"env.read LANG"', ""));
  await toolfence(dir, "manifest");
  const next = await toolfence(dir, "verify", ...base, "--json");
  expect([next.code, gatingFindings(next.out)]).toEqual([1, ["assumption.added (assumptions)"]]);
});

test("one that answers nothing, or is past its day, fails the check", async () => {
  const { dir } = repository();
  writeFileSync(
    join(dir, "toolfence.yaml"),
    `${SAID.replace("reason: it was read", 'reason: it was read, expires: "2026-01-31"')}  - { unknown: "unknown.package:gone", says: [], reason: r }\n`,
  );
  const found = await toolfence(dir, "check", "--json");
  expect([found.code, gatingFindings(found.out)]).toEqual([1, ["assumption.expired (assumptions)", "assumption.stale (assumptions)"]]);
});

test("one that answers nothing is taken out, and not approved", async () => {
  const { dir, commit } = repository();
  const stale = `${SAID}  - { unknown: "unknown.package:gone", says: [], reason: r }\n`;
  writeFileSync(join(dir, "toolfence.yaml"), stale);
  await toolfence(dir, "manifest");
  commit();
  const verified = await toolfence(dir, "verify", "--base", "main", "--json");
  expect([verified.code, gatingFindings(verified.out)]).toEqual([1, ["assumption.stale (assumptions)"]]);
  const approved = await toolfence(dir, "approve", "--base", "main", "--all", "--reason", "x", "--by", "ana", "--i-am-human");
  expect([approved.code, approved.err]).toEqual([0, "toolfence: there is nothing to approve.\n"]);
});

test("an approval of something that every object has is for nothing", async () => {
  const { dir, commit } = repository();
  writeFileSync(join(dir, "toolfence.yaml"), SAID);
  await toolfence(dir, "manifest");
  commit();
  const authority = { policy: null, capabilities: [], unknowns: [] };
  const { digestOf } = await import("../../src/manifest/digest.ts");
  const to = digestOf({ capabilities: [], unknowns: [] });
  const line = { tool: "constructor", from: null, to, authority, reason: "r", by: "x", date: "2026-01-01" };
  writeFileSync(join(dir, "toolfence.approvals.jsonl"), `${JSON.stringify(line)}\n`);
  const found = await toolfence(dir, "verify", "--base", "main", "--json");
  expect(found.code).toBe(0);
  expect((JSON.parse(found.out) as { diagnostics: { id: string; tool: string }[] }).diagnostics.map(({ id, tool }) => [id, tool])).toEqual([
    ["gate.approval.stale", "constructor"],
    ["gate.approval.unprotected", null],
  ]);
});

test("the editor takes it on trust as well", async () => {
  const unseen = await lintRule("no-unanalyzable-tool", TOOLS, { name: "tools.ts" });
  expect(unseen.map((one) => one.message)).toEqual([expect.stringContaining("`unknown.package:tiny-slug-of-ours`")]);
  expect(await lintRule("no-unanalyzable-tool", TOOLS, { name: "tools.ts", files: { "toolfence.yaml": SAID } })).toEqual([]);
});

test("one that cannot be read stops everything", async () => {
  const { dir } = repository();
  writeFileSync(join(dir, "toolfence.yaml"), "assumptions: [{ unknown: unknown.call, says: [], reason: r }]");
  const found = await toolfence(dir, "scan");
  expect([found.code, found.err]).toEqual([
    2,
    "toolfence: `toolfence.yaml` is not valid: `assumptions[0]`: `unknown.call` may stand anywhere; say where with `at`, a path below `$WORKSPACE`.\n",
  ]);
});
