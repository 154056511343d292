import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/values.ts";
import type { Expr } from "../ir.ts";
import { follow } from "../eval/follow.ts";
import { statementExprs } from "../ir-walk.ts";

const UNTOLD: ReadonlySet<string> = new Set(["at", "i", "hint", "c"]);

/** Expressions that were written out already, by their order: each is written once, however often it is named. */
type Told = Map<Expr | string, number>;

/** An expression without places and local names: constants and functions are put in, and packages are known by what is imported of them. */
export function canonical(x: Machine, mod: Mod, e: Expr, told: Told = new Map()): unknown {
  if (e.k === "fn") return bodyOf(x, mod, e.f, told);
  if (e.k === "var") {
    const said = follow(x, { e, mod });
    if (said.e.k !== "var") return once(told, said.e, () => canonical(x, said.mod, said.e, told));
    const [only] = said.mod.sum.vars[said.e.v]?.d ?? [];
    if (only?.k === "fn") return bodyOf(x, said.mod, only.f, told);
    return only?.k === "import" ? { import: `${only.from}#${only.n}` } : { var: "local" };
  }
  const part = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(part);
    if (typeof one !== "object" || one === null) return one;
    if ("k" in one) return canonical(x, mod, one as Expr, told);
    return Object.fromEntries(Object.entries(one).flatMap(([key, value]) => (key === "at" ? [] : [[key, part(value)]])));
  };
  return Object.fromEntries(Object.entries(e).flatMap(([key, value]) => (UNTOLD.has(key) ? [] : [[key, part(value)]])));
}

function once(told: Told, key: Expr | string, tell: () => unknown): unknown {
  const known = told.get(key);
  if (known !== undefined) return { again: known };
  told.set(key, told.size);
  return tell();
}

/** What a function consists of, without places. */
const bodyOf = (x: Machine, mod: Mod, f: number, told: Told): unknown =>
  once(told, `${mod.id}.${f}`, () => {
    const out: unknown[] = [];
    statementExprs(mod.sum.fns[f]?.b ?? [], (e, { k }) => out.push([k, canonical(x, mod, e, told)]));
    return { fn: out };
  });
