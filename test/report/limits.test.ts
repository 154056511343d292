import { describe, expect, test } from "vitest";
import { MOST, printMarkdown } from "../../src/report/markdown.ts";
import { printSarif } from "../../src/report/sarif.ts";
import type { Diagnostic, Report } from "../../src/schema/report.ts";

const finding = (n: number, rest: Partial<Diagnostic> = {}): Diagnostic => ({
  id: "tool.fs.read.widened",
  severity: "medium",
  gating: true,
  tool: `p/s.t${n}`,
  message: "`fs.read` is wider.",
  witness: `$WORKSPACE/${"é".repeat(20)}/${n}`,
  from: "none",
  to: "any",
  dominatedBy: null,
  fingerprint: String(n).padStart(12, "0"),
  approval: null,
  file: "a.ts",
  line: 1,
  ...rest,
});
const reportOf = (diagnostics: readonly Diagnostic[]): Report => ({
  schemaVersion: 1,
  command: "verify",
  base: "main",
  compared: 1,
  diagnostics: [...diagnostics],
  exitCode: 1,
});
const many = (n: number, rest: Partial<Diagnostic> = {}): Diagnostic[] => Array.from({ length: n }, (_, i) => finding(i, rest));
const APPROVED = { gating: false, approval: { by: "ana", reason: "read", date: "2026-01-01", expires: null, ticket: null } } as const;
const TOLD = /^\d+ more do not fit here, the worst of them medium: `toolfence verify` prints all\.$/mu;

describe("a comment holds what a host takes", () => {
  test("all of it, where it fits: no word of what is left out", () => {
    const text = printMarkdown(reportOf([...many(3), ...many(2, APPROVED)]));
    expect(text.match(/#### /gu)?.length).toBe(5);
    expect(text).not.toMatch(TOLD);
    expect(text).toContain("<details><summary>2 approved</summary>");
  });

  test.each([MOST.comment, MOST.summary, 2000])("%i bytes, with whole lines, the number of findings and what to do", (most) => {
    const text = printMarkdown(reportOf([...many(5000), ...many(5000, APPROVED)]), most);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(text)).toBeGreaterThan(most - 600);
    expect(text).toContain("5000 findings to look at");
    expect(text).toMatch(TOLD);
    expect(text).toContain("\n5000 approved\n");
    expect(text).toContain("Narrow the change, or have it approved");
    for (const line of text.split("\n"))
      expect(line).toMatch(
        /^(?:$|<!--|### |#### <code>.*<\/code>$|Compared|- .*\.$| {2}- .*<\/code>$|\d+ more do not fit|5000 approved$|Narrow)/u,
      );
  });

  test("what gates comes first: approved and told findings give way to it", () => {
    const text = printMarkdown(reportOf([...many(3), ...many(400, APPROVED), ...many(2, { gating: false })]), 10_000);
    expect(text.match(/newly allowed, for example/gu)?.length).toBe(3 + 2);
    expect(text).toContain("\n400 approved\n");
    expect(text).toContain("<details><summary>2 for information</summary>");
    expect(text).not.toMatch(TOLD);
  });
});

test("the worst of all tools comes first, and nobody hides it behind something long", () => {
  const worst = finding(0, { tool: "z", severity: "critical", message: "The worst." });
  const low = many(2000, { tool: "a", severity: "low" });
  const long = finding(1, {
    tool: "b",
    message: "x".repeat(100_000),
    witness: "y".repeat(100_000),
    from: "f".repeat(9999),
    to: "t".repeat(9999),
  });
  const text = printMarkdown({ ...reportOf([...low, long, worst]), base: "b".repeat(9999) });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST.comment);
  expect(text).toContain("The worst.");
  expect(text).toContain("<code>b</code>");
  const [, left = "0"] = /(\d+) more do not fit/u.exec(text) ?? [];
  expect(text.match(/^- /gmu)?.length).toBe(2002 - Number(left));
});

test("nothing stands in the place of what is worse, and how bad that is is said", () => {
  const huge = (n: number): Diagnostic =>
    finding(n, { tool: `b${n}`, severity: "critical", message: "@".repeat(600), witness: "@".repeat(600) });
  const all = [...Array.from({ length: 50 }, (_, n) => huge(n)), ...many(50, { tool: "a", severity: "low" })];
  const text = printMarkdown(reportOf(all), 20_000);
  expect(text).toMatch(/^\d+ more do not fit here, the worst of them critical:/mu);
  expect(text).not.toContain("**low**");
  expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u);
});

test("a text is never cut within a character", () => {
  const text = printMarkdown(reportOf([finding(0, { message: `${"x".repeat(599)}😀😀` })]));
  expect(text).toContain(`${"x".repeat(599)}…`);
});

test("a rule of SARIF is as bad as the worst of its findings", () => {
  const text = printSarif(
    reportOf([finding(0, { severity: "medium" }), finding(1, { severity: "high" }), finding(2, { severity: "low" })]),
    "1.0.0",
  );
  const { runs } = JSON.parse(text) as {
    readonly runs: readonly { readonly tool: { readonly driver: { readonly rules: readonly { readonly properties: object }[] } } }[];
  };
  expect(runs[0]?.tool.driver.rules.map(({ properties }) => properties)).toMatchObject([{ "security-severity": "8.0" }]);
});

test("SARIF has as many results as GitHub shows, the worst first, and says how many more there are", () => {
  interface Run {
    readonly results: readonly { readonly ruleId: string; readonly level: string }[];
    readonly invocations?: readonly { readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[] }[];
  }
  const runOf = (diagnostics: readonly Diagnostic[]): Run | undefined =>
    (JSON.parse(printSarif(reportOf(diagnostics), "1.0.0")) as { readonly runs: readonly Run[] }).runs[0];
  const all = runOf(many(5000));
  expect([all?.results.length, all?.invocations]).toEqual([5000, undefined]);
  const cut = runOf([...many(5001), finding(9, { id: "tool.exec.widened", severity: "critical" })]);
  expect([cut?.results.length, cut?.results[0]?.ruleId]).toEqual([5000, "tool.exec.widened"]);
  expect(cut?.invocations?.[0]?.toolExecutionNotifications[0]?.message.text).toBe(
    "2 more findings are left out here; `toolfence verify` prints all.",
  );
});
