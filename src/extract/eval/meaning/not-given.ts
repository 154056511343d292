import type { Expr, TypeRef } from "../../ir.ts";
import { assignsInBulk } from "./closed.ts";
import { chain } from "./inheritance.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, Mod, Value } from "../domain/values.ts";
import { classOf, isAbsent } from "../domain/values.ts";

/** Whether a field of a known instance was certainly given nothing: no callback then, and nothing that holds some, whatever its type. */
export const isUnset = (x: Machine, inst: AtomOf<"inst">, name: string, value: Value): boolean =>
  inst.args !== null &&
  value.length > 0 &&
  value.every(isAbsent) &&
  !x.mayAssign(name) &&
  chain(x, inst.cls).every(
    (level) => level.k !== "cls" || (classOf(level).w.every((write) => write.p.length > 0) && !assignsInBulk(level.mod)),
  );

/** Whether a type says that a field holds a function: one of anything may be filled by anybody. */
const isCallback = (type: TypeRef | undefined): boolean =>
  type !== undefined && (type.k === "fn" || type.k === "ref" || (type.k === "union" && type.t.some(isCallback)));

/**
 * Whether a field of an instance is what its constructor was to be given, and was not: nothing else sets it, or makes anything of the class. What is
 * filled in from outside has a decorator, an initial value, or a base of a package.
 */
export function isNotGiven(x: Machine, atom: Atom, name: string): boolean {
  if (atom.k !== "inst") return false;
  const levels = chain(x, atom.cls);
  const isPlain = levels.every((level) => level.k === "cls" && classOf(level).deco.length === 0);
  const own = levels.flatMap((level) => (level.k === "cls" ? [{ level, cls: classOf(level) }] : []));
  const writes = own.flatMap(({ level, cls }) => cls.w.filter(({ p }) => p[0] === name).map((write) => ({ level, cls, write })));
  const isPassed = (mod: Mod, e: Expr): boolean =>
    e.k === "mem" && typeof e.p === "string"
      ? isPassed(mod, e.o)
      : e.k === "var" && mod.sum.vars[e.v]?.d.every(({ k }) => k === "param") === true;
  return (
    isPlain &&
    writes.length > 0 &&
    writes.every(({ level, cls, write }) => write.p.length === 1 && write.f === cls.ctor && isPassed(level.mod, write.e)) &&
    own.some(({ cls }) => cls.m.some((one) => one.n === name && isCallback(one.t))) &&
    own.every(({ cls }) =>
      cls.m.every((one) => one.n !== name || (one.kind === "field" && one.e === undefined && (one.deco ?? []).length === 0)),
    ) &&
    isUnset(x, atom, name, x.member([atom], name))
  );
}
