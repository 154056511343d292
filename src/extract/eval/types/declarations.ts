import type { Def, TypeRef } from "../../ir.ts";
import { frameworkExports } from "../../shapes/exports.ts";
import { rootOf, tableOf } from "../../tables/index.ts";
import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";

/** A variable of a module, as what declares a type. */
export interface Declared {
  readonly mod: Mod;
  readonly v: number;
}

/** What a name may stand for before its qualifiers are read: a declaration, a member of a package, or a whole module. */
type Named = Declared | External | { readonly whole: Mod };

/** A type of a package or builtin, by the path to it. */
export interface External {
  readonly ext: string;
  readonly path: readonly string[];
}

type Reference = Extract<TypeRef, { k: "ref" }>;

/** What a qualified name leads to that is no type of its own: a member of an enumeration. */
export const PART = "part";

const MAX_HOPS = 12;

const heads = new WeakMap<Mod, Map<number, Named | undefined>>();

/** The declaration behind a name that may be imported, re-exported and qualified (`Events.Created`); undefined where there is none to be seen. */
export function declarationOf(x: Machine, mod: Mod, { v, q = [] }: Reference): Declared | External | typeof PART | undefined {
  if (v === undefined) return undefined;
  let known = heads.get(mod);
  if (!known) heads.set(mod, (known = new Map<number, Named | undefined>()));
  if (!known.has(v)) known.set(v, declared(x, mod, v, 0));
  const head = known.get(v);
  return head && below(x, head, q);
}

function below(x: Machine, here: Named, [name, ...rest]: readonly string[]): Declared | External | typeof PART | undefined {
  if ("ext" in here) return name === undefined ? here : { ext: here.ext, path: [...here.path, name, ...rest] };
  if (name === undefined) return "whole" in here ? undefined : here;
  if ("whole" in here) {
    const found = exportedFrom(x, here.whole, name, 0);
    return found && below(x, found, rest);
  }
  const defs = here.mod.sum.vars[here.v]?.d ?? [];
  for (const def of defs) {
    if (def.k === "enum" && rest.length === 0 && def.m.some(([own]) => own === name)) return PART;
    for (const [own, v] of def.k === "ns" ? def.m : []) {
      const head = own === name ? declared(x, here.mod, v, 0) : undefined;
      const found = head && below(x, head, rest);
      if (found) return found;
    }
  }
  return undefined;
}

function declared(x: Machine, mod: Mod, v: number, hops: number): Named | undefined {
  const defs = mod.sum.vars[v]?.d ?? [];
  const found = defs.find((def): def is Extract<Def, { k: "import" }> => def.k === "import");
  if (!found) return { mod, v };
  return hops > MAX_HOPS ? undefined : exported(x, mod, found.from, found.n, hops + 1);
}

function exported(x: Machine, mod: Mod, specifier: string, name: string, hops: number): Named | undefined {
  const at = x.world.resolve(mod.file, specifier);
  const path = name === "*" || name === "=" ? [] : [name];
  if (at.k === "package") return { ext: rootOf(at), path };
  if (at.k === "builtin") return { ext: `node:${at.name}`, path };
  if (at.k === "missing" && tableOf(specifier) !== undefined) return { ext: specifier, path };
  if (at.k !== "file" || hops > MAX_HOPS) return undefined;
  const owner = x.world.owner(at.file);
  if (owner !== undefined && frameworkExports.has(`${owner} ${name}`)) return { ext: `pkg:${owner}`, path };
  const target = x.module(at.file);
  if (!target) return undefined;
  return name === "*" ? { whole: target } : exportedFrom(x, target, name, hops);
}

function exportedFrom(x: Machine, target: Mod, name: string, hops: number): Named | undefined {
  for (const one of target.sum.exports) {
    if (one.n !== name) continue;
    if (one.v !== undefined) return declared(x, target, one.v, hops + 1);
    if (one.e?.k === "cls") {
      const v = target.sum.classes[one.e.c]?.v;
      return v === undefined ? undefined : { mod: target, v };
    }
    if (one.from !== undefined) return exported(x, target, one.from, one.src ?? name, hops + 1);
  }
  const found = target.sum.stars.map((star) => exported(x, target, star, name, hops + 1)).filter((one) => one !== undefined);
  // What no first-party module declares comes from a package, if only one can have it.
  return found.find((one) => !("ext" in one)) ?? (found.length === 1 ? found[0] : undefined);
}

/** Whether a reference leads to a declaration. */
export function isDeclared(x: Machine, mod: Mod, type: Reference, at: Declared): boolean {
  const found = declarationOf(x, mod, type);
  return found !== undefined && found !== PART && !("ext" in found) && found.mod === at.mod && found.v === at.v;
}
