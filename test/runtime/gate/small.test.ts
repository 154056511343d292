import { describe, expect, test } from "vitest";
import { endpointOfUrl } from "../../../src/runtime/gate/endpoints.ts";
import { sedLeadsOut } from "../../../src/runtime/gate/sed.ts";
import { folder } from "../../support/folder.ts";
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
