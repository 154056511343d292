import type { CallExpr, Expr } from "../ir.ts";
import { says, statementExprs, takesOut, visitCallSites, visitExprs } from "../ir-walk.ts";
import type { Machine } from "./machine.ts";
import { isNeverRun } from "./never-run.ts";
import type { Atom, Mod, Value } from "./values.ts";

/** A name that more files than these speak of is filled somewhere. */
const MAX_FILES = 12;

/** Methods of a list that neither fill it nor hand it out. */
const READS = new Set(
  "slice filter map flatMap forEach some every find findIndex findLast findLastIndex indexOf lastIndexOf includes reduce reduceRight join entries keys values at pop shift".split(
    " ",
  ),
);
/** Of these, the ones that make another list. */
const COPIES = new Set(["slice", "filter", "map", "flatMap"]);
/** What is added is told by the methods of the class that add it. */
const ADDS = new Set(["push", "unshift"]);
const REMOVED_ONLY = 2;

const answers = new WeakMap<Machine, Map<string, boolean>>();

const isEmpty = (atom: Atom): boolean => atom.k === "arr" && atom.e.length === 0;

/**
 * Whether a list that an instance keeps in a field is certainly empty: it is made so, what would add to it is never run, and every place in
 * the sources that speaks of the field only reads, empties or copies it. A turn of a loop over it never comes.
 */
export function isNeverFilled(x: Machine, e: Expr, value: Value): boolean {
  if (e.k !== "mem" || e.o.k !== "this" || typeof e.p !== "string" || value.length === 0 || !value.every(isEmpty)) return false;
  const known = answers.get(x) ?? new Map<string, boolean>();
  answers.set(x, known);
  const before = known.get(e.p);
  if (before !== undefined) return before;
  known.set(e.p, false); // While it is being found out.
  const name = e.p;
  const files = x.world.accessing(name);
  const answer = files.length <= MAX_FILES && files.every((file) => onlyReads(x, x.glance(file), name)) && !isMadeUp(x, name);
  known.set(name, answer);
  return answer;
}

/** Whether the sources may make up a name of parts. */
function isMadeUp(x: Machine, name: string): boolean {
  const [start = name] = /^[a-z]+/u.exec(name) ?? [];
  return x.world.makesNames(start, false) || x.world.mentions("getOwnPropertyNames") > 0;
}

function onlyReads(x: Machine, mod: Mod | undefined, name: string): boolean {
  if (!mod || says(mod.sum, name) || takesOut(mod.sum, name)) return false;
  const { sum } = mod;
  const isField = (e: Expr): boolean => e.k === "mem" && e.p === name;
  const aliases = new Set(
    sum.vars.flatMap(({ d }, v) => (d.some((def) => def.k === "expr" && def.path.length === 0 && isField(def.e)) ? [v] : [])),
  );
  const isIt = (e: Expr): boolean => isField(e) || (e.k === "var" && aliases.has(e.v));
  const harmless = new Set<Expr>();
  for (const { d } of sum.vars)
    for (const def of d) if ((def.k === "elem" || (def.k === "expr" && def.path.length === 0)) && isIt(def.e)) harmless.add(def.e);
  for (const { b } of sum.fns)
    statementExprs(b, (e, from) => {
      if (from.k === "loop" && isIt(e)) harmless.add(e);
    });
  const idle = neverRun(x, mod, name);
  const isCopy = (e: Expr): boolean => e.k === "call" && e.f.k === "mem" && typeof e.f.p === "string" && COPIES.has(e.f.p) && isIt(e.f.o);
  visitCallSites(sum, (call, f) => {
    if (call.f.k === "mem" && isIt(call.f.o) && (readsOnly(call) || (idle.has(f) && addsOnly(call)))) harmless.add(call.f.o);
  });
  let isSure = true;
  visitExprs(sum, (e) => {
    if (e.k === "mem" && e.p === "length" && isIt(e.o)) harmless.add(e.o);
    if (e.k === "set" && isField(e.t) && ((e.e.k === "arr" && e.e.e.length === 0) || isCopy(e.e))) harmless.add(e.t);
    // All that an instance has, whatever it is called.
    if (e.k === "mem" && typeof e.p !== "string" && e.o.k === "this") isSure = false;
    if (e.k === "spread" && e.e.k === "this") isSure = false;
  });
  visitExprs(sum, (e) => {
    if (isIt(e) && !harmless.has(e)) isSure = false;
  });
  return isSure;
}

/** The functions that would add to the field, and never run. */
function neverRun(x: Machine, mod: Mod, name: string): ReadonlySet<number> {
  const out = new Set<number>();
  mod.sum.classes.forEach(({ w }, c) => {
    const level = x.in.atom({ k: "cls", mod, c, up: x.top(mod) });
    if (level.k !== "cls") return;
    for (const write of w) if (write.p[0] === name && write.kind === "elem" && isNeverRun(x, level, write)) out.add(write.f);
  });
  return out;
}

const readsOnly = ({ f, a }: CallExpr): boolean =>
  f.k === "mem" && typeof f.p === "string" && (READS.has(f.p) || (f.p === "splice" && a.length <= REMOVED_ONLY && !a.some(isSpread)));

const addsOnly = ({ f }: CallExpr): boolean => f.k === "mem" && typeof f.p === "string" && ADDS.has(f.p);

const isSpread = (e: Expr): boolean => e.k === "spread";
