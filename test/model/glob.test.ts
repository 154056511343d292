import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excessPaths } from "../../src/model/order/paths.ts";
import { matchPath, parsePath, printPath, toPath } from "../../src/model/path.ts";
import { region } from "../../src/model/region.ts";
import { path, pathText, runs, valueOf } from "../support/arbitraries.ts";
import { bruteMatch } from "../support/brute-match.ts";

describe("matching", () => {
  test("agrees with a matcher written independently", () => {
    fc.assert(
      fc.property(pathText, fc.array(path, { minLength: 10, maxLength: 10 }), (text, events) => {
        const pattern = valueOf(parsePath(text));
        for (const event of events)
          if (matchPath(pattern, event) !== bruteMatch(text, event)) expect.fail(`${text} on ${JSON.stringify(event)}`);
      }),
      { numRuns: runs(12_000) },
    );
  });

  test("print and parse are inverse", () => {
    fc.assert(
      fc.property(pathText, (text) => {
        const first = valueOf(parsePath(text));
        const again = valueOf(parsePath(printPath(first)));
        expect(again).toEqual(first);
      }),
      { numRuns: runs(2000) },
    );
  });
});

/**
 * Pairs on which picomatch 4, micromatch 4, minimatch 11, zeptomatch 2 and Node's
 * `path.matchesGlob` do not agree. Ours: matches, does not, or the pattern is an error.
 */
const DISPUTED: readonly [pattern: string, text: string, ours: boolean | "error", why: string][] = [
  ["/a/[!a]*", "/a/a", false, "`!` negates a set"],
  ["/a/[!a]*", "/a/b", true, "`!` negates a set"],
  ["/a/**", "/a", true, "`**` is any number of segments, none included"],
  ["/a/**", "/a/../etc", false, "`..` is in no path; it is resolved before matching"],
  ["/a/**", "/a/.git/config", true, "a name that starts with a dot is a name"],
  ["/a/*", "/a/.env", true, "a name that starts with a dot is a name"],
  ["/a/?", "/a/😀", true, "`?` is one code point, not one code unit"],
  ["/a/{b}", "/a/b", "error", "one alternative is a mistake"],
  ["/a/{b}", "/a/{b}", "error", "a literal brace is written `\\{`"],
  ["/a/@(b|c)", "/a/b", "error", "extended globs have no meaning"],
  ["/a/(b|c)", "/a/b", "error", "extended globs have no meaning"],
  ["/a/+(b)", "/a/bb", "error", "extended globs have no meaning"],
  ["/a/?(b)", "/a/b", "error", "extended globs have no meaning"],
  ["/a/!(b)", "/a/c", "error", "what is left out stands on a deny list"],
  ["!/a", "/b", "error", "what is left out stands on a deny list"],
  ["#/a", "#/a", "error", "a path starts at a root"],
  ["/a/[a/b]c", "/a//c", "error", "a set never holds the separator"],
  ["/a/[[:alpha:]]", "/a/b", "error", "POSIX classes depend on a locale"],
  ["/a//b", "/a/b", "error", "an empty segment is a mistake"],
  ["/a/b", "/a/b/", false, "a path has no empty segment"],
  ["/a/[]]", "/a/]", true, "a bracket right after the opening one is a member"],
  ["/a/[!]]", "/a/b", true, "a bracket right after the `!` is a member"],
  ["/a/[b-a]", "/a/b", "error", "a range that runs backwards is a mistake"],
  ["/*", "/", false, "a whole-segment `*` needs a segment"],
  ["/a/*", "/a/", false, "a path has no empty segment"],
  ["/a/./b", "/a/b", "error", "`.` is in no path"],
  ["/a/*/../b", "/a/b", "error", "`..` is in no path"],
  ["/a/a|b", "/a/a", "error", "alternatives are written `{a,b}`"],
  ["/a/**/x", "/a/.b/x", true, "a name that starts with a dot is a name"],
  ["/a/.*", "/a/..", false, "`..` is in no path"],
];

describe("where glob libraries differ", () => {
  test("thirty pairs", () => {
    expect(DISPUTED).toHaveLength(30);
  });
  test.each(DISPUTED)("%s on %s: %s, since %s", (pattern, text, ours) => {
    const found = parsePath(pattern);
    if (!found.ok) {
      expect(ours).toBe("error");
      return;
    }
    const event = toPath(text);
    expect(event !== undefined && matchPath(found.value, event)).toBe(ours);
  });
});

describe("what is no pattern", () => {
  const errors: readonly [string, number, string][] = [
    ["reports/x", 0, "path has no root"],
    ["~/x", 0, "path has no root"],
    ["", 0, "path has no root"],
    ["$WORKSPACE/", 10, "pattern ends in `/`"],
    ["/a//b", 3, "path has an empty segment"],
    ["/a/", 3, "path has an empty segment"],
    ["/a/../b", 3, "`..` cannot be a segment"],
    ["$HOME/./b", 6, "`.` cannot be a segment"],
    ["/a/**b", 3, "`**` must be a whole segment"],
    ["/a/b**", 4, "`**` must be a whole segment"],
    ["/a\\", 2, "pattern ends in a backslash"],
    ["/a\\/b", 1, "a name cannot hold `/`"],
    ["/a/\\.", 3, "`\\.` cannot be a segment"],
    ["$WORKSPACE/\\.\\.", 11, "`\\.\\.` cannot be a segment"],
    ["/a/*{,*}", 0, "braces make `**` of single `*`"],
    ["/a[b", 2, "`[` is never closed"],
    ["$WORKSPACE/a[b", 12, "`[` is never closed"],
    ["/a{b,c", 2, "`{` is never closed"],
    ["/a}", 2, "`}` has no `{`"],
    ["/a{b}", 2, "braces hold only one alternative"],
    ["/[^a]", 1, "sets are negated with `!`"],
    ["/[[:alpha:]]", 1, "POSIX classes are not supported"],
    ["/[z-a]", 1, "range runs backwards"],
    ["/[+-0]", 1, "a set cannot contain `/`"],
    ["/a!b", 2, "`!` has no meaning in a pattern"],
    ["/a(b", 2, "`(` has no meaning in a pattern"],
    ["/a)b", 2, "`)` has no meaning in a pattern"],
    ["/{flags}", 1, "braces hold only one alternative"],
    ["/a|b", 2, "`|` has no meaning in a pattern"],
    ["/a\u0000b", 2, "pattern has a control character"],
    ["/a\u007f", 2, "pattern has a control character"],
    ["/a\ud83d", 2, "pattern has half a surrogate pair"],
    ["/a\ude00b", 2, "pattern has half a surrogate pair"],
    ["/e\u0301", 0, "pattern is not in Unicode normal form C"],
    ["/?????????", 9, "too many `?`"],
    [`/${"a".repeat(1024)}`, 1024, "pattern is too long"],
    // As it is printed: its root is written out, a comma is escaped, and escapes that hid a letter's accent are gone.
    [`./${"a".repeat(1022)}`, 0, "pattern is too long"],
    [`./{a,${"b".repeat(1018)}}`.slice(0, 1023) + "}", 0, "pattern is too long"],
    [`/${",".repeat(1000)}`, 0, "pattern is too long"],
    ["/e\\\u0301", 0, "pattern is not in Unicode normal form C"],
    [`/${"{a,b}".repeat(9)}`, 41, "pattern has too many alternatives"],
    [`/{${Array.from({ length: 257 }, (_, n) => `a${n}`).join(",")}}`.slice(0, 1024), 1, "`{` is never closed"],
    [`/${"{a,".repeat(16)}b${"}".repeat(16)}`, 46, "braces are nested too deeply"],
  ];
  test.each(errors)("%j", (text, at, message) => {
    const found = parsePath(text);
    expect(found.ok ? found.value : [found.error.at, found.error.message]).toEqual([at, message]);
    if (!found.ok) expect(found.error.hint).not.toBe("");
  });
});

describe("spelling", () => {
  const spelled: readonly [string, string][] = [
    [".", "$WORKSPACE"],
    ["./a", "$WORKSPACE/a"],
    ["/", "/"],
    ["$TMP", "$TMP"],
    ["/a/**/**/b", "/a/**/b"],
    ["/[ba]", "/[ab]"],
    ["/[a-cb-d]", "/[a-d]"],
    ["/[ab]", "/[ab]"],
    ["/[aa-c]", "/[a-c]"],
    ["/[a-cac]", "/[a-c]"],
    ["/[!\\]a]", "/[!\\]a]"],
    ["/[a\\-z]", "/[\\-az]"],
    ["/[-a]", "/[\\-a]"],
    ["/[a-]", "/[\\-a]"],
    ["/[😀-😂]", "/[😀-😂]"],
    ["/\\*\\?\\a", "/\\*\\?a"],
    ["/\\😀", "/😀"],
    ["./{b,a}", "$WORKSPACE/{b,a}"],
    ["/{b,{c,d}}", "/{b,{c,d}}"],
    ["/{b,b}", "/b"],
    ["/{,x}", "/{,x}"],
  ];
  test.each(spelled)("%j is %j", (text, canonical) => {
    const found = parsePath(text);
    expect(found.ok ? printPath(found.value) : found.error).toEqual(canonical);
    expect(printPath(valueOf(parsePath(canonical)))).toBe(canonical);
  });
});

describe("hostile patterns", () => {
  const within = (text: string, ...others: string[]): string => {
    const [next, ...base] = [text, ...others].map((one) => valueOf(parsePath(one)));
    if (!next) return "";
    return excessPaths(region({ allow: base, deny: [] }), region({ allow: [next], deny: [] }))?.k ?? "none";
  };
  test("the whole length in stars", () => {
    const text = `/${"*a".repeat(500)}`;
    expect(matchPath(valueOf(parsePath(text)), { root: "/", segments: ["a".repeat(5000)] })).toBe(true);
    expect(matchPath(valueOf(parsePath(`${text}b`)), { root: "/", segments: ["a".repeat(5000)] })).toBe(false);
  });
  test("the whole length in `**`", () => {
    const text = `/${"**/a/".repeat(200)}b`;
    expect(matchPath(valueOf(parsePath(text)), { root: "/", segments: Array.from({ length: 2000 }, () => "a") })).toBe(false);
    expect(within(text, text)).toBe("none");
    expect(within(text, "/**/b")).toBe("none");
    expect(within("/**/b", text)).toBe("event");
  });
  test("a set that holds a separator, or never closes", () => {
    for (const text of ["/a/[a/b]c", "/[/", "/[", "/a[b/c", "/[!/]"]) expect(parsePath(text).ok).toBe(false);
  });
  test("what needs exponentially many states ends as unknown, in bounded time", () => {
    const sets = "[!b]".repeat(24);
    expect(within(`/*a${sets}`, `/*a${sets}`)).toBe("none");
    expect(within(`/*[ab]${sets}`, `/*a${sets}`, `/*b${sets}`)).toBe("unknown");
  });
  test("sets over the whole of Unicode", () => {
    expect(within("/[!\u{10ffff}]", "/?")).toBe("none");
    expect(within("/?", "/[!\u{10ffff}]")).toBe("event");
    expect(within("/?", "/[!\ud7ff]", "/\ud7ff")).toBe("none");
    expect(within("/[!a]", "/[\u0021-\u{10ffff}]")).toBe("event");
  });
});
