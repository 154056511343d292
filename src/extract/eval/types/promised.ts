import type { Expr, TypeRef } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { assignedIn } from "../meaning/loaded-modules.ts";
import { ancestor, genericFrame } from "../meaning/variables.ts";
import type { Frame, Value } from "../domain/values.ts";
import { isService, NOTHING } from "../domain/values.ts";
import { declarationOf, PART } from "./declarations.ts";
import { shapesOf } from "./expected.ts";
import { typeValue } from "./types.ts";

/** What is written by more assignments than these is not looked at. */
const MAX_WRITES = 8;
/** What finding out what one of them writes may take. */
const MAX_STEPS = 2000;

/**
 * What a member of a literal object is that nothing is known of, since somebody else writes it: `context.dom` of a `context: PageContext` that one
 * step of a pipeline fills for the next. It is what the declared type of the variable says, where that is a package's, and whatever the sources
 * write to a member of the name.
 */
export function promisedMember(x: Machine, object: Value, e: Extract<Expr, { k: "mem" }>, frame: Frame): Value {
  const info = e.o.k === "var" ? frame.mod.sum.vars[e.o.v] : undefined;
  if (!info?.t || typeof e.p !== "string" || x.leans || !object.every(({ k }) => k === "obj" || k === "wr")) return NOTHING;
  const promised = byType(x, info.t, e.p, ancestor(frame, info.f) ?? x.top(frame.mod));
  const written = promised.length > 0 ? writtenAnywhere(x, e.p) : undefined;
  return written ? x.join(promised, written) : NOTHING;
}

const byType = (x: Machine, type: TypeRef, name: string, owner: Frame): Value =>
  x.join(
    ...shapesOf(x, type, owner).map(([shape, at]) => {
      const member = shape.k === "obj" ? shape.m.find(([own]) => own === name) : undefined;
      return member && isOfPackage(x, member[1], at) ? typeValue(x, member[1], at).filter(isService) : NOTHING;
    }),
  );

function isOfPackage(x: Machine, type: TypeRef, { mod }: Frame): boolean {
  const at = type.k === "ref" ? declarationOf(x, mod, type) : undefined;
  return at !== undefined && at !== PART && "ext" in at;
}

/** What the sources write to members of a name; undefined where that is not all seen. */
function writtenAnywhere(x: Machine, name: string): Value | undefined {
  const mods = x.world.patching(name).map(x.glance);
  const writes = mods.flatMap((mod) => (mod ? (assignedIn(mod).get(name) ?? []).map((one) => ({ ...one, mod })) : [undefined]));
  if (writes.length === 0 || writes.length > MAX_WRITES || x.assigns("*")) return undefined;
  const values = writes.map((one) => {
    const { e, to, mod } = one ?? {};
    return e && to && mod && x.attempt(MAX_STEPS, () => x.value(e, genericFrame(x, mod, to.f, x.top(mod))));
  });
  return values.every((value) => value !== undefined && value.length > 0) ? x.join(...values.map((value) => value ?? NOTHING)) : undefined;
}
