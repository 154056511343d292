import type { FacetChange } from "../model/compare.ts";
import { compareGrants, gates } from "../model/compare.ts";
import type { Policy } from "../model/policy.ts";
import { newlyDominant } from "../model/dominance.ts";
import { normalise } from "../model/policy.ts";
import type { Manifest, ManifestTool } from "../schema/manifest.ts";
import type { Diagnostic, Severity } from "../schema/report.ts";
import { compareGuards } from "./guards.ts";
import { visible } from "./undeclared.ts";

interface Row {
  readonly id: string;
  readonly severity: Severity;
  readonly gating: boolean;
  readonly message: string;
  readonly witness?: string | undefined;
}

/** Severity of a widened facet, before its witness is looked at. */
const SEVERITY: Readonly<Record<FacetChange["facet"], Severity>> = {
  "fs.read": "medium",
  "fs.write.create": "high",
  "fs.write.modify": "high",
  "fs.write.delete": "high",
  "net.connect": "high",
  "net.listen": "high",
  "net.resolve": "low",
  "env.read": "medium",
  "env.write": "high",
  exec: "high",
  control: "medium",
  code: "critical",
  accept: "medium",
  secrets: "high",
};
const RAISED: Readonly<Record<Severity, Severity>> = { info: "low", low: "medium", medium: "high", high: "critical", critical: "critical" };

/** Compares two manifests: everything newly allowed gates, everything else is information. */
export function compareManifests(base: Manifest, next: Manifest): Diagnostic[] {
  const ids = [...new Set([...Object.keys(base.tools), ...Object.keys(next.tools)])].sort();
  const out = ids.flatMap((id) =>
    compareTool(base.tools[id], next.tools[id]).map((row): Diagnostic => ({
      ...row,
      tool: id,
      witness: row.witness ?? null,
      file: next.tools[id]?.source ?? null,
      line: null,
    })),
  );
  const startup = observed(base.startup, next.startup, "package.startup.widened").map((row): Diagnostic => ({
    ...row,
    tool: null,
    witness: row.witness ?? null,
    file: null,
    line: null,
  }));
  return [...out, ...startup];
}

function compareTool(base: ManifestTool | undefined, next: ManifestTool | undefined): Row[] {
  if (!next) return [{ id: "tool.removed", severity: "info", gating: false, message: "The tool is gone." }];
  if (!base) return added(next);
  if (base.policy && !next.policy)
    return [
      {
        id: "tool.unmanaged",
        severity: "critical",
        gating: true,
        message: "The tool no longer declares a policy.",
        witness: next.facts.capabilities[0],
      },
    ];
  if (!base.policy && !next.policy) return observed(base.facts, next.facts, "tool.observed.widened");
  if (!next.policy) return [];
  if (!base.policy)
    return [
      { id: "tool.managed", severity: "info", gating: false, message: "The tool now declares a policy." },
      ...beyond(base, next.policy),
    ];
  return [...comparePolicies(base.policy, next.policy), ...newUses(base, next)];
}

function added(next: ManifestTool): Row[] {
  const first = next.policy
    ? comparePolicies({}, next.policy).find((row) => row.gating)?.witness
    : (next.facts.capabilities[0] ?? next.facts.unknowns[0]);
  if (first === undefined)
    return [{ id: "tool.added.pure", severity: "info", gating: false, message: "A new tool, without any authority." }];
  return [
    {
      id: "tool.added",
      severity: "high",
      gating: true,
      message: next.policy ? "A new tool, with a policy." : "A new tool, without a policy.",
      witness: first,
    },
  ];
}

/** Policies facet by facet, then the guards. */
function comparePolicies(base: Policy, next: Policy): Row[] {
  const [before, after] = [normalise(base).grants, normalise(next).grants];
  const changes = compareGrants(before, after);
  const handed = new Map(newlyDominant(before, after).map((one) => [one.by, one]));
  const rows = changes.flatMap((one): Row[] => {
    if (one.relation === "equal") return [];
    const id = `tool.${one.facet}.${one.relation === "wider" ? "widened" : one.relation === "narrower" ? "narrowed" : one.relation}`;
    if (!gates(one.relation)) return [{ id, severity: "info", gating: false, message: `\`${one.facet}\` is narrower.` }];
    const dominant = handed.get(one.facet);
    const severity = dominant ? "critical" : one.sensitive ? RAISED[SEVERITY[one.facet]] : SEVERITY[one.facet];
    const words =
      one.relation === "wider"
        ? "is wider"
        : one.relation === "incomparable"
          ? "is neither wider nor narrower"
          : "could not be compared within the budget";
    return [
      { id, severity, gating: true, message: `\`${one.facet}\` ${words}${dominant ? `: ${dominant.reason}` : ""}.`, witness: one.witness },
    ];
  });
  return [...rows, ...compareGuards(base, next)];
}

/** A tool that had no policy: its old facts were its authority. */
function beyond(base: ManifestTool, policy: Policy): Row[] {
  const had = new Set(base.facts.capabilities.map((line) => line.split(" ")[0]));
  return comparePolicies({}, policy)
    .filter(
      (row) =>
        row.gating &&
        ![...had].some(
          (capability) => capability !== undefined && row.id.startsWith(`tool.${capability.startsWith("exec.") ? "exec" : capability}`),
        ),
    )
    .map((row) => ({ ...row, message: `${row.message.slice(0, -1)} than what the tool was seen to do.` }));
}

/** Whether an old fact says as much as a new one: the same, or the same capability on anything. */
function covers(base: ReadonlySet<string>, line: string): boolean {
  const capability = line.slice(0, line.indexOf(" "));
  const parent = capability.split(".").slice(0, 2).join(".");
  return [capability, parent].some((name) => base.has(`${name} ${line.slice(capability.length + 1)}`) || base.has(`${name} {dynamic}`));
}

function observed(base: ManifestTool["facts"], next: ManifestTool["facts"], id: string): Row[] {
  const had = new Set(base.capabilities);
  const grown = next.capabilities.filter((line) => !covers(had, line));
  const lost = base.capabilities.filter((line) => !next.capabilities.includes(line));
  const blind = next.unknowns.filter((line) => !base.unknowns.includes(line));
  return [
    ...grown.map((line): Row => ({
      id,
      severity: /^(?:exec|code|fs\.write|env\.write)/u.test(line) ? "high" : "medium",
      gating: true,
      message: "The code does something it did not do before.",
      witness: visible(line),
    })),
    ...blind.map((line): Row => ({
      id: "tool.analysis.degraded",
      severity: "medium",
      gating: true,
      message: "There is a new place that the analysis cannot see through.",
      witness: visible(line),
    })),
    ...(lost.length > 0 && grown.length === 0
      ? [{ id: id.replace("widened", "narrowed"), severity: "info", gating: false, message: "The code does less than before." } as const]
      : []),
  ];
}

/** Facts that grew inside an unchanged policy are information. */
function newUses(base: ManifestTool, next: ManifestTool): Row[] {
  return next.facts.capabilities
    .filter((line) => !base.facts.capabilities.includes(line))
    .map((line) => ({
      id: "tool.extracted.added",
      severity: "info",
      gating: false,
      message: `A new use inside the policy: \`${visible(line)}\`.`,
    }));
}
