import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(() => {
  hideOwnCi();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-15T12:00:00Z") });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const ID = "p/ai-sdk.t";
const tool = (...uses: string[]): string => `import { readFile } from "node:fs/promises";
import { tool } from "ai";
import { withPolicy } from "toolfence";
export const t = tool({ description: "d", inputSchema: {}, execute: withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, async ({ path }) => [${uses.join(", ")}]) });
`;
const [READS, SENDS] = [tool("readFile(path)"), tool("readFile(path)", 'fetch("https://a.example")')];
const exempting = (...exemptions: object[]): string => JSON.stringify({ exemptions });
const said = (out: string, id: string): object[] =>
  (JSON.parse(out) as { diagnostics: { id: string }[] }).diagnostics.filter((one) => one.id === id);
const EXEMPTION = { finding: "tool.undeclared", reason: "until its policy is agreed on", expires: "2027-01-31" };

/** A repository whose tool does more than it declares, in the base as in the head. */
async function repository(config: string, text = SENDS) {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "toolfence.json": config, "t.ts": text });
  await toolfence(made.dir, "manifest");
  made.commit();
  return made;
}
const verify = async (dir: string, ...more: string[]) => toolfence(dir, "verify", "--base", "main", ...more);

test("what the base exempts fails nothing until its day, is said in every report, and fails again after it", async () => {
  const { dir } = await repository(exempting({ ...EXEMPTION, tool: ID, ticket: "T-1" }));
  vi.setSystemTime(new Date("2027-01-31T23:00:00Z"));
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out)]).toEqual([0, []]);
  expect(said(out, "tool.undeclared")).toMatchObject([
    { tool: ID, gating: false, approval: null, exemption: { reason: EXEMPTION.reason, expires: "2027-01-31", ticket: "T-1" } },
  ]);
  const text = await verify(dir);
  expect(text.out).toContain(`◷ ${ID}   tool.undeclared: exempt until 2027-01-31: until its policy is agreed on`);
  expect(text.out).toContain("0 gating (0 undecided), 0 approved, 1 exempt,");
  expect(text.out).toContain("Nothing is newly allowed; what is exempt stands until its day.");
  expect((await verify(dir, "--format", "markdown")).out).toContain("<summary>1 exempt for a while</summary>");
  expect((await verify(dir, "--format", "github")).out).toBe("");
  expect((await toolfence(dir, "check")).code).toBe(0);
  vi.setSystemTime(new Date("2027-02-01T01:00:00Z"));
  const after = await verify(dir, "--json");
  expect([after.code, gatingFindings(after.out)]).toEqual([1, [`tool.undeclared ${ID}`]]);
  expect(said(after.out, "gate.exemption.expired")).toMatchObject([
    { tool: ID, message: `The exemption of \`tool.undeclared\` of \`${ID}\` expired on 2027-01-31.` },
  ]);
  expect((await toolfence(dir, "check")).code).toBe(1);
});

test("it is for one tool and one kind of finding; what nothing needs is said", async () => {
  const { dir } = await repository(exempting({ ...EXEMPTION, tool: "p/ai-sdk.other" }, { ...EXEMPTION, finding: "tool.duplicated" }));
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out)]).toEqual([1, [`tool.undeclared ${ID}`]]);
  expect(said(out, "gate.exemption.unused")).toHaveLength(2);
});

test("a head's own counts for nothing, and is found; so is one that is put off; a shorter, narrower, past or renamed one is not", async () => {
  const { dir, write } = await repository(exempting({ ...EXEMPTION, finding: "policy.unmatched", tool: "p/ai-sdk.old" }));
  const weakened = async (config: object): Promise<number> => {
    write({ "toolfence.json": JSON.stringify(config) });
    return said((await verify(dir, "--json")).out, "gate.config.weakened").length;
  };
  write({ "toolfence.json": exempting(EXEMPTION) });
  const { code, out } = await verify(dir, "--json");
  expect([code, gatingFindings(out).sort()]).toEqual([1, ["gate.config.weakened", `tool.undeclared ${ID}`]]);
  expect(said(out, "gate.config.weakened")).toMatchObject([{ message: "`tool.undeclared` is newly exempt until 2027-01-31." }]);
  const own = { ...EXEMPTION, finding: "policy.unmatched", tool: "p/ai-sdk.old" };
  expect(await weakened({ exemptions: [own] })).toBe(0);
  expect(await weakened({ exemptions: [{ ...own, expires: "2027-02-01" }] })).toBe(1);
  expect(await weakened({ exemptions: [{ ...own, tool: undefined }] })).toBe(1);
  expect(await weakened({ exemptions: [{ ...own, expires: "2027-01-20" }] })).toBe(0);
  expect(await weakened({ exemptions: [{ ...EXEMPTION, expires: "2027-01-14" }] })).toBe(0);
  expect(await weakened({ exemptions: [{ ...own, tool: ID }] })).toBe(1);
  expect(await weakened({ exemptions: [{ ...own, tool: ID }], renamed: { [ID]: "p/ai-sdk.old" } })).toBe(0);
  // A bare manifest says nothing of what was exempt.
  write({ "toolfence.json": exempting(EXEMPTION) });
  expect(said((await toolfence(dir, "verify", "--base", "toolfence.manifest.json", "--json")).out, "gate.config.weakened")).toEqual([]);
});

test.each([
  [{ finding: "tool.undeclared", reason: "r" }, "exemptions[0].expires"],
  [{ ...EXEMPTION, expires: "2027-02-30" }, "exemptions[0].expires"],
  [{ ...EXEMPTION, expires: "2028-01-17" }, "the latest day is 2028-01-16, a year from now"],
  [{ ...EXEMPTION, reason: " " }, "exemptions[0].reason"],
  [{ ...EXEMPTION, finding: "tool.undeclred" }, "Did you mean `tool.undeclared`?"],
  [{ ...EXEMPTION, finding: "gate.config" }, "Nothing is exempt from what is found of the gate itself"],
  [{ ...EXEMPTION, finding: "manifest.stale" }, "Nothing is exempt from what is found of the gate itself"],
  [{ ...EXEMPTION, finding: "tool.observed.widened" }, "A change is approved"],
  [{ ...EXEMPTION, finding: "tool" }, "A change is approved"],
])("%j cannot be said", async (exemption, words) => {
  const { dir } = emptyRepository({ "package.json": '{ "name": "p" }', "toolfence.json": exempting(exemption), "t.ts": READS });
  const { code, err } = await toolfence(dir, "check");
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});
