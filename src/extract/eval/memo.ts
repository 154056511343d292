import type { Target } from "./callees.ts";
import type { Atom, Value } from "./values.ts";
import { NOTHING } from "./values.ts";

const MAX_AGAIN = 2;
/** How often a question that comes up in its own answer is answered, each time with what was found before. */
const MAX_ROUNDS = 6;

/** What is known of one question. */
interface Entry<A> {
  answer: A | undefined;
  /** How deep among the open questions it is, while it is being answered; -1 otherwise. */
  depth: number;
  /** The depth of the open question that the answer leans on. */
  leaning: number;
  /** What it was found to be in the round before, while it is being answered. */
  assumed: A | undefined;
  /** Callers that nobody sees may add to the answer. */
  isOpen: boolean;
  again: number;
}

/** Deeper than any question; small enough for a small integer. */
const NEVER = 0x3fff_ffff;
const OUTERMOST = 2;

const asked = <A>(): Entry<A> => ({ answer: undefined, depth: -1, leaning: NEVER, assumed: undefined, isOpen: false, again: 0 });

/** What can run, or hold what can. */
const ALIVE: ReadonlySet<Atom["k"]> = new Set(["fn", "ext", "cls", "inst", "obj"] as const);

/** Whether there is more in a value than was assumed, that can run: texts grow without end. */
const grows = (value: Value, assumed: Value = NOTHING): boolean => value.some((atom) => ALIVE.has(atom.k) && !assumed.includes(atom));

/**
 * Answers that are given once; asked again while it is being answered, the answer is nothing.
 *
 * What was concluded from such an empty answer is kept only until the question at the
 * head of the cycle is answered, so that no half-known value outlives it.
 */
export class Memo {
  readonly #answers = new Map<number, Entry<Value>>();
  readonly #targets = new Map<number, Entry<readonly Target[]>>();
  /** Answers that lean on a question that is being answered. */
  readonly #provisional: Entry<Value>[] = [];
  readonly #endless: (value: Value) => Value;
  /** Goes in twos: between two questions there is room for the targets of a call. */
  #depth = OUTERMOST;
  #lowest = NEVER;
  #isOpen = false;

  /** @param endless what an answer that grows without end is, from what was found of it. */
  constructor(endless: (value: Value) => Value) {
    this.#endless = endless;
  }

  /** Whether what is being resolved leans on a question that is still open: nothing is not yet nothing then. */
  get leans(): boolean {
    return this.#lowest !== NEVER;
  }

  /** Forgets all answers where there are more than a number of them, and no question is open. */
  relieve(most: number): void {
    if (this.#answers.size + this.#targets.size <= most || this.#depth !== OUTERMOST) return;
    this.#answers.clear();
    this.#targets.clear();
  }

  /** Says that callers that nobody sees may add to what is being answered. */
  open(): void {
    this.#isOpen = true;
  }

  /** What a call may do, in one activation. */
  targets(key: number, resolve: () => readonly Target[]): readonly Target[] {
    let entry = this.#targets.get(key);
    if (!entry) this.#targets.set(key, (entry = asked()));
    if (entry.answer) {
      this.#isOpen ||= entry.isOpen;
      return entry.answer;
    }
    if (entry.depth !== -1) {
      this.#lowest = Math.min(this.#lowest, entry.depth);
      return [];
    }
    // Between the questions around it and those that it asks.
    const depth = this.#depth - 1;
    const first = this.#provisional.length;
    const outer = this.#begin();
    entry.depth = depth;
    let found: readonly Target[];
    try {
      found = resolve();
    } finally {
      entry.depth = -1;
    }
    if (this.#lowest >= depth) {
      entry.answer = found;
      entry.isOpen = this.#isOpen;
      this.#lowest = NEVER;
      this.#forget(first);
    }
    this.#end(outer);
    return found;
  }

  value(key: number, work: () => Value): Value {
    let entry = this.#answers.get(key);
    if (!entry) this.#answers.set(key, (entry = asked()));
    if (entry.answer) {
      this.#lowest = Math.min(this.#lowest, entry.leaning);
      this.#isOpen ||= entry.isOpen;
      return entry.answer;
    }
    if (entry.depth !== -1) {
      this.#lowest = Math.min(this.#lowest, entry.depth);
      return entry.assumed ?? NOTHING;
    }
    const depth = this.#depth;
    this.#depth += 2;
    const first = this.#provisional.length;
    const outer = this.#begin();
    entry.depth = depth;
    try {
      let value = work();
      for (let round = 1; this.#lowest === depth && grows(value, entry.assumed); round++) {
        if (round === MAX_ROUNDS) {
          value = this.#endless(value);
          break;
        }
        entry.assumed = value;
        this.#lowest = NEVER;
        this.#forget(first, true);
        value = work();
      }
      entry.answer = value;
      entry.isOpen = this.#isOpen;
      if (this.#lowest < depth) {
        entry.leaning = this.#lowest;
        this.#provisional.push(entry);
      } else {
        this.#lowest = NEVER;
        this.#forget(first);
      }
      return value;
    } finally {
      this.#end(outer);
      entry.depth = -1;
      entry.assumed = undefined;
      this.#depth -= 2;
    }
  }

  /** An answer, if it is sure to be all: it leans on no question that is still open, and on no caller that nobody sees. */
  settled<T>(ask: () => T): T | undefined {
    const outer = this.#begin();
    try {
      const answer = ask();
      return this.leans || this.#isOpen ? undefined : answer;
    } finally {
      this.#end(outer);
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
      for (const entry of this.#provisional.splice(first)) {
        entry.leaning = NEVER;
        entry.answer = undefined;
      }
      throw error;
    }
  }

  #begin(): { readonly lowest: number; readonly isOpen: boolean } {
    const outer = { lowest: this.#lowest, isOpen: this.#isOpen };
    this.#lowest = NEVER;
    this.#isOpen = false;
    return outer;
  }

  #end({ lowest, isOpen }: { readonly lowest: number; readonly isOpen: boolean }): void {
    this.#lowest = Math.min(this.#lowest, lowest);
    this.#isOpen ||= isOpen;
  }

  /** Drops answers that leaned on a question that is now answered; each is asked again only a few times. */
  #forget(first: number, isNewRound = false): void {
    if (this.#provisional.length === first) return;
    for (const entry of this.#provisional.splice(first)) {
      entry.leaning = NEVER;
      if (entry.again >= MAX_AGAIN && !isNewRound) continue;
      if (!isNewRound) entry.again++;
      entry.answer = undefined;
    }
  }
}
