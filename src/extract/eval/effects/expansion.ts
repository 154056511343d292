import { isPure, isSummary, provenanceOf } from "../../tables/index.ts";
import type { CallExpr, Pos } from "../../ir.ts";
import type { Target } from "../domain/targets.ts";
import type { Uses } from "../domain/uses.ts";
import type { Frame, Value } from "../domain/values.ts";

export interface RawEffect {
  readonly capability: string;
  readonly resource: string;
  readonly methods?: readonly string[];
  readonly provenance: string;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

export interface RawUnknown {
  readonly reason: string;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

export interface Successor {
  readonly frame: Frame;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

/** A call in an activation with everything that it may reach. */
export interface SeenCall {
  readonly call: CallExpr;
  readonly at: Frame;
  readonly targets: readonly Target[];
}

/** What one activation does by itself, and which activations it starts. */
export interface Expansion {
  readonly effects: readonly RawEffect[];
  readonly unknowns: readonly RawUnknown[];
  readonly successors: readonly Successor[];
}

/** An expansion in the making. */
export interface Out {
  effects: RawEffect[];
  unknowns: RawUnknown[];
  successors: Successor[];
}

/** Notes that an activation uses a capability. */
export function addEffect(
  out: Out,
  frame: Frame,
  use: { readonly capability: string; readonly resource: string },
  provenance: string,
  at: Pos,
  what: string,
): void {
  out.effects.push({ ...use, provenance, file: frame.mod.file, at, what });
}

/** Notes what a table says of a call, at its place. */
export function noteUses(out: Out, frame: Frame, root: string, { uses, unknown }: Uses, at: Pos, what: string): void {
  for (const use of uses) addEffect(out, frame, use, provenanceOf(root), at, what);
  if (unknown !== undefined) out.unknowns.push({ reason: unknown, file: frame.mod.file, at, what });
}

/** Says which calls hand functions to a framework that runs them later, on the model's behalf. */
export type IsRegistration = (seen: SeenCall) => "declares" | "holds" | undefined;

/** Functions of `Object` that run what they are given, or have it run later. */
const CALLING = new Set(["groupBy", "defineProperty", "defineProperties"]);

/** Functions that put something on what they are given first, which they do not call. */
const CHANGING = /^(?:Object|Reflect)\.(?:defineProperty|defineProperties)$/u;

/** The arguments of a call of a global that may be called, now or later. */
export function mayBeCalled(root: string, path: readonly string[], args: readonly Value[]): readonly Value[] {
  if (root !== "global") return args;
  const name = path.join(".");
  // A function is no text.
  if (name === "JSON.stringify") return [(args[0] ?? []).filter(({ k }) => k !== "fn"), ...args.slice(1)];
  return CHANGING.test(name) && args[0]?.some(({ k }) => k === "proxy") !== true ? args.slice(1) : args;
}

/** Other globals that say or make something of what they are given, and never call it. */
const ASKING =
  /^(?:Boolean|String|Number|BigInt|isNaN|isFinite|structuredClone|WeakRef|(?:Array|ArrayBuffer|Number)\.(?:is\w+|of)|Reflect\.(?:has|ownKeys|getPrototypeOf|isExtensible)|(?:Weak)?(?:Map|Set)\.(?:add|set|has|get|delete))$/u;

/** `Object.assign`, `Object.entries` and their like move members about without calling them. */
export const keepsToItself = (root: string, path: readonly string[]): boolean =>
  root === "global"
    ? path[0] === "Proxy" ||
      (path[0] === "Object" && !CALLING.has(path[1] ?? "")) ||
      ASKING.test(path.filter((step) => step !== "new").join("."))
    : isPredicate(root, path);

/** `R.isFunction(value)`: what a package without effects says of a value, it says without calling it. */
const isPredicate = (root: string, path: readonly string[]): boolean =>
  isPure(root) && !isSummary(root) && /^is(?!\w*With$)[A-Z]\w*$/u.test(path.at(-1) ?? "");
