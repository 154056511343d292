import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const ID = "p/ai-sdk.t";
const tool = (body: string): string =>
  `import { readFile } from "node:fs/promises";\nimport { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async ({ path }) => ${body} });\n`;
const READS = tool("readFile(path)");
const SENDS = tool('[readFile(path), fetch("https://a.example")]');
const exempting = (...exemptions: object[]): string => JSON.stringify({ exemptions });
const known = (out: string, id: string): object[] =>
  (JSON.parse(out) as { diagnostics: { id: string }[] }).diagnostics.filter((one) => one.id === id);

/** A repository whose base has a configuration, and whose head sends. */
async function repository(config: string) {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "toolfence.json": config, "t.ts": READS });
  await toolfence(made.dir, "manifest");
  made.commit();
  made.write({ "t.ts": SENDS });
  await toolfence(made.dir, "manifest");
  return made;
}
const verify = async (dir: string, ...more: string[]) => toolfence(dir, "verify", "--base", "main", ...more);

test("what the base exempts fails nothing until its day, is said in every report, and fails again after it", async () => {
  const exemption = { finding: "tool.observed", tool: ID, reason: "until the release", expires: "2027-01-31", ticket: "T-1" };
  const { dir } = await repository(exempting(exemption));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-31T23:00:00Z") });
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out)]).toEqual([0, []]);
  expect(known(out, "tool.observed.widened")).toMatchObject([
    { tool: ID, gating: false, approval: null, exemption: { reason: "until the release", expires: "2027-01-31", ticket: "T-1" } },
  ]);
  expect((await verify(dir)).out).toContain(`◷ ${ID}   tool.observed.widened: exempt until 2027-01-31: until the release`);
  expect((await verify(dir)).out).toContain("0 gating (0 undecided), 0 approved, 1 exempt,");
  expect((await verify(dir, "--format", "markdown")).out).toContain("<summary>1 exempt for a while</summary>");
  expect((await verify(dir, "--format", "github")).out).toBe("");
  vi.setSystemTime(new Date("2027-02-01T01:00:00Z"));
  const after = await verify(dir, "--json");
  expect([after.code, gatingFindings(after.out)]).toEqual([1, [`tool.observed.widened ${ID}`]]);
  expect(known(after.out, "gate.exemption.expired")).toMatchObject([
    { tool: ID, message: `The exemption of \`tool.observed\` of \`${ID}\` expired on 2027-01-31.` },
  ]);
});

test("it is for one tool and one kind of finding; what nothing needs is said", async () => {
  const exemption = { reason: "r", expires: "2099-01-01" };
  const { dir } = await repository(
    exempting({ ...exemption, finding: "tool.observed", tool: "p/ai-sdk.other" }, { ...exemption, finding: "tool.exec" }),
  );
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out)]).toEqual([1, [`tool.observed.widened ${ID}`]]);
  expect(known(out, "gate.exemption.unused")).toHaveLength(2);
});

test("a head's own counts for nothing, and is found; so is one that is put off; a shorter or narrower one is not", async () => {
  const said = { finding: "tool.observed", reason: "r", expires: "2099-01-01" };
  const { dir, write } = await repository(exempting({ ...said, finding: "tool.net" }));
  write({ "toolfence.json": exempting(said) });
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out).sort()]).toEqual([1, ["gate.config.weakened", `tool.observed.widened ${ID}`]]);
  expect(known(out, "gate.config.weakened")).toMatchObject([{ message: "`tool.observed` is newly exempt until 2099-01-01." }]);
  write({ "toolfence.json": exempting({ ...said, finding: "tool.net", expires: "2099-01-02" }) });
  expect(known((await verify(dir, "--json")).out, "gate.config.weakened")).toHaveLength(1);
  write({ "toolfence.json": exempting({ ...said, finding: "tool.net.connect", tool: ID, expires: "2098-01-01" }) });
  expect(known((await verify(dir, "--json")).out, "gate.config.weakened")).toEqual([]);
});

test.each([
  [{ finding: "tool.observed", reason: "r" }, "exemptions[0].expires"],
  [{ finding: "tool.observed", reason: "r", expires: "2027-02-30" }, "exemptions[0].expires"],
  [{ finding: "tool.observed", reason: " ", expires: "2027-02-01" }, "exemptions[0].reason"],
  [{ finding: "tool.obzerved", reason: "r", expires: "2027-02-01" }, "Did you mean `tool.observed`?"],
  [{ finding: "gate.config", reason: "r", expires: "2027-02-01" }, "nothing is exempt from what is found of the gate itself"],
  [{ finding: "manifest.stale", reason: "r", expires: "2027-02-01" }, "nothing is exempt from what is found of the gate itself"],
])("%j cannot be said", async (exemption, words) => {
  const { dir } = emptyRepository({ "package.json": '{ "name": "p" }', "toolfence.json": exempting(exemption), "t.ts": READS });
  const { code, err } = await toolfence(dir, "check");
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});

test("`check` goes by them as well", async () => {
  const declared = SENDS.replace("async", 'withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, async').replace("] });", "]) });");
  const files = { "package.json": '{ "name": "p" }', "t.ts": `import { withPolicy } from "toolfence";\n${declared}` };
  const { dir, write } = emptyRepository(files);
  expect((await toolfence(dir, "check")).code).toBe(1);
  write({ "toolfence.json": exempting({ finding: "tool.undeclared", reason: "r", expires: "2099-01-01" }) });
  const { code, out } = await toolfence(dir, "check");
  expect([code, out]).toEqual([0, expect.stringContaining("exempt until 2099-01-01: r")]);
});
