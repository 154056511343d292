import { isDeepStrictEqual } from "node:util";
import type { HintName } from "../model/hints.ts";
import { HINT_DEFAULTS, HINT_NAMES } from "../model/hints.ts";
import { DEFAULT_LIMITS, DEFAULT_SANDBOX_LIMITS } from "../model/limits.ts";
import type { Severity } from "../schema/report.ts";
import type { Policy } from "../model/policy.ts";
import { APPROVALS, normalise } from "../model/policy.ts";
import { isParameter } from "../model/holes.ts";
import { judge } from "../model/resource.ts";
import { isBelow } from "../model/risk.ts";
import { isAccepted } from "../model/unknowns.ts";
import { useOfLine } from "../manifest/lines.ts";
import type { ManifestFacts, ManifestTool } from "../schema/manifest.ts";
import { sensitiveSink } from "./combination.ts";
import { policyOfFacts } from "./facts-policy.ts";
import { compareObserved, grownLines, newAssets, newUnknowns, NO_FACTS } from "./observed.ts";
import { compareInput } from "./input.ts";
import type { Held } from "./guards.ts";
import { comparePolicies } from "./policies.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "../model/json-text.ts";

/** Compares one tool with itself in the base; everything newly allowed gates. */
export function compareTool(base: ManifestTool | undefined, next: ManifestTool | undefined): Row[] {
  if (!next) return base ? [info("tool.removed", "The tool is gone.")] : [];
  if (!base) return added(next);
  if (isDeepStrictEqual(base, next)) return [];
  return [...authority(base, next), ...risk(base, next), ...combination(base, next), ...surface(base, next)];
}

function authority(base: ManifestTool, next: ManifestTool): Row[] {
  if (base.policy && next.policy)
    return [
      ...comparePolicies(base.policy, next.policy, [heldBeside(base), heldBeside(next)]),
      ...insidePolicy(base.facts, next.facts, next.policy),
    ];
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
    ...comparePolicies(policyOfFacts(base.facts), next.policy, [heldBeside(base), heldBeside(next)]).filter((row) => row.gating),
    ...insidePolicy(base.facts, next.facts, next.policy),
  ];
}

const { timeMs, outputBytes } = DEFAULT_LIMITS;
const { memoryMb, processes, fileBytes, openFiles } = DEFAULT_SANDBOX_LIMITS;

/** What holds for a tool beside its policy. What a confined run may use of the machine is bounded whether or not the policy asks for one. */
function heldBeside({ clauses }: ManifestTool): Held {
  const limits = clauses.flatMap((line) => {
    const [, key, value] = /^(?:config|default) limits\.(\w+) (\d+)$/u.exec(line) ?? [];
    return key === undefined ? [] : [[key, Number(value)] as const];
  });
  return {
    limits: { timeMs, outputBytes, memoryMb, processes, fileBytes, openFiles, ...Object.fromEntries(limits) },
    approval: APPROVALS.find((level) => clauses.includes(`config approval.all ${level}`)),
  };
}

/** Facts that grew inside the policy are information; what may be outside and nothing holds, and what is no longer seen, gates. */
function insidePolicy(base: ManifestFacts, next: ManifestFacts, policy: Policy): Row[] {
  const { grants } = normalise(policy);
  const uses = grownLines(base, next).map((line): Row => {
    const { capability, resource } = useOfLine(line);
    const said = `\`${visible(line)}\``;
    const verdict = judge(capability, resource, grants);
    if (verdict === "inside") return info("tool.extracted.added", `A new use inside the policy: ${said}.`);
    if (verdict === "outside") return info("tool.extracted.added", `A new use outside the policy: ${said}.`);
    if (isParameter(resource)) return info("tool.extracted.added", `A new use of an argument, which a gate holds to the policy: ${said}.`);
    const words = "A new use may be outside the policy, and no argument says so to a gate.";
    return gate("tool.extracted.unheld", "medium", words, visible(line), { to: line });
  });
  const lost = grownLines(next, base).map((line) =>
    info("tool.extracted.removed", `A use is gone; the policy may be tighter: \`${visible(line)}\`.`),
  );
  return [...uses, ...lost, ...unseen(base, next, policy), ...newAssets(base, next)];
}

/** What the analysis sees through less than before, but for what the policy accepts. */
function unseen(base: ManifestFacts, next: ManifestFacts, policy: Policy): Row[] {
  const accepted = Object.keys(policy.accept ?? {});
  return newUnknowns(base, next).filter((row) => !isAccepted((row.to ?? "").replace(/ \d+$/u, ""), accepted));
}

function added(next: ManifestTool): Row[] {
  const rows = next.policy
    ? [...comparePolicies({}, next.policy), ...unseen(NO_FACTS, next.facts, next.policy)]
    : compareObserved(NO_FACTS, next.facts, "tool.observed.widened");
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
  const label = (tool: ManifestTool): string => tool.policy?.risk ?? "none";
  return [
    ...(isBelow(base.risk, next.risk)
      ? [info("tool.risk.raised", `The computed risk went from \`${base.risk}\` to \`${next.risk}\`.`)]
      : []),
    ...(label(base) === label(next)
      ? []
      : [labelRow(base.policy?.risk, next.policy?.risk, understated(base) && !isBelow(next.risk, next.policy?.risk ?? "low"))]),
  ];
}

/** A label that becomes high or critical gates, with how bad that is: whoever goes by it judges the tool otherwise from now on. */
const RAISED: Readonly<Record<string, Severity>> = { high: "medium", critical: "high" };

function labelRow(base: Policy["risk"], next: Policy["risk"], isMended: boolean): Row {
  const words = `The label went from \`${base ?? "none"}\` to \`${next ?? "none"}\`: who is asked for an approval is shown it.`;
  if (isLabelLower(base, next)) return info("tool.risk.lowered", words);
  const severity = base === undefined || next === undefined || isMended ? undefined : RAISED[next];
  return severity
    ? gate("tool.risk.raised", severity, words, `a ${next ?? ""}-risk call`, { from: base ?? "none", to: next ?? "none" })
    : info("tool.risk.raised", words);
}

/** Whether a label says less than another; none says nothing. */
const isLabelLower = (base: Policy["risk"], next: Policy["risk"]): boolean =>
  base !== undefined && (next === undefined || isBelow(next, base));

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

/** What a hint says, whether its value was written or is the default. */
const effective = ({ hints }: ManifestTool, hint: HintName): string =>
  /^\w+ \w+ (\w+)$/u.exec(hints.find((line) => line.split(" ")[1] === hint) ?? "")?.[1] ?? String(HINT_DEFAULTS[hint]);
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
    ...(base.description !== next.description ? [info("tool.description.changed", "What the model is told about the tool changed.")] : []),
    ...compareInput(base, next),
  ];
}
