/** A mutant that no test can kill, since it changes no answer. */
export interface Equivalent {
  readonly file: string;
  /** Part of the line that it stands in. */
  readonly source: string;
  readonly was: string;
  readonly text: string;
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: "order/hosts.ts",
    source: "const seeds = scopesOf(asked)",
    was: "plus",
    text: "true",
    reason: "more places are tried, and each answer is checked",
  },
  {
    file: "order/commands.ts",
    source: "const allowed = scopesOf(asked)",
    was: "plus",
    text: "true",
    reason: "more commands are tried, and each answer is checked",
  },
  {
    file: "order/commands.ts",
    source: "if (unique.length === 0) return out;",
    was: "unique.length === 0",
    text: "false",
    reason: "every folder is of one kind: the same answer, later",
  },
  { file: "order/env.ts", source: ".sort((a, b) => a.length - b.length", was: "<", text: "<=", reason: "the names are distinct" },
  { file: "glob/automaton.ts", source: "if (known) return known;", was: "known", text: "false", reason: "what was kept is computed again" },
  {
    file: "glob/automaton.ts",
    source: "if (out.has(state)) continue;",
    was: "out.has(state)",
    text: "false",
    reason: "no state reaches itself without consuming",
  },
  {
    file: "glob/automaton.ts",
    source: "if (from === DEAD) return DEAD;",
    was: "from === DEAD",
    text: "false",
    reason: "the empty set steps to the empty set",
  },
  {
    file: "glob/automaton.ts",
    source: "for (const c of [low - 1, low, high, high + 1])",
    was: "-",
    text: "+",
    reason: "a character below one set is above or in another, or beside it",
  },
  {
    file: "glob/search.ts",
    source: "symbol === 0x2e && state < 2",
    was: "<",
    text: "<=",
    reason: "two dots and one more are an ordinary name either way",
  },
  { file: "glob/search.ts", source: "budget.left -= work - spent + 4", was: "+", text: "-", reason: "when the budget ends is no answer" },
  {
    file: "region.ts",
    source: "if (isNothing(from) || isNothing(less)) return from;",
    was: "||",
    text: "&&",
    reason: "a difference with nothing means the same, spelled longer",
  },
  { file: "model/resource.ts", source: "if (last < resource.length)", was: "<", text: "<=", reason: "an empty piece adds nothing" },
  {
    file: "model/host.ts",
    source: ".filter((value) => value >= range.low && value <= range.high)",
    was: "&&",
    text: "||",
    reason: "more addresses are tried, and each answer is checked",
  },
  {
    file: "glob/syntax.ts",
    source: "point === 0x2d && points.length > 0 && i < text.length - 1",
    was: "<",
    text: "<=",
    reason: "a hyphen at the end has nothing behind it to reach",
  },
  {
    file: "glob/syntax.ts",
    source: "point === 0x2d && points.length > 0 && i < text.length - 1",
    was: ">",
    text: ">=",
    reason: "a hyphen at the start has nothing before it",
  },
  {
    file: "model/capability.ts",
    source: "if (i > 1 && j > 1",
    was: ">",
    text: ">=",
    reason: "before the first letter there is none to swap with",
  },
];
