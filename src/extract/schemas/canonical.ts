import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/values.ts";
import type { Expr } from "../ir.ts";
import { follow } from "../eval/follow.ts";

const MAX_DEPTH = 24;
const UNTOLD: ReadonlySet<string> = new Set(["at", "i", "hint", "c"]);

/** An expression without places and local names: constants are put in, and packages are known by what is imported of them. */
export function canonical(x: Machine, mod: Mod, e: Expr, depth = 0): unknown {
  if (e.k === "fn") return { fn: true };
  if (e.k === "var") {
    const said = depth < MAX_DEPTH ? follow(x, { e, mod }) : { e, mod };
    if (said.e.k !== "var") return canonical(x, said.mod, said.e, depth + 1);
    const [only] = said.mod.sum.vars[said.e.v]?.d ?? [];
    return only?.k === "import" ? { import: `${only.from}#${only.n}` } : { var: depth < MAX_DEPTH ? "local" : "deep" };
  }
  const part = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(part);
    if (typeof one !== "object" || one === null) return one;
    if ("k" in one) return canonical(x, mod, one as Expr, depth + 1);
    return Object.fromEntries(Object.entries(one).flatMap(([key, value]) => (key === "at" ? [] : [[key, part(value)]])));
  };
  return Object.fromEntries(Object.entries(e).flatMap(([key, value]) => (UNTOLD.has(key) ? [] : [[key, part(value)]])));
}
