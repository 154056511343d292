import type { Expr, Var } from "../ir.ts";

type VarExpr = Extract<Expr, { k: "var" }>;

/** A statement of a list, or (`LOOP`) the whole of a loop, and what is around it in the same function. */
interface Place {
  readonly up: Place | undefined;
  readonly list: number;
  readonly index: number;
}
const LOOP = -1;

/** Where and when something is done: code that stands further down has a higher number. */
interface Point {
  readonly order: number;
  readonly fn: number;
  readonly place: Place | undefined;
}
interface Definition extends Point {
  /** Whether it is made whenever its statement is run. */
  readonly isSure: boolean;
}
interface Read extends Point {
  readonly e: VarExpr;
}

/** What a definition must be for its place to be the place where it is made. */
const PLACED: ReadonlySet<Var["d"][number]["k"]> = new Set(["expr", "param", "data"] as const);

/**
 * Which definitions reach a read of a variable that is defined more than once (reaching definitions), on structured control flow: one that
 * stands further down does so around a loop alone, and one that an assignment between them surely overwrites does not.
 */
export class Reaching {
  readonly #definitions = new Map<number, Definition[]>();
  readonly #reads = new Map<number, Read[]>();
  #order = 0;
  #lists = 0;
  #place: Place | undefined;
  #isSure = false;

  /** Runs `work` on the statements of a list, one after another. */
  list<T>(statements: readonly T[], work: (statement: T) => void): void {
    const list = this.#lists++;
    statements.forEach((statement, index) => {
      this.#within(list, index, () => {
        work(statement);
      });
    });
  }

  /** Runs `work` on what a loop does again and again. */
  loop<T>(work: () => T): T {
    return this.#within(this.#lists++, LOOP, work);
  }

  /** Runs `work` in another function. */
  inside<T>(work: () => T): T {
    const outer = this.#place;
    this.#place = undefined;
    try {
      return work();
    } finally {
      this.#place = outer;
    }
  }

  /** Runs `work`, which defines what its statement defines whenever that is run. */
  surely(isSure: boolean, work: () => void): void {
    const outer = this.#isSure;
    this.#isSure = isSure;
    work();
    this.#isSure = outer;
  }

  /** Says that the next definition of a variable is made here. */
  define(v: number, fn: number): void {
    const all = this.#definitions.get(v) ?? [];
    this.#definitions.set(v, all);
    all.push({ order: this.#order++, fn, place: this.#place, isSure: this.#isSure });
  }

  /** Says that a variable, which is assigned to more than once, is read here. */
  read(e: VarExpr, fn: number): void {
    const all = this.#reads.get(e.v) ?? [];
    this.#reads.set(e.v, all);
    all.push({ order: this.#order++, fn, place: this.#place, e });
  }

  /** Tells reads which definitions reach them, where not all do; `vars` are whole. */
  settle(vars: readonly Var[]): void {
    for (const [v, reads] of this.#reads) {
      const { d, f } = vars[v] ?? { d: [], f: -1 };
      const all = this.#definitions.get(v) ?? [];
      // What another function assigns may be assigned at any time.
      if (all.length !== d.length || !all.every(({ fn }) => fn === f)) continue;
      if (!d.every((def) => PLACED.has(def.k) && !("when" in def))) continue;
      for (const read of reads) {
        const reaching = read.fn === f ? reach(read, all) : [];
        // That nothing reaches it says less than that it is not understood.
        if (reaching.length > 0 && reaching.length < all.length) read.e.d = reaching;
      }
    }
  }

  #within<T>(list: number, index: number, work: () => T): T {
    const up = this.#place;
    this.#place = { up, list, index };
    try {
      return work();
    } finally {
      this.#place = up;
    }
  }
}

/** The definitions that reach a read, by their numbers. */
function reach(read: Read, all: readonly Definition[]): number[] {
  const around = placesOf(read);
  const last = all.findLast((one) => one.isSure && one.order < read.order && isBefore(one, around));
  const kept = new Set(last && placesOf(last).keys());
  /** The loops that come back to the read without the last one that is sure. */
  const loops = [...around].flatMap(([list, index]) => (index === LOOP && !kept.has(list) ? [list] : []));
  return all.flatMap((one, index) => {
    const isBehind = one.order < read.order && (!last || one.order >= last.order);
    return isBehind || (one.order > read.order && loops.some((loop) => placesOf(one).has(loop))) ? [index] : [];
  });
}

/** Whether the statement of a definition stands in a list before one that a read is in: the read is not got to without it. */
const isBefore = ({ place }: Definition, around: ReadonlyMap<number, number>): boolean =>
  place !== undefined && place.index !== LOOP && (around.get(place.list) ?? -1) > place.index;

function placesOf({ place }: Point): Map<number, number> {
  const places = new Map<number, number>();
  for (let here = place; here; here = here.up) places.set(here.list, here.index);
  return places;
}
