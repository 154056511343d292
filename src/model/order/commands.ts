import type { CommandPattern, Invocation } from "../command.ts";
import { argumentLanguage, matchCommand, matchCommandHead } from "../command.ts";
import type { Formula } from "../glob/search.ts";
import { and, Budget, EVERY, findWord, inside, not } from "../glob/search.ts";
import type { Path, PathPattern } from "../path.ts";
import { languageOf, ROOTS } from "../path.ts";
import type { Region } from "../region.ts";
import { formulaOf, holds, isNothing, patternsOf, scopesOf } from "../region.ts";
import { anyOf } from "../scope.ts";
import { SENSITIVE_COMMANDS } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { gains } from "./excess.ts";

type Head = Omit<Invocation, "args">;

/** The arguments that a set allows to one command in one folder. */
const argumentFormula = (one: Region<CommandPattern>, head: Head): Formula =>
  formulaOf(one, (patterns) => inside(argumentLanguage(patterns.filter((pattern) => matchCommandHead(pattern, head)))));

/**
 * An invocation that `next` holds and `base` does not. Exact: for each command, each way of
 * starting it and each kind of folder that the patterns tell apart, arguments are a regular language.
 */
export function excessCommands(
  base: Region<CommandPattern>,
  next: Region<CommandPattern>,
  budget: Budget = new Budget(),
): Excess<Invocation> {
  const gained = gains(base, next);
  if (isNothing(gained)) return null;
  for (const [command = "", ...args] of SENSITIVE_COMMANDS) {
    for (const shell of [false, true]) {
      const event = { command, args, shell };
      if (holds(gained, event, anyOf(matchCommand))) return { k: "event", event, sensitive: true };
    }
  }
  const patterns = patternsOf(gained);
  let unknown = false;
  for (const command of commandsOf(gained, patterns)) {
    const folders = cells(
      patterns.filter((one) => one.command === command).flatMap((one) => one.cwd ?? []),
      budget,
    );
    if (!folders) unknown = true;
    for (const cwd of folders ?? []) {
      for (const shell of [false, true]) {
        const head: Head = { command, shell, ...(cwd && { cwd }) };
        const found = findWord("arguments", argumentFormula(gained, head), budget);
        if (found.k === "word") return { k: "event", event: { ...head, args: found.segments }, sensitive: false };
        if (found.k === "unknown") unknown = true;
      }
    }
  }
  return unknown ? { k: "unknown" } : null;
}

/** The commands that a set can allow: the named ones, and under `any` one more that nobody names. */
function commandsOf(asked: Region<CommandPattern>, all: readonly CommandPattern[]): string[] {
  const allowed = scopesOf(asked).flatMap(({ scope, plus }) => (plus ? [scope.allow] : []));
  const named = new Set(allowed.flatMap((list) => (list === "any" ? [] : list.map((one) => one.command))));
  if (!allowed.includes("any")) return [...named].sort();
  const known = new Set(all.map((one) => one.command));
  let other = "x-any";
  while (known.has(other)) other += "x";
  return [other, ...[...known].sort()];
}

const MOST_CELLS = 64;

/** One folder of each kind that the patterns tell apart, and one that is unknown; undefined past the budget. */
function cells(patterns: readonly PathPattern[], budget: Budget): (Path | undefined)[] | undefined {
  const out: (Path | undefined)[] = [undefined];
  const unique = [...new Map(patterns.map((one) => [one.text, one])).values()];
  if (unique.length === 0) return out;
  for (const root of ROOTS) {
    let kinds: { readonly formula: Formula; readonly segments: readonly string[] }[] = [{ formula: EVERY, segments: [] }];
    for (const pattern of unique) {
      const here = inside(languageOf([pattern], root));
      const halves = kinds.flatMap(({ formula }) => [and(formula, here), and(formula, not(here))]);
      const found = halves.map((formula) => ({ formula, found: findWord("paths", formula, budget) }));
      kinds = found.flatMap(({ formula, found: one }) => (one.k === "word" ? [{ formula, segments: one.segments }] : []));
      if (kinds.length > MOST_CELLS || found.some((one) => one.found.k === "unknown")) return undefined;
    }
    out.push(...kinds.map(({ segments }) => ({ root, segments })));
  }
  return out;
}
