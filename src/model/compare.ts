import type { Authority, Event } from "./authority.ts";
import { authorityOf } from "./authority.ts";
import { Budget } from "./glob/search.ts";
import { printEndpoint } from "./host.ts";
import { excessCommands } from "./order/commands.ts";
import { excessEnv } from "./order/env.ts";
import type { Excess } from "./order/excess.ts";
import { excessHosts } from "./order/hosts.ts";
import { excessPaths } from "./order/paths.ts";
import { printConcretePath } from "./path.ts";
import type { Grants } from "./policy.ts";
import type { SetFacet } from "./policy.ts";
import { ENV_FACETS, HOST_FACETS, PATH_FACETS, SET_FACETS } from "./policy.ts";
import { isAccepted } from "./unknowns.ts";

/** How a new value stands to an old one. The last three gate. */
export type Relation = "equal" | "narrower" | "wider" | "incomparable" | "unknown";

export interface FacetChange {
  readonly facet: keyof Grants;
  readonly relation: Relation;
  /** Something newly allowed; absent when nothing is, or when it could not be found. */
  readonly event?: Event;
  /** The event in words. */
  readonly witness?: string;
  readonly sensitive: boolean;
}

export const gates = (relation: Relation): boolean => relation === "wider" || relation === "incomparable" || relation === "unknown";

/** Combines "is something newly allowed?" and "is something no longer allowed?"; where the second is not known, nothing gates. */
function relate(gained: Excess<unknown>, lost: Excess<unknown>): Relation {
  if (gained?.k === "unknown") return "unknown";
  if (gained) return lost === null ? "wider" : "incomparable";
  return lost === null ? "equal" : "narrower";
}

function change<E>(facet: keyof Grants, gained: Excess<E>, lost: Excess<E>, wrap: (event: E) => Event): FacetChange {
  const found = gained?.k === "event" ? { event: wrap(gained.event), witness: printEvent(wrap(gained.event)) } : {};
  return { facet, relation: relate(gained, lost), sensitive: gained?.k === "event" && gained.sensitive, ...found };
}

/** An event as a reviewer reads it. */
export function printEvent(event: Event): string {
  if ("path" in event) return printConcretePath(event.path);
  if ("endpoint" in event) return printEndpoint(event.endpoint);
  if ("name" in event) return event.name;
  const { command, args, shell, cwd } = event.invocation;
  return `${[command, ...args].join(" ")}${shell ? " (through a shell)" : ""}${cwd ? ` (in ${printConcretePath(cwd)})` : ""}`;
}

/**
 * Compares two authorities facet by facet. "Not wider" means that no event is allowed by `next`
 * and denied by `base`, whatever folders the roots are bound to; every witness is such an event.
 */
export function compareAuthorities(base: Authority, next: Authority): FacetChange[] {
  // What is gained of a kind shares one budget, and what is lost another: a hard pattern costs its time once, and no other kind its answer.
  const [paths, hosts, commands] = [budgets(), budgets(), budgets()];
  return [
    ...PATH_FACETS.map((facet) =>
      change(facet, excessPaths(base[facet], next[facet], paths.gaining), excessPaths(next[facet], base[facet], paths.losing), (path) => ({
        facet,
        path,
      })),
    ),
    ...HOST_FACETS.map((facet) =>
      change(
        facet,
        excessHosts(base[facet], next[facet], hosts.gaining),
        excessHosts(next[facet], base[facet], hosts.losing),
        (endpoint) => ({
          facet,
          endpoint,
        }),
      ),
    ),
    ...ENV_FACETS.map((facet) =>
      change(facet, excessEnv(base[facet], next[facet]), excessEnv(next[facet], base[facet]), (name) => ({
        facet,
        name,
      })),
    ),
    change(
      "exec",
      excessCommands(base.exec, next.exec, commands.gaining),
      excessCommands(next.exec, base.exec, commands.losing),
      (invocation) => ({
        facet: "exec",
        invocation,
      }),
    ),
    ...SET_FACETS.map((facet) =>
      change(facet, excessNames(facet, base[facet], next[facet]), excessNames(facet, next[facet], base[facet]), (name) => ({
        facet,
        name,
      })),
    ),
  ];
}

const budgets = (): { readonly gaining: Budget; readonly losing: Budget } => ({ gaining: new Budget(), losing: new Budget() });

/** Compares the grants of two policies. */
export const compareGrants = (base: Grants, next: Grants): FacetChange[] => compareAuthorities(authorityOf(base), authorityOf(next));

/** Who accepts all unknowns of a kind accepts each of it. */
function excessNames(facet: SetFacet, base: readonly string[], next: readonly string[]): Excess<string> {
  const found = next.find((one) => !(facet === "accept" ? isAccepted(one, base) : base.includes(one)));
  return found === undefined ? null : { k: "event", event: found, sensitive: false };
}

/** The relation of whole policies: the product of the facets' relations. */
export function overall(changes: readonly FacetChange[]): Relation {
  const kinds = new Set(changes.map((one) => one.relation));
  if (kinds.has("unknown")) return "unknown";
  if (kinds.has("incomparable") || (kinds.has("wider") && kinds.has("narrower"))) return "incomparable";
  return kinds.has("wider") ? "wider" : kinds.has("narrower") ? "narrower" : "equal";
}
