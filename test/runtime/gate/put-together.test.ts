import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

/** A workspace whose parent holds nothing else: a relative name that is there is judged as a path. */
const alone = (): string => join(folder({ "workspace/.keep": "" }), "workspace");

/** The verdict on a call of a tool with whole facts, whose process runs in its workspace. */
function verdict(policy: Policy, facts: readonly string[], input: unknown, workspace = alone()): string {
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy, facts, unknowns: [] } }), workspace });
  const { verdict: found, denial } = fence.explain("tool", input);
  return denial?.id ?? found;
}

describe("a path that is put together", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/data/**"] } };
  const facts = ["fs.read $WORKSPACE/data/{param:name}"];

  test("starts anew at an absolute part, as `resolve` and `new URL` have it", () => {
    expect(resolve("/w/data", "/etc/hostname")).toBe("/etc/hostname");
    expect(fileURLToPath(new URL("file:///etc/hostname", "file:///w/data/"))).toBe("/etc/hostname");
    for (const name of ["/etc/hostname", "file:///etc/hostname"]) expect(verdict(policy, facts, { name })).toBe("path.outside");
    for (const name of ["a.txt", "b/a.txt", "b//a.txt"]) expect(verdict(policy, facts, { name })).toBe("allow");
  });

  test("also in the middle, with what stands behind it", () => {
    const two = ["fs.read $WORKSPACE/data/{param:dir}/{param:name}.md"];
    expect(verdict(policy, two, { dir: "a", name: "b" })).toBe("allow");
    expect(verdict(policy, two, { dir: "/etc", name: "b" })).toBe("path.outside");
    expect(verdict(policy, two, { dir: "a", name: "/etc/b" })).toBe("path.outside");
  });
});

describe("parts of an object that the facts speak of", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/data/**"], write: ["$WORKSPACE/out/**"] } };

  test("are put into the template, whatever they are called", () => {
    const facts = ["fs.read $WORKSPACE/data/{param:doc}"];
    for (const doc of [{ name: "../secret.txt" }, { path: "../../x" }, { id: "/etc/hostname" }, [{ deep: { key: "../x" } }]])
      expect(verdict(policy, facts, { doc })).toBe("path.outside");
    for (const doc of [{ name: "a.txt" }, { path: "a.txt" }, { name: "a.txt", content: "../.. and /etc/hostname", mode: "../x" }])
      expect(verdict(policy, facts, { doc })).toBe("allow");
  });

  test("and names under which anything may stand are no way around", () => {
    const facts = ["fs.write {param:files}"];
    const write = (name: string): string => verdict(policy, facts, { files: [{ name, content: "x" }] });
    expect([write("/toolfence-none/evil.sh"), write("evil.sh"), write("out/a.sh")]).toEqual(["path.outside", "path.outside", "allow"]);
  });

  test("a URL among them is a host, and no path", () => {
    const net: Policy = { net: ["https://api.example.com"] };
    const get = (location: string): string => verdict(net, ["net.connect {param:page}"], { page: { location, title: "x.evil.example" } });
    expect([get("http://evil.example.org/"), get("https://api.example.com/a")]).toEqual(["net.outside", "allow"]);
  });

  test("an option among them is an option", () => {
    const log: Policy = { exec: ["git"] };
    const run = (ref: string): string => verdict(log, ["exec.spawn git log {param:options}"], { options: { ref } });
    expect([run("--output=x"), run("HEAD~1")]).toEqual(["path.outside", "allow"]);
  });
});

test("keys are files where what they stand in is called so", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/out/**"] } };
  const workspace = folder({ "package.json": "{}" });
  const write = (name: string): string => verdict(policy, ["fs.write {dynamic}"], { files: { [name]: "x" } }, workspace);
  expect(["evil.sh", ".npmrc", "package.json", "out/a"].map(write)).toEqual(["path.outside", "path.denied", "path.outside", "allow"]);
});

describe("each kind of use by its own clause", () => {
  test("a variable that the tool sets must be granted", () => {
    const set = (name: string): string => verdict({ env: { write: ["A_OK"] } }, ["env.write {param:name}"], { name });
    expect([set("A_OK"), set("OTHER"), set("LD_PRELOAD")]).toEqual(["allow", "env.outside", "env.dangerous"]);
  });
  test("a host that is listened on, or looked up", () => {
    const listen = (host: string): string => verdict({ net: { listen: ["127.0.0.1:80"] } }, ["net.listen {param:host}"], { host });
    expect([listen("127.0.0.1:80"), listen("0.0.0.0:80")]).toEqual(["allow", "net.outside"]);
    const look = (host: string): string => verdict({ net: { resolve: ["a.example"] } }, ["net.resolve {param:host}"], { host });
    expect([look("a.example"), look("b.example")]).toEqual(["allow", "net.outside"]);
  });
  test("an address of IPv6 before a port is that address", () => {
    const connect = (host: string): string => verdict({ net: ["*:*"] }, ["net.connect {param:host}:{param:port}"], { host, port: 8981 });
    expect(["127.0.0.1", "::1", "::ffff:7f00:1", "::ffff:a9fe:a9fe", "2606:4700::1111"].map(connect)).toEqual([
      "net.outside",
      "net.outside",
      "net.outside",
      "net.outside",
      "allow",
    ]);
  });
});

test("a relative name that is there where the process runs is judged there too", () => {
  const [workspace, elsewhere] = [folder({ "notes/a": "1" }), folder({ "notes/a": "secret" })];
  mkdirSync(join(workspace, "x"));
  writeFileSync(join(elsewhere, "x"), "");
  symlinkSync("/etc", join(elsewhere, "etc"));
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy: { fs: { read: ["$WORKSPACE/**"] } } } }), workspace, cwd: elsewhere });
  const read = (path: string): string => fence.explain("tool", { path }).denial?.id ?? "allow";
  expect([read("notes/a"), read("etc/hostname"), read("notes/only-here")]).toEqual(["path.outside", "path.outside", "allow"]);
});
