import { elementsOf } from "./containers.ts";
import type { Machine } from "../machine.ts";
import { chain, constructorArgs } from "./inheritance.ts";
import { rebuild } from "./special-values.ts";
import type { Atom, AtomOf, ClsAtom, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** What the language's containers hold that are made of these arguments. */
const MADE: Readonly<Record<string, (x: Machine, args: readonly Value[]) => Value>> = {
  Map: (x, [entries = NOTHING]) => rebuild(x, [entries]),
  WeakMap: (x, [entries = NOTHING]) => rebuild(x, [entries]),
  Set: (x, [elements = NOTHING]) => x.list(elementsOf(x, elements)),
  WeakSet: (x, [elements = NOTHING]) => x.list(elementsOf(x, elements)),
  Array: (x, args) => x.list(x.join(...args)),
};

/** The container that a class builds on; undefined where it builds on none. */
function base(x: Machine, cls: ClsAtom): AtomOf<"ext"> | undefined {
  const last: Atom | undefined = chain(x, cls).at(-1);
  return last?.k === "ext" && last.root === "global" && last.path.length === 1 && Object.hasOwn(MADE, last.path[0] ?? "")
    ? last
    : undefined;
}

/** Whether an instance is a Map, a Set or a list of a class of the program's own (`class Registry extends Map`). */
export const isContainer = (x: Machine, inst: AtomOf<"inst">): boolean => base(x, inst.cls) !== undefined;

/** What such an instance holds: what it was made of, and what its own methods put into it; nothing where it is no container. */
export function contentsOf(x: Machine, inst: AtomOf<"inst">): Value {
  const container = base(x, inst.cls);
  if (!container) return NOTHING;
  const given = constructorArgs(x, inst, container);
  const made = given && given.length > 0 ? MADE[container.path[0] ?? ""]?.(x, given) : undefined;
  return x.join([x.in.atom({ k: "wr", of: { inst }, p: [] })], made ?? NOTHING);
}
