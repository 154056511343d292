import { describe, expect, test } from "vitest";
import { capabilitySet, isWithin, nearest } from "../../src/model/capability.ts";
import { newlyDominant } from "../../src/model/dominance.ts";
import type { Grants, Policy } from "../../src/model/policy.ts";
import { normalise } from "../../src/model/policy.ts";
import { region, printRegion } from "../../src/model/region.ts";
import { isParameter } from "../../src/model/holes.ts";
import { judge } from "../../src/model/resource.ts";
import { mustParse } from "../../src/model/result.ts";

const grantsOf = (policy: Policy): Grants => {
  const { grants, problems } = normalise(policy);
  expect(problems).toEqual([]);
  return grants;
};
const spelled = (policy: Policy, facet: "fs.read" | "fs.write.delete" | "net.resolve" | "net.connect" | "env.read" | "exec"): unknown =>
  printRegion(region<{ text: string }>(grantsOf(policy)[facet]));

describe("the canonical form", () => {
  test.each([
    [{}, "fs.read", "none"],
    [{ fs: { read: "none" } }, "fs.read", "none"],
    [{ fs: { read: [] } }, "fs.read", "none"],
    [{ fs: { read: "any" } }, "fs.read", "any"],
    [{ fs: { read: ["/b", "/a", "/a"] } }, "fs.read", ["/a", "/b"]],
    [{ fs: { read: { allow: "any", deny: ["/a"] } } }, "fs.read", { allow: "any", deny: ["/a"] }],
    [{ fs: { read: { allow: [], deny: ["/a"] } } }, "fs.read", "none"],
    [{ fs: { write: ["/a"], delete: ["/b"] } }, "fs.write.delete", ["/a", "/b"]],
    [{ fs: { write: "any", delete: ["/b"] } }, "fs.write.delete", "any"],
    [{ fs: { delete: ["/b"] } }, "fs.write.delete", ["/b"]],
    [{ net: ["a.example"] }, "net.connect", ["a.example"]],
    [{ net: ["a.example"] }, "net.resolve", ["a.example"]],
    [{ net: { connect: ["a.example"], resolve: ["b.example"] } }, "net.resolve", ["a.example", "b.example"]],
    [{ env: { read: ["A"] } }, "env.read", ["A"]],
    [{ exec: ["git", { command: "git", args: "any" }] }, "exec", ["git"]],
    [{ exec: "any" }, "exec", "any"],
    [{ exec: "none" }, "exec", "none"],
  ] as const)("%j: %s is %j", (policy, facet, expected) => {
    expect(spelled(policy, facet)).toEqual(expected);
  });
  test("every pattern that does not parse is named, with its place", () => {
    const { problems } = normalise({
      fs: { read: ["x"], write: { allow: ["y"], deny: ["z"] } },
      net: { listen: ["-"] },
      env: ["1"],
      exec: ["a b", { command: "./c", args: "any" }],
    });
    expect(problems.map((one) => [one.path.join("."), one.found])).toEqual([
      ["fs.write.allow.0", "y"],
      ["fs.write.deny.0", "z"],
      ["fs.read.0", "x"],
      ["net.listen.0", "-"],
      ["env.0", "1"],
      ["exec.0", "a b"],
      ["exec.1", "./c"],
    ]);
  });
  test("a built-in pattern that does not parse is a bug", () => {
    expect(() => mustParse({ ok: false, error: { message: "no", at: 0, hint: "" } })).toThrow("built-in pattern does not parse: no");
  });
});

test("accepted unknowns are names", () => {
  expect(grantsOf({ accept: { "unknown.call": "why", "unknown.a": "b" } }).accept).toEqual(["unknown.a", "unknown.call"]);
});

describe("capabilities", () => {
  test("a prefix holds its children", () => {
    expect([isWithin("fs.write.delete", "fs.write"), isWithin("fs.write", "fs.write"), isWithin("fs.writer", "fs.write")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(capabilitySet(["fs.write.delete", "fs.write", "net.connect", "fs.read", "net.connect"])).toEqual([
      "fs.read",
      "fs.write",
      "net.connect",
    ]);
  });
  test.each([
    ["fs.raed", "fs.read"],
    ["FS.READ", "fs.read"],
    ["fs.rea", "fs.read"],
    ["zzzzzz", undefined],
  ])("nearest to %s is %s", (word, found) => {
    expect(nearest(word, ["fs.read", "fs.write", "net.connect"])).toBe(found);
  });
});

describe("an effect against a policy", () => {
  const cases: readonly [Policy, string, string, string][] = [
    [{}, "fs.read", "/a", "outside"],
    [{ fs: { read: "any" } }, "fs.read", "{dynamic}", "inside"],
    [{ fs: { read: ["/**"] } }, "fs.read", "{param:p}", "inside"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "{param:p}", "depends"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "$WORKSPACE/a/{param:p}", "inside"],
    [{ fs: { read: ["$WORKSPACE/a/*"] } }, "fs.read", "$WORKSPACE/a/{param:p}", "depends"],
    [{ fs: { read: ["$WORKSPACE/b/**"] } }, "fs.read", "$WORKSPACE/a/{param:p}.txt", "outside"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "$WORKSPACE/a", "inside"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "/etc/passwd", "outside"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "somewhere", "depends"],
    [{ fs: { read: { allow: "any", deny: ["/a/**"] } } }, "fs.read", "/a/{param:p}", "outside"],
    [{ fs: { create: ["/a"] } }, "fs.write", "/a", "outside"],
    [{ fs: { create: ["/a"], modify: ["/a"] } }, "fs.write", "/a", "inside"],
    [{ fs: { create: ["/a"], modify: ["/**"] } }, "fs.write", "/{param:p}", "depends"],
    [{ fs: { delete: ["/a"] } }, "fs.write.delete", "/a", "inside"],
    [{ net: ["api.github.com"] }, "net.connect", "https://api.github.com:443", "inside"],
    [{ net: ["api.github.com"] }, "net.connect", "https://api.github.com", "inside"],
    [{ net: ["api.github.com"] }, "net.connect", "evil.example:443", "outside"],
    [{ net: ["api.github.com"] }, "net.connect", "{param:url}", "depends"],
    [{ net: "any" }, "net.connect", "{param:url}", "inside"],
    [{}, "net.connect", "{param:url}", "outside"],
    [{ net: { allow: "any", deny: ["a.example"] } }, "net.connect", "https://a.example:443", "outside"],
    [{ net: { allow: "any", deny: ["a.example"] } }, "net.connect", "https://b.example:443", "inside"],
    [{ net: ["https://a.example"] }, "net.connect", "a.example:443", "inside"],
    [{ net: ["https://a.example"] }, "net.connect", "http://a.example:443", "outside"],
    [{ net: ["a.example"] }, "net.connect", "not a host at all/x", "depends"],
    [{ net: { resolve: "any" } }, "net.resolve", "a.example", "inside"],
    [{ net: { resolve: { allow: "any", deny: ["b.example"] } } }, "net.resolve", "a.example", "inside"],
    [{ env: { allow: "any", deny: ["A"] } }, "env.read", "A", "outside"],
    [{ env: { allow: "any", deny: ["A"] } }, "env.read", "B", "inside"],
    [{}, "env.read", "A", "outside"],
    [{ exec: ["git"] }, "exec.spawn", "a=b", "outside"],
    [{ fs: { read: ["$WORKSPACE/**"] } }, "fs.read", "$WORKSPACE/{param:p}", "inside"],
    [{ fs: { read: ["/**"] } }, "fs.read", "/{param:a}/{param:b}", "inside"],
    [{ net: { listen: ["@loopback:*"] } }, "net.listen", "127.0.0.1:80", "inside"],
    [{ net: ["[::1]:80"] }, "net.connect", "[::1]:80", "inside"],
    [{ net: ["a.example"] }, "net.resolve", "a.example", "inside"],
    [{ net: ["a.example"] }, "net.resolve", "b.example", "outside"],
    [{ env: ["A"] }, "env.read", "A", "inside"],
    [{ env: ["A"] }, "env.read", "B", "outside"],
    [{ env: ["A"] }, "env.read", "{param:n}", "depends"],
    [{ env: "any" }, "env.read", "*", "inside"],
    [{ env: ["A"] }, "env.read", "*", "outside"],
    [{ env: { write: ["A"] } }, "env.write", "A", "inside"],
    [{ exec: ["git"] }, "exec.spawn", "git log {dynamic}", "inside"],
    [{ exec: ["git"] }, "exec.spawn", "{param:cmd}", "depends"],
    [{ exec: ["git"] }, "exec.shell", "git log", "outside"],
    [{ exec: ["git"] }, "exec.spawn", "rm -rf /", "outside"],
    [{ exec: [{ command: "git", args: ["log", "**"] }] }, "exec.spawn", "git log a", "inside"],
    [{ exec: [{ command: "git", args: ["log", "**"] }] }, "exec.spawn", "git log --x", "outside"],
    [{ exec: [{ command: "git", args: ["log", "**"] }] }, "exec.spawn", "git log {param:x}", "depends"],
    [{ exec: [{ command: "git", args: ["log", "**"] }] }, "exec.spawn", "git log {dynamic}", "depends"],
    [{ exec: [{ command: "git", args: ["log", "**"] }] }, "exec.spawn", "git push {param:x}", "outside"],
    [{ exec: [{ command: "git", args: "any", cwd: ["./a"] }] }, "exec.spawn", "git log", "depends"],
    [{ exec: "any" }, "exec.shell", "{dynamic}", "inside"],
    [{}, "exec.spawn", "git", "outside"],
    [{ control: ["exit"] }, "control.exit", "", "inside"],
    [{ control: ["exit"] }, "control.signal", "", "outside"],
    [{ code: ["eval"] }, "code.eval", "", "inside"],
    [{ code: ["eval"] }, "code.native", "", "outside"],
    [{ code: ["eval"] }, "unknown.call", "", "outside"],
  ];
  test.each(cases)("%j, %s %s: %s", (policy, capability, resource, expected) => {
    expect(judge(capability, resource, grantsOf(policy))).toBe(expected);
  });
  test("one whole parameter", () => {
    expect([isParameter("{param:p}"), isParameter("/a/{param:p}"), isParameter("{env:P}")]).toEqual([true, false, false]);
  });
});

describe("dominance", () => {
  const ids = (base: Policy, next: Policy): string[] => newlyDominant(grantsOf(base), grantsOf(next)).map((one) => one.id);
  test.each([
    [{}, { exec: ["sh"] }, ["exec.any"]],
    [{}, { exec: "any" }, ["exec.any"]],
    [{ exec: ["node"] }, { exec: ["sh"] }, []],
    [{}, { exec: ["rg"] }, []],
    [{}, { code: ["eval"] }, ["code"]],
    [{}, { fs: { create: ["$WORKSPACE/**"] } }, ["fs.write.create.code"]],
    [{}, { fs: { modify: ["./package.json"] } }, ["fs.write.modify.code"]],
    [{}, { fs: { modify: ["./docs/*.md"] } }, []],
    ...[
      "./yarn.lock",
      "./toolfence.json",
      "./a/toolfence.yml",
      "./.husky/pre-commit",
      "$HOME/.bashrc",
      "$HOME/.local/bin/x",
      "$HOME/.ssh/config",
    ].map((path): [Policy, Policy, string[]] => [{}, { fs: { modify: [path] } }, ["fs.write.modify.code"]]),
    ...["/usr/bin/node", "/usr/local/bin/*", "/bin/sh", "/home/*/.bashrc", "/root/.profile", "/etc/cron.d/x", "/etc/ld.so.preload"].map(
      (path): [Policy, Policy, string[]] => [{}, { fs: { create: [path] } }, ["fs.write.create.code"]],
    ),
    [{}, { fs: { create: ["/etc/hosts", "/usr/share/x", "/home/a/x.txt"] } }, []],
    [{}, { net: "any" }, ["net.any"]],
    [{}, { net: ["a.example"] }, []],
  ] as const)("%j to %j: %j", (base, next, expected) => {
    expect(ids(base, next)).toEqual(expected);
  });
});
