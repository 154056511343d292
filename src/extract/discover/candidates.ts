import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Mod } from "../eval/domain/values.ts";
import type { CallExpr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { maySink, REGISTER_NAMES, registering } from "../shapes/match.ts";

/** What is read of a module here. */
export type Module = Pick<Mod, "file" | "sum">;

/** `Array.from` and its like: a method of a built-in class registers nothing. */
const isOfBuiltin = ({ f }: CallExpr): boolean => f.k === "mem" && f.o.k === "glob" && /^[A-Z]/u.test(f.o.n);

/** Whether a call's name is that of a registration; most calls are not worth looking at. */
export function mayRegister(mod: Module, call: CallExpr): boolean {
  const { f } = call;
  if (isOfBuiltin(call)) return false;
  const name = registering(mod, call);
  if (name === undefined) return false;
  if (REGISTER_NAMES.has(name) || (f.k === "mem" && maySink(name, undefined))) return true;
  const def = f.k === "var" ? mod.sum.vars[f.v]?.d[0] : undefined;
  return def?.k === "import" && (REGISTER_NAMES.has(def.n) || maySink(def.n, def.from));
}

const known = new WeakMap<Module["sum"], ReadonlyMap<number, readonly number[]>>();

/** Functions of a module that contain, in themselves, calls that may register a tool: each with these. */
export function candidateFunctions(mod: Module): ReadonlyMap<number, readonly number[]> {
  const before = known.get(mod.sum);
  if (before) return before;
  const out = new Map<number, number[]>();
  visitCalls(mod.sum, (call, f) => {
    if (mayRegister(mod, call)) out.set(f, [...(out.get(f) ?? []), call.i]);
  });
  known.set(mod.sum, out);
  return out;
}

export const calleeName = ({ call }: SeenCall): string | undefined =>
  call.f.k === "mem" && typeof call.f.p === "string" ? call.f.p : undefined;
