import type { Executor, FoundTool } from "./discover/make.ts";
import type { Step } from "./explore.ts";
import { functionKey } from "./discover/closures.ts";
import type { Mod } from "./eval/domain/values.ts";
import { fnOf } from "./eval/domain/values.ts";

interface Walked {
  readonly tool: FoundTool;
  readonly trail: readonly Step[];
}

/**
 * Tells tools that share one handler apart by where their ways part: a `case`, or the function that a wrapper or
 * a table is given. A tool's own part starts at the first call or function on its way that the fewest others pass; one that is chosen at a
 * call which all pass, on a way that all take, comes before one that stands aside for this tool: a limit, a check.
 */
export function parted<T extends Walked>(walked: readonly T[], moduleOf: (file: string) => Mod | undefined): T[] {
  const groups = new Map<string, T[]>();
  for (const one of walked) {
    const key = one.tool.executor?.key;
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const places = new Map<T, Executor["own"]>();
  for (const group of groups.values()) {
    const passing = new Map<string, Set<string>>();
    for (const { tool, trail } of group)
      for (const key of trail.flatMap(keysOf)) passing.set(key, (passing.get(key) ?? new Set()).add(tool.name));
    const all = new Set(group.map(({ tool }) => tool.name)).size;
    for (const one of group) {
      const countOf = (key: string): number => passing.get(key)?.size ?? 0;
      const isShared = (step: Step | undefined): boolean => step === undefined || (countOf(siteOf(step)) === all && isShared(step.below));
      const isChosen = (step: Step, key: string): boolean => key !== siteOf(step) && isShared(step);
      const [first] = one.trail
        .flatMap((step) => keysOf(step).map((key) => ({ step, key, count: countOf(key), isChosen: isChosen(step, key) })))
        .filter(({ count }) => count < all)
        .sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || a.count - b.count);
      if (first) places.set(one, placeOf(first.step, first.key, moduleOf));
    }
  }
  return walked.map((one) => {
    const own = places.get(one);
    return own && one.tool.executor ? { ...one, tool: { ...one.tool, executor: { ...one.tool.executor, own } } } : one;
  });
}

const siteOf = ({ file, at }: Step): string => `${file}:${at}`;

const keysOf = (step: Step): string[] => [siteOf(step), ...(step.frame ? [functionKey(step.frame)] : [])];

function placeOf(step: Step, key: string, moduleOf: (file: string) => Mod | undefined): Executor["own"] {
  if (step.frame && key !== siteOf(step)) return { mod: step.frame.mod, at: fnOf(step.frame).at };
  const mod = moduleOf(step.file);
  return mod && { mod, at: step.at };
}
