import type { Target } from "./callees.ts";
import type { Value } from "./values.ts";
import { NOTHING } from "./values.ts";

const MAX_AGAIN = 2;

/**
 * Answers that are given once; asked again while it is being answered, the answer is nothing.
 *
 * What was concluded from such an empty answer is kept only until the question at the
 * head of the cycle is answered, so that no half-known value outlives it.
 */
export class Memo {
  readonly #answers = new Map<number, Value>();
  readonly #targets = new Map<number, readonly Target[]>();
  /** Questions that are being answered, with their depth; and answers that lean on one of them. */
  readonly #open = new Map<number, number>();
  readonly #running = new Map<number, number>();
  readonly #leaning = new Map<number, number>();
  readonly #provisional: number[] = [];
  readonly #again = new Map<number, number>();
  #lowest = Infinity;

  /** Whether what is being resolved leans on a question that is still open: nothing is not yet nothing then. */
  get leans(): boolean {
    return this.#lowest !== Infinity;
  }

  /** What a call may do, in one activation. */
  targets(key: number, resolve: () => readonly Target[]): readonly Target[] {
    const known = this.#targets.get(key);
    if (known) return known;
    const running = this.#running.get(key);
    if (running !== undefined) {
      this.#lowest = Math.min(this.#lowest, running);
      return [];
    }
    // Between the questions around it and those that it asks.
    const depth = this.#open.size - 0.5;
    const first = this.#provisional.length;
    this.#running.set(key, depth);
    const outer = this.#lowest;
    this.#lowest = Infinity;
    let found: readonly Target[];
    try {
      found = resolve();
    } finally {
      this.#running.delete(key);
    }
    if (this.#lowest >= depth) {
      this.#targets.set(key, found);
      this.#lowest = Infinity;
      this.#forget(first);
    }
    this.#lowest = Math.min(this.#lowest, outer);
    return found;
  }

  value(key: number, work: () => Value): Value {
    const known = this.#answers.get(key);
    if (known) {
      const tainted = this.#leaning.get(key);
      if (tainted !== undefined) this.#lowest = Math.min(this.#lowest, tainted);
      return known;
    }
    const running = this.#open.get(key);
    if (running !== undefined) {
      this.#lowest = Math.min(this.#lowest, running);
      return NOTHING;
    }
    const depth = this.#open.size;
    const first = this.#provisional.length;
    const outer = this.#lowest;
    this.#open.set(key, depth);
    this.#lowest = Infinity;
    try {
      const value = work();
      this.#answers.set(key, value);
      if (this.#lowest < depth) {
        this.#leaning.set(key, this.#lowest);
        this.#provisional.push(key);
      } else {
        this.#lowest = Infinity;
        this.#forget(first);
      }
      return value;
    } finally {
      this.#lowest = Math.min(this.#lowest, outer);
      this.#open.delete(key);
    }
  }

  /** Asks in a way that may be given up by an exception; what leant on questions that were given up is not remembered. */
  abandonable<T>(ask: () => T): T {
    const lowest = this.#lowest;
    const first = this.#provisional.length;
    try {
      return ask();
    } catch (error) {
      this.#lowest = lowest;
      for (const key of this.#provisional.splice(first)) {
        this.#leaning.delete(key);
        this.#answers.delete(key);
      }
      throw error;
    }
  }

  /** Drops answers that leaned on a question that is now answered; each is asked again only a few times. */
  #forget(first: number): void {
    for (const key of this.#provisional.splice(first)) {
      this.#leaning.delete(key);
      const times = this.#again.get(key) ?? 0;
      if (times >= MAX_AGAIN) continue;
      this.#again.set(key, times + 1);
      this.#answers.delete(key);
    }
  }
}
