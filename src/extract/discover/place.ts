import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import { constantOf } from "../eval/domain/strings.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import type { CallExpr, Expr, Pos, Step } from "../ir.ts";
import { looksLikeTool } from "../shapes/definitions.ts";
import { mayRegister } from "./candidates.ts";
import { pathValue } from "./selectors.ts";

/** Where something stands. */
export interface Place {
  readonly mod: Mod;
  readonly at: Pos;
}

/** Where a tool is declared, by a call or by an object, and whether that shows without its registration: by a tool's form, or a registration's name. */
export interface DeclaredAt extends Place {
  readonly by: "call" | "object";
  readonly isPlain: boolean;
}

/** The calls that started an activation. */
export type Starters = (frame: Frame) => readonly SeenCall[];

const MAX_CLIMB = 8;

/**
 * Where a registration that serves many tools got one of them from: the object that holds its name, or the outermost
 * call that passed the name on. Undefined where the registration itself says which tool it is.
 *
 * @param names the selectors of the name (`A0`, `A0.name`), the first applicable first.
 */
export function declaredAt(x: Machine, starters: Starters, seen: SeenCall, names: string, name: string): DeclaredAt | undefined {
  const [, index, path = ""] = /^A(\d+)(?:\.([\w.]+))?(?:\||$)/u.exec(names) ?? [];
  const argument = index === undefined ? undefined : seen.call.a[Number(index)];
  return argument && climb({ x, starters, name }, argument, path.split(".").filter(Boolean), seen, 0);
}

interface Sought {
  readonly x: Machine;
  readonly starters: Starters;
  readonly name: string;
}

/** Whether a path from a value leads to the name. */
const says = ({ x, name }: Sought, value: Value, path: readonly string[]): boolean =>
  pathValue(x, value, path.join(".")).some((atom) => constantOf(atom) === name);

function climb(sought: Sought, e: Expr, path: readonly string[], seen: SeenCall, depth: number): DeclaredAt | undefined {
  const { x } = sought;
  const { mod } = seen.at;
  if (e.k === "mem" && typeof e.p === "string") return climb(sought, e.o, [e.p, ...path], seen, depth);
  if (e.k !== "var" || depth > MAX_CLIMB) return undefined;
  for (const def of mod.sum.vars[e.v]?.d ?? []) {
    const steps = def.k === "expr" || def.k === "param" ? namesIn(def.path) : [];
    if (!steps) continue;
    if (def.k === "expr") {
      const found = climb(sought, def.e, [...steps, ...path], seen, depth + 1);
      if (found) return found;
    }
    if (def.k !== "param" && def.k !== "elem") continue;
    const object = objectIn(sought, x.value(e, seen.at), path);
    if (object) return object;
    if (def.k === "elem" || def.rest) continue;
    const frame = activationOf(seen.at, def.f);
    for (const starter of frame ? sought.starters(frame) : []) {
      const given = argumentAt(starter.call, def.i);
      if (!given || !says(sought, x.value(given, starter.at), [...steps, ...path])) continue;
      const here = { mod: starter.at.mod, at: starter.call.at, by: "call" as const, isPlain: mayRegister(starter.at.mod, starter.call) };
      return climb(sought, given, [...steps, ...path], starter, depth + 1) ?? here;
    }
  }
  return undefined;
}

/** An argument by its position; undefined behind a spread. */
const argumentAt = ({ a }: CallExpr, index: number): Expr | undefined =>
  a.slice(0, index + 1).some((one) => one.k === "spread") ? undefined : a[index];

/** Steps as property names, where they are no more than that. */
const namesIn = (steps: readonly Step[]): string[] | undefined =>
  steps.every((step) => "p" in step) ? steps.map((step) => (step as { readonly p: string }).p) : undefined;

/** The activation of a function in which another one, that stands in it, is active. */
function activationOf(frame: Frame, f: number): Frame | undefined {
  for (let here: Frame | null = frame; here; here = here.up) if (here.f === f) return here;
  return undefined;
}

/** The one object of a value that holds the name. */
function objectIn(sought: Sought, value: Value, path: readonly string[]): DeclaredAt | undefined {
  const found = path.length === 0 ? [] : value.filter((atom) => atom.k === "obj" && says(sought, [atom], path));
  const [only] = found;
  return only?.k === "obj" && found.length === 1
    ? { mod: only.mod, at: only.e.at, by: "object", isPlain: looksLikeTool(only.e) }
    : undefined;
}
