import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import { ruleOf } from "../../src/verify/catalogue.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { FOLDED } from "../../src/verify/folded.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import { manifestOf, toolWith } from "./tools.ts";

const rg = { command: "rg", args: ["--", "**"] };

/** One change for each finer name: what was, what is, and an example of what is newly allowed. */
const CHANGES: Readonly<Record<string, readonly [base: Policy, next: Policy, witness: string]>> = {
  "tool.fs.mode.widened": [{ fs: { read: ["$WORKSPACE/a"] } }, { fs: { read: "any" } }, "$HOME/.ssh"],
  "tool.fs.deny.removed": [
    { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env"] } } },
    { fs: { read: ["$WORKSPACE/**"] } },
    "$WORKSPACE/.env",
  ],
  "tool.fs.root.changed": [{ fs: { read: ["$WORKSPACE/x/**"] } }, { fs: { read: ["/srv/x/**"] } }, "/srv/x"],
  "tool.fs.create.widened": [{}, { fs: { create: ["$TMP/a"] } }, "$TMP/a"],
  "tool.fs.delete.widened": [{}, { fs: { delete: ["$TMP/a"] } }, "$TMP/a"],
  "tool.net.mode.widened": [{}, { net: "any" }, "169.254.169.254:1"],
  "tool.net.hosts.widened": [{ net: ["a.example"] }, { net: ["a.example", "b.example"] }, "b.example:443"],
  "tool.net.ports.widened": [{ net: ["a.example"] }, { net: ["a.example:443", "a.example:22"] }, "a.example:22"],
  "tool.net.schemes.widened": [{ net: ["https://a.example"] }, { net: ["https://a.example", "http://a.example"] }, "http://a.example:80"],
  "tool.net.private.enabled": [{ net: ["a.example"] }, { net: ["a.example", "10.0.0.0/8"] }, "10.0.0.1:443"],
  "tool.net.dns.widened": [{ net: { connect: ["a.example"] } }, { net: { connect: ["a.example"], resolve: "any" } }, "169.254.169.254:1"],
  "tool.env.inject.widened": [{}, { env: { write: ["NODE_OPTIONS"] } }, "NODE_OPTIONS"],
  "tool.exec.commands.widened": [{ exec: [rg] }, { exec: [rg, { command: "ls", args: [] }] }, "ls"],
  "tool.exec.args.widened": [{ exec: [rg] }, { exec: [{ ...rg, args: "any" }] }, "rg"],
  "tool.exec.interpreter.added": [{ exec: [rg] }, { exec: [rg, "bash"] }, "bash"],
  "tool.exec.shell.enabled": [{ exec: [rg] }, { exec: [{ ...rg, shell: true }] }, "rg"],
  "tool.exec.path.unpinned": [{ exec: [{ command: "/usr/bin/ls", args: [] }] }, { exec: [{ command: "ls", args: [] }] }, "ls"],
  "tool.exec.cwd.widened": [{ exec: [{ ...rg, cwd: ["$WORKSPACE/a"] }] }, { exec: [{ ...rg, cwd: ["$WORKSPACE/**"] }] }, "rg"],
  "tool.sandbox.weakened": [{ isolation: "process" }, { isolation: "worker" }, "a run"],
  "tool.sandbox.disabled": [{ isolation: "process" }, {}, "an unconfined run"],
  "tool.limit.cpu.raised": [{ limits: { timeMs: 10 } }, { limits: { timeMs: 20 } }, "timeMs = 11"],
};

/** Names of what is no change of a policy; shown where their findings are. */
const ELSEWHERE = [
  "tool.extracted.undeclared",
  "tool.analysis.unresolved.added",
  "tool.enforcement.weakened",
  "manifest.enforcement.weakened",
];

test("every finer name leads to findings that there are, and has a change of its own here", () => {
  for (const [name, ids] of Object.entries(FOLDED)) {
    expect(ruleOf(name), name).toBeUndefined();
    for (const id of ids) expect(ruleOf(id)?.id, name).toBe(id);
  }
  expect([...Object.keys(CHANGES), ...ELSEWHERE].sort()).toEqual(Object.keys(FOLDED).sort());
});

describe("what has a finer name elsewhere is told, with an example", () => {
  test.each(Object.entries(CHANGES))("%s", (name, [base, next, witness]) => {
    const found = compareManifests(manifestOf({ t: toolWith(base) }), manifestOf({ t: toolWith(next) })).filter(({ gating }) => gating);
    const told = found.find(({ id }) => FOLDED[name]?.includes(id));
    expect(told?.id, JSON.stringify(found)).toBeDefined();
    expect(told?.witness).toContain(witness);
  });
});

test("`explain` says what a finer name is told as; `rules` in the configuration wants the name that there is", async () => {
  const dir = folder({ "toolfence.json": '{ "rules": { "tool.net.hosts.widened": "low" } }', "package.json": "{}" });
  const { code, out } = await toolfence(dir, "explain", "tool.fs.mode.widened");
  expect([code, out.split("\n")[0]]).toEqual([0, "tool.fs.mode.widened is told as tool.fs.read.widened, tool.fs.write.widened."]);
  expect(out).toContain("\ntool.fs.write.widened   high\n");
  const refused = await toolfence(dir, "check");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("it is told as `tool.net.connect.widened`")]);
});
