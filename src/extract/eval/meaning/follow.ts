import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";
import type { Expr } from "../../ir.ts";

/** An expression, and the module that it stands in. */
export interface At {
  readonly e: Expr;
  readonly mod: Mod;
}

const MAX_HOPS = 12;

/** What a module exports under a name, as a variable or an expression, through re-exports. */
export function exportedAt(
  x: Machine,
  from: Mod,
  specifier: string,
  name: string,
  hops = MAX_HOPS,
  seen: Set<string> = new Set(),
): { readonly mod: Mod; readonly v?: number; readonly e?: Expr }[] {
  const target = x.world.resolve(from.file, specifier);
  const mod = target.k === "file" ? x.module(target.file) : undefined;
  // By another way it is the same export.
  if (!mod || hops === 0 || seen.has(`${mod.file} ${name}`)) return [];
  seen.add(`${mod.file} ${name}`);
  const own = mod.sum.exports.filter((one) => one.n === name);
  if (own.length === 0 && name !== "default") return mod.sum.stars.flatMap((star) => exportedAt(x, mod, star, name, hops - 1, seen));
  return own.flatMap(({ v, e, from: next, src }) => {
    if (v !== undefined) return [{ mod, v }];
    if (e) return [{ mod, e }];
    return next === undefined ? [] : exportedAt(x, mod, next, src ?? name, hops - 1, seen);
  });
}

/** What a package calls what is imported of it, through the modules that hand it on; undefined where it is of the sources. */
export function foreignName(x: Machine, from: Mod, specifier: string, name: string, hops = MAX_HOPS): string | undefined {
  const target = x.world.resolve(from.file, specifier);
  if (target.k !== "file") return name;
  const mod = x.module(target.file);
  if (!mod || hops === 0) return undefined;
  const own = mod.sum.exports.filter((one) => one.n === name);
  const onward = (next: string, as: string): string | undefined => foreignName(x, mod, next, as, hops - 1);
  if (own.length === 0) return mod.sum.stars.map((star) => onward(star, name)).find((one) => one !== undefined);
  const [{ v, from: next, src } = {}] = own;
  const [only] = v === undefined ? [] : (mod.sum.vars[v]?.d ?? []);
  if (only?.k === "import") return onward(only.from, only.n);
  return next === undefined ? undefined : onward(next, src ?? name);
}

/** Follows names, members of literals and imports to the expression that says it; stops where there is more than one, or none. */
export function follow(x: Machine, at: At, hops = MAX_HOPS): At {
  if (hops === 0) return at;
  const { e, mod } = at;
  if (e.k === "as" || e.k === "await") return follow(x, { e: e.e, mod }, hops - 1);
  const next =
    e.k === "var" ? named(x, mod, e.v, hops) : e.k === "mem" && typeof e.p === "string" ? member(x, { e: e.o, mod }, e.p, hops) : undefined;
  return next ? follow(x, next, hops - 1) : at;
}

function named(x: Machine, mod: Mod, v: number, hops: number): At | undefined {
  const { d = [], w = [] } = mod.sum.vars[v] ?? {};
  const [only] = d;
  if (!only || d.length > 1 || w.length > 0) return undefined;
  if (only.k === "expr") return only.path.length === 0 ? { e: only.e, mod } : undefined;
  return only.k === "import" ? exported(x, mod, only.from, only.n, hops) : undefined;
}

function exported(x: Machine, mod: Mod, from: string, name: string, hops: number): At | undefined {
  const [found, second] = exportedAt(x, mod, from, name, hops);
  if (!found || second) return undefined;
  return found.v === undefined ? found.e && { e: found.e, mod: found.mod } : named(x, found.mod, found.v, hops - 1);
}

/** A member of an object literal, or of a module that is imported whole. */
function member(x: Machine, of: At, name: string, hops: number): At | undefined {
  if (of.e.k === "var") {
    const [only] = of.mod.sum.vars[of.e.v]?.d ?? [];
    if (only?.k === "import" && only.n === "*") return exported(x, of.mod, only.from, name, hops);
  }
  const { e, mod } = follow(x, of, hops - 1);
  if (e.k !== "obj" || e.p.some((prop) => !("n" in prop))) return undefined;
  const found = e.p.flatMap((prop) => ("n" in prop && prop.n === name && prop.g === undefined ? [prop.e] : []));
  return found[0] && found.length === 1 ? { e: found[0], mod } : undefined;
}
