import { describe, expect, test } from "vitest";
import { nearest } from "../../src/model/capability.ts";
import { clausesOf } from "../../src/model/clauses.ts";
import type { matchEnv } from "../../src/model/env.ts";
import { envSpecimens, parseEnv } from "../../src/model/env.ts";
import { HINT_DEFAULTS } from "../../src/model/hints.ts";
import { cycleFrom } from "../../src/model/prerequisites.ts";
import { excessEnv } from "../../src/model/order/env.ts";
import { parseHost } from "../../src/model/host.ts";
import { boundaries } from "../../src/model/order/specimens.ts";
import { parseAddress } from "../../src/model/ip.ts";
import { normalise } from "../../src/model/policy.ts";
import { judge } from "../../src/model/resource.ts";
import { mergeRanges } from "../../src/model/glob/syntax.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import { parsePath } from "../../src/model/path.ts";
import { region } from "../../src/model/region.ts";
import { compareGrants, overall } from "../../src/model/compare.ts";
import { mustParse } from "../../src/model/result.ts";

test.each([
  ["fs.raed", "fs.read"],
  ["fs.reed", "fs.read"],
  ["fsread", "fs.read"],
  ["net.conect", "net.connect"],
  ["exec.spwan", "exec.spawn"],
  ["abc", "abd"],
  ["", undefined],
  ["zzzzzz", undefined],
])("the name nearest to `%s` is `%s`", (word, expected) => {
  expect(nearest(word, ["fs.read", "fs.write", "net.connect", "exec.spawn", "abd"])).toBe(expected);
});

test("of two names that are near, the nearer one, and of equals the first", () => {
  expect(nearest("approvals", ["approval", "approvalsx", "approve"])).toBe("approval");
  expect(nearest("ab", ["ba", "ac"])).toBe("ba");
  expect(nearest("abcdef", ["abcxyz"])).toBeUndefined();
  expect(nearest("abcdefghi", ["abcdefxyz"])).toBe("abcdefxyz");
  expect(nearest("abcd", ["badc"])).toBe("badc");
});

test("what is no name of a variable says what to write", () => {
  expect(parseEnv("*")).toEqual({
    ok: false,
    error: { message: "`*` is not a variable name", at: 0, hint: "write `any` for every variable" },
  });
  expect(parseEnv("A-B")).toEqual({
    ok: false,
    error: { message: "`A-B` is not a variable name", at: 1, hint: "write `NAME` or `PREFIX_*`" },
  });
});

describe("addresses", () => {
  test.each([
    "1::2::3",
    "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "1::2:3:4:5:6:7:8",
    "g::",
    "12345::",
    "::1.2.3.256",
    "256.1.1.1",
    "1.2.3.4.5",
    "1.2.3.4.0",
  ])("`%s` is none", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
  test.each([
    ["1:2:3:4:5:6::8", 0x0001_0002_0003_0004_0005_0006_0000_0008n],
    ["::2:3:4:5:6:7:8", 0x0000_0002_0003_0004_0005_0006_0007_0008n],
    ["1:2:3:4:5:6:7::", 0x0001_0002_0003_0004_0005_0006_0007_0000n],
    ["::", 0n],
  ])("`%s`", (text, value) => {
    expect(parseAddress(text)).toEqual({ family: 6, value });
  });
});

describe("clauses, as they are written", () => {
  const lines = (policy: Parameters<typeof clausesOf>[0]): string[] =>
    clausesOf(policy).map(({ keys, capability, grant }) => `${keys.join(".")} ${capability} ${JSON.stringify(grant)}`);
  test("lists, parts, and scopes with exceptions", () => {
    expect(lines({ net: ["a.example"], env: { read: ["A"], write: "any" } })).toEqual([
      'net.0 net.connect "a.example"',
      'env.read.0 env.read "A"',
      'env.write env.write "any"',
    ]);
    expect(lines({ net: { allow: ["a.example"], deny: ["b.example"] }, env: { allow: "any", deny: ["A"] } })).toEqual([
      'net.allow.0 net.connect "a.example"',
      'env.allow env.read "any"',
    ]);
  });
});

test("endpoints at which something can change", () => {
  const host = (text: string): ReturnType<typeof parseHost> & { ok: true } => parseHost(text) as never;
  const [all, low, high] = [host("a.example:1-100").value, host("a.example:1-50").value, host("https://a.example:100").value];
  const ports = (...here: (typeof all)[]): number[] =>
    [...new Set(boundaries("a.example", here).map((one) => one.port))].sort((a, b) => a - b);
  expect(ports(all, low, high)).toEqual([1, 51, 100, 101]);
  expect(ports(all)).toEqual([1, 101]);
  expect(ports(host("a.example:9-65535").value)).toEqual([1, 9]);
  expect([...new Set(boundaries("a.example", [all, high]).map((one) => one.scheme))]).toEqual(["tcp", "https", "x-any"]);
  expect([...new Set(boundaries("a.example", [all]).map((one) => one.scheme))]).toEqual(["tcp", "x-any"]);
});

describe("an effect against what is granted", () => {
  const verdict = (capability: string, resource: string, policy: Parameters<typeof normalise>[0]): string =>
    judge(capability, resource, normalise(policy).grants);
  test("a path of which nothing is known", () => {
    expect(verdict("fs.read", "{dynamic}", { fs: { read: ["$WORKSPACE/**"] } })).toBe("depends");
    expect(verdict("fs.read", "{dynamic}", { fs: { read: ["$WORKSPACE/**", "$HOME/**", "$TMP/**", "/**"] } })).toBe("inside");
    expect(verdict("fs.read", "{param:p}/x", { fs: { read: "none" } })).toBe("outside");
  });
  test("a command with a folder to run in depends on where it runs", () => {
    const here = { command: "rg", args: "any", cwd: ["$WORKSPACE"] } as const;
    expect(verdict("exec.spawn", "rg x", { exec: [here as never] })).toBe("depends");
    expect(verdict("exec.spawn", "rg x", { exec: [here as never, "rg"] })).toBe("inside");
    expect(verdict("exec.spawn", "rg --a", { exec: [here as never, { command: "rg", args: ["--a"] }] })).toBe("inside");
    expect(verdict("exec.shell", "rg x", { exec: ["rg"] })).toBe("outside");
    expect(verdict("exec.shell", "rg x", { exec: [{ command: "rg", args: "any", shell: true }] })).toBe("inside");
  });
});

test("a built-in pattern that does not parse is a fault of the program", () => {
  expect(() => mustParse(parseEnv("*"))).toThrow("built-in pattern does not parse: `*` is not a variable name");
});

describe("order of paths", () => {
  const set = (allow: readonly string[], deny: readonly string[] = []): Parameters<typeof excessPaths>[0] =>
    region({ allow: allow.map((text) => mustParse(parsePath(text))), deny: deny.map((text) => mustParse(parsePath(text))) });
  test("an exception that is gone matters only to what is still granted, or below another root", () => {
    const base = set(["$WORKSPACE/**"], ["$WORKSPACE/secret/**"]);
    expect(excessPaths(base, set(["$WORKSPACE/src/**"]))).toBeNull();
    expect(excessPaths(base, set(["$WORKSPACE/src/**", "$HOME/x"]))).toMatchObject({ k: "event" });
    const two = set(["$WORKSPACE/**", "$HOME/**"], ["$HOME/secret/**"]);
    expect(excessPaths(two, set(["$WORKSPACE/src/**"]))).toEqual({ k: "unknown" });
    expect(excessPaths(two, set(["$WORKSPACE/src/**"], ["$HOME/secret/**"]))).toBeNull();
  });
  test("what is sensitive is said to be", () => {
    expect(excessPaths(set([]), set(["$WORKSPACE/**"]))).toMatchObject({ k: "event", sensitive: true });
    expect(excessPaths(set([]), set(["$WORKSPACE/zzz/a"]))).toMatchObject({ k: "event", sensitive: false });
  });
  test("a witness has no segment that is empty or means a folder", () => {
    const found = excessPaths(set(["$WORKSPACE/[!.]*/x"]), set(["$WORKSPACE/*/x"]));
    expect(found).toMatchObject({
      k: "event",
      event: { root: "$WORKSPACE", segments: [expect.stringMatching(/^\.[^.]|^\.\.[\s\S]/u), "x"] },
    });
  });
  test("ranges of characters that overlap are one, in whatever order they are written", () => {
    expect(
      mergeRanges([
        [5, 6],
        [1, 9],
        [12, 14],
        [10, 10],
      ]),
    ).toEqual([
      [1, 10],
      [12, 14],
    ]);
    expect(
      mergeRanges([
        [1, 5],
        [1, 2],
        [7, 8],
      ]),
    ).toEqual([
      [1, 5],
      [7, 8],
    ]);
  });
});

test("a command that may have any arguments holds the one that may have some", () => {
  const wide = normalise({ exec: ["rg", { command: "rg", args: ["--json"] }] });
  const narrow = normalise({ exec: [{ command: "rg", args: ["--files"] }] });
  expect(overall(compareGrants(wide.grants, narrow.grants))).toBe("narrower");
  expect(overall(compareGrants(narrow.grants, wide.grants))).toBe("wider");
});

test("a path of which the root is not known depends, whatever is granted", () => {
  const all = normalise({ fs: { read: ["$WORKSPACE/**", "$HOME/**", "$TMP/**", "/**"] } }).grants;
  expect(judge("fs.read", "relative/x", all)).toBe("depends");
});

describe("variables", () => {
  const env = (text: string): Parameters<typeof matchEnv>[0] => mustParse(parseEnv(text));
  const set = (...allow: readonly string[]): Parameters<typeof excessEnv>[0] => region({ allow: allow.map(env), deny: [] });
  test("a name of each kind that patterns tell apart", () => {
    expect(envSpecimens([env("LANG"), env("LC_*")])).toEqual(["ANY", "LANG", "LANGANY", "LC_", "LC_ANY"]);
    expect(envSpecimens([env("X_*"), env("X_ANY"), env("ANY")])).toEqual(["ANYX", "X_", "X_ANYX", "X_ANY", "X_ANYANY", "ANY", "ANYANY"]);
  });
  test("the shortest is told, and of equals the first", () => {
    expect(excessEnv(set(), set("LONGER_NAME", "LANG", "HOME"))).toEqual({ k: "event", event: "HOME", sensitive: false });
  });
});

test("names of hosts have their greatest length", () => {
  const label = "a".repeat(61);
  const name = (last: number): string => `${label}.${label}.${label}.${label}.${"b".repeat(last)}`;
  expect([name(5).length, parseHost(name(5)).ok, parseHost(name(6)).ok]).toEqual([253, true, false]);
});

test("a cycle leads back to where it began, past others on the way", () => {
  const after = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["b"]],
    ["d", ["a"]],
  ]);
  expect(cycleFrom("a", after)).toEqual(["a", "b", "d", "a"]);
  expect(cycleFrom("a", new Map([["a", ["gone"]]]))).toBeUndefined();
  expect(
    cycleFrom(
      "c",
      new Map([
        ["c", ["x"]],
        ["x", ["x"]],
      ]),
    ),
  ).toBeUndefined();
});

test("what the absence of a hint means", () => {
  expect(HINT_DEFAULTS).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true });
});

test.each([
  ["src/x", "write `$WORKSPACE/src/x`, or start with $HOME, $TMP or /"],
  ["~/x/y", "write `$HOME/x/y`"],
  ["~", "write `$HOME`"],
  ["../x", "write the path from `$WORKSPACE`, `$HOME`, `$TMP` or `/`"],
  ["$WORKSPCE/x", "did you mean `$WORKSPACE/x`?"],
  ["$elsewhere/x", "write `$WORKSPACE/$elsewhere/x`, or start with $HOME, $TMP or /"],
])("a path without a root: `%s`", (text, hint) => {
  expect(parsePath(text)).toMatchObject({ ok: false, error: { message: "path has no root", at: 0, hint } });
});
