import type { Expr, Fn, Stmt, TypeRef } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import type { Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** How many files are searched for objects of one type, and how many objects are taken. */
const MAX_FILES = 60;
const MAX_OBJECTS = 16;

/** Whether a type reference names a declaration. */
type Names = (mod: Mod, type: TypeRef | undefined | null) => boolean;

/** The object literals that a function hands back in plain sight. */
function returned(fn: Fn): Expr[] {
  const out: Expr[] = [];
  const visit = (list: readonly Stmt[]): void => {
    for (const one of list) {
      if (one.k === "ret") {
        if (one.e?.k === "obj") out.push(one.e);
      } else if (one.k === "if") {
        visit(one.a);
        visit(one.b);
      } else if (one.k === "block" || one.k === "label") visit(one.b);
      else if (one.k === "try") {
        visit(one.b);
        visit(one.h);
      }
    }
  };
  visit(fn.b);
  return out;
}

/**
 * Object literals that stand for an interface which no class implements: what a variable of the type is
 * set to, and what a function that promises the type returns.
 */
export function literalImplementers(x: Machine, files: readonly string[], names: Names): Value {
  const found: Value[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    const mod = x.module(file);
    if (!mod) continue;
    for (const info of mod.sum.vars) {
      if (!names(mod, info.t)) continue;
      for (const def of info.d)
        if (def.k === "expr" && def.path.length === 0 && def.e.k === "obj")
          found.push(x.value(def.e, genericFrame(x, mod, def.f, x.top(mod))));
    }
    mod.sum.fns.forEach((fn, f) => {
      if (names(mod, fn.rt)) for (const e of returned(fn)) found.push(x.value(e, genericFrame(x, mod, f, x.top(mod))));
    });
    if (found.length > MAX_OBJECTS) return NOTHING;
  }
  return x.join(...found).filter((atom) => atom.k === "obj");
}
