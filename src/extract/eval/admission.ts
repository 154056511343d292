import type { Atom, AtomOf, Frame, Value } from "./values.ts";

/** How many contexts one function may have: by what they carry, and once they are made coarse. */
const MAX_CONTEXTS = { plain: 24, carrying: 200, coarse: 100, generic: 256, loop: 256 };
/** The same where only what stands in a function itself is asked for, and not who calls it with what. */
const FEW_CONTEXTS: typeof MAX_CONTEXTS = { plain: 4, carrying: 50, coarse: 2, generic: 2, loop: 16 };
/** How many instances of one class are told apart by what they were made with, where that is data alone. */
const MAX_INSTANCES = 24;

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
  readonly #contexts = new Map<string, Set<number>>();
  readonly #instances = new Map<Atom, Set<Atom>>();

  /** Whether a function may have this context as one of its own. */
  context(frame: Frame, kind: keyof typeof MAX_CONTEXTS): boolean {
    const key = `${frame.mod.id}.${frame.f}.${kind}`;
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

  /** From here on, few contexts will do. */
  spare(): void {
    this.#most = FEW_CONTEXTS;
  }

  /** Lets functions have as many contexts again: for a root that differs from the one before in a name alone. */
  anew(): void {
    this.#contexts.clear();
    this.#instances.clear();
  }
}
