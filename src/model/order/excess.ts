import type { Region } from "../region.ts";
import { difference, intersection, region, union } from "../region.ts";

/** An event that one set holds and another does not; `unknown` when the budget ran out; null when there is none. */
export type Excess<E> = { readonly k: "event"; readonly event: E; readonly sensitive: boolean } | { readonly k: "unknown" } | null;

interface Spelled {
  readonly text: string;
}

/** Patterns of `list` whose spelling `other` does not have. */
export const fresh = <P extends Spelled>(list: readonly P[], other: readonly P[]): P[] => {
  const known = new Set(other.map((one) => one.text));
  return list.filter((one) => !known.has(one.text));
};

/**
 * What `next` holds and `base` does not. Of two scopes, that is what patterns allow which the old
 * one has not, and what patterns denied which the new one has not: most often few.
 */
export function gains<P extends Spelled>(base: Region<P>, next: Region<P>): Region<P> {
  if (base.k !== "scope" || next.k !== "scope") return difference(next, base);
  const [old, now] = [base.scope, next.scope];
  const added = old.allow === "any" ? [] : now.allow === "any" ? "any" : fresh(now.allow, old.allow);
  const lifted = region({ allow: fresh(old.deny, now.deny), deny: [] });
  return union(difference(region({ allow: added, deny: now.deny }), base), intersection(next, lifted));
}
