import { hash } from "../domain/pairs.ts";

const FIRST_ROOM = 1 << 14;

/** What can be asked, each with two numbers that say of what. */
const QUESTIONS = {
  expression: 0,
  call: 1,
  variable: 2,
  parameter: 3,
  result: 4,
  member: 5,
  elements: 6,
  entries: 7,
  export: 8,
  type: 9,
  coarse: 10,
  expected: 11,
  global: 12,
  "coarse set": 13,
  given: 14,
  "given static": 15,
  computed: 16,
  "handed back": 17,
  service: 18,
  acting: 19,
  "acting set": 20,
  filled: 21,
  doubted: 22,
  alternatives: 23,
  patched: 24,
  reaching: 25,
} as const;
export type Question = keyof typeof QUESTIONS;

/** What all roots ask for alike. */
export const SHARED: ReadonlySet<Question> = new Set(["variable", "export", "type", "parameter", "member"] as const);
/** What says of a member what is made of it. */
export const ONE_ROUND: ReadonlySet<Question> = new Set(["given", "given static"] as const);

/** What is asked of the second thing, in one number with it: below 2^31 while there are under 2^26 places. */
export const asking = (question: Question, b: number): number => b * 32 + QUESTIONS[question];

/** Deeper than any question; small enough for a small integer. */
export const NEVER = 0x3fff_ffff;

function grown<T extends Int32Array | Uint8Array>(old: T, into: T): T {
  into.set(old);
  return into;
}

/**
 * What is known of many questions, each by two numbers: a table with open addressing whose entries are columns, since there
 * are millions of them and an object for each would take most of the time and of the memory.
 */
export class Questions<A> {
  /** By the number of a question, as are the other columns. */
  answer: (A | undefined)[] = [];
  /** How deep among the open questions it is, while it is being answered; -1 otherwise. */
  depth = new Int32Array(FIRST_ROOM);
  /** The depth of the open question that the answer leans on; `NEVER` where it leans on none. */
  leaning = new Int32Array(FIRST_ROOM);
  /** Whether callers that nobody sees may add to the answer. */
  isOpen = new Uint8Array(FIRST_ROOM);
  /** How often it was asked again. */
  again = new Uint8Array(FIRST_ROOM);
  #first = new Int32Array(FIRST_ROOM);
  #second = new Int32Array(FIRST_ROOM);
  /** Numbers of questions, plus one; twice as much room as there are questions. */
  #slots = new Int32Array(2 * FIRST_ROOM);

  get size(): number {
    return this.answer.length;
  }

  /** The number of a question, which is made if it is new. Both parts are whole numbers below 2^31. */
  at(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(a, b) & mask;
    for (let found = this.#slots[slot] ?? 0; found !== 0; found = this.#slots[slot] ?? 0) {
      if (this.#first[found - 1] === a && this.#second[found - 1] === b) return found - 1;
      slot = (slot + 1) & mask;
    }
    const made = this.answer.length;
    if (made === this.depth.length) {
      this.#grow();
      return this.at(a, b);
    }
    this.#slots[slot] = made + 1;
    this.#first[made] = a;
    this.#second[made] = b;
    this.depth[made] = -1;
    this.leaning[made] = NEVER;
    this.isOpen[made] = 0;
    this.again[made] = 0;
    this.answer.push(undefined);
    return made;
  }

  clear(): void {
    this.answer = [];
    this.#slots.fill(0);
  }

  #grow(): void {
    const room = 2 * this.depth.length;
    this.depth = grown(this.depth, new Int32Array(room));
    this.leaning = grown(this.leaning, new Int32Array(room));
    this.isOpen = grown(this.isOpen, new Uint8Array(room));
    this.again = grown(this.again, new Uint8Array(room));
    this.#first = grown(this.#first, new Int32Array(room));
    this.#second = grown(this.#second, new Int32Array(room));
    const slots = new Int32Array(2 * room);
    for (let number = 0; number < this.answer.length; number++) {
      let slot = hash(this.#first[number] ?? 0, this.#second[number] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}
