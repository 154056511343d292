import type { Def } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { isConstantText } from "../domain/strings.ts";
import { genericFrame } from "./variables.ts";
import type { Frame, Value } from "../domain/values.ts";
import { PRIMITIVES } from "../domain/values.ts";

/** What is assigned to a variable in a branch of a test that asks for the variable: `if (name.startsWith("x_")) name = name.slice(2)`. */
export type Asking = Extract<Def, { k: "expr" }>;
export const isAsking = (def: Def): def is Asking => def.k === "expr" && def.when !== undefined;

/** How often a text may be made of what it was made to before. */
const MAX_ROUNDS = 4;

/**
 * What a variable is with what is assigned to it where tests ask for it. Where it starts as one of some constant texts: the least fixed point,
 * each round with the variable bound to what was found before, by which the tests are known.
 *
 * @param owner the activation that has the variable.
 * @param before what it is without these.
 * @param set what one of them gives.
 */
export function madeOfItself(
  x: Machine,
  v: number,
  owner: Frame,
  before: Value,
  asking: readonly Asking[],
  set: (def: Asking, owner: Frame) => Value,
): Value {
  const all = (): Value => x.join(before, ...asking.map((def) => set(def, owner)));
  if (before.length === 0 || !before.every(isConstantText)) return all();
  let value = before;
  for (let round = 0; ; round++) {
    if (round === MAX_ROUNDS) return x.join(value, x.data());
    const at = x.in.frame(owner.mod, owner.f, owner.up, owner.args, owner.self, new Map(owner.bound).set(v, value));
    const made = asking.filter((def) => runs(x, def, at)).map((def) => set(def, at));
    // What is no text has to be where it was made.
    if (!made.every((one) => one.every(({ k }) => PRIMITIVES.has(k)))) return all();
    const more = x.join(value, ...made);
    if (more.length === value.length) return value;
    value = more;
  }
}

const runs = (x: Machine, { when = [], f }: Asking, owner: Frame): boolean => {
  const at = genericFrame(x, owner.mod, f, owner);
  return when.every(({ t, is }) => (x.truth(t, at) ?? is) === is);
};
