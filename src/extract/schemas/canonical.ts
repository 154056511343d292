import { createHash } from "node:crypto";
import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/domain/values.ts";
import type { Expr } from "../ir.ts";
import type { Ref, Telling } from "./teller.ts";
import { Teller } from "./teller.ts";

/** What one function or class says by itself, and which others it names, in their order. */
interface Piece {
  readonly own: string;
  readonly refs: readonly string[];
}

/** Functions and classes that decide what is taken are near: so many of them are read, the nearest first. */
const MAX_PIECES = 100;
/** Constants are put into a function as far as it has this many parts; who lists all there is names nothing in particular. */
const MAX_PARTS = 5000;

/** An expression without places and local names: constants and functions are put in, and packages are known by what is imported of them. */
export const canonical = (x: Machine, mod: Mod, e: Expr): unknown => told(x, "as written", mod, e);

/** The same, where the order of members and of lists that are sets says nothing: for a schema that is wholly understood. */
export const inOrder = (x: Machine, mod: Mod, e: Expr): unknown => told(x, "in order", mod, e);

/** The same, without what is only said to whoever reads it: descriptions and titles decide nothing of what is taken. */
export const withoutWords = (x: Machine, mod: Mod, e: Expr): unknown => told(x, "without words", mod, e);

/** Functions and classes are told once for all who name them. */
class Pieces {
  readonly #x: Machine;
  readonly #telling: Telling;
  readonly #refs = new Map<string, Ref>();
  readonly #told = new Map<string, Piece>();

  constructor(x: Machine, telling: Telling) {
    this.#x = x;
    this.#telling = telling;
  }

  teller(maxParts: number): Teller {
    return new Teller(this.#x, this.#telling, this.#refs, maxParts);
  }

  of(key: string): Piece {
    const known = this.#told.get(key);
    if (known) return known;
    const ref = this.#refs.get(key);
    const teller = this.teller(MAX_PARTS);
    const own = ref && ("f" in ref ? teller.body(ref.mod, ref.f) : teller.class(ref.mod, ref.c));
    const text = JSON.stringify(own ?? null);
    const piece = { own: createHash("sha256").update(text).digest("base64url"), refs: teller.refs };
    this.#told.set(key, piece);
    return piece;
  }
}

const known = new WeakMap<Machine, Map<Telling, Pieces>>();

function told(x: Machine, telling: Telling, mod: Mod, e: Expr): unknown {
  const all = known.get(x) ?? new Map<Telling, Pieces>();
  known.set(x, all);
  const pieces = all.get(telling) ?? new Pieces(x, telling);
  all.set(telling, pieces);
  const teller = pieces.teller(Infinity);
  const own = teller.expr(mod, e);
  // By breadth: what is near comes first.
  const order = new Set(teller.refs);
  const of: Piece[] = [];
  for (const key of order) {
    if (of.length >= Math.max(MAX_PIECES, teller.refs.length)) break;
    const piece = pieces.of(key);
    for (const one of piece.refs) if (order.size < MAX_PIECES) order.add(one);
    of.push(piece);
  }
  if (of.length === 0) return own;
  const place = new Map([...order].map((key, index) => [key, index]));
  return { own, of: of.map((piece) => [piece.own, piece.refs.map((one) => place.get(one) ?? pieces.of(one).own)]) };
}
