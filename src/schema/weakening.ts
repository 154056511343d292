import { DEFAULT_LIMITS } from "../model/limits.ts";
import { APPROVALS } from "../model/policy.ts";
import type { RuntimeConfig } from "./runtime.ts";
import { MODES, SANDBOXES } from "./runtime.ts";

/** A key in which one configuration of the runtime asks less than another. */
export interface Weakening {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

type Entry = {
  readonly [K in keyof RuntimeConfig]-?: (base: RuntimeConfig[K], next: RuntimeConfig[K]) => readonly (readonly [string, string])[];
};

const text = (value: unknown): string => (value === undefined ? "not set" : typeof value === "string" ? value : JSON.stringify(value));

/** Weaker where the later value stands further on in a list. */
const ordered =
  <T>(list: readonly T[], missing: T) =>
  (base: T | undefined, next: T | undefined): (readonly [string, string])[] =>
    list.indexOf(next ?? missing) > list.indexOf(base ?? missing) ? [[text(base ?? missing), text(next ?? missing)]] : [];

/** Entries that are gone. */
const lost = (base: readonly unknown[] = [], next: readonly unknown[] = []): (readonly [string, string])[] => {
  const kept = new Set(next.map(text));
  return base.map(text).flatMap((one) => (kept.has(one) ? [] : [[one, "not set"] as const]));
};

/** A limit that is gone or higher. */
const raised = (base: number | undefined, next: number | undefined): (readonly [string, string])[] =>
  base !== undefined && (next === undefined || next > base) ? [[text(base), text(next)]] : [];

/** Rules are read in order, so any change that may let something past counts; one that only refuses more does not. */
const rules =
  <R>(lenient: (rule: R) => boolean, isFree: (rule: R) => boolean) =>
  (base: readonly R[] = [], next: readonly R[] = []): (readonly [string, string])[] => {
    const before = base.map(text);
    const added = next.filter((rule) => lenient(rule) && !before.includes(text(rule))).map((rule) => ["not set", text(rule)] as const);
    // What stood before a rule that lets more past kept something from it; only what lets all past kept nothing.
    const bounds = base.filter((rule) => !isFree(rule));
    return [...added, ...lost(bounds, next), ...reordered(base, next)];
  };

const reordered = (base: readonly unknown[], next: readonly unknown[]): (readonly [string, string])[] => {
  const [before, after] = [base.map(text), next.map(text)];
  const common = after.filter((one) => before.includes(one));
  const same = before.filter((one) => after.includes(one));
  return JSON.stringify(common) === JSON.stringify(same) ? [] : [[same.join(", "), common.join(", ")]];
};

const LOOSER = [...MODES];
const FEWER = [...APPROVALS].reverse();

/** For each key, when a change asks less. A new key does not compile without an entry. */
const KEYS: Entry = {
  mode: ordered(LOOSER, "enforce"),
  unmanaged: ordered(["refuse", "allow"], "refuse"),
  readOnly: (base, next) => (base === true && next !== true ? [["true", text(next)]] : []),
  pathRules: rules(
    (rule) => rule.read !== false || rule.write === true,
    (rule) => rule.read !== false && rule.write === true,
  ),
  deniedPaths: lost,
  allowedPaths: (base = [], next = []) => {
    if (base.length === 0) return [];
    return next.length === 0 ? [[text(base), "not set"]] : lost(next, base).map(([one]) => ["not set", one] as const);
  },
  hardLinks: ordered(["refuse", "allow"], "refuse"),
  isolation: ordered(["refuse", "trust"], "refuse"),
  sandbox: ordered(SANDBOXES, "asked"),
  commandRules: rules(
    (rule) => rule.decision !== "deny",
    (rule) => rule.decision === "allow",
  ),
  deniedCommands: lost,
  approval: (base, next) =>
    (["all", "write", "exec", "net"] as const).flatMap((key) =>
      ordered(FEWER, "never")(base?.[key], next?.[key]).map(([from, to]) => [`${key}: ${from}`, `${key}: ${to}`] as const),
    ),
  repeatedCalls: raised,
  limits: (base, next) =>
    (["timeMs", "argumentBytes", "outputBytes", "calls"] as const).flatMap((key) => {
      const from = base?.[key] ?? DEFAULT_LIMITS[key];
      // A server's own session has no default: without a limit it goes on.
      const to = next?.[key] ?? (key === "calls" && base?.[key] !== undefined ? Infinity : DEFAULT_LIMITS[key]);
      return to > from ? [[`${key}: ${from}`, `${key}: ${text(next?.[key])}`] as const] : [];
    }),
};

/** Every key in which a configuration asks less than the one before. */
export function weakenings(base: RuntimeConfig, next: RuntimeConfig): Weakening[] {
  return (Object.keys(KEYS) as (keyof RuntimeConfig)[]).flatMap((key) =>
    (KEYS[key] as (a: unknown, b: unknown) => readonly (readonly [string, string])[])(base[key], next[key]).map(([from, to]) => ({
      key,
      from,
      to,
    })),
  );
}
