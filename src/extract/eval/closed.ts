import type { Expr, Step } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Frame, Mod, Value } from "./values.ts";
import { isAbsent } from "./values.ts";

const MAX_SPREADS = 8;

/** Whether all keys of a value are known: literal objects, and literal objects spread into them. */
function isClosed(x: Machine, atom: Atom, depth = 0): boolean {
  if (atom.k === "rec") return atom.rest === undefined;
  if (atom.k === "prim") return depth > 0 && (isAbsent(atom) || typeof atom.v === "boolean");
  return (
    atom.k === "obj" &&
    depth < MAX_SPREADS &&
    atom.e.p.every((prop) => {
      if ("n" in prop) return prop.n !== "__proto__";
      if (!("s" in prop)) return false;
      const spread = x.value(prop.s, atom.up);
      return spread.length > 0 && spread.every((one) => isClosed(x, one, depth + 1));
    })
  );
}

/** Whether a member that was not found is certainly `undefined`: every key is known, and no code assigns one of this name. */
export const lacks = (x: Machine, value: Value, name: string): boolean =>
  !value.every(isAbsent) && !x.mayAssign(name) && value.every((atom) => isAbsent(atom) || isClosed(x, atom));

/** Whether an expression is a parameter, or a part of one, that was certainly given nothing: what it is was said by the call alone. */
export const isMissing = (x: Machine, e: Expr, value: Value, frame: Frame): boolean =>
  value.length > 0 && value.every(isAbsent) && isGivenAlone(x, e, frame);

/** Whether what is given to the function alone says what an expression is: nothing else is assigned to it, or to a part that leads to it. */
function isGivenAlone(x: Machine, e: Expr, frame: Frame): boolean {
  if (e.k === "this") return !assignsInBulk(frame.mod);
  if (e.k === "mem") return typeof e.p === "string" && !x.mayAssign(e.p) && isGivenAlone(x, e.o, frame);
  if (e.k !== "var") return false;
  const info = frame.mod.sum.vars[e.v];
  const isPart = (path: readonly Step[]): boolean => path.every((step) => "d" in step || ("p" in step && !x.mayAssign(step.p)));
  return (
    info?.w === undefined &&
    (info?.d ?? []).every((def) => def.k === "param" || (def.k === "expr" && def.path.length > 0 && isPart(def.path)))
  );
}

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
