import type { Formula } from "./glob/search.ts";
import { and, EVERY, not, or } from "./glob/search.ts";
import type { MatchesAny, Scope } from "./scope.ts";
import { canonicalScope, granted, isNone } from "./scope.ts";

/** A pattern's least duty here: to have one spelling. */
interface Spelled {
  readonly text: string;
}

/**
 * A set of events: a scope, or a Boolean combination of sets. Scopes alone are not closed under
 * union and intersection, so a combination is kept as it is and decided when it is asked.
 */
export type Region<P> =
  | { readonly k: "scope"; readonly scope: Scope<P> }
  | { readonly k: "union" | "intersection"; readonly of: readonly Region<P>[] }
  | { readonly k: "difference"; readonly from: Region<P>; readonly less: Region<P> };

export const region = <P extends Spelled>(scope: Scope<P>): Region<P> => ({ k: "scope", scope: canonicalScope(scope) });

/** Whether a set is plainly empty. */
export const isNothing = (one: Region<Spelled>): boolean => one.k === "scope" && isNone(one.scope);
const isAll = (one: Region<Spelled>): boolean => one.k === "scope" && one.scope.allow === "any" && one.scope.deny.length === 0;

/** Members flattened, without repeats, in the order of their spelling. */
function members<P extends Spelled>(k: "union" | "intersection", list: readonly Region<P>[]): Region<P>[] {
  const flat = list.flatMap((one) => (one.k === k ? one.of : [one]));
  const bySpelling = new Map(flat.map((one) => [JSON.stringify(printRegion(one)), one]));
  return [...bySpelling].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The least upper bound: what any member holds. Scopes with the same deny list stay one scope. */
export function union<P extends Spelled>(...list: readonly Region<P>[]): Region<P> {
  const byDeny = new Map<string, Scope<P>>();
  const rest: Region<P>[] = [];
  for (const one of list.flatMap((each) => (each.k === "union" ? each.of : [each]))) {
    if (one.k !== "scope") rest.push(one);
    else if (!isNone(one.scope)) {
      const key = JSON.stringify(one.scope.deny.map((pattern) => pattern.text));
      const known = byDeny.get(key);
      byDeny.set(key, known ? joined(known, one.scope) : one.scope);
    }
  }
  const all = members("union", [...[...byDeny.values()].map(region), ...rest]);
  const everything = all.find(isAll);
  const [only = region<P>({ allow: [], deny: [] }), ...more] = everything ? [everything] : all;
  return more.length === 0 ? only : { k: "union", of: all };
}

const joined = <P extends Spelled>(a: Scope<P>, b: Scope<P>): Scope<P> => ({
  allow: a.allow === "any" || b.allow === "any" ? "any" : [...a.allow, ...b.allow],
  deny: a.deny,
});

/** The greatest lower bound: what every member holds. No member at all holds everything. */
export function intersection<P extends Spelled>(...list: readonly Region<P>[]): Region<P> {
  const all = members("intersection", list).filter((one) => !isAll(one));
  const nothing = all.find(isNothing);
  const [only = region<P>({ allow: "any", deny: [] }), ...more] = nothing ? [nothing] : all;
  return more.length === 0 ? only : { k: "intersection", of: all };
}

/** What `from` holds and `less` does not. */
export function difference<P extends Spelled>(from: Region<P>, less: Region<P>): Region<P> {
  if (isNothing(from) || isNothing(less)) return from;
  return isAll(less) ? region<P>({ allow: [], deny: [] }) : { k: "difference", from, less };
}

/** Whether a set holds an event. */
export function holds<P, E>(one: Region<P>, event: E, matches: MatchesAny<P, E>): boolean {
  switch (one.k) {
    case "scope":
      return granted(one.scope, event, matches);
    case "union":
      return one.of.some((each) => holds(each, event, matches));
    case "intersection":
      return one.of.every((each) => holds(each, event, matches));
    case "difference":
      return holds(one.from, event, matches) && !holds(one.less, event, matches);
  }
}

/** A set as a formula, given what a list of patterns means. */
export function formulaOf<P>(one: Region<P>, meaning: (patterns: readonly P[]) => Formula): Formula {
  switch (one.k) {
    case "scope": {
      const { allow, deny } = one.scope;
      const allowed = allow === "any" ? EVERY : meaning(allow);
      return deny.length === 0 ? allowed : and(allowed, not(meaning(deny)));
    }
    case "union":
      return or(...one.of.map((each) => formulaOf(each, meaning)));
    case "intersection":
      return and(...one.of.map((each) => formulaOf(each, meaning)));
    case "difference":
      return and(formulaOf(one.from, meaning), not(formulaOf(one.less, meaning)));
  }
}

/** The scopes of a set, each with its sign: minus where more of it means less of the whole. */
export function scopesOf<P>(one: Region<P>, plus = true): readonly { readonly scope: Scope<P>; readonly plus: boolean }[] {
  if (one.k === "scope") return [{ scope: one.scope, plus }];
  if (one.k === "difference") return [...scopesOf(one.from, plus), ...scopesOf(one.less, !plus)];
  return one.of.flatMap((each) => scopesOf(each, plus));
}

/** Every pattern that a set speaks of. */
export const patternsOf = <P>(one: Region<P>): P[] =>
  scopesOf(one).flatMap(({ scope }) => [...(scope.allow === "any" ? [] : scope.allow), ...scope.deny]);

/** How a set is written down: a scope in its short form, or an object with the operation's name. */
export type RegionText =
  | "none"
  | "any"
  | readonly string[]
  | { readonly allow: "any" | readonly string[]; readonly deny: readonly string[] }
  | { readonly union: readonly RegionText[] }
  | { readonly intersection: readonly RegionText[] }
  | { readonly from: RegionText; readonly less: RegionText };

/** The one spelling of a set, as plain data. */
export function printRegion(one: Region<Spelled>): RegionText {
  switch (one.k) {
    case "scope": {
      const { allow, deny } = one.scope;
      const texts = allow === "any" ? allow : allow.map((pattern) => pattern.text);
      if (isNone(one.scope)) return "none";
      return deny.length === 0 ? texts : { allow: texts, deny: deny.map((pattern) => pattern.text) };
    }
    case "union":
      return { union: one.of.map(printRegion) };
    case "intersection":
      return { intersection: one.of.map(printRegion) };
    case "difference":
      return { from: printRegion(one.from), less: printRegion(one.less) };
  }
}

/** Reads what `printRegion` wrote. `parse` turns a spelling into a pattern, and throws when it is none. */
export function parseRegion<P extends Spelled>(text: RegionText, parse: (text: string) => P): Region<P> {
  if (text === "none") return region<P>({ allow: [], deny: [] });
  if (text === "any") return region<P>({ allow: "any", deny: [] });
  if (!("allow" in text || "union" in text || "intersection" in text || "from" in text))
    return region({ allow: text.map(parse), deny: [] });
  if ("allow" in text) return region({ allow: text.allow === "any" ? "any" : text.allow.map(parse), deny: text.deny.map(parse) });
  if ("union" in text) return union(...text.union.map((one) => parseRegion(one, parse)));
  if ("intersection" in text) return intersection(...text.intersection.map((one) => parseRegion(one, parse)));
  return difference(parseRegion(text.from, parse), parseRegion(text.less, parse));
}
