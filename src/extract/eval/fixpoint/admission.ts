import type { Atom, AtomOf, Frame, Mod, Value } from "../domain/values.ts";

/**
 * How many contexts one function may have, by what they carry, and once they are made coarse; how many turns one loop; and how many rows of a table
 * one function makes.
 */
const MAX_CONTEXTS = { plain: 24, carrying: 600, coarse: 100, generic: 256, loop: 256, row: 1024 };
/** The same where only what stands in a function itself is asked for, and not who calls it with what. */
const FEW_CONTEXTS: typeof MAX_CONTEXTS = { plain: 4, carrying: 50, coarse: 2, generic: 2, loop: 16, row: 1024 };
/** How many instances of one class are told apart by what they were made with, where that is data alone. */
const MAX_INSTANCES = 24;

export type ContextKind = keyof typeof MAX_CONTEXTS;
const KINDS: readonly ContextKind[] = ["plain", "carrying", "coarse", "generic", "loop", "row"];
/** So many closures of a row are told apart. */
const MAX_CLOSURES = 64;
/** A module has fewer than 2^24 functions, or variables. */
const keyOf = (mod: Mod, place: number, kind: ContextKind): number => (mod.id * 0x100_0000 + place) * 8 + KINDS.indexOf(kind);

const carriesCode = (value: Value): boolean =>
  value.some(
    (atom) =>
      atom.k === "fn" ||
      atom.k === "cls" ||
      (atom.k === "obj" && atom.e.p.some((prop) => "e" in prop && (prop.e.k === "fn" || prop.e.k === "var"))),
  );

/** Keeps calling contexts and instances finite, and few. */
export class Admission {
  #most = MAX_CONTEXTS;
  /** Functions whose contexts are told apart as the turns of a loop are: those that register tools, one after another. */
  favours: (mod: Mod, f: number) => boolean = () => false;
  readonly #contexts = new Map<number, Set<number>>();
  /** Activations that make a row of a table: the closures of each are functions of their own. */
  readonly #rows = new WeakSet<Frame>();
  readonly #instances = new Map<Atom, Set<Atom>>();

  /** How many turns of a loop are told apart at most. */
  get turns(): number {
    return this.#most.loop;
  }

  /** Whether a function, in what is around it, has as many contexts as it may have: no other is worth making. */
  isFull(mod: Mod, f: number, up: Frame, kind: ContextKind): boolean {
    return (this.#contexts.get(this.#keyOf(mod, f, up, kind))?.size ?? 0) >= this.#most[kind];
  }

  /** Whether a function may have this context as one of its own. @param place of a turn of a loop, the variable that it binds. */
  context(frame: Frame, kind: ContextKind, place = frame.f): boolean {
    if (kind === "row") this.#rows.add(frame);
    const key = this.#keyOf(frame.mod, place, frame.up, kind);
    const known = this.#contexts.get(key);
    if (!known) {
      this.#contexts.set(key, new Set([frame.id]));
      return true;
    }
    if (known.has(frame.id)) return true;
    if (known.size >= this.#most[kind]) return false;
    known.add(frame.id);
    return true;
  }

  /** Whether a class may have this instance as one of its own. */
  instance(inst: AtomOf<"inst">): boolean {
    const known = this.#instances.get(inst.cls);
    if (!known) this.#instances.set(inst.cls, new Set([inst]));
    else if (!known.has(inst) && known.size >= (inst.args?.some(carriesCode) ? MAX_CONTEXTS.carrying : MAX_INSTANCES)) return false;
    else known.add(inst);
    return true;
  }

  /** Whether few contexts will do from here on. */
  spare(isSparing: boolean): void {
    this.#most = isSparing ? FEW_CONTEXTS : MAX_CONTEXTS;
  }

  /** One number for the contexts of a kind that a function, or a variable of a loop, has; those of a row's closures are below zero. */
  #keyOf(mod: Mod, place: number, up: Frame | null, kind: ContextKind): number {
    return up && this.#rows.has(up)
      ? -((up.id * MAX_CLOSURES + (place % MAX_CLOSURES)) * 8 + KINDS.indexOf(kind)) - 1
      : keyOf(mod, place, kind);
  }

  /** Lets functions have as many contexts again: what one tool is told does not hang on those before it. */
  anew(): void {
    this.#contexts.clear();
    this.#instances.clear();
  }
}
