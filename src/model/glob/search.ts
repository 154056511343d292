import { at } from "../at.ts";
import type { Language } from "./automaton.ts";
import { Automaton, DEAD, SEP } from "./automaton.ts";

/** A set of words as a Boolean combination of languages. */
export type Formula =
  | { readonly t: "in"; readonly language: Language }
  | { readonly t: "not"; readonly of: Formula }
  | { readonly t: "and"; readonly of: readonly Formula[] }
  | { readonly t: "or"; readonly of: readonly Formula[] };

export const inside = (language: Language): Formula => ({ t: "in", language });
export const not = (of: Formula): Formula => ({ t: "not", of });
export const and = (...of: readonly Formula[]): Formula => ({ t: "and", of });
export const or = (...of: readonly Formula[]): Formula => ({ t: "or", of });
export const EVERY: Formula = and();

/** What words exist: paths have no empty, `.` or `..` segments; argument lists have no such rule. */
export type Universe = "paths" | "arguments";

export type Found = { readonly k: "word"; readonly segments: readonly string[] } | { readonly k: "none" } | { readonly k: "unknown" };

/** How much a search may do, in automaton states touched; shared, with its automata, by the searches of one question. */
export class Budget {
  left: number;
  readonly #automata = new Map<Language, Automaton>();
  constructor(left = BUDGET) {
    this.left = left;
  }

  automatonOf(language: Language): Automaton {
    let automaton = this.#automata.get(language);
    if (!automaton) {
      this.#automata.set(language, (automaton = new Automaton(language)));
      this.left -= automaton.work;
    }
    return automaton;
  }
}

/** About 0.2 seconds at worst; a comparison of policies asks six such questions. */
export const BUDGET = 1_500_000;

const PLAIN = [0x61, 0x78, 0x62, 0x30, 0x7a, 0x41, 0x5f, 0x71, 0x6b, 0x37, 0x4b, 0xe9, 0x4e00, 0x1f600];

/** How far a segment has come: `-1` before the first, then nothing yet, `.`, `..`, or an ordinary name (3). */
const track = (state: number, symbol: number): number => (symbol === SEP ? 0 : symbol === 0x2e && state < 2 ? state + 1 : 3);

/** A formula over numbered automata. `now`: whether the walkers' states satisfy it; `ever`: whether some continuation may, or may not. */
interface Compiled {
  now(walkers: readonly number[]): boolean;
  ever(walkers: readonly number[]): { readonly yes: boolean; readonly no: boolean };
}

function compile(formula: Formula, automata: Automaton[], budget: Budget): Compiled {
  switch (formula.t) {
    case "in": {
      const automaton = budget.automatonOf(formula.language);
      const known = automata.indexOf(automaton);
      const index = known === -1 ? automata.push(automaton) - 1 : known;
      return {
        now: (walkers) => at(automata, index).accepts(at(walkers, index)),
        ever: (walkers) => ({ yes: walkers[index] !== DEAD, no: true }),
      };
    }
    case "not": {
      const of = compile(formula.of, automata, budget);
      return {
        now: (walkers) => !of.now(walkers),
        ever: (walkers) => {
          const { yes, no } = of.ever(walkers);
          return { yes: no, no: yes };
        },
      };
    }
    case "and":
    case "or": {
      const parts = formula.of.map((part) => compile(part, automata, budget));
      const isAnd = formula.t === "and";
      return {
        now: (walkers) => (isAnd ? parts.every((part) => part.now(walkers)) : parts.some((part) => part.now(walkers))),
        ever: (walkers) => {
          // Each part is asked once: formulas nest.
          const answers = parts.map((part) => part.ever(walkers));
          return isAnd
            ? { yes: answers.every(({ yes }) => yes), no: answers.some(({ no }) => no) }
            : { yes: answers.some(({ yes }) => yes), no: answers.every(({ no }) => no) };
        },
      };
    }
  }
}

interface Node {
  readonly walkers: readonly number[];
  readonly tracker: number;
  readonly from: number;
  readonly symbol: number;
}

/**
 * A shortest word of a set, by breadth-first search over the product of its automata; `none`
 * when there is none, `unknown` past the budget. Deterministic.
 */
export function findWord(universe: Universe, formula: Formula, budget: Budget = new Budget()): Found {
  const automata: Automaton[] = [];
  const wanted = compile(formula, automata, budget);
  const nodes: Node[] = [{ walkers: automata.map((one) => one.start), tracker: -1, from: -1, symbol: 0 }];
  const seen = new Set<string>();
  const worked = (): number => automata.reduce((sum, one) => sum + one.work, 0);
  let spent = worked();
  if (budget.left < 0) return { k: "unknown" };
  for (let index = 0; index < nodes.length; index++) {
    const node = at(nodes, index);
    const complete = universe === "arguments" || node.tracker === -1 || node.tracker === 3;
    if (complete && wanted.now(node.walkers)) return { k: "word", segments: wordTo(nodes, index) };
    const characters = node.tracker === -1 ? [] : charactersOf(automata, node.walkers, universe);
    for (const symbol of complete ? [...characters, SEP] : characters) {
      const walkers = automata.map((one, i) => one.step(at(node.walkers, i), symbol, node.tracker === 0));
      // New transitions cost the states they touch, known ones a step of each automaton.
      const work = worked();
      budget.left -= work - spent + 1 + automata.length;
      spent = work;
      if (budget.left < 0) return { k: "unknown" };
      if (!wanted.ever(walkers).yes) continue;
      const tracker = universe === "arguments" ? (symbol === SEP ? 0 : 3) : track(node.tracker, symbol);
      const key = `${walkers.join(",")}#${tracker}`;
      if (seen.has(key)) continue;
      seen.add(key);
      nodes.push({ walkers, tracker, from: index, symbol });
    }
  }
  return { k: "none" };
}

/** One character of each kind that the automata tell apart here, the plainest first. */
function charactersOf(automata: readonly Automaton[], walkers: readonly number[], universe: Universe): number[] {
  const named = new Set(automata.flatMap((one, i) => one.symbols(at(walkers, i))));
  // A name holds no separator; an argument may well hold one.
  if (universe === "paths") named.add(0x2e).delete(0x2f);
  else named.add(0x2d);
  let other = PLAIN.find((c) => !named.has(c)) ?? 0x100;
  while (named.has(other)) other++;
  return [other, ...[...named].sort((a, b) => a - b)];
}

function wordTo(nodes: readonly Node[], index: number): string[] {
  const symbols: number[] = [];
  for (let here = index; here > 0; here = at(nodes, here).from) symbols.push(at(nodes, here).symbol);
  const segments: string[] = [];
  for (const symbol of symbols.reverse()) {
    if (symbol === SEP) segments.push("");
    else segments.push(`${segments.pop() as string}${String.fromCodePoint(symbol)}`);
  }
  return segments;
}
