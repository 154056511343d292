import type { Expr, ModuleSummary } from "../../ir.ts";
import { visitExprs } from "../../ir-walk.ts";
import { exportedAt } from "../meaning/follow.ts";
import type { Machine } from "../machine.ts";
import { takesWhole } from "./never-run.ts";
import type { Mod } from "../domain/values.ts";

/** What is read of a list without changing it, or handing it on. */
const READING = new Set(
  "length some every find findIndex filter map flatMap includes indexOf at slice join entries values keys".split(" "),
);

const answers = new WeakMap<Mod, Map<number, boolean>>();

/** Whether a variable is a list that is written out, and that nothing but reads it: neither its own module nor those that import it. */
export function isOnlyRead(x: Machine, mod: Mod, v: number): boolean {
  const home = homeOf(x, mod, v);
  if (!home) return false;
  const known = answers.get(home.mod) ?? new Map<number, boolean>();
  answers.set(home.mod, known);
  let answer = known.get(home.v);
  if (answer === undefined) known.set(home.v, (answer = isReadIn(x, home.mod, home.v)));
  return answer;
}

/** Where a variable is declared that may be imported. */
function homeOf(x: Machine, mod: Mod, v: number): { readonly mod: Mod; readonly v: number } | undefined {
  const [def, more] = mod.sum.vars[v]?.d ?? [];
  if (def?.k !== "import") return { mod, v };
  const [found, other] = more || def.n === "*" ? [] : exportedAt(x, mod, def.from, def.n);
  return found?.v === undefined || other ? undefined : { mod: found.mod, v: found.v };
}

const literal = (e: Expr): Expr => (e.k === "as" ? literal(e.e) : e);

function isReadIn(x: Machine, mod: Mod, v: number): boolean {
  const { exports, vars } = mod.sum;
  const [def, more] = vars[v]?.d ?? [];
  const list = def?.k === "expr" && !more && def.path.length === 0 && !vars[v]?.w ? literal(def.e) : undefined;
  if (list?.k !== "arr" || list.e.length === 0 || !isReadBy(mod.sum, new Set([v]))) return false;
  const names = exports.filter((one) => one.v === v || (one.e?.k === "var" && one.e.v === v)).map(({ n }) => n);
  const files = new Set([...x.world.importers(mod.file), ...names.flatMap((name) => x.world.saying(name))]);
  files.delete(mod.file);
  return names.length === 0 || [...files].every((file) => isReadFrom(x, file, mod, new Set(names)));
}

/** Whether a module only reads what it imports of another one by some names, and hands none of that on. */
function isReadFrom(x: Machine, file: string, of: Mod, names: ReadonlySet<string>): boolean {
  const sum = x.world.summary(file);
  if (!sum || takesWhole(x, file, sum, of)) return false;
  const taken = new Set(sum.vars.flatMap(({ d }, v) => (d.some((def) => def.k === "import" && names.has(def.n)) ? [v] : [])));
  const handsOn = sum.exports.some(({ from, n, src, v }) => (from !== undefined ? names.has(src ?? n) : v !== undefined && taken.has(v)));
  return !handsOn && isReadBy(sum, taken);
}

/** Whether all that code of a module does with some variables is to read them, or to spread them. */
function isReadBy(sum: ModuleSummary, variables: ReadonlySet<number>): boolean {
  let said = 0;
  let read = 0;
  const isIt = (e: Expr | null | undefined): boolean => e?.k === "var" && variables.has(e.v);
  visitExprs(sum, (e) => {
    if (isIt(e)) said++;
    if ((e.k === "spread" && isIt(e.e)) || (e.k === "mem" && typeof e.p === "string" && READING.has(e.p) && isIt(e.o))) read++;
    // `LIST.length = 0`
    if (e.k === "set" && e.t.k === "mem" && isIt(e.t.o)) said++;
  });
  return said === read;
}
