import type { CallExpr } from "../../ir.ts";
import type { Target } from "../domain/targets.ts";
import { invoke } from "./callees.ts";
import { COMMON, KEEPING } from "../domain/common-names.ts";
import { contentsOf, isContainer } from "../meaning/container-classes.ts";
import { elementsOf, iterate } from "../meaning/containers.ts";
import { compared } from "./data-methods.ts";
import { RUNS, executorsOf } from "./function-methods.ts";
import type { Machine } from "../machine.ts";
import { settled } from "./promises.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";

/** What runs something when it is called. */
const RUNNING: ReadonlySet<Atom["k"]> = new Set(["fn", "ext", "cls", "proxy", "typed"] as const);

/** What `this` is in a method: an instance that is a container, or a namespace, with what was put into it from outside. */
export const selfOf = (x: Machine, atom: Atom, receiver: Value): Value =>
  atom.k === "rec" || (atom.k === "inst" && isContainer(x, atom))
    ? x.join(
        [atom],
        receiver.filter(({ k }) => k === "wr"),
      )
    : [atom];

/**
 * A method of an object, an instance, or a container of the analysed program.
 *
 * @param self what `this` is in it; null where it is called by `super`, and stays.
 */
export function objectMethod(
  x: Machine,
  atom: Atom,
  name: string,
  args: readonly Value[],
  call: CallExpr,
  frame: Frame,
  self: Value | null,
): readonly Target[] {
  const held = atom.k === "rec" || atom.k === "wr" ? containerMethod(x, atom, name, args) : undefined;
  if (held && !ownsMember(atom, name)) return [held];
  const members = x.member([atom], name);
  // What was put into a container from outside is there in its methods too.
  const found = self && self.length > 1 ? members.map((one) => (one.k === "fn" && one.self ? x.in.atom({ ...one, self }) : one)) : members;
  // A method of the list or Map that its class builds on.
  if (atom.k === "inst" && found.every((one) => one.k === "ext"))
    for (const contents of contentsOf(x, atom)) {
      const kept = containerMethod(x, contents, name, args);
      if (kept) return [kept];
    }
  // A weak reference is taken for what it refers to.
  if (found.every((one) => one.k === "ext") && name === "deref" && args.length === 0) return [{ k: "data", args: [], value: [atom] }];
  // What stands for a framework's object runs by whatever method that has.
  if (found.every((one) => one.k === "ext") && RUNS.has(name) && (atom.k === "inst" || atom.k === "obj")) {
    const own = executorsOf(x, atom).flatMap((one) => invoke(x, one, args, self ?? [atom], call, frame));
    if (own.length > 0) return [...found.flatMap((one) => invoke(x, one, args, self ?? [atom], call, frame)), ...own];
  }
  if (found.length > 0) {
    const run = (atoms: Value): readonly Target[] => atoms.flatMap((one) => invoke(x, one, args, self, call, frame));
    // What may be a text as well as an object that something is spread into: `value.trim()`.
    const isVague = COMMON.has(name) && found.some(({ k }) => k === "data" || k === "unk");
    if (!isVague) return run(found);
    return [{ k: "data", args: compared(name, args), value: x.data() }, ...run(found.filter(({ k }) => RUNNING.has(k)))];
  }
  const kept = held ?? (atom.k === "obj" ? containerMethod(x, atom, name, args) : undefined);
  if (kept) return [kept];
  if (name === "then" || name === "catch" || name === "finally") return [settled(x, [atom], name, args)];
  return atom.k === "wr" && COMMON.has(name) ? [{ k: "data", args, value: [atom] }] : [];
}

/** Whether an object has a member of this very name, so that it is not the method of a Map or array. */
function ownsMember(atom: Atom, name: string): boolean {
  if (atom.k === "rec") return atom.m.has(name);
  if (atom.k !== "wr" || !("fr" in atom.of)) return false;
  const { v, fr } = atom.of;
  return (fr.mod.sum.vars[v]?.w ?? []).some((write) => write.kind !== "entry" && write.kind !== "elem" && write.p[atom.p.length] === name);
}

/** A Map, Set or array method on a container of the analysed program. */
function containerMethod(x: Machine, atom: Atom, name: string, args: readonly Value[]): Target | undefined {
  const each = iterate(x, atom, name, args);
  if (each) return { k: "each", ...each };
  if (name === "getStore" && atom.k === "wr") return { k: "data", args: [], value: elementsOf(x, [atom]) };
  // What a container of our own keeps has not left the program.
  return KEEPING.has(name) && atom.k !== "obj" ? { k: "data", args: [], value: [atom] } : undefined;
}
