import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hintLines } from "../../src/manifest/build.ts";
import { clauseLines } from "../../src/manifest/clauses.ts";
import type { Policy } from "../../src/model/policy.ts";
import type { Manifest, ManifestFacts } from "../../src/schema/manifest.ts";
import { CATALOGUE, ruleOf } from "../../src/verify/catalogue.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { OPERATORS } from "./operators.ts";
import { facts, manifestOf, toolWith } from "./tools.ts";

const observed = (own: ManifestFacts): Manifest => manifestOf({ t: toolWith(null, own) });

/** What makes each finding about what code was seen to do, and about what surrounds the tools. */
const CHANGES: Readonly<Record<string, readonly [base: Manifest, next: Manifest]>> = {
  "tool.observed.widened": [observed(facts()), observed(facts("fs.read $TMP/a"))],
  "tool.observed.narrowed": [observed(facts("fs.read $TMP/a")), observed(facts())],
  "tool.hint.relaxed": [
    manifestOf({ t: toolWith({}) }),
    manifestOf({ t: toolWith({}, facts(), { hints: hintLines({ readOnlyHint: true }) }) }),
  ],
  "tool.hint.tightened": [
    manifestOf({ t: toolWith({}, facts(), { hints: hintLines({ readOnlyHint: true }) }) }),
    manifestOf({ t: toolWith({}) }),
  ],
  "package.startup.widened": [manifestOf({}), manifestOf({}, { startup: facts("fs.read $TMP/a") })],
  "package.startup.narrowed": [manifestOf({}, { startup: facts("fs.read $TMP/a") }), manifestOf({})],
  "package.unattributed.widened": [manifestOf({}), manifestOf({}, { unattributed: facts("fs.read $TMP/a") })],
  "package.unattributed.narrowed": [manifestOf({}, { unattributed: facts("fs.read $TMP/a") }), manifestOf({})],
  "manifest.defaults.widened": [
    manifestOf({ t: toolWith({}, facts(), { clauses: ["code limits.outputBytes 9", "default limits.timeMs 10"] }) }),
    manifestOf({ t: toolWith({}, facts(), { clauses: ["code limits.outputBytes 9", "default limits.timeMs 20"] }) }),
  ],
  "assumption.added": [manifestOf({}), manifestOf({}, { assumptions: ["unknown.call $WORKSPACE/a.ts: nothing"] })],
  "assumption.removed": [manifestOf({}, { assumptions: ["unknown.call $WORKSPACE/a.ts: nothing"] }), manifestOf({})],
};

/** Findings of other doors, by the test that shows each. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "verify/mutations.test.ts": [
    "tool.added",
    "tool.added.high-risk",
    "tool.added.pure",
    "tool.removed",
    "tool.policy.removed",
    "tool.policy.added",
    "tool.net.methods.widened",
    "tool.net.methods.narrowed",
    "tool.analysis.degraded",
    "tool.extracted.added",
    "tool.extracted.removed",
    "tool.risk.understated",
    "tool.risk.raised",
    "tool.risk.lowered",
    "tool.description.changed",
    "tool.input.changed",
    "agent.combination.enabled",
    "manifest.generator.changed",
  ],
  "verify/input.test.ts": ["tool.input.widened", "tool.input.narrowed", "tool.input.unknown"],
  "verify/holes.test.ts": ["tool.renamed"],
  "verify/tool.test.ts": ["tool.extracted.unheld"],
  "verify/gate-config.test.ts": ["gate.version.weakened", "gate.baseline.grown"],
  "cli/assets.test.ts": ["tool.asset.changed"],
  "cli/assumptions.test.ts": ["assumption.stale", "assumption.expired"],
  "cli/state.test.ts": [
    "tool.undeclared",
    "tool.policy-invalid",
    "tool.policy-unreadable",
    "tool.policy-twice",
    "tool.duplicated",
    "tool.unanalysed",
    "policy.unmatched",
    "policy.unreviewed",
    "source.unparsed",
    "gate.approval.unreasoned",
  ],
  "cli/gate.test.ts": ["manifest.stale", "gate.config.weakened", "gate.runtime.weakened", "gate.approval.expired", "gate.approval.stale"],
  "cli/exemptions.test.ts": ["gate.exemption.expired", "gate.exemption.unused"],
  "cli/packages.test.ts": ["gate.packages.weakened"],
  "cli/changes.test.ts": [
    "tool.constraint.onlyAfter.dangling",
    "tool.description.hidden",
    "gate.removed",
    "gate.workflow.weakened",
    "gate.owner.removed",
    "gate.baseline.stale",
    "gate.approval.unprotected",
  ],
};

const of = (policy: Policy): Manifest => manifestOf({ t: toolWith(policy) });
const said = (base: Manifest, next: Manifest): (readonly [id: string, gating: boolean])[] =>
  compareManifests(base, next)
    .filter(({ id }) => !id.startsWith("tool.risk."))
    .map(({ id, gating }) => [id, gating]);

describe("an operator for each finding, and its opposite", () => {
  const policies = Object.entries(OPERATORS).map(([id, [base, next]]) => [id, of(base), of(next)] as const);
  const others = Object.entries(CHANGES).map(([id, [base, next]]) => [id, base, next] as const);
  test.each([...policies, ...others])("%s", (id, base, next) => {
    const rule = ruleOf(id);
    expect(said(base, next)).toEqual([[id, rule?.severity !== "info"]]);
    if (rule?.mirror !== undefined) expect(said(next, base)).toEqual([[rule.mirror, false]]);
  });
});

test.each<readonly [string, Policy, Policy, object, (readonly [string, boolean])[]]>([
  ["a limit above the default", {}, { limits: { timeMs: 999_999 } }, {}, [["tool.limit.time.raised", true]]],
  ["one below it", {}, { limits: { timeMs: 1000 } }, {}, [["tool.limit.time.lowered", false]]],
  ["the default itself", {}, { limits: { timeMs: 300_000 } }, {}, []],
  [
    "one above what the configuration sets",
    {},
    { limits: { timeMs: 2000 } },
    { limits: { timeMs: 1000 } },
    [["tool.limit.time.raised", true]],
  ],
  ["one that goes, and was above the default", { limits: { timeMs: 999_999 } }, {}, {}, [["tool.limit.time.lowered", false]]],
  [
    "more memory than a process has by default",
    { isolation: "process" },
    { isolation: "process", limits: { memoryMb: 99_999 } },
    {},
    [["tool.limit.memory.raised", true]],
  ],
  [
    "more than a confined command has by default, whether or not one is asked for",
    {},
    { limits: { memoryMb: 999_999, processes: 100_000, fileBytes: 1e12 } },
    {},
    [
      ["tool.limit.memory.raised", true],
      ["tool.limit.processes.raised", true],
      ["tool.limit.fileSize.raised", true],
    ],
  ],
  ["an approval that all tools need anyhow", { approval: "always" }, {}, { approval: { all: "always" } }, []],
  [
    "one of which the configuration asks less",
    { approval: "always" },
    {},
    { approval: { all: "session" } },
    [["tool.approval.weakened", true]],
  ],
])("where a policy sets no limit, what holds beside it is the limit: %s", (_, base, next, config, found) => {
  const held = (policy: Policy): Manifest => manifestOf({ t: toolWith(policy, facts(), { clauses: clauseLines(policy, "code", config) }) });
  expect(said(held(base), held(next))).toEqual(found);
});

test("a first policy has no limits above those that held without one", () => {
  const limits = { timeMs: 86_400_000, outputBytes: 999_999_999 };
  const bare = manifestOf({ t: toolWith(null, facts("fs.read $WORKSPACE/**")) });
  const next = (policy: Policy): Manifest => manifestOf({ t: toolWith(policy, facts("fs.read $WORKSPACE/**")) });
  const found = (policy: Policy): unknown => said(bare, next(policy)).filter(([id]) => id.startsWith("tool.limit."));
  expect(found({ fs: { read: ["$WORKSPACE/**"] }, limits })).toEqual([
    ["tool.limit.time.raised", true],
    ["tool.limit.output.raised", true],
  ]);
  expect(found({ fs: { read: ["$WORKSPACE/**"] }, limits: { timeMs: 1000 } })).toEqual([]);
});

test("to ask for a tool by its identity asks for more than by its name", () => {
  const after = (...onlyAfter: string[]): Manifest => manifestOf({ t: toolWith({ constraints: { onlyAfter } }) });
  expect(said(after("keep"), after("demo/srv.keep"))).toEqual([["tool.constraint.onlyAfter.strengthened", false]]);
  expect(said(after("demo/srv.keep"), after("keep"))).toEqual([["tool.constraint.onlyAfter.weakened", true]]);
  expect(said(after("keep"), after("demo/srv.keeper"))).toEqual([
    ["tool.constraint.onlyAfter.weakened", true],
    ["tool.constraint.onlyAfter.strengthened", false],
  ]);
});

test("every finding has an operator here, or a test that shows it", () => {
  const shown = new Map(Object.entries(ELSEWHERE).flatMap(([file, ids]) => ids.map((id) => [id, file] as const)));
  expect(CATALOGUE.map(({ id }) => id).filter((id) => !(id in OPERATORS) && !(id in CHANGES) && !shown.has(id))).toEqual([]);
  for (const [id, file] of shown)
    expect(readFileSync(join(import.meta.dirname, "..", file), "utf8").includes(id), `${id} in ${file}`).toBe(true);
});
