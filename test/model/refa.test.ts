import fc from "fast-check";
import { DFA, JS, NFA } from "refa";
import { expect, test } from "vitest";
import type { CommandPattern } from "../../src/model/command.ts";
import { parseCommand } from "../../src/model/command.ts";
import type { Atom, Segment } from "../../src/model/glob/syntax.ts";
import { excessCommands } from "../../src/model/order/commands.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import type { PathPattern } from "../../src/model/path.ts";
import { parsePath } from "../../src/model/path.ts";
import { region } from "../../src/model/region.ts";
import { runs, valueOf } from "../support/arbitraries.ts";

/** Any one segment of a path: not empty, not `.`, not `..`. */
const NAME = String.raw`(?:[^/.\x00]|\.[^/.\x00]|\.\.[^/\x00])[^/\x00]*`;
const PATHS = `(?:/${NAME})*`;

const character = (c: number): string => `\\u{${c.toString(16)}}`;
const atom = (one: Atom): string => {
  if (one.t === "lit") return character(one.c);
  if (one.t === "any") return String.raw`[^/\x00]`;
  if (one.t === "star") return String.raw`[^/\x00]*`;
  const ranges = one.r.map(([low, high]) => `${character(low)}-${character(high)}`).join("");
  return one.not ? String.raw`[^/\x00${ranges}]` : `[${ranges}]`;
};
const segment = (one: Segment): string => (typeof one === "string" ? PATHS : `/${one.map(atom).join("")}`);

/** Our pattern as an automaton of refa's: another parser of regular expressions, another subset construction. */
function automaton(patterns: readonly PathPattern[]): DFA {
  const source = patterns.flatMap((pattern) => pattern.alternatives.map((list) => list.map(segment).join(""))).join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: `(?:${source})`, flags: "su" }).parse();
  const dfa = DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
  dfa.minimize();
  return dfa;
}

function contained(inner: readonly PathPattern[], outer: readonly PathPattern[], universe: DFA): boolean {
  const complement = automaton(outer);
  complement.complement();
  const left = NFA.fromIntersection(automaton(inner), universe);
  return NFA.fromIntersection(left, complement).isEmpty;
}

const part = fc.constantFrom(
  "a",
  "b",
  "ab",
  "*",
  "a*",
  "*b",
  "?",
  "[ab]",
  "[!a]",
  "**",
  "{a,b}",
  "{a/b,c}",
  ".x",
  "a?b*",
  ".*",
  "??",
  "[!.]*",
);
const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((list) => valueOf(parsePath(`/${list.join("/")}`)));
const patterns = fc.array(pattern, { minLength: 1, maxLength: 3 });

test("containment agrees with refa on 10,000 random pairs", { timeout: 240_000 }, () => {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: PATHS, flags: "su" }).parse();
  const universe = DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
  const answers = { contained: 0, not: 0 };
  fc.assert(
    fc.property(patterns, patterns, fc.boolean(), (inner, more, related) => {
      const outer = related ? [...more, ...inner.slice(1)] : more;
      const ours = excessPaths(region({ allow: outer, deny: [] }), region({ allow: inner, deny: [] }));
      expect(ours?.k).not.toBe("unknown");
      answers[ours === null ? "contained" : "not"]++;
      expect(ours === null).toBe(contained(inner, outer, universe));
    }),
    { numRuns: runs(10_000) },
  );
  expect(answers.contained).toBeGreaterThan(500);
  expect(answers.not).toBeGreaterThan(1000);
});

/** Any character of an argument; arguments are told apart by U+0001. */
const ANY = String.raw`[^\x01]`;
const free = (one: Atom): string => {
  if (one.t === "lit") return character(one.c);
  if (one.t !== "set") return one.t === "any" ? ANY : `${ANY}*`;
  const ranges = one.r.map(([low, high]) => `${character(low)}-${character(high)}`).join("");
  return one.not ? String.raw`[^\x01${ranges}]` : `[${ranges}]`;
};
const freely = (atoms: readonly Atom[]): string => atoms.map(free).join("");
/** As `freely`, but a hyphen at the start is held by a literal alone. */
function guardedly([first, ...rest]: readonly Atom[]): string {
  if (!first) return "";
  if (first.t === "lit") return free(first) + freely(rest);
  if (first.t === "star") return String.raw`(?:${guardedly(rest)}|[^\x01\-]${ANY}*${freely(rest)})`;
  if (first.t === "any") return String.raw`[^\x01\-]${freely(rest)}`;
  const hyphen = first.r.some(([low, high]) => low <= 0x2d && high >= 0x2d);
  if (first.not) return (hyphen ? free(first) : String.raw`${free(first).slice(0, -1)}\-]`) + freely(rest);
  const parts = first.r.flatMap(([low, high]): [number, number][] =>
    low <= 0x2d && high >= 0x2d
      ? [
          [low, 0x2c],
          [0x2e, high],
        ]
      : [[low, high]],
  );
  const ranges = parts.flatMap(([low, high]) => (low <= high ? [`${character(low)}-${character(high)}`] : []));
  return `[${ranges.join("")}]${freely(rest)}`;
}
function argumentsOf(list: readonly Segment[]): string {
  let guarded = true;
  return list
    .map((one) => {
      if (one === "{flags}") return String.raw`(?:\x01-${ANY}*)*`;
      if (one === "**") return guarded ? String.raw`(?:\x01(?:[^\x01\-]${ANY}*)?)*` : String.raw`(?:\x01${ANY}*)*`;
      const text = String.raw`\x01${guarded ? guardedly(one) : freely(one)}`;
      if (one.length === 2 && one.every((atom) => atom.t === "lit" && atom.c === 0x2d)) guarded = false;
      return text;
    })
    .join("");
}
function argumentAutomaton(patterns: readonly CommandPattern[]): DFA {
  const source = patterns.flatMap(({ lists }) => (lists ?? []).map(argumentsOf)).join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: `(?:${source})`, flags: "su" }).parse();
  const dfa = DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
  dfa.minimize();
  return dfa;
}

const argument = fc.constantFrom(
  ...[
    "a",
    "b",
    "-a",
    "-",
    "--",
    "*",
    "a*",
    "*b",
    "?",
    "**",
    "{flags}",
    "{a,-b}",
    "-*",
    "--a=*",
    "a/b",
    "/*",
    "/",
    "*/*",
    "[!a]b",
    "[a-c]*",
    "[!-]",
    "[+-.]",
    "",
  ],
);
const command = fc.array(argument, { maxLength: 4 }).map((args) => valueOf(parseCommand({ command: "x-tool", args })));
const commands = fc.array(command, { minLength: 1, maxLength: 3 });

test("containment of arguments agrees with refa on 10,000 random pairs", { timeout: 240_000 }, () => {
  const answers = { contained: 0, not: 0 };
  fc.assert(
    fc.property(commands, commands, fc.boolean(), (inner, more, related) => {
      const outer = related ? [...more, ...inner.slice(1)] : more;
      const ours = excessCommands(region({ allow: outer, deny: [] }), region({ allow: inner, deny: [] }));
      expect(ours?.k).not.toBe("unknown");
      const complement = argumentAutomaton(outer);
      complement.complement();
      const theirs = NFA.fromIntersection(argumentAutomaton(inner), complement).isEmpty;
      answers[theirs ? "contained" : "not"]++;
      expect(ours === null).toBe(theirs);
    }),
    { numRuns: runs(10_000) },
  );
  expect(answers.contained).toBeGreaterThan(500);
  expect(answers.not).toBeGreaterThan(1000);
});
