import type { Write } from "../../ir.ts";
import { noteKeys } from "../flow/conditions.ts";
import { alternatives } from "./alternatives.ts";
import { activate } from "../calls/contexts.ts";
import { exactlyMade } from "./exactly-made.ts";
import { hasIterator, iterated } from "./iterated.ts";
import { methodsOf } from "./inheritance.ts";
import { contentsOf, isContainer } from "./container-classes.ts";
import type { Machine } from "../machine.ts";
import { exportNames } from "./modules.ts";
import { isRequire, isRequireCache } from "./own-globals.ts";
import { proxyMember } from "./proxies.ts";
import { resultOf } from "../calls/results.ts";
import { canonical, lookup, tableOf } from "../../tables/index.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { anyLike, levelsBelow } from "../types/instances.ts";
import { elementFrames, pairsOf, writesOf, writtenBySelf } from "../elsewhere/writes.ts";

/** What a container may hold: array elements, map values, set members, property values. */
export function elementsOf(x: Machine, value: Value): Value {
  return x.join(
    ...value.map((atom) =>
      atom.k === "obj" || atom.k === "wr" || atom.k === "ns" || atom.k === "inst"
        ? x.once("elements", atom.id, 0, () => elements(x, atom))
        : elements(x, atom),
    ),
  );
}

function elements(x: Machine, atom: Atom): Value {
  switch (atom.k) {
    case "arr":
      return x.join(...atom.e);
    case "list":
      return atom.v;
    case "rec":
      return x.join(...atom.m.values(), atom.rest ?? NOTHING);
    case "obj":
      return x.join(
        hasIterator(atom.e) ? iterated(x, atom) : NOTHING,
        elementsOf(x, writtenBySelf(x, atom)),
        ...atom.e.p.map((prop) => ("s" in prop ? elementsOf(x, x.value(prop.s, atom.up)) : x.value(prop.e, atom.up))),
      );
    case "ns": {
      const names = exportNames(x, atom.mod.file);
      return x.join(...names.map((name) => x.exportOf(atom.mod, name)));
    }
    case "wr": {
      const { writes, frameOf } = writesOf(x, atom);
      const each = writes
        .filter((write) => write.p.length === atom.p.length + (write.kind === "prop" ? 1 : 0))
        .map((write) => {
          const frames = write.kind === "elem" ? elementFrames(x, write, frameOf(write)) : [frameOf(write)];
          const value = x.join(...frames.map((frame) => x.value(write.e, frame)));
          return write.kind === "spread" ? elementsOf(x, value) : value;
        });
      return exactlyMade(x, x.join(...each));
    }
    case "proxy":
      return proxyMember(x, atom, undefined);
    case "typed":
      return x.data();
    case "data":
    case "unk":
      return [atom];
    case "str":
    case "prim":
      return x.data();
    case "ext":
      if (isRequireCache(atom)) return x.unknown("unknown.require");
      // Some member of a whole module, or of what nothing is known of: which one is not known.
      return (atom.path.length === 0 && atom.root.startsWith("node:")) ||
        isUnseen(atom) ||
        tableOf(canonical(atom.root, atom.path).root)?.isCollection
        ? x.member([atom], "*")
        : x.data();
    case "inst":
      if (isContainer(x, atom)) return elementsOf(x, contentsOf(x, atom));
      return x.join(
        iterated(x, atom),
        ...[{ cls: atom.cls, self: anyLike(x, atom) }, ...levelsBelow(x, atom)].flatMap(({ cls, self }) => [
          ...methodsOf(x, cls, [self]).values(),
        ]),
      );
    default:
      return NOTHING;
  }
}

/** Whether nothing is known of a value: of a package without a model, or a global that somebody else sets. */
const isUnseen = ({ root, path }: AtomOf<"ext">): boolean =>
  path.at(-1) !== "*" && (root === "global" ? lookup(root, path) === undefined : root.startsWith("pkg:") && tableOf(root) === undefined);

/** The entries of an object as `[key, value]` arrays, so that names stay with their values. */
export function entriesOf(x: Machine, value: Value): Value {
  return x.join(...value.map((atom) => x.once("entries", atom.id, 0, () => entriesOfAtom(x, atom))));
}

/** The keys of an object. */
export const keysIn = (x: Machine, value: Value): Value =>
  x.join(...entriesOf(x, value).map((pair) => (pair.k === "arr" ? (pair.e[0] ?? NOTHING) : x.data())));

function entriesOfAtom(x: Machine, atom: Atom): Value {
  const pair = (key: Value, one: Value): Value => [x.in.atom({ k: "arr", e: [key, one] })];
  switch (atom.k) {
    case "rec":
      return x.join(...[...atom.m].map(([name, one]) => pair(x.text(name), one)), atom.rest ? pair(x.data(), atom.rest) : NOTHING);
    case "obj":
      return x.join(
        entriesOf(x, writtenBySelf(x, atom)),
        ...atom.e.p.map((prop) =>
          "s" in prop
            ? entriesOf(x, x.value(prop.s, atom.up))
            : pair("n" in prop ? x.text(prop.n) : x.value(prop.x, atom.up), x.value(prop.e, atom.up)),
        ),
      );
    case "ns":
      return x.join(...exportNames(x, atom.mod.file).map((name) => pair(x.text(name), x.exportOf(atom.mod, name))));
    case "wr": {
      const { writes, frameOf } = writesOf(x, atom);
      return x.join(
        ...writes.filter(isKept(writes)).flatMap((write) => {
          const frame = frameOf(write);
          if (write.kind === "spread") return [entriesOf(x, x.value(write.e, frame))];
          if (!write.key) return [pair(x.text(write.p.at(-1) ?? ""), x.value(write.e, frame))];
          return [pairsOf(x, atom, write, frame)];
        }),
      );
    }
    case "inst":
      return isContainer(x, atom) ? entriesOf(x, contentsOf(x, atom)) : pair(x.data(), elements(x, atom));
    default:
      return pair(x.data(), elements(x, atom));
  }
}

/** Appends the elements of a spread to a list of positions; returns what may stand at any later position. */
export function spreadInto(x: Machine, value: Value, out: Value[], open: Value): Value {
  const [only] = value;
  if (value.length === 1 && only?.k === "arr" && open.length === 0) {
    out.push(...only.e);
    return open;
  }
  return x.join(open, elementsOf(x, value));
}

/** A call that hands elements to a callback, and what it gives back. */
export interface Iteration {
  readonly value: Value;
  readonly frames: readonly Frame[];
  /** External functions used as the callback, and what they are given. */
  readonly passed: Value;
  /** What each callback is given. */
  readonly given: Value;
}

const functions = (value: Value): Value => value.filter((atom) => atom.k === "fn" || atom.k === "ext");

const PREDICATES = new Set(["filter", "find", "findLast", "some", "every", "findIndex", "findLastIndex"]);
const EACH = new Set(["map", "forEach", "flatMap", ...PREDICATES]);
const MAX_ELEMENTS = 128;

/** Array, Map and Set methods on containers whose elements are known; undefined for methods that are not such. */
export function iterate(x: Machine, receiver: Atom, name: string, args: readonly Value[]): Iteration | undefined {
  const none = { frames: [], passed: NOTHING, given: NOTHING };
  if (EACH.has(name)) return eachElement(x, receiver, name, args[0] ?? NOTHING);
  switch (name) {
    case "reduce":
    case "reduceRight": {
      const frames = (args[0] ?? NOTHING).flatMap((cb) =>
        cb.k === "fn"
          ? splitElements(x, receiver).map((one) => activate(x, cb, [x.join(args[1] ?? one, x.data()), one, x.data()], null))
          : [],
      );
      const passed = functions(args[0] ?? NOTHING).filter((cb) => cb.k === "ext");
      return {
        value: x.join(args[1] ?? NOTHING, ...frames.map((frame) => resultOf(x, frame))),
        frames,
        passed,
        given: elements(x, receiver),
      };
    }
    case "slice":
    case "reverse":
    case "toReversed":
    case "toSorted":
    case "sort":
    case "flat":
    case "splice":
    case "toSpliced":
    case "concat":
    case "values": {
      if (receiver.k === "data" || receiver.k === "str") return undefined;
      const flat = name === "flat" ? elementsOf(x, elements(x, receiver)) : NOTHING;
      const more =
        name === "concat"
          ? x.join(...args.map((arg) => x.join(elementsOf(x, arg), functions(arg))))
          : name === "splice" || name === "toSpliced"
            ? x.join(...args.slice(2))
            : NOTHING;
      const compared = name === "sort" || name === "toSorted" ? eachElement(x, receiver, "forEach", args[0] ?? NOTHING) : undefined;
      return { ...(compared ?? none), value: x.list(x.join(name === "flat" ? flat : elements(x, receiver), more)) };
    }
    case "at":
    case "pop":
    case "shift":
      return { value: elements(x, receiver), ...none };
    case "get": {
      const keys = args[0] ?? NOTHING;
      noteKeys(x, [receiver], keys);
      const known = keys.flatMap((key) =>
        key.k === "str" && key.p.length === 1 && typeof key.p[0] === "string" ? [x.member([receiver], key.p[0])] : [],
      );
      return { value: known.length === keys.length && known.length > 0 ? x.join(...known) : elements(x, receiver), ...none };
    }
    case "keys": {
      if (receiver.k === "data" || receiver.k === "str") return undefined;
      return { value: x.list(keysIn(x, [receiver])), ...none };
    }
    case "entries":
      return { value: x.list(entriesOf(x, [receiver])), ...none };
    default:
      return undefined;
  }
}

/** A removal is a write of nothing; where there are others, it is no entry. */
const isKept =
  (writes: readonly Write[]) =>
  ({ kind, e }: Write): boolean =>
    !(kind === "elem" && e.k === "void") || writes.every((one) => one.e.k === "void");

/** What is there: what a removal leaves is no element where there are others. */
function present(value: Value): Value {
  const there = value.filter((atom) => !(atom.k === "prim" && atom.v === undefined));
  return there.length > 0 ? there : value;
}

/** One value an element, as far as they can be told apart. */
export function splitElements(x: Machine, receiver: Atom): readonly Value[] {
  const each =
    receiver.k === "arr"
      ? receiver.e.flatMap((one) => (one.length > 1 && one.length <= 8 ? alternatives(x, one) : [one]))
      : alternatives(x, present(elementsOf(x, [receiver])));
  return each.length > Math.min(MAX_ELEMENTS, x.admission.turns) ? [x.join(...each)] : each;
}

/** What a callback is handed for each: the element, and the key that it stands under where it is one of a `Map`. */
function turnsOf(x: Machine, receiver: Atom, name: string): [one: Value, key: Value][] {
  const each = splitElements(x, receiver).map((one): [Value, Value] => [one, x.data()]);
  if (name !== "forEach" || receiver.k === "arr" || receiver.k === "list") return each;
  const pairs = entriesOf(x, [receiver]).flatMap((pair) => (pair.k === "arr" ? [pair.e] : []));
  const isTold =
    pairs.length >= each.length &&
    pairs.every(([keys = NOTHING]) => keys.length > 0 && keys.every((key) => key.k === "str" && key.p.length > 0));
  return isTold && pairs.length <= Math.min(MAX_ELEMENTS, x.admission.turns)
    ? pairs.map(([key = NOTHING, one = NOTHING]) => [one, key])
    : each;
}

function eachElement(x: Machine, receiver: Atom, name: string, callbacks: Value): Iteration {
  const turns = turnsOf(x, receiver, name);
  const each = turns.map(([one]) => one);
  const frames: Frame[] = [];
  const kept: Value[] = [];
  const made: Value[] = [];
  for (const callback of callbacks) {
    if (callback.k !== "fn") continue;
    for (const [one, key] of turns.length > 0 ? turns : [[x.data(), x.data()] as const]) {
      const frame = activate(x, callback, [one, key, [receiver]], null, each.length > 1);
      frames.push(frame);
      const result = resultOf(x, frame);
      made.push(result);
      if (!result.every((atom) => atom.k === "prim" && !atom.v) || result.length === 0) kept.push(one);
    }
  }
  const passed = callbacks.filter((callback) => callback.k === "ext");
  if (frames.length === 0 && passed.length === 0) kept.push(...each);
  const value = valueOf(x, name, receiver, kept, made, passed, each);
  return { value, frames, passed, given: x.join(...each) };
}

function valueOf(x: Machine, name: string, receiver: Atom, kept: Value[], made: Value[], passed: Value, each: Value[]): Value {
  switch (name) {
    case "map":
      return receiver.k === "arr" && made.length === receiver.e.length
        ? [x.in.atom({ k: "arr", e: made })]
        : x.list(x.join(...made, passed.length === 0 ? NOTHING : passed.some(isRequire) ? x.unknown("unknown.require") : x.data()));
    case "flatMap":
      return x.list(elementsOf(x, x.join(...made)));
    case "filter":
      return x.list(x.join(...(kept.length > 0 ? kept : each)));
    case "find":
    case "findLast":
      return x.join(...kept);
    default:
      return name === "forEach" ? NOTHING : x.data();
  }
}
