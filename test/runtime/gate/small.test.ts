import { describe, expect, test } from "vitest";
import { endpointOfUrl } from "../../../src/runtime/gate/endpoints.ts";
import { sedLeadsOut } from "../../../src/runtime/gate/sed.ts";
import { folder } from "../../support/folder.ts";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";
import { fenceIn } from "../../support/fence-in.ts";

describe("a script of sed is read as sed reads it", () => {
  test.each<readonly [string, boolean]>([
    ["", false],
    ["p", false],
    ["/re/p", false],
    ["/re/!p", false],
    ["/re/Ip", false],
    ["/a\\/e/p", false],
    ["\\,re,p", false],
    ["\\,a,w out", true],
    ["1,/re/p;3e", true],
    ["1~2p", false],
    ["2,+3d", false],
    ["$!N", false],
    ["#e comment", false],
    ["#e comment\nw out", true],
    ["a read me", false],
    ["i\\\ntext\n1e", true],
    ["c were", false],
    ["bread;p", false],
    ["bread;e", true],
    ["t were\nr /x", true],
    [":read\nn", false],
    ["y/er/re/", false],
    ["y/ab/ba/;e", true],
    // Which sed itself refuses.
    ["y/a/b/e", false],
    ["s/e/w/", false],
    ["s/a/b/;w x", true],
    ["s/a/b/2gI", false],
    ["s/a/b/2gIw x", true],
    ["s/a\\/e/b/e", true],
    ["s|a|b|", false],
    ["s|a|e|;s|b|w|", false],
    ["{p;e}", true],
  ])("%j: %s", (script, leadsOut) => {
    expect(sedLeadsOut(script)).toBe(leadsOut);
  });
});

test.each([
  ["redis://2130706433:6379/", "127.0.0.1"],
  ["postgres://EXAMPLE.com/db", "example.com"],
  ["https://0x7f.1/", "127.0.0.1"],
])("the host of %s is %s, whatever its scheme", (url, host) => {
  expect(endpointOfUrl(url)).toMatchObject({ k: "endpoint", endpoint: { host } });
});

describe("a program and its arguments apart, where the code may hand them to a shell", () => {
  const verdict = (args: unknown): string =>
    fenceIn({ manifest: manifestOf({ tool: { policy: { exec: ["git"] } } }), workspace: folder({}) }).explain("tool", {
      command: "git",
      args,
    }).denial?.id ?? "allow";
  test.each<readonly [unknown, string]>([
    [["log", "-1"], "allow"],
    [["log", "; id"], "command.outside"],
    [["; id", "log"], "command.outside"],
    [["log", "$(id)"], "command.unreadable"],
    ["log; id", "command.outside"],
  ])("%j: %s", (args, found) => {
    expect(verdict(args)).toBe(found);
  });
});

describe("words that code may join for a shell", () => {
  const verdict = (input: object, facts: readonly string[], more: Partial<Reviewed> = {}): string =>
    fenceIn({ manifest: manifestOf({ tool: { policy: { exec: ["git"] }, facts, ...more } }), workspace: folder({}) }).explain("tool", input)
      .denial?.id ?? "allow";
  const LOG = ["log", "; id"];
  test.each<readonly [string, object]>([
    ["in one list", { command: ["git", ...LOG] }],
    ["in two", { command: "git", args: LOG }],
    ["under another name", { command: "git", options: LOG }],
    ["under another name, among other values", { command: "git", options: [...LOG, 1, true] }],
  ])("%s", (_, input) => {
    expect(verdict(input, [])).toBe("command.outside");
    expect(verdict(input, [], { unknowns: [] })).toBe("allow");
    expect(verdict(input, ["code.eval {dynamic}"], { unknowns: [] })).toBe("command.outside");
  });
  test("not content, and nothing that no shell would split", () => {
    expect(verdict({ command: "git", lines: ["a; b"], content: ["a; b"] }, [])).toBe("command.outside");
    expect(verdict({ command: "git", content: ["a; b"] }, [])).toBe("allow");
    expect(verdict({ command: "git", options: ["a b", "c"] }, [])).toBe("allow");
    expect(verdict({ command: "git", options: ["; id", { a: 1 }] }, [])).toBe("allow");
  });
  test.each([
    ["exec.spawn {env:SHELL} -c {dynamic}", "command.outside"],
    ["exec.spawn /bin/sh -c {dynamic}", "command.outside"],
    ["exec.spawn env bash -c {dynamic}", "command.outside"],
    ["exec.spawn nice {dynamic}", "command.outside"],
    ["exec.spawn git {dynamic}", "allow"],
    ["exec.spawn env git {param:ref}", "allow"],
  ])("by what the code starts: %s", (fact, found) => {
    expect(verdict({ command: "git", args: LOG }, [fact], { unknowns: [] })).toBe(found);
  });
  const MESSAGES = ["feat(api): add x", "Fix A & B", "line1\n\nline2", "costs $5"];
  test.each(MESSAGES)("not where the code starts the program itself, whatever else is not seen: %j", (message) => {
    const input = { command: "git", args: ["commit", "-m", message] };
    for (const fact of ["exec.spawn {param:command} {param:args}", "exec.spawn {param:command} {dynamic}"])
      expect(verdict(input, [fact], { unknowns: ["unknown.package:log 1"] })).toBe("allow");
  });
  test("more of them than can be judged are refused, and not passed over", () => {
    const commands = (count: number): object => ({ commands: Array.from({ length: count }, () => "git status") });
    expect([verdict(commands(900), []), verdict(commands(1100), [])]).toEqual(["allow", "arguments.size"]);
  });
  test("not where the policy answers for all that is not seen", () => {
    const input = { command: "git", args: ["commit", "-m", "a; b"] };
    const policy = { exec: ["git"], accept: { "unknown.package": "a logger" } };
    expect(verdict(input, [], { policy, unknowns: ["unknown.package:log 1"] })).toBe("allow");
    expect(verdict(input, [], { policy, unknowns: ["unknown.package:log 1", "unknown.call 2"] })).toBe("command.outside");
  });
  test("what is meant for another machine stays that, whatever else is not seen", () => {
    const policy = { exec: [{ command: "docker", args: "any" as const }] };
    const input = { container: "web", path: "/etc/nginx/nginx.conf" };
    const facts = ["exec.spawn docker {dynamic}"];
    expect(verdict(input, facts, { policy, unknowns: ["unknown.call 1"] })).toBe("allow");
    expect(verdict(input, [...facts, "exec.shell {dynamic}"], { policy })).toBe("path.outside");
  });
});

test.skipIf(process.platform === "win32")("a path of Windows is none on a machine that is not", () => {
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy: { fs: { read: "any" } } } }), workspace: folder({}) });
  expect(fence.explain("tool", { path: String.raw`C:\Users\me\a.txt` }).denial?.reason).toContain(
    "is a path of Windows, and this machine is not",
  );
});

test("a name that would have a NUL once it is decoded is read as it stands", () => {
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy: { fs: { read: ["$WORKSPACE/**"] } } } }), workspace: folder({}) });
  const verdict = (path: string): string => fence.explain("tool", { path }).denial?.id ?? "allow";
  expect(["docs/a%00b", "docs/%2e%2e/a", "docs/%2e%2e/%2e%2e/%2e%2e/etc/passwd"].map(verdict)).toEqual(["allow", "allow", "path.denied"]);
});
