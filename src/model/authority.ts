import type { CommandPattern, Invocation } from "./command.ts";
import { matchCommand } from "./command.ts";
import type { EnvPattern } from "./env.ts";
import { matchAnyEnv } from "./env.ts";
import type { Endpoint, HostPattern } from "./host.ts";
import { matchAnyHost } from "./host-index.ts";
import type { Path, PathPattern } from "./path.ts";
import { matchPath } from "./path.ts";
import type { EnvFacet, Grants, HostFacet, PathFacet, SetFacet } from "./policy.ts";
import { ENV_FACETS, HOST_FACETS, PATH_FACETS, SET_FACETS } from "./policy.ts";
import type { Region } from "./region.ts";
import { difference, holds, intersection, region, union } from "./region.ts";
import { anyOf } from "./scope.ts";

/** What may be done, facet by facet: the grants of one policy, or a combination of several. */
export type Authority = Readonly<
  Record<PathFacet, Region<PathPattern>> &
    Record<HostFacet, Region<HostPattern>> &
    Record<EnvFacet, Region<EnvPattern>> &
    Record<"exec", Region<CommandPattern>> &
    Record<SetFacet, readonly string[]>
>;

/** One thing that happens. */
export type Event =
  | { readonly facet: PathFacet; readonly path: Path }
  | { readonly facet: HostFacet; readonly endpoint: Endpoint }
  | { readonly facet: EnvFacet; readonly name: string }
  | { readonly facet: "exec"; readonly invocation: Invocation }
  | { readonly facet: SetFacet; readonly name: string };

const isSet = (facet: keyof Grants): facet is SetFacet => SET_FACETS.some((one) => one === facet);

const FACETS: readonly (keyof Grants)[] = [...PATH_FACETS, ...HOST_FACETS, ...ENV_FACETS, "exec", ...SET_FACETS];

interface Operation {
  readonly regions: <P extends { readonly text: string }>(a: Region<P>, b: Region<P>) => Region<P>;
  readonly names: (a: readonly string[], b: readonly string[]) => readonly string[];
}

const JOIN: Operation = { regions: union, names: (a, b) => [...new Set([...a, ...b])].sort() };
const MEET: Operation = { regions: intersection, names: (a, b) => a.filter((one) => b.includes(one)) };
const LESS: Operation = { regions: difference, names: (a, b) => a.filter((one) => !b.includes(one)) };

/** The grants of a policy as sets. */
export function authorityOf(grants: Grants): Authority {
  return Object.fromEntries(
    FACETS.map((facet) => [facet, isSet(facet) ? grants[facet] : region<{ text: string }>(grants[facet])]),
  ) as unknown as Authority;
}

function combine({ regions, names }: Operation, a: Authority, b: Authority): Authority {
  return Object.fromEntries(
    FACETS.map((facet) => [facet, isSet(facet) ? names(a[facet], b[facet]) : regions<{ text: string }>(a[facet], b[facet])]),
  ) as unknown as Authority;
}

/** What either allows: the least upper bound. */
export const unionOf = (a: Authority, b: Authority): Authority => combine(JOIN, a, b);
/** What both allow: the greatest lower bound. Nested policies, and a child agent's, are this. */
export const intersectionOf = (a: Authority, b: Authority): Authority => combine(MEET, a, b);
/** What the first allows and the second does not. */
export const differenceOf = (a: Authority, b: Authority): Authority => combine(LESS, a, b);

/** Whether an event is allowed. */
export function allows(authority: Authority, event: Event): boolean {
  if ("path" in event) return holds(authority[event.facet], event.path, anyOf(matchPath));
  if ("endpoint" in event) return holds(authority[event.facet], event.endpoint, matchAnyHost);
  if ("invocation" in event) return holds(authority.exec, event.invocation, anyOf(matchCommand));
  return isSet(event.facet) ? authority[event.facet].includes(event.name) : holds(authority[event.facet], event.name, matchAnyEnv);
}
