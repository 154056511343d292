import type { Machine } from "./eval/machine.ts";
import type { Mod } from "./eval/values.ts";
import type { Expr, ModuleSummary, Pos } from "./ir.ts";
import { parts, visitExprs, visitRoots } from "./ir-walk.ts";
import { exportedAt } from "./eval/follow.ts";

/** Where something is handed to code that may change it. */
export interface HandedOn {
  readonly file: string;
  readonly at: Pos;
}

/** Functions that only read what they are given, or give back what nobody can change. */
const READERS: ReadonlySet<string> = new Set(
  "withPolicy definePolicy createFence processTool isolate runConfined stringify structuredClone keys log debug info freeze isFrozen isArray includes some every join".split(
    " ",
  ),
);
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
        return variable(at, part.v);
      case "mem":
        return within(at, part.o);
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
    if (seen.has(key)) return undefined;
    seen.add(key);
    return (
      usedBy(x, at, v) ??
      first(at.sum.vars[v]?.d ?? [], (def) => {
        if (def.k === "expr") return within(at, def.e);
        if (def.k !== "import") return undefined;
        return first(exportedAt(x, at, def.from, def.n), (one) =>
          one.v === undefined ? one.e && within(one.mod, one.e) : variable(one.mod, one.v),
        );
      })
    );
  };
  const holder = mod.sum.vars.findIndex(({ d }) => d.some((def) => def.k === "expr" && holds(def.e, e)));
  return holder === -1 ? within(mod, e) : variable(mod, holder);
}

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
  const own = looseIn(mod.sum, (e) => e.k === "var" && e.v === v);
  if (own.at !== undefined || hops === 0) return { file: mod.file, at: own.at ?? 0 };
  const names = mod.sum.exports.filter((one) => one.v === v || (one.e?.k === "var" && one.e.v === v)).map(({ n }) => n);
  return (
    (names.length === 0 ? undefined : importing(x, mod.file, new Set(names), hops)) ??
    first(own.kept, (other) => (other === v ? undefined : usedBy(x, mod, other, hops - 1)))
  );
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
    const own = looseIn(sum, isIt);
    const at = own.at ?? loaded(sum, (specifier) => isThat(importer, specifier));
    if (at !== undefined) return { file: importer, at };
    const mod = own.kept.length > 0 ? x.module(importer) : undefined;
    const kept = mod && first(own.kept, (v) => usedBy(x, mod, v, hops - 1));
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
    if (e.k === "import" && e.e.k === "lit" && typeof e.e.v === "string" && isThat(e.e.v)) found ??= e.at;
  });
  return found;
}

interface Uses {
  /** Where a value stands in a way that lets others change it: assigned to, called on, handed to a function, given back. */
  readonly at?: Pos | undefined;
  /** Variables that are it, or hold it. */
  readonly kept: readonly number[];
}

function looseIn(sum: ModuleSummary, isIt: (e: Expr) => boolean): Uses {
  let at: Pos | undefined;
  const isOf = (e: Expr): boolean =>
    isIt(e) || (e.k === "mem" && !(typeof e.p === "string" && SIMPLE.has(e.p)) && isOf(e.o)) || (e.k === "as" && isOf(e.e));
  const walk = (e: Expr, isLoose: boolean): void => {
    if (isOf(e)) {
      if (isLoose) at ??= atOf(e);
      return;
    }
    switch (e.k) {
      case "call": {
        const isReader = READERS.has(nameOf(sum, e.f));
        walk(e.f.k === "mem" ? e.f.o : e.f, e.f.k === "mem" && !isReader);
        for (const argument of e.a) walk(argument, !isReader);
        return;
      }
      case "spread":
        walk(e.e, false);
        return;
      case "set":
        walk(e.t.k === "mem" ? e.t.o : e.t, true);
        walk(e.e, true);
        return;
      case "un":
        walk(e.e, e.op === "delete");
        return;
      case "bin":
        walk(e.l, false);
        walk(e.r, false);
        return;
      default:
        parts(e, (part) => {
          walk(part, isLoose);
        });
    }
  };
  const initials = new Set<Expr>();
  const kept = new Set<number>();
  sum.vars.forEach(({ d }, v) => {
    for (const def of d) {
      if (def.k !== "expr" && def.k !== "elem") continue;
      if (def.k === "elem" || def.path.length > 0) {
        if (isOf(def.e)) at ??= atOf(def.e);
      } else {
        initials.add(def.e);
        if (keeps(def.e, isOf)) kept.add(v);
      }
    }
  });
  visitRoots(sum, (root, isHandedOn) => {
    if (!initials.has(root) || isHandedOn) walk(root, isHandedOn);
    else walkInside(root, walk, isOf);
  });
  return { at, kept: [...kept] };
}

/** Whether what a variable starts as is, or holds, a value. */
function keeps(e: Expr, isOf: (e: Expr) => boolean): boolean {
  if (isOf(e)) return true;
  // What is copied member by member still shares what those hold.
  if (e.k === "obj") return e.p.some((prop) => keeps("s" in prop ? prop.s : prop.e, isOf));
  if (e.k === "arr") return e.e.some((one) => keeps(one, isOf));
  if (e.k === "cond") return keeps(e.a, isOf) || keeps(e.b, isOf);
  if (e.k === "logic") return keeps(e.l, isOf) || keeps(e.r, isOf);
  return e.k === "as" && keeps(e.e, isOf);
}

/** Looks into what a variable starts as, but for what it keeps. */
function walkInside(e: Expr, walk: (e: Expr, isLoose: boolean) => void, isOf: (e: Expr) => boolean): void {
  if (isOf(e)) return;
  if (e.k === "obj" || e.k === "arr" || e.k === "cond" || e.k === "logic" || e.k === "as")
    parts(e, (part) => {
      walkInside(part, walk, isOf);
    });
  else walk(e, false);
}

/** Members that hold no more than a word or a number. */
const SIMPLE: ReadonlySet<string> = new Set(["risk", "approval", "isolation", "untrustedOutput"]);

const atOf = (e: Expr): Pos => ("at" in e ? e.at : e.k === "as" ? atOf(e.e) : 0);

/** The name of a function as it was exported, or of a method. */
function nameOf(sum: ModuleSummary, f: Expr): string {
  if (f.k === "mem") return typeof f.p === "string" ? f.p : "";
  if (f.k === "glob") return f.n;
  const [def] = f.k === "var" ? (sum.vars[f.v]?.d ?? []) : [];
  return def?.k === "import" ? def.n : "";
}
