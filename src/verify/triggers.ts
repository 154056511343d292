import type { Tree } from "./tree.ts";
import { treeOf } from "./tree.ts";

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) =>
    one === undefined || one === null ? [] : [typeof one === "string" ? one : JSON.stringify(one)],
  );

/** What lets a GitHub workflow run less often than its event occurs: what must be among some names, and what must not be. */
const FILTERS = {
  branches: "among",
  paths: "among",
  types: "among",
  "branches-ignore": "outside",
  "paths-ignore": "outside",
} as const;
type Filter = keyof typeof FILTERS;

/** When a step of a workflow runs, as far as what is judged needs it. */
export interface Trigger {
  readonly event: string;
  readonly filters: Readonly<Partial<Record<Filter, readonly string[]>>>;
  /** Conditions of the job and the step, which must all hold. */
  readonly conditions: readonly string[];
}

/** What pull requests and queues do where a workflow names no `types`. */
const USUAL_TYPES: Readonly<Record<string, readonly string[]>> = {
  pull_request: ["opened", "reopened", "synchronize"],
  pull_request_target: ["opened", "reopened", "synchronize"],
  merge_group: ["checks_requested"],
};
const EVENTS = /^(?:pull_request|pull_request_target|merge_group|push)$/u;

/** Conditions that hold of every change. */
const ALWAYS = /^(?:true|always\(\)|success\(\)|! ?cancelled\(\))$/u;

function filtersOf(settings: Tree): Trigger["filters"] {
  const isSaid = (name: string): boolean => settings[name] !== undefined && settings[name] !== null;
  const found = Object.fromEntries(
    (Object.keys(FILTERS) as Filter[]).flatMap((name) => (isSaid(name) ? [[name, textsOf(settings[name])]] : [])),
  );
  // Where tags are named alone, no branch is meant.
  const tagsAlone = ["tags", "tags-ignore"].some(isSaid) && !["branches", "branches-ignore"].some(isSaid);
  return tagsAlone ? { ...found, branches: [] } : found;
}

/** The triggers of a workflow, from its `on`, under the conditions of one of its steps. */
export function triggersOf(on: unknown, conditions: readonly unknown[]): Trigger[] {
  const events = typeof on === "string" || Array.isArray(on) ? Object.fromEntries(textsOf(on).map((event) => [event, null])) : treeOf(on);
  const held = conditions.flatMap(textsOf).map((one) =>
    one
      .trim()
      .replace(/^\$\{\{([\s\S]*)\}\}$/u, "$1")
      .replace(/\s+/gu, " ")
      .trim(),
  );
  return Object.entries(events)
    .filter(([event]) => EVENTS.test(event))
    .map(([event, settings]) => ({
      event,
      filters: filtersOf(treeOf(settings)),
      conditions: [...new Set(held.filter((one) => !ALWAYS.test(one)))].sort(),
    }));
}

/** Whether a filter lets through all that another one does: its names alone are compared, not what their wildcards fit. */
function letsThrough(name: Filter, event: string, wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  const usual = name === "types" ? USUAL_TYPES[event] : undefined;
  const [all, some] = [wide ?? usual, narrow ?? usual];
  if (all === undefined) return true;
  if (FILTERS[name] === "outside") return all.every((one) => some?.includes(one) === true);
  if (some === undefined) return all.includes("**");
  // An exception takes out of what stands before it.
  if ([...all, ...some].some((one) => one.startsWith("!"))) return String(all) === String(some);
  const isOne = (one: string): boolean => all.includes(one) || (all.includes("*") && /^[^/*?[\]+!]+$/u.test(one));
  return all.includes("**") || some.every(isOne);
}

/** Events by which what another one brings is judged as well, or before it is in. */
const COVERS: Readonly<Record<string, readonly string[]>> = {
  pull_request_target: ["pull_request", "push"],
  pull_request: ["push"],
};

/** Triggers, with those that several make together which differ in the names of one filter alone: a workflow for each branch. */
function withUnions(all: readonly Trigger[]): Trigger[] {
  const among = (Object.keys(FILTERS) as Filter[]).filter((name) => FILTERS[name] === "among");
  const joined = among.flatMap((name) => {
    const groups = new Map<string, Trigger>();
    for (const one of all) {
      const names = one.filters[name];
      if (!names) continue;
      const key = JSON.stringify([one.event, { ...one.filters, [name]: null }, one.conditions]);
      groups.set(key, { ...one, filters: { ...one.filters, [name]: [...(groups.get(key)?.filters[name] ?? []), ...names] } });
    }
    return [...groups.values()];
  });
  return [...all, ...joined];
}

/** What keeps a trigger from running whenever another one does; empty where nothing does, undefined where they are of different events. */
function missing(wide: Trigger, narrow: Trigger): readonly string[] | undefined {
  if (wide.event !== narrow.event && COVERS[wide.event]?.includes(narrow.event) !== true) return undefined;
  return [
    ...(Object.keys(FILTERS) as Filter[]).filter((name) => !letsThrough(name, wide.event, wide.filters[name], narrow.filters[name])),
    ...(wide.conditions.every((one) => narrow.conditions.includes(one)) ? [] : ["if"]),
  ];
}

/**
 * Why some triggers do not run a step whenever others did: by each event that lost something, the settings that take it away,
 * or `none` where the event is gone.
 */
export function lostTriggers(before: readonly Trigger[], after: readonly Trigger[]): { readonly event: string; readonly by: string }[] {
  // Where changes are judged before they are in, what happens to those that are guards nothing.
  const judging = before.filter(({ event }) => event !== "push");
  const lost = (judging.length > 0 ? judging : before).flatMap((old) => {
    const reasons = withUnions(after).flatMap((now) => {
      const found = missing(now, old);
      return found ? [found] : [];
    });
    if (reasons.some((one) => one.length === 0)) return [];
    const [closest] = reasons.toSorted((a, b) => a.length - b.length);
    return [{ event: old.event, by: closest?.join(", ") ?? "none" }];
  });
  return [...new Map(lost.map((one) => [`${one.event} ${one.by}`, one])).values()];
}
