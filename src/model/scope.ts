/** What is granted: nothing, everything, or some patterns less some others. */
export interface Scope<P> {
  readonly allow: "any" | readonly P[];
  readonly deny: readonly P[];
}

export const NONE: Scope<never> = { allow: [], deny: [] };
export const ANY: Scope<never> = { allow: "any", deny: [] };

export const isNone = (scope: Scope<unknown>): boolean => scope.allow !== "any" && scope.allow.length === 0;

/** Whether any pattern of a list matches an event. */
export type MatchesAny<P, E> = (patterns: readonly P[], event: E) => boolean;

/** By trying each pattern. */
export const anyOf =
  <P, E>(matches: (pattern: P, event: E) => boolean): MatchesAny<P, E> =>
  (patterns, event) =>
    patterns.some((pattern) => matches(pattern, event));

/** Whether an event is granted. Deny wins. */
export const granted = <P, E>({ allow, deny }: Scope<P>, event: E, matches: MatchesAny<P, E>): boolean =>
  !matches(deny, event) && (allow === "any" || matches(allow, event));

const byText = <P extends { readonly text: string }>(patterns: readonly P[]): P[] =>
  [...new Map(patterns.map((one) => [one.text, one])).values()].sort((a, b) => (a.text < b.text ? -1 : 1));

/** The one spelling of a scope: patterns sorted, without repeats; a deny under nothing is nothing. */
export function canonicalScope<P extends { readonly text: string }>(scope: Scope<P>): Scope<P> {
  const allow = scope.allow === "any" ? "any" : byText(scope.allow);
  return { allow, deny: allow !== "any" && allow.length === 0 ? [] : byText(scope.deny) };
}
