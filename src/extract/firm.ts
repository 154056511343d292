import type { Machine } from "./eval/machine.ts";
import type { Mod } from "./eval/domain/values.ts";
import type { Expr, ModuleSummary, Pos } from "./ir.ts";
import { visitCalls, visitExprs } from "./ir-walk.ts";
import type { Given } from "./uses-of.ts";
import { isOurs, nameOf, usesIn } from "./uses-of.ts";
import type { At } from "./eval/meaning/follow.ts";
import { exportedAt, follow } from "./eval/meaning/follow.ts";

/** Where something is handed to code that may change it. */
export interface HandedOn {
  readonly file: string;
  readonly at: Pos;
}

const MAX_HOPS = 6;

/**
 * The place at which a constant, or one that it is made of, gets into other hands: what it says is then no more than
 * what it said at first. Undefined where code only reads it, or it is made by `definePolicy`, which freezes.
 */
export function handedOn(x: Machine, mod: Mod, e: Expr): HandedOn | undefined {
  const seen = new Set<string>();
  const within = (at: Mod, part: Expr): HandedOn | undefined => {
    switch (part.k) {
      case "var":
        return isWord(x, at, part) ? undefined : variable(at, part.v);
      case "mem":
        return isWord(x, at, part) ? undefined : within(at, part.o);
      case "as":
      case "spread":
        return within(at, part.e);
      case "arr":
        return first(part.e, (one) => within(at, one));
      case "obj":
        return first(part.p, (prop) => within(at, "s" in prop ? prop.s : prop.e));
      default:
        return undefined;
    }
  };
  const variable = (at: Mod, v: number): HandedOn | undefined => {
    const key = `${at.id}.${v}`;
    const defs = at.sum.vars[v]?.d ?? [];
    if (seen.has(key) || defs.some((def) => def.k === "expr" && isFrozen(x, at.sum, def.e))) return undefined;
    seen.add(key);
    return (
      usedBy(x, at, v) ??
      first(defs, (def) => {
        if (def.k === "expr") return within(at, def.e);
        if (def.k !== "import") return undefined;
        return first(exportedAt(x, at, def.from, def.n), (one) =>
          one.v === undefined ? one.e && within(one.mod, one.e) : variable(one.mod, one.v),
        );
      })
    );
  };
  let isFirm = false;
  visitCalls(mod.sum, (call) => {
    isFirm ||= isFrozen(x, mod.sum, call) && call.a.some((one) => holds(one, e));
  });
  if (isFirm) return undefined;
  const holder = mod.sum.vars.findIndex(({ d }) => d.some((def) => def.k === "expr" && holds(def.e, e)));
  return holder === -1 ? within(mod, e) : variable(mod, holder);
}

/** Whether a value is a text or a number, which nobody can change. */
function isWord(x: Machine, mod: Mod, e: Expr): boolean {
  const value = x.value(e, x.top(mod));
  return value.length > 0 && value.every(({ k }) => k === "str" || k === "prim");
}

/** `definePolicy` gives back a copy that is frozen throughout. */
export const isFrozen = (x: Machine, sum: ModuleSummary, e: Expr): boolean =>
  e.k === "call" && nameOf(sum, e.f) === "definePolicy" && isOurs(x.world, sum, e.f);

/** Whether a literal stands in an expression as part of a literal. */
function holds(e: Expr, literal: Expr): boolean {
  if (e === literal) return true;
  if (e.k === "as") return holds(e.e, literal);
  if (e.k === "arr") return e.e.some((one) => holds(one, literal));
  return e.k === "obj" && e.p.some((prop) => !("s" in prop) && holds(prop.e, literal));
}

const first = <T, R>(all: readonly T[], ask: (one: T) => R | undefined): R | undefined => {
  for (const one of all) {
    const found = ask(one);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Where the module of a variable, or one that imports it, hands it on. */
function usedBy(x: Machine, mod: Mod, v: number, hops = MAX_HOPS): HandedOn | undefined {
  const own = usesIn(x.world, mod.sum, (e) => e.k === "var" && e.v === v);
  if (own.at !== undefined || hops === 0) return { file: mod.file, at: own.at ?? 0 };
  const names = mod.sum.exports.filter((one) => one.v === v || (one.e?.k === "var" && one.e.v === v)).map(({ n }) => n);
  return (
    (names.length === 0 ? undefined : importing(x, mod.file, new Set(names), hops)) ??
    first(own.kept, (other) => (other === v ? undefined : usedBy(x, mod, other, hops - 1))) ??
    first(own.given, (one) => givenTo(x, mod, one, hops - 1))
  );
}

/** What a function of the sources does with what it is given; of any other function nobody knows. */
function givenTo(x: Machine, mod: Mod, { f, i, at }: Given, hops: number): HandedOn | undefined {
  const there = hops > 0 ? follow(x, { e: f, mod }) : undefined;
  const fn = there && functionOf(there);
  const param =
    fn === undefined
      ? -1
      : (there?.mod.sum.vars.findIndex(({ d }) =>
          d.some((def) => def.k === "param" && def.f === fn && def.i === i && def.path.length === 0 && !def.rest),
        ) ?? -1);
  const isThere = fn !== undefined && i < (there?.mod.sum.fns[fn]?.pn.length ?? 0);
  return there && isThere && param !== -1 ? usedBy(x, there.mod, param, hops) : { file: mod.file, at };
}

/** The function that an expression is, or that a name declares. */
function functionOf({ e, mod }: At): number | undefined {
  if (e.k === "fn") return e.f;
  const [def, second] = e.k === "var" ? (mod.sum.vars[e.v]?.d ?? []) : [];
  return def?.k === "fn" && !second ? def.f : undefined;
}

function importing(x: Machine, file: string, names: ReadonlySet<string>, hops: number): HandedOn | undefined {
  if (hops === 0) return undefined;
  const isThat = (from: string, specifier: string): boolean => {
    const found = x.world.resolve(from, specifier);
    return found.k === "file" && found.file === file;
  };
  return first(x.world.importers(file), (importer) => {
    const sum = x.world.summary(importer);
    if (!sum) return undefined;
    const bound = new Map<number, "one" | "all">();
    sum.vars.forEach(({ d }, v) => {
      for (const def of d)
        if (def.k === "import" && !def.type && (def.n === "*" || names.has(def.n)) && isThat(importer, def.from))
          bound.set(v, def.n === "*" ? "all" : "one");
    });
    const isIt = (e: Expr): boolean =>
      e.k === "var"
        ? bound.has(e.v)
        : e.k === "mem" && e.o.k === "var" && bound.get(e.o.v) === "all" && typeof e.p === "string" && names.has(e.p);
    const own = usesIn(x.world, sum, isIt);
    const at = own.at ?? loaded(sum, (specifier) => isThat(importer, specifier));
    if (at !== undefined) return { file: importer, at };
    const mod = own.kept.length + own.given.length > 0 ? x.module(importer) : undefined;
    const kept = mod && (first(own.kept, (v) => usedBy(x, mod, v, hops - 1)) ?? first(own.given, (one) => givenTo(x, mod, one, hops - 1)));
    if (kept) return kept;
    const again = sum.exports.flatMap(({ n, from, src, v }) =>
      (from !== undefined && isThat(importer, from) && names.has(src ?? n)) || (v !== undefined && bound.has(v)) ? [n] : [],
    );
    const all = sum.stars.some((from) => isThat(importer, from)) ? [...names] : [];
    return again.length + all.length > 0 ? importing(x, importer, new Set([...again, ...all]), hops - 1) : undefined;
  });
}

/** An `import()` of a module, which gives everything in it to whoever asked. */
function loaded(sum: ModuleSummary, isThat: (specifier: string) => boolean): Pos | undefined {
  let found: Pos | undefined;
  visitExprs(sum, (e) => {
    const from =
      e.k !== "import" ? undefined : e.e.k === "lit" ? e.e.v : e.e.k === "tpl" && e.e.e.length === 0 ? e.e.q.join("") : undefined;
    if (e.k === "import" && typeof from === "string" && isThat(from)) found ??= e.at;
  });
  return found;
}
