import type { Expr, ModuleSummary } from "../../ir.ts";
import { visitExprs } from "../../ir-walk.ts";
import { exportedAt } from "../meaning/follow.ts";
import type { Machine } from "../machine.ts";
import { takesWhole } from "./never-run.ts";
import type { Mod } from "../domain/values.ts";

/** What is read of a list without changing it, or handing it on. */
const READING = new Set(
  "length size some every find findIndex filter map flatMap forEach includes has indexOf at slice join entries values keys".split(" "),
);

/** Those by which a function is handed each element, its place, and the list. */
const EACH: ReadonlySet<string | Expr> = new Set("some every find findIndex filter map flatMap forEach".split(" "));

const answers = new WeakMap<Mod, Map<number, boolean>>();

/** Whether a variable is a list that is written out, and that nothing but reads it: neither its own module nor those that import it. */
export function isOnlyRead(x: Machine, mod: Mod, v: number): boolean {
  const home = homeOf(x, mod, v);
  return home !== undefined && writtenOut(home.mod, home.v)?.k === "arr" && isReadHere(x, home);
}

/** Whether a variable is a list or a set that is written out, and that something may change, or have under another name. */
export function mayGrow(x: Machine, mod: Mod, v: number): boolean {
  const home = homeOf(x, mod, v);
  return home !== undefined && writtenOut(home.mod, home.v) !== undefined && !isReadHere(x, home);
}

function isReadHere(x: Machine, home: { readonly mod: Mod; readonly v: number }): boolean {
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

/** The list that a variable is, or the set of one, where that is written out and has something in it. */
function writtenOut({ sum }: Mod, v: number): Expr | undefined {
  const [def, more] = sum.vars[v]?.d ?? [];
  const made = def?.k === "expr" && !more && def.path.length === 0 ? literal(def.e) : undefined;
  const isSet = made?.k === "call" && made.kind === 1 && made.f.k === "glob" && made.f.n === "Set";
  const list = isSet ? made.a[0] && literal(made.a[0]) : made;
  return list?.k === "arr" && list.e.length > 0 ? made : undefined;
}

function isReadIn(x: Machine, mod: Mod, v: number): boolean {
  const { exports, vars } = mod.sum;
  if (vars[v]?.w || !isReadBy(mod.sum, new Set([v]))) return false;
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

/** Whether an argument is code that is handed more than an element and its place. */
export function mayTakeAll({ fns }: ModuleSummary, e: Expr): boolean {
  if (e.k !== "fn") return e.k !== "glob" && e.k !== "lit";
  const { args, pn, rest } = fns[e.f] ?? { pn: [] };
  return args === true || rest === true || pn.length > 2;
}

/** Whether all that code of a module does with some variables is to read them, or to spread them. */
function isReadBy(sum: ModuleSummary, variables: ReadonlySet<number>): boolean {
  let said = 0;
  let read = 0;
  const isIt = (e: Expr | null | undefined): boolean => e?.k === "var" && variables.has(e.v);
  visitExprs(sum, (e) => {
    if (isIt(e)) said++;
    if ((e.k === "spread" && isIt(e.e)) || (e.k === "mem" && typeof e.p === "string" && READING.has(e.p) && isIt(e.o))) read++;
    // A function that each is handed to may take the list itself.
    if (e.k === "call" && e.f.k === "mem" && isIt(e.f.o) && EACH.has(e.f.p) && e.a.some((one) => mayTakeAll(sum, one))) said++;
    // `LIST.length = 0`
    if (e.k === "set" && e.t.k === "mem" && isIt(e.t.o)) said++;
  });
  return said === read;
}
