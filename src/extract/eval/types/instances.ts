import type { Machine } from "../machine.ts";
import { isAside } from "../elsewhere/aside.ts";
import type { Atom, AtomOf, ClsAtom, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";
import { heirsOf, othersOf } from "./heirs.ts";

/** Of more classes that have a member of their own, it is not followed. */
const MAX_OVERRIDING = 64;

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

/** Some instance of a class, or of one of those below it. */
const someOf = (x: Machine, cls: ClsAtom, below: readonly ClsAtom[] = []): AtomOf<"inst"> =>
  x.in.atom(below.length > 0 ? { k: "inst", cls, args: null, below } : { k: "inst", cls, args: null });

/**
 * An instance of which a type says no more than its class: of that, or of one built on it.
 *
 * @param asker the file that speaks of the type.
 */
export function instanceOf(x: Machine, cls: ClsAtom, asker: string): AtomOf<"inst"> {
  const below = others(x, cls, asker);
  // An abstract class is one of the others whoever speaks of it; where that is all, it is the same instance everywhere.
  const isPlain = classOf(cls).abstract === true && below.length === others(x, cls, cls.mod.file).length;
  return someOf(x, cls, isPlain ? [] : below);
}

export const instancesOf = (x: Machine, classes: readonly ClsAtom[], asker: string): Value =>
  classes.map((cls) => instanceOf(x, cls, asker)).sort((a, b) => a.id - b.id);

/** Some instance of the same kind: what it was made with seldom matters, and one activation a class is enough. */
export const anyLike = (x: Machine, { cls, below }: AtomOf<"inst">): AtomOf<"inst"> => someOf(x, cls, below);

/** The classes that an instance may be of instead of its own; nothing is made of an abstract one. */
function belowOf(x: Machine, { cls, below }: AtomOf<"inst">): readonly ClsAtom[] {
  return below ?? (classOf(cls).abstract ? others(x, cls, cls.mod.file) : []);
}

export const mayBeOther = (x: Machine, atom: Atom): boolean => atom.k === "inst" && belowOf(x, atom).length > 0;

/** A class whose members an instance may have, and what `this` is in them. */
export interface Level {
  readonly cls: ClsAtom;
  readonly self: AtomOf<"inst">;
}

/** A class below another one's, with an instance that may be of those below it. */
function levelAt(x: Machine, cls: ClsAtom, among: readonly ClsAtom[]): Level {
  const own = new Set(heirsOf(x, cls));
  return { cls, self: someOf(x, cls, classOf(cls).abstract ? [] : among.filter((one) => own.has(one))) };
}

/**
 * The classes below that of an instance which it may be one of.
 *
 * @param has which of them are asked for.
 * @param isLacking whether the class itself has nothing of what is asked for, so that whoever builds on it has it, wherever that stands.
 */
export function levelsBelow(x: Machine, atom: Atom, has: (cls: ClsAtom) => boolean = () => true, isLacking = false): readonly Level[] {
  if (atom.k !== "inst") return [];
  const below = belowOf(x, atom);
  if (below.length === 0) return [];
  const found = isLacking ? othersOf(x, atom.cls) : below;
  return found.filter(has).map((one) => levelAt(x, one, found));
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
  if (name === "constructor" || name.startsWith("#")) return NOTHING;
  const own = levelsBelow(x, atom, (cls) => hasOwn(cls, name), inherited.length === 0);
  if (own.length > MAX_OVERRIDING && !classOf(atom.cls).abstract) return x.unknown("unknown.abstract");
  const has = x.join(...own.map(({ self }) => x.member([self], name)));
  // What its own class has of it may come from wherever nobody looks.
  return has.length > 0 && inherited.length === 0 ? x.join(has, x.unknown("unknown.call")) : has;
}
