import type { Machine } from "../machine.ts";
import type { Expr } from "../../ir.ts";
import { parts } from "../../ir-walk.ts";
import { importersOf } from "../elsewhere/importers.ts";
import { answering, isAside } from "../elsewhere/aside.ts";
import { superclass } from "../meaning/inheritance.ts";
import type { Atom, AtomOf, ClsAtom, Mod, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import type { Declared } from "./declarations.ts";
import { isDeclared } from "./declarations.ts";

/** Of more classes that have a member of their own, it is not followed. */
const MAX_OVERRIDING = 64;

const looked = new WeakMap<Mod, Map<number, readonly ClsAtom[]>>();

/** The classes that say they build on something, of the file that declares something and of those in which one may build on that. */
function candidates(x: Machine, at: Declared): readonly ClsAtom[] {
  let found = looked.get(at.mod);
  if (!found) looked.set(at.mod, (found = new Map<number, readonly ClsAtom[]>()));
  const known = found.get(at.v);
  if (known) return known;
  const name = at.mod.sum.vars[at.v]?.n ?? "";
  const answer = [...new Set([at.mod.file, ...x.world.heirs(name), ...renaming(x, at)])].flatMap((file) => {
    const mod = x.glance(file);
    return (mod?.sum.classes ?? []).flatMap(({ sup, impl }, c) =>
      mod && (sup || impl.length > 0) ? [x.in.atom({ k: "cls" as const, mod, c, up: x.top(mod) })] : [],
    );
  });
  found.set(at.v, answer);
  return answer;
}

/** Files with classes that build on something, and may have what is declared elsewhere under a name of their own. */
function renaming(x: Machine, { mod, v }: Declared): string[] {
  const names = mod.sum.exports.filter((one) => one.v !== undefined && isCalled(mod, one.v, v)).map(({ n }) => n);
  const building = new Set([...x.world.saying("extends"), ...x.world.saying("implements")]);
  return [...names, COMMON_JS].flatMap((name) => importersOf(x, mod, name, true).flatMap(({ file }) => (building.has(file) ? [file] : [])));
}

/** What a module that is required is handed out as. */
const COMMON_JS = "=";

/** Whether a variable is another one, or made of it: `const Base = Store`, `const Base = mixin(Store)`. */
const isCalled = (mod: Mod, name: number, v: number): boolean =>
  name === v || mod.sum.vars[name]?.d.some((def) => def.k === "expr" && mentions(def.e, v)) === true;

function mentions(e: Expr, v: number): boolean {
  let isSaid = e.k === "var" && e.v === v;
  if (e.k !== "fn" && e.k !== "cls")
    parts(e, (part) => {
      isSaid ||= mentions(part, v);
    });
  return isSaid;
}

/** The variable that a class stands in; -1 for one without. */
const variableOf = ({ mod, c }: ClsAtom): number => mod.sum.vars.findIndex(({ d }) => d.some((def) => def.k === "cls" && def.c === c));

/** Whoever has an instance of a class has loaded it. */
function load(x: Machine, classes: readonly ClsAtom[]): void {
  for (const { mod } of classes) x.module(mod.file);
}

const isClass = (atom: Atom, { mod, c }: ClsAtom): boolean => atom.k === "cls" && atom.mod === mod && atom.c === c;

/** Answers that no question that was open had a part in. */
type Settled = WeakMap<ClsAtom, readonly ClsAtom[]>;

function once(x: Machine, settled: Settled, cls: ClsAtom, ask: () => readonly ClsAtom[]): readonly ClsAtom[] {
  const known = settled.get(cls);
  if (known) return known;
  let out: readonly ClsAtom[] = [];
  const isSettled = x.isSettled(() => {
    out = ask();
  });
  if (isSettled) settled.set(cls, out);
  load(x, out);
  return out;
}

const direct: Settled = new WeakMap();
const heirs: Settled = new WeakMap();
const standIns: Settled = new WeakMap();
const all: Settled = new WeakMap();

/** Classes that extend `cls`, directly or not. */
export const heirsOf = (x: Machine, cls: ClsAtom): readonly ClsAtom[] => once(x, heirs, cls, () => heirsBelow(x, cls));

function heirsBelow(x: Machine, cls: ClsAtom): readonly ClsAtom[] {
  const found = new Set<ClsAtom>([cls]);
  // What is added on the way is gone through as well.
  for (const one of found) for (const heir of directHeirs(x, one)) found.add(heir);
  found.delete(cls);
  return [...found];
}

const directHeirs = (x: Machine, cls: ClsAtom): readonly ClsAtom[] =>
  once(x, direct, cls, () =>
    candidates(x, { mod: cls.mod, v: variableOf(cls) }).filter(
      (heir) => heir !== cls && classOf(heir).sup && superclass(x, heir).some((atom) => isClass(atom, cls)),
    ),
  );

/** The classes that say they implement an interface, those that can be made; of abstract ones their heirs. */
export function implementers(x: Machine, at: Declared, asker: string): ClsAtom[] {
  const promising = candidates(x, at).filter((cls) =>
    classOf(cls).impl.some((type) => type.k === "ref" && isDeclared(x, cls.mod, type, at)),
  );
  const from = new Set(answering(asker, [...new Set(promising.map(({ mod }) => mod.file))]));
  const out = promising.filter(({ mod }) => from.has(mod.file));
  load(x, out);
  return out.flatMap((cls) => (classOf(cls).abstract ? heirsOf(x, cls) : [cls]));
}

/** Classes that promise to be what `cls` is, without being built on it: `class Kept implements Store`. */
export function standInsOf(x: Machine, cls: ClsAtom): readonly ClsAtom[] {
  const v = variableOf(cls);
  return v === -1 ? [] : once(x, standIns, cls, () => implementers(x, { mod: cls.mod, v }, cls.mod.file));
}

/** All classes that what has the type of `cls` may be of, but for itself. */
const othersOf = (x: Machine, cls: ClsAtom): readonly ClsAtom[] =>
  once(x, all, cls, () => {
    const promising = standInsOf(x, cls);
    return [...new Set([...heirsOf(x, cls), ...promising, ...promising.flatMap((one) => heirsOf(x, one))])].filter((one) => one !== cls);
  });

/**
 * The other classes that what has the type of a class may be of: of its package, of that of the file that speaks of it, and of those that this one
 * depends on. What an example builds on a class says nothing of the library that has it.
 */
function others(x: Machine, cls: ClsAtom, asker: string): readonly ClsAtom[] {
  const found = othersOf(x, cls);
  if (found.length === 0) return found;
  const packages = new Set([x.world.owner(cls.mod.file), x.world.owner(asker)]);
  const mayHave = ({ mod: { file } }: ClsAtom): boolean => {
    const owner = x.world.owner(file);
    return packages.has(owner) || (owner !== undefined && x.world.depends(asker, owner));
  };
  const isOwn = ({ mod }: ClsAtom): boolean => isAside(asker) || isAside(cls.mod.file) || !isAside(mod.file);
  return found.filter((one) => isOwn(one) && mayHave(one));
}

/**
 * An instance of which a type says no more than its class: of that, or of one built on it.
 *
 * @param asker the file that speaks of the type.
 */
export function instanceOf(x: Machine, cls: ClsAtom, asker: string): AtomOf<"inst"> {
  const below = others(x, cls, asker);
  // What its own file says of an abstract class is told wherever it stands.
  if (classOf(cls).abstract && below.length === others(x, cls, cls.mod.file).length) return x.in.atom({ k: "inst", cls, args: null });
  return x.in.atom(below.length > 0 ? { k: "inst", cls, args: null, below } : { k: "inst", cls, args: null });
}

/** Some instance of the same kind: what it was made with seldom matters, and one activation a class is enough. */
export const anyLike = (x: Machine, { cls, below }: AtomOf<"inst">): AtomOf<"inst"> =>
  x.in.atom(below ? { k: "inst", cls, args: null, below } : { k: "inst", cls, args: null });

export const instancesOf = (x: Machine, classes: readonly ClsAtom[], asker: string): Value =>
  classes.map((cls) => instanceOf(x, cls, asker)).sort((a, b) => a.id - b.id);

/** A class whose members an instance may have, and what `this` is in them. */
export interface Level {
  readonly cls: ClsAtom;
  readonly self: AtomOf<"inst">;
}

/** Some instance of a class below another one's, and of the classes below that which it may be of instead. */
function levelAt(x: Machine, cls: ClsAtom, among: readonly ClsAtom[]): Level {
  const own = new Set(heirsOf(x, cls));
  const below = classOf(cls).abstract ? [] : among.filter((one) => own.has(one));
  return { cls, self: x.in.atom(below.length > 0 ? { k: "inst", cls, args: null, below } : { k: "inst", cls, args: null }) };
}

/**
 * The classes below that of an instance which it may be one of; nothing is made of an abstract one.
 *
 * @param isLacking whether the class itself has nothing of what is asked for, so that whoever builds on it has it, wherever that stands.
 */
export function levelsBelow(x: Machine, atom: Atom, isLacking = false): readonly Level[] {
  if (atom.k !== "inst") return [];
  const { cls } = atom;
  const below = atom.below ?? (classOf(cls).abstract ? others(x, cls, cls.mod.file) : []);
  if (below.length === 0) return [];
  const found = isLacking ? othersOf(x, cls) : below;
  return found.map((one) => levelAt(x, one, found));
}

const hasOwn = (cls: ClsAtom, name: string): boolean =>
  classOf(cls).m.some((member) => !member.static && (member.n === name || member.n === "*")) ||
  classOf(cls).w.some(({ p }) => p[0] === name);

/**
 * What an instance has under a name where a class below has its own: `make(store: Store)` is given one that keeps what it is told in a file.
 *
 * @param inherited what its own class has.
 */
export function overridden(x: Machine, atom: AtomOf<"inst">, name: string, inherited: Value): Value {
  if (name === "constructor" || name.startsWith("#")) return [];
  const own = levelsBelow(x, atom, inherited.length === 0).filter(({ cls }) => hasOwn(cls, name));
  if (own.length > MAX_OVERRIDING && !classOf(atom.cls).abstract) return x.unknown("unknown.abstract");
  const has = x.join(...own.map(({ self }) => x.member([self], name)));
  // What its own class has of it may come from wherever nobody looks.
  return has.length > 0 && inherited.length === 0 ? x.join(has, x.unknown("unknown.call")) : has;
}
