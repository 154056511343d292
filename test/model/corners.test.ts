import { expect, describe, test } from "vitest";
import { nearest } from "../../src/model/capability.ts";
import { runsAnything } from "../../src/model/interpreters.ts";
import { parseCommand, readCommand } from "../../src/model/command.ts";
import { compareGrants, gates, overall } from "../../src/model/compare.ts";
import { and, findWord, inside, not } from "../../src/model/glob/search.ts";
import { expandBraces } from "../../src/model/glob/braces.ts";
import { canonicalName, isPublic, LOCAL_SUFFIXES, matchHost, parseHost } from "../../src/model/host.ts";
import { parseAddress, printAddress } from "../../src/model/ip.ts";
import { excessCommands } from "../../src/model/order/commands.ts";
import { excessEnv } from "../../src/model/order/env.ts";
import { excessHosts } from "../../src/model/order/hosts.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import { parseEnv } from "../../src/model/env.ts";
import type { PathPattern } from "../../src/model/path.ts";
import { matchPath, parsePath, toPath } from "../../src/model/path.ts";
import type { Policy } from "../../src/model/policy.ts";
import { normalise } from "../../src/model/policy.ts";
import { toALabel } from "../../src/model/punycode.ts";
import type { Region } from "../../src/model/region.ts";
import { difference, intersection, region, scopesOf, union } from "../../src/model/region.ts";
import { judge } from "../../src/model/resource.ts";
import { mustParse } from "../../src/model/result.ts";
import { nameRule, skeleton } from "../../src/model/tool-name.ts";
import { isAccepted } from "../../src/model/unknowns.ts";
import { valueOf } from "../support/arbitraries.ts";

type Allow = readonly string[] | "any";
const paths = (allow: Allow, deny: readonly string[] = []): Region<PathPattern> =>
  region({
    allow: allow === "any" ? "any" : allow.map((text) => valueOf(parsePath(text))),
    deny: deny.map((text) => valueOf(parsePath(text))),
  });
const path = (text: string) => ({ k: "event", event: toPath(text), sensitive: false });
const none = paths([]);

describe("arguments", () => {
  const rg = (...args: readonly string[]) => region({ allow: [valueOf(parseCommand({ command: "rg", args }))], deny: [] });
  const gained = (...args: readonly string[]) => ({ k: "event", event: { command: "rg", args, shell: false }, sensitive: false });
  test.each<[string, string[], string[], string[] | null]>([
    ["a path is another path", ["/etc/a"], ["/etc/b"], ["/etc/b"]],
    ["a folder is not what is in it", ["a"], ["a/*"], ["a/"]],
    ["a wildcard holds separators", ["*"], ["/etc/b"], null],
    ["a set that leaves the separator out", ["[ -.0-z]"], ["[ -.]"], null],
    ["a hyphen within is no option", ["*"], ["a-b"], null],
    ["a hyphen within the rest is no option", ["**"], ["a-b"], null],
    ["flags have letters, and hyphens within", ["{flags}"], ["-a-b", "-c"], null],
    ["an empty argument is no flag", ["{flags}"], [""], [""]],
    ["flags start an argument of their own", ["a", "{flags}"], ["ab"], ["ab"]],
    ["flags hold no plain word", ["{flags}"], ["ab"], ["ab"]],
  ])("%s", (_name, base, next, expected) => {
    expect(excessCommands(rg(...base), rg(...next))).toEqual(expected === null ? null : gained(...expected));
  });
  test("the same word from two alternatives: the plainest is told", () => {
    expect(excessCommands(rg("x"), rg("{c,b}"))).toEqual(gained("b"));
  });
  const inFolders = (...cwd: readonly string[]) =>
    region({ allow: [valueOf(parseCommand({ command: "rg", args: "any", cwd }))], deny: [] });
  test("folders of too many kinds, and folders that cannot be told apart in time, are not known", () => {
    const eight = Array.from("abcdefgh", (letter) => `/*${letter}*/**`);
    expect(excessCommands(inFolders(...eight), inFolders(...eight.slice(1)))).toEqual({ k: "unknown" });
    const hard = [`/*[ab]${"[!b]".repeat(24)}`, `/*a${"[!b]".repeat(24)}`, `/*b${"[!b]".repeat(24)}`];
    expect(excessCommands(inFolders(...hard), inFolders(...hard.slice(1)))).toEqual({ k: "unknown" });
  });
});

test("a language and what it leaves out have no word in common, and one automaton", () => {
  const language = [{ segments: ["**"] as const }];
  expect(findWord("paths", and(inside(language), not(inside(language))))).toEqual({ k: "none" });
});

describe("paths", () => {
  test.each<[string, Region<PathPattern>, Region<PathPattern>, ReturnType<typeof excessPaths> | ReturnType<typeof path>]>([
    ["names may start with a hyphen", paths(["/*"]), paths(["/-a"]), null],
    ["no half characters between", paths(["/[\ud7ff\ue000]"]), paths(["/[\ud7ff-\ue000]"]), null],
    ["`.` and `..` are no names", paths(["/{[!.]*,.[!.]*,..?*}/x"]), paths(["/*/x"]), null],
    ["the first root of two", none, paths(["$HOME/a", "$TMP/b"]), path("$HOME/a")],
    [
      "everything among two scopes",
      paths("any", ["$HOME/q"]),
      union(paths(["/**"], ["/y"]), paths(["$WORKSPACE/a"], ["/z"])),
      path("$HOME/q"),
    ],
    ["everything beside a name", paths("any", ["$HOME/q"]), paths(["/**", "$WORKSPACE/a"]), path("$HOME/q")],
    ["two scopes, two roots", none, union(paths(["$HOME/x"], ["$HOME/q"]), paths(["/y"], ["/q"])), path("$HOME/x")],
    ["two scopes below one root", none, union(paths(["/c/d"], ["/q"]), paths(["/a/b"], ["/r"])), path("/a/b")],
    [
      "a union of scopes is as exact as they are",
      paths(["$HOME/**", "$WORKSPACE/**"]),
      union(paths(["$HOME/x/*"], ["$HOME/a"]), paths(["$WORKSPACE/y/*"], ["$WORKSPACE/b"])),
      null,
    ],
    ["what two sets share below one root", paths(["$HOME/**"]), intersection(paths(["$HOME/a*"]), paths(["$HOME/*b"])), null],
    [
      "what two sets share below two roots may be one folder",
      paths(["$HOME/**", "$WORKSPACE/**"]),
      intersection(paths(["$HOME/a*", "$WORKSPACE/a"]), paths(["$HOME/*b"])),
      { k: "unknown" },
    ],
    [
      "one part of a union that may be one folder",
      paths(["$HOME/**", "$WORKSPACE/**"]),
      union(intersection(paths(["$HOME/a*", "$WORKSPACE/a"]), paths(["$HOME/*b"])), paths(["$HOME/c"], ["$HOME/d"])),
      { k: "unknown" },
    ],
    [
      "everything less a folder",
      paths(["$HOME/**"]),
      intersection(paths(["$HOME/**"]), difference(paths(["/**"], ["/q"]), paths(["$HOME/x"]))),
      null,
    ],
    [
      "an exception that a wider one took in",
      paths(["$WORKSPACE/**"], ["$HOME/secret/a"]),
      paths(["$WORKSPACE/src/**"], ["$HOME/secret/**"]),
      null,
    ],
    [
      "what a difference takes away below another root, kept",
      difference(paths(["$WORKSPACE/**"]), paths(["$HOME/a"])),
      paths(["$WORKSPACE/b"], ["$HOME/a"]),
      null,
    ],
    [
      "everything but a folder taken away",
      difference(paths(["$WORKSPACE/**"]), paths("any", ["$WORKSPACE/x/**"])),
      paths(["$WORKSPACE/x/y"]),
      { k: "unknown" },
    ],
  ])("%s", (_name, base, next, expected) => {
    expect(excessPaths(base, next)).toEqual(expected);
  });
  test("every path, as one of two alternatives", () => {
    expect(matchPath(valueOf(parsePath("/{**,a/b}")), { root: "$HOME", segments: ["x"] })).toBe(true);
    expect(matchPath(valueOf(parsePath("/*")), { root: "/", segments: ["-x"] })).toBe(true);
  });
  test("two separators are no path; a range of one is one; a comma alone is a comma", () => {
    expect(toPath("//a")).toBeUndefined();
    expect(valueOf(parsePath("/[a-a]")).text).toBe("/[a]");
    expect(valueOf(expandBraces("a,b"))).toEqual(["a,b"]);
  });
  test("what to write in place of a path without a root", () => {
    const hint = (text: string): string | undefined => {
      const found = parsePath(text);
      return found.ok ? undefined : found.error.hint;
    };
    expect(hint("a/b")).toBe("write `$WORKSPACE/a/b`, or start with $HOME, $TMP or /");
    expect(hint("~/b")).toBe("write `$HOME/b`");
  });
  test("differences: nothing stays nothing, and each scope has its sign", () => {
    const some = paths(["/a"]);
    expect(difference(none, some)).toEqual(none);
    expect(difference(some, none)).toEqual(some);
    const nested = difference(some, difference(paths(["/b"]), paths(["/c"])));
    expect(scopesOf(nested).map(({ plus }) => plus)).toEqual([true, false, true]);
  });
});

describe("hosts and addresses", () => {
  const hosts = (allow: readonly string[], deny: readonly string[] = []) =>
    region({ allow: allow.map((text) => valueOf(parseHost(text))), deny: deny.map((text) => valueOf(parseHost(text))) });
  test("below a name that is excepted", () => {
    expect(excessHosts(hosts(["*:*"], ["*.b.example:*"]), hosts(["*:*"]))).toEqual({
      k: "event",
      event: { scheme: "tcp", host: "x-any.b.example", port: 1 },
      sensitive: false,
    });
  });
  test("loopback has names beside its addresses", () => {
    const addresses = hosts(["127.0.0.0/8:*", "0.0.0.0/8:*", "[::1]:*", "[::]:*"]);
    expect(excessHosts(addresses, hosts(["@loopback:*"]))).toEqual({
      k: "event",
      event: { scheme: "tcp", host: "localhost", port: 1 },
      sensitive: true,
    });
  });
  test("ports to the last", () => {
    expect(valueOf(parseHost("a.example:65535")).text).toBe("a.example:65535");
    expect(valueOf(parseHost("a.example:1-5")).text).toBe("a.example:1-5");
    expect(valueOf(parseHost("a.example:5-65535")).text).toBe("a.example:5-65535");
    expect(valueOf(parseHost("a.example:7-7")).text).toBe("a.example:7");
    expect(matchHost(valueOf(parseHost("a.example:65535")), { scheme: "tcp", host: "a.example", port: 65_535 })).toBe(true);
  });
  test("zeros of an address are left out where most of them stand, once", () => {
    const printed = (text: string): string => printAddress(parseAddress(text) as NonNullable<ReturnType<typeof parseAddress>>);
    expect(printed("1:0:0:2:0:0:0:3")).toBe("1:0:0:2::3");
    expect(printed("1:0:0:0:2:0:0:3")).toBe("1::2:0:0:3");
    expect(parseAddress("1:2:3:4::5:6:7:8::9")).toBeUndefined();
    expect(parseAddress("example")).toBeUndefined();
    expect(parseAddress("")).toBeUndefined();
  });
  test.each([
    ["\u0080", "xn--a"],
    ["aaa\uf954\uf955", "xn--aaa-d91sfa"],
    ["b\u00fc", "xn--b-eha"],
  ])("a label as the RFC spells it: `%s`", (label, expected) => {
    expect(toALabel(label)).toBe(expected);
  });
});

describe("hosts in other spellings", () => {
  const grants = (...net: readonly string[]) => normalise({ net }).grants;
  const relation = (base: readonly string[], next: readonly string[]): string => overall(compareGrants(grants(...base), grants(...next)));
  test("an address is one, with a dot behind it and in full width too", () => {
    for (const text of ["127.0.0.1.", "１２７.0.0.1", "127。0。0。1", "127.0.0x.1"])
      expect(valueOf(parseHost(text)).target, text).toMatchObject({ k: "range" });
    expect(relation(["127.0.0.1."], ["127.0.0.1"])).toBe("equal");
    expect(relation([], ["8.8.8.8."])).toBe("wider");
    const kept = normalise({ net: { allow: "any", deny: ["@metadata"] } }).grants;
    for (const host of ["169.254.169.254.", "１６９.254.169.254"]) expect(judge("net.connect", `${host}:443`, kept), host).toBe("outside");
    expect([isPublic("127.0.0.1."), isPublic("8.8.8.8.")]).toEqual([false, true]);
  });
  test("a name of this network that a suffix takes in", () => {
    expect(relation(["*"], ["*", "*.arpa"])).toBe("wider");
    expect(relation(["*"], ["*.arpa"])).toBe("incomparable");
  });
  test("a name of one label is looked up here, and what is not seen is no name", () => {
    for (const host of ["db", "metadata", "ip6-localhost", "localhost.localdomain", "loc\u00adalhost", "lo\u200bcalhost", "a.example%2e"])
      expect(isPublic(host), host).toBe(false);
    expect(relation(["*"], ["*", "db"])).toBe("wider");
  });
  test.each([
    "evil.example#.a.test",
    "evil.example/.a.test",
    "evil.example\0.a.test",
    "e:80/x.a.test",
    "u@evil.example?.a.test",
    ".a.test",
  ])("`%s` is no host below another", (host) => {
    expect(matchHost(valueOf(parseHost("*.a.test")), { scheme: "tcp", host, port: 443 })).toBe(false);
    expect(judge("net.connect", `https://${host}`, grants("*.a.test"))).not.toBe("inside");
  });
  test.each(["1.2.3.4/8/9", "1.2.3.4/8/foo/9", "[::]1", "::ffff:10.0.0.0/8"])("`%s` is no block of addresses", (text) => {
    expect(parseHost(text).ok).toBe(false);
  });
  test("a port that is no number is none; a scheme has its own", () => {
    expect(matchHost(valueOf(parseHost("a.test:*")), { scheme: "tcp", host: "a.test", port: Number.NaN })).toBe(false);
    expect(judge("net.connect", "http://a.test", grants("http://a.test"))).toBe("inside");
    expect(judge("net.connect", "http://a.test", grants("a.test"))).toBe("outside");
    expect(judge("net.connect", "*", grants("*"))).toBe("outside");
  });
  test("an exception for one scheme, where the scheme is not seen", () => {
    const { grants: kept } = normalise({ net: { allow: ["a.test"], deny: ["https://a.test"] } });
    expect(judge("net.connect", "a.test:443", kept)).toBe("depends");
    expect(judge("net.connect", "https://a.test:443", kept)).toBe("outside");
    expect(judge("net.connect", "wss://a.test:443", kept)).toBe("inside");
  });
});

describe("time", () => {
  const within = (ms: number, run: () => unknown): unknown => {
    const start = performance.now();
    const found = run();
    // Ten times what it takes: this is about minutes, not about milliseconds.
    expect(performance.now() - start).toBeLessThan(ms);
    return found;
  };
  test("hundreds of hosts", () => {
    const names = Array.from({ length: 400 }, (_, index) => `*.s${index}.example`);
    const base = normalise({ net: names.flatMap((name) => [`${name}:1-442`, `${name}:443`]) }).grants;
    const next = normalise({ net: names.map((name) => `${name}:1-443`) }).grants;
    expect(within(10_000, () => overall(compareGrants(base, next)))).toBe("equal");
  });
  test("more than a list may hold is a problem, and no long wait", () => {
    const problem = (policy: Policy): unknown =>
      within(2000, () => normalise(policy).problems.map(({ message, path, found }) => [message, path, found]));
    const many = (count: number, text: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => text(index));
    expect(problem({ fs: { read: many(4096, (n) => `/a${n}`) } })).toEqual([]);
    expect(problem({ fs: { read: many(4097, (n) => `/a${n}`) } })).toEqual([["list holds too many patterns", ["fs", "read"], "4097"]]);
    expect(problem({ fs: { write: many(70, (n) => `/${n}${"x".repeat(999)}`) } })).toEqual([
      ["list holds too many characters", ["fs", "write"], "66122"],
    ]);
    expect(problem({ exec: many(4097, (n) => `a${n}`) })).toEqual([["list holds too many patterns", ["exec"], "4097"]]);
    expect(problem({ fs: { read: [`/${"{a,b}".repeat(8)}${"x".repeat(500)}`] } })).toEqual([
      ["pattern has too many alternatives", ["fs", "read", 0], `/${"{a,b}".repeat(8)}${"x".repeat(500)}`],
    ]);
  });
  test("thousands of arguments are refused, and many holes are one", () => {
    expect(parseCommand({ command: "rg", args: Array.from({ length: 257 }, () => "x") }).ok).toBe(false);
    expect(
      within(10_000, () => parseCommand({ command: "rg", args: [...Array<string>(8).fill("{a,b}"), ...Array<string>(248).fill("x")] }).ok),
    ).toBe(false);
    expect(
      within(10_000, () => parseCommand({ command: "rg", args: [...Array<string>(5).fill("{a,b}"), ...Array<string>(240).fill("x")] }).ok),
    ).toBe(true);
    const grants = normalise({ fs: { read: ["$WORKSPACE/**"] } }).grants;
    expect(within(10_000, () => judge("fs.read", `$WORKSPACE/${"{param:a}/".repeat(40)}x`, grants))).toBe("inside");
    expect(within(10_000, () => judge("fs.read", `/srv/${"{param:a}/".repeat(40)}x`, grants))).toBe("outside");
  });
  test("a pattern that is hard in every clause costs its time once", () => {
    const hard = (last: string): Policy => {
      const texts = [`/*${last}[ab]${"[!b]".repeat(24)}`];
      return { fs: { read: texts, write: texts }, exec: [{ command: "rg", args: [`*${last}[ab]${"[!b]".repeat(24)}`] }] };
    };
    expect(within(10_000, () => gates(overall(compareGrants(normalise(hard("a")).grants, normalise(hard("b")).grants))))).toBe(true);
  });
});

describe("variables", () => {
  test.each<[string, Policy, Policy]>([
    ["everything beside prefixes", { env: ["X_*", "AWS_*", "GITHUB_*", "NPM_*", "DATABASE_*"] }, { env: "any" }],
    ["everything but prefixes", {}, { env: { allow: "any", deny: ["X_*", "AWS_*", "GITHUB_*", "NPM_*", "DATABASE_*"] } }],
  ])("%s", (_name, base, next) => {
    const [change] = compareGrants(normalise(base).grants, normalise(next).grants).filter(({ facet }) => facet === "env.read");
    expect(change).toMatchObject({ relation: "wider", witness: "ANY" });
  });
  const env = (...allow: readonly string[]) => region({ allow: allow.map((text) => valueOf(parseEnv(text))), deny: [] });
  test.each([
    [["HOME", "LANG", "LONGER_NAME"], "HOME"],
    [["LONGER_NAME", "LANG", "HOME"], "HOME"],
    [["AAA", "ZZ"], "ZZ"],
    [["ZZ", "AAA"], "ZZ"],
  ])("of %j the shortest, then the first", (names, expected) => {
    expect(excessEnv(env(), env(...names))).toEqual({ k: "event", event: expected, sensitive: false });
  });
  test("secrets are told first, and as such", () => {
    expect(excessEnv(env(), env("A", "GITHUB_TOKEN"))).toEqual({ k: "event", event: "GITHUB_TOKEN", sensitive: true });
  });
  test("a set of names has nothing sensitive", () => {
    const [change] = compareGrants(normalise({}).grants, normalise({ control: ["exit"] }).grants).filter(
      ({ relation }) => relation !== "equal",
    );
    expect(change).toEqual({
      facet: "control",
      relation: "wider",
      event: { facet: "control", name: "exit" },
      witness: "exit",
      sensitive: false,
    });
  });
});

describe("an effect against what is granted", () => {
  const here = { command: "rg", args: "any", cwd: ["$WORKSPACE"] } as const;
  test.each<[string, string, Parameters<typeof normalise>[0], string]>([
    ["fs.read", "rel/{param:p}", { fs: { read: ["$WORKSPACE/**"] } }, "depends"],
    ["fs.read", "rel", { fs: { read: "none" } }, "outside"],
    ["fs.read", "$WORKSPACE/-{param:p}", { fs: { read: ["$WORKSPACE/*", "$WORKSPACE/*/**"] } }, "inside"],
    ["env.read", "{param:x}", {}, "outside"],
    ["env.read", "*", { env: { read: { allow: "any", deny: ["X"] } } } as never, "outside"],
    ["net.connect", "{param:x}", {}, "outside"],
    ["exec.spawn", "{param:c} x", {}, "outside"],
    ["exec.spawn", "rg -x", { exec: [here] }, "depends"],
    ["exec.spawn", "rg /etc/a", { exec: [{ command: "rg", args: ["/etc/*"] }] }, "inside"],
    ["exec.spawn", "rg /etc/{param:a}", { exec: [{ command: "rg", args: ["/etc/*"] }] }, "inside"],
    ["exec.spawn", "cat x", { exec: ["rg"] }, "outside"],
    ["exec.spawn", "rg {dynamic:a b}", { exec: [{ command: "rg", args: ["a"] }] }, "depends"],
    ["fs.read", "$WORKSPACE{param:x}", { fs: { read: ["$WORKSPACE/**"] } }, "depends"],
    ["fs.read", "$TMP{param:x}/y", { fs: { read: ["$TMP/**"] } }, "depends"],
    ["fs.read", "$WORKSPACE/{param:x}", { fs: { read: ["$WORKSPACE/*/**"] } }, "depends"],
    ["fs.read", "$WORKSPACE/a/{param:x}/b", { fs: { read: ["$WORKSPACE/a/*/**/b"] } }, "depends"],
    ["fs.read", "$WORKSPACE/.env", { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["/**/.env"] } } }, "outside"],
    ["fs.read", "$WORKSPACE/a.ts", { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["/**/.env"] } } }, "inside"],
    ["fs.read", "$WORKSPACE/{param:p}", { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["/**/.env"] } } }, "depends"],
    ["fs.read", "/a/e\u0301", { fs: { read: { allow: ["/a/**"], deny: ["/a/\u00e9"] } } }, "outside"],
  ])("%s of `%s`", (capability, resource, policy, expected) => {
    expect(judge(capability, resource, normalise(policy).grants)).toBe(expected);
  });
  test("a name may be looked up whatever is spoken there", () => {
    const grants = { ...normalise({}).grants, "net.resolve": { allow: [valueOf(parseHost("https://a.example:8443"))], deny: [] } };
    expect(judge("net.resolve", "a.example", grants)).toBe("inside");
    expect(judge("net.resolve", "b.example", grants)).toBe("outside");
  });
});

describe("names", () => {
  test("of equally near ones the first; a swap of two letters is one step", () => {
    expect(nearest("wirte", ["wirtes", "write"])).toBe("wirtes");
  });
  test("each protocol has its own rule", () => {
    expect(nameRule("mcp").pattern.test("a.b")).toBe(true);
    expect(nameRule("ai-sdk").pattern.test("a.b")).toBe(false);
  });
  test("what looks alike is alike", () => {
    expect(skeleton("Re\u0430d-fi1e\u200b")).toBe("read_file");
  });
  test("what is accepted is it or its kind", () => {
    expect(isAccepted("unknown.call", ["unknown.package:x", "unknown.call"])).toBe(true);
    expect(isAccepted("unknown.package:y", ["unknown.package:x", "unknown.call"])).toBe(false);
  });
  test("an interpreter without arguments runs what it is given elsewhere", () => {
    expect(runsAnything(valueOf(parseCommand({ command: "node", args: ["**"] })))).toBe(true);
    expect(runsAnything(valueOf(parseCommand({ command: "node", args: [] })))).toBe(false);
    expect(runsAnything(valueOf(parseCommand({ command: "node", args: ["x.js"] })))).toBe(false);
    const free = (command: string, ...args: readonly string[]): boolean => runsAnything(valueOf(parseCommand({ command, args })));
    for (const line of [
      "sh -c *",
      "node -e *",
      "bash *",
      "deno run **",
      "sh -c **",
      "npm run *",
      "git -c * **",
      "SH.EXE **",
      "node {flags}",
    ])
      expect(free(...(line.split(" ") as [string])), line).toBe(true);
    for (const line of ["git status **", "node x.js **", "npm run build", "rg **", "git -C /w status"])
      expect(free(...(line.split(" ") as [string])), line).toBe(false);
  });
});

test("everything but a name of one label is less than everything", () => {
  const grants = (net: unknown) => normalise({ net } as Policy).grants;
  expect(overall(compareGrants(grants({ allow: "any", deny: ["test"] }), grants("any")))).toBe("wider");
});

describe("names that nobody speaks of", () => {
  const wider = (base: Policy, next: Policy): string[] =>
    compareGrants(normalise(base).grants, normalise(next).grants).flatMap((one) =>
      one.facet === "net.connect" ? [one.witness ?? ""] : [],
    );
  test("beside every top-level name and all addresses", () => {
    const rest = ["*.example", "0.0.0.0/0", "::/0"];
    expect(wider({}, { net: { allow: ["*"], deny: rest } })).toEqual(["x-any.a:443"]);
    expect(wider({ net: rest }, { net: [...rest, "*"] })).toEqual(["x-any.a:443"]);
  });
  test("of one label", () => {
    const base = [
      "*:*",
      "@loopback:*",
      "@private:*",
      "@link-local:*",
      "@metadata:*",
      ...LOCAL_SUFFIXES.map((one) => `*.${one}:*`),
      "x-any:*",
    ];
    expect(wider({ net: base }, { net: "any" })[0]).toBe("a:1");
  });
  test("below a suffix that is as long as can be, or below which many are named", () => {
    const long = `${`${"a".repeat(49)}.`.repeat(4)}${"b".repeat(48)}`;
    expect(wider({}, { net: [`*.${long}`] })).toEqual([`a.${long}:443`]);
    const names = Array.from({ length: 59 }, (_, index) => `x-any${"x".repeat(index)}.a.test`);
    expect(wider({ net: names }, { net: [...names, "*.a.test"] })).toEqual(["a.a.test:443"]);
    const every = Array.from("abcdefghijklmnopqrstuvwxyz0123456789", (letter) => `${letter}.a.test`);
    expect(wider({ net: [...every, "x-any.a.test"] }, { net: [...every, "x-any.a.test", "*.a.test"] })).toEqual(["aa.a.test:443"]);
  });
});

test("what platforms read otherwise is no name, and everything else is read as they do", () => {
  const differ: string[] = [];
  for (let point = 0x80; point < 0x30000; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const letter = String.fromCodePoint(point);
    for (const host of [`a${letter}b.test`, `a${letter}.test`, `${letter}a.test`]) {
      const ours = canonicalName(host);
      const theirs = ours === undefined ? undefined : URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).hostname : undefined;
      if (theirs !== undefined && theirs !== ours) differ.push(`${point.toString(16)}: ${host}`);
    }
  }
  expect(differ).toEqual([]);
  expect(canonicalName("straße.de")).toBe("xn--strae-oqa.de");
});

test("arguments of the greatest length allowed are an answer, and no overflow", () => {
  const policy = (count: number): ReturnType<typeof normalise> =>
    normalise({ exec: [{ command: "rg", args: Array.from({ length: count }, () => "x".repeat(1024)) }] });
  expect(overall(compareGrants(normalise({}).grants, policy(15).grants))).toBe("wider");
  expect(policy(16).problems.map(({ message }) => message)).toEqual(["arguments have too many alternatives"]);
});

test("what is denied anywhere stays denied beside the same words for one root", () => {
  const deny = ["$WORKSPACE/{**/q,etc/x}", "/{**/q,etc/x}"];
  const { grants } = normalise({ fs: { read: { allow: ["$WORKSPACE/**"], deny } } });
  expect(judge("fs.read", "$WORKSPACE/etc/{param:p}x", grants)).toBe("depends");
});

test.each<[string, string[], boolean]>([
  ["timeout", ["5", "**"], true],
  ["env", ["A=1", "**"], true],
  ["timeout", ["5", "ls"], false],
  ["bash", ["-o", "pipefail", "-c", "*"], true],
  ["bash", ["x.sh", "**"], false],
  ["bash", ["--", "x.sh", "**"], false],
  ["node", ["--require", "./a.js", "**"], true],
  ["node", ["--require=./a.js", "b.js", "**"], false],
  ["python3.12", ["**"], true],
  ["/usr/bin/node20", ["**"], true],
  ["/bin/sh/", ["**"], true],
  ["tar", ["-xf", "*"], false],
  ["tar", ["{flags}", "*"], true],
  ["rg", ["**"], false],
])("%s %j runs anything: %s", (command, args, expected) => {
  expect(runsAnything(mustParse(parseCommand({ command, args })))).toBe(expected);
});

test("a deny beside an empty list holds for what is granted by parts", () => {
  const deny = ["$WORKSPACE/secret/**"];
  const { grants } = normalise({ fs: { create: ["$WORKSPACE/**"], write: { allow: [], deny } } });
  expect(judge("fs.write.create", "$WORKSPACE/secret/a", grants)).toBe("outside");
  expect(judge("fs.write.create", "$WORKSPACE/a", grants)).toBe("inside");
  expect(grants["fs.write.modify"]).toEqual({ allow: [], deny: [] });
});

test("a hard pattern of one kind is no answer for another", () => {
  const hard = (letter: string): Policy => ({ fs: { read: [`/*${letter}[ab]${"[!b]".repeat(24)}`] }, net: ["a.example"], env: ["A"] });
  const changes = compareGrants(normalise(hard("a")).grants, normalise(hard("b")).grants);
  expect(changes.filter(({ relation }) => relation !== "equal").map(({ facet }) => facet)).toEqual(["fs.read"]);
});

test("who accepts all unknowns of a kind accepts each", () => {
  const relation = (base: Policy, next: Policy): string => overall(compareGrants(normalise(base).grants, normalise(next).grants));
  const [all, one] = [{ accept: { "unknown.package": "r" } }, { accept: { "unknown.package:x": "r" } }];
  expect([relation(all, { accept: { ...all.accept, ...one.accept } }), relation(one, all), relation(all, one)]).toEqual([
    "equal",
    "wider",
    "narrower",
  ]);
});

test("a letter in two spellings is denied in both, beside a hole too", () => {
  const { grants } = normalise({ fs: { read: { allow: ["/a/**"], deny: ["/a/é*"] } } });
  expect(["/a/e\u0301", "/a/e\u0301{param:x}", "/a/é{param:x}"].map((resource) => judge("fs.read", resource, grants))).toEqual([
    "outside",
    "depends",
    "depends",
  ]);
});

test("what is no command is an answer", () => {
  expect(readCommand("{").ok).toBe(false);
});
