import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/domain/values.ts";
import { membersInOrder, valuesInOrder } from "./ordered.ts";
import type { Def, Expr, Prop, Var } from "../ir.ts";
import { exportedAt, follow } from "../eval/meaning/follow.ts";

/** Places, types and numbers of a module's own: what an edit elsewhere in it changes. */
const UNTOLD: ReadonlySet<string> = new Set(["at", "i", "hint"]);

/** What was written out already, by its order: each is written once, however often it is named. */
type Told = Map<Expr | string, number>;

/** A function or a class: where it is said. */
export type Ref = { readonly mod: Mod } & ({ readonly f: number } | { readonly c: number });

/** With all that is said; without what is only said to whoever reads it; or with no order where it says nothing. */
export type Telling = "as written" | "without words" | "in order";

/** Deeper than this nobody nests by hand; what is generated is told by its own text. */
const MAX_DEPTH = 400;

const WORDS: ReadonlySet<string> = new Set("describe meta title label description $comment message errorMessage error".split(" "));
const SCHEMA_WORDS: ReadonlySet<string> = new Set(["describe", "meta"]);
const isWord = (prop: Prop): boolean => "n" in prop && WORDS.has(prop.n) && prop.e.k === "lit" && typeof prop.e.v === "string";
const SAID: ReadonlySet<string> = new Set(["lit", "tpl", "bin", "obj"]);

/** Tells an expression, or one function or class, without places and local names; of functions and classes in it only that they are. */
export class Teller {
  readonly #x: Machine;
  readonly #telling: Telling;
  readonly #told: Told = new Map();
  readonly #where: Map<string, Ref>;
  /** Functions and classes that were named, by where they are said. */
  readonly #refs = new Map<string, number>();
  readonly #functions = new Map<string, number>();
  readonly #maxParts: number;
  #isGiven = false;
  #count = 0;
  #depth = 0;

  constructor(x: Machine, telling: Telling, where: Map<string, Ref>, maxParts: number) {
    this.#x = x;
    this.#telling = telling;
    this.#where = where;
    this.#maxParts = maxParts;
  }

  get refs(): readonly string[] {
    return [...this.#refs.keys()];
  }

  expr(mod: Mod, e: Expr): unknown {
    if (this.#depth > MAX_DEPTH) return { deep: shallow(e) };
    this.#depth++;
    try {
      return this.#said(mod, e);
    } finally {
      this.#depth--;
    }
  }

  #said(mod: Mod, e: Expr): unknown {
    switch (e.k) {
      case "as":
        return this.expr(mod, e.e);
      case "fn":
        return this.#fn(mod, e.f);
      case "cls":
        return this.#cls(mod, e.c);
      case "var":
      case "mem": {
        const said = follow(this.#x, { e, mod });
        if (said.e !== e && said.e.k !== "var")
          return this.#once(said.e, () => (this.#isFull() ? { deep: shallow(said.e) } : this.expr(said.mod, said.e)));
        if (said.e.k === "var") return this.#variable(said.mod, said.e.v);
        return this.#parts(mod, e);
      }
      case "call":
        // `schema.describe("...")` takes what the schema takes.
        if (!this.#hasWords && e.f.k === "mem" && typeof e.f.p === "string" && this.#words().has(e.f.p) && this.#isSaid(mod, e.a))
          return this.expr(mod, e.f.o);
        return this.#given(mod, e) ?? this.#parts(mod, this.#isOrdered() ? valuesInOrder(e) : e);
      case "obj":
        if (this.#isOrdered()) return this.#parts(mod, membersInOrder(e));
        if (this.#hasWords || this.#isPiece() || this.#isGiven) return this.#parts(mod, e);
        return this.#parts(mod, { ...e, p: e.p.filter((prop) => !isWord(prop)) });
      default:
        return this.#parts(mod, e);
    }
  }

  /** What a function of the sources is given: whatever it is called there, it may decide. */
  #given(mod: Mod, e: Extract<Expr, { k: "call" }>): unknown {
    if (this.#isGiven || follow(this.#x, { e: e.f, mod }).e.k !== "fn") return undefined;
    this.#isGiven = true;
    try {
      return this.#parts(mod, e);
    } finally {
      this.#isGiven = false;
    }
  }

  get #hasWords(): boolean {
    return this.#telling !== "without words";
  }

  /** In code the order of members may be the order of what is done. */
  #isOrdered(): boolean {
    return this.#telling === "in order" && !this.#isPiece();
  }

  #isPiece(): boolean {
    return this.#maxParts !== Infinity;
  }

  /** In code, a word may decide: there, only what is called on schemas is known to be one. */
  #words(): ReadonlySet<string> {
    return this.#isPiece() ? SCHEMA_WORDS : WORDS;
  }

  /** Whether a function is given words and nothing that decides: a text, or an object with what is said. */
  #isSaid(mod: Mod, [only, ...more]: readonly Expr[]): boolean {
    return only !== undefined && more.length === 0 && SAID.has(follow(this.#x, { e: only, mod }).e.k);
  }

  #parts(mod: Mod, value: object): unknown {
    this.#count++;
    const isCall = "k" in value && value.k === "call";
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        // Types of a call, the numbers of a loop's variables, and which class `super` is of.
        const isOwn =
          UNTOLD.has(key) || (key === "t" && isCall) || (key === "v" && Array.isArray(one)) || (key === "c" && typeof one === "number");
        return isOwn ? [] : [[key, this.#part(mod, one)]];
      }),
    );
  }

  #part(mod: Mod, one: unknown): unknown {
    if (Array.isArray(one)) return one.map((inner) => this.#part(mod, inner));
    if (typeof one !== "object" || one === null) return one;
    return "k" in one ? this.expr(mod, one as Expr) : this.#parts(mod, one);
  }

  #isFull(): boolean {
    return this.#count > this.#maxParts;
  }

  #once(key: Expr | string, tell: () => unknown): unknown {
    const known = this.#told.get(key);
    if (known !== undefined) return { again: known };
    this.#told.set(key, this.#told.size);
    return tell();
  }

  /** A name that leads to no single expression: all that is known to decide what it holds. */
  #variable(mod: Mod, v: number): unknown {
    const found = mod.sum.vars[v];
    if (!found) return { var: "unknown" };
    const [only, second] = found.d;
    const isOne = !second && !found.w?.length;
    if (only?.k === "fn" && isOne) return this.#fn(mod, only.f);
    if (only?.k === "cls" && isOne) return this.#cls(mod, only.c);
    return this.#once(`${mod.id}#${v}`, () => (this.#isFull() ? null : this.#definitions(mod, found)));
  }

  #definitions(mod: Mod, { d, w = [] }: Var): unknown {
    const said = d.map((def) => this.#definition(mod, def));
    const written = w.map(({ p, e, kind }) => ({ p, kind, e: this.expr(mod, e) }));
    return written.length > 0 ? { var: said, written } : { var: said };
  }

  #definition(mod: Mod, def: Def): unknown {
    switch (def.k) {
      case "import":
        return this.#imported(mod, def.from, def.n);
      case "fn":
        return this.#fn(mod, def.f);
      case "cls":
        return this.#cls(mod, def.c);
      case "enum":
        return { enum: def.m.map(([name, e]) => [name, this.expr(mod, e)]) };
      case "ns":
        return { ns: def.m.map(([name, v]) => [name, this.#variable(mod, v)]) };
      case "expr":
      case "elem":
        return { [def.k]: this.expr(mod, def.e), path: this.#part(mod, def.path) };
      case "param":
        return { param: def.i, of: this.#ofFunction(mod, def.f), path: this.#part(mod, def.path) };
      default:
        return { k: def.k };
    }
  }

  /** What is imported of the sources is what it is there; of a package, its name. */
  #imported(mod: Mod, from: string, name: string): unknown {
    const { world } = this.#x;
    const target = world.resolve(mod.file, from);
    if (target.k === "asset") return { asset: world.digest(target.file) ?? target.file };
    const module = target.k === "file" ? this.#x.module(target.file) : undefined;
    if (!module) return { import: `${from}#${name}` };
    if (name === "*") return this.#once(`${module.id}#*`, () => this.#module(module));
    const found = exportedAt(this.#x, mod, from, name);
    if (found.length === 0) return { import: name, of: world.digest(module.file) ?? from };
    return found.map((one) => (one.v === undefined ? one.e && this.expr(one.mod, one.e) : this.#variable(one.mod, one.v)));
  }

  #module({ sum, file }: Mod): unknown {
    return { module: this.#x.world.digest(file) ?? sum.file };
  }

  #fn(mod: Mod, f: number): unknown {
    return this.#named(`${mod.id}.${f}`, { mod, f });
  }

  #cls(mod: Mod, c: number): unknown {
    return this.#named(`${mod.id}!${c}`, { mod, c });
  }

  #named(key: string, ref: Ref): unknown {
    this.#where.set(key, ref);
    const known = this.#refs.get(key) ?? this.#refs.size;
    this.#refs.set(key, known);
    return { named: known };
  }

  class(mod: Mod, c: number): unknown {
    const cls = mod.sum.classes[c];
    return {
      class: cls?.m.map(({ n, kind, e, f }) => [n, kind, e ? this.expr(mod, e) : f === undefined ? null : this.#fn(mod, f)]),
      of: cls?.sup && this.expr(mod, cls.sup),
      written: cls?.w.map(({ p, e }) => [p, this.expr(mod, e)]),
    };
  }

  /** What a function consists of: what it is given, and its statements. */
  /** Functions around, in the order in which their parameters are named; the one that is told is the first. */
  #ofFunction(mod: Mod, f: number): number {
    const key = `${mod.id}.${f}`;
    const known = this.#functions.get(key) ?? this.#functions.size;
    this.#functions.set(key, known);
    return known;
  }

  body(mod: Mod, f: number): unknown {
    this.#ofFunction(mod, f);
    const fn = mod.sum.fns[f];
    return { fn: this.#part(mod, fn?.b ?? []), given: fn?.pd.map((e) => (e ? this.expr(mod, e) : null)) };
  }
}

/** Of what is nested too deep, its own text without places. */
function shallow(e: Expr): string {
  try {
    return JSON.stringify(e, (key, value: unknown) => (UNTOLD.has(key) || key === "t" ? undefined : value));
  } catch {
    return "too deep";
  }
}
