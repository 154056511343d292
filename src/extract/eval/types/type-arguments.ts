import type { TypeRef } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { chain, superclass } from "../meaning/inheritance.ts";
import { typeValue } from "./types.ts";
import type { ClsAtom, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";

/**
 * What a member of the type `type`, declared by the class `level`, may be in an instance of `start`: the
 * type parameters of `level` are what the classes below it give for them.
 */
export function declaredType(x: Machine, start: ClsAtom, level: ClsAtom, type: TypeRef): Value {
  if (type.k === "union") return x.join(...type.t.map((part) => declaredType(x, start, level, part)));
  const place = type.k === "ref" && type.v !== undefined ? level.mod.sum.vars[type.v]?.d.find((def) => def.k === "tparam") : undefined;
  if (place?.c !== level.c || start === level) return typeValue(x, type, level.up);
  for (const below of chain(x, start)) {
    if (below.k !== "cls" || !superclass(x, below).includes(level)) continue;
    const given = classOf(below).st?.[place.i];
    if (given) return declaredType(x, start, below, given);
  }
  return typeValue(x, type, level.up);
}
