import type { EvidenceStep } from "../model/facts.ts";
import { CUT } from "./eval/fixpoint/budget.ts";
import type { Expander } from "./eval/effects/expand.ts";
import type { RawEffect, RawUnknown, Successor } from "./eval/effects/expansion.ts";
import type { Frame } from "./eval/domain/values.ts";
import type { Pos } from "./ir.ts";
import { columnOf, lineOf } from "./ir.ts";

export interface Reached<T> {
  readonly item: T;
  readonly path: readonly EvidenceStep[];
}

/** Where a call stands that starts a function or does something itself. */
export interface Step {
  readonly file: string;
  readonly at: Pos;
  readonly frame?: Frame;
  /** The call that started the function which this one stands in. */
  readonly below?: Step;
}

export interface Exploration {
  readonly effects: readonly Reached<RawEffect>[];
  readonly unknowns: readonly Reached<RawUnknown>[];
  readonly frames: readonly Frame[];
  /** The calls that were seen first, in the order of the search. */
  readonly trail: readonly Step[];
}

/** Activations whose calls are told in `trail`. */
const TRAIL = 300;

const step = (at: { file: string; at: number; what: string }): EvidenceStep => ({
  file: at.file,
  line: lineOf(at.at),
  column: columnOf(at.at),
  what: at.what,
});

/**
 * Breadth-first search over activations, so that the evidence of each effect is a shortest
 * call path; deterministic, since successors come in source order.
 *
 * @param limit activations to visit before the rest becomes one `unknown.budget`.
 * @param isSkipped activations that are not entered, judged beside what else the same activation starts.
 */
export function explore(
  expander: Expander,
  roots: readonly Frame[],
  limit: number,
  isSkipped: (frame: Frame, others: readonly Successor[], by: Successor) => boolean = () => false,
): Exploration {
  const effects: Reached<RawEffect>[] = [];
  const unknowns: Reached<RawUnknown>[] = [];
  const cameBy = new Map<number, { from: Frame; by: Successor } | null>();
  const queue: Frame[] = [];
  for (const root of roots) {
    if (cameBy.has(root.id)) continue;
    cameBy.set(root.id, null);
    queue.push(root);
  }
  const pathTo = (frame: Frame): EvidenceStep[] => {
    const path: EvidenceStep[] = [];
    for (let here = cameBy.get(frame.id); here; here = cameBy.get(here.from.id)) path.unshift(step(here.by));
    return path;
  };
  const seen = new Set<string>();
  const methods = new Map<string, Set<string>>();
  const trail: Step[] = [];
  const entered = new Map<number, Step>();
  let visited = 0;
  for (const frame of queue) {
    if (++visited > limit) {
      const root = roots[0] ?? frame;
      unknowns.push({
        item: { reason: CUT, file: root.mod.file, at: root.mod.sum.fns[root.f]?.at ?? 0, what: "too many calling contexts" },
        path: [],
      });
      break;
    }
    const found = expander.expand(frame);
    if (visited <= TRAIL) {
      const below = entered.get(frame.id);
      for (const one of [...found.effects, ...found.unknowns, ...found.successors].sort((a, b) => a.at - b.at)) {
        const made: Step = below ? { ...one, below } : one;
        trail.push(made);
        if (made.frame && !entered.has(made.frame.id)) entered.set(made.frame.id, made);
      }
    }
    const add = <T extends RawEffect | RawUnknown>(list: Reached<T>[], item: T, key: string): void => {
      if (seen.has(key)) return;
      seen.add(key);
      list.push({ item, path: [...pathTo(frame), step(item)] });
    };
    for (const effect of found.effects) {
      const key = `${effect.capability} ${effect.resource}`;
      add(effects, effect, key);
      if (effect.methods) methods.set(key, new Set([...(methods.get(key) ?? []), ...effect.methods]));
    }
    for (const unknown of found.unknowns) add(unknowns, unknown, `${unknown.reason} ${unknown.file} ${unknown.at}`);
    for (const by of found.successors) {
      if (cameBy.has(by.frame.id) || isSkipped(by.frame, found.successors, by)) continue;
      cameBy.set(by.frame.id, { from: frame, by });
      queue.push(by.frame);
    }
  }
  const [root] = roots;
  if (root && expander.isSpent && !unknowns.some(({ item }) => item.reason === CUT))
    unknowns.push({ item: { reason: CUT, file: root.mod.file, at: root.mod.sum.fns[root.f]?.at ?? 0, what: "too many steps" }, path: [] });
  const withMethods = effects.map(({ item, path }) => {
    const all = methods.get(`${item.capability} ${item.resource}`);
    return { item: all ? { ...item, methods: [...all].sort() } : item, path };
  });
  return { effects: withMethods, unknowns, frames: queue.slice(0, visited), trail };
}
