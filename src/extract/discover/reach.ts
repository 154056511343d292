import { COMMON } from "../eval/domain/common-names.ts";
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
  if ("f" in place) return `f${place.f}`;
  if ("v" in place) return `v${place.v}`;
  if ("c" in place) return `c${place.c}`;
  return "name" in place ? `n${place.name}` : `e${place.i}`;
};

/** A place in the graph: what it names is found out once, and so is whether it leads on. */
interface Node {
  readonly place: Place;
  next?: readonly Node[];
  leads?: boolean;
  /** The last search that came upon it, and from where. */
  search: number;
  by: Node | undefined;
}

/**
 * Says which code may lead to a call that registers a tool, by what it names: references are
 * followed through variables, imports and classes, methods by their names (a call graph of
 * names, without values). What it denies need not be interpreted to find tools.
 */
export class Reach {
  readonly #world: World;
  readonly #mods = new Map<string, Mod | undefined>();
  readonly #nodes = new Map<Mod, Map<string, Node>>();
  #searches = 0;
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
    const search = ++this.#searches;
    const queue: Node[] = [];
    /** Whether a place that was come upon is known to lead; then all that led to it does. */
    const leads = (node: Node, by?: Node): boolean => {
      if (node.search === search) return false;
      node.search = search;
      node.by = by;
      queue.push(node);
      const { place } = node;
      if (node.leads !== true && !("f" in place && candidateFunctions(place.mod).has(place.f))) return false;
      for (let here: Node | undefined = node; here; here = here.by) here.leads = true;
      return true;
    };
    if (start.some((place) => leads(this.#node(place)))) return true;
    for (const node of queue) {
      if (node.leads === false) continue;
      // What is connected with so much is not looked through again and again.
      if (queue.length > MAX_PLACES) for (const one of queue) one.leads ??= true;
      if (node.leads === true) return true;
      node.next ??= this.#next(node.place).map((place) => this.#node(place));
      if (node.next.some((next) => leads(next, node))) return true;
    }
    for (const node of queue) node.leads = false;
    return false;
  }

  #node(place: Place): Node {
    let nodes = this.#nodes.get(place.mod);
    if (!nodes) this.#nodes.set(place.mod, (nodes = new Map<string, Node>()));
    const key = keyOf(place);
    let node = nodes.get(key);
    if (!node) nodes.set(key, (node = { place, search: 0, by: undefined }));
    return node;
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

  /** The methods of a name in the module, and, unless it is a common one, in what it imports and anywhere. */
  #methods(mod: Mod, name: string): readonly Place[] {
    const files = COMMON.has(name) ? [] : this.#world.declaring(name);
    const near = files.length > MAX_NAMESAKES ? files.filter((file) => this.#importsOf(mod).has(file)) : files;
    return [...new Set([mod, ...near.flatMap((file) => this.#module(file) ?? [])])].flatMap((one) =>
      (methodsIn(one.sum).get(name) ?? []).map((f) => ({ mod: one, f })),
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

const methods = new WeakMap<Mod["sum"], ReadonlyMap<string, readonly number[]>>();

/** The functions of a module that classes have as methods, by their names. */
function methodsIn(sum: Mod["sum"]): ReadonlyMap<string, readonly number[]> {
  const known = methods.get(sum);
  if (known) return known;
  const out = new Map<string, number[]>();
  for (const { m } of sum.classes)
    for (const { n, f } of m) {
      if (f === undefined) continue;
      const same = out.get(n);
      if (same) same.push(f);
      else out.set(n, [f]);
    }
  methods.set(sum, out);
  return out;
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
