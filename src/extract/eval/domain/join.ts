import { CUT } from "../fixpoint/budget.ts";
import { merged } from "./merging.ts";
import type { Atom, Interner, Value } from "./values.ts";
import { NOTHING } from "./values.ts";

/** Of more alternatives than these, what does not run is told apart by its place alone; what are more even then, are not told. */
const MAX_ATOMS = 120;
/** From so many atoms on, what was joined is looked up: loops over large lists join the same values for each of their turns. */
const MANY_ATOMS = 96;

/** What is in one of two values; one of them where it has all of the other. */
function either(a: Value, b: Value): Value {
  let out: Atom[] | undefined;
  let i = 0;
  // Both are sorted: what `b` has and `a` has not makes a new one.
  for (const atom of b) {
    let one = a[i];
    while (one && one.id < atom.id) {
      out?.push(one);
      one = a[++i];
    }
    if (one === atom) i++;
    else out ??= a.slice(0, i);
    out?.push(atom);
  }
  if (!out) return a;
  while (i < a.length) out.push(a[i++] as Atom);
  return out.length === b.length ? b : out;
}

/** A value in its order: what is put together by hand may be in another one. */
function ordered(value: Value): Value {
  for (let i = 1; i < value.length; i++)
    if ((value[i] as Atom).id <= (value[i - 1] as Atom).id) return [...new Set(value)].sort((a, b) => a.id - b.id);
  return value;
}

/**
 * The join of values. Of many alternatives those from the same place of the sources become one (their contexts are
 * joined); what are too many even then become `unknown.budget`, never silence.
 */
export function join(interner: Interner, values: readonly Value[]): Value {
  if (values.length <= 2) return joinedAnew(interner, values);
  let atoms = 0;
  for (const value of values) atoms += value.length;
  return atoms < MANY_ATOMS ? joinedAnew(interner, values) : interner.joined(values, () => joinedAnew(interner, values));
}

function joinedAnew(interner: Interner, values: readonly Value[]): Value {
  const all = joined(interner, values, 0, values.length);
  if (values.includes(all)) return all;
  const one = all.length > 1 ? oneList(interner, all) : all;
  return one.length <= MAX_ATOMS ? one : fewer(interner, one);
}

/** The join of some of the values, by halves: what is put together one by one is walked through as often. */
function joined(interner: Interner, values: readonly Value[], from: number, to: number): Value {
  if (to - from === 1) return values[from] ?? NOTHING;
  if (to <= from) return NOTHING;
  const half = (from + to) >>> 1;
  const a = joined(interner, values, from, half);
  const b = joined(interner, values, half, to);
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const both = either(ordered(a), ordered(b));
  // What is too much already is not carried on.
  return both.length > 2 * MAX_ATOMS ? fewer(interner, both) : both;
}

/** A value with at most one list: an element of one of several lists is one of a list of them all. */
function oneList(interner: Interner, atoms: Value): Value {
  let count = 0;
  for (const { k } of atoms) if (k === "list") count++;
  if (count < 2) return atoms;
  const lists = atoms.filter((atom) => atom.k === "list");
  const elements = join(
    interner,
    lists.map((list) => list.v),
  );
  return either(
    atoms.filter((atom) => atom.k !== "list"),
    [interner.atom({ k: "list", v: elements })],
  );
}

/** The widening of a set that has grown too large; found once, since what is joined to one that is large is so again and again. */
const fewer = (interner: Interner, atoms: Value): Value => interner.remade(atoms, () => widened(interner, atoms));

function widened(interner: Interner, atoms: Value): Value {
  const texts = new Set<Atom>(atoms.filter((atom) => atom.k === "str" || atom.k === "prim" || atom.k === "data"));
  const rest = texts.size > 8 ? either([interner.atom({ k: "data" })], ordered(atoms.filter((atom) => !texts.has(atom)))) : atoms;
  const all = rest.length > MAX_ATOMS ? ordered(merged(interner, rest, (values) => join(interner, values))) : rest;
  return all.length > MAX_ATOMS ? either(all.slice(0, MAX_ATOMS), [interner.atom({ k: "unk", why: CUT })]) : all;
}
