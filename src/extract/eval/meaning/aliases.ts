import type { Expr } from "../../ir.ts";
import type { AssignmentIn } from "./loaded-modules.ts";
import type { Machine } from "../machine.ts";
import { allocationOf } from "./special-values.ts";
import type { Value } from "../domain/values.ts";
import { genericFrame } from "./variables.ts";

/** What one assignment may be followed for. */
const MAX_STEPS = 4000;

/** Literal objects that the assignments of one property reach, so far. */
interface Reach {
  /** Assignments that were looked at. */
  seen: number;
  isRunning: boolean;
  /** An assignment that may reach anything. */
  any?: AssignmentIn;
  readonly allocations: Set<string>;
}

/** Whether a name was given to objects alone that are made where it is: literal ones, and data that is read. */
function isMadeThere({ sum }: AssignmentIn["mod"], e: Expr): boolean {
  const defs = e.k === "var" ? (sum.vars[e.v]?.d ?? []) : [];
  return defs.length > 0 && defs.every((def) => def.k === "expr" && def.path.length === 0 && isNew(def.e));
}

/** What a global makes of what it is given may be that itself. */
const NOT_MADE = new Set(["Object", "Proxy", "Function"]);

function isNew(e: Expr): boolean {
  if (e.k === "as") return isNew(e.e);
  if (e.k === "call" && e.kind === 1) return e.f.k === "glob" && !NOT_MADE.has(e.f.n);
  return e.k === "obj" || e.k === "void" || (e.k === "call" && e.f.k === "mem" && e.f.o.k === "glob" && e.f.o.n === "JSON");
}

/** Which literal objects the assignments of the program may change: a points-to question, asked a property at a time. */
export class Aliases {
  readonly #reach = new Map<string, Reach>();

  /** Whether code of the loaded modules may assign a property of one of these objects. */
  mayBeAssigned(x: Machine, objects: Value, name: string): boolean {
    const allocations = objects.flatMap((atom) => allocationOf(atom) ?? []);
    if (allocations.length === 0) return false;
    const reach = this.#known(x, name, false);
    return reach.any !== undefined || reach.isRunning || allocations.some((one) => reach.allocations.has(one));
  }

  /**
   * The same, where an assignment that may reach anything is only a doubt.
   *
   * @returns whether one is seen to reach them, else the first that may.
   */
  mayBeReached(x: Machine, objects: Value, name: string): boolean | AssignmentIn {
    const allocations = objects.flatMap((atom) => allocationOf(atom) ?? []);
    if (allocations.length === 0) return false;
    const reach = this.#known(x, name, true);
    // While it is being answered, the one that is looked at may.
    const doubt = reach.any ?? (reach.isRunning ? x.assignmentsOf(name)[reach.seen] : undefined);
    return allocations.some((one) => reach.allocations.has(one)) || (doubt ?? false);
  }

  #known(x: Machine, name: string, isWhole: boolean): Reach {
    let reach = this.#reach.get(name);
    if (!reach) this.#reach.set(name, (reach = { seen: 0, isRunning: false, allocations: new Set() }));
    // Asked while it is being answered, and once anything is reached, the answer is that it may be.
    if (reach.isRunning || (reach.any && !isWhole)) return reach;
    reach.isRunning = true;
    const all = x.assignmentsOf(name);
    for (; reach.seen < all.length && (isWhole || !reach.any); reach.seen++) {
      const assignment = all[reach.seen];
      if (!assignment) break;
      const { to, mod } = assignment;
      const at = to && genericFrame(x, mod, to.f, x.top(mod));
      const asked = at && x.aside(MAX_STEPS, () => ({ value: x.value(to.object, at), settled: x.settledValue(to.object, at) }));
      // What callers that nobody sees may pass, may be any of them; what is made where it gets its one name, is itself.
      const isOpen = asked?.settled === undefined || asked.settled.some((atom) => atom.k === "unk");
      if (isOpen && !(asked && to && isMadeThere(mod, to.object))) reach.any ??= assignment;
      for (const atom of asked?.value ?? []) reach.allocations.add(allocationOf(atom) ?? "");
    }
    reach.isRunning = false;
    return reach;
  }
}
