import type { CallExpr } from "../../ir.ts";
import { describe } from "./arguments.ts";
import type { Target } from "../domain/targets.ts";
import { AS_TEXT, COMMON, COMPARING, isOfData } from "../domain/common-names.ts";
import { iterate } from "../meaning/containers.ts";
import { isIdleHook } from "../elsewhere/hooks.ts";
import type { Machine } from "../machine.ts";
import { settled } from "./promises.ts";
import { passedThrough } from "./results.ts";
import { isProtocol, isStore } from "./receivers.ts";
import { isOfEffect } from "./tagged-services.ts";
import { foldedText } from "../domain/strings.ts";
import { validated } from "./validated.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { lookup } from "../../tables/index.ts";
import { isAbsent, isContext, isHandedIn, isListed } from "../domain/values.ts";

/** What is handed to a method of something unknown: what only compares does not call what a package or the platform has. */
export const compared = (name: string, args: readonly Value[]): readonly Value[] =>
  COMPARING.has(name) ? args.map((arg) => arg.filter((atom) => atom.k !== "ext")) : args;

/** A callback run over data whose elements are not known. */
export function iteration(x: Machine, atom: Atom, name: string, args: readonly Value[]): Target | undefined {
  const each = iterate(x, atom, name, args);
  return each && (each.frames.length > 0 || each.passed.length > 0) ? { k: "each", ...each } : undefined;
}

/** Methods that make something that is called of a function. */
const CALLABLE = new Set(["action", "stateAction", "handler"]);

/** Methods that a list has, and is told by what it is given that it is one: a function. */
const OF_LISTS = new Set(
  "map filter forEach flatMap some every find findIndex findLast findLastIndex reduce reduceRight sort toSorted".split(" "),
);

/** A list in what a package handed out: its elements may be anything that the package makes, going through them is no call of it. */
export function iterationOfAnswer(x: Machine, atom: AtomOf<"ext">, name: string, args: readonly Value[]): Target | undefined {
  if (!OF_LISTS.has(name) || args[0]?.some(({ k }) => k === "fn") !== true) return undefined;
  if (lookup(atom.root, [...atom.path, name])?.exact === true) return undefined;
  const [list] = x.list([atom]);
  return list && iteration(x, list, name, args);
}

/** Calls a method of data: what a model sends and what a framework hands over among it. */
export function methodOfData(
  x: Machine,
  atom: AtomOf<"data" | "str" | "prim">,
  name: string,
  args: readonly Value[],
  call: CallExpr,
  frame: Frame,
): readonly Target[] {
  if (isAbsent(atom)) return [];
  const each = atom.k === "data" ? iteration(x, atom, name, args) : undefined;
  if (each) return [each];
  if (name === "then" || name === "catch" || name === "finally") return [settled(x, [atom], name, args)];
  const handed = atom.k === "data" && atom.from === undefined ? validated(x, call, name, args, frame) : undefined;
  if (handed) return [{ k: "data", args, value: handed }];
  const [first] = call.a;
  const folded = foldedText(atom, name, args, first?.k === "data" ? first.re : undefined);
  if (folded !== undefined) return [{ k: "data", args, value: x.text(folded) }];
  if (atom.k === "str" && AS_TEXT.has(name)) return [{ k: "data", args, value: [atom] }];
  if (isHandedIn(atom) && isStore(call.f, frame.mod, name, args, call.a[0])) return [{ k: "data", args, value: [atom] }];
  // A context that is given a function to run, runs it.
  const runs = name === "run" && args.some((arg) => arg.some((one) => one.k === "fn"));
  // Who hands over a function subscribes to something.
  const subscribes = args.some((arg) => arg.some(({ k }) => k === "fn"));
  // Computations are composed; what they are composed of is handed on.
  if (name === "pipe" && isOfEffect(frame.mod)) return [{ k: "data", args, value: x.data() }];
  if (isContext(atom) && !subscribes && isIdleHook(x, name)) return [{ k: "data", args, value: x.data() }];
  if (isHandedIn(atom) && !COMMON.has(name) && (isContext(atom) || !isOfData(name)) && !isProtocol(call.f, name) && !runs)
    return [{ k: "unk", why: "unknown.parameter", what: describe(call, frame.mod), args, call, at: frame }];
  // What a package without effects makes of a function may be one that calls it: `createActions().schema(s).action(run)`.
  if (atom.k === "data" && atom.from === undefined && subscribes && CALLABLE.has(name))
    return [{ k: "data", args, value: x.join(x.data(), passedThrough(args, name)) }];
  // Part of a name in a folder, for all that is known.
  return [{ k: "data", args: compared(name, args), value: atom.k === "data" && isListed(atom.from) ? [atom] : x.data() }];
}
