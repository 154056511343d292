import { at } from "../at.ts";
import type { Atom, Segment } from "./syntax.ts";
import { inSet, printSegment } from "./syntax.ts";

/** The code that separates segments in a word; real characters are code points, so it cannot clash. */
export const SEP = -1;

/** One list of segments. `guarded`: a wildcard does not match an argument that starts with `-`, until a literal `--`. */
export interface Run {
  readonly segments: readonly Segment[];
  readonly guarded?: boolean;
}

/** A language of words over segments: the union of some runs. No run is the empty language. */
export type Language = readonly Run[];

type Token =
  | { readonly t: "atom"; readonly a: Atom; readonly guarded: boolean }
  | { readonly t: "sep" }
  | { readonly t: "rest"; readonly guarded: boolean }
  | { readonly t: "flags" }
  | { readonly t: "end" };

const isDashes = (segment: Segment): boolean =>
  typeof segment !== "string" && segment.length === 2 && segment.every((atom) => atom.t === "lit" && atom.c === 0x2d);

function tokensOf(run: Run): Token[] {
  const out: Token[] = [];
  let guarded = run.guarded === true;
  for (const segment of run.segments) {
    if (segment === "**") out.push({ t: "rest", guarded });
    else if (segment === "{flags}") out.push({ t: "flags" });
    else {
      out.push({ t: "sep" });
      for (const a of segment) out.push({ t: "atom", a, guarded });
      if (isDashes(segment)) guarded = false;
    }
  }
  out.push({ t: "end" });
  return out;
}

/** Tells tokens apart. */
function spell(token: Token): string {
  if (token.t === "atom") return `${token.guarded ? "-" : ""}${printSegment([token.a])}`;
  return token.t === "rest" ? `${token.guarded ? "-" : ""}**` : token.t;
}

/** Tokens as a tree: runs that begin alike share what they begin with. */
interface Tree {
  readonly tokens: readonly Token[];
  /** The tokens that may follow each token. */
  readonly after: readonly (readonly number[])[];
  readonly starts: readonly number[];
}

function treeOf(language: Language): Tree {
  const tokens: Token[] = [];
  const after: number[][] = [];
  const starts: number[] = [];
  const known = new Map<string, number>();
  for (const run of language) {
    let siblings = starts;
    let before = -1;
    for (const token of tokensOf(run)) {
      const key = `${before} ${spell(token)}`;
      let here = known.get(key);
      if (here === undefined) {
        known.set(key, (here = tokens.push(token) - 1));
        siblings.push(here);
        after.push([]);
      }
      siblings = at(after, here);
      before = here;
    }
  }
  return { tokens, after, starts };
}

/** Whether a code point is a character: not half a surrogate pair. */
const isCharacter = (c: number): boolean => c <= 0x10ffff && !(c >= 0xd800 && c <= 0xdfff);

/**
 * A language as an automaton that is determinised as it is walked (subset construction; Rabin
 * and Scott 1959). A walker holds the number of a set of states; `DEAD` is the empty set.
 *
 * State `3 * i` stands before token `i`; `3 * i + 1` is inside what a `rest`, `flags` or `star`
 * token consumes; `3 * i + 2` follows the separator of a flag whose `-` is still to come.
 */
export class Automaton {
  readonly #tree: Tree;
  readonly #sets: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #steps: Map<number, number>[] = [];
  readonly #symbols: (readonly number[] | undefined)[] = [];
  readonly #accepts: (boolean | undefined)[] = [];
  readonly start: number;
  /** Tokens and states touched so far: what making it and walking it have cost. */
  work: number;

  constructor(language: Language) {
    this.#tree = treeOf(language);
    this.work = this.#tree.tokens.length;
    this.#number([]);
    this.start = this.#number(this.#close(before(this.#tree.starts)));
  }

  #token(state: number): Token {
    return at(this.#tree.tokens, Math.floor(state / 3));
  }

  #number(set: readonly number[]): number {
    const key = set.join(",");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const fresh = this.#sets.length;
    this.#numbers.set(key, fresh);
    this.#sets.push(set);
    this.#steps.push(new Map());
    return fresh;
  }

  /** Adds what is reached without consuming anything. */
  #close(states: number[]): number[] {
    const out = new Set<number>();
    for (let state = states.pop(); state !== undefined; state = states.pop()) {
      if (out.has(state)) continue;
      out.add(state);
      const token = this.#token(state);
      if (state % 3 === 2) continue;
      if (token.t === "rest" || token.t === "flags" || (token.t === "atom" && token.a.t === "star")) states.push(...this.#after(state));
      if (this.#isEverything(state)) return [state, ...this.#after(state).filter((one) => this.#token(one).t === "end")];
    }
    this.work += out.size;
    return [...out].sort((a, b) => a - b);
  }

  /** The states before what follows a state's token. */
  #after(state: number): number[] {
    return before(at(this.#tree.after, Math.floor(state / 3)));
  }

  /** Whether every continuation is accepted: nothing that stands beside such a state matters. */
  #isEverything(state: number): boolean {
    const token = this.#token(state);
    return token.t === "rest" && !token.guarded && state % 3 === 1 && this.#after(state).some((one) => this.#token(one).t === "end");
  }

  /** The set of states after one symbol. `first`: the symbol begins its segment. */
  step(from: number, symbol: number, first: boolean): number {
    if (from === DEAD) return DEAD;
    const steps = at(this.#steps, from);
    const key = 2 * (symbol + 1) + (first ? 1 : 0);
    const known = steps.get(key);
    if (known !== undefined) return known;
    const next: number[] = [];
    this.work += at(this.#sets, from).length;
    for (const state of at(this.#sets, from)) this.#advance(state, symbol, first && symbol === 0x2d, next);
    const to = this.#number(this.#close(next));
    steps.set(key, to);
    return to;
  }

  #advance(state: number, symbol: number, dash: boolean, next: number[]): void {
    const token = this.#token(state);
    const here = state - (state % 3);
    switch (token.t) {
      case "sep":
        if (symbol === SEP) next.push(...this.#after(state));
        return;
      case "rest":
        if (symbol === SEP || (state % 3 === 1 && !(dash && token.guarded))) next.push(here + 1);
        return;
      case "flags":
        // A separator where the `-` was due is an empty argument, which is no flag.
        if (symbol === SEP) {
          if (state % 3 !== 2) next.push(here + 2);
        } else if (state % 3 === 2 ? dash : state % 3 === 1) next.push(here + 1);
        return;
      case "atom": {
        const { a } = token;
        if (symbol === SEP || (dash && token.guarded && a.t !== "lit")) return;
        if (a.t === "star") next.push(here + 1);
        else if (a.t === "lit" ? a.c === symbol : a.t === "any" || inSet(a, symbol)) next.push(...this.#after(state));
        return;
      }
      case "end":
    }
  }

  accepts(set: number): boolean {
    return (this.#accepts[set] ??= at(this.#sets, set).some((state) => this.#token(state).t === "end"));
  }

  /** Characters that matter here: each literal, and a character of each side of each set. */
  symbols(set: number): readonly number[] {
    const known = this.#symbols[set];
    if (known) return known;
    const out = new Set<number>();
    for (const state of at(this.#sets, set)) {
      const token = this.#token(state);
      if (token.t !== "atom") continue;
      if (token.a.t === "lit") out.add(token.a.c);
      if (token.a.t === "set") for (const [low, high] of token.a.r) for (const c of [low - 1, low, high, high + 1]) out.add(c);
    }
    this.work += at(this.#sets, set).length + out.size;
    return (this.#symbols[set] = [...out].filter(isCharacter));
  }
}

const before = (tokens: readonly number[]): number[] => tokens.map((token) => 3 * token);

export const DEAD = 0;
