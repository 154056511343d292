import type { Formula } from "../glob/search.ts";
import { and, Budget, EVERY, findWord, inside, not } from "../glob/search.ts";
import type { Path, PathPattern, Root } from "../path.ts";
import { isEverything, languageOf, ROOTS } from "../path.ts";
import type { Region } from "../region.ts";
import { formulaOf, scopesOf } from "../region.ts";
import { sensitivePaths } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { fresh, gains } from "./excess.ts";

/** The set below one root. */
export const pathFormula = (one: Region<PathPattern>, root: Root): Formula =>
  formulaOf(one, (patterns) => inside(languageOf(patterns, root)));

/** The roots that a set allows something below. */
const rootsOf = (one: Region<PathPattern>): readonly Root[] => {
  const allowed = scopesOf(one).flatMap(({ scope, plus }) => (plus ? [scope.allow] : []));
  return allowed.some((list) => list === "any" || list.some(isEverything))
    ? ROOTS
    : ROOTS.filter((root) => allowed.some((list) => list !== "any" && list.some((pattern) => pattern.root === root)));
};

/** A pattern as a list, always the same one. */
const lists = new WeakMap<PathPattern, readonly PathPattern[]>();
function alone(pattern: PathPattern): readonly PathPattern[] {
  const list = lists.get(pattern) ?? [pattern];
  lists.set(pattern, list);
  return list;
}

const length = (path: Path): number => path.segments.join("/").length;

/**
 * A path that `next` holds and `base` does not. Exact: both sides are regular languages per
 * root. The most sensitive example is sought first, then a shortest one.
 */
export function excessPaths(base: Region<PathPattern>, next: Region<PathPattern>, budget: Budget = new Budget()): Excess<Path> {
  const asked = gains(base, next);
  const ended = { early: false };
  let shortest: Path | undefined;
  const search = (root: Root, formula: Formula): Path | undefined => {
    const found = findWord("paths", formula, budget);
    if (found.k === "unknown") ended.early = true;
    return found.k === "word" ? { root, segments: found.segments } : undefined;
  };
  const widened = new Map<Root, Formula>();
  for (const root of rootsOf(asked)) {
    const formula = pathFormula(asked, root);
    const found = search(root, formula);
    if (!found) continue;
    widened.set(root, formula);
    if (!shortest || length(found) < length(shortest)) shortest = found;
  }
  // One look says whether there is anything sensitive of a kind at all; most often there is not.
  for (const kind of sensitivePaths) {
    const alarming = new Map([...widened].filter(([root, formula]) => search(root, and(inside(languageOf(kind(), root)), formula))));
    for (const pattern of alarming.size > 0 ? kind() : []) {
      const formula = alarming.get(pattern.root);
      const worse = formula && search(pattern.root, and(inside(languageOf(alone(pattern), pattern.root)), formula));
      if (worse) return { k: "event", event: worse, sensitive: true };
    }
  }
  if (shortest) return { k: "event", event: shortest, sensitive: false };
  return ended.early || mixesRoots(next) || losesDeny(base, next, budget) ? { k: "unknown" } : null;
}

/**
 * Roots are bound to folders when a tool runs, so one path may be spelled from two roots, and two
 * sets with different roots may then meet although their spellings do not.
 */
function mixesRoots(one: Region<PathPattern>): boolean {
  if (one.k === "scope") return false;
  if (one.k === "union") return one.of.some(mixesRoots);
  const roots = new Set(
    scopesOf(one).flatMap(({ scope }) =>
      scope.allow === "any" ? [] : scope.allow.filter((pattern) => !isEverything(pattern)).map((pattern) => pattern.root),
    ),
  );
  return roots.size > 1;
}

/** For the same reason a deny below one root matters to what is granted below another; it may only grow. */
function losesDeny(base: Region<PathPattern>, next: Region<PathPattern>, budget: Budget): boolean {
  const roots = rootsOf(next);
  const kept = next.k === "scope" ? next.scope.deny : [];
  return ROOTS.some((root) => {
    if (!roots.some((other) => other !== root)) return false;
    const dropped = withheld(base, root).filter((one) => one === "any" || fresh([one], kept).length > 0);
    if (dropped.length === 0) return false;
    const lost = dropped.includes("any")
      ? EVERY
      : inside(
          languageOf(
            dropped.filter((one) => one !== "any"),
            root,
          ),
        );
    return findWord("paths", and(lost, not(inside(languageOf(kept, root)))), budget).k !== "none";
  });
}

/** What a set takes away below a root: deny lists, and what a difference subtracts. */
const withheld = (one: Region<PathPattern>, root: Root): ("any" | PathPattern)[] =>
  scopesOf(one).flatMap<"any" | PathPattern>(({ scope, plus }) => {
    if (plus) return scope.deny.filter((pattern) => pattern.root === root);
    return scope.allow === "any" ? ["any"] : scope.allow.filter((pattern) => pattern.root === root);
  });
