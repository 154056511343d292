import { namedSitesOf } from "../eval/elsewhere/callers-elsewhere.ts";
import type { CallSite } from "../eval/elsewhere/callers.ts";
import { ownSitesOf } from "../eval/elsewhere/callers.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/domain/values.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { parts, visitObjects } from "../ir-walk.ts";
import { isDispatch } from "./tools.ts";

/** A function of a module. */
export interface Place {
  readonly mod: Mod;
  readonly f: number;
}

const MAX_PLACES = 400;
const MAX_TRACED = 12;

/**
 * Where functions are called that register what they are given: each such call declares tools of its
 * own, whichever caller was met first. A caller that only passes on what it is given itself is such a function too.
 */
export function callersOfHelpers(x: Machine, seen: Iterable<SeenCall>): Place[] {
  const out: Place[] = [];
  const queue: Place[] = [];
  const known = new Set<string>();
  const add = (mod: Mod, f: number): void => {
    if (f === 0 || known.has(`${mod.id}.${f}`)) return;
    known.add(`${mod.id}.${f}`);
    queue.push({ mod, f });
  };
  for (const one of seen) for (const f of givers(one.at.mod, one.at.f, one.call, isDispatch(one))) add(one.at.mod, f);
  for (const { mod, f } of queue) {
    for (const { call, f: caller, mod: at } of sitesOf(x, { mod, f })) {
      if (out.length >= MAX_PLACES) return out;
      out.push({ mod: at, f: caller });
      for (const outer of givers(at, caller, call, false)) add(at, outer);
    }
  }
  return out;
}

/** The functions around a call, innermost first, whose parameters its arguments are made of; for `all`, each that has any. */
function givers(mod: Mod, f: number, call: CallExpr, all: boolean): number[] {
  const params = new Set<number>();
  for (const argument of call.a) traced(mod, argument, params, new Set());
  const out: number[] = [];
  for (let here = f; here > 0; here = mod.sum.fns[here]?.up ?? 0)
    if (params.has(here) || (all && (mod.sum.fns[here]?.pn.length ?? 0) > 0)) out.push(here);
  return out;
}

/** Adds the functions whose parameters an expression is made of, through the variables it names. */
function traced(mod: Mod, e: Expr, params: Set<number>, seen: Set<number>): void {
  if (e.k === "var" && !seen.has(e.v) && seen.size < MAX_TRACED) {
    seen.add(e.v);
    for (const def of mod.sum.vars[e.v]?.d ?? []) {
      if (def.k === "param") params.add(def.f);
      else if (def.k === "expr" || def.k === "elem") traced(mod, def.e, params, seen);
    }
  }
  parts(e, (part) => {
    traced(mod, part, params, seen);
  });
}

/** Call sites of a function, by the name that it has, in its own module and in those that import it. */
function sitesOf(x: Machine, { mod, f }: Place): (CallSite & { readonly mod: Mod })[] {
  const { classes, exports, fns, vars } = mod.sum;
  const fn = fns[f];
  const method = fn?.c === undefined ? undefined : classes[fn.c]?.m.find((one) => one.f === f)?.n;
  const variable = vars.findIndex(({ d }) =>
    d.some((def) => (def.k === "fn" && def.f === f) || (def.k === "expr" && def.e.k === "fn" && def.e.f === f)),
  );
  const names = new Set([
    ...(method === undefined ? [] : [method]),
    ...keysIn(mod, f),
    ...exports.filter(({ v, e }) => (e?.k === "fn" && e.f === f) || (v !== undefined && v === variable)).map(({ n }) => n),
  ]);
  const own = (ownSitesOf(mod).get(f) ?? []).map((site) => ({ ...site, mod }));
  if (names.size === 0) return own;
  const mods = new Set([mod, ...importersOf(x, new Set([mod]))]);
  const named = [...mods].flatMap((one) =>
    [...names].flatMap((name) => (namedSitesOf(one).get(name) ?? []).map((site) => ({ ...site, mod: one }))),
  );
  return [...own, ...named];
}

/** The keys under which object literals hold a function. */
function keysIn(mod: Mod, f: number): string[] {
  const out: string[] = [];
  visitObjects(mod.sum, ({ p }) => {
    for (const prop of p) if ("n" in prop && prop.e.k === "fn" && prop.e.f === f) out.push(prop.n);
  });
  return out;
}

const MAX_IMPORTERS = 60;

/** Modules that import some others, directly or not, nearest first. */
export function importersOf(x: Machine, mods: ReadonlySet<Mod>): Mod[] {
  const queue = [...mods];
  const out = new Set<Mod>();
  for (const mod of queue) {
    for (const file of x.world.importers(mod.file)) {
      const caller = out.size < MAX_IMPORTERS ? x.module(file) : undefined;
      if (!caller || out.has(caller)) continue;
      out.add(caller);
      if (!mods.has(caller)) queue.push(caller);
    }
  }
  return [...out];
}
