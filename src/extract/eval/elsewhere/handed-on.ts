import type { CallExpr, ModuleSummary } from "../../ir.ts";
import { visitCalls } from "../../ir-walk.ts";
import { activate } from "../calls/contexts.ts";
import type { Machine } from "../machine.ts";
import type { Frame, Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** Calls that are handed one variable, and how far it is followed from function to function. */
const MAX_SITES = 48;
const MAX_DEPTH = 3;

/** A call that a variable is handed to, in a function, as one of its arguments. */
interface Pass {
  readonly call: CallExpr;
  readonly f: number;
  readonly i: number;
}

const passes = new WeakMap<ModuleSummary, ReadonlyMap<number, readonly Pass[]>>();

function passesIn(sum: ModuleSummary): ReadonlyMap<number, readonly Pass[]> {
  const known = passes.get(sum);
  if (known) return known;
  const found = new Map<number, Pass[]>();
  visitCalls(sum, (call, f) => {
    for (const [i, argument] of call.a.entries()) {
      if (argument.k === "spread") break;
      if (argument.k !== "var") continue;
      const same = found.get(argument.v);
      if (same) same.push({ call, f, i });
      else found.set(argument.v, [{ call, f, i }]);
    }
  });
  passes.set(sum, found);
  return found;
}

const fieldPasses = new WeakMap<ModuleSummary, ReadonlyMap<string, readonly Pass[]>>();

/** Calls that are handed a field of `this`. */
function fieldPassesIn(sum: ModuleSummary): ReadonlyMap<string, readonly Pass[]> {
  const known = fieldPasses.get(sum);
  if (known) return known;
  const found = new Map<string, Pass[]>();
  visitCalls(sum, (call, f) => {
    for (const [i, argument] of call.a.entries()) {
      if (argument.k === "spread") break;
      if (argument.k !== "mem" || argument.o.k !== "this" || typeof argument.p !== "string") continue;
      found.set(argument.p, [...(found.get(argument.p) ?? []), { call, f, i }]);
    }
  });
  fieldPasses.set(sum, found);
  return found;
}

const parameters = new WeakMap<ModuleSummary, ReadonlyMap<string, number>>();

/** The variable that a parameter of a function is, where it is one as it stands. */
function parameterOf(sum: ModuleSummary, f: number, i: number): number | undefined {
  let known = parameters.get(sum);
  if (!known) {
    const found = new Map<string, number>();
    for (const [v, { d }] of sum.vars.entries())
      for (const def of d) if (def.k === "param" && def.path.length === 0 && !def.rest) found.set(`${def.f}.${def.i}`, v);
    parameters.set(sum, (known = found));
  }
  return known.get(`${f}.${i}`);
}

/** A parameter by which a function has what a variable holds, in one activation. */
export interface Holder {
  readonly v: number;
  readonly frame: Frame;
}

/** Whether a parameter is one that is asked for. */
type IsWanted = (mod: Mod, v: number) => boolean;

const isFilled: IsWanted = ({ sum }, v) => sum.vars[v]?.w !== undefined;

/**
 * The parameters of our own functions that what a variable holds is handed to, also by way of others, as far as they are asked for: by itself, those
 * that these put something into, `add(table, "read", run)` with `table[name] = f` in it.
 */
export const holdersOf = (x: Machine, mod: Mod, v: number, owner: Frame, isWanted = isFilled, depth = 0): Holder[] =>
  depth >= MAX_DEPTH
    ? []
    : (passesIn(mod.sum).get(v) ?? [])
        .slice(0, MAX_SITES)
        .flatMap((pass) => takers(x, pass, genericFrame(x, mod, pass.f, owner), isWanted, depth));

/** The same of a field of `this`, in those functions that have the instance, each with its activation. */
export const handedTo = (
  x: Machine,
  mod: Mod,
  field: string,
  isOwn: (f: number) => boolean,
  frameOf: (f: number) => Frame,
  isWanted: IsWanted,
): Holder[] =>
  (fieldPassesIn(mod.sum).get(field) ?? [])
    .filter(({ f }) => isOwn(f))
    .slice(0, MAX_SITES)
    .flatMap((pass) => takers(x, pass, frameOf(pass.f), isWanted, 0));

/** The parameter by which the callee of one call has it, and those that this hands it to. */
function takers(x: Machine, { call, i }: Pass, at: Frame, isWanted: IsWanted, depth: number): Holder[] {
  return x.value(call.f, at).flatMap((callee): Holder[] => {
    const parameter = callee.k === "fn" ? parameterOf(callee.mod.sum, callee.f, i) : undefined;
    if (callee.k !== "fn" || parameter === undefined) return [];
    const isOne = isWanted(callee.mod, parameter);
    if (!isOne && !passesIn(callee.mod.sum).has(parameter)) return [];
    // What is in the container is what is being found out.
    const args = call.a.map((one, place): Value => (place === i ? NOTHING : x.value(one, at)));
    const frame = activate(x, callee, args, null);
    return [...(isOne ? [{ v: parameter, frame }] : []), ...holdersOf(x, callee.mod, parameter, frame, isWanted, depth + 1)];
  });
}
