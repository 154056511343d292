import type { Expr } from "../../ir.ts";
import { assignedIn } from "../meaning/loaded-modules.ts";
import { entriesOf } from "../meaning/containers.ts";
import type { Machine } from "../machine.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Value } from "../domain/values.ts";
import { isAbsent, isVague, NOTHING } from "../domain/values.ts";
import { EXECUTOR_KEYS } from "../../shapes/definitions.ts";
import { allocationOf } from "../meaning/special-values.ts";
import { boundTo, mayHold } from "./writes.ts";
import { genericFrame } from "../meaning/variables.ts";

/** A name that more files than these give to something says nothing of what it is given to. */
const MAX_FILES = 48;
const FEW_FILES = 2;
/** What finding out who is given something may take, for one assignment. */
const MAX_STEPS = 4000;

const CODE: ReadonlySet<Atom["k"]> = new Set(["fn", "inst", "cls", "obj"] as const);

/** Whether a field that its class says this of is worth being looked for elsewhere: it holds code, or nothing yet. */
const mayBeReplaced = (value: Value): boolean =>
  value.some(({ k }) => CODE.has(k)) || value.every((atom) => isVague(atom) || isAbsent(atom));

/** Whether a member of a literal object is worth it: a function, or nothing as it is written. */
const mayBeSetLater = (own: Value): boolean => own.some(({ k }) => k === "fn") || own.every(isAbsent);

/** In how many files the assignments of a name are looked at where an object lacks it as it is written: most objects lack most names. */
const filesWorth = (to: Receiver, name: string, own: Value): number =>
  to.k === "obj" && own.every(isAbsent) && !EXECUTOR_KEYS.includes(name) ? FEW_FILES : MAX_FILES;

/** Whether an object stands in the sources, and does not itself say that something is written below a computed key. */
const isWritten = ({ e }: AtomOf<"obj">): boolean => e.at > 0;

/** What is assigned to. */
type Receiver = AtomOf<"inst"> | AtomOf<"obj"> | ClsAtom;

/**
 * What code outside a class gives to a field of its instances: `agent.onEvent = listener`, wherever in the sources.
 *
 * @param own what the class itself says of the field.
 */
export function givenFromOutside(x: Machine, to: Receiver, name: string, own: Value): Value {
  if (!(to.k === "obj" ? isWritten(to) && mayBeSetLater(own) : mayBeReplaced(own))) return NOTHING;
  const files = x.world.patching(name);
  if (files.length === 0 || files.length > filesWorth(to, name, own)) return NOTHING;
  const { id } = to.k === "inst" ? to.cls : to;
  return x.once(to.k === "cls" ? "given static" : "given", id, x.nameId(name), () =>
    x.join(
      ...files.flatMap((file) => {
        const mod = x.glance(file);
        return (mod ? (assignedIn(mod).get(name) ?? []) : []).map(({ to: target, e, when }) => {
          if (!mod || !target || !e || x.givenUp.has(target.object)) return NOTHING;
          const frame = genericFrame(x, mod, target.f, x.top(mod));
          const objects = x.attempt(MAX_STEPS, () => x.value(target.object, frame));
          if (!objects) x.givenUp.add(target.object);
          if (!objects?.some((atom) => isOne(x, atom, to))) return NOTHING;
          const frames = framesOf(x, target.object, to, frame).filter((one) => mayHold(x, when, one));
          return x.join(...frames.map((one) => x.value(e, one)));
        });
      }),
    ),
  );
}

/** Whether a variable is the object itself, as it is written: in each activation the one that was made there. */
function isOwn({ mod }: Frame, v: number, to: AtomOf<"obj">): boolean {
  const [def, more] = mod.sum.vars[v]?.d ?? [];
  return to.mod === mod && !more && def?.k === "expr" && def.e === to.e && def.path.length === 0;
}

/** The activations in which something is assigned to one of several: `for (const t of tools) t.run = logged(t.run)` makes it of this one. */
function framesOf(x: Machine, object: Expr, to: Receiver, frame: Frame): Frame[] {
  if (to.k !== "obj") return [frame];
  if (object.k === "var") return [isOwn(frame, object.v, to) ? genericFrame(x, to.mod, frame.f, to.up) : boundTo(x, object.v, to, frame)];
  if (object.k !== "mem" || typeof object.p === "string" || object.p.k !== "var") return [frame];
  const { v } = object.p;
  const keys = x.value(object.o, frame).flatMap((atom) => keysOfElement(x, atom, to));
  return keys.length > 0 ? keys.map((key) => boundTo(x, v, key, frame)) : [frame];
}

/** Under which keys a container has something: the places in a list, or the names in a table. */
function keysOfElement(x: Machine, holder: Atom, to: Receiver): Atom[] {
  const has = (value: Value = NOTHING): boolean => value.some((atom) => isOne(x, atom, to));
  if (holder.k === "arr") return holder.e.flatMap((one, place) => (has(one) ? x.text(String(place)) : NOTHING));
  return entriesOf(x, [holder]).flatMap((pair) =>
    pair.k === "arr" && has(pair.e[1]) ? (pair.e[0] ?? NOTHING).filter(({ k }) => k === "str") : [],
  );
}

/** Whether a value may be an instance of a class (or the class itself), as far as classes tell; or be made by the same literal. */
function isOne(x: Machine, atom: Atom, to: Receiver): boolean {
  if (to.k === "cls") return atom === to;
  if (to.k === "obj") return allocationOf(atom) === allocationOf(to);
  return atom.k === "inst" && (chain(x, atom.cls).includes(to.cls) || chain(x, to.cls).includes(atom.cls));
}
