import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import { printManifest, readManifest } from "../../src/manifest/text.ts";
import type { ManifestTool } from "../../src/schema/manifest.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { facts, manifestOf, toolWith } from "./tools.ts";

const gates = (base: Readonly<Record<string, ManifestTool>>, next: Readonly<Record<string, ManifestTool>>): string[] =>
  compareManifests(manifestOf(base), manifestOf(next))
    .filter((one) => one.gating)
    .map((one) => one.id);
const one = (policy: Policy): Readonly<Record<string, ManifestTool>> => ({ t: toolWith(policy) });

// The scenarios of an earlier verifier, and the eight holes that it is known by.
describe("the scenarios of Agents.KT's verifier (`PermissionManifestTest`, `ExecWideningTest`)", () => {
  const base: Policy = { risk: "high", fs: { write: ["$WORKSPACE/out/**"] }, net: ["https://a.example"], env: ["A"] };
  test("risk, network and writes that grow at once are three findings", () => {
    expect(gates(one(base), one({ risk: "low", fs: { write: ["$WORKSPACE/**"] }, net: "any", env: ["A"] }))).toEqual([
      "tool.fs.write.widened",
      "tool.net.connect.widened",
      "tool.risk.understated",
    ]);
  });
  test("a host in the same mode", () => {
    expect(gates(one(base), one({ ...base, net: ["https://a.example", "https://b.example"] }))).toContain("tool.net.connect.widened");
  });
  test("a broader glob with an equal count", () => {
    expect(gates(one(base), one({ ...base, fs: { write: ["$WORKSPACE/o*/**"] } }))).toEqual(["tool.fs.write.widened"]);
  });
  test("a label that rises into high", () => {
    expect(gates(one({ risk: "low" }), one({ risk: "high" }))).toEqual(["tool.risk.raised"]);
    // A label that said too little is mended.
    expect(gates(one({ risk: "low", exec: "any" }), one({ risk: "critical", exec: "any" }))).toEqual([]);
    // As far as what is computed, and no further.
    const some: Policy = { fs: { read: ["$WORKSPACE/**"] } };
    expect(gates(one({ ...some, risk: "low" }), one({ ...some, risk: "critical" }))).toEqual(["tool.risk.raised"]);
  });
  test("pure narrowing", () => {
    expect(gates(one(base), one({ risk: "high", fs: { write: ["$WORKSPACE/out/a/**"] }, net: "none" }))).toEqual([]);
  });
  test("a variable that is added", () => {
    expect(gates(one(base), one({ ...base, env: ["A", "B"] }))).toEqual(["tool.env.read.widened"]);
  });
  test("exec from nothing to any gates; from any to nothing does not", () => {
    expect(gates(one({ risk: "critical" }), one({ risk: "critical", exec: "any" }))).toEqual(["tool.exec.widened"]);
    expect(gates(one({ risk: "critical", exec: "any" }), one({ risk: "critical" }))).toEqual([]);
  });
});

describe("the holes that it is known by are closed", () => {
  test("KW1: a new tool that calls its risk low and may do everything", () => {
    const tool = toolWith({ risk: "low", exec: "any", net: "any", fs: { write: ["/**"] } });
    expect(gates({}, { t: tool })).toEqual(["tool.added.high-risk"]);
  });
  test("KW2: a renamed tool is a new tool", () => {
    const tool = toolWith({ exec: ["ls"] }, facts("exec.spawn ls"));
    const rows = compareManifests(manifestOf({ a: tool }), manifestOf({ b: tool }));
    expect(rows.map((row) => [row.id, row.tool, row.gating])).toEqual([
      ["tool.removed", "a", false],
      ["tool.added.high-risk", "b", true],
      ["tool.renamed", "b", false],
    ]);
  });
  test("KW3: nothing is unspecified: a grant that goes is a narrowing, a policy that goes is critical", () => {
    expect(gates(one({ fs: { read: ["$WORKSPACE/**"] } }), one({}))).toEqual([]);
    expect(gates(one({ fs: { read: "none" } }), { t: toolWith(null, facts("fs.read {dynamic}")) })).toEqual(["tool.policy.removed"]);
  });
  test("KW4: dropped constraints and marks", () => {
    expect(gates(one({ constraints: { maxInvocations: 3, forbidden: true, onlyAfter: ["a"] }, untrustedOutput: true }), one({}))).toEqual([
      "tool.constraint.maxInvocations.removed",
      "tool.constraint.onlyAfter.weakened",
      "tool.constraint.forbidden.lifted",
      "tool.untrustedOutput.removed",
    ]);
  });
  test("KW5: a label that goes down while the authority stays", () => {
    expect(gates(one({ risk: "critical", exec: "any" }), one({ risk: "low", exec: "any" }))).toEqual(["tool.risk.understated"]);
  });
  test("KW6: identities do not collide", () => {
    expect(gates({ "p/a.b": toolWith({}) }, { "p/a": toolWith({}), "p/b": toolWith({ exec: "any" }) })).toEqual(["tool.added.high-risk"]);
  });
  test("KW7: a base that was edited is refused", () => {
    const text = printManifest(manifestOf(one({ fs: { write: ["$WORKSPACE/out/**"] } })));
    expect(readManifest(text)).toMatchObject({ ok: true });
    expect(readManifest(text.replace("$WORKSPACE/out/**", "/**"))).toEqual({
      ok: false,
      reason: "its digest does not match its content; run `toolfence manifest`",
    });
  });
  test("KW8: a narrower glob is narrower, whatever its text", () => {
    expect(gates(one({ fs: { read: ["/a/**"] } }), one({ fs: { read: ["/a/b/**"] } }))).toEqual([]);
    expect(gates(one({ fs: { read: ["/a/b/**"] } }), one({ fs: { read: ["/a/**"] } }))).toEqual(["tool.fs.read.widened"]);
  });
});
