import { visitCalls } from "../ir-walk.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { elementsOf } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { allocationOf } from "./special-values.ts";
import type { Mod, Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

/** What one assignment, or one call, may be followed for. */
const MAX_STEPS = 4000;
/** More calls than these of functions that are values may be given anything. */
const MAX_CALLS = 2000;

/** Literal objects that the assignments of one property reach, so far. */
interface Reach {
  /** Assignments that were looked at. */
  seen: number;
  isRunning: boolean;
  /** Some assignment may reach anything. */
  isAny: boolean;
  readonly allocations: Set<string>;
}

/** Which literal objects the assignments of the program may change: a points-to question, asked a property at a time. */
export class Aliases {
  readonly #reach = new Map<string, Reach>();
  readonly #handed = new HandedOver();

  /** Whether code of the loaded modules may assign a property of one of these objects. */
  mayBeAssigned(x: Machine, objects: Value, name: string): boolean {
    const allocations = objects.flatMap((atom) => allocationOf(atom) ?? []);
    if (allocations.length === 0) return false;
    const reach = this.#known(x, name, false);
    return reach.isAny || reach.isRunning || allocations.some((one) => reach.allocations.has(one));
  }

  /**
   * The same, where an assignment that may reach anything reaches only what is handed to a function that is called as a value: one that is
   * called by its name is followed to what it is called with.
   */
  mayBeReached(x: Machine, objects: Value, name: string): boolean {
    const allocations = objects.flatMap((atom) => allocationOf(atom) ?? []);
    if (allocations.length === 0) return false;
    const reach = this.#known(x, name, true);
    return allocations.some((one) => reach.allocations.has(one)) || (reach.isAny && this.#handed.has(x, allocations));
  }

  #known(x: Machine, name: string, isWhole: boolean): Reach {
    let reach = this.#reach.get(name);
    if (!reach) this.#reach.set(name, (reach = { seen: 0, isRunning: false, isAny: false, allocations: new Set() }));
    // Asked while it is being answered, and once anything is reached, the answer is that it may be.
    if (reach.isRunning || (reach.isAny && !isWhole)) return reach;
    reach.isRunning = true;
    const all = x.assignmentsOf(name);
    for (; reach.seen < all.length && (isWhole || !reach.isAny); reach.seen++) {
      const { to, mod } = all[reach.seen] ?? {};
      const at = mod && to && genericFrame(x, mod, to.f, x.top(mod));
      const asked = at && x.aside(MAX_STEPS, () => ({ value: x.value(to.object, at), settled: x.settledValue(to.object, at) }));
      // What callers that nobody sees may pass, may be any of them.
      if (asked?.settled === undefined || asked.settled.some((atom) => atom.k === "unk")) reach.isAny = true;
      for (const atom of asked?.value ?? []) reach.allocations.add(allocationOf(atom) ?? "");
    }
    reach.isRunning = false;
    return reach;
  }
}

/** Which literal objects are handed to functions that are called as values: `all[name](it)`, `run(it)` of a parameter `run`. */
class HandedOver {
  #read = 0;
  #calls = 0;
  readonly #allocations = new Set<string>();

  has(x: Machine, allocations: readonly string[]): boolean {
    while (this.#read < x.modules.length) {
      const mod = x.modules[this.#read++];
      if (mod) this.#look(x, mod);
    }
    return this.#calls > MAX_CALLS || allocations.some((one) => this.#allocations.has(one));
  }

  #look(x: Machine, mod: Mod): void {
    visitCalls(mod.sum, (call, f) => {
      const handed = handedBy(mod, call);
      if (handed.length === 0 || ++this.#calls > MAX_CALLS) return;
      const at = genericFrame(x, mod, f, x.top(mod));
      const given = x.aside(MAX_STEPS, () => x.join(...handed.map((e) => x.value(e, at))));
      if (given === undefined) this.#calls = Infinity;
      else for (const atom of [...given, ...elementsOf(x, given)]) this.#allocations.add(allocationOf(atom) ?? "");
    });
  }
}

/** Methods that call a function with what is in their receiver, and those that hand on what they are given to whoever listens. */
const EACH = /^(?:forEach|map|filter|find\w*|some|every|flatMap|sort|reduce|reduceRight|from|then)$/u;
const EMITS = /^(?:emit|publish|dispatch|dispatchEvent|send|next|apply|call|bind)$/u;

/** What a call hands to a function that has no name of its own there. */
function handedBy(mod: Mod, { f, a }: CallExpr): Expr[] {
  const args = a.map((one) => (one.k === "spread" ? one.e : one));
  if (f.k !== "mem") return isNamed(mod, f) ? [] : args;
  if (typeof f.p !== "string" || EMITS.test(f.p)) return args;
  return EACH.test(f.p) && args.some((one) => one.k !== "fn" && !isNamed(mod, one)) ? [f.o, ...args] : [];
}

/** Whether an expression is a function by its name or as it is written out, or what a platform has. */
const isNamed = (mod: Mod, e: Expr): boolean =>
  e.k === "var"
    ? mod.sum.vars[e.v]?.d.every(({ k }) => k === "fn" || k === "cls" || k === "import") === true
    : e.k === "fn" || e.k === "glob" || e.k === "super" || e.k === "import";
