import type { Machine } from "../machine.ts";
import type { Atom, Value } from "../domain/values.ts";

/** Whether two are one literal, in whichever activations. */
const isSame = (one: Atom, other: Atom): boolean =>
  one === other || (one.k === "obj" && other.k === "obj" && one.e === other.e && one.mod === other.mod);

/** Whether what is written under the name of a variable is written to something: that is what the variable holds. */
const isOf = (x: Machine, written: Atom, atom: Atom): boolean =>
  written.k === "wr" && "v" in written.of && x.variable(written.of.fr.mod, written.of.v, written.of.fr).some((one) => isSame(one, atom));

/** What a value may be, one at a time: each with what is written to it by a name of its own. */
export function alternatives(x: Machine, value: Value): Value[] {
  const written = value.filter(({ k }) => k === "wr");
  if (written.length === 0 || written.length === value.length) return value.map((atom) => [atom]);
  const taken = new Set<Atom>();
  const whole = value.flatMap((atom): Value[] => {
    if (atom.k === "wr") return [];
    const own = written.filter((one) => isOf(x, one, atom));
    for (const one of own) taken.add(one);
    return [[atom, ...own]];
  });
  return [...whole, ...written.filter((one) => !taken.has(one)).map((one) => [one])];
}
