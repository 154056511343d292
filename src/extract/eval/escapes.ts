import { activate } from "./contexts.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Frame } from "./values.ts";
import { NOTHING } from "./values.ts";

/** What leaves the analysed code through the arguments of a call that is not followed. */
export class Escapes {
  readonly #x: Machine;
  readonly #carriedBy = new Map<number, readonly Atom[]>();
  readonly #leakedFrames = new Map<number, Frame>();

  constructor(x: Machine) {
    this.#x = x;
  }

  /** The functions, external members and the environment that an atom carries, directly or in a literal. */
  carried(atom: Atom, depth = 0): readonly Atom[] {
    if (atom.k === "fn") return [atom];
    if (atom.k === "ext") return atom.path.includes("()") || atom.path.includes("new") ? [] : [atom];
    if (atom.k === "proxy" && depth < 2) return [...atom.target, ...atom.traps].flatMap((one) => this.carried(one, depth + 1));
    if (depth >= 2 || (atom.k !== "obj" && atom.k !== "arr")) return [];
    const key = atom.id * 4 + depth;
    const known = this.#carriedBy.get(key);
    if (known) return known;
    const inner = atom.k === "arr" ? atom.e : atom.e.p.map((prop) => ("s" in prop ? NOTHING : this.#x.value(prop.e, atom.up)));
    const found = [...new Set(inner.flatMap((value) => value.flatMap((one) => this.carried(one, depth + 1))))];
    this.#carriedBy.set(key, found);
    return found;
  }

  /** The activation of a function that code we do not follow calls. */
  frameOf(atom: Extract<Atom, { k: "fn" }>): Frame {
    const known = this.#leakedFrames.get(atom.id);
    if (known) return known;
    const frame = activate(
      this.#x,
      atom,
      Array.from({ length: 6 }, () => this.#x.data()),
      null,
    );
    this.#leakedFrames.set(atom.id, frame);
    return frame;
  }
}
