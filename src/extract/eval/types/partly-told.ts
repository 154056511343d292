import type { Machine } from "../machine.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Value } from "../domain/values.ts";
import { isService } from "../domain/values.ts";

/**
 * Instances of our own beside what says nothing, with what a type says that this is: where one of them is what the type asks for, the rest is
 * taken to be like it.
 *
 * @returns undefined where the value is of another kind.
 */
export function partlyTold(x: Machine, value: Value, typed: () => Value): Value | undefined {
  if (!value.some(({ k }) => k === "inst") || !value.some((atom) => atom.k === "data" && atom.from === undefined)) return undefined;
  const services = typed().filter(isService);
  const classes = new Set(services.flatMap((atom) => (atom.k === "inst" ? [atom.cls] : [])));
  const isTold = value.some((atom) => atom.k === "inst" && chain(x, atom.cls).some((level) => level.k === "cls" && classes.has(level)));
  return isTold || classes.size !== services.length ? value : x.join(value, services);
}
