import type { Expr } from "../../ir.ts";
import { isAliased } from "./conditions.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";

/** What primitives are. */
const PLAIN: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "data"] as const);

/** What a constant is of which a test has told that it is a primitive. A parameter that `arguments` leads to is none. */
export function narrowed(x: Machine, { e }: Extract<Expr, { k: "is" }>, frame: Frame): Value {
  const value = x.value(e, frame);
  return isAliased(frame, e) ? value : x.join(...value.map((atom) => (PLAIN.has(atom.k) ? [atom] : x.data())));
}
