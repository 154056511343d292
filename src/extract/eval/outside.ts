import { assignedIn } from "./loaded-modules.ts";
import type { Machine } from "./machine.ts";
import { chain } from "./inheritance.ts";
import type { Atom, AtomOf, ClsAtom, Value } from "./values.ts";
import { isAbsent, isVague, NOTHING } from "./values.ts";
import { genericFrame } from "./variables.ts";

/** A name that more files than these give to something says nothing of what it is given to. */
const MAX_FILES = 48;
/** What finding out who is given something may take, for one assignment. */
const MAX_STEPS = 4000;

const CODE: ReadonlySet<Atom["k"]> = new Set(["fn", "inst", "cls", "obj"] as const);

/** Whether a field that its class says this of is worth being looked for elsewhere: it holds code, or nothing yet. */
const mayBeReplaced = (value: Value): boolean =>
  value.some(({ k }) => CODE.has(k)) || value.every((atom) => isVague(atom) || isAbsent(atom));

/**
 * What code outside a class gives to a field of its instances: `agent.onEvent = listener`, wherever in the sources.
 *
 * @param own what the class itself says of the field.
 */
export function givenFromOutside(x: Machine, to: AtomOf<"inst"> | ClsAtom, name: string, own: Value): Value {
  if (!mayBeReplaced(own)) return NOTHING;
  const files = x.world.patching(name);
  if (files.length === 0 || files.length > MAX_FILES) return NOTHING;
  const cls = to.k === "inst" ? to.cls : to;
  return x.once(to.k === "inst" ? "given" : "given static", cls.id, x.nameId(name), () =>
    x.join(
      ...files.flatMap((file) => {
        const mod = x.glance(file);
        return (mod ? (assignedIn(mod).get(name) ?? []) : []).map(({ to: target, e }) => {
          if (!mod || !target || !e || x.givenUp.has(target.object)) return NOTHING;
          const frame = genericFrame(x, mod, target.f, x.top(mod));
          const objects = x.attempt(MAX_STEPS, () => x.value(target.object, frame));
          if (!objects) x.givenUp.add(target.object);
          return objects?.some((atom) => isOne(x, atom, to)) ? x.value(e, frame) : NOTHING;
        });
      }),
    ),
  );
}

/** Whether a value may be an instance of a class (or the class itself), as far as classes tell. */
function isOne(x: Machine, atom: Atom, to: AtomOf<"inst"> | ClsAtom): boolean {
  if (to.k === "cls") return atom === to;
  return atom.k === "inst" && (chain(x, atom.cls).includes(to.cls) || chain(x, to.cls).includes(atom.cls));
}
