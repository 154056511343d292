import type { Target } from "../domain/targets.ts";
import type { Atom, Value } from "../domain/values.ts";
import { isConstantText } from "../domain/strings.ts";
import { NOTHING } from "../domain/values.ts";

// Whether what a question that comes up in its own answer was found to be says more than what was assumed of it.

/** What can run, or hold what can. */
const ALIVE: ReadonlySet<Atom["k"]> = new Set(["fn", "ext", "cls", "inst", "obj"] as const);

/** From this round on, what is made again of what was there before is nothing new. */
const ROUNDS_APART = 3;

/** Whether an object that is spread from others is made where one of these is: `config = { ...config, ...more }`. */
const isSpreadAgain = (atom: Atom, assumed: Value): boolean =>
  atom.k === "obj" &&
  atom.e.p.some((prop) => "s" in prop) &&
  assumed.some((other) => other.k === "obj" && other.mod === atom.mod && other.e === atom.e);

/** Whether a function holds one that was made where it was: `tools[name].run = logged(tools[name].run)`. */
const isWrappedAgain = (atom: Atom): boolean =>
  atom.k === "fn" &&
  (atom.up.args ?? []).some((given) => given.some((other) => other.k === "fn" && other.mod === atom.mod && other.f === atom.f));

/** Whether a part of a foreign value is one that is taken again and again: `node = node.next`, `value = value[key]`. */
function isPartAgain(atom: Atom, assumed: Value): boolean {
  if (atom.k !== "ext") return false;
  const { root, path } = atom;
  for (let n = 1; 2 * n <= path.length; n++) {
    const shorter = path.length - n;
    if (!path.slice(shorter).every((name, i) => name === path[shorter - n + i])) continue;
    if (assumed.some((other) => other.k === "ext" && other.root === root && isStart(other.path, path, shorter))) return true;
  }
  return false;
}

const isStart = (short: readonly string[], path: readonly string[], length: number): boolean =>
  short.length === length && short.every((name, i) => name === path[i]);

/** Functions in the lists that a value may be: `list = list.flatMap((step) => step())`. */
const listed = (value: Value): Value =>
  value.flatMap((atom) => (atom.k === "list" ? atom.v : atom.k === "arr" ? atom.e.flat() : NOTHING)).filter(({ k }) => k === "fn");

/** Whether a value may be a text that was not assumed: `name = name.slice(2)`. */
export const hasMoreTexts = (value: Value, assumed: Value = NOTHING): boolean =>
  value.some((atom) => isConstantText(atom) && !assumed.includes(atom));

/** Whether there is more in a value than was assumed, that can run. */
export function grows(value: Value, round: number, assumed: Value = NOTHING): boolean {
  const isMore = (atom: Atom): boolean =>
    ALIVE.has(atom.k) &&
    !assumed.includes(atom) &&
    !(round >= ROUNDS_APART && (isSpreadAgain(atom, assumed) || isWrappedAgain(atom) || isPartAgain(atom, assumed)));
  if (value.some(isMore)) return true;
  const inLists = listed(value);
  if (inLists.length === 0) return false;
  const before = new Set(listed(assumed));
  return inLists.some((atom) => !before.has(atom) && !isWrappedAgain(atom));
}

/** What is called, whoever it is called by and with what. */
function calleeOf(target: Target): string {
  switch (target.k) {
    case "frame":
      return `${String(target.frame.mod.id)}.${String(target.frame.f)}`;
    case "new":
      return `new ${String(target.inst.cls.id)}`;
    case "ext":
      return `${target.root} ${target.path.join(".")}`;
    default:
      return target.k;
  }
}

/** What can run among what a callee is handed. */
const handedTo = (target: Target): readonly Atom[] =>
  (target.k === "frame" ? (target.frame.args ?? []) : "args" in target ? target.args : []).flat().filter(({ k }) => ALIVE.has(k));

/**
 * Whether a call may do more than was assumed, by what it calls, and by what can run of what it hands on: from some round on, the same
 * functions around others (`f = logged(f)`) are nothing new.
 */
export function doesMore(found: readonly Target[], round: number, assumed: readonly Target[]): boolean {
  const before = new Set<string | Atom>(assumed.flatMap((target) => [calleeOf(target), ...handedTo(target)]));
  return found.some(
    (target) => !before.has(calleeOf(target)) || (round < ROUNDS_APART && handedTo(target).some((atom) => !before.has(atom))),
  );
}
