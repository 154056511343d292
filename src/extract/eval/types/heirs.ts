import { mentionsVariable } from "../../ir-walk.ts";
import type { Machine } from "../machine.ts";
import { importersOf } from "../elsewhere/importers.ts";
import { answering } from "../elsewhere/aside.ts";
import { superclass } from "../meaning/inheritance.ts";
import type { Atom, ClsAtom, Mod } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import type { Declared } from "./declarations.ts";
import { isDeclared } from "./declarations.ts";

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
  name === v || mod.sum.vars[name]?.d.some((def) => def.k === "expr" && mentionsVariable(def.e, v)) === true;

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
export const othersOf = (x: Machine, cls: ClsAtom): readonly ClsAtom[] =>
  once(x, all, cls, () => {
    const promising = standInsOf(x, cls);
    return [...new Set([...heirsOf(x, cls), ...promising, ...promising.flatMap((one) => heirsOf(x, one))])].filter((one) => one !== cls);
  });
