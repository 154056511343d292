import type { CallExpr } from "../ir.ts";
import type { Machine } from "./machine.ts";
import { functionsInSchemas } from "./schema-functions.ts";
import type { Frame, Value } from "./values.ts";
import { NOTHING } from "./values.ts";

/** What a method of a schema gives back: what it was given, or that beside what was wrong with it, by some name. */
const GIVES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["parse", []],
  ["parseAsync", []],
  ["attempt", []],
  ["validateSync", []],
  ["cast", []],
  ["decode", []],
  ["safeParse", ["data", "output"]],
  ["safeParseAsync", ["data", "output"]],
  ["validate", ["value"]],
]);

/**
 * What a schema that a library made hands on is what it was given: names by which code chooses are still known behind it. What comes from the model
 * is data from then on, since a schema may change it (`.trim()`); one with functions in it may make anything. Undefined where the call is no such one.
 */
export function validated(x: Machine, { f }: CallExpr, name: string, [given = NOTHING]: readonly Value[], frame: Frame): Value | undefined {
  const wrapped = GIVES.get(name);
  const isKnown = given.some(({ k }) => k === "rec" || k === "obj" || k === "str");
  if (!wrapped || !isKnown || f.k !== "mem" || functionsInSchemas(x, [{ e: f.o, mod: frame.mod, frame }]).length > 0) return undefined;
  const kept = x.join(...given.map((atom) => (atom.k === "data" ? x.data() : [atom])));
  if (wrapped.length === 0) return kept;
  const result = x.record(
    wrapped.map((key) => [key, kept] as const),
    x.data(),
  );
  // Some libraries hand back the value itself.
  return name === "validate" ? x.join(result, kept) : result;
}
