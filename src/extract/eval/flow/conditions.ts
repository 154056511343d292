import type { CallExpr, Expr, ModuleSummary } from "../../ir.ts";
import { visitCalls, visitExprs } from "../../ir-walk.ts";
import type { Target } from "../domain/targets.ts";
import { isFunctionByTypeof } from "./typeof.ts";
import type { Machine } from "../machine.ts";
import { constantOf } from "../domain/strings.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";
import { fnOf, NOTHING, UNCALLED } from "../domain/values.ts";
import { isOnlyRead, mayGrow } from "../elsewhere/only-read.ts";
import { isGiven } from "../meaning/variables.ts";

/** The hole that stands for the name of the tool that a dispatcher was called with. */
export const TOOL_NAME = "tool-name";

/**
 * Whether a condition certainly holds (or certainly does not); undefined when it depends.
 *
 * Comparisons of string and number constants decide, and parameters that a caller sets to
 * a constant once and for all; a flag that is kept in an object may be changed behind an alias.
 */
export function truth(x: Machine, e: Expr, frame: Frame): boolean | undefined {
  switch (e.k) {
    case "lit":
      return Boolean(e.v);
    case "un": {
      const inner = e.op === "!" ? truth(x, e.e, frame) : undefined;
      return inner === undefined ? undefined : !inner;
    }
    case "logic": {
      const l = truth(x, e.l, frame);
      const r = truth(x, e.r, frame);
      if (e.op === "&&") return l === false || r === false ? false : l === true && r === true ? true : undefined;
      if (e.op === "||") return l === true || r === true ? true : l === false && r === false ? false : undefined;
      return undefined;
    }
    case "bin":
      if (e.op === "===" || e.op === "==") return same(x, e.l, e.r, frame) ?? isFunctionByTypeof(x, e.l, e.r, frame);
      if (e.op === "!==" || e.op === "!=") {
        const equal = same(x, e.l, e.r, frame) ?? isFunctionByTypeof(x, e.l, e.r, frame);
        return equal === undefined ? undefined : !equal;
      }
      if (e.op === "in") return isKey(x, e.l, e.r, frame);
      return undefined;
    case "var":
      if (isUncalled(frame.bound?.get(e.v))) return false;
      return isGiven(frame, e.v) ? truthOf(x.settledValue(e, frame) ?? []) : undefined;
    case "mem":
      return isLeftOut(x, e, frame) ? false : undefined;
    case "call":
      return included(x, e, frame) ?? someOf(x, e, frame) ?? predicated(x, e, frame);
    default:
      return undefined;
  }
}

/** Whether it is an option of a caller who gives none: a member of the empty default of a parameter, `options = {}`, of which nothing but members is read. */
function isLeftOut(x: Machine, { o, p }: Extract<Expr, { k: "mem" }>, frame: Frame): boolean {
  if (typeof p !== "string" || p in Object.prototype || o.k !== "var" || !onlyRead(frame.mod.sum).has(o.v)) return false;
  const { sum } = frame.mod;
  const [def, more] = sum.vars[o.v]?.d ?? [];
  const preset = def?.k === "param" && def.path.length === 0 && !more ? sum.fns[def.f]?.pd[def.i] : undefined;
  if (preset?.k !== "obj" || preset.p.length > 0) return false;
  const [only, other] = x.settledValue(o, frame) ?? NOTHING;
  return only?.k === "obj" && only.e === preset && !other;
}

const readOnly = new WeakMap<ModuleSummary, ReadonlySet<number>>();

/** Variables that nothing is done with but reading members of them by their names; what is called of an empty one is not there. */
function onlyRead(sum: ModuleSummary): ReadonlySet<number> {
  const known = readOnly.get(sum);
  if (known) return known;
  const read = new Map<number, number>();
  const said = new Map<number, number>();
  const count = (all: Map<number, number>, v: number): unknown => all.set(v, (all.get(v) ?? 0) + 1);
  visitExprs(sum, (e) => {
    if (e.k === "var") count(said, e.v);
    if (e.k === "mem" && typeof e.p === "string" && e.o.k === "var") count(read, e.o.v);
  });
  const found = new Set([...read].flatMap(([v, times]) => (times === said.get(v) && !sum.vars[v]?.w ? [v] : [])));
  readOnly.set(sum, found);
  return found;
}

const isUncalled = ([only, more]: Value = NOTHING): boolean => only?.k === "data" && only.from === UNCALLED && more === undefined;

/** What literals are as a condition, where all are the same. What a value may be says which code is reached, and not that there is nothing else. */
function truthOf(value: Value): boolean | undefined {
  const verdicts = new Set(value.map((atom) => (atom.k === "prim" && atom.isGiven ? Boolean(atom.v) : undefined)));
  return verdicts.size === 1 ? [...verdicts][0] : undefined;
}

/** `undefined`, which is no text. */
const ABSENT = "\0undefined";

const CHEAP = new Set(["lit", "var", "mem", "tpl", "glob", "as", "this"]);

function constants(x: Machine, value: Value): string[] | undefined {
  const result: string[] = [];
  for (const atom of value) {
    const constant =
      atom.k === "str" || (atom.k === "prim" && typeof atom.v === "number")
        ? constantOf(atom)
        : atom.k === "prim" && atom.v === undefined
          ? ABSENT
          : undefined;
    if (constant === undefined) return undefined;
    result.push(constant);
  }
  return result.length > 0 ? result : undefined;
}

const isToolName = (atom: Atom): boolean => atom.k === "data" && atom.from === TOOL_NAME;

function same(x: Machine, l: Expr, r: Expr, frame: Frame): boolean | undefined {
  if (isAliased(frame, l) || isAliased(frame, r)) return undefined;
  if (!CHEAP.has(l.k) || !CHEAP.has(r.k)) return undefined;
  const left = x.settledValue(l, frame);
  const right = x.settledValue(r, frame);
  if (!left || !right || mayHaveChanged(x, l, right, frame) || mayHaveChanged(x, r, left, frame)) return undefined;
  note(x, left, right);
  note(x, right, left);
  const a = constants(x, left);
  const b = constants(x, right);
  if (!a || !b) return undefined;
  if (a.length === 1 && b.length === 1) return a[0] === b[0];
  return a.some((one) => b.includes(one)) ? undefined : false;
}

/** A parameter that `arguments` may lead to. */
export const isAliased = (frame: Frame, e: Expr): boolean =>
  e.k === "var" && frame.mod.sum.vars[e.v]?.d.some((def) => def.k === "param" && frame.mod.sum.fns[def.f]?.args === true) === true;

/** Functions that ask one another deeper than this are not asked. */
const MAX_NESTING = 4;
let nesting = 0;

/** What a function says that does no more than compare: `const isRead = (name) => name === "read"`. */
function predicated(x: Machine, e: CallExpr, frame: Frame): boolean | undefined {
  if (e.a.length === 0 || !e.a.every(({ k }) => CHEAP.has(k))) return undefined;
  // By its name, or as a method of one's own: that of another object may have been set, under another name of it.
  const isOwn = e.f.k === "var" || (e.f.k === "mem" && e.f.o.k === "this" && typeof e.f.p === "string" && !x.assigns(e.f.p));
  if (!isOwn) return undefined;
  let targets: readonly Target[] = [];
  const isSure = x.isSettled(() => (targets = x.targets(e, frame)));
  const [target, more] = targets;
  if (!isSure || target?.k !== "frame" || more) return undefined;
  return verdictIn(x, target.frame);
}

/** What a function that does no more than compare says in an activation. */
function verdictIn(x: Machine, frame: Frame): boolean | undefined {
  const { b, async, gen } = fnOf(frame);
  const last = b.at(-1);
  if (nesting >= MAX_NESTING || async || gen || last?.k !== "ret" || !last.e || !b.slice(0, -1).every(({ k }) => k === "e"))
    return undefined;
  nesting++;
  try {
    return truth(x, last.e, frame);
  } finally {
    nesting--;
  }
}

/** `TOOLS.some((tool) => tool.name === name)`, of a list that is written out and only read, by a function of one member of it. */
function someOf(x: Machine, { f, a: [test, ...more] }: CallExpr, frame: Frame): boolean | undefined {
  if (f.k !== "mem" || f.p !== "some" || f.o.k !== "var" || test?.k !== "fn" || more.length > 0) return undefined;
  const { args, pd, pn, rest } = frame.mod.sum.fns[test.f] ?? { pn: [], pd: [] };
  if (pn.length !== 1 || pd[0] || rest || args || !isOnlyRead(x, frame.mod, f.o.v)) return undefined;
  const [list, other] = x.settledValue(f.o, frame) ?? NOTHING;
  if (list?.k !== "arr" || other) return undefined;
  const verdicts = list.e.map((one) => verdictIn(x, x.in.frame(frame.mod, test.f, frame, [one], null)));
  return verdicts.includes(true) ? true : verdicts.every((one) => one === false) ? false : undefined;
}

/** A property of a literal object that some code of the program may assign, by whatever alias. */
function mayHaveChanged(x: Machine, e: Expr, other: Value, frame: Frame): boolean {
  if (e.k !== "mem" || typeof e.p !== "string" || !x.assigns(e.p)) return false;
  const objects = x.value(e.o, frame);
  const names = other.flatMap((atom) => (atom.k === "str" && atom.isDispatched ? (constantOf(atom) ?? []) : []));
  if (names.length === 0 || names.length < other.length) return x.aliases.mayBeAssigned(x, objects, e.p);
  // Which tool is called by a name is told by how each is written out; that code which nobody sees may change it, is told beside it.
  const reached = x.aliases.mayBeReached(x, objects, e.p);
  if (typeof reached === "boolean") return reached;
  for (const name of names) if (!x.doubts.has(name)) x.doubts.set(name, reached);
  return false;
}

/** The name that a dispatcher is called with, as a value. */
export const dispatchedBy = (x: Machine, name: string): Value => [x.in.atom({ k: "str", p: [name], isDispatched: true })];

/** Whether `case test` of a switch over `discriminant` can be the one. */
export function matches(x: Machine, discriminant: Expr, test: Expr, frame: Frame): boolean | undefined {
  return discriminant.k === "lit" && discriminant.v === true ? truth(x, test, frame) : same(x, discriminant, test, frame);
}

function note(x: Machine, name: Value, constant: Value): void {
  if (!x.names || !name.some(isToolName)) return;
  for (const one of constants(x, constant) ?? []) if (one !== ABSENT) x.names.add(one);
}

/** A table that is read with the name of a tool names tools, if what it holds can run. */
export function noteKeys(x: Machine, table: Value, name: Value): void {
  if (!x.names || !name.some(isToolName)) return;
  for (const atom of table) {
    for (const key of keysOf([atom]) ?? [])
      if (x.member([atom], key).some(({ k }) => k === "fn" || k === "obj" || k === "inst" || k === "rec")) x.names.add(key);
  }
}

function isKey(x: Machine, key: Expr, object: Expr, frame: Frame): boolean | undefined {
  if (!CHEAP.has(key.k)) return undefined;
  const name = x.value(key, frame);
  const target = x.value(object, frame);
  const shapes = target.map((atom) => keysOf([atom]));
  if (x.names && name.some(isToolName)) for (const one of shapes.flatMap((keys) => keys ?? [])) x.names.add(one);
  const names = constants(x, name);
  if (!names || shapes.length === 0) return undefined;
  const verdicts = new Set(shapes.flatMap((keys) => names.map((one) => keys?.includes(one))));
  return verdicts.size === 1 ? [...verdicts][0] : undefined;
}

/** The keys of a value whose shape is fully known. */
export function keysOf(value: Value): string[] | undefined {
  const keys: string[] = [];
  for (const atom of value) {
    if (atom.k === "rec" && atom.rest === undefined) keys.push(...atom.m.keys());
    else if (atom.k === "obj") {
      for (const prop of atom.e.p) {
        if (!("n" in prop)) return undefined;
        keys.push(prop.n);
      }
    } else return undefined;
  }
  return keys.length > 0 ? keys : undefined;
}

const shared = new WeakMap<ModuleSummary, ReadonlySet<number>>();

/** Variables that another one is an alias of, or that a function is handed by name: what they hold may grow under another name. */
function sharedVariables(sum: ModuleSummary): ReadonlySet<number> {
  const known = shared.get(sum);
  if (known) return known;
  const found = new Set(sum.vars.flatMap(({ d }) => d.flatMap((def) => (def.k === "expr" && def.e.k === "var" ? [def.e.v] : []))));
  visitCalls(sum, ({ f, a }) => {
    if (f.k === "var") for (const one of a) if (one.k === "var") found.add(one.v);
  });
  shared.set(sum, found);
  return found;
}

/** `list.includes(name)`, `set.has(name)`. */
function included(x: Machine, e: Extract<Expr, { k: "call" }>, frame: Frame): boolean | undefined {
  const [argument] = e.a;
  if (e.f.k !== "mem" || !argument || !CHEAP.has(argument.k) || (e.f.p !== "includes" && e.f.p !== "has")) return undefined;
  if (e.f.o.k === "var" && sharedVariables(frame.mod.sum).has(e.f.o.v)) return undefined;
  const name = x.value(argument, frame);
  if (!name.some((atom) => atom.k === "str" || isToolName(atom))) return undefined;
  const members = memberConstants(x, x.value(e.f.o, frame));
  if (!members) return undefined;
  if (x.names && name.some(isToolName)) for (const one of members) x.names.add(one);
  const names = constants(x, name);
  // What may grow names tools still, and says nothing of what is not in it yet.
  if (!names || (e.f.o.k === "var" && mayGrow(x, frame.mod, e.f.o.v))) return undefined;
  if (names.every((one) => members.includes(one))) return true;
  return names.some((one) => members.includes(one)) ? undefined : false;
}

function memberConstants(x: Machine, value: Value): string[] | undefined {
  const out: string[] = [];
  for (const atom of value) {
    const parts = atom.k === "arr" ? atom.e.map((part) => constants(x, part)) : atom.k === "list" ? [constants(x, atom.v)] : [undefined];
    for (const part of parts) {
      if (!part) return undefined;
      out.push(...part);
    }
  }
  return out;
}
