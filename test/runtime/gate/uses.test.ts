import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { stringsOf } from "../../../src/runtime/gate/strings.ts";
import type { Use } from "../../../src/runtime/gate/use.ts";
import { usesOf } from "../../../src/runtime/gate/uses.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";

const POLICIES: Readonly<Record<string, Policy>> = {
  files: { fs: { read: ["$WORKSPACE/**"] } },
  hosts: { net: ["a.example"] },
  programs: { exec: ["ls"] },
  away: { exec: ["docker"] },
  both: { exec: ["docker", "ls"] },
  all: { exec: "any" },
  none: {},
};

const say = (use: Use): string => {
  if (use.k === "path") return `${use.need} ${use.text}`;
  if (use.k === "host") return `${use.mustBeGranted ? "granted host" : "host"}${use.endpoint ? "" : " unread"} ${use.text}`;
  return use.k === "variable" ? `sets ${use.name}` : `runs ${use.text}`;
};

/** What the arguments of a call ask for, in words; `unmanaged` is a tool without a policy. */
function uses(input: unknown, policy: string, facts?: readonly string[]): string[] {
  const found = stringsOf(input);
  if (!Array.isArray(found)) throw new Error("too much");
  const grants = policy === "unmanaged" ? null : normalise(POLICIES[policy] ?? {}).grants;
  const known = facts ? argumentFacts([...facts], []) : null;
  return (usesOf(found, input, { grants, facts: known }, currentRoots("/toolfence-none")) ?? []).map(say);
}

describe("arguments that facts speak of", () => {
  const facts = ["fs.read {param:path}"];
  test.each<[string, unknown, string[]]>([
    ["others are nobody's where the facts are complete", { path: "in/a", other: "/usr/x" }, ["read in/a"]],
    ["a list is each of its elements", { path: ["/usr/x"] }, ["read /usr/x"]],
    ["what lies deeper in one counts, what lies beside it does not", { path: { inner: "/usr/x" }, other: "/usr/y" }, ["read /usr/x"]],
    ["so does a key", { path: { "/usr/x": "1" } }, ["read 1", "unknown /usr/x"]],
    ["and a member of its own name", { path: [{ path: "/usr/x" }], plain: "/usr/y" }, ["read /usr/x"]],
  ])("%s", (_name, input, expected) => {
    expect(uses(input, "files", facts)).toEqual(expected);
  });

  const three = { url: "https://b.example", path: "/usr/x", command: "ls" };
  test.each<[string, string, string[]]>([
    ["fs.read {dynamic}", "files", ["unknown /usr/x"]],
    ["fs.read {dynamic}", "programs", ["unknown /usr/x"]],
    ["net.connect {dynamic}", "files", ["host https://b.example"]],
    ["net.connect {dynamic}", "hosts", ["granted host https://b.example"]],
    ["exec.spawn {dynamic}", "files", []],
    ["exec.spawn {dynamic}", "programs", ["runs ls"]],
  ])("only the kind that they leave open is looked for: %s, %s", (fact, policy, expected) => {
    expect(uses(three, policy, [fact])).toEqual(expected);
  });

  test("what is known as a whole may hold each kind", () => {
    expect(uses({ data: three }, "files", ["fs.write {param:data}"])).toEqual(["write /usr/x", "host https://b.example"]);
    expect(uses({ data: three }, "programs", ["fs.write {param:data}"])).toEqual(["write /usr/x", "host https://b.example"]);
  });
});

describe("content", () => {
  const input = {
    content: { path: "in/new.txt", source: "in/a.txt", outputPath: "out/b.txt", url: "https://a.example/x", command: "ls" },
  };
  test("holds files by plain names alone, and only where the tool has files", () => {
    expect(uses(input, "files")).toEqual(["unknown in/new.txt", "write out/b.txt", "host https://a.example/x"]);
    expect(uses(input, "hosts")).toEqual(["host https://a.example/x"]);
    expect(uses(input, "none")).toEqual(["host https://a.example/x"]);
  });
});

describe("relative paths by the names of their arguments", () => {
  test.each<[unknown, string, string[]]>([
    [{ sourceFile: "a.txt" }, "files", ["read a.txt"]],
    [{ sourceFile: "a.txt" }, "hosts", []],
    [{ sourceFile: "production" }, "files", []],
    [{ source: "production" }, "files", []],
    [{ source: "in/a.txt" }, "files", []],
    [{ outputPath: "in/new" }, "files", ["write in/new"]],
    [{ outputPath: "in/new" }, "hosts", []],
    [{ outputPath: "in/new" }, "unmanaged", ["write in/new"]],
    [{ outputPath: "out.json" }, "files", ["write out.json"]],
    [{ outputPath: "a b.json" }, "files", ["write a b.json"]],
    [{ output: "me@a.txt" }, "files", []],
    [{ output: "a.txt" }, "files", ["write a.txt"]],
    [{ from: "in/new" }, "files", []],
    [{ to: "out.json" }, "files", []],
    [{ title: "in/new.txt" }, "files", []],
    [{ path: "" }, "files", []],
    [{ path: "in" }, "files", ["unknown in"]],
    [{ path: "C:\\x", url: "D:\\y" }, "files", ["unknown C:\\x"]],
    [{ path: "C:\\x", url: "D:\\y" }, "hosts", []],
    [{ path: "src/index.ts", other: "../up", third: "/usr/x", fourth: "~/x" }, "hosts", ["unknown ../up", "unknown /usr/x", "unknown ~/x"]],
  ])("%j, %s", (input, policy, expected) => {
    expect(uses(input, policy)).toEqual(expected);
  });
});

test.each<[string, string[]]>([
  ["hosts", ["host https://a.example/x", "granted host a.example", "granted host b.example", "granted host unread http://["]],
  ["files", ["host https://a.example/x", "host a.example", "host b.example", "host unread http://["]],
])("hosts in names, in content and nowhere in particular: %s", (policy, expected) => {
  const input = {
    text: "https://a b",
    content: "https://a.example/x",
    url: "a.example",
    host: "b.example",
    message: "http://[",
    q: "http://[",
  };
  expect(uses(input, policy)).toEqual(expected);
});

test("a URL is no path but where it climbs", () => {
  expect(uses({ path: "https://a.example/x" }, "files")).toEqual(["host https://a.example/x"]);
  expect(uses({ path: "https://a.example/../x", url: "https://a.example/../x" }, "files")).toEqual([
    "host https://a.example/../x",
    "unknown https://a.example/../x",
    "host https://a.example/../x",
  ]);
});

test.each<[unknown, string[]]>([
  [{ env: { NAME: "x" } }, ["sets NAME"]],
  [{ env: ["A=b", "plain"] }, ["sets A"]],
  [{ env: "A=b" }, ["sets A"]],
  [{ environment: "9=b" }, []],
  [{ text: "A=b" }, []],
])("variables: %j", (input, expected) => {
  expect(uses(input, "files")).toEqual(expected);
});

test.each<[string, string[]]>([
  // That the code starts nothing else is what only facts say.
  ["away", ["runs cat /usr/x", "unknown /usr/y"]],
  ["both", ["runs cat /usr/x", "unknown /usr/y"]],
  ["all", ["runs cat /usr/x", "unknown /usr/y"]],
  ["unmanaged", ["runs cat /usr/x", "unknown /usr/y"]],
  ["files", ["unknown /usr/y"]],
])("commands of a tool that may run: %s", (policy, expected) => {
  expect(uses({ command: "cat /usr/x", path: "/usr/y" }, policy)).toEqual(expected);
});

test.each<[unknown, string[]]>([
  [{ command: ["git", "push", 1, true] }, ["runs git push 1 true"]],
  [{ command: ["git push", "x"] }, ["runs git push", "runs x"]],
  [{ commands: ["ls", "pwd"] }, ["runs ls", "runs pwd"]],
  [{ command: ["ls", {}] }, ["runs ls"]],
  [{ command: ["ls", ""] }, ["runs ls", "runs "]],
  [{ command: "git", args: ["push", 1] }, ["runs git push 1"]],
  [{ command: "git", args: "push x" }, ["runs git push x"]],
  [{ command: "git push", args: ["x"] }, ["runs git push x"]],
  [{ command: "git", args: 5 }, ["runs git"]],
])("a program and its arguments: %j", (input, expected) => {
  expect(uses(input, "all")).toEqual(expected);
});
