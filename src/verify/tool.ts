import type { HintName } from "../model/hints.ts";
import { HINT_DEFAULTS, HINT_NAMES } from "../model/hints.ts";
import type { Policy } from "../model/policy.ts";
import { isBelow } from "../model/risk.ts";
import { isAccepted } from "../model/unknowns.ts";
import type { ManifestTool } from "../schema/manifest.ts";
import { sensitiveSink } from "./combination.ts";
import { policyOfFacts } from "./facts-policy.ts";
import { compareObserved, grownLines, newUnknowns } from "./observed.ts";
import { comparePolicies } from "./policies.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "./undeclared.ts";

/** Compares one tool with itself in the base; everything newly allowed gates. */
export function compareTool(base: ManifestTool | undefined, next: ManifestTool | undefined): Row[] {
  if (!next) return base ? [info("tool.removed", "The tool is gone.")] : [];
  if (!base) return added(next);
  return [...authority(base, next), ...risk(base, next), ...combination(base, next), ...surface(base, next)];
}

function authority(base: ManifestTool, next: ManifestTool): Row[] {
  if (base.policy && next.policy) return [...comparePolicies(base.policy, next.policy), ...insidePolicy(base, next, next.policy)];
  if (base.policy)
    return [
      gate(
        "tool.policy.removed",
        "critical",
        "The tool no longer declares a policy: what it may do is what its code does.",
        next.facts.capabilities[0] ?? "whatever its code does next",
      ),
    ];
  if (!next.policy) return compareObserved(base.facts, next.facts, "tool.observed.widened");
  return [
    info("tool.policy.added", "The tool now declares a policy."),
    ...comparePolicies(policyOfFacts(base.facts), next.policy).filter((row) => row.gating),
  ];
}

/** Facts that grew inside the policy are information; what the analysis no longer sees gates. */
function insidePolicy(base: ManifestTool, next: ManifestTool, policy: Policy): Row[] {
  const accepted = Object.keys(policy.accept ?? {});
  const uses = grownLines(base.facts, next.facts).map((line) =>
    info("tool.extracted.added", `A new use inside the policy: \`${visible(line)}\`.`),
  );
  const lost = grownLines(next.facts, base.facts).map((line) =>
    info("tool.extracted.removed", `A use is gone; the policy may be tighter: \`${visible(line)}\`.`),
  );
  return [
    ...uses,
    ...lost,
    ...newUnknowns(base.facts, next.facts).filter((row) => !isAccepted((row.to ?? "").replace(/ \d+$/u, ""), accepted)),
  ];
}

function added(next: ManifestTool): Row[] {
  const rows = next.policy
    ? comparePolicies({}, next.policy)
    : compareObserved({ capabilities: [], unknowns: [] }, next.facts, "tool.observed.widened");
  const first = rows.find((row) => row.gating);
  if (!first) return [info("tool.added.pure", "A new tool, without any authority.")];
  const high = next.risk === "high" || next.risk === "critical";
  const words = `A new tool, ${next.policy ? "with a policy" : "without a policy"}, of ${next.risk} risk.`;
  return [
    gate(high ? "tool.added.high-risk" : "tool.added", high ? "critical" : "high", words, first.witness, { to: next.digest }),
    ...combination(undefined, next),
  ];
}

/** A label that claims less than the authority says, where it did not before. */
function risk(base: ManifestTool, next: ManifestTool): Row[] {
  const understated = (tool: ManifestTool): boolean => tool.policy?.risk !== undefined && isBelow(tool.policy.risk, tool.risk);
  if (understated(next) && !understated(base))
    return [
      gate(
        "tool.risk.understated",
        "high",
        `The tool calls its risk \`${next.policy?.risk ?? ""}\`, and it is \`${next.risk}\`.`,
        `a ${next.risk}-risk call`,
        {
          from: base.policy?.risk ?? "none",
          to: `${next.policy?.risk ?? "none"} < ${next.risk}`,
        },
      ),
    ];
  return isBelow(base.risk, next.risk)
    ? [info("tool.risk.raised", `The computed risk went from \`${base.risk}\` to \`${next.risk}\`.`)]
    : [];
}

/** Reading what is sensitive and sending it elsewhere, for the first time in one tool. */
function combination(base: ManifestTool | undefined, next: ManifestTool): Row[] {
  const before = base && sensitiveSink(base);
  const after = sensitiveSink(next);
  return after && !before
    ? [
        gate(
          "agent.combination.enabled",
          "high",
          "One tool can now read what is sensitive and send it elsewhere.",
          `${after.reads} to ${after.sends}`,
          { to: `${after.reads} ${after.sends}` },
        ),
      ]
    : [];
}

const effective = (tool: ManifestTool, hint: HintName): string => String(tool.hints[hint] ?? HINT_DEFAULTS[hint]);
/** The value of a hint by which a client asks least. */
const TRUSTED: Readonly<Record<HintName, string>> = {
  readOnlyHint: "true",
  destructiveHint: "false",
  idempotentHint: "true",
  openWorldHint: "false",
};

/** What clients and models are told: no authority, but what people decide by. */
function surface(base: ManifestTool, next: ManifestTool): Row[] {
  const hints = HINT_NAMES.flatMap((hint): Row[] => {
    const [before, after] = [effective(base, hint), effective(next, hint)];
    if (before === after) return [];
    const id = after === TRUSTED[hint] ? "tool.hint.relaxed" : "tool.hint.tightened";
    return [info(id, `\`${hint}\` went from \`${before}\` to \`${after}\`${after === TRUSTED[hint] ? ": clients may ask less" : ""}.`)];
  });
  return [
    ...hints,
    ...(base.description !== next.description && base.description !== null
      ? [info("tool.description.changed", "What the model is told about the tool changed.")]
      : []),
    ...(base.inputSchema !== next.inputSchema && base.inputSchema !== null
      ? [info("tool.input.changed", "The input schema changed.")]
      : []),
  ];
}
