import { domainToASCII } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearest } from "../../src/model/capability.ts";
import type { FacetChange } from "../../src/model/compare.ts";
import { compareGrants } from "../../src/model/compare.ts";
import { parseHost } from "../../src/model/host.ts";
import { parseAddress } from "../../src/model/ip.ts";
import { matchPath, parsePath, toPath } from "../../src/model/path.ts";
import type { Policy } from "../../src/model/policy.ts";
import { normalise } from "../../src/model/policy.ts";
import { judge } from "../../src/model/resource.ts";
import { canonicalScope } from "../../src/model/scope.ts";
import { runs } from "../support/arbitraries.ts";

/** The facets of which something is newly allowed, or not known. */
const gained = (base: Policy, next: Policy): FacetChange[] =>
  compareGrants(normalise(base).grants, normalise(next).grants).filter((one) => one.relation !== "equal" && one.relation !== "narrower");
const only = (base: Policy, next: Policy): [string, string | undefined, boolean] | "nothing" => {
  const [first] = gained(base, next);
  return first ? [first.relation, first.witness, first.sensitive] : "nothing";
};
const at = (text: string): number | undefined => {
  const found = parsePath(text);
  return found.ok ? undefined : found.error.at;
};

describe("the last value that is allowed, and the first that is not", () => {
  test.each([
    ["10.0.0.1/32", true],
    ["10.0.0.1/33", false],
    ["::1/128", true],
    ["::1/129", false],
    ["1.2.3.4", true],
    ["[::1]", true],
  ])("host `%s`", (text, ok) => {
    expect(parseHost(text).ok).toBe(ok);
  });
  test.each([
    ["1.2.3.4.5", false],
    ["[::1", false],
    ["::1]", false],
    ["255.255.255.255", true],
    ["256.1.1.1", false],
  ])("address `%s`", (text, ok) => {
    expect(parseAddress(text) !== undefined).toBe(ok);
  });
  test.each([
    ["$WORKSPACE", { root: "$WORKSPACE", segments: [] }],
    ["/", { root: "/", segments: [] }],
    ["$HOME/a", { root: "$HOME", segments: ["a"] }],
    ["$HOME/", { root: "$HOME", segments: [] }],
    ["/a/", undefined],
  ])("path `%s`", (text, path) => {
    expect(toPath(text)).toEqual(path);
  });
  test.each([
    ["/\ud800", 1],
    ["/\udfff", 1],
    ["/\ud800a", 1],
    ["/\ud800\ue000", 1],
    ["/\udbff\udfff", undefined],
    ["/\ud800\udc00", undefined],
    ["/ab[z-a]", 3],
  ])("text %j goes wrong at %s", (text, position) => {
    expect(at(text)).toBe(position);
  });
  test("a set with U+FFFF, and one at the end of Unicode", () => {
    const found = parsePath("/[\uffffa]");
    if (!found.ok) throw new Error("not parsed");
    for (const name of ["\uffff", "a"]) expect(matchPath(found.value, { root: "/", segments: [name] })).toBe(true);
    expect(matchPath(found.value, { root: "/", segments: ["b"] })).toBe(false);
  });
  test("neighbours in a set are one range", () => {
    const text = (one: string): string => {
      const found = parsePath(one);
      return found.ok ? found.value.text : "";
    };
    expect(text("/[abc]")).toBe(text("/[a-c]"));
    expect(text("/[ac]")).not.toBe(text("/[a-c]"));
  });
  test("a deny under nothing is nothing", () => {
    const found = parsePath("/a");
    if (!found.ok) throw new Error("not parsed");
    expect(canonicalScope({ allow: [], deny: [found.value] })).toEqual({ allow: [], deny: [] });
    expect(canonicalScope({ allow: "any", deny: [found.value] })).toEqual({ allow: "any", deny: [found.value] });
  });
});

describe("the nearest name", () => {
  test.each([
    ["abdc", ["xbdx", "abcd"], "abcd"],
    ["fs.read", ["fs.real", "fs.read"], "fs.read"],
    ["ba", ["xx", "ab"], "ab"],
    ["abc", ["xyz"], undefined],
    ["verfiy", ["version", "verify"], "verify"],
  ])("%s among %j is %s", (word, known, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });
});

test("names outside ASCII are spelled as the platform spells them", () => {
  const letter = fc.constantFrom(...Array.from("abcxyz019äöüßéèñøåœабвгдяαβγω日本語中文한국ابت😀🚀"));
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 40 }), (letters) => {
      const label = letters.join("");
      const theirs = domainToASCII(`${label}.example`);
      const ours = parseHost(`${label}.example`);
      // The platform refuses more (bidi rules, overlong labels); where both answer, they agree.
      if (theirs === "" || !ours.ok || /ß/u.test(label)) return;
      expect(ours.value.text).toBe(theirs);
    }),
    { numRuns: runs(2000) < 400 ? 400 : runs(2000) },
  );
});

describe("what is newly allowed, exactly", () => {
  test.each<[string, Policy, Policy, [string, string | undefined, boolean] | "nothing"]>([
    ["half of a network", { net: ["10.0.0.0/9:*"] }, { net: ["10.0.0.0/8:*"] }, ["wider", "10.128.0.0:1", true]],
    ["one address more", { net: ["8.8.8.8/32"] }, { net: ["8.8.8.8/31"] }, ["wider", "8.8.8.9:443", false]],
    ["a host that is not sensitive", {}, { net: ["https://b.example"] }, ["wider", "https://b.example:443", false]],
    ["the metadata service", {}, { net: ["@metadata:*"] }, ["wider", "169.254.169.254:1", true]],
    [
      "link-local, which is not the metadata service",
      { net: ["@metadata:*"] },
      { net: ["@metadata:*", "@link-local:*"] },
      ["wider", "169.254.0.0:1", true],
    ],
    [
      "the metadata service beside link-local",
      { net: ["@link-local:*"] },
      { net: ["@link-local:*", "@metadata:*"] },
      ["wider", "169.254.169.254:1", true],
    ],
    ["a path that is not sensitive", {}, { fs: { read: ["$WORKSPACE/a/b.txt"] } }, ["wider", "$WORKSPACE/a/b.txt", false]],
    ["the shortest variable", {}, { env: ["LONG_NAME", "B", "A"] }, ["wider", "A", false]],
    ["two roots, both narrower", { fs: { read: ["$WORKSPACE/**", "/b/**"] } }, { fs: { read: ["$WORKSPACE/a", "/b/c"] } }, "nothing"],
    [
      "a deny below one root that another root may lead to",
      { fs: { read: { allow: ["$WORKSPACE/**", "/srv/a/**"], deny: ["/srv/secret/**"] } } },
      { fs: { read: ["$WORKSPACE/**", "/srv/a/**"] } },
      ["unknown", undefined, false],
    ],
    ["the last character of Unicode", { fs: { read: ["/a"] } }, { fs: { read: ["/[a\u{10ffff}]"] } }, ["wider", "/\u{10ffff}", false]],
    ["nothing beyond the last character", { fs: { read: ["/[!0-\u{10ffff}]", "/[0-\u{10ffff}]"] } }, { fs: { read: ["/?"] } }, "nothing"],
    [
      "nothing among half characters",
      { fs: { read: ["/[!0-\u{10ffff}]", "/[0-\ud7ff]", "/[\ue000-\u{10ffff}]"] } },
      { fs: { read: ["/?"] } },
      "nothing",
    ],
    [
      "an empty argument, which is no option",
      { exec: [{ command: "rg", args: ["{flags}"] }] },
      { exec: [{ command: "rg", args: ["", "-a"] }] },
      ["incomparable", "rg  -a", false],
    ],
    ["options after `--`", { exec: [{ command: "rg", args: ["--", "*"] }] }, { exec: [{ command: "rg", args: ["--", "-x"] }] }, "nothing"],
    [
      "options after what only looks like `--`",
      { exec: [{ command: "rg", args: ["a-", "*"] }] },
      { exec: [{ command: "rg", args: ["a-", "-x"] }] },
      ["incomparable", "rg a- -x", false],
    ],
    [
      "options after a word of two letters",
      { exec: [{ command: "rg", args: ["ab", "*"] }] },
      { exec: [{ command: "rg", args: ["ab", "-x"] }] },
      ["incomparable", "rg ab -x", false],
    ],
    [
      "options after three hyphens",
      { exec: [{ command: "rg", args: ["---", "*"] }] },
      { exec: [{ command: "rg", args: ["---", "-x"] }] },
      ["incomparable", "rg --- -x", false],
    ],
    ["a command with any arguments beside one with some", { exec: ["rg", { command: "rg", args: ["a"] }] }, { exec: ["rg"] }, "nothing"],
  ])("%s", (_name, base, next, expected) => {
    expect(only(base, next)).toEqual(expected);
  });
});

test("what is granted without bounds holds whatever cannot be read", () => {
  const { grants } = normalise({ fs: { read: "any" }, net: "any", env: "any", exec: ["rg"] });
  for (const [capability, resource] of [
    ["fs.read", "{param:p}"],
    ["fs.read", "relative"],
    ["net.connect", "{dynamic}"],
    ["env.read", "*"],
    ["exec.spawn", "rg -x {dynamic} {param:q}"],
  ] as const)
    expect(judge(capability, resource, grants), `${capability} ${resource}`).toBe("inside");
});
