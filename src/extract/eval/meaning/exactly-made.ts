import type { Atom, AtomOf, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import type { Machine } from "../machine.ts";
import { heirsOf } from "../types/heirs.ts";

/** Whether something is an instance that `new` made of an abstract class, as a loader does that makes one of each class of a folder. */
const isOfAbstract = (atom: Atom): atom is AtomOf<"inst"> =>
  atom.k === "inst" && atom.args !== null && !atom.below && classOf(atom.cls).abstract === true;

/**
 * What a list holds, where instances of an abstract class and of all that are built on it stand in it: that of the abstract one is of its own
 * and no stand-in for the others, and has nothing under the names that it only promises.
 */
export function exactlyMade(x: Machine, value: Value): Value {
  if (!value.some(isOfAbstract)) return value;
  const classes = new Set(value.flatMap((atom) => (atom.k === "inst" ? [atom.cls] : [])));
  const isBeside = (atom: AtomOf<"inst">): boolean => {
    const heirs = heirsOf(x, atom.cls);
    return heirs.length > 0 && heirs.every((heir) => classes.has(heir) || classOf(heir).abstract);
  };
  return x.join(
    value.map((atom) =>
      isOfAbstract(atom) && isBeside(atom) ? x.in.atom({ k: "inst", cls: atom.cls, args: atom.args, below: [] }) : atom,
    ),
  );
}
