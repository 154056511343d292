import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import { ruleOf } from "../../src/verify/catalogue.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { FOLDED, UNMODELLED } from "../../src/verify/folded.ts";
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
  "tool.env.widened": [{}, { env: ["A"] }, "A"],
  "tool.env.inject.widened": [{}, { env: { write: ["NODE_OPTIONS"] } }, "NODE_OPTIONS"],
  "tool.exec.commands.widened": [{ exec: [rg] }, { exec: [rg, { command: "ls", args: [] }] }, "ls"],
  "tool.exec.args.widened": [{ exec: [rg] }, { exec: [{ ...rg, args: "any" }] }, "rg"],
  "tool.exec.interpreter.added": [{ exec: [rg] }, { exec: [rg, "bash"] }, "bash"],
  "tool.exec.shell.enabled": [{ exec: [rg] }, { exec: [{ ...rg, shell: true }] }, "rg"],
  "tool.exec.path.unpinned": [{ exec: [{ command: "/usr/bin/ls", args: [] }] }, { exec: [{ command: "ls", args: [] }] }, "ls"],
  "tool.exec.cwd.widened": [{ exec: [{ ...rg, cwd: ["$WORKSPACE/a"] }] }, { exec: [{ ...rg, cwd: ["$WORKSPACE/**"] }] }, "rg"],
  "tool.sandbox.weakened": [{ isolation: "process" }, { isolation: "worker" }, "a run"],
  "tool.sandbox.disabled": [{ isolation: "process" }, {}, "an unconfined run"],
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

/** What a catalogue of widenings has, of all that may change between two manifests of agents. */
const CATALOGUED = `
  tool.added tool.added.high-risk tool.removed tool.renamed tool.renamed.undeclared tool.duplicated tool.policy.removed
  tool.implementation.changed tool.description.changed tool.input.widened tool.binding.removed tool.risk.lowered
  tool.risk.understated tool.risk.raised tool.fs.read.widened tool.fs.write.widened tool.fs.mode.widened tool.fs.deny.removed
  tool.fs.root.changed tool.fs.symlinks.enabled tool.fs.delete.widened tool.fs.create.widened tool.fs.caseInsensitive.changed
  tool.net.mode.widened tool.net.hosts.widened tool.net.ports.widened tool.net.schemes.widened tool.net.private.enabled
  tool.net.listen.widened tool.net.redirects.widened tool.net.methods.widened tool.net.proxy.disabled tool.net.dns.widened
  tool.env.widened tool.env.inject.widened tool.secrets.widened tool.secrets.ambient tool.exec.widened tool.exec.commands.widened
  tool.exec.args.widened tool.exec.interpreter.added tool.exec.shell.enabled tool.exec.path.unpinned tool.exec.cwd.widened
  tool.constraint.maxInvocations.raised tool.constraint.maxInvocations.removed tool.constraint.scope.widened
  tool.constraint.rate.raised tool.constraint.onlyAfter.weakened tool.constraint.exclusion.removed tool.constraint.forbidden.lifted
  tool.limit.time.raised tool.limit.memory.raised tool.limit.cpu.raised tool.limit.processes.raised tool.limit.fileSize.raised
  tool.limit.output.raised tool.limit.netBytes.raised tool.limit.enforced.disabled tool.approval.weakened
  tool.approval.approvers.widened tool.approval.ttl.raised tool.approval.timeout.weakened tool.sandbox.weakened
  tool.sandbox.disabled tool.sandbox.fallback.weakened tool.enforcement.weakened manifest.enforcement.weakened
  manifest.audit.disabled tool.extracted.undeclared tool.extracted.added tool.extracted.removed tool.analysis.degraded
  tool.analysis.unresolved.added tool.dependency.widened agent.added agent.tools.widened agent.inherit.widened
  agent.combination.enabled agent.mcp.server.added agent.mcp.server.changed agent.mcp.server.unpinned manifest.version.changed
  manifest.version.downgraded manifest.generator.changed manifest.stale manifest.unknownField manifest.invalid
  manifest.baseline.missing manifest.defaults.widened gate.config.weakened gate.removed gate.approval.expired gate.approval.stale
  gate.approval.mismatch gate.approval.unreasoned
`
  .trim()
  .split(/\s+/u);

test("each change that a catalogue has is a finding, told as one, or said to be none", async () => {
  const known = (id: string): boolean => ruleOf(id) !== undefined || id in FOLDED || id in UNMODELLED;
  expect(CATALOGUED.filter((id) => !known(id))).toEqual([]);
  for (const id of Object.keys(UNMODELLED)) {
    expect(CATALOGUED).toContain(id);
    expect([ruleOf(id), FOLDED[id]], id).toEqual([undefined, undefined]);
  }
  const { code, out } = await toolfence(folder({}), "explain", "tool.fs.symlinks.enabled");
  expect([code, out]).toEqual([0, "tool.fs.symlinks.enabled is no finding here. Links are always resolved; there is no setting.\n"]);
});
