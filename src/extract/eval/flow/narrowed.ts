import type { Expr } from "../../ir.ts";
import { isAliased } from "./conditions.ts";
import type { Machine } from "../machine.ts";
import type { Frame, Value } from "../domain/values.ts";
import { PRIMITIVES } from "../domain/values.ts";

/** What a constant is of which a test has told that it is a primitive. A parameter that `arguments` leads to is none. */
export function narrowed(x: Machine, { e }: Extract<Expr, { k: "is" }>, frame: Frame): Value {
  const value = x.value(e, frame);
  return isAliased(frame, e) ? value : x.join(...value.map((atom) => (PRIMITIVES.has(atom.k) ? [atom] : x.data())));
}
