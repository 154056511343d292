import type { CallExpr, Expr, ModuleSummary, Write } from "../../ir.ts";
import { says, statementExprs, takesOut, visitExprs } from "../../ir-walk.ts";
import { elementsOf } from "../meaning/containers.ts";
import type { Machine } from "../machine.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Mod } from "../domain/values.ts";
import { classOf, isVague } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";
import { mayTakeAll } from "./only-read.ts";
import { isReset, isUncalled, mayHave, methodAround } from "./never-run.ts";

// Lists of a class that nobody puts anything into: of hooks that nobody registers, of listeners that never subscribe.

/** A name that more files than these have members of says nothing. */
const MAX_FILES = 12;
/** What finding out whose member one of them is may take. */
const MAX_STEPS = 2000;

/** What goes through a list without changing it, or takes something out of it. */
const HARMLESS = new Set(
  "length size has includes indexOf slice filter map flatMap forEach find findIndex findLast some every reduce entries keys values at join toSorted pop shift clear delete".split(
    " ",
  ),
);
/** Those by which a function is handed each element, its place, and the list. */
export const EACH = new Set("filter map flatMap forEach find findIndex findLast some every reduce".split(" "));

/** Whether what an expression makes is empty: `[]`, `new Set()`. */
const isEmpty = (e: Expr | undefined): boolean =>
  e?.k === "as" ? isEmpty(e.e) : (e?.k === "arr" && e.e.length === 0) || (e?.k === "call" && e.kind === 1 && isNewContainer(e));

const isNewContainer = ({ f, a }: CallExpr): boolean => f.k === "glob" && (f.n === "Set" || f.n === "Map") && a.length === 0;

/** Whether an expression is made of the same list: `this.hooks.slice()`. */
const isOfSame = (e: Expr, name: string): boolean =>
  e.k === "call" &&
  e.f.k === "mem" &&
  typeof e.f.p === "string" &&
  SAME.has(e.f.p) &&
  e.f.o.k === "mem" &&
  e.f.o.p === name &&
  e.f.o.o.k === "this";
const SAME = new Set(["slice", "filter", "toSorted"]);

const answers = new WeakMap<Machine, Map<string, boolean>>();

/** Whether a field of an instance is a list, a set or a map that starts empty, and that no code puts anything into. */
export function isNeverFilled(x: Machine, { cls }: AtomOf<"inst">, name: string): boolean {
  const levels = chain(x, cls);
  const known = answers.get(x) ?? new Map<string, boolean>();
  answers.set(x, known);
  return (
    levels.every((level) => {
      if (level.k !== "cls") return false;
      const key = `${level.id} ${name}`;
      let answer = known.get(key);
      if (answer === undefined) {
        known.set(key, false); // While it is being found out, it may be filled.
        known.set(key, (answer = isEmptyIn(x, level, name)));
      }
      return answer;
    }) && levels.some((level) => level.k === "cls" && classOf(level).m.some((one) => one.n === name))
  );
}

function isEmptyIn(x: Machine, level: ClsAtom, name: string): boolean {
  const { m, w, deco, keys = [] } = classOf(level);
  const fields = m.filter((one) => one.n === name || one.n === "*");
  const isWrittenEmpty = ({ e, f, kind, p }: Write): boolean => {
    if (p.length > 1) return false;
    if (kind === "prop" ? isReset({ e }) || isEmpty(e) || isOfSame(e, name) : e.k === "void") return true;
    return isUncalled(x, level, methodAround(level, f));
  };
  const isLeftEmptyBy = (file: string): boolean => {
    const mod = x.glance(file);
    return mod !== undefined && !says(mod.sum, name) && !takesOut(mod.sum, name) && isLeftEmpty(x, mod, level, name);
  };
  return (
    deco.length === 0 &&
    keys.length === 0 &&
    fields.every(
      (one) => one.kind === "field" && !one.static && isEmpty(one.e ?? initialOf(level.mod, one.f)) && (one.deco ?? []).length === 0,
    ) &&
    w.every(
      (write) => (write.p.length > 0 && write.p[0] !== name && write.p[0] !== "*") || (write.p[0] === name && isWrittenEmpty(write)),
    ) &&
    isLeftEmptyBy(level.mod.file) &&
    x.world.accessing(name).length <= MAX_FILES &&
    x.world.accessing(name).every(isLeftEmptyBy)
  );
}

/** What a function of an initialiser gives back. */
const initialOf = ({ sum }: Mod, f: number | undefined): Expr | undefined => {
  const [only, more] = (f !== undefined && sum.fns[f]?.b) || [];
  return only?.k === "ret" && !more ? only.e : undefined;
};

/** Whether a module does no more to members of a name than to read them, but where they are certainly others'. */
function isLeftEmpty(x: Machine, mod: Mod, level: ClsAtom, name: string): boolean {
  const harmless = readsOf(mod.sum, name);
  let is = true;
  visitExprs(mod.sum, (e, f) => {
    if (!is || e.k !== "mem" || e.p !== name || harmless.has(e)) return;
    if (mod === level.mod && isUncalled(x, level, methodAround(level, f))) return;
    const holder = x.attempt(MAX_STEPS, () => x.value(e.o, genericFrame(x, mod, f, x.top(mod))));
    is = holder !== undefined && holder.length > 0 && !x.leans && !holder.some((atom) => mayHave(x, atom, level, name));
  });
  return is;
}

/** Members of a name of which a module only reads what they hold, or that it makes empty. */
function readsOf(sum: ModuleSummary, name: string): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  const isIt = (e: Expr | null | undefined): e is Expr => e?.k === "mem" && e.p === name;
  visitExprs(sum, (e) => {
    if (e.k === "spread" && isIt(e.e)) found.add(e.e);
    if (e.k === "mem" && typeof e.p === "string" && HARMLESS.has(e.p) && isIt(e.o)) found.add(e.o);
    if (e.k === "set" && isIt(e.t) && (isEmpty(e.e) || isOfSame(e.e, name))) found.add(e.t);
  });
  visitExprs(sum, (e) => {
    if (e.k !== "call" || e.f.k !== "mem" || typeof e.f.p !== "string" || !isIt(e.f.o)) return;
    // What it is given behind where to and how many, it puts there.
    if (e.f.p === "splice" && e.a.length <= 2 && e.a.every(({ k }) => k !== "spread")) found.add(e.f.o);
    // A function that each is handed to may take the list itself.
    if (EACH.has(e.f.p) && e.a.some((one) => mayTakeAll(sum, one))) found.delete(e.f.o);
  });
  for (const fn of sum.fns)
    statementExprs(fn.b, (e, from) => {
      if (from.k === "loop" && from.e === e && isIt(e)) found.add(e);
    });
  return found;
}

/** Whether an expression certainly holds no element: `this.hooks`, `[...this.hooks]`, `Array.from(this.hooks)`. */
export function holdsNothing(x: Machine, e: Expr, frame: Frame): boolean {
  if (e.k === "arr") return e.e.length > 0 && e.e.every((one) => one.k === "spread" && holdsNothing(x, one.e, frame));
  if (e.k === "call") {
    const [given] = e.a;
    if (e.f.k !== "mem") return false;
    if (e.f.o.k === "glob") return e.f.o.n === "Array" && e.f.p === "from" && given !== undefined && holdsNothing(x, given, frame);
    return typeof e.f.p === "string" && LISTING.has(e.f.p) && holdsNothing(x, e.f.o, frame);
  }
  if (e.k !== "mem" || typeof e.p !== "string") return false;
  const { p } = e;
  const holder = x.value(e.o, frame);
  return (
    holder.length > 0 &&
    // What is seen to be in it tells sooner than all that may put something into it.
    elementsOf(x, x.value(e, frame)).every(isVague) &&
    holder.every((atom: Atom) => atom.k === "inst" && isNeverFilled(x, atom, p))
  );
}
const LISTING = new Set(["slice", "values", "keys", "entries", "filter"]);
