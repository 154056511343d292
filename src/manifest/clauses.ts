import { canonical } from "../model/canonical.ts";
import { DEFAULT_LIMITS, DEFAULT_SANDBOX_LIMITS } from "../model/limits.ts";
import type { Policy } from "../model/policy.ts";
import { normalise } from "../model/policy.ts";
import type { Use } from "../model/risk.ts";
import { verdictOf } from "../model/verdict.ts";
import type { RuntimeConfig } from "../schema/runtime.ts";
import type { ScannedEffect } from "../schema/scan.ts";
import { lines, useOfLine } from "./lines.ts";

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Each value of a policy by the keys that lead to it; the elements of a list are one each. */
function leavesOf(value: unknown, keys: readonly string[] = []): (readonly [keys: string, value: string])[] {
  const leaf = (one: unknown) => [keys.join("."), typeof one === "string" ? one : (canonical(one) ?? "")] as const;
  if (Array.isArray(value)) return value.length === 0 ? [leaf("none")] : value.map(leaf);
  return isBranch(value)
    ? Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .flatMap(([key, one]) => leavesOf(one, [...keys, key]))
    : [leaf(value)];
}

/** What holds in the runtime for a tool whose policy does not say it. */
function unsaid({ approval, isolation, limits = {} }: Policy, config: RuntimeConfig): string[] {
  const limit = (key: "timeMs" | "outputBytes"): string[] => {
    if (limits[key] !== undefined) return [];
    const configured = config.limits?.[key];
    return [configured === undefined ? `default limits.${key} ${DEFAULT_LIMITS[key]}` : `config limits.${key} ${configured}`];
  };
  const machine = (["memoryMb", "processes", "fileBytes", "openFiles"] as const)
    .filter((key) => isolation !== undefined && limits[key] === undefined)
    .map((key) => `default limits.${key} ${DEFAULT_SANDBOX_LIMITS[key]}`);
  return [
    ...(approval === undefined && config.approval?.all === undefined ? ["default approval never"] : []),
    // The stricter of these and the policy's own holds, for tools that can do so.
    ...Object.entries(config.approval ?? {}).map(([what, level]) => `config approval.${what} ${level}`),
    ...(isolation === undefined ? ["default isolation none"] : []),
    ...limit("timeMs"),
    ...limit("outputBytes"),
    ...machine,
  ];
}

/**
 * What holds for a tool, clause by clause, each with where it comes from: `code`, `file`, `config` or `default`. A tool without a
 * policy has none: a fence refuses it.
 */
export const clauseLines = (policy: Policy | null, origin: "code" | "file" | null, config: RuntimeConfig): string[] =>
  policy
    ? [...new Set([...leavesOf(policy).map(([keys, value]) => `${origin ?? "code"} ${keys} ${value}`), ...unsaid(policy, config)])].sort()
    : [];

type Judged = Pick<ScannedEffect, "verdict" | "heldBy">;

/** How a use stands to the policy: `verdict` (and who holds it) `capability resource`. */
const verdictLine = ({ verdict, heldBy }: Judged, { capability, resource }: Use): string =>
  `${verdict ?? ""}${heldBy === null ? "" : ` ${heldBy}`} ${capability} ${resource}`;

/** How uses that were judged before stand to the policy. */
export const judgedLines = (policy: Policy | null, uses: readonly (Use & Judged)[]): string[] =>
  policy ? lines(uses.map((use) => verdictLine(use, use))) : [];

/** How each use stands to the policy. */
export function verdictLines(policy: Policy | null, capabilities: readonly string[]): string[] {
  if (!policy) return [];
  const { grants } = normalise(policy);
  const uses = capabilities.map(useOfLine);
  return uses.map((use) => verdictLine(verdictOf(use.capability, use.resource, grants, policy), use)).sort();
}
