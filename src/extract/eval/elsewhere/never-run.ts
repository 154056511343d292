import type { Def, Expr, TypeRef, Write } from "../../ir.ts";
import { says, takesOut, visitCalls, visitExprs } from "../../ir-walk.ts";
import { lookup } from "../../tables/index.ts";
import type { Machine } from "../machine.ts";
import { chain } from "../meaning/inheritance.ts";
import { declarationOf, PART } from "../types/declarations.ts";
import type { Atom, ClsAtom, Mod } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** Methods whose names say that they keep what they are given. */
const SETTER = /^(?:set|on|add|register|enable|use|attach|subscribe|bind|update|insert|append)(?:[A-Z]|$)/u;
const SETTER_START = /^[a-z]+/u;
/** A name that more files than these speak of is called somewhere. */
const MAX_FILES = 24;
/** What finding out what a method is called on may take, for one place. */
const MAX_STEPS = 2000;

/**
 * Whether a write stands in a setter that nothing calls: it keeps what it is given, and none of the places in all the sources that
 * speak of its name may mean it. What only a caller from outside could set belongs to that caller.
 */
export function isNeverRun(x: Machine, level: ClsAtom, write: Write): boolean {
  const method = methodAround(level, write.f);
  return keepsGiven(level.mod, write.e, method) && isUncalled(x, level, method, SETTER);
}

/** Methods that change what is kept, or make another one of it, which no framework calls. */
const KEEPER =
  /^(?:set|on|add|register|enable|use|attach|subscribe|bind|update|insert|append|remove|off|un[a-z]+|clone|detach|get)(?:[A-Z]|$)/u;

/** Whether nothing in the sources calls a method of a class, of a name that no framework calls. */
export function isUncalled(x: Machine, level: ClsAtom, method: number, names = KEEPER): boolean {
  const member = classOf(level).m.find((one) => one.f === method);
  if (member?.kind !== "method" || member.static === true || !names.test(member.n)) return false;
  // What builds on a class of others', promises to be something of others', or is decorated, may be called by those.
  const { deco, impl, sup } = classOf(level);
  const isPlain = !sup && impl.every((type) => isOwnPromise(x, level.mod, type)) && deco.length === 0 && (member.deco ?? []).length === 0;
  if (!isPlain || (x.world.mentions(member.n) !== 1 && mayBeCalled(x, level, member.n))) return false;
  // A name that is made up may call it, and so may whoever goes through the prototype.
  const [start = ""] = SETTER_START.exec(member.n) ?? [];
  return !x.world.makesNames(start, start !== member.n) && x.world.mentions("getOwnPropertyNames") === 0;
}

/** Interfaces are followed through no more than these that they extend. */
const MAX_PROMISES = 8;

/** Whether a type is an interface of the sources, as are those that it extends: who calls what it promises does so by a name in the sources. */
function isOwnPromise(x: Machine, mod: Mod, type: TypeRef, depth = 0): boolean {
  const at = type.k === "ref" && depth < MAX_PROMISES ? declarationOf(x, mod, type) : undefined;
  if (at === undefined || at === PART || "ext" in at) return false;
  const defs = at.mod.sum.vars[at.v]?.d ?? [];
  return defs.length > 0 && defs.every((def) => def.k === "iface" && def.x.every((one) => isOwnPromise(x, at.mod, one, depth + 1)));
}

/** Functions by whose names tests put something in the place of something else. */
const FOR_TESTS = /(?:For|In)Tests?(?:ing)?$|Testing|[mM]ock|[oO]verride|^__/u;

/**
 * Whether a variable of a module is set by a function that nothing calls but a test: `export function setFetchForTests(f) { fetcher = f; }`,
 * `export const __testing = { setFetch(f) { fetcher = f; } }`. Its name stands nowhere else in the sources, is not made up, and nobody has the
 * module as a whole.
 */
export function isSetByTests(x: Machine, mod: Mod, { e, f, path }: Extract<Def, { k: "expr" }>): boolean {
  const fn = mod.sum.fns[f];
  const name = f === 0 || fn?.up !== 0 || path.length > 0 || !keepsGiven(mod, e, f) ? undefined : nameForTests(x, mod, f);
  if (name === undefined) return false;
  const [start = ""] = SETTER_START.exec(name) ?? [];
  if (start !== "" && x.world.makesNames(start, start !== name)) return false;
  const again = x.world.mentions(name) === 1 ? [mod] : handedOnAgain(x, mod, name, f);
  return (
    again?.every((of) =>
      // What is loaded by a function that was made for it is not among what imports a module.
      [of.file, ...x.world.importers(of.file), ...x.world.saying("createRequire")].every((file) => {
        const sum = x.world.summary(file);
        return sum !== undefined && !takesWhole(x, file, sum, of);
      }),
    ) === true
  );
}

/** The module of a function, and those that hand it on under its name; undefined where anything else is done with it, or may be. */
function handedOnAgain(x: Machine, mod: Mod, name: string, f: number): Mod[] | undefined {
  const own = mod.sum.vars.findIndex(({ d }) => d.some((def) => def.k === "fn" && def.f === f));
  const isUsed = own === -1 || isMentioned(mod.sum, name, own) || mod.sum.exports.some(({ n, v }) => v === own && n !== name);
  const others = x.world.saying(name).filter((file) => file !== mod.file);
  const barrels = others.flatMap((file) => x.glance(file) ?? []).filter(({ sum }) => isHandedOnIn(sum, name));
  return isUsed || barrels.length < others.length ? undefined : [mod, ...barrels];
}

/** Whether all that a module does with a name is to hand it on: `export { name } from "./other.js"`. */
const isHandedOnIn = (sum: Mod["sum"], name: string): boolean => {
  const handed = sum.exports.filter(({ n, src }) => n === name || src === name);
  const isAlone = handed.length > 0 && handed.every(({ from, n, src }) => from !== undefined && n === name && (src ?? n) === name);
  return isAlone && !sum.vars.some(({ d }) => d.some((def) => def.k === "import" && def.n === name)) && !isMentioned(sum, name);
};

/** Whether code of a module speaks of a name: of a member, in a text, or of the variable. */
function isMentioned(sum: Mod["sum"], name: string, v?: number): boolean {
  let found = says(sum, name) || takesOut(sum, name);
  visitExprs(sum, (e) => {
    found ||= (e.k === "var" && e.v === v) || (e.k === "mem" && e.p === name);
  });
  return found;
}

/** The name under which a function is exported that says that tests alone need it, or that it has in an object that is, which nothing else takes. */
function nameForTests(x: Machine, { sum }: Mod, f: number): string | undefined {
  for (const { n, v, e } of sum.exports) {
    const held = v === undefined ? e : onlyObject(sum, v);
    if (!FOR_TESTS.test(n)) continue;
    if (held?.k === "obj") {
      const member = held.p.find((prop) => "n" in prop && prop.e.k === "fn" && prop.e.f === f);
      if (member && "n" in member && isLeftAlone(x, sum, n, v)) return member.n;
    } else if (n === sum.fns[f]?.n && v !== undefined && sum.vars[v]?.d.every((one) => one.k === "fn" && one.f === f) === true) return n;
  }
  return undefined;
}

/** Whether nothing but tests takes what a module exports under a name: neither does its own code. */
function isLeftAlone(x: Machine, own: Mod["sum"], name: string, v: number | undefined): boolean {
  let isUsed = false;
  visitExprs(own, (e) => {
    isUsed ||= e.k === "var" && e.v === v;
  });
  return (
    !isUsed &&
    x.world.saying(name).every((file) => {
      const sum = x.world.summary(file);
      return (
        sum !== undefined &&
        !says(sum, name) &&
        !takesOut(sum, name) &&
        !sum.exports.some(({ from, src }) => from !== undefined && src === name) &&
        !sum.vars.some(({ d }) => d.some((def) => def.k === "import" && def.n === name))
      );
    })
  );
}

/** The object that a variable is, which nothing else is assigned to. */
function onlyObject({ vars }: Mod["sum"], v: number): Expr | undefined {
  const [only, ...more] = vars[v]?.d ?? [];
  return more.length === 0 && only?.k === "expr" && only.path.length === 0 ? only.e : undefined;
}

/** Whether an expression is a function that loads a module: `require`, or one that was made. */
function isLoader({ vars }: Mod["sum"], e: Expr): boolean {
  const isMaker = (f: Expr): boolean =>
    f.k === "mem"
      ? f.p === "createRequire"
      : f.k === "var" && vars[f.v]?.d.some((def) => def.k === "import" && def.n === "createRequire") === true;
  if (e.k === "glob") return e.n === "require";
  if (e.k === "call") return isMaker(e.f);
  return e.k === "var" && vars[e.v]?.d.some((def) => def.k === "expr" && def.e.k === "call" && isMaker(def.e.f)) === true;
}

/** Whether a module takes another one as a whole, or hands all of one on. */
export function takesWhole(x: Machine, file: string, sum: Mod["sum"], of: Mod): boolean {
  const isIt = (from: string): boolean => {
    const at = x.world.resolve(file, from);
    return at.k === "file" ? at.file === of.file : at.k === "missing";
  };
  const mayBeIt = (e: Expr | undefined): boolean => e?.k !== "lit" || typeof e.v !== "string" || isIt(e.v);
  let found = sum.stars.some(isIt) || sum.exports.some(({ from, src }) => from !== undefined && src === "*" && isIt(from));
  found ||= sum.vars.some(({ d }) => d.some((def) => def.k === "import" && def.n === "*" && isIt(def.from)));
  let loose = 0;
  visitExprs(sum, (e) => {
    if (e.k === "var" && isLoader(sum, e)) loose++;
    const loads = e.k === "call" && isLoader(sum, e.f);
    if (loads && e.f.k === "var") loose--;
    found ||= (e.k === "import" && mayBeIt(e.e)) || (loads && mayBeIt(e.a[0])) || (e.k === "glob" && e.n === "exports");
  });
  found ||= loose > 0;
  return found;
}

/** Whether what is written is what the method is given, by itself or at the end of a list. */
function keepsGiven(mod: Mod, e: Expr, method: number): boolean {
  if (e.k === "arr") return e.e.some((part) => keepsGiven(mod, part, method));
  // As what is put into a list in a table is said: `[given].slice()`.
  if (e.k === "call" && e.f.k === "mem" && e.f.p === "slice" && e.f.o.k === "arr") return keepsGiven(mod, e.f.o, method);
  // What a rest parameter holds is told by its place: `args[1]`.
  if (e.k === "mem") return isRest(mod, e.o, method);
  return e.k === "var" && mod.sum.vars[e.v]?.d.some((def) => def.k === "param" && def.f === method) === true;
}

const isRest = ({ sum }: Mod, e: Expr, method: number): boolean =>
  e.k === "var" && sum.vars[e.v]?.d.some((def) => def.k === "param" && def.f === method && def.rest === true) === true;

const answers = new WeakMap<Mod, Map<string, boolean>>();

/** Whether something in the sources may call a method of a class, as far as it can be told from the places that speak of its name. */
function mayBeCalled(x: Machine, level: ClsAtom, name: string): boolean {
  const known = answers.get(level.mod) ?? new Map<string, boolean>();
  answers.set(level.mod, known);
  const key = `${level.c} ${name}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, true); // While it is being found out, it may be.
  const files = x.world.accessing(name);
  const answer = files.length > MAX_FILES || files.some((file) => callsIn(x, file, level, name));
  known.set(key, answer);
  return answer;
}

function callsIn(x: Machine, file: string, level: ClsAtom, name: string): boolean {
  const mod = x.glance(file);
  if (!mod) return true;
  let may = says(mod.sum, name) || takesOut(mod.sum, name);
  const inVain = mod === level.mod ? callsInVain(x, level, name) : new Set();
  visitExprs(mod.sum, (e, f) => {
    if (may || e.k !== "mem" || e.p !== name || inVain.has(e)) return;
    const holder = x.attempt(MAX_STEPS, () => x.value(e.o, genericFrame(x, mod, f, x.top(mod))));
    may = holder === undefined || holder.length === 0 || x.leans || holder.some((atom) => mayHave(x, atom, level, name));
  });
  return may;
}

/** Where a class calls its own method with an element of a list that has none: `for (const hook of [] as Hook[]) this.register(hook)`. */
function callsInVain(x: Machine, level: ClsAtom, name: string): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  visitCalls(level.mod.sum, ({ f: callee, a: [given, more] }, f) => {
    if (callee.k !== "mem" || callee.p !== name || callee.o.k !== "this" || given?.k !== "var" || more) return;
    const [def, other] = level.mod.sum.vars[given.v]?.d ?? [];
    if (def?.k !== "elem" || def.path.length > 0 || other) return;
    const at = genericFrame(x, level.mod, f, x.top(level.mod));
    const list = x.attempt(MAX_STEPS, () => x.settledValue(def.e, at));
    if (list && list.length > 0 && list.every((atom) => atom.k === "arr" && atom.e.length === 0)) found.add(callee);
  });
  return found;
}

/** What has no methods but its own, and is no instance. */
const OTHER: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "fn", "cls", "arr", "list"] as const);

/** Whether a value may be an instance of a class, or have its methods: what a package hands out may be what it was given. */
export function mayHave(x: Machine, atom: Atom, level: ClsAtom, name: string): boolean {
  if (atom.k === "inst") return chain(x, atom.cls).includes(level) || chain(x, level).includes(atom.cls);
  if (atom.k === "ext") return lookup(atom.root, [...atom.path, name])?.exact !== true;
  return !OTHER.has(atom.k);
}

/** Whether a write takes a value away. */
export const isReset = ({ e }: Pick<Write, "e">): boolean => e.k === "void" || (e.k === "lit" && e.v === null);

/** Whether a field of an instance is written by setters alone that are never run, and starts as nothing. */
export function isNeverSet(x: Machine, atom: Atom, name: string): boolean {
  if (atom.k !== "inst" || x.mayAssign(name)) return false;
  const cls = classOf(atom.cls);
  const writes = cls.w.filter((write) => write.p.length === 0 || write.p[0] === name);
  // What the class takes away in a method, and does not declare, its base may have.
  const isOwn =
    !cls.sup || cls.m.some((member) => member.n === name) || writes.some((write) => write.f === cls.ctor && write.p.length === 1);
  return (
    isOwn &&
    writes.length > 0 &&
    writes.every((write) => write.p.length > 0 && (isReset(write) || isNeverRun(x, atom.cls, write))) &&
    cls.m.every((member) => member.n !== name || (member.kind === "field" && member.e === undefined && member.f === undefined))
  );
}

/** The method of a class that a function stands in; the function itself where it stands in none. */
export function methodAround(level: ClsAtom, f: number): number {
  let here = f;
  while (here > 0) {
    const fn = level.mod.sum.fns[here];
    if (!fn || fn.c === level.c) return here;
    here = fn.up;
  }
  return f;
}
