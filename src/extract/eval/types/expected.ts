import type { TypeRef } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { declarationOf, PART } from "./declarations.ts";
import { typeValue } from "./types.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { CONTEXT, fnOf, isService, NOTHING } from "../domain/values.ts";

const MAX_DEPTH = 12;

/** A type with the frame that its names are looked up in. */
type Shape = readonly [TypeRef, Frame];

/**
 * The function, object and list types that a type stands for, once names, parts and what callees
 * expect are followed. Empty where that cannot be told.
 */
export function shapesOf(x: Machine, type: TypeRef, frame: Frame, depth = 0): readonly Shape[] {
  if (depth > MAX_DEPTH) return [];
  const inner = (t: TypeRef, at: Frame = frame): readonly Shape[] => shapesOf(x, t, at, depth + 1);
  switch (type.k) {
    case "fn":
    case "obj":
    case "array":
      return [[type, frame]];
    case "union":
      return type.t.flatMap((part) => inner(part));
    case "member":
      return inner(type.t).flatMap(([shape, at]) => {
        const found = shape.k === "obj" ? shape.m.find(([name]) => name === type.n) : undefined;
        return found ? inner(found[1], at) : shape.k === "array" ? inner(shape.t, at) : [];
      });
    case "elem":
      return inner(type.t).flatMap(([shape, at]) => (shape.k === "array" ? inner(shape.t, at) : []));
    case "result":
      return inner(type.t).flatMap(([shape, at]) => (shape.k === "fn" ? inner(shape.r, at) : []));
    case "arg":
      return x.value(type.e, x.top(frame.mod)).flatMap((atom) => {
        if (atom.k === "typed") return atom.t.k === "fn" && atom.t.p?.[type.i] ? inner(atom.t.p[type.i] as TypeRef, atom.up) : [];
        const f = atom.k === "fn" ? atom.f : atom.k === "cls" ? atom.mod.sum.classes[atom.c]?.ctor : undefined;
        if (f === undefined || (atom.k !== "fn" && atom.k !== "cls")) return [];
        const wanted = atom.mod.sum.fns[f]?.pt[type.i];
        return wanted ? inner(wanted, x.top(atom.mod)) : [];
      });
    case "ref":
      return named(x, type, frame, depth);
    default:
      return [];
  }
}

function named(x: Machine, type: Extract<TypeRef, { k: "ref" }>, frame: Frame, depth: number): readonly Shape[] {
  const at = declarationOf(x, frame.mod, type);
  if (!at || at === PART || "ext" in at) return [];
  const top = x.top(at.mod);
  return (at.mod.sum.vars[at.v]?.d ?? []).flatMap((def): readonly Shape[] => {
    if (def.k === "alias") return shapesOf(x, def.t, top, depth + 1);
    if (def.k === "tparam") return def.t ? shapesOf(x, def.t, top, depth + 1) : [];
    if (def.k !== "iface") return [];
    return [[{ k: "obj", m: def.m }, top], ...def.x.flatMap((parent) => shapesOf(x, parent, top, depth + 1))];
  });
}

/** What parameter `i` of a function literal may be, by what is expected where the literal stands. */
export function expectedParameter(x: Machine, frame: Frame, i: number): Value {
  const { ct } = fnOf(frame);
  if (!ct) return NOTHING;
  return x.once("expected", frame.mod.id, frame.f * 32 + Math.min(i, 31), () =>
    x.join(
      ...shapesOf(x, ct, x.top(frame.mod)).map(([shape, at]) => {
        const wanted = shape.k === "fn" ? shape.p?.[i] : undefined;
        return wanted ? typeValue(x, wanted, at) : NOTHING;
      }),
    ),
  );
}

const MAX_LEVELS = 3;
/** Of an object that is written out for a type, not more members than these are looked at. */
const MAX_MEMBERS = 24;
const CODE: ReadonlySet<Atom["k"]> = new Set(["fn", "inst"] as const);

/** Whether an object has members that run, or instances: no data that somebody sends. */
const holdsCode = (x: Machine, { e, up }: AtomOf<"obj">): boolean =>
  e.p.slice(0, MAX_MEMBERS).some((prop) => "n" in prop && x.value(prop.e, up).some(({ k }) => CODE.has(k)));

/**
 * What is known of a context by its type: instances, and objects whose members are such. The rest of an
 * object stays what a framework hands over.
 */
export function servicesOf(x: Machine, value: Value, level = 0): Value {
  return x.join(
    ...value.map((atom): Value => {
      if (isService(atom) || (atom.k === "obj" && holdsCode(x, atom))) return [atom];
      if (atom.k !== "typed" || atom.t.k !== "obj" || level > MAX_LEVELS) return NOTHING;
      const members = atom.t.m.flatMap(([name, type]) => {
        const found = type.k === "fn" ? NOTHING : servicesOf(x, typeValue(x, type, atom.up), level + 1);
        return found.length > 0 ? [[name, found] as const] : [];
      });
      return members.length > 0 ? x.record(members, x.data(CONTEXT)) : NOTHING;
    }),
  );
}
