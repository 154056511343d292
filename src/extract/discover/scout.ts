import type { Target } from "../eval/domain/targets.ts";
import { Escapes } from "../eval/effects/escapes.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import { liveStatements } from "../eval/flow/live.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Value } from "../eval/domain/values.ts";
import { fnOf } from "../eval/domain/values.ts";
import type { CallExpr, Expr, Stmt } from "../ir.ts";
import { parts } from "../ir-walk.ts";
import { oncePerInstance } from "./apart.ts";
import { candidateFunctions, mayRegister } from "./candidates.ts";
import { functionKey } from "./closures.ts";
import { Reach } from "./reach.ts";
import { WaysThatLead } from "./ways.ts";

/**
 * A call that takes more to resolve is passed over, one that by its name registers nothing sooner, and so is the rest of a
 * root, the sooner when it has led to something: what they lead to is looked at from elsewhere.
 */
const MAX_STEPS = { registration: 15_000, call: 5000, root: 60_000, hopeless: 12_000, further: 6000 } as const;

/** Finds the calls that may register tools, with the activations in which they stand; looks for no effects. */
export class Scout {
  readonly #x: Machine;
  readonly #reach: Reach;
  readonly #ways: WaysThatLead;
  readonly #escapes: Escapes;
  readonly #starters = new Map<Frame, SeenCall[]>();

  constructor(x: Machine) {
    this.#x = x;
    this.#reach = new Reach(x.world);
    this.#ways = new WaysThatLead(this.#reach);
    this.#escapes = new Escapes(x);
    x.admission.favours = (mod, f) => candidateFunctions(mod).has(f);
  }

  /**
   * Breadth-first through the activations that may lead to a registration.
   *
   * @param limit activations to visit, beside those of functions that register something.
   * @param isHopeless whether others like it led to nothing: it is given less then.
   */
  calls(root: Frame, limit: number, isHopeless = false): SeenCall[] {
    const out: SeenCall[] = [];
    // What is told apart is each worth as much as a root.
    const roots = new Set([root]);
    for (const one of roots)
      this.#x.attempt(isHopeless ? MAX_STEPS.hopeless : MAX_STEPS.root, (again) => {
        const note = (seen: SeenCall): void => {
          out.push(seen);
          again(MAX_STEPS.further);
        };
        this.#visit(one, limit, note, (more) => roots.add(more));
      });
    return out;
  }

  /** The calls by which an activation was met. */
  startersOf(frame: Frame): readonly SeenCall[] {
    return this.#starters.get(frame) ?? [];
  }

  #visit(root: Frame, limit: number, note: (seen: SeenCall) => void, later: (root: Frame) => void): void {
    const queue = new Set([root]);
    let visited = 0;
    const functions = new Set<string>();
    for (const frame of queue) {
      const registers = candidateFunctions(frame.mod).has(frame.f);
      if (!registers && ++visited > limit) continue;
      // A function that registers one tool after another: what it names them by has room for each.
      if (functions.has(functionKey(frame)) && registers) this.#x.admission.anew();
      functions.add(functionKey(frame));
      const fn = fnOf(frame);
      const visit = (call: CallExpr, at: Frame): void => {
        for (const next of this.#follow(call, at, note)) {
          queue.add(next);
          this.#starters.set(next, [...(this.#starters.get(next) ?? []), { call, at, targets: [] }]);
        }
      };
      for (const preset of fn.pd) if (preset) this.#walk(preset, frame, visit);
      const ways = this.#ways.of(frame.mod, fn.b);
      if (!ways) continue;
      const apart = oncePerInstance(this.#x, frame);
      if (apart.length > 1) {
        apart.forEach(later);
        continue;
      }
      const walk = (statement: Stmt, at: Frame): void => {
        const e = direct(statement);
        if (e) this.#walk(e, at, visit);
      };
      liveStatements(this.#x, fn.b, frame, walk, (statement) => ways.has(statement));
    }
  }

  #walk(e: Expr, frame: Frame, visit: (call: CallExpr, at: Frame) => void): void {
    if (e.k === "call") visit(e, frame);
    if (e.k === "cond") {
      const known = this.#x.truth(e.t, frame);
      this.#walk(e.t, frame, visit);
      if (known !== false) this.#walk(e.a, frame, visit);
      if (known !== true) this.#walk(e.b, frame, visit);
      return;
    }
    parts(e, (part) => {
      this.#walk(part, frame, visit);
    });
  }

  /** The activations that a call starts, if it may lead to a registration; notes it where it may be one. */
  #follow(call: CallExpr, at: Frame, note: (seen: SeenCall) => void): readonly Frame[] {
    if (!this.#reach.callLeads(at.mod, call)) return [];
    const isOne = mayRegister(at.mod, call);
    const targets = this.#x.attempt(isOne ? MAX_STEPS.registration : MAX_STEPS.call, () => this.#x.targets(call, at)) ?? [];
    if (isOne) note({ call, at, targets });
    return targets.flatMap((target) => this.#started(target, call, at));
  }

  #started(target: Target, call: CallExpr, at: Frame): readonly Frame[] {
    switch (target.k) {
      case "frame":
        return [target.frame];
      case "new":
      case "each":
        return target.frames;
      case "ext":
        // Evaluated for what it notes: which policy was put on what this call hands back.
        if (target.root === "pkg:toolfence") this.#x.result(call, at);
        return this.#handedOn(target.args);
      case "data":
      case "unk":
        return this.#handedOn(target.args);
    }
  }

  /** Functions that reach code we do not follow are taken to be called. */
  #handedOn(args: readonly Value[]): readonly Frame[] {
    const carried = args.flatMap((value) => value.flatMap((one) => this.#escapes.carried(one)));
    return carried.flatMap((atom) => (atom.k === "fn" && this.#reach.leads(atom.mod, atom.f) ? [this.#escapes.frameOf(atom)] : []));
  }
}

/** The expression of a statement that stands in no statement below it. */
function direct(statement: Stmt): Expr | undefined {
  switch (statement.k) {
    case "e":
    case "throw":
    case "ret":
    case "loop":
      return statement.e ?? undefined;
    case "if":
      return statement.t;
    case "switch":
      return statement.d;
    default:
      return undefined;
  }
}
