import { describe, expect, test } from "vitest";
import { Budget } from "../../src/model/glob/search.ts";
import { expandBraces } from "../../src/model/glob/braces.ts";
import { parseHost } from "../../src/model/host.ts";
import { excessHosts } from "../../src/model/order/hosts.ts";
import { hostSpecimens } from "../../src/model/order/specimens.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import { LONGEST_PATH, parsePath, toPath } from "../../src/model/path.ts";
import { normalise } from "../../src/model/policy.ts";
import { region } from "../../src/model/region.ts";
import { judge } from "../../src/model/resource.ts";
import { mustParse } from "../../src/model/result.ts";

describe("what is too long is no answer, and no long wait", () => {
  test("a path that nobody can open", () => {
    const longest = `/${"a".repeat(LONGEST_PATH - 1)}`;
    expect(toPath(longest)).toEqual({ root: "/", segments: [longest.slice(1)] });
    expect(toPath(`${longest}a`)).toBeUndefined();
  });
  test("a resource", () => {
    const { grants } = normalise({ fs: { read: ["/a/**"] }, exec: ["git"] });
    const long = (start: string, extra: number): string => start + "x".repeat(LONGEST_PATH - start.length + extra);
    expect([judge("fs.read", long("/a/", 0), grants), judge("fs.read", long("/a/", 1), grants)]).toEqual(["inside", "depends"]);
    expect([judge("exec.spawn", long("git ", 0), grants), judge("exec.spawn", long("git ", 1), grants)]).toEqual(["inside", "depends"]);
    expect(judge("fs.read", long("/a/", 1), normalise({}).grants)).toBe("outside");
  });
  const many = "{a,b,c,d}".repeat(4);
  test.each<[string, string, number]>([
    ["before a brace", `${many}${"x".repeat(61)}{a,b}`, 97],
    ["before a comma", `{${many}${"x".repeat(61)},y}`, 98],
    ["before a closing brace", `{y,${many}${"x".repeat(61)}}`, 100],
    ["at the end", `${many}${"x".repeat(61)}`, 0],
    ["by what stands in the braces", `${many}{${"x".repeat(61)},y}`, 36],
  ])("alternatives, written out: %s", (_name, text, at) => {
    expect(expandBraces(text)).toMatchObject({ ok: false, error: { message: "pattern has too many alternatives", at } });
  });
  test("alternatives that just fit", () => {
    expect(expandBraces(`${many}${"x".repeat(60)}`)).toMatchObject({ ok: true, value: { length: 256 } });
  });
});

describe("names below a suffix that leaves little room", () => {
  const suffix = (length: number): string => `${"a".repeat(63)}.`.repeat(4).slice(0, length - 1) + "z";
  const below = (length: number, ...others: readonly string[]): string[] => {
    const end = suffix(length);
    const all = [`*.${end}`, ...others.map((label) => `${label}.${end}`)].map((text) => mustParse(parseHost(text)));
    return hostSpecimens(all).flatMap((name) => (name.endsWith(`.${end}`) ? [name.slice(0, -end.length - 1)] : []));
  };
  test.each<[number, readonly string[], readonly string[]]>([
    [253, [], []],
    [252, [], []],
    [251, [], ["a"]],
    [251, ["a"], ["a", "b"]],
    [248, [], ["a"]],
    [247, [], ["x-any"]],
    [247, ["x-any"], ["a", "x-any"]],
  ])("of %i characters, beside %j", (length, others, expected) => {
    expect(below(length, ...others)).toEqual(expected);
  });
});

describe("a budget that is used up is said to be", () => {
  test("hosts", () => {
    const hosts = (...texts: readonly string[]): Parameters<typeof excessHosts>[0] =>
      region({ allow: texts.map((text) => mustParse(parseHost(text))), deny: [] });
    expect(excessHosts(hosts(), hosts("a.example"), new Budget(0))).toEqual({ k: "unknown" });
    expect(excessHosts(hosts("a.example"), hosts("a.example"), new Budget(0))).toBe(null);
  });
  test("paths", () => {
    const paths = (...texts: readonly string[]): Parameters<typeof excessPaths>[0] =>
      region({ allow: texts.map((text) => mustParse(parsePath(text))), deny: [] });
    expect(excessPaths(paths(), paths("/a/**"), new Budget(0))).toEqual({ k: "unknown" });
    expect(excessPaths(paths("/a/**"), paths("/a/**"), new Budget(0))).toBe(null);
  });
});
