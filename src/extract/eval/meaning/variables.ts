import type { Def, Expr, Step, Var } from "../../ir.ts";
import { lacks } from "./closed.ts";
import { elementsOf, entriesOf } from "./containers.ts";
import { contentsOf } from "./container-classes.ts";
import type { Machine } from "../machine.ts";
import { iterable } from "./iterated.ts";
import { keptLater } from "../elsewhere/kept-later.ts";
import { importValue } from "./modules.ts";
import { parameter } from "./parameters.ts";
import { partlyTold } from "../types/partly-told.ts";
import { typeValue } from "../types/types.ts";
import { isFrozen } from "../../firm.ts";
import { holdersOf } from "../elsewhere/handed-on.ts";
import { isSetByTests } from "../elsewhere/never-run.ts";
import { isAsking, madeOfItself } from "./self-made.ts";
import { leadsAnywhere, leadsOn } from "../domain/urls.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { CONTAINERS, fnOf, isAbsent, isMade, isService, isVague, NOTHING } from "../domain/values.ts";
import { writesOf } from "../elsewhere/writes.ts";
import { appended } from "./appended.ts";
import { writtenElsewhere } from "../elsewhere/written-elsewhere.ts";

/** The frame of function `f` that is visible from `frame`, or undefined when it is not an ancestor. */
export function ancestor(frame: Frame, f: number): Frame | undefined {
  for (let here: Frame | null = frame; here; here = here.up) if (here.f === f) return here;
  return undefined;
}

/** Whether a variable is a parameter that the caller gives something for, that nothing else is assigned to, and that `arguments` does not lead to. */
export function isGiven(frame: Frame, v: number): boolean {
  const [def, more] = frame.mod.sum.vars[v]?.d ?? [];
  if (def?.k !== "param" || more || def.rest || def.path.length > 0 || frame.mod.sum.fns[def.f]?.args) return false;
  return ancestor(frame, def.f)?.args?.[def.i] !== undefined;
}

/** A frame for function `f`, nested in `outer`, whose callers are not known. */
export function genericFrame(x: Machine, mod: Mod, f: number, outer: Frame): Frame {
  if (outer.f === f && outer.mod === mod) return outer;
  const fn = mod.sum.fns[f];
  if (!fn || f === 0) return x.top(mod);
  const up = fn.up === outer.f ? outer : genericFrame(x, mod, fn.up, outer);
  return x.in.frame(mod, f, up, null, null);
}

/** What a variable may hold, as seen from `frame`; or what a read of it finds there, where not all of its definitions reach that. */
export function variable(x: Machine, mod: Mod, v: number, frame: Frame, read?: Extract<Expr, { k: "var" }>): Value {
  const info = mod.sum.vars[v];
  if (!info) return NOTHING;
  for (let here: Frame | null = frame; here; here = here.up) {
    const bound = here.bound?.get(v);
    if (bound) return bound;
  }
  const owner = ancestor(frame, info.f) ?? x.top(mod);
  const reaching = read?.d;
  return x.once(reaching ? "reaching" : "variable", owner.id, reaching ? x.idOf(read) : v, () => {
    const defs = reaching ? info.d.filter((_, index) => reaching.includes(index)) : info.d;
    const set = defs.filter((def) => def.k !== "expr" || !isSetByTests(x, mod, def));
    const appends = set.filter((def) => def.k === "append");
    // What is put behind it is part of what tests ask for.
    const asking = appends.length === 0 ? set.filter(isAsking) : [];
    let value = x.join(...set.flatMap((def) => (asking.length > 0 && isAsking(def) ? [] : [defined(x, mod, def, owner)])));
    if (set.length === 0 && defs.length > 0) value = [x.in.atom({ k: "prim", v: undefined })];
    if (asking.length > 0) value = madeOfItself(x, v, owner, value, asking, (def, at) => defined(x, mod, def, at));
    if (appends.length > 0) value = appended(x, value, appends, owner);
    if (set.length === defs.length) value = withType(x, value, info, owner);
    if (owner.f === 0 && !info.d.some(({ k }) => k === "import")) value = x.join(value, writtenElsewhere(x, mod, v, value));
    value = keptLater(x, mod, v, owner, value);
    if (value.some(isFillable) && defs.every((def) => mayGrow(x, mod, def))) value = x.join(value, ...filled(x, mod, v, owner));
    if (!info.w) return value;
    const names = info.w.map((write) => write.p[0]);
    return leadsOn(value, names) ? value : x.join(value, leadsAnywhere(value) ? x.data() : NOTHING, written(x, info, v, owner));
  });
}

const isFillable = (atom: Atom): boolean =>
  CONTAINERS.has(atom.k) || (atom.k === "ext" && atom.root === "global" && (atom.path[0] === "Map" || atom.path[0] === "Set"));

/** Whether what a definition says may be more than it says: a parameter is what whoever calls handed over, with all that is in it. */
const mayGrow = (x: Machine, mod: Mod, def: Def): boolean => def.k !== "param" && !(def.k === "expr" && isFrozen(x, mod.sum, def.e));

/** What functions put into a container that they are handed. */
const filled = (x: Machine, mod: Mod, v: number, owner: Frame): Value[] =>
  holdersOf(x, mod, v, owner).flatMap(({ v: held, frame }) => {
    const info = frame.mod.sum.vars[held];
    return info ? [written(x, info, held, frame)] : [];
  });

/** Falls back on the declared type where the value itself says nothing. */
function withType(x: Machine, value: Value, info: Var, owner: Frame): Value {
  if (!info.t || info.d.some((def) => def.k === "param")) return value;
  if (!value.every((atom) => isVague(atom) || isAbsent(atom))) {
    const { t: type } = info;
    const partly = partlyTold(x, value, () => typeValue(x, type, owner));
    if (partly) return partly;
    // Beside what is known, the type says what the unknown is: it is told where it comes from, and not wherever it goes.
    const services = value.some((atom) => atom.k === "unk") ? typeValue(x, info.t, owner) : NOTHING;
    return services.some(isService) && services.every((atom) => isService(atom) || isAbsent(atom) || atom.k === "data")
      ? x.join(
          value.filter((atom) => atom.k !== "unk"),
          services.filter(isService),
        )
      : value;
  }
  // What a package handed out is known to be data, whatever function its type makes of it.
  const isData = value.some((atom) => atom.k === "data");
  const typed = typeValue(x, info.t, owner).filter((atom) => !isData || atom.k !== "typed" || atom.t.k !== "fn");
  return typed.length > 0 && typed.some((atom) => atom.k !== "unk") ? typed : value;
}

/** Spreads (`Object.assign`) join the variable itself; other member writes are answered on demand by a `wr` atom. */
function written(x: Machine, info: Var, v: number, owner: Frame): Value {
  const spreads = (info.w ?? [])
    .filter((write) => write.kind === "spread" && write.p.length === 0)
    .map((write) => x.value(write.e, genericFrame(x, owner.mod, write.f, owner)));
  return x.join([x.in.atom({ k: "wr", of: { v, fr: owner }, p: [] })], ...spreads);
}

/** Whether an element is taken apart by place, as the entries of a Map are. */
export const isPaired = ([first]: readonly Step[]): boolean => first !== undefined && !("p" in first);

/** What can be iterated and has keys is a Map: its elements are entries. A list that grows has none. */
export const isMap = (x: Machine, atom: Value[number]): boolean =>
  (atom.k === "inst" && contentsOf(x, atom).some((one) => isMap(x, one))) ||
  atom.k === "rec" ||
  (atom.k === "wr" && !writesOf(x, atom).writes.some(({ kind, e }) => kind === "elem" && e.k !== "void"));

function defined(x: Machine, mod: Mod, def: Def, owner: Frame): Value {
  switch (def.k) {
    case "expr": {
      const frame = genericFrame(x, mod, def.f, owner);
      return follow(x, x.value(def.e, frame), def.path, frame);
    }
    case "elem": {
      const frame = genericFrame(x, mod, def.f, owner);
      const [maps, rest] = partition(iterable(x, x.value(def.e, frame)), (atom) => isPaired(def.path) && isMap(x, atom));
      return follow(x, x.join(entriesOf(x, maps), elementsOf(x, rest)), def.path, frame);
    }
    case "param": {
      const frame = genericFrame(x, mod, def.f, owner);
      return partOf(x, follow(x, parameter(x, frame, def.i, def.rest === true), def.path, frame), def, frame);
    }
    case "import":
      return importValue(x, mod, def.from, def.n);
    case "fn":
      return [x.in.atom({ k: "fn", mod, f: def.f, up: outerOf(x, mod, mod.sum.fns[def.f]?.up ?? 0, owner) })];
    case "cls":
      return [x.in.atom({ k: "cls", mod, c: def.c, up: outerOf(x, mod, mod.sum.classes[def.c]?.up ?? 0, owner) })];
    case "enum":
      return enumValue(x, def, owner);
    case "ns":
      return namespaceValue(x, mod, def, owner);
    case "data":
      return x.data();
    // Said by what is there without it.
    case "append":
    case "iface":
    case "alias":
    case "tparam":
      return NOTHING;
  }
}

/** A namespace; one that only has types is nothing that code could reach. */
function namespaceValue(x: Machine, mod: Mod, { m, declared }: Extract<Def, { k: "ns" }>, owner: Frame): Value {
  if (declared) return NOTHING;
  const isType = (v: number): boolean => {
    const { d = [] } = mod.sum.vars[v] ?? {};
    return d.length > 0 && d.every(({ k }) => k === "iface" || k === "alias");
  };
  const held = m.filter(([, v]) => !isType(v));
  return held.length === 0 && m.length > 0 ? NOTHING : x.record(held.map(([name, v]) => [name, x.variable(mod, v, owner)] as const));
}

/** What was taken out of a parameter: where nobody knows what was handed over, what the parameter's type says of that part. */
function partOf(x: Machine, value: Value, { i, path }: Extract<Def, { k: "param" }>, frame: Frame): Value {
  const type = frame.args && path.length > 0 ? fnOf(frame).pt[i] : undefined;
  if (!type || value.length === 0 || !value.every(isVague)) return value;
  const told = follow(x, typeValue(x, type, frame), path, frame).filter(isMade);
  return told.length > 0 ? told : value;
}

/** The members of an enum, and the names that its numbers lead back to. */
function enumValue(x: Machine, { m }: Extract<Def, { k: "enum" }>, owner: Frame): Value {
  const entries: (readonly [string, Value])[] = [];
  let next: number | undefined = 0;
  let isSure = true;
  for (const [name, e] of m) {
    const number: number | undefined = e.k === "lit" ? (typeof e.v === "number" ? e.v : undefined) : e.k === "data" ? next : undefined;
    isSure &&= number !== undefined || e.k === "lit";
    next = number === undefined ? undefined : number + 1;
    entries.push([name, number === undefined ? x.value(e, owner) : [x.in.atom({ k: "prim", v: number })]]);
    if (number !== undefined) entries.push([String(number), x.text(name)]);
  }
  return isSure ? x.record(entries) : x.record(entries, x.unknown("unknown.call"));
}

function partition(value: Value, test: (atom: Value[number]) => boolean): [Value, Value] {
  return [value.filter(test), value.filter((atom) => !test(atom))];
}

const outerOf = (x: Machine, mod: Mod, f: number, owner: Frame): Frame => genericFrame(x, mod, f, owner);

/** Follows a destructuring path. */
export function follow(x: Machine, value: Value, path: readonly Step[], frame: Frame): Value {
  let here = value;
  for (const step of path) {
    if ("p" in step) {
      const found = x.member(here, step.p);
      here = found.length === 0 && lacks(x, here, step.p) ? [x.in.atom({ k: "prim", v: undefined })] : found;
    } else if ("i" in step) here = x.join(...here.map((atom) => (atom.k === "arr" ? (atom.e[step.i] ?? NOTHING) : elementsOf(x, [atom]))));
    else if ("tail" in step)
      here = x.join(
        ...here.map((atom) => (atom.k === "arr" ? [x.in.atom({ k: "arr", e: atom.e.slice(step.tail) })] : x.list(elementsOf(x, [atom])))),
      );
    else if ("d" in step) {
      if (here.length === 0 || here.some((atom) => atom.k === "unk" || atom.k === "data" || (atom.k === "prim" && atom.v === undefined))) {
        here = x.join(
          here.filter((atom) => !(atom.k === "unk" && atom.why === "unknown.parameter") && !(atom.k === "prim" && atom.v === undefined)),
          x.value(step.d, frame),
        );
      }
    } else if ("x" in step) here = elementsOf(x, here);
  }
  return here;
}
