import { Pairs } from "./pairs.ts";
import type { Atom, Frame, Mod, Piece, Shape, Value, WriteOwner } from "./values.ts";

/** What `this` is where members of it are written. */
export const writtenThis = (of: Exclude<WriteOwner, { fr: Frame }>): Atom => ("inst" in of ? of.inst : "obj" in of ? of.obj : of.cls);

const pieceKey = (piece: Piece): string => (typeof piece === "string" ? JSON.stringify(piece) : `{${piece.hole}}`);

const KINDS = [
  "str",
  "prim",
  "data",
  "ext",
  "fn",
  "cls",
  "inst",
  "obj",
  "rec",
  "arr",
  "list",
  "wr",
  "ns",
  "proxy",
  "typed",
  "unk",
] as const;
const KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index + 1])) as Readonly<Record<Shape["k"], number>>;
/** Stands for what is not there; everything that is there has another number. */
const ABSENT = 0;
/** A set of no atoms: the number of no pair. */
const EMPTY = -1;
/** From so many atoms on a set is looked up before its chain is walked. */
const LONG = 8;

/**
 * Numbers by which atoms, values and activations are told apart (hash consing): each is a chain of whole numbers. A number leads
 * back to its pair, so that a chain can be read from its end: what may be of several lengths ends with its length.
 */
export class Keys {
  readonly #pairs = new Pairs();
  readonly #texts = new Map<string, number>();
  readonly #long = new WeakMap<Value, number>();

  /** The number of a set of atoms. */
  value(value: Value): number {
    const isLong = value.length >= LONG;
    const known = isLong ? this.#long.get(value) : undefined;
    if (known !== undefined) return known;
    let key = EMPTY;
    for (const atom of value) key = this.#pairs.of(key, atom.id);
    if (isLong) this.#long.set(value, key);
    return key;
  }

  /** The number of a list of sets of atoms. */
  list(values: readonly Value[]): number {
    let key = ABSENT;
    for (const value of values) key = this.#pairs.of(key, this.value(value));
    return this.#pairs.of(key, values.length);
  }

  /** The number of an activation. */
  frame(
    mod: Mod,
    f: number,
    up: Frame | null,
    args: readonly Value[] | null,
    self: Value | null,
    bound: ReadonlyMap<number, Value> | null,
  ): number {
    const at = this.#chain(mod.id, f, up ? up.id + 1 : ABSENT);
    const key = this.#chain(at, args ? this.list(args) : ABSENT, self ? this.value(self) : ABSENT);
    let loop = key;
    for (const [v, value] of bound ?? []) loop = this.#chain(loop, v, this.value(value));
    return this.#pairs.of(loop, bound?.size ?? 0);
  }

  /** The number of a shape. */
  of(shape: Shape): number {
    return this.#pairs.of(KIND[shape.k], this.#parts(shape));
  }

  #parts(shape: Shape): number {
    switch (shape.k) {
      case "str":
        return this.#text(shape.p.map(pieceKey).join("") + (shape.isDispatched ? "\0!" : ""));
      case "prim":
        return this.#text(`${String(shape.v)}:${typeof shape.v}${shape.isGiven ? "!" : ""}`);
      case "data":
        return shape.from === undefined ? ABSENT : this.#text(shape.from);
      case "ext": {
        const named = this.#chain(this.#text(shape.root), this.#text(shape.path.join(".")));
        return this.#chain(named, shape.args ? this.list(shape.args) : ABSENT, shape.held ? this.list(shape.held) : ABSENT);
      }
      case "fn": {
        const code = this.#chain(shape.mod.id, shape.f, shape.up.id);
        const bound = this.#chain(code, shape.self ? this.value(shape.self) : ABSENT, shape.pre ? this.list(shape.pre) : ABSENT);
        return this.#guarded(bound, shape.guard);
      }
      case "cls":
        return this.#chain(shape.mod.id, shape.c, shape.up.id);
      case "inst": {
        const made = this.#chain(shape.cls.id, shape.args ? this.list(shape.args) : ABSENT, shape.below ? this.value(shape.below) : ABSENT);
        return this.#guarded(made, shape.guard);
      }
      case "obj":
        return this.#guarded(this.#chain(shape.mod.id, shape.e.i, shape.up.id), shape.guard);
      case "rec": {
        let key = shape.rest ? this.value(shape.rest) : ABSENT;
        for (const [name, value] of shape.m) key = this.#chain(key, this.#text(name), this.value(value));
        return this.#pairs.of(key, shape.m.size);
      }
      case "arr":
        return this.list(shape.e);
      case "list":
        return this.value(shape.v);
      case "wr": {
        const { of } = shape;
        const owner = "fr" in of ? this.#chain(of.fr.id, of.v + 1) : this.#chain(writtenThis(of).id, ABSENT);
        return this.#chain(owner, this.#text(shape.p.join(".")));
      }
      case "ns":
        return shape.mod.id;
      case "proxy":
        return this.#chain(this.value(shape.target), this.value(shape.traps));
      case "typed":
        return this.#chain(shape.mod.id, shape.up.id, this.#text(JSON.stringify(shape.t)));
      case "unk":
        return this.#text(shape.why);
    }
  }

  #text(text: string): number {
    let number = this.#texts.get(text);
    if (number === undefined) this.#texts.set(text, (number = this.#texts.size + 1));
    return number;
  }

  #chain(first: number, second: number, third?: number): number {
    const key = this.#pairs.of(first, second);
    return third === undefined ? key : this.#pairs.of(key, third);
  }

  #guarded(key: number, guard: Value | undefined): number {
    return this.#pairs.of(key, guard ? this.value(guard) : ABSENT);
  }
}
