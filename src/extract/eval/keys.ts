import type { Piece, Shape, Value } from "./values.ts";

const pieceKey = (piece: Piece): string => (typeof piece === "string" ? JSON.stringify(piece) : `{${piece.hole}}`);

/** Texts by which atoms, values and activations are told apart: short, since there are very many (hash consing). */
export class Keys {
  readonly #known = new WeakMap<Value, number>();
  readonly #sets = new Map<string, number>();

  value(value: Value): string {
    const [only] = value;
    if (value.length < 2) return only ? String(only.id) : "";
    return `#${this.number(value)}`;
  }

  /** The number of a set of atoms. */
  number(value: Value): number {
    let number = this.#known.get(value);
    if (number !== undefined) return number;
    const ids = value.map((atom) => atom.id).join(",");
    number = this.#sets.get(ids);
    if (number === undefined) this.#sets.set(ids, (number = this.#sets.size));
    this.#known.set(value, number);
    return number;
  }

  values(values: readonly Value[]): string {
    let key = "";
    for (const value of values) key += `${this.value(value)};`;
    return key;
  }

  #guard(guard: Value | undefined): string {
    return guard ? `!${this.value(guard)}` : "";
  }

  of(shape: Shape): string {
    switch (shape.k) {
      case "str":
        return `s${shape.p.map(pieceKey).join("")}`;
      case "prim":
        return `p${String(shape.v)}:${typeof shape.v}${shape.isGiven ? "!" : ""}`;
      case "data":
        return `d${shape.from ?? ""}`;
      case "ext":
        return `e${shape.root}#${shape.path.join(".")}#${shape.args ? this.values(shape.args) : ""}${shape.held ? `^${this.values(shape.held)}` : ""}`;
      case "fn":
        return `f${shape.mod.id}.${shape.f}.${shape.up.id}.${shape.self ? this.value(shape.self) : "-"}.${shape.pre ? this.values(shape.pre) : ""}${this.#guard(shape.guard)}`;
      case "cls":
        return `c${shape.mod.id}.${shape.c}.${shape.up.id}`;
      case "inst":
        return `i${shape.cls.id}.${shape.args ? this.values(shape.args) : "*"}${this.#guard(shape.guard)}`;
      case "obj":
        return `o${shape.mod.id}.${shape.e.i}.${shape.up.id}${this.#guard(shape.guard)}`;
      case "rec":
        return `r${[...shape.m].map(([n, v]) => `${n}=${this.value(v)}`).join("&")}|${shape.rest ? this.value(shape.rest) : ""}`;
      case "arr":
        return `a${this.values(shape.e)}`;
      case "list":
        return `l${this.value(shape.v)}`;
      case "wr":
        return `w${"inst" in shape.of ? `i${shape.of.inst.id}` : `${shape.of.fr.id}.${shape.of.v}`}.${shape.p.join(".")}`;
      case "ns":
        return `n${shape.mod.id}`;
      case "proxy":
        return `x${this.value(shape.target)}|${this.value(shape.traps)}`;
      case "typed":
        return `t${shape.mod.id}.${shape.up.id}.${JSON.stringify(shape.t)}`;
      case "unk":
        return `u${shape.why}`;
    }
  }
}
