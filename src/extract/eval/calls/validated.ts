import type { CallExpr } from "../../ir.ts";
import { TOOL_NAME } from "../flow/conditions.ts";
import type { Machine } from "../machine.ts";
import { functionsInSchemas } from "./schema-functions.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

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

/** What asks for a call of a tool, whose name is known while its handler is looked at; nothing else is told by a schema, which may fill in or change. */
const isRequest = (atom: Atom): atom is AtomOf<"rec"> => atom.k === "rec" && ["name", "arguments", "_meta"].every((key) => atom.m.has(key));

/**
 * What a schema that a library made hands on of a request: the name by which code chooses is still known behind it. What the model sends is data from
 * then on, since a schema may change it (`.trim()`); one with functions in it may make anything. Undefined where the call is no such one.
 */
export function validated(x: Machine, { f }: CallExpr, name: string, [given = NOTHING]: readonly Value[], frame: Frame): Value | undefined {
  const wrapped = GIVES.get(name);
  if (!wrapped || f.k !== "mem" || !given.some(isRequest) || functionsInSchemas(x, [{ e: f.o, mod: frame.mod, frame }]).length > 0)
    return undefined;
  const plain = (value: Value): Value => x.join(...value.map((atom) => (atom.k === "data" && atom.from !== TOOL_NAME ? x.data() : [atom])));
  const kept = x.join(
    ...given.map((atom) => (isRequest(atom) ? x.record([...atom.m].map(([key, value]) => [key, plain(value)] as const)) : plain([atom]))),
  );
  if (wrapped.length === 0) return kept;
  const result = x.record(
    wrapped.map((key) => [key, kept] as const),
    x.data(),
  );
  // Some libraries hand back the value itself.
  return name === "validate" ? x.join(result, kept) : result;
}
