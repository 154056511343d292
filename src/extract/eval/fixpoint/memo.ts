import type { Target } from "../domain/targets.ts";
import { DeepQuestions } from "./deep.ts";
import type { Value } from "../domain/values.ts";
import { CUT } from "./budget.ts";
import { NEVER, Questions } from "./questions.ts";
import { NOTHING } from "../domain/values.ts";
import { doesMore, grows, hasMoreTexts } from "./growth.ts";

const MAX_AGAIN = 2;
/** The same where nothing was found, which is the least likely to be all. */
const MAX_AGAIN_NOTHING = 12;
/** How often a question that comes up in its own answer is answered, each time with what was found before. */
const MAX_ROUNDS = 6;
/** The same where nothing but texts is found, which may grow without end. */
const MAX_TEXT_ROUNDS = 3;

const OUTERMOST = 2;

/** What answers that grow without end are, from what was found of them: any text, or what was not found out. */
interface Endless {
  readonly value: (found: Value) => Value;
  readonly text: (found: Value) => Value;
}

/**
 * Answers that are given once; asked again while it is being answered, the answer is nothing.
 *
 * What was concluded from such an empty answer is kept only until the question at the
 * head of the cycle is answered, so that no half-known value outlives it.
 */
export class Memo {
  readonly #answers = new Questions<Value>();
  readonly #targets = new Questions<readonly Target[]>();
  /** What questions that are being answered were found to be in the round before. */
  readonly #assumed = new Map<number, Value>();
  /** The same of calls that are being resolved. */
  readonly #assumedTargets = new Map<number, readonly Target[]>();
  /** Questions whose answers lean on one that is being answered. */
  readonly #provisional: number[] = [];
  /** What is concluded from answers that were cut. */
  readonly #doubted: number[] = [];
  /** Answers that the root had no room for. */
  readonly #short: number[] = [];
  readonly #doubtedTargets: number[] = [];
  readonly #deep: DeepQuestions;
  readonly #endless: Endless;
  /** Goes in twos: between two questions there is room for the targets of a call. */
  #depth = OUTERMOST;
  #lowest = NEVER;
  #isOpen = false;

  /** @param endless what an answer that grows without end is, from what was found of it. */
  constructor(endless: Endless, deep = new DeepQuestions()) {
    this.#endless = endless;
    this.#deep = deep;
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
    this.#doubted.length = this.#doubtedTargets.length = 0;
  }

  /** Says that callers that nobody sees may add to what is being answered. */
  open(): void {
    this.#isOpen = true;
  }

  /** The number of a question, by what it asks of two things; good until answers are forgotten. */
  question(a: number, b: number): number {
    return this.#answers.at(a, b);
  }

  /** The answer that a question has already. */
  given(question: number): Value | undefined {
    const all = this.#answers;
    const answer = all.answer[question];
    if (answer === undefined) return undefined;
    const leaning = all.leaning[question] ?? NEVER;
    if (leaning < this.#lowest) this.#lowest = leaning;
    if (all.isOpen[question] === 1) this.#isOpen = true;
    return answer;
  }

  /** Says that an answer may be a better one next time: at once, or in the next root. */
  retry(question: number, isAtOnce: boolean): void {
    if (isAtOnce) this.#answers.answer[question] = undefined;
    else this.#short.push(question);
  }

  /** Says that an answer is to be taken back, when all such are. */
  doubt(question: number): void {
    this.#doubted.push(question);
  }

  /** Takes back what was doubted, or short; no question is open. */
  retract(): void {
    for (const question of this.#short.splice(0)) this.#answers.answer[question] = undefined;
    if (!this.#deep.isDoubtful) return;
    this.#deep.era++;
    this.#deep.isDoubtful = false;
    for (const question of this.#doubted.splice(0)) this.#answers.answer[question] = undefined;
    for (const call of this.#doubtedTargets.splice(0)) this.#targets.answer[call] = undefined;
  }

  /**
   * What a call may do, in one activation.
   *
   * @param rest what is left of it, where that grows without end.
   */
  targets(a: number, b: number, resolve: () => readonly Target[], rest: () => Target): readonly Target[] {
    const all = this.#targets;
    const call = all.at(a, b);
    const known = all.answer[call];
    if (known) {
      if (all.isOpen[call] === 1) this.#isOpen = true;
      return known;
    }
    const open = all.depth[call] ?? -1;
    if (open !== -1) {
      this.#lowest = Math.min(this.#lowest, open);
      return this.#assumedTargets.get(call) ?? [];
    }
    const { cuts } = this.#deep;
    // Between the questions around it and those that it asks.
    const depth = this.#depth - 1;
    const first = this.#provisional.length;
    const outer = this.#begin();
    all.depth[call] = depth;
    let found: readonly Target[];
    try {
      found = resolve();
      // What is called is made of what it gives back: `while (typeof f === "function") f = f()`.
      for (let round = 1; this.#lowest === depth; round++) {
        const before = this.#assumedTargets.get(call) ?? [];
        // What only other texts are handed to is what it was.
        if (!doesMore(found, round, before)) {
          found = before;
          break;
        }
        if (round === MAX_ROUNDS) {
          found = [...found, rest()];
          break;
        }
        this.#assumedTargets.set(call, found);
        this.#lowest = NEVER;
        this.#forget(first, true);
        found = resolve();
      }
    } finally {
      all.depth[call] = -1;
      this.#assumedTargets.delete(call);
    }
    if (this.#lowest >= depth) {
      all.answer[call] = found;
      all.isOpen[call] = this.#isOpen ? 1 : 0;
      if (this.#deep.cuts > cuts || (this.#deep.isDoubtful && found.some((one) => one.k === "unk" && one.why === CUT)))
        this.#doubtedTargets.push(call);
      this.#lowest = NEVER;
      this.#forget(first);
    }
    this.#end(outer);
    return found;
  }

  /**
   * Answers a question that has no answer yet.
   *
   * @param isOneRound whether what it says of itself may be left out: that a function is made of another one of itself (`t.run = logged(t.run)`)
   * adds nothing to what it does.
   */
  value(question: number, work: () => Value, isOneRound = false): Value {
    const all = this.#answers;
    const open = all.depth[question] ?? -1;
    if (open !== -1) {
      this.#lowest = Math.min(this.#lowest, open);
      return this.#assumed.get(question) ?? NOTHING;
    }
    const depth = this.#depth;
    this.#depth += 2;
    const first = this.#provisional.length;
    const outer = this.#begin();
    all.depth[question] = depth;
    try {
      let value = work();
      for (let round = 1; !isOneRound && this.#lowest === depth; round++) {
        const before = this.#assumed.get(question);
        if (!grows(value, round, before)) {
          if (!hasMoreTexts(value, before)) break;
          if (round === MAX_TEXT_ROUNDS) {
            value = this.#endless.text(value);
            break;
          }
        }
        if (round === MAX_ROUNDS) {
          value = this.#endless.value(value);
          break;
        }
        this.#assumed.set(question, value);
        this.#lowest = NEVER;
        this.#forget(first, true);
        value = work();
      }
      all.answer[question] = value;
      all.isOpen[question] = this.#isOpen ? 1 : 0;
      if (this.#lowest < depth) {
        all.leaning[question] = this.#lowest;
        this.#provisional.push(question);
      } else {
        this.#lowest = NEVER;
        this.#forget(first, isOneRound);
      }
      return value;
    } finally {
      this.#end(outer);
      all.depth[question] = -1;
      this.#assumed.delete(question);
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
      for (const question of this.#provisional.splice(first)) {
        this.#answers.leaning[question] = NEVER;
        this.#answers.answer[question] = undefined;
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
    const all = this.#answers;
    for (const question of this.#provisional.splice(first)) {
      all.leaning[question] = NEVER;
      const again = all.again[question] ?? 0;
      if (again >= (all.answer[question]?.length === 0 ? MAX_AGAIN_NOTHING : MAX_AGAIN) && !isNewRound) continue;
      if (!isNewRound) all.again[question] = again + 1;
      all.answer[question] = undefined;
    }
  }
}
