import type { Machine } from "./machine.ts";
import { allocationOf } from "./special-values.ts";
import type { Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

/** What one assignment may be followed for. */
const MAX_STEPS = 4000;

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

  /** Whether code of the loaded modules may assign a property of one of these objects. */
  mayBeAssigned(x: Machine, objects: Value, name: string): boolean {
    const allocations = objects.flatMap((atom) => allocationOf(atom) ?? []);
    if (allocations.length === 0) return false;
    const reach = this.#known(x, name);
    return reach.isAny || reach.isRunning || allocations.some((one) => reach.allocations.has(one));
  }

  #known(x: Machine, name: string): Reach {
    let reach = this.#reach.get(name);
    if (!reach) this.#reach.set(name, (reach = { seen: 0, isRunning: false, isAny: false, allocations: new Set() }));
    // Asked while it is being answered, and once anything is reached, the answer is that it may be.
    if (reach.isRunning || reach.isAny) return reach;
    reach.isRunning = true;
    const all = x.assignmentsOf(name);
    for (; reach.seen < all.length && !reach.isAny; reach.seen++) {
      const { to, mod } = all[reach.seen] ?? {};
      // What callers that nobody sees may pass, may be any of them.
      const value = to && mod ? x.aside(MAX_STEPS, () => x.settledValue(to.object, genericFrame(x, mod, to.f, x.top(mod)))) : undefined;
      if (value === undefined || value.some((atom) => atom.k === "unk")) reach.isAny = true;
      else for (const atom of value) reach.allocations.add(allocationOf(atom) ?? "");
    }
    reach.isRunning = false;
    return reach;
  }
}
