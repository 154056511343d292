import type { Machine } from "../machine.ts";

/** More questions than these are not put off. */
const MAX_DEFERRED = 64;
/** How often, for one root, something that was put off is asked, and what each time may take. */
const MAX_TURNS = 64;
const MAX_STEPS = 5000;
/** How often a root is explored again. */
const MAX_ROUNDS = 3;

/** Asks a question that was put off. */
type Ask = () => unknown;

/**
 * Questions that came up so deep among others that the stack had no room to answer them, or for which the root had no steps left. What is
 * concluded from that is doubtful until it is taken back, which begins another era.
 */
export class DeepQuestions {
  era = 0;
  isDoubtful = false;
  /** How often that was said. */
  cuts = 0;
  readonly #deferred = new Map<number, Ask>();

  get size(): number {
    return this.#deferred.size;
  }

  /** Says that the stack had no room, or the root no steps. */
  cut(): void {
    this.isDoubtful = true;
    this.cuts++;
  }

  /** Puts a question off, under which the stack had no room. @param key the same for the same question. */
  defer(key: number, ask: Ask): void {
    if (this.#deferred.size < MAX_DEFERRED) this.#deferred.set(key, ask);
  }

  /** What was put off, which is forgotten. */
  take(): Ask[] {
    const all = [...this.#deferred.values()];
    this.#deferred.clear();
    return all;
  }
}

/**
 * Explores from a root. Questions for which the stack had no room are asked by themselves, the deepest first: each finds
 * room then, and those that led to it find its answer. The root is explored again with that.
 */
export function thoroughly<T>(x: Machine, explore: () => T): T {
  let found = explore();
  for (let round = 0; round < MAX_ROUNDS && x.deep.size > 0; round++) {
    const open = x.deep.take();
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const ask = open.at(-1);
      if (!ask) break;
      x.retract();
      x.attempt(MAX_STEPS, ask);
      const deeper = x.deep.take();
      if (deeper.length > 0) open.push(...deeper);
      else open.pop();
    }
    x.retract();
    found = explore();
  }
  return found;
}
