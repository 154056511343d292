import { describe, expect, test } from "vitest";
import { apart, farApart, farMembers, Gaps } from "../../src/host/text-gaps.ts";

describe("what stands between two words", () => {
  test.each([
    ["nothing", "", true, false],
    ["blanks", " \n\t ", true, false],
    ["comments", " // one\n /* two */ /** three */\n", true, false],
    ["more blanks than anybody writes", " ".repeat(300), false, true],
    ["a comment longer than anybody writes there", `/*${"x".repeat(5000)}*/`, false, true],
    ["a line of comment that is as long", `//${"x".repeat(5000)}\n`, false, true],
    ["comments whose lines end otherwise", "// one\r// two\u2028// three\u2029", true, false],
    ["many comments", "// x\n".repeat(30), false, true],
    ["something else", "x", false, false],
    ["a comment that does not end", "/* x", false, false],
  ])("between a dot and a name may stand %s", (_, between, isNear, isFar) => {
    const text = `a.${between}run(b)`;
    expect(new RegExp(apart("\\.", "run\\b"), "u").test(text)).toBe(isNear);
    expect(farMembers(text).has("run")).toBe(isFar);
    expect(new RegExp(farApart("\\.", "run\\b"), "u").test(text)).toBe(isNear || isFar);
  });

  test("is gone through to its end, from wherever it is asked for", () => {
    const text = `a./*.x*/ // .y\n/**//*.*/b.(( /*(*/ c`;
    const members = new Gaps(text, /\s*/uy);
    const dots = Array.from(text.matchAll(/\./gu), ({ index }) => index + 1);
    expect(dots.map((at) => text.charAt(members.end(at)))).toEqual(["b", "x", "y", "*", "("]);
    expect([...dots].reverse().map((at) => text.charAt(members.end(at)))).toEqual(["(", "*", "y", "x", "b"]);
    expect(text.charAt(new Gaps(text, /[\s(]*/uy).end(text.indexOf("((")))).toBe("c");
  });

  test("ends with the text where a comment does not", () => {
    expect([new Gaps("a./* b", /\s*/uy).end(2), new Gaps("a.// b", /\s*/uy).end(2)]).toEqual([6, 6]);
  });
});

/** Texts of some megabytes that a second try for each of their characters does not end with. */
const n = 300_000;

test.each<[string, string]>([
  ["comments in comments", "./*".repeat(n * 2)],
  ["lines in lines", ".//".repeat(n * 2)],
  ["lines in comments", "./*.//".repeat(n)],
  ["comments over lines", "./*\n.//".repeat(n)],
  ["lines behind lines", `${".//".repeat(n)}${"\n//".repeat(n)}`],
  ["units of two bytes", ".//\u0100".repeat(n)],
  ["long comments in long comments", `${".//".repeat(200)}\n`.repeat(n / 300)],
  ["ended comments", ".ask/*.ask*/".repeat(n / 2)],
  ["blanks", `.ask${" ".repeat(6 * n)}`.repeat(2)],
])("a text that is made to be read for ever ends: %s", (_, text) => {
  expect(farMembers(text)).toBeInstanceOf(Set);
  for (const word of [apart("\\.", "never"), apart("\\.", farApart("ask", "\\("))])
    expect(typeof new RegExp(word, "u").test(text)).toBe("boolean");
});
