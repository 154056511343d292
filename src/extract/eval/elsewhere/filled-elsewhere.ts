import type { Expr, ModuleSummary, Write } from "../../ir.ts";
import { statementExprs, takesOut, visitExprs } from "../../ir-walk.ts";
import { CUT } from "../fixpoint/budget.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** More files than these are not looked at. */
const MAX_FILES = 48;
/** What finding out whose field is filled may take, for one place. */
const MAX_STEPS = 4000;
const CONTAINERS: ReadonlySet<Atom["k"]> = new Set(["arr", "list", "rec", "obj", "wr"] as const);
/** Whether a container has nothing in it as its class says it. */
const isEmpty = (atom: Atom): boolean => (atom.k === "arr" && atom.e.length === 0) || (atom.k === "rec" && atom.m.size === 0 && !atom.rest);

/**
 * What code outside a class puts into a container that its instances hold: `bus.handlers.push(f)`, `tracker.running.set(id, child)`,
 * wherever in the sources.
 *
 * @param own what the class itself says of the field.
 */
export function filledElsewhere(x: Machine, to: AtomOf<"inst">, name: string, own: Value): Value {
  if (!own.some(({ k }) => CONTAINERS.has(k))) return NOTHING;
  const files = x.world.filling(name);
  if (files.length === 0) return NOTHING;
  const isBare = own.every(isEmpty);
  if (files.length > MAX_FILES) return isBare ? x.list(x.unknown(CUT)) : NOTHING;
  const found = x.once("filled", to.cls.id, x.nameId(name), () =>
    x.join(
      ...files.flatMap((file) => {
        const mod = x.glance(file);
        return mod ? [...byVariables(x, mod, to, name), ...byClasses(x, mod, to, name)] : [];
      }),
    ),
  );
  return isBare && found.length > 0 ? x.join(found, doubtOf(x, to, name)) : found;
}

/** What else may be in a container of which only others are seen to fill it. */
const doubtOf = (x: Machine, to: AtomOf<"inst">, name: string): Value =>
  x.once("doubted", to.cls.id, x.nameId(name), () =>
    isFilledByItself(x, to, name) || !mayHaveOtherNames(x, name) ? NOTHING : x.list(x.unknown("unknown.call")),
  );

const isFilledByItself = (x: Machine, to: AtomOf<"inst">, name: string): boolean =>
  chain(x, to.cls).some((level) => level.k === "cls" && classOf(level).w.some((write) => placeIn(write, name) === 0));

/** Whether a member of a name is taken under another one, handed over or given back somewhere: who has it then may put anything into it. */
function mayHaveOtherNames(x: Machine, name: string): boolean {
  const files = x.world.accessing(name);
  return (
    files.length > MAX_FILES ||
    files.some((file) => {
      const sum = x.world.summary(file);
      return sum !== undefined && (takesOut(sum, name) || isUsedWhole(sum, name));
    })
  );
}

/** Whether a module does more with a member of a name than to read members of it, to call its methods, to go through it, or to set it. */
function isUsedWhole(sum: ModuleSummary, name: string): boolean {
  let said = 0;
  let known = 0;
  const isIt = (e: Expr | null | undefined): boolean => e?.k === "mem" && e.p === name;
  const count = (e: Expr | null | undefined): void => {
    if (isIt(e)) known++;
  };
  visitExprs(sum, (e) => {
    if (isIt(e)) said++;
    if (e.k === "mem") count(e.o);
    if (e.k === "spread") count(e.e);
    if (e.k === "set") count(e.t);
  });
  for (const { b } of sum.fns)
    statementExprs(b, (e, { k }) => {
      if (k === "loop" || k === "if") count(e);
    });
  return said > known;
}

/** Where below a target a name stands that something is put into: 1 in `app.bus.handlers.push(f)` for `handlers`; -1 where there is none. */
const placeIn = ({ p, kind }: Write, name: string): number => (kind === "prop" ? p.slice(0, -1) : p).lastIndexOf(name);

/** What is put below variables. */
const byVariables = (x: Machine, mod: Mod, to: AtomOf<"inst">, name: string): Value[] =>
  mod.sum.vars.flatMap(({ w = [], f }, v) =>
    pathsTo(w, name).flatMap((p) => {
      const fr = genericFrame(x, mod, f, x.top(mod));
      return isHolder(x, to, p, () => x.variable(mod, v, fr)) ? [[x.in.atom({ k: "wr", of: { v, fr }, p })]] : [];
    }),
  );

/** What is put below fields of other classes: `this.app.handlers.push(f)`. */
const byClasses = (x: Machine, mod: Mod, to: AtomOf<"inst">, name: string): Value[] =>
  mod.sum.classes.flatMap(({ w, up }, c) =>
    pathsTo(w, name).flatMap((p) => {
      // What a class puts into a field of its own it says itself.
      if (p.length === 1) return [];
      const cls = x.in.atom({ k: "cls", mod, c, up: outer(x, mod, up) });
      const inst = x.in.atom({ k: "inst", cls, args: null });
      return isHolder(x, to, p, () => [inst]) ? [[x.in.atom({ k: "wr", of: { inst }, p })]] : [];
    }),
  );

const outer = (x: Machine, mod: Mod, f: number): Frame => (f === 0 ? x.top(mod) : genericFrame(x, mod, f, x.top(mod)));

/** The paths to a name below which something is written, each once. */
function pathsTo(writes: readonly Write[], name: string): string[][] {
  const paths = writes.flatMap((write) => {
    const place = placeIn(write, name);
    return place === -1 ? [] : [write.p.slice(0, place + 1)];
  });
  return [...new Map(paths.map((path) => [path.join("\0"), path])).values()];
}

/** Whether what a path ends below may be an instance of the class, or of one that builds on it. */
function isHolder(x: Machine, to: AtomOf<"inst">, path: readonly string[], root: () => Value): boolean {
  const holder = x.attempt(MAX_STEPS, () => path.slice(0, -1).reduce((value, step) => x.member(value, step), root()));
  return holder?.some((atom) => atom.k === "inst" && (chain(x, atom.cls).includes(to.cls) || chain(x, to.cls).includes(atom.cls))) === true;
}
