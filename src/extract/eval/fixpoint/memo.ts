import type { Target } from "../domain/targets.ts";
import { DeepQuestions } from "./deep.ts";
import type { Atom, Value } from "../domain/values.ts";
import { CUT } from "./budget.ts";
import { NEVER, Questions } from "./questions.ts";
import { NOTHING } from "../domain/values.ts";

const MAX_AGAIN = 2;
/** The same where nothing was found, which is the least likely to be all. */
const MAX_AGAIN_NOTHING = 12;
/** How often a question that comes up in its own answer is answered, each time with what was found before. */
const MAX_ROUNDS = 6;

const OUTERMOST = 2;

/** What can run, or hold what can. */
const ALIVE: ReadonlySet<Atom["k"]> = new Set(["fn", "ext", "cls", "inst", "obj"] as const);

/** From this round on, what is made again of what was there before is nothing new. */
const ROUNDS_APART = 3;

/** Whether an object that is spread from others is made where one of these is: `config = { ...config, ...more }`. */
const isSpreadAgain = (atom: Atom, assumed: Value): boolean =>
  atom.k === "obj" &&
  atom.e.p.some((prop) => "s" in prop) &&
  assumed.some((other) => other.k === "obj" && other.mod === atom.mod && other.e === atom.e);

/** Whether a function holds one that was made where it was: `tools[name].run = logged(tools[name].run)`. */
const isWrappedAgain = (atom: Atom): boolean =>
  atom.k === "fn" &&
  (atom.up.args ?? []).some((given) => given.some((other) => other.k === "fn" && other.mod === atom.mod && other.f === atom.f));

/** Whether a part of a foreign value is one that is taken again and again: `node = node.next`, `value = value[key]`. */
function isPartAgain(atom: Atom, assumed: Value): boolean {
  if (atom.k !== "ext") return false;
  const { root, path } = atom;
  for (let n = 1; 2 * n <= path.length; n++) {
    const shorter = path.length - n;
    if (!path.slice(shorter).every((name, i) => name === path[shorter - n + i])) continue;
    if (assumed.some((other) => other.k === "ext" && other.root === root && isStart(other.path, path, shorter))) return true;
  }
  return false;
}

const isStart = (short: readonly string[], path: readonly string[], length: number): boolean =>
  short.length === length && short.every((name, i) => name === path[i]);

/** Whether there is more in a value than was assumed, that can run: texts grow without end. */
const grows = (value: Value, round: number, assumed: Value = NOTHING): boolean =>
  value.some(
    (atom) =>
      ALIVE.has(atom.k) &&
      !assumed.includes(atom) &&
      !(round >= ROUNDS_APART && (isSpreadAgain(atom, assumed) || isWrappedAgain(atom) || isPartAgain(atom, assumed))),
  );

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
  /** Questions whose answers lean on one that is being answered. */
  readonly #provisional: number[] = [];
  /** What is concluded from answers that were cut. */
  readonly #doubted: number[] = [];
  /** Answers that the root had no room for. */
  readonly #short: number[] = [];
  readonly #doubtedTargets: number[] = [];
  readonly #deep: DeepQuestions;
  readonly #endless: (value: Value) => Value;
  /** Goes in twos: between two questions there is room for the targets of a call. */
  #depth = OUTERMOST;
  #lowest = NEVER;
  #isOpen = false;

  /** @param endless what an answer that grows without end is, from what was found of it. */
  constructor(endless: (value: Value) => Value, deep = new DeepQuestions()) {
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

  /** What a call may do, in one activation. */
  targets(a: number, b: number, resolve: () => readonly Target[]): readonly Target[] {
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
      return [];
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
    } finally {
      all.depth[call] = -1;
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
      for (let round = 1; !isOneRound && this.#lowest === depth && grows(value, round, this.#assumed.get(question)); round++) {
        if (round === MAX_ROUNDS) {
          value = this.#endless(value);
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
