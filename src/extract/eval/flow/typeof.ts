import type { Expr } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame } from "../domain/values.ts";

type Typeof = Extract<Expr, { k: "un" }>;

/** `typeof e`, compared with `"function"`. */
function askedForFunction(l: Expr, r: Expr): Expr | undefined {
  const isTypeof = (e: Expr): e is Typeof => e.k === "un" && e.op === "typeof";
  const isFunction = (e: Expr): boolean => e.k === "lit" && e.v === "function";
  if (isTypeof(l) && isFunction(r)) return l.e;
  return isTypeof(r) && isFunction(l) ? r.e : undefined;
}

/** A text, a number, or what a model sends: JSON has no functions. */
const isJson = (atom: Atom): boolean =>
  atom.k === "str" || atom.k === "prim" || (atom.k === "data" && atom.from?.startsWith("param:") === true);

/** That something is a function is certainly not so where all that it may be is JSON (`typeof input.run === "function"`); undefined where it is not known. */
export function isFunctionByTypeof(x: Machine, l: Expr, r: Expr, frame: Frame): false | undefined {
  const e = askedForFunction(l, r);
  if (e === undefined || (e.k === "mem" && (typeof e.p !== "string" || x.mayAssign(e.p)))) return undefined;
  const value = x.settledValue(e, frame);
  return value && value.length > 0 && value.every(isJson) ? false : undefined;
}
