import type { Region } from "../region.ts";

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
 * The part of `next` that can hold something new. Where both are scopes and every deny of the
 * old one stands in the new one, patterns that both allow cannot.
 */
export function worthAsking<P extends Spelled>(base: Region<P>, next: Region<P>): Region<P> {
  if (base.k !== "scope" || next.k !== "scope" || base.scope.allow === "any" || next.scope.allow === "any") return next;
  if (fresh(base.scope.deny, next.scope.deny).length > 0) return next;
  return { k: "scope", scope: { allow: fresh(next.scope.allow, base.scope.allow), deny: next.scope.deny } };
}
