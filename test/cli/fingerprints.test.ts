import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const ID = "p/ai-sdk.t";
const tool = (...uses: string[]): string =>
  `import { readFile } from "node:fs/promises";\nimport { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async ({ path }) => [${uses.join(", ")}] });\n`;
const [READ, A, B] = ["readFile(path)", 'fetch("https://a.example")', 'fetch("https://b.example")'];

async function widened() {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "t.ts": tool(READ) });
  await toolfence(made.dir, "manifest");
  made.commit();
  const change = async (...uses: string[]) => {
    made.write({ "t.ts": tool(...uses) });
    await toolfence(made.dir, "manifest");
    const { code, out } = await toolfence(made.dir, "verify", "--base", "main", "--json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: { to: string; gating: boolean; fingerprint: string }[] };
    return { code, gating: diagnostics.filter((one) => one.gating) };
  };
  const approve = async (...what: string[]) =>
    toolfence(made.dir, "approve", ...what, "--base", "main", "--reason", "looked at", "--by", "ana", "--i-am-human");
  return { ...made, change, approve };
}

test("one finding of several is approved by its fingerprint, and no other", async () => {
  const { dir, change, approve } = await widened();
  const { gating } = await change(READ, A, B);
  expect(gating.map((one) => one.to)).toEqual(["net.connect https://a.example:443", "net.connect https://b.example:443"]);
  const [first = "", second = ""] = gating.map((one) => one.fingerprint);
  expect((await approve(first)).err).toContain("1 line added");
  const half = await toolfence(dir, "verify", "--base", "main");
  expect(half.code).toBe(1);
  expect(half.out).toContain(`newly allowed, for example: net.connect https://b.example:443   (${second})`);
  expect(half.out).toContain("1 gating (0 undecided), 1 approved");
  expect((await toolfence(dir, "approvals", "list", "--base", "main")).out).toContain(`(${first} alone): looked at`);
  // The rest, twice in one breath: an entry of its own, once each.
  expect((await approve(second, second)).err).toContain("1 line added");
  expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
  const lines = readFileSync(join(dir, "toolfence.approvals.jsonl"), "utf8").trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { fingerprints: string[] }).fingerprints)).toEqual([[first], [second]]);
});

test("what the configuration lets by is not approved with one of its kind", async () => {
  const { dir, write, commit, change, approve } = await widened();
  write({ "toolfence.json": '{ "failOn": "high" }', "t.ts": tool(A) });
  await toolfence(dir, "manifest");
  commit();
  // Reading is of less weight than a new host: only that one gates.
  const { gating } = await change(A, B, READ);
  expect(gating.map((one) => one.to)).toEqual(["net.connect https://b.example:443"]);
  await approve(gating[0]?.fingerprint ?? "");
  const [entry = ""] = readFileSync(join(dir, "toolfence.approvals.jsonl"), "utf8").split("\n");
  expect((JSON.parse(entry) as { rules: string[] }).rules).toEqual([]);
});

test("it covers no later push that widens further, and one that takes the other use back", async () => {
  const { change, approve } = await widened();
  const { gating } = await change(READ, A, B);
  await approve(gating[0]?.fingerprint ?? "");
  expect((await change(READ, A)).code).toBe(0);
  expect((await change(READ, A, B, 'fetch("https://c.example")')).gating).toHaveLength(3);
});

test("of a policy, a narrower push stays approved and a wider one does not; an entry for what is not found any more is stale", async () => {
  const declared = (scope: string): string =>
    `import { readFile } from "node:fs/promises";\nimport { tool } from "ai";\nimport { withPolicy } from "toolfence";\nexport const t = tool({ description: "d", inputSchema: {}, execute: withPolicy({ fs: { read: ["$WORKSPACE/${scope}"] } }, async ({ path }) => readFile(path)) });\n`;
  const { dir, write, commit } = emptyRepository({ "package.json": '{ "name": "p" }', "t.ts": declared("a/b/**") });
  await toolfence(dir, "manifest");
  commit();
  const push = async (scope: string) => {
    write({ "t.ts": declared(scope) });
    await toolfence(dir, "manifest");
    return toolfence(dir, "verify", "--base", "main", "--json");
  };
  const [fingerprint = ""] = (
    JSON.parse((await push("a/**")).out) as { diagnostics: { id: string; fingerprint: string }[] }
  ).diagnostics.flatMap((one) => (one.id === "tool.fs.read.widened" ? [one.fingerprint] : []));
  await toolfence(dir, "approve", fingerprint, "--base", "main", "--reason", "r", "--by", "ana", "--i-am-human");
  expect((await push("a/**")).code).toBe(0);
  expect((await push("a/{b,c}/**")).code).toBe(0);
  expect((await toolfence(dir, "approvals", "check", "--base", "main")).code).toBe(0);
  expect((await push("**")).code).toBe(1);
  expect((await toolfence(dir, "approvals", "check", "--base", "main")).code).toBe(1);
  await push("a/b/**");
  expect((await toolfence(dir, "approvals", "check", "--base", "main")).out).toContain("stale");
});

test("what is no finding is refused with those that there are, and a folder may be named beside", async () => {
  const { dir, change, approve } = await widened();
  const { gating } = await change(READ, A);
  const [only = ""] = gating.map((one) => one.fingerprint);
  const refused = await approve("0123456789ab");
  expect([refused.code, refused.err]).toEqual([
    2,
    `toolfence: There is no finding \`0123456789ab\` to approve here. To approve: \`${only}\` (tool.observed.widened of \`${ID}\`).\n`,
  ]);
  expect((await approve()).err).toContain("Say what: the fingerprints of findings, `--tool ID`, or `--all`.");
  expect((await approve("--all", only)).err).toContain("`--all` leaves nothing to name; say one of both.");
  expect((await approve(".", "elsewhere", only)).err).toContain("`elsewhere` is one folder too many");
  expect((await approve(dir, only)).code).toBe(0);
  const { code, out } = await toolfence(dir, "verify", "--base", "main", "--json");
  expect([code, gatingFindings(out)]).toEqual([0, []]);
});
