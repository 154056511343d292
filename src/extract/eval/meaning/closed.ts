import type { Def, Expr, Step } from "../../ir.ts";
import { visitCalls } from "../../ir-walk.ts";
import type { Machine } from "../machine.ts";
import { isSetByTests } from "../elsewhere/never-run.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { isAbsent } from "../domain/values.ts";
import { writesOf, writtenBySelf } from "../elsewhere/writes.ts";

/** Through more objects than these it is not looked. */
const MAX_OBJECTS = 64;

/**
 * Whether all keys of a value are known: literal objects, and literal objects spread into them.
 *
 * @param seen what is being looked at: an object that is spread into itself, by way of others, has the keys that these have.
 */
function isClosed(x: Machine, atom: Atom, seen: Set<Atom>): boolean {
  if (atom.k === "rec") return atom.rest === undefined;
  // Beside a literal: what is written to it later, each by a name that is written out.
  if (atom.k === "wr") return writesOf(x, atom).writes.every(({ p }) => p.length > atom.p.length);
  if (atom.k === "prim") return seen.size > 0 && (isAbsent(atom) || typeof atom.v === "boolean");
  if (atom.k !== "obj" || seen.size >= MAX_OBJECTS) return false;
  if (seen.has(atom)) return true;
  seen.add(atom);
  if (!writtenBySelf(x, atom).every((one) => isClosed(x, one, seen))) return false;
  return atom.e.p.every((prop) => {
    if ("n" in prop) return prop.n !== "__proto__";
    if (!("s" in prop)) return false;
    const spread = x.value(prop.s, atom.up);
    // Merged into itself, it starts from nothing.
    const isAgain = (): boolean =>
      [...seen].some((other) => other !== atom && other.k === "obj" && other.e === atom.e && other.mod === atom.mod);
    return (spread.length > 0 || isAgain()) && spread.every((one) => isClosed(x, one, seen));
  });
}

/** Whether a member that was not found is certainly `undefined`: every key is known, and no code assigns one of this name. */
export const lacks = (x: Machine, value: Value, name: string): boolean =>
  !value.every(isAbsent) && !x.mayAssign(name) && value.every((atom) => isAbsent(atom) || isClosed(x, atom, new Set()));

/** Whether an expression is a parameter, or a part of one, that was certainly given nothing, or a variable that nothing is assigned to but by tests. */
export const isMissing = (x: Machine, e: Expr, value: Value, frame: Frame): boolean =>
  value.length > 0 && value.every(isAbsent) && isGivenAlone(x, e, frame);

/** Whether what is given to the function alone says what an expression is: nothing else is assigned to it, or to a part that leads to it. */
function isGivenAlone(x: Machine, e: Expr, frame: Frame): boolean {
  if (e.k === "this") return !assignsInBulk(frame.mod);
  if (e.k === "mem") return typeof e.p === "string" && !x.mayAssign(e.p) && isGivenAlone(x, e.o, frame);
  if (e.k !== "var") return false;
  const info = frame.mod.sum.vars[e.v];
  const isPart = (path: readonly Step[]): boolean => path.every((step) => "d" in step || ("p" in step && !x.mayAssign(step.p)));
  const isSaid = (def: Def): boolean => {
    if (def.k !== "expr") return def.k === "param";
    return def.path.length > 0 ? isPart(def.path) : isNothing(def.e) || isSetByTests(x, frame.mod, def);
  };
  return info?.w === undefined && (info?.d ?? []).every(isSaid);
}

const isNothing = (e: Expr): boolean => e.k === "void" || (e.k === "lit" && e.v === null);

const inBulk = new WeakMap<Mod["sum"], boolean>();
const BULK = new Set(["assign", "set", "defineProperty", "defineProperties"]);

/** Whether code of a module gives objects members that nobody names: `Object.assign(this, options)`. */
export function assignsInBulk({ sum }: Mod): boolean {
  let found = inBulk.get(sum);
  if (found !== undefined) return found;
  found = false;
  visitCalls(sum, ({ f, a }) => {
    const isBuiltin = f.k === "mem" && f.o.k === "glob" && (f.o.n === "Object" || f.o.n === "Reflect");
    if (isBuiltin && typeof f.p === "string" && BULK.has(f.p) && a[0]?.k !== "obj") found = true;
  });
  inBulk.set(sum, found);
  return found;
}
