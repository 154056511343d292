import { describe, expect, test } from "vitest";
import { FORMATS } from "../../src/report/formats.ts";
import { MARKER } from "../../src/report/markdown.ts";
import type { Report } from "../../src/schema/report.ts";

/** Names as an attacker would choose them. */
const HOSTILE = [
  "@everyone and @toolfence/maintainers",
  `${MARKER} <!-- toolfence -->`,
  "\u001b]0;title\u0007\u001b[2J\u001b[31m",
  "\u009b31m",
  "\u202egnp.exe\u2066",
  "a%0A::error::b",
  "\n::error file=x::injected\r\n::set-output name=a::b",
  "<script>alert(1)</script><img src=x onerror=y>",
  "[click](https://evil.example) ![x](https://evil.example/p.png) https://evil.example #1 GH-1",
  "` `` ``` code",
  "| a | b |\n|---|---|",
  "\u0000nul\u0000",
  "</details></code></summary>",
  "::add-mask::x,y:z",
  "\u2028line\u2029",
  "##[stop-commands]x",
  "\u{e0041}tag\u3164\u034f",
];

const report = (text: string): Report => ({
  schemaVersion: 1,
  command: "verify",
  base: text,
  compared: 1,
  diagnostics: [
    {
      id: "tool.fs.write.widened",
      severity: "critical",
      gating: true,
      tool: text,
      message: `\`${text}\` is wider.`,
      witness: text,
      from: text,
      to: text,
      dominatedBy: null,
      fingerprint: "0123456789ab",
      approval: null,
      file: `${text}.ts`,
      line: 3,
    },
    {
      id: "tool.fs.read.widened",
      severity: "medium",
      gating: false,
      tool: text,
      message: text,
      witness: null,
      from: null,
      to: null,
      dominatedBy: null,
      fingerprint: "ba9876543210",
      approval: { by: text, reason: text, date: "2026-01-01", expires: null, ticket: null },
      file: null,
      line: null,
    },
  ],
  exitCode: 1,
});
const print = (format: string, text: string): string => FORMATS[format]?.(report(text), { version: "1.0.0", prefix: () => "" }) ?? "";

describe.each(HOSTILE)("%j", (text) => {
  test.each(["text", "markdown", "github", "sarif"])("%s has no control character, bidi mark or line end of it", (format) => {
    const found = print(format, text);
    // JSON may write them as escapes; nothing may hold them raw.
    expect(found.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]/u);
  });
  test.each(["text", "markdown", "github", "sarif", "json"])("%s has nothing that hides, and no command to a runner", (format) => {
    expect(print(format, text)).not.toMatch(/\p{Default_Ignorable_Code_Point}|##\[/u);
  });
  test("markdown has no markup, mention, link or marker of it", () => {
    const found = print("markdown", text);
    expect(found.split(MARKER).length).toBe(2);
    expect(found.startsWith(MARKER)).toBe(true);
    expect(found.replaceAll(/<\/?(?:code|details|summary)>|<!-- toolfence -->/gu, "")).not.toMatch(/[<>@`|]|\]\(|https:\/\//u);
    expect(found.match(/<details>/gu)?.length ?? 0).toBe(found.match(/<\/details>/gu)?.length ?? 0);
  });
  test("github has one command a line, each of ours", () => {
    const lines = print("github", text).trim().split("\n");
    expect(lines.length).toBe(1);
    expect(lines[0]).toMatch(/^::error file=[^,:]*,line=3,title=[^,:]*::[^\r\n]*$/u);
  });
  test("sarif and json are JSON, and round-trip", () => {
    const sarif = JSON.parse(print("sarif", text)) as {
      runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
    };
    expect(sarif.runs[0]?.results.length).toBe(1);
    expect(sarif.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^[\w%.\-~!*'()/]+$/u);
    expect(JSON.parse(print("json", text))).toEqual(report(text));
  });
});

test("more tools than GitHub shows are counted", () => {
  const one = report("x");
  const diagnostics = Array.from({ length: 14 }, (_, n) => ({ ...(one.diagnostics[0] as Report["diagnostics"][number]), tool: `t${n}` }));
  const lines = FORMATS["github"]?.({ ...one, diagnostics }, { version: "1", prefix: () => "packages/a/" })
    .trim()
    .split("\n");
  expect(lines?.length).toBe(10);
  expect(lines?.[0]).toContain("file=packages/a/x.ts");
  expect(lines?.at(-1)).toBe("::error title=toolfence::5 more tools have findings; see the job summary");
});
