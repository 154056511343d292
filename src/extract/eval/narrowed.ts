import type { Expr } from "../ir.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Frame, Value } from "./values.ts";

/** What primitives are. */
const PLAIN: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "data"] as const);
/** What is no list, and has no methods of one. */
const NO_LIST: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "fn", "cls", "ns"] as const);

/**
 * What a variable is where a test has told that it is a primitive, or a list. It says so of the value that was tested: of a variable
 * that may have got another one since, nothing.
 */
export function narrowed(x: Machine, { e, of }: Extract<Expr, { k: "is" }>, frame: Frame): Value {
  const value = x.value(e, frame);
  const defs = e.k === "var" ? (frame.mod.sum.vars[e.v]?.d ?? []) : [];
  const [def] = defs;
  const isFirm = defs.length === 1 && !(def?.k === "param" && frame.mod.sum.fns[def.f]?.args === true);
  if (!isFirm || value.length === 0) return value;
  if (of === "text") return x.join(...value.map((atom) => (PLAIN.has(atom.k) ? [atom] : x.data())));
  const lists = value.filter(({ k }) => !NO_LIST.has(k));
  return x.join(...lists.map((atom) => (atom.k === "unk" ? x.list([atom]) : [atom])));
}
