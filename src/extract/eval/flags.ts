import type { Expr } from "../ir.ts";
import { COMPUTED, visitExprs } from "../ir-walk.ts";
import { lacks } from "./closed.ts";
import type { Machine } from "./machine.ts";
import { mayBeGiven } from "./undefined-members.ts";
import type { Atom, Frame, Mod, Value } from "./values.ts";
import { writesOf } from "./writes.ts";

/**
 * Whether a flag that literal objects are written with is set: `if (tool.needsLogin)` of a definition `{ name, needsLogin: true }`. Only where no
 * code assigns a property of this name, or gives objects what nobody sees.
 */
export function flag(x: Machine, { o, p }: Extract<Expr, { k: "mem" }>, frame: Frame): boolean | undefined {
  if (typeof p !== "string" || o.k !== "var" || p in Object.prototype || x.mayAssign(p) || mayChange(x, p)) return undefined;
  const objects = (x.settledValue(o, frame) ?? []).filter((atom) => !isNamed(x, atom));
  const [verdict, ...more] = new Set(objects.map((atom) => flagOf(x, atom, p)));
  return more.length === 0 && verdict !== undefined && !mayBeFilled(x, objects) ? verdict : undefined;
}

const answers = new WeakMap<Machine, Map<string, boolean>>();

/** Whether code of the sources may set a flag, or take it away. */
function mayChange(x: Machine, name: string): boolean {
  let known = answers.get(x);
  if (!known) answers.set(x, (known = new Map<string, boolean>()));
  let answer = known.get(name);
  if (answer === undefined) {
    answer = mayBeGiven(x, name) || x.world.saying(name).some((file) => takesAway(x.glance(file), name));
    known.set(name, answer);
  }
  return answer;
}

/** More assignments under computed names than these are not followed. */
const MAX_COMPUTED = 64;

/** Whether one of these objects may be given something under a name that is computed. */
const mayBeFilled = (x: Machine, objects: Value): boolean =>
  x.assignmentsOf(COMPUTED).length > MAX_COMPUTED || x.aliases.mayBeAssigned(x, objects, COMPUTED);

function takesAway(mod: Mod | undefined, name: string): boolean {
  let found = mod === undefined;
  if (mod)
    visitExprs(mod.sum, (e) => {
      found ||= e.k === "un" && e.op === "delete" && e.e.k === "mem" && e.e.p === name;
    });
  return found;
}

/** Whether it only says what is written to an object, each under a name that is written out: that no such name is the flag's is asked for all. */
const isNamed = (x: Machine, atom: Atom): boolean =>
  atom.k === "wr" && writesOf(x, atom).writes.every(({ p, kind }) => kind === "prop" && p.length > atom.p.length);

/** What one object says of a flag. */
function flagOf(x: Machine, atom: Atom, name: string): boolean | undefined {
  if (atom.k !== "obj") return undefined;
  const value = x.member([atom], name);
  if (value.length === 0) return lacks(x, [atom], name) ? false : undefined;
  const said = new Set(value.map((one) => (one.k === "prim" && typeof one.v === "boolean" ? one.v : undefined)));
  return said.size === 1 ? [...said][0] : undefined;
}
