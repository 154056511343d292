import { holdsNamedCode } from "../../shapes/definitions.ts";
import type { Atom, Frame, Interner, Value } from "./values.ts";

/** Joins values. */
type Join = (values: readonly Value[]) => Value;

/**
 * Merges what comes from the same place of the sources, or of a package: a literal in activations of the same functions,
 * a member reached with other arguments, arrays of one length. What these hold is joined, part by part: how a place was
 * reached is given up, and nothing of what may be there.
 */
export function merged(interner: Interner, atoms: Value, join: Join): Atom[] {
  const groups = new Map<string, Atom[]>();
  for (const atom of atoms) {
    const place = placeOf(atom);
    const group = groups.get(place);
    if (group) group.push(atom);
    else groups.set(place, [atom]);
  }
  return [...groups.values()].flatMap((group) => (group.length > 1 ? [oneOf(interner, group, join)] : group));
}

const places = new WeakMap<Atom, string>();

/** What atoms that may be merged have in common; for what runs, or holds what does, what it has alone: each may be a tool of its own. */
function placeOf(atom: Atom): string {
  let place = places.get(atom);
  if (place === undefined) places.set(atom, (place = sharedPlace(atom) ?? `${atom.id}`));
  return place;
}

function sharedPlace(atom: Atom): string | undefined {
  switch (atom.k) {
    case "ext":
      return `ext ${atom.root} ${JSON.stringify(atom.path)} ${lengthOf(atom.args)} ${lengthOf(atom.held)}`;
    case "arr":
      return `arr ${lengthOf(atom.e)}`;
    case "obj":
      return atom.guard || holdsNamedCode(atom.e) ? undefined : `obj ${atom.mod.id} ${atom.e.i} ${activationOf(atom.up)}`;
    default:
      return undefined;
  }
}

const lengthOf = (values: readonly Value[] | null | undefined): string => (values ? `${values.length}` : "-");

/** What activations that may be merged have in common. */
const activationOf = ({ id, mod, f, up, args, self, bound }: Frame): string =>
  bound ? `#${id}` : `${mod.id}.${f}(${lengthOf(args)}${self ? "!" : ""})${up ? activationOf(up) : ""}`;

/** One atom for several of the same place. */
function oneOf(interner: Interner, group: readonly Atom[], join: Join): Atom {
  const [first] = group as readonly [Atom];
  const parts = (of: (atom: Atom) => readonly Value[] | undefined): Value[] => pointwise(group.map(of), join);
  switch (first.k) {
    case "ext": {
      const args = parts((atom) => (atom.k === "ext" ? atom.args : undefined));
      const held = parts((atom) => (atom.k === "ext" ? atom.held : undefined));
      return interner.atom({ ...first, ...(first.args && { args }), ...(first.held && { held }) });
    }
    case "arr":
      return interner.atom({ k: "arr", e: parts((atom) => (atom.k === "arr" ? atom.e : undefined)) });
    case "obj": {
      const frames = group.flatMap((atom) => (atom.k === "obj" ? [atom.up] : []));
      return interner.atom({ ...first, up: oneFrame(interner, frames, join) });
    }
    default:
      return first;
  }
}

function oneFrame(interner: Interner, frames: readonly Frame[], join: Join): Frame {
  const [first] = frames as readonly [Frame];
  if (frames.every((one) => one === first)) return first;
  const up =
    first.up &&
    oneFrame(
      interner,
      frames.flatMap((one) => one.up ?? []),
      join,
    );
  const args =
    first.args &&
    pointwise(
      frames.map((one) => one.args ?? []),
      join,
    );
  const self = first.self && join(frames.map((one) => one.self ?? []));
  return interner.frame(first.mod, first.f, up, args, self);
}

/** Lists of one length, joined place by place. */
const pointwise = (lists: readonly (readonly Value[] | undefined)[], join: Join): Value[] =>
  (lists[0] ?? []).map((_, i) => join(lists.map((list) => list?.[i] ?? [])));
