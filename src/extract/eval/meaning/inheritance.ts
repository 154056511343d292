import type { Expr } from "../../ir.ts";
import { parts } from "../../ir-walk.ts";
import { contentsOf } from "./container-classes.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Mod, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";

/** The superclass of a class, as a value, in the frame that the class closes over. */
export function superclass(x: Machine, cls: ClsAtom): Value {
  const { sup } = classOf(cls);
  return sup ? x.value(sup, cls.up) : NOTHING;
}

/** `super` inside a method: the instance as its superclass sees it. */
export function superValue(x: Machine, self: Value, mod: Mod, c: number): Value {
  const own = self.flatMap((atom): ClsAtom[] => {
    const start = atom.k === "inst" ? atom.cls : atom.k === "cls" ? atom : undefined;
    return start ? (chain(x, start).filter((one) => one.k === "cls" && one.mod === mod && one.c === c) as ClsAtom[]) : [];
  });
  const parents = x.join(...own.map((cls) => superclass(x, cls)));
  return x.join(
    ...parents.map((parent): Value => {
      if (parent.k === "cls")
        return self.some((atom) => atom.k === "cls") ? [parent] : [x.in.atom({ k: "rec", m: methodsOf(x, parent, self) })];
      if (parent.k !== "ext") return [parent];
      const held = self.flatMap((atom) => (atom.k === "inst" ? contentsOf(x, atom) : []));
      return held.length > 0
        ? x.join(
            held,
            self.filter(({ k }) => k === "wr"),
          )
        : [x.ext(parent.root, [...parent.path, "new"])];
    }),
  );
}

/** The methods of an instance, its own before inherited ones. */
export function methodsOf(x: Machine, cls: ClsAtom, self: Value): Map<string, Value> {
  const out = new Map<string, Value>();
  for (const level of chain(x, cls)) {
    if (level.k !== "cls") continue;
    for (const member of classOf(level).m) {
      if (member.kind === "method" && !member.static && member.f !== undefined && !member.abstract && !out.has(member.n)) {
        out.set(member.n, [x.in.atom({ k: "fn", mod: level.mod, f: member.f, up: level.up, self })]);
      }
    }
  }
  return out;
}

/** Chains that no question that was open had a part in. */
const settled = new WeakMap<ClsAtom, readonly Atom[]>();

/** The class and its ancestors, nearest first; an external ancestor ends the chain. */
export function chain(x: Machine, start: ClsAtom): readonly Atom[] {
  const known = settled.get(start);
  if (known) return known;
  let out: Atom[] = [];
  const isSettled = x.isSettled(() => {
    out = ancestors(x, start);
  });
  if (isSettled) settled.set(start, out);
  return out;
}

function ancestors(x: Machine, start: ClsAtom): Atom[] {
  const out: Atom[] = [];
  let level: Value = [start];
  while (level.length > 0 && out.length < 16) {
    out.push(...level);
    const next = level.flatMap((atom) => (atom.k === "cls" ? superclass(x, atom) : []));
    level = next.filter((atom) => !out.includes(atom) && (atom.k === "cls" || atom.k === "ext" || atom.k === "unk"));
  }
  return out;
}

/** What the constructor of `level` is called with when `inst` is made; null when that is not known. */
export function constructorArgs(x: Machine, inst: AtomOf<"inst">, level: Atom): readonly Value[] | null {
  if (level === inst.cls) return inst.args;
  const order = chain(x, inst.cls).filter((atom) => atom.k === "cls");
  let args: readonly Value[] | null = inst.args;
  for (const one of order) {
    if (one === level) return args;
    const { ctor } = classOf(one);
    if (ctor === undefined) continue;
    const call = superCall(one, ctor);
    if (!call || call.a.some((argument) => argument.k === "spread")) return null;
    const isFixedHere = (argument: Expr): boolean => isFixed(one.mod, ctor, argument);
    // Where nobody says what the heir was made with, it hands on what it says itself; what a parameter is by default, it may not be.
    if (args === null && (!call.a.some(isFixedHere) || (hasDefaults(one.mod, ctor) && !call.a.every(isFixedHere)))) return null;
    const frame: Frame = x.in.frame(one.mod, ctor, one.up, args, [inst]);
    args = call.a.map((argument) => x.value(argument, frame));
  }
  return args;
}

const hasDefaults = (mod: Mod, f: number): boolean => mod.sum.fns[f]?.pd.some((preset) => preset !== null && preset !== undefined) === true;

/** Whether an expression names nothing of the constructor that it stands in: it is the same whoever calls that. */
function isFixed(mod: Mod, ctor: number, e: Expr): boolean {
  let isSame = e.k !== "var" || mod.sum.vars[e.v]?.f !== ctor;
  parts(e, (part) => {
    isSame &&= isFixed(mod, ctor, part);
  });
  return isSame;
}

function superCall(cls: ClsAtom, ctor: number): Extract<Expr, { k: "call" }> | undefined {
  for (const statement of cls.mod.sum.fns[ctor]?.b ?? []) {
    if (statement.k === "e" && statement.e.k === "call" && statement.e.f.k === "super") return statement.e;
  }
  return undefined;
}
