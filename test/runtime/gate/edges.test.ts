import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import { pathsOf } from "../../../src/runtime/gate/command-steps.ts";
import { launchesOfArgv, launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { judgeArguments } from "../../../src/runtime/gate/decide.ts";
import { endpointOfUrl } from "../../../src/runtime/gate/endpoints.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { fetchedBy } from "../../../src/runtime/gate/fetched.ts";
import { isThere, namesFile } from "../../../src/runtime/gate/paths.ts";
import { schemaRoles } from "../../../src/runtime/gate/schema-roles.ts";
import { sedLeadsOut } from "../../../src/runtime/gate/sed.ts";
import { DEFAULT_SETTINGS, gateSettings } from "../../../src/runtime/gate/settings.ts";
import { stringsOf } from "../../../src/runtime/gate/strings.ts";
import type { Roots } from "../../../src/runtime/roots.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";

/** Roots whose workspace has a file, a folder and a link; beside it, in the same folder, stands `beside.txt`. */
function rootsIn(): Roots {
  const base = folder({});
  mkdirSync(join(base, "ws/sub"), { recursive: true });
  writeFileSync(join(base, "ws/a.txt"), "");
  writeFileSync(join(base, "beside.txt"), "");
  symlinkSync("sub", join(base, "ws/link"));
  return currentRoots(join(base, "ws"));
}

/** The verdict on a call; facts that are null are those of a tool that nothing is known of. */
const judge = (
  policy: Policy | null,
  facts: readonly string[] | null,
  input: unknown,
  unknowns: readonly string[] = [],
  roots = rootsIn(),
): string =>
  judgeArguments({ grants: policy && normalise(policy).grants, facts: facts && argumentFacts(facts, unknowns) }, input, {
    roots,
    settings: DEFAULT_SETTINGS,
  }).denial?.id ?? "allow";

describe("words of a command that are there", () => {
  /** `@` stands for the folder around the workspace. */
  test.each<readonly [string, boolean]>([
    ["a.txt", true],
    ["link", true],
    ["sub", false],
    ["none.txt", false],
    ["", false],
    ["-a.txt", false],
    ["~/a.txt", false],
    ["\\a.txt", false],
    ["a.txt\0", false],
    ["../beside.txt", true],
    ["../new.txt", true],
    ["../none/new.txt", false],
    ["a.txt/b", false],
    ["@", true],
    ["@/new.txt", true],
    ["@/new one.txt", true],
    ["@/new one more.txt", false],
    ["@/new{(x", false],
    ["/toolfence-none/x", false],
  ])("%j", (text, expected) => {
    const roots = rootsIn();
    expect(isThere(text.replace("@", dirname(roots.workspace)), roots)).toBe(expected);
  });
  test("no path is longer than any system takes", () => {
    const roots = rootsIn();
    const long = `${"./".repeat(2045)}a.txt`;
    expect([isThere(long, roots), isThere(`./${long}`, roots)]).toEqual([true, false]);
    expect([namesFile(`../ws/${long.slice(6)}`, roots, false), namesFile(`../ws/${long}`, roots, false)]).toEqual([true, false]);
  });
  test("what climbs and has blanks is one where it is there, or its folder is", () => {
    expect(["../a b", "../none/a b", "../none/a"].map((text) => namesFile(text, rootsIn(), false))).toEqual([true, false, true]);
  });
});

describe("files that a command's words change", () => {
  const words = (...argv: string[]): string[] =>
    (launchesOfArgv(argv)?.all ?? []).flatMap((one) =>
      pathsOf(one).map(({ text, writes, changes }) => `${text}${writes ? " written" : ""}${changes === true ? " changed" : ""}`),
    );
  test.each<readonly [readonly string[], readonly string[]]>([
    [
      ["sed", "-i", "s/a/b/", "x"],
      ["s/a/b/", "x changed"],
    ],
    [
      ["sed", "-i", "-e", "s/a/b/", "x"],
      ["s/a/b/ changed", "x changed"],
    ],
    [
      ["cp", "a", "b"],
      ["a", "b changed"],
    ],
    [["cp", "a"], ["a"]],
    [["cp"], []],
    [
      ["rsync", "a", "h:b"],
      ["a", "h:b"],
    ],
    [
      ["rsync", "a/b:c", "a/b:d"],
      ["a/b:c", "a/b:d changed"],
    ],
    [
      ["cp", "-t", "f", "a"],
      ["f changed", "a"],
    ],
    [
      ["uniq", "a", "b"],
      ["a", "b written"],
    ],
    [["uniq", "a"], ["a"]],
    [
      ["cat", "a", "b"],
      ["a", "b"],
    ],
    [
      ["sort", "-o", "x", "y"],
      ["x written", "y"],
    ],
    [["sort", "-ro", "x"], ["x written"]],
    [["cc", "-ro", "x"], ["x"]],
    [["cc", "-o", "x"], ["x written"]],
    [["cc", "--output", "x"], ["x written"]],
  ])("%j", (argv, expected) => {
    expect(words(...argv)).toEqual(expected);
  });
});

describe("addresses that a program is given", () => {
  const hosts = (line: string): string[] =>
    fetchedBy(launchesOfLine(line) ?? { all: [], forkBomb: false, plain: true }, true).flatMap((use) =>
      use.k === "host" ? [use.text] : [],
    );
  test.each<readonly [string, readonly string[]]>([
    ["http post a.example x=1", ["a.example"]],
    ["http a.example x=1", ["a.example"]],
    ["http :8080/x", ["localhost:8080/x"]],
    ["http get", ["get"]],
    ["curl - a.example", ["a.example"]],
    ["curl -sxp.example:1 a.example", ["p.example:1", "a.example"]],
  ])("%s", (line, expected) => {
    expect(hosts(line)).toEqual(expected);
  });
  test("only special schemes have their hosts read as the browser does", () => {
    expect(endpointOfUrl("ssh://0x7f.1/x", true)).toMatchObject({ endpoint: { scheme: "ssh", host: "127.0.0.1", port: 22 } });
    expect(endpointOfUrl("redis://EXAMPLE.com", true)).toMatchObject({ endpoint: { host: "example.com", port: 6379 } });
  });
});

describe("what a schema says of fields", () => {
  const roles = (inputSchema: unknown): unknown[] => [...schemaRoles({ inputSchema })];
  test("a bare shape is one where something in it is a field", () => {
    const url = z.url();
    expect(roles({ a: url, more: 7 })).toEqual([["a", "url"]]);
    expect(roles({ a: { format: "uri" }, b: { format: "uri" } })).toEqual([]);
    expect(roles({ a: { _def: {}, format: "uri" }, b: 1 })).toEqual([["a", "url"]]);
    expect(roles({ a: { _zod: {}, format: "uri" }, b: 1 })).toEqual([["a", "url"]]);
  });
  test("checks that are no list are none", () => {
    expect(roles({ properties: { a: { checks: { format: "uri" } }, b: { checks: [{ format: "uri" }] } } })).toEqual([["b", "url"]]);
  });
});

describe("scripts of sed", () => {
  test.each<readonly [string, boolean]>([
    ["\\,a,d", false],
    ["\\,e,d", false],
    ["\\,a,w x", true],
    ["1,$d", false],
    ["1~2p", false],
    ["+3e", true],
    ["s/a\\/w/b/", false],
    ["s/a/b/w x", true],
    ["y/ab/we/", false],
    ["", false],
    ["s/a", false],
    ["\\", false],
  ])("%j", (script, expected) => {
    expect(sedLeadsOut(script)).toBe(expected);
  });
});

describe("templates of the facts", () => {
  const read: Policy = { fs: { read: ["$WORKSPACE/**"] }, net: ["a.example:443", "[2606:4700::1]:443", "http://b.example"] };
  test("a scheme stands before what has none of its own", () => {
    const facts = ["net.connect http://{param:host}"];
    expect(judge(read, facts, { host: "b.example" })).toBe("allow");
    expect(judge(read, facts, { host: "https://a.example" })).toBe("allow");
    expect(judge(read, facts, { host: "c.example" })).toBe("net.outside");
    // Without it, what looks like a user would be one.
    expect(judge(read, facts, { host: "b.example@c.example" })).toBe("net.outside");
  });
  test("brackets go around addresses alone, and only before a port", () => {
    expect(judge(read, ["net.connect {param:host}:443"], { host: "2606:4700::1" })).toBe("allow");
    expect(judge(read, ["net.connect {param:host}:443"], { host: "a.example" })).toBe("allow");
    expect(judge(read, ["net.connect x.{param:host}:443"], { host: "2606:4700::1" })).toBe("net.outside");
    expect(judge(read, ["fs.read $WORKSPACE/{param:name}:80"], { name: "::1" })).toBe("allow");
  });
  test("only paths start anew", () => {
    expect(judge(read, ["net.connect a.example:443/{param:path}"], { path: "/etc/hostname" })).toBe("allow");
    expect(judge(read, ["fs.read $WORKSPACE/x/{param:path}/y"], { path: "/etc" })).toBe("path.outside");
  });
  test("elements of lists in lists are taken one by one", () => {
    expect(judge(read, ["fs.read {param:all}"], { all: [["a.txt"], ["/etc/hostname"]] })).toBe("path.outside");
    expect(judge(read, ["fs.read {param:all}"], { all: [["a.txt"], ["sub/b"]] })).toBe("allow");
  });
  test("too many ways to put lists together are refused", () => {
    const list = Array.from({ length: 101 }, (_, n) => `f${n}`);
    const two = ["fs.read $WORKSPACE/{param:a}/{param:b}"];
    expect(judge(read, two, { a: list, b: list.slice(0, 99) })).toBe("allow");
    expect(judge(read, two, { a: list, b: list })).toBe("arguments.size");
    const long = Array.from({ length: 10_001 }, (_, n) => `f${n}`);
    expect(judge(read, ["fs.read {param:a}"], { a: long })).toBe("arguments.size");
    expect(judge({ exec: ["ls"] }, ["exec.spawn ls {param:a}{param:b}"], { a: list, b: list })).toBe("arguments.size");
  });
  test("a shell is none of the programs that only run things elsewhere", () => {
    const away: Policy = { exec: ["docker"] };
    const SOME = ["unknown.call 1"];
    expect(judge(away, ["exec.spawn docker {dynamic}"], { path: "/etc/hostname" }, SOME)).toBe("allow");
    for (const facts of [["exec.shell docker {dynamic}"], ["exec.spawn docker {dynamic}", "exec.spawn ls {dynamic}"], []])
      expect([facts, judge(away, facts, { path: "/etc/hostname" }, SOME)]).toEqual([facts, "path.outside"]);
    expect(judge({ exec: ["docker", "ls"] }, ["exec.spawn docker {dynamic}"], { path: "/etc/hostname" }, SOME)).toBe("path.outside");
  });
});

describe("arguments by their names", () => {
  const files: Policy = { fs: { read: ["$WORKSPACE/**"] } };
  test("of a map, the keys are files where its name says so, and of a list of maps none is", () => {
    expect(judge(files, null, { files: { "/etc/hostname": "x" } })).toBe("path.outside");
    expect(stringsOf({ files: { "a.txt": "x", plain: "y" } })).toMatchObject([
      { text: "a.txt", isKey: true },
      { text: "x" },
      { text: "y" },
    ]);
    for (const input of [{ file: { "a.txt": "x" } }, { words: { "a.txt": "x" } }, { files: [{ "a.txt": "x" }] }, { "a.txt": "x" }])
      expect(stringsOf(input)).toMatchObject([{ text: "x" }]);
  });
  test("keys are what their object is called, and nothing else", () => {
    const roots = rootsIn();
    expect(judge(files, null, { sources: { "../new.txt": "x" } }, [], roots)).toBe("path.outside");
    expect(judge({ exec: ["ls"] }, null, { commands: { "a/b": "x" } }, [], roots)).toBe("allow");
    expect(judge({ net: ["a.example"] }, null, { urls: { "b.example/x": "https://a.example" } }, [], roots)).toBe("allow");
  });
  test("a schema says what a name that says nothing is, at the top alone", () => {
    const grants = normalise({ net: ["a.example"] }).grants;
    const roles = schemaRoles({ inputSchema: z.object({ where: z.url(), path: z.url() }) });
    const verdict = (input: unknown): string =>
      judgeArguments({ grants, facts: null, roles }, input, { roots: rootsIn(), settings: DEFAULT_SETTINGS }).denial?.id ?? "allow";
    expect(verdict({ where: "//b.example/x" })).toBe("net.outside");
    expect(verdict({ deep: { where: "//b.example/x" } })).toBe("allow");
    expect(verdict({ path: "b.example" })).toBe("allow");
  });
  test("inside of what is content, only plain names of files count", () => {
    expect(judge(files, null, { data: { path: "/etc/none-there" } })).toBe("path.outside");
    expect(judge(files, null, { data: { command: "cat /etc/hostname", url: "http://10.0.0.1" } })).toBe("net.outside");
    expect(judge({ ...files, exec: ["ls"] }, null, { body: { command: "id" } })).toBe("allow");
    expect(judge({ exec: ["ls"] }, null, { body: { path: "no/such" } })).toBe("allow");
  });
  test("a single word is a host under a name of machines, to a tool that reaches some", () => {
    expect(judge({ net: ["a.example"] }, null, { server: "db" })).toBe("net.outside");
    expect(judge({ net: ["a.example"] }, null, { domain: "db" })).toBe("allow");
    expect(judge(files, null, { server: "db" })).toBe("allow");
    expect(judge(files, null, { server: "localhost" })).toBe("net.outside");
    expect(judge(null, null, { server: "db" })).toBe("allow");
  });
  test("prose that begins like a URL is none", () => {
    expect(judge({ net: ["a.example"] }, null, { text: "http://[" })).toBe("allow");
    expect(judge({ net: ["a.example"] }, null, { where: "http://[" })).toBe("net.outside");
  });
  test("variables that decide what programs run, by a name or in a text", () => {
    for (const input of [
      { deep: { LD_PRELOAD: "x" } },
      { more: ["LD_PRELOAD=x"] },
      { more: ["LD_PRELOAD"] },
      { env: ["LD_PRELOAD"] },
      { env: { LD_PRELOAD: "x" } },
    ])
      expect([input, judge(files, null, input)]).toEqual([input, "env.dangerous"]);
    for (const input of [{ more: "LANG=C" }, { env: ["LANG"] }, { more: "PRELOAD" }, { ld_preload: "x" }])
      expect([input, judge(files, null, input)]).toEqual([input, "allow"]);
  });
  test("of what the facts know whole, nested parts are looked at, and the rest is not", () => {
    const facts = ["fs.read $WORKSPACE/{param:doc}"];
    expect(judge(files, facts, { doc: "a.txt", other: "/etc/hostname" })).toBe("allow");
    expect(judge(files, facts, { doc: { note: "a.txt" }, other: "/etc/hostname" })).toBe("allow");
    expect(judge(files, facts, { doc: { deep: ["/etc/hostname"] } })).toBe("path.outside");
    expect(judge(files, facts, { doc: { "/etc/hostname": "x" } })).toBe("path.outside");
  });
  test("rules of paths let nobody write unless they say so", () => {
    const settings = gateSettings({ pathRules: [{ path: "$WORKSPACE/sub/**" }] });
    const roots = rootsIn();
    const grants = normalise({ fs: { read: "any", write: "any" } }).grants;
    const verdict = (facts: string): string =>
      judgeArguments({ grants, facts: argumentFacts([facts], []) }, { path: "sub/x" }, { roots, settings }).denial?.id ?? "allow";
    expect([verdict("fs.read {param:path}"), verdict("fs.write {param:path}")]).toEqual(["allow", "path.rule"]);
  });
});

describe("lines of a shell at their edges", () => {
  const line = (text: string): string[] | undefined => launchesOfLine(text)?.all.map(({ program, args }) => [program, ...args].join(" "));
  test.each<readonly [string, readonly string[] | undefined]>([
    ["ls 2", ["ls 2"]],
    ["echo 12ab", ["echo 12ab"]],
    ['$(a "b")', ["", "a b"]],
    ['$(a "b)', undefined],
    ["echo $'a", undefined],
    ["echo $'a\\'b'", ["echo a'b"]],
  ])("%s", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });
  test("a line of too many programs is not read, nor one that is nested too deep", () => {
    const many = (count: number): string => Array.from({ length: count }, () => "a").join(";");
    expect([line(many(500))?.length, line(many(501))]).toEqual([500, undefined]);
    const nested = (depth: number): string[] => (depth === 0 ? ["rm"] : ["sudo", ...nested(depth - 1)]);
    expect([launchesOfArgv(nested(8))?.all.length, launchesOfArgv(nested(9))]).toEqual([9, undefined]);
    const shells = (depth: number): string => (depth === 0 ? "rm" : `eval ${JSON.stringify(shells(depth - 1))}`);
    expect([line(shells(4))?.length, line(shells(9))]).toEqual([5, undefined]);
  });
});
