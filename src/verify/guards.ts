import { isNamed } from "../model/exposed-name.ts";
import type { Policy } from "../model/policy.ts";
import { APPROVALS } from "../model/policy.ts";
import type { Severity } from "../schema/report.ts";
import type { Row } from "./row.ts";
import { gate as weaker, info as stronger } from "./row.ts";

/** What holds beside a policy, by the configuration or a default. */
export interface Held {
  /** For limits that it does not set, by their key. */
  readonly limits: Readonly<Record<string, number>>;
  /** The least approval of every tool. */
  readonly approval: Policy["approval"];
}
const NOTHING: Held = { limits: {}, approval: undefined };

/** A limit that may only fall. Where a policy sets none, what holds beside it does, if anything. */
function bound(
  id: string,
  name: string,
  [base, next]: readonly (number | undefined)[],
  [was, is]: readonly Held[],
  severity: Severity,
): Row[] {
  if (base === next) return [];
  const [before, after] = [base ?? was?.limits[name] ?? Infinity, next ?? is?.limits[name] ?? Infinity];
  const said = (limit: number): string => (limit === Infinity ? "unlimited" : String(limit));
  if (after > before)
    return [
      weaker(
        `${id}.${next === undefined ? "removed" : "raised"}`,
        severity,
        `\`${name}\` went from ${before} to ${said(after)}.`,
        `${name} = ${before + 1}`,
      ),
    ];
  return after === before ? [] : [stronger(`${id}.lowered`, `\`${name}\` is lower.`)];
}

const LIMITS = [
  ["timeMs", "time", "low"],
  ["memoryMb", "memory", "low"],
  ["outputBytes", "output", "medium"],
  ["processes", "processes", "low"],
  ["fileBytes", "fileSize", "low"],
  ["openFiles", "openFiles", "low"],
  ["cpuMs", "cpu", "low"],
] as const;

/** From least to most apart: a worker is kept between calls, a process is not. */
const APART: readonly string[] = ["none", "worker", "process"];

/** Compares what restrains a tool: dropping a guard is a widening, adding one is not. @param held of base and next. */
export function compareGuards(base: Policy, next: Policy, held: readonly [Held, Held] = [NOTHING, NOTHING]): Row[] {
  const rows: Row[] = [];
  rows.push(
    ...bound(
      "tool.constraint.maxInvocations",
      "maxInvocations",
      [base.constraints?.maxInvocations, next.constraints?.maxInvocations],
      held,
      "medium",
    ),
  );
  for (const [key, name, severity] of LIMITS)
    rows.push(...bound(`tool.limit.${name}`, key, [base.limits?.[key], next.limits?.[key]], held, severity));
  // An identity names one of the tools that its exposed name names: asking for that one asks for more.
  const asksFor = (policy: Policy, tool: string): boolean =>
    policy.constraints?.onlyAfter?.some((one) => one === tool || isNamed(one, tool)) === true;
  const dropped = (base.constraints?.onlyAfter ?? []).filter((tool) => !asksFor(next, tool));
  for (const tool of dropped)
    rows.push(weaker("tool.constraint.onlyAfter.weakened", "high", `The tool may now run before \`${tool}\`.`, `a call before ${tool}`));
  const added = (next.constraints?.onlyAfter ?? []).filter((tool) => !asksFor(base, tool));
  for (const tool of added) rows.push(stronger("tool.constraint.onlyAfter.strengthened", `The tool runs only after \`${tool}\`.`));
  if (base.constraints?.forbidden && !next.constraints?.forbidden)
    rows.push(weaker("tool.constraint.forbidden.lifted", "critical", "The tool is no longer forbidden.", "any call"));
  else if (next.constraints?.forbidden && !base.constraints?.forbidden)
    rows.push(stronger("tool.constraint.forbidden.set", "The tool is forbidden."));
  const rank = (policy: Policy, { approval = "never" }: Held): number =>
    Math.max(APPROVALS.indexOf(policy.approval ?? "never"), APPROVALS.indexOf(approval));
  const [asks, asked] = [rank(next, held[1]), rank(base, held[0])];
  if (asks < asked)
    rows.push(
      weaker(
        "tool.approval.weakened",
        "high",
        `Approval went from \`${base.approval ?? "never"}\` to \`${next.approval ?? "never"}\`.`,
        "a call without approval",
      ),
    );
  else if (asks > asked) rows.push(stronger("tool.approval.strengthened", "Approval is stricter."));
  const [was, is] = [base.isolation ?? "none", next.isolation ?? "none"];
  if (APART.indexOf(is) < APART.indexOf(was))
    rows.push(
      weaker(
        "tool.isolation.weakened",
        "high",
        `\`isolation\` went from \`${was}\` to \`${is}\`.`,
        is === "none" ? "an unconfined run" : "a run that finds what an earlier one left in memory",
      ),
    );
  else if (was !== is) rows.push(stronger("tool.isolation.strengthened", `The tool must run in \`${is}\` isolation.`));
  if (base.untrustedOutput === true && next.untrustedOutput !== true)
    rows.push(
      weaker(
        "tool.untrustedOutput.removed",
        "medium",
        "The tool's output is no longer marked as untrusted.",
        "output that is taken on trust",
      ),
    );
  else if (next.untrustedOutput === true && base.untrustedOutput !== true)
    rows.push(stronger("tool.untrustedOutput.added", "The tool's output is marked as untrusted."));
  return rows;
}
