import { handsBack, handsOn } from "../../tables/handing-on.ts";
import { isPure, lookup } from "../../tables/index.ts";
import { CUT } from "../fixpoint/budget.ts";
import type { External } from "../domain/targets.ts";
import { isSetter } from "./component-hooks.ts";
import { elementsOf } from "../meaning/containers.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "../machine.ts";
import { resultOf } from "./results.ts";
import { serviceOfTag } from "./tagged-services.ts";
import { typeValue } from "../types/types.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { CONTAINERS, depthOf, isAbsent, isMade, NOTHING } from "../domain/values.ts";

/**
 * What packages that are not followed do with what they are given, though they have no effects themselves: they hand it back, `_.head(clients)`, and to
 * the functions that they are given, `pipe(client, (one) => one.remove(path))`.
 */

/** What the functions hand back that a call is given is worth so many steps. */
const MAX_STEPS = 1000;

/** How deeply activations are nested in what is handed on. */
const MAX_DEPTH = 7;

/** How deep what holds others is looked into. */
const MOST_HOLDERS = 4;

/** Something outside that does something when it is called; of Effect's own only the tags of its services. */
const isOutside = (atom: Atom): boolean =>
  atom.k === "ext" &&
  atom.root !== "global" &&
  !isPure(atom.root) &&
  (atom.root !== "pkg:effect" || (atom.path.length === 2 && atom.path[0] === atom.path[1]));

/** What of a value acts when a method of it is called, in what holds others too. */
function acting(x: Machine, value: Value, left = MOST_HOLDERS): Value {
  const [only, more] = value;
  if (!only || !more) return only ? actingIn(x, only, left) : NOTHING;
  return x.once("acting set", x.in.numberOf(value), left, () => x.join(...value.map((atom) => actingIn(x, atom, left))));
}

function actingIn(x: Machine, atom: Atom, left: number): Value {
  if (atom.k === "inst" || isOutside(atom)) return [atom];
  if (atom.k === "cls") return serviceOfTag(x, atom);
  return left > 0 && CONTAINERS.has(atom.k) ? x.once("acting", atom.id, left, () => within(x, atom, left)) : NOTHING;
}

function within(x: Machine, atom: Atom, left: number): Value {
  const elements = elementsOf(x, [atom]);
  const held = acting(x, elements, left - 1);
  const isOne = atom.k === "obj" && (held.length > 0 || elements.some(({ k }) => k === "fn"));
  return isOne ? x.join([atom], held) : held;
}

/** A value that acts, or holds what does, with data; undefined where it is data alone. */
export function beyondData(x: Machine, value: Value): Value | undefined {
  const isOne = value.some(({ k }) => k === "fn") || acting(x, value).length > 0;
  return isOne ? x.join(x.data(), value) : undefined;
}

/** Whether a call is of a package that hands on what it is given, and no row says anything of it. */
const isPlain = ({ root, path }: External): boolean => handsOn(root) && lookup(root, path)?.exact !== true;

/** What a call was given that acts, by itself or by what its receiver was made with; unknown where it is made of what others handed on, again and again. */
function given(x: Machine, { args, held = [] }: External): Value {
  const all = x.join(...[...held, ...args].map((value) => acting(x, value)));
  return depthOf(all) > MAX_DEPTH ? x.unknown(CUT) : all;
}

/** What functions that a call is given hand back, that acts; nothing where it takes more to find out. */
function results(x: Machine, target: External): Value {
  const fns = target.args.flatMap((value) => value.filter((atom) => atom.k === "fn"));
  if (fns.length === 0) return NOTHING;
  const handed = x.join(x.data(), handedTo(x, target));
  return x.join(...fns.map((fn) => x.aside(MAX_STEPS, () => acting(x, resultOf(x, calledWith(x, fn, handed)))) ?? NOTHING));
}

/** The activation of a function that a call is given. */
function calledWith(x: Machine, fn: AtomOf<"fn">, handed: Value): Frame {
  const args = Array.from({ length: MOST_HANDED }, (_, i) => (isTyped(x, fn, i) ? x.data() : handed));
  return activate(x, fn, args, null);
}

/** How many arguments a package hands to a function. */
export const MOST_HANDED = 6;

/** Whether a parameter is of a type that says what it is. */
export function isTyped(x: Machine, { mod, f, up }: Pick<AtomOf<"fn">, "mod" | "f"> & { readonly up: Frame }, i: number): boolean {
  const type = mod.sum.fns[f]?.pt[i];
  return type ? typeValue(x, type, up).some(isMade) : false;
}

/** What a call hands back of what it was given, and of what the functions do that it was given: that, a list of it, and what keeps it. */
export function handedBackBy(x: Machine, target: External): Value {
  if (!handsBack(target.root) || !isPlain(target)) return NOTHING;
  const own = given(x, target);
  const all = x.join(own, results(x, target));
  if (all.length === 0) return NOTHING;
  const { root, path, isNew } = target;
  const kept = path.length > 8 ? path : [...path, isNew ? "new" : "()"];
  return x.join(all, x.list(all), [x.handle(root, kept, [all])]);
}

/** Functions of the platform that hand what is in their first argument to their second. */
const ITERATING: ReadonlySet<string> = new Set(["Array.from", "Array.fromAsync", "Iterator.from", "Object.groupBy", "Map.groupBy"]);

/** What a call hands, beside data, to functions that it is given. */
export function handedTo(x: Machine, target: External): Value {
  const { root, path, args } = target;
  if (isSetter(target)) return x.join(...(target.held ?? []));
  if (root === "global")
    return ITERATING.has(path.join(".")) ? elementsOf(x, args[0] ?? NOTHING).filter((atom) => !isAbsent(atom)) : NOTHING;
  const all = isPlain(target) ? given(x, target) : NOTHING;
  return all.length > 0 ? x.join(all, x.list(all)) : NOTHING;
}
