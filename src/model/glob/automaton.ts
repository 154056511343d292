import type { Atom, Segment } from "./syntax.ts";
import { inSet } from "./syntax.ts";

/** The code that separates segments in a word; real characters are code points, so it cannot clash. */
const SEP = -1;

type Token =
  | { readonly t: "atom"; readonly a: Atom; readonly guarded: boolean }
  | { readonly t: "sep" }
  | { readonly t: "rest"; readonly guarded: boolean }
  | { readonly t: "flags" };

/** A language of words over segments: the union of some segment lists. */
export interface Language {
  readonly lists: readonly (readonly Segment[])[];
  /** Arguments: a wildcard does not match what starts with `-`, until a literal `--`. */
  readonly guarded: boolean;
}

const isDashes = (segment: Segment): boolean =>
  typeof segment !== "string" && segment.length === 2 && segment.every((atom) => atom.t === "lit" && atom.c === 0x2d);

/** Flattens a segment list into tokens; a whole-segment `*` needs at least one character in paths. */
function tokens(list: readonly Segment[], guardedLanguage: boolean): Token[] {
  const out: Token[] = [];
  let guarded = guardedLanguage;
  for (const segment of list) {
    if (segment === "**") out.push({ t: "rest", guarded });
    else if (segment === "{flags}") out.push({ t: "flags" });
    else {
      out.push({ t: "sep" });
      segment.forEach((a) => out.push({ t: "atom", a, guarded }));
      if (isDashes(segment)) guarded = false;
    }
  }
  return out;
}

/**
 * A nondeterministic automaton over segment words, run on the fly.
 *
 * State `3 * i` stands before token `i`; `3 * i + 1` is inside what a `rest`, `flags` or `star`
 * token consumes; `3 * i + 2` follows the separator of a flag whose `-` is still to come.
 */
class Machine {
  readonly #rows: readonly (readonly Token[])[];
  readonly #offsets: readonly number[];
  readonly start: readonly number[];

  constructor(language: Language) {
    this.#rows = language.lists.map((list) => tokens(list, language.guarded));
    let offset = 0;
    this.#offsets = this.#rows.map((row) => {
      const here = offset;
      offset += 3 * (row.length + 1);
      return here;
    });
    this.start = this.#close(this.#rows.map((_, row) => this.#offsets[row] ?? 0));
  }

  #locate(state: number): { row: number; index: number; part: number } {
    let row = this.#offsets.length - 1;
    while (row > 0 && (this.#offsets[row] ?? 0) > state) row--;
    const local = state - (this.#offsets[row] ?? 0);
    return { row, index: Math.floor(local / 3), part: local % 3 };
  }

  /** Adds what is reached without consuming anything. */
  #close(states: readonly number[]): readonly number[] {
    const out = new Set<number>();
    const queue = [...states];
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      if (out.has(state)) continue;
      out.add(state);
      const { row, index, part } = this.#locate(state);
      const token = this.#rows[row]?.[index];
      if (!token || part === 2) continue;
      if (token.t === "rest" || token.t === "flags" || (token.t === "atom" && token.a.t === "star"))
        queue.push((this.#offsets[row] ?? 0) + 3 * (index + 1));
    }
    return [...out].sort((a, b) => a - b);
  }

  /** The states after one symbol. `first`: the symbol begins its segment. */
  step(states: readonly number[], symbol: number, first: boolean): readonly number[] {
    const next: number[] = [];
    for (const state of states) {
      const { row, index, part } = this.#locate(state);
      const token = this.#rows[row]?.[index];
      if (!token) continue;
      const here = (this.#offsets[row] ?? 0) + 3 * index;
      const dash = first && symbol === 0x2d;
      switch (token.t) {
        case "sep":
          if (symbol === SEP) next.push(here + 3);
          break;
        case "rest":
          if (symbol === SEP || (part === 1 && !(dash && token.guarded))) next.push(here + 1);
          break;
        case "flags":
          if (symbol === SEP) next.push(here + 2);
          else if (part === 2 ? dash : part === 1 && !first) next.push(here + 1);
          break;
        case "atom": {
          if (symbol === SEP) break;
          const { a } = token;
          if (dash && token.guarded && a.t !== "lit") break;
          if (a.t === "star") next.push(here + 1);
          else if (a.t === "lit" ? a.c === symbol : a.t === "any" || inSet(a, symbol)) next.push(here + 3);
        }
      }
    }
    return this.#close(next);
  }

  accepts(states: readonly number[]): boolean {
    return states.some((state) => {
      const { row, index } = this.#locate(state);
      return index === this.#rows[row]?.length;
    });
  }

  /** Symbols that matter in these states: each literal, and a character of each side of each set. */
  symbols(states: readonly number[], out: Set<number>): void {
    for (const state of states) {
      const { row, index } = this.#locate(state);
      const token = this.#rows[row]?.[index];
      if (token?.t !== "atom") continue;
      if (token.a.t === "lit") out.add(token.a.c);
      if (token.a.t === "set")
        for (const [low, high] of token.a.r) for (const c of [low - 1, low, high, high + 1]) if (c > 0x20 && c !== 0x2f) out.add(c);
    }
  }
}

/** What words exist: paths have no empty, `.` or `..` segments; argument lists have no such rule. */
export type Universe = "paths" | "arguments";

/** How far a segment has come: nothing yet, `.`, `..`, or an ordinary name; `-1` before the first. */
const track = (state: number, symbol: number): number => (symbol === SEP ? 0 : symbol === 0x2e && state < 2 ? state + 1 : 3);

export interface Query {
  readonly universe: Universe;
  /** A word is sought that is in `inside` … */
  readonly inside: Language;
  /** … in none of these … */
  readonly outside: readonly Language[];
  /** … and, where given, in this too, or (with `orOutside`) not in that. */
  readonly also?: Language;
  /** The word must lie outside `allowed`, or inside `denied`. */
  readonly escapes?: { readonly allowed: Language; readonly denied: Language };
}

export type Found = { readonly k: "word"; readonly segments: readonly string[] } | { readonly k: "none" } | { readonly k: "unknown" };

export const STATE_BUDGET = 40_000;

const PLAIN = [0x61, 0x78, 0x62, 0x30, 0x7a, 0x41, 0x5f, 0x71, 0x6b, 0x37, 0x4b, 0xe9, 0x4e00, 0x1f600];

/**
 * A shortest word that answers a query, by breadth-first search over the product of the
 * automata, determinised on the fly (after Thompson 1968 and the antichain-free subset
 * construction). Past a budget of product states the answer is `unknown`.
 */
export function findWord(query: Query): Found {
  const { universe } = query;
  const languages = [
    query.inside,
    ...(query.also ? [query.also] : []),
    ...(query.escapes ? [query.escapes.allowed, query.escapes.denied] : []),
    ...query.outside,
  ];
  const machines = languages.map((language) => new Machine(language));
  const required = query.also ? 2 : 1;
  const allowedAt = query.escapes ? required : -1;
  const firstOutside = required + (query.escapes ? 2 : 0);
  interface Node {
    readonly sets: readonly (readonly number[])[];
    readonly tracker: number;
    readonly from: number;
    readonly symbol: number;
  }
  const nodes: Node[] = [{ sets: machines.map((machine) => machine.start), tracker: -1, from: -1, symbol: 0 }];
  const seen = new Set<string>([keyOf(nodes[0]?.sets ?? [], -1)]);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node) break;
    const complete = universe === "arguments" || node.tracker === -1 || node.tracker === 3;
    if (complete && wanted(node.sets)) return { k: "word", segments: wordTo(at) };
    for (const symbol of symbolsOf(node.sets)) {
      if (symbol === SEP ? !complete : node.tracker === -1) continue;
      const first = node.tracker === 0;
      const sets = machines.map((machine, index) => machine.step(node.sets[index] ?? [], symbol, first));
      if (sets.slice(0, required).some((set) => set.length === 0)) continue;
      const tracker = universe === "arguments" ? (symbol === SEP ? 0 : 3) : track(node.tracker, symbol);
      const key = keyOf(sets, tracker);
      if (seen.has(key)) continue;
      if (seen.size >= STATE_BUDGET) return { k: "unknown" };
      seen.add(key);
      nodes.push({ sets, tracker, from: at, symbol });
    }
  }
  return { k: "none" };

  function wanted(sets: readonly (readonly number[])[]): boolean {
    const accepts = (index: number): boolean => machines[index]?.accepts(sets[index] ?? []) === true;
    for (let i = 0; i < required; i++) if (!accepts(i)) return false;
    if (allowedAt !== -1 && accepts(allowedAt) && !accepts(allowedAt + 1)) return false;
    for (let i = firstOutside; i < machines.length; i++) if (accepts(i)) return false;
    return true;
  }

  function symbolsOf(sets: readonly (readonly number[])[]): number[] {
    const out = new Set<number>();
    machines.forEach((machine, index) => {
      machine.symbols(sets[index] ?? [], out);
    });
    const literals = [...out].sort((a, b) => a - b);
    const other = PLAIN.find((c) => !out.has(c)) ?? Math.max(...literals) + 1;
    const extra = universe === "paths" ? [0x2e] : [0x2d];
    return [other, ...new Set([...literals, ...extra]), SEP];
  }

  function wordTo(at: number): string[] {
    const symbols: number[] = [];
    for (let here = at; here > 0; here = nodes[here]?.from ?? 0) symbols.unshift(nodes[here]?.symbol ?? 0);
    const segments: string[] = [];
    for (const symbol of symbols) {
      if (symbol === SEP) segments.push("");
      else segments[segments.length - 1] = (segments.at(-1) ?? "") + String.fromCodePoint(symbol);
    }
    return segments;
  }
}

const keyOf = (sets: readonly (readonly number[])[], tracker: number): string => `${sets.map((set) => set.join(",")).join("|")}#${tracker}`;
