import type { Expr, TypeRef } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { ancestor } from "../meaning/variables.ts";
import type { Frame, Value } from "../domain/values.ts";
import { isService, NOTHING } from "../domain/values.ts";
import { declarationOf, PART } from "./declarations.ts";
import { shapesOf } from "./expected.ts";
import { typeValue } from "./types.ts";

/**
 * What the declared type of a variable says of a member that nothing is known of, though somebody may write it: `context.dom` of a
 * `context: PageContext` that one step of a pipeline fills for the next. What packages have alone: of a class of ours there may be more.
 */
export function promisedMember(x: Machine, e: Extract<Expr, { k: "mem" }>, frame: Frame): Value {
  const info = e.o.k === "var" ? frame.mod.sum.vars[e.o.v] : undefined;
  if (!info?.t || typeof e.p !== "string" || x.leans) return NOTHING;
  const owner = ancestor(frame, info.f) ?? x.top(frame.mod);
  return x.join(
    ...shapesOf(x, info.t, owner).map(([shape, at]) => {
      const member = shape.k === "obj" ? shape.m.find(([name]) => name === e.p) : undefined;
      return member && isOfPackage(x, member[1], at) ? typeValue(x, member[1], at).filter(isService) : NOTHING;
    }),
  );
}

function isOfPackage(x: Machine, type: TypeRef, { mod }: Frame): boolean {
  const at = type.k === "ref" ? declarationOf(x, mod, type) : undefined;
  return at !== undefined && at !== PART && "ext" in at;
}
