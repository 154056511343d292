import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { authorityDigest, usesOf } from "../../src/manifest/build.ts";
import { clauseLines, verdictLines } from "../../src/manifest/clauses.ts";
import { readManifest } from "../../src/manifest/text.ts";
import { allows, authorityOf } from "../../src/model/authority.ts";
import { CAPABILITIES } from "../../src/model/capability.ts";
import { compareGrants } from "../../src/model/compare.ts";
import type { Policy, ScopeInput } from "../../src/model/policy.ts";
import { normalise } from "../../src/model/policy.ts";
import { computedRisk } from "../../src/model/risk.ts";
import type { Manifest, ManifestFacts, ManifestTool } from "../../src/schema/manifest.ts";
import type { Diagnostic } from "../../src/schema/report.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { policyOfFacts } from "../../src/verify/facts-policy.ts";
import { OPERATORS } from "./operators.ts";

const goldens = join(import.meta.dirname, "../../manifests");
const FIXTURES = readdirSync(goldens, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name): readonly [string, Manifest] => {
    const read = readManifest(readFileSync(join(goldens, name), "utf8"));
    if (!read.ok) throw new Error(read.reason);
    return [name, read.manifest];
  });

const listOf = (scope: ScopeInput = []): readonly string[] => (Array.isArray(scope) ? (scope as readonly string[]) : []);
const lists = (a: ScopeInput | undefined, b: ScopeInput | undefined): ScopeInput =>
  a === "any" || b === "any" ? "any" : listOf(a).concat(listOf(b));
type Parts = Readonly<Record<string, ScopeInput | undefined>>;
const parts = (given: unknown, short: string): Parts =>
  given === undefined ? {} : typeof given === "string" || Array.isArray(given) ? { [short]: given as ScopeInput } : (given as Parts);
const together = (a: Parts, b: Parts): Parts =>
  Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, lists(a[key], b[key])]));

/** A fixture's own policy, with what an operator says beside it. */
function beside(own: Policy, said: Policy): Policy {
  const commands = ({ exec = [] }: Policy) => (typeof exec === "string" ? [] : exec);
  const exec = own.exec === "any" || said.exec === "any" ? "any" : [...commands(own), ...commands(said)];
  return {
    ...own,
    ...said,
    fs: together(parts(own.fs, ""), parts(said.fs, "")),
    net: together(parts(own.net, "connect"), parts(said.net, "connect")),
    env: together(parts(own.env, "read"), parts(said.env, "read")),
    exec,
    control: [...(own.control ?? []), ...(said.control ?? [])],
    code: [...(own.code ?? []), ...(said.code ?? [])],
    accept: { ...own.accept, ...said.accept },
    host: [...(own.host ?? []), ...(said.host ?? [])],
    secrets: [...(own.secrets ?? []), ...(said.secrets ?? [])],
  };
}

const remade = (tool: ManifestTool, policy: Policy | null, facts: ManifestFacts): ManifestTool => ({
  ...tool,
  policy: policy as ManifestTool["policy"],
  origin: policy ? "code" : null,
  facts,
  clauses: clauseLines(policy, "code", {}),
  verdicts: verdictLines(policy, facts.capabilities),
  risk: computedRisk(usesOf(policy, facts)),
  digest: authorityDigest(policy, facts),
});
const within = (manifest: Manifest, id: string, tool: ManifestTool): Manifest => ({
  ...manifest,
  tools: { ...manifest.tools, [id]: tool },
});
const gating = (base: Manifest, next: Manifest): Diagnostic[] => compareManifests(base, next).filter((one) => one.gating);

/** Each operator's resources, where no fixture has any. */
const moved = (policy: Policy): Policy =>
  JSON.parse(
    JSON.stringify(policy)
      .replaceAll("$TMP/", "/operator/")
      .replaceAll(".example", ".operator.test")
      .replaceAll(/"(A|B)"/gu, '"OPERATOR_$1"')
      .replaceAll(/"(ls|id)"/gu, '"operator-$1"'),
  ) as Policy;
/** Those that are quick to decide: what takes too long to compare takes as long in every fixture. */
const QUICK = Object.entries(OPERATORS).filter(([id]) => !id.endsWith(".unknown"));
const isMore = (id: string): boolean => /\.(?:widened|raised|removed|weakened|lifted|incomparable)$/u.test(id);

/** Who may do some of writing to anything gains the rest of it, part by part. */
const isPartly = (fs: Policy["fs"]): boolean => ["write", "create", "modify", "delete"].some((key) => parts(fs, "")[key] === "any");

let applied = 0;
describe.each(FIXTURES)("policies of %s", (_name, manifest) => {
  test.each(Object.keys(manifest.tools))("%s", (id) => {
    const tool = manifest.tools[id];
    if (!tool) throw new Error(id);
    // Whoever declares nothing yet declares what the code does.
    const own: Policy = { ...(tool.policy ?? policyOfFacts(tool.facts)), risk: undefined };
    for (const [rule, [before, after]] of QUICK) {
      const policies = [beside(own, moved(before)), beside(own, moved(after))] as const;
      const grants = policies.map((one) => normalise(one).grants);
      const [a, b] = [authorityOf(grants[0] as never), authorityOf(grants[1] as never)];
      const [base, next] = policies.map((one) => within(manifest, id, remade(tool, one, tool.facts))) as [Manifest, Manifest];
      const changes = compareGrants(grants[0] as never, grants[1] as never);
      const isGrant = changes.some(({ relation }) => relation !== "equal");
      // A fixture may grant anything of a kind: then there is nothing to widen, and none may be reported.
      const isGuard = /^tool\.(?:constraint|limit|approval|isolation|untrustedOutput)\./u.test(rule);
      const found = gating(base, next);
      if (!isGrant && !isGuard) {
        expect(found, rule).toEqual([]);
        continue;
      }
      applied++;
      const facetFindings = found.filter((one) => one.tool === id && one.id !== "agent.combination.enabled");
      const ids = [...new Set(facetFindings.map((one) => one.id))];
      if (rule.startsWith("tool.fs.write.") && isPartly(own.fs))
        expect(ids.length > 0 && ids.every((one) => one.startsWith("tool.fs.write.")), rule).toBe(isMore(rule));
      else expect(ids, rule).toEqual(isMore(rule) ? [rule] : []);
      for (const one of facetFindings) expect(one.witness, rule).toBeTruthy();
      // Every example is allowed now, and was not.
      for (const { event, witness } of changes) {
        if (!event) continue;
        expect([rule, allows(b, event), allows(a, event)]).toEqual([rule, true, false]);
        expect(facetFindings.map((one) => one.witness)).toContain(witness);
      }
      // The way back gates only where something is gained by it as well.
      expect(gating(next, base).length > 0, `${rule}, back`).toBe(rule.endsWith(".incomparable") || !isMore(rule));
    }
  });
});

/** What each capability is used on, where no fixture does it. */
const RESOURCES: Readonly<Record<string, string>> = {
  fs: "/operator/x",
  net: "https://operator.test:443",
  env: "OPERATOR",
  exec: "operator",
};
const resourceOf = (capability: string): string => RESOURCES[capability.split(".")[0] ?? ""] ?? "*";
/** A bare write creates or changes, a shell starts what its line says. */
const PARENTS: Readonly<Record<string, string>> = {
  "exec.spawn": "exec.shell",
  "fs.write.create": "fs.write",
  "fs.write.modify": "fs.write",
};
const ANYTHING = /^(?:\*|\{[^{}]*\})$/u;
type Seen = readonly [rule: string, more: (facts: ManifestFacts) => ManifestFacts];
const SEEN: readonly Seen[] = [
  ...Object.keys(CAPABILITIES).map((capability): Seen => [
    "tool.observed.widened",
    (facts) => ({ ...facts, capabilities: [...facts.capabilities, `${capability} ${resourceOf(capability)}`].sort() }),
  ]),
  ["tool.analysis.degraded", (facts) => ({ ...facts, unknowns: [...facts.unknowns, "unknown.operator 1"].sort() })],
  ["tool.asset.changed", (facts) => ({ ...facts, assets: [...facts.assets, "operator.sh sha256:0"].sort() })],
];

let seen = 0;
describe.each(FIXTURES)("what tools of %s are seen to do, without any policy", (_name, manifest) => {
  test.each(Object.keys(manifest.tools))("%s", (id) => {
    const tool = manifest.tools[id];
    if (!tool) throw new Error(id);
    const base = within(manifest, id, remade(tool, null, tool.facts));
    for (const [rule, more] of SEEN) {
      const grown = more(tool.facts);
      const next = within(manifest, id, remade(tool, null, grown));
      const line = grown.capabilities.find((one) => !tool.facts.capabilities.includes(one));
      const found = gating(base, next).filter((one) => one.tool === id && one.id !== "agent.combination.enabled");
      // Whoever may do it to anything does no more by doing it to one thing.
      const [capability = ""] = line?.split(" ") ?? [];
      const isHad = tool.facts.capabilities.some((one) =>
        [capability, PARENTS[capability]].some(
          (had) => had !== undefined && one.startsWith(`${had} `) && ANYTHING.test(one.slice(had.length + 1)),
        ),
      );
      if (line !== undefined && isHad) continue;
      seen++;
      expect(
        found.map((one) => one.id),
        line ?? rule,
      ).toEqual([rule]);
      if (line !== undefined) expect(found[0]?.witness).toBe(line);
      // A file that is run and not seen any more may be anything.
      expect(
        gating(next, base).map((one) => one.id),
        line ?? rule,
      ).toEqual(rule === "tool.asset.changed" ? [rule] : []);
    }
    // Which policy it gets or loses.
    const declared = within(manifest, id, remade(tool, policyOfFacts(tool.facts), tool.facts));
    expect(gating(declared, base).map((one) => one.id)).toContain("tool.policy.removed");
    expect(gating(base, declared)).toEqual([]);
  });
});

test("operators apply to nearly all tools", () => {
  const tools = FIXTURES.flatMap(([, { tools: own }]) => Object.keys(own)).length;
  expect(applied).toBeGreaterThan(tools * 65);
  expect(seen).toBeGreaterThan(tools * 18);
});
