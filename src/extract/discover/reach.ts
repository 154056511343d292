import { COMMON } from "../eval/common-names.ts";
import type { World } from "../eval/world.ts";
import type { CallExpr, Cls, Expr } from "../ir.ts";
import { frameworkExports } from "../shapes/exports.ts";
import type { Module } from "./candidates.ts";
import { candidateFunctions, mayRegister } from "./candidates.ts";
import type { Mentions } from "./mentions.ts";
import { mentionsOf, mentionsOfFunction } from "./mentions.ts";

/** A module as it is read here: nothing of it is loaded into the machine, which shall know only what it runs. */
type Mod = Module & { readonly id: number };

/** A piece of code that others name: a function, a variable, a class, or an export (`*`: all of them). */
type Place = { readonly mod: Mod } & (
  | { readonly f: number }
  | { readonly v: number }
  | { readonly c: number }
  | { readonly name: string }
  | { readonly e: Expr; readonly i: number }
);

/** More classes than this have a method of the name: it says nothing of where a call leads. */
const MAX_NAMESAKES = 8;
/** Beyond as many places a question is answered with yes. */
const MAX_PLACES = 20_000;

/** Calls that are looked at for what they note: which policy stands around which executor. */
const NOTES = new Set(["withPolicy", "definePolicy"]);
/** Methods by which a container calls what it is given. */
const EACH = new Set("forEach map flatMap filter reduce for then every some".split(" "));

const keyOf = (place: Place): string => {
  const { id } = place.mod;
  if ("f" in place) return `${id}f${place.f}`;
  if ("v" in place) return `${id}v${place.v}`;
  if ("c" in place) return `${id}c${place.c}`;
  return "name" in place ? `${id}n${place.name}` : `${id}e${place.i}`;
};

/**
 * Says which code may lead to a call that registers a tool, by what it names: references are
 * followed through variables, imports and classes, methods by their names (a call graph of
 * names, without values). What it denies need not be interpreted to find tools.
 */
export class Reach {
  readonly #world: World;
  readonly #mods = new Map<string, Mod | undefined>();
  readonly #leads = new Map<string, boolean>();
  readonly #imports = new Map<Mod, ReadonlySet<string>>();

  constructor(world: World) {
    this.#world = world;
  }

  #module(file: string): Mod | undefined {
    if (!this.#mods.has(file)) {
      const sum = this.#world.summary(file);
      this.#mods.set(file, sum && { id: this.#mods.size, file, sum });
    }
    return this.#mods.get(file);
  }

  /** Whether running a function may register a tool: by what it names, or by calling what it is given. */
  leads({ file }: Module, f: number): boolean {
    const mod = this.#module(file);
    return mod !== undefined && (callsUnknown(mod, f) || this.#search([{ mod, f }]));
  }

  /** Whether a call in a function may lead to a registration: by what it calls, or by what it hands over. */
  callLeads({ file }: Module, call: CallExpr): boolean {
    const mod = this.#module(file);
    if (!mod) return false;
    if (mayRegister(mod, call) || this.#isNote(mod, call) || isOpenCall(mod, call)) return true;
    if (call.a.some((one) => one.k === "fn" && callsUnknown(mod, one.f))) return true;
    if (isGlobal(call.f)) return this.#search(call.a.flatMap((one) => functionsIn(mod, one)));
    return this.#search(this.#named(mod, mentionsOf([call.f, ...call.a])));
  }

  #isNote(mod: Mod, { f }: CallExpr): boolean {
    const name = f.k === "mem" ? f.p : f.k === "var" ? mod.sum.vars[f.v]?.n : undefined;
    const def = f.k === "var" ? mod.sum.vars[f.v]?.d[0] : undefined;
    return NOTES.has(def?.k === "import" ? def.n : typeof name === "string" ? name : "");
  }

  #search(start: readonly Place[]): boolean {
    const from = new Map<string, string | undefined>();
    const queue: Place[] = [];
    /** Whether a place that was come upon is known to lead; then all that led to it does. */
    const leads = (place: Place, by?: string): boolean => {
      const key = keyOf(place);
      if (from.has(key)) return false;
      from.set(key, by);
      queue.push(place);
      const known = this.#leads.get(key);
      if (known !== true && !("f" in place && candidateFunctions(place.mod).has(place.f))) return false;
      for (let here: string | undefined = key; here !== undefined; here = from.get(here)) this.#leads.set(here, true);
      return true;
    };
    if (start.some((place) => leads(place))) return true;
    for (const place of queue) {
      const key = keyOf(place);
      if (this.#leads.get(key) === false) continue;
      if (queue.length > MAX_PLACES || this.#next(place).some((next) => leads(next, key))) return true;
    }
    for (const key of from.keys()) this.#leads.set(key, false);
    return false;
  }

  /** The places that a place names. */
  #next(place: Place): readonly Place[] {
    const { mod } = place;
    if ("f" in place) return this.#named(mod, mentionsOfFunction(mod.sum, place.f));
    if ("c" in place) return this.#class(mod, mod.sum.classes[place.c]);
    if ("e" in place) return this.#named(mod, mentionsOf([place.e]));
    if ("name" in place) return this.#export(mod, place.name);
    return (mod.sum.vars[place.v]?.d ?? []).flatMap((def): readonly Place[] => {
      if (def.k === "fn") return [{ mod, f: def.f }];
      if (def.k === "cls") return [{ mod, c: def.c }];
      if (def.k === "expr" || def.k === "elem") return this.#named(mod, mentionsOf([def.e]));
      if (def.k === "ns") return def.m.map(([, v]) => ({ mod, v }));
      return def.k === "import" && def.type !== true ? this.#imported(mod, def.from, def.n) : [];
    });
  }

  #named(mod: Mod, { vars, fns, classes, props, modules }: Mentions): readonly Place[] {
    return [
      ...[...fns].map((f) => ({ mod, f })),
      ...[...vars].map((v) => ({ mod, v })),
      ...[...classes].map((c) => ({ mod, c })),
      ...[...modules].flatMap((from) => this.#imported(mod, from, "*")),
      ...[...props].flatMap((name) => this.#methods(mod, name)),
    ];
  }

  /** What runs when an instance is made, or the class itself. */
  #class(mod: Mod, cls: Cls | undefined): readonly Place[] {
    if (!cls) return [];
    const fields = cls.m.filter(({ kind }) => kind === "field");
    const own = [cls.ctor, ...fields.map(({ f }) => f)].flatMap((f) => (f === undefined ? [] : [{ mod, f }]));
    return cls.sup ? [...own, ...this.#named(mod, mentionsOf([cls.sup]))] : own;
  }

  /** The methods of a name in the module, in what it imports, and anywhere unless the name is a common one. */
  #methods(mod: Mod, name: string): readonly Place[] {
    if (COMMON.has(name)) return [];
    const files = this.#world.declaring(name);
    const near = files.length > MAX_NAMESAKES ? files.filter((file) => this.#importsOf(mod).has(file)) : files;
    return [...new Set([mod, ...near.flatMap((file) => this.#module(file) ?? [])])].flatMap((one) =>
      one.sum.classes.flatMap((cls) => cls.m.flatMap(({ n, f }) => (n === name && f !== undefined ? [{ mod: one, f }] : []))),
    );
  }

  #importsOf(mod: Mod): ReadonlySet<string> {
    let files = this.#imports.get(mod);
    if (files) return files;
    const found = mod.sum.imports.map((from) => this.#world.resolve(mod.file, from));
    files = new Set(found.flatMap((one) => (one.k === "file" ? [one.file] : [])));
    this.#imports.set(mod, files);
    return files;
  }

  #imported(mod: Mod, from: string, name: string): readonly Place[] {
    const found = this.#world.resolve(mod.file, from);
    if (found.k !== "file" || frameworkExports.has(`${this.#world.owner(found.file) ?? ""} ${name}`)) return [];
    const target = this.#module(found.file);
    return target ? [{ mod: target, name: name === "=" ? "*" : name }] : [];
  }

  #export(mod: Mod, name: string): readonly Place[] {
    const { cjs, exports, stars } = mod.sum;
    const own = exports.filter((one) => name === "*" || one.n === name);
    const out = own.flatMap((one): readonly Place[] => {
      if (one.v !== undefined) return [{ mod, v: one.v }];
      if (one.e) return [{ mod, e: one.e, i: exports.indexOf(one) }];
      return one.from === undefined ? [] : this.#imported(mod, one.from, one.src ?? one.n);
    });
    const common = cjs.flatMap((one, i) =>
      name === "*" || name === "default" || one.p.length === 0 || one.p[0] === name ? [{ mod, e: one.e, i: exports.length + i }] : [],
    );
    const passedOn = own.length === 0 || name === "*" ? stars.flatMap((from) => this.#imported(mod, from, name)) : [];
    return [...out, ...common, ...passedOn];
  }
}

/** Whether an expression is something global: `console.log` runs nothing but functions that it is handed. */
const isGlobal = (e: Expr): boolean => e.k === "glob" || (e.k === "mem" && isGlobal(e.o));

const functionsIn = (mod: Mod, e: Expr): { mod: Mod; f: number }[] => {
  const { fns, vars } = mentionsOf([e]);
  const named = [...vars].flatMap((v) => (mod.sum.vars[v]?.d ?? []).flatMap((def) => (def.k === "fn" ? [def.f] : [])));
  return [...fns, ...named].map((f) => ({ mod, f }));
};

/** Whether what a call calls is told by values alone. */
function isOpenCall(mod: Mod, { f, a }: CallExpr): boolean {
  if (f.k === "var") return isGiven(mod, f.v);
  if (f.k === "mem") {
    if (typeof f.p !== "string") return true;
    return EACH.has(f.p) && a.some((one) => one.k === "var" && isGiven(mod, one.v));
  }
  return f.k !== "glob" && f.k !== "fn" && f.k !== "super" && f.k !== "import";
}

const isGiven = (mod: Mod, v: number): boolean => mod.sum.vars[v]?.d.some(({ k }) => k === "param" || k === "elem") ?? false;

/** Whether a function calls, itself or in a function inside it, what only values tell. */
function callsUnknown(mod: Mod, f: number): boolean {
  const { fns, vars } = mentionsOfFunction(mod.sum, f);
  return [...vars].some((v) => isGiven(mod, v)) || [...fns].some((inner) => callsUnknown(mod, inner));
}
