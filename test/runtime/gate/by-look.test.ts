import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import { judgeArguments } from "../../../src/runtime/gate/decide.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { DEFAULT_SETTINGS } from "../../../src/runtime/gate/settings.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";

/** A workspace with `notes` and `in/a.txt`, beside which stands `other/secret.txt`. */
function place(): { readonly base: string; readonly judge: (policy: Policy, facts: readonly string[] | null, input: unknown) => string } {
  const base = folder({});
  for (const name of ["ws/notes", "ws/in", "other"]) mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(base, "ws/in/a.txt"), "a");
  writeFileSync(join(base, "other/secret.txt"), "s");
  const roots = currentRoots(join(base, "ws"));
  return {
    base,
    judge: (policy, facts, input) =>
      judgeArguments({ grants: normalise(policy).grants, facts: facts && argumentFacts(facts, []) }, input, {
        roots,
        settings: DEFAULT_SETTINGS,
      }).denial?.id ?? "allow",
  };
}

describe("a file that is yet to be made, under a name of something short", () => {
  const policy: Policy = { fs: { write: ["$WORKSPACE/notes/**"] } };
  test.each(["name", "title", "slug", "id", "key", "label", "tag"])("%s", (name) => {
    const { base, judge } = place();
    for (const text of ["../../evil.sh", "../evil.sh", join(base, "other/new.txt")])
      expect([text, judge(policy, null, { [name]: text, content: "x" })]).toEqual([text, "path.outside"]);
    expect(judge(policy, null, { [name]: "plain title, with ../ in it", content: "x" })).toBe("allow");
  });
  test("nothing is made where nothing may be, or under a name of whole texts", () => {
    const { judge } = place();
    expect(judge({ fs: { read: ["$WORKSPACE/**"] } }, null, { title: "../../evil.sh" })).toBe("allow");
    for (const name of ["content", "oldText", "pattern", "mode"]) expect(judge(policy, null, { [name]: "../evil.sh" })).toBe("allow");
  });
});

describe("a path behind a sign", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/in/**"] } };
  test.each(["--file=@", "@:/mnt", "@", "in/a.txt,@", "x;@", "a=b,@"])("%s", (shape) => {
    const { base, judge } = place();
    for (const at of [join(base, "other/secret.txt"), "../other/secret.txt"])
      expect([at, judge(policy, null, { opts: shape === "@" ? `@${at}` : shape.replace("@", at) })]).toEqual([at, "path.outside"]);
    expect(judge(policy, null, { opts: shape.replace("@", join(base, "ws/in/a.txt")) })).toBe("allow");
    // What begins with one is a path as a whole.
    const isBehind = shape.indexOf("@") > 0;
    expect(judge(policy, null, { opts: shape.replace("@", join(base, "nothing/here")) })).toBe(isBehind ? "allow" : "path.outside");
  });
  test("is judged with its command, where it is a word or a variable of one", () => {
    const { base, judge } = place();
    const secret = join(base, "other/secret.txt");
    const both: Policy = { fs: { read: ["/**"], write: ["$WORKSPACE/notes/**"] }, exec: "any" };
    expect(judge(both, null, { command: "ls", args: [`--file=${secret}`] })).toBe("allow");
    expect(judge(both, null, { opts: `--file=${secret}` })).toBe("path.outside");
    expect(judge({ fs: { read: ["$WORKSPACE/**"] }, exec: "any" }, null, { command: "ls", args: [`--file=${secret}`] })).toBe(
      "path.outside",
    );
    for (const env of [[`LOOK=${secret}:/usr`], { LOOK: `a:${secret}` }]) {
      expect(judge({ ...policy, exec: "any" }, null, { command: "ls", env })).toBe("allow");
      expect(judge(policy, null, { env })).toBe("path.outside");
    }
    // Without a command beside them, they are judged by themselves.
    for (const name of ["args", "argv", "params"]) expect(judge(policy, null, { [name]: [`--file=${secret}`] })).toBe("path.outside");
  });
  test("is none on another machine, in a URL or in prose", () => {
    const { base, judge } = place();
    const secret = join(base, "other/secret.txt");
    for (const text of [`git@host.example:${secret}`, `https://a.example/?x=${secret}`, `see: x=${secret}`])
      expect([text, judge(policy, null, { opts: text })]).toEqual([text, "allow"]);
    expect(judge(policy, null, { text: `a=${secret}` })).toBe("allow");
  });
});

test("a route is no folder, and what lies deeper is", () => {
  const { judge } = place();
  const policy: Policy = { fs: { read: ["$WORKSPACE/in/**"] } };
  expect(judge(policy, null, { route: "GET:/home" })).toBe("allow");
  expect(judge(policy, null, { route: "GET:/etc/hostname" })).toBe("path.outside");
});

describe("a list that is written as JSON", () => {
  test("holds paths where a path is meant", () => {
    const { base, judge } = place();
    const policy: Policy = { fs: { read: ["$WORKSPACE/**"] } };
    const secret = join(base, "other/secret.txt");
    for (const facts of [null, ["fs.read {param:paths}"], ["fs.read $WORKSPACE/{param:paths}"]])
      for (const text of [JSON.stringify([secret]), JSON.stringify({ a: [{ b: secret }] }), ` ["in/a.txt", "../other/secret.txt"]\n`])
        expect([facts, text, judge(policy, facts, { paths: text })]).toEqual([facts, text, "path.outside"]);
    expect(judge(policy, ["fs.read {param:paths}"], { paths: '["in/a.txt"]' })).toBe("allow");
    expect(judge(policy, null, { json: JSON.stringify({ hosts: secret.slice(1) }) })).toBe("allow");
  });
  test("and hosts, and commands", () => {
    const { judge } = place();
    expect(judge({ net: ["a.example"] }, ["net.connect {param:url}"], { url: '["https://b.example"]' })).toBe("net.outside");
    expect(judge({ net: ["a.example"] }, null, { urls: '["https://b.example"]' })).toBe("net.outside");
    expect(judge({ exec: ["ls"] }, null, { commands: '["ls", "id"]' })).toBe("command.unreadable");
  });
  test("more of them than can be judged are refused, and not passed over", () => {
    const { judge } = place();
    const policy: Policy = { fs: { read: ["$WORKSPACE/**"] } };
    const many = JSON.stringify([...Array.from({ length: 1000 }, () => ""), "/etc/hostname"]);
    const deep = `${"[".repeat(2000)}"/etc/hostname"${"]".repeat(2000)}`;
    for (const facts of [null, ["fs.read {param:paths}"]])
      expect([many, deep].map((paths) => judge(policy, facts, { paths }))).toEqual(["arguments.size", "path.outside"]);
    expect(judge({ exec: ["git"] }, ["exec.spawn git {param:paths}"], { paths: many })).toBe("arguments.size");
    // Numbers are no paths.
    expect(judge(policy, ["fs.read {param:paths}"], { paths: JSON.stringify(Array.from({ length: 1900 }, () => 1)) })).toBe("allow");
  });
  test("words of a command, where the facts say so, are judged both ways", () => {
    const { judge } = place();
    const policy: Policy = {
      exec: [
        { command: "git", args: ["log", "**"] },
        { command: "jq", args: ["*"] },
      ],
    };
    const facts = ["exec.spawn git {param:args}"];
    expect(judge(policy, facts, { args: '["log", "-1"]' })).toBe("command.outside");
    expect(judge(policy, facts, { args: ["log", '["x"]'] })).toBe("allow");
    expect(judge({ exec: [{ command: "git", args: ["**"] }], net: "none" }, facts, { args: '["push", "origin"]' })).toBe("allow");
    expect(judge({ exec: ["git"] }, facts, { args: '["-c", "core.pager=id"]' })).toBe("command.outside");
    expect(judge(policy, ["exec.spawn jq {param:filter}"], { filter: '["a"]' })).toBe("allow");
  });
  test("what is no JSON is what it is", () => {
    const { judge } = place();
    for (const path of ["[draft].txt", "{a,b}.txt", "[1", "[/etc/none]"])
      expect(judge({ fs: { read: ["$WORKSPACE/**"] } }, ["fs.read {param:path}"], { path })).toBe("allow");
  });
});

describe("a host by its look, of a tool that reaches hosts", () => {
  const net: Policy = { net: ["good.example"] };
  test.each([
    { ip: "10.0.0.1" },
    { where: "[fe80::1]" },
    { anything: "127.0.0.1" },
    { where: "::1" },
    { target: "evil.example:443" },
    { proxy: "evil.example:3128" },
    { proxy: "socks5://evil.example" },
    { repo: "git@evil.example:a/b" },
    { repo: "git@evil.example:a.git" },
    { repo: "git@10.0.0.1:a/b" },
    { where: "169.254.169.254:80" },
    { where: "[::1]:6379" },
    { where: "evil.ru:443" },
    { where: "db.prod.mycorp:5432" },
    { ip: "93.184.216.34" },
    { url: "http+unix://%2Fvar%2Frun%2Fdocker.sock/x" },
    { url: "unix:/var/run/docker.sock" },
  ])("%j is refused", (input) => {
    expect(place().judge(net, null, input)).toBe("net.outside");
  });
  test.each([
    { target: "good.example:443" },
    { version: "10.0.0.1" },
    { quantity: "10" },
    { price: "10.5" },
    { ratio: "0.5" },
    { page: "3" },
    { time: "12:30:45" },
    { place: "App.swift:12" },
    { place: "main.tf:3" },
    { day: "2024.01.02:10" },
    { image: "nginx.alpine:3" },
    { site: "Acme Inc." },
    { scope: "::" },
    { place: "src/a.ts:12" },
    { place: "main.py:3" },
    { time: "12:30" },
    { ratio: "16:9" },
    { id: "deadbeef" },
    { text: "10.0.0.1" },
    { mail: "somebody@evil.example" },
    { mail: "somebody@evil.example:hello" },
    { branch: "feature/evil.example" },
  ])("%j is not", (input) => {
    expect(place().judge(net, null, input)).toBe("allow");
  });
  test("where the facts say what is reached, the rest is data", () => {
    expect(place().judge(net, ["net.connect good.example"], { ip: "10.0.0.1" })).toBe("allow");
  });
});
