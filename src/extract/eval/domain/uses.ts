import type { External } from "./targets.ts";
import type { Machine } from "../machine.ts";
import type { Value } from "./values.ts";

/** A capability on a resource, before it has a place. */
export interface Use {
  readonly capability: string;
  readonly resource: string;
  /** HTTP methods, upper case; `*` where the source does not say. */
  readonly methods?: readonly string[];
}

/** What a special resolver finds: uses, and reasons why it could not tell. */
export interface Uses {
  readonly uses: readonly Use[];
  readonly unknown?: string;
}

export type Resolver = (x: Machine, args: readonly Value[], target: External) => Uses;

export const each = (capability: string, resources: readonly string[]): Use[] => resources.map((resource) => ({ capability, resource }));

export const isObject = (value: Value | undefined): boolean => value?.some((atom) => atom.k === "obj" || atom.k === "rec") === true;
