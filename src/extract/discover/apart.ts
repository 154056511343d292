import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod } from "../eval/domain/values.ts";
import { fnOf } from "../eval/domain/values.ts";
import { oneByOne } from "../eval/elsewhere/writes.ts";
import type { Expr } from "../ir.ts";
import { parts, statementExprs } from "../ir-walk.ts";
import { mentionsOfFunction } from "./mentions.ts";

/** More instances than these are not told apart. */
const MAX_INSTANCES = 48;

/**
 * An activation once for each instance that a parameter of it may be, where a method of that is handed a function that speaks of it again:
 * `client.registerTools((name, run) => server.tool(client.prefix + name, run))` registers the tools of one client under its own name.
 */
export function oncePerInstance(x: Machine, frame: Frame): readonly Frame[] {
  const [v] = frame.bound ? [] : [...spokenOfAgain(frame)];
  if (v === undefined) return [frame];
  const each = x.variable(frame.mod, v, frame);
  return each.length <= MAX_INSTANCES && each.every(({ k }) => k === "inst") ? oneByOne(x, v, frame) : [frame];
}

/** The parameters of a function by which it hands one of their methods a function that names them. */
function spokenOfAgain(frame: Frame): ReadonlySet<number> {
  const { mod, f } = frame;
  const found = new Set<number>();
  const walk = (e: Expr): void => {
    if (e.k === "call" && e.f.k === "mem" && e.f.o.k === "var") {
      const { v } = e.f.o;
      const [def, more] = mod.sum.vars[v]?.d ?? [];
      const isGiven = def?.k === "param" && !more && def.f === f && def.path.length === 0 && def.rest !== true;
      if (isGiven && e.a.some((one) => one.k === "fn" && speaksOf(mod, one.f, v))) found.add(v);
    }
    parts(e, walk);
  };
  statementExprs(fnOf(frame).b, walk);
  return found;
}

const speaksOf = (mod: Mod, f: number, v: number): boolean => {
  const { fns, vars } = mentionsOfFunction(mod.sum, f);
  return vars.has(v) || [...fns].some((inner) => speaksOf(mod, inner, v));
};
