import type { CallExpr, Expr, ModuleSummary } from "../../ir.ts";
import { visitCallSites } from "../../ir-walk.ts";
import { lookup, tableOf } from "../../tables/index.ts";
import type { Holder } from "./handed-on.ts";
import { handedTo, holdersOf } from "./handed-on.ts";
import { importedBy, importersOf } from "./importers.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Machine } from "../machine.ts";
import { methodAround } from "./never-run.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Mod, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import { ancestor, genericFrame } from "../meaning/variables.ts";
import { writeFrame } from "./writes.ts";

/** A call of a method of what something holds: the names that lead to it, from there or from what the call before it gave. */
interface Asked {
  readonly call: CallExpr;
  readonly f: number;
  readonly path: readonly string[];
}

interface Index {
  readonly ofVariables: ReadonlyMap<number, readonly Asked[]>;
  readonly ofFields: ReadonlyMap<string, readonly Asked[]>;
}

const indexes = new WeakMap<ModuleSummary, Index>();

function put<K>(to: Map<K, Asked[]>, key: K, one: Asked): void {
  const same = to.get(key);
  if (same) same.push(one);
  else to.set(key, [one]);
}

/**
 * Calls of methods, by the variable or the field of `this` that they start from: `graph.addNode("a", one).addNode("b", other)` puts both into the
 * graph, `this.http.interceptors.request.use(f)` has the client run `f`.
 */
export function askedIn(sum: ModuleSummary): Index {
  const known = indexes.get(sum);
  if (known) return known;
  const ofVariables = new Map<number, Asked[]>();
  const ofFields = new Map<string, Asked[]>();
  visitCallSites(sum, (call, f) => {
    let path: string[] = [];
    let wasCalled = false;
    let here: Expr = call.f;
    for (; here.k === "call" || (here.k === "mem" && typeof here.p === "string"); here = here.k === "call" ? here.f : here.o) {
      if (here.k === "call") wasCalled = true;
      else if (here.o.k === "this" && (path.length > 0 || wasCalled)) put(ofFields, here.p as string, { call, f, path });
      else if (!wasCalled) path = [here.p as string, ...path];
    }
    if (here.k === "var" && path.length > 0) put(ofVariables, here.v, { call, f, path });
  });
  const made = { ofVariables, ofFields };
  indexes.set(sum, made);
  return made;
}

const isKeeper = (atom: Atom): atom is AtomOf<"ext"> =>
  atom.k === "ext" && atom.held !== undefined && tableOf(atom.root)?.isKeeper === true;

const isAsked = ({ sum }: Mod, v: number): boolean => askedIn(sum).ofVariables.has(v);

/** What a package made, and keeps what it is given later on, with that: `graph.addNode("read", read)` on a line of its own. */
export function keptLater(x: Machine, mod: Mod, v: number, owner: Frame, value: Value): Value {
  if (!value.some(isKeeper)) return value;
  const holders = [{ v, frame: owner }, ...holdersOf(x, mod, v, owner, isAsked), ...(owner.f === 0 ? importedAs(x, mod, v) : [])];
  return withGiven(x, value, holders.flatMap(askedOf));
}

/** The variables by which other modules have what a module exports, and ask something of it. */
const importedAs = (x: Machine, mod: Mod, v: number): Holder[] =>
  mod.sum.exports
    .filter((one) => one.v === v)
    .flatMap(({ n }) => importersOf(x, mod, n))
    .flatMap((importer) => {
      const by = x.glance(importer.file);
      return by ? importedBy(x, importer).flatMap((at) => (isAsked(by, at) ? [{ v: at, frame: x.top(by) }] : [])) : [];
    });

/** The same of what a field of an instance holds. */
export function keptInField(x: Machine, inst: AtomOf<"inst">, name: string, value: Value): Value {
  if (!value.some(isKeeper)) return value;
  const asked = chain(x, inst.cls).flatMap((level) => {
    if (level.k !== "cls") return [];
    const isOwn = (f: number): boolean => level.mod.sum.fns[methodAround(level, f)]?.c === level.c;
    const frameOf = (f: number): Frame => writeFrame(x, inst, level, { f });
    const own = (askedIn(level.mod.sum).ofFields.get(name) ?? []).filter(({ f }) => isOwn(f)).map((one) => [one, frameOf(one.f)] as const);
    return [...own, ...handedTo(x, level.mod, name, isOwn, frameOf, isAsked).flatMap(askedOf)];
  });
  return withGiven(x, value, asked);
}

/** The same of what a class itself holds: `Api.http.interceptors.request.use(f)`, in its own module. */
export function keptInClass(x: Machine, cls: ClsAtom, name: string, value: Value): Value {
  if (!value.some(isKeeper)) return value;
  const { v } = classOf(cls);
  const { ofVariables, ofFields } = askedIn(cls.mod.sum);
  const named =
    v === undefined ? [] : (ofVariables.get(v) ?? []).filter(({ path: [first, second] }) => first === name && second !== undefined);
  const own = named.map((one): AskedAt => [{ ...one, path: one.path.slice(1) }, x.top(cls.mod)]);
  const isStatic = (f: number): boolean => classOf(cls).m.some((member) => member.static === true && member.f === methodAround(cls, f));
  const inside = (ofFields.get(name) ?? [])
    .filter(({ f }) => isStatic(f))
    .map((one): AskedAt => [one, x.in.frame(cls.mod, methodAround(cls, one.f), cls.up, null, [cls])]);
  return withGiven(x, value, [...own, ...inside]);
}

type AskedAt = readonly [Asked, Frame];

/** What is asked of what a variable holds, where it is. */
const askedOf = ({ v, frame }: { readonly v: number; readonly frame: Frame }): AskedAt[] =>
  (askedIn(frame.mod.sum).ofVariables.get(v) ?? []).map((one) => [one, frame]);

function withGiven(x: Machine, value: Value, asked: readonly AskedAt[]): Value {
  return asked.length === 0 ? value : x.join(value.map((atom) => (isKeeper(atom) ? filled(x, atom, asked) : atom)));
}

function filled(x: Machine, atom: AtomOf<"ext">, asked: readonly AskedAt[]): Atom {
  const given = asked.flatMap(([{ call, f, path }, owner]): readonly Value[] => {
    const found = lookup(atom.root, [...atom.path, ...path]);
    if (found?.exact !== true || !(found.entry.keeps || found.entry.returns === "client")) return [];
    const frame = ancestor(owner, f) ?? genericFrame(x, owner.mod, f, owner);
    return call.a.map((argument) => x.value(argument, frame));
  });
  return given.length === 0 ? atom : x.handle(atom.root, atom.path, [...(atom.held ?? []), ...given]);
}
