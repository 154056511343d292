import type { Machine } from "../machine.ts";
import type { Atom, Value } from "../domain/values.ts";

/** What one literal has in common, in whichever activations; anything else is itself alone. */
const literalOf = (atom: Atom): object => (atom.k === "obj" ? atom.e : atom);

/** What is written under the names of variables, by what those hold: that is what it is written to. */
function writtenTo(x: Machine, written: Value): ReadonlyMap<object, Value> {
  const out = new Map<object, Atom[]>();
  for (const one of written) {
    if (one.k !== "wr" || !("v" in one.of)) continue;
    const { v, fr } = one.of;
    for (const literal of new Set(x.variable(fr.mod, v, fr).map(literalOf))) {
      const own = out.get(literal);
      if (own) own.push(one);
      else out.set(literal, [one]);
    }
  }
  return out;
}

/** What a value may be, one at a time: each with what is written to it by a name of its own. */
export function alternatives(x: Machine, value: Value): readonly Value[] {
  const written = value.filter(({ k }) => k === "wr");
  if (written.length === 0 || written.length === value.length) return value.map((atom) => [atom]);
  const [apart] = x.once("alternatives", x.in.numberOf(value), 0, () => [x.in.atom({ k: "arr", e: withWritten(x, value, written) })]);
  // Nothing is known of it yet where it is asked for again in the middle.
  return apart?.k === "arr" ? apart.e : value.map((atom) => [atom]);
}

function withWritten(x: Machine, value: Value, written: Value): Value[] {
  const owners = writtenTo(x, written);
  const taken = new Set<Atom>();
  const whole = value.flatMap((atom): Value[] => {
    if (atom.k === "wr") return [];
    const own = owners.get(literalOf(atom)) ?? [];
    for (const one of own) taken.add(one);
    return [[atom, ...own]];
  });
  return [...whole, ...written.filter((one) => !taken.has(one)).map((one) => [one])];
}
