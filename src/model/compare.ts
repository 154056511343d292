import { printEndpoint } from "./host.ts";
import type { Excess } from "./order.ts";
import { excessCommands, excessEnv, excessHosts, excessPaths } from "./order.ts";
import { printConcretePath } from "./path.ts";
import type { Grants } from "./policy.ts";
import { ENV_FACETS, HOST_FACETS, PATH_FACETS, SET_FACETS } from "./policy.ts";

/** How a new value stands to an old one. The last three gate. */
export type Relation = "equal" | "narrower" | "wider" | "incomparable" | "unknown";

export interface FacetChange {
  readonly facet: keyof Grants;
  readonly relation: Relation;
  /** Something newly allowed, in words; absent when nothing is, or when it could not be found. */
  readonly witness?: string;
  readonly sensitive: boolean;
}

export const gates = (relation: Relation): boolean => relation === "wider" || relation === "incomparable" || relation === "unknown";

/** Combines "is something newly allowed?" and "is something no longer allowed?". */
function relate(gained: Excess<unknown>, lost: Excess<unknown>): Relation {
  if (gained?.k === "unknown") return "unknown";
  if (gained) return lost?.k === "event" ? "incomparable" : lost?.k === "unknown" ? "unknown" : "wider";
  return lost ? (lost.k === "unknown" ? "unknown" : "narrower") : "equal";
}

function change<E>(facet: keyof Grants, gained: Excess<E>, lost: Excess<E>, print: (event: E) => string): FacetChange {
  return {
    facet,
    relation: relate(gained, lost),
    sensitive: gained?.k === "event" && gained.sensitive,
    ...(gained?.k === "event" ? { witness: print(gained.event) } : {}),
  };
}

/** Compares two canonical policies facet by facet; every widening has a witness that `next` grants and `base` does not. */
export function compareGrants(base: Grants, next: Grants): FacetChange[] {
  return [
    ...PATH_FACETS.map((facet) =>
      change(facet, excessPaths(base[facet], next[facet]), excessPaths(next[facet], base[facet]), printConcretePath),
    ),
    ...HOST_FACETS.map((facet) =>
      change(facet, excessHosts(base[facet], next[facet]), excessHosts(next[facet], base[facet]), printEndpoint),
    ),
    ...ENV_FACETS.map((facet) => change(facet, excessEnv(base[facet], next[facet]), excessEnv(next[facet], base[facet]), (name) => name)),
    change(
      "exec",
      excessCommands(base.exec, next.exec),
      excessCommands(next.exec, base.exec),
      (event) => [event.command, ...event.args].join(" ") + (event.shell ? " (through a shell)" : ""),
    ),
    ...SET_FACETS.map((facet) => change(facet, excessSet(base[facet], next[facet]), excessSet(next[facet], base[facet]), (name) => name)),
  ];
}

function excessSet(base: readonly string[], next: readonly string[]): Excess<string> {
  const found = next.find((one) => !base.includes(one));
  return found === undefined ? null : { k: "event", event: found, sensitive: false };
}

/** The relation of whole policies: the product of the facets' relations. */
export function overall(changes: readonly FacetChange[]): Relation {
  const kinds = new Set(changes.map((one) => one.relation));
  if (kinds.has("unknown")) return "unknown";
  if (kinds.has("incomparable") || (kinds.has("wider") && kinds.has("narrower"))) return "incomparable";
  return kinds.has("wider") ? "wider" : kinds.has("narrower") ? "narrower" : "equal";
}
