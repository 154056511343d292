import { handsBack, handsOn } from "../tables/handing-on.ts";
import { isPure, lookup } from "../tables/index.ts";
import type { Target } from "./callees.ts";
import { elementsOf } from "./containers.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "./machine.ts";
import { resultOf } from "./results.ts";
import { serviceOfTag } from "./tagged-services.ts";
import type { Atom, Value } from "./values.ts";
import { isAbsent, NOTHING } from "./values.ts";

/**
 * What packages that are not followed do with what they are given, though they have no effects themselves: they hand it back, `_.head(clients)`, and to
 * the functions that they are given, `pipe(client, (one) => one.remove(path))`.
 */

type External = Extract<Target, { k: "ext" }>;

const HOLDERS: ReadonlySet<Atom["k"]> = new Set(["arr", "list", "rec", "wr", "obj"] as const);

/** What the functions hand back that a call is given is worth so many steps. */
const MAX_STEPS = 1000;

/** How deep what holds others is looked into. */
const MOST_HOLDERS = 2;

/** Whether a literal object holds functions, written in it or by their names. */
const holdsCode = (atom: Atom): boolean =>
  atom.k === "obj" && atom.e.p.some((prop) => "n" in prop && (prop.e.k === "fn" || prop.e.k === "var" || prop.e.k === "mem"));

/** Something that a package has opened or made, and that does something when it is called. */
const isMadeOutside = (atom: Atom): boolean =>
  atom.k === "ext" && !isPure(atom.root) && (atom.path.includes("()") || atom.path.includes("new") || atom.root.startsWith("type:"));

/** What of a value acts when a method of it is called, in what holds others too. */
const acting = (x: Machine, value: Value, left = MOST_HOLDERS): Value =>
  x.join(
    ...value.flatMap((atom): Value[] => {
      if (atom.k === "inst" || isMadeOutside(atom)) return [[atom]];
      if (atom.k === "cls") return [serviceOfTag(x, atom)];
      const held = left > 0 && HOLDERS.has(atom.k) ? acting(x, elementsOf(x, [atom]), left - 1) : NOTHING;
      return holdsCode(atom) ? [[atom], held] : [held];
    }),
  );

/** Whether a call is of a package that hands on what it is given, and no row says anything of it. */
const isPlain = ({ root, path }: External): boolean => handsOn(root) && lookup(root, path)?.exact !== true;

/** What a call was given that acts, by itself or by what its receiver was made with. */
const given = (x: Machine, { args, held = [] }: External): Value => x.join(...[...held, ...args].map((value) => acting(x, value)));

/** What functions that a call is given hand back, that acts; nothing where it takes more to find out. */
const results = (x: Machine, { args }: External, given: Value): Value =>
  x.join(
    ...args.flatMap((value) =>
      value.map((atom) =>
        atom.k === "fn"
          ? (x.aside(MAX_STEPS, () => acting(x, resultOf(x, activate(x, atom, [given, given].map(beside(x)), null)))) ?? NOTHING)
          : NOTHING,
      ),
    ),
  );

/** Data, and what else is there. */
const beside =
  (x: Machine) =>
  (value: Value): Value =>
    value.length > 0 ? x.join(x.data(), value) : x.data();

/** What a call hands back of what it was given, and of what the functions do that it was given: that, a list of it, and what keeps it. */
export function handedBackBy(x: Machine, target: External): Value {
  if (!handsBack(target.root) || !isPlain(target)) return NOTHING;
  const own = given(x, target);
  const all = x.join(own, results(x, target, own));
  if (all.length === 0) return NOTHING;
  const { root, path, isNew } = target;
  const kept = path.length > 8 ? path : [...path, isNew ? "new" : "()"];
  return x.join(all, x.list(all), [x.handle(root, kept, [all])]);
}

/** Functions of the platform that hand what is in their first argument to their second. */
const ITERATING: ReadonlySet<string> = new Set(["Array.from", "Array.fromAsync", "Object.groupBy", "Map.groupBy"]);

/** What a call hands, beside data, to functions that it is given. */
export function handedTo(x: Machine, target: External): Value {
  const { root, path, args } = target;
  if (root === "global")
    return ITERATING.has(path.join(".")) ? elementsOf(x, args[0] ?? NOTHING).filter((atom) => !isAbsent(atom)) : NOTHING;
  const all = isPlain(target) ? given(x, target) : NOTHING;
  return all.length > 0 ? x.join(all, x.list(all)) : NOTHING;
}
