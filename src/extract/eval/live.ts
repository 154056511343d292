import type { Expr, Stmt } from "../ir.ts";
import { splitElements } from "./containers.ts";
import { matches, truth } from "./conditions.ts";
import type { Machine } from "./machine.ts";
import type { Frame, Value } from "./values.ts";

const MAX_UNROLLED = 128;

/** How a statement list can end: by going on, or not. */
type End = "falls" | "leaves";

/**
 * Walks the statements of an activation that can run.
 *
 * Branches on constants are pruned, what follows a branch that certainly leaves is
 * skipped, and a loop over a literal table is walked once an element.
 */
export function liveStatements(x: Machine, body: readonly Stmt[], frame: Frame, visit: (statement: Stmt, at: Frame) => void): End {
  for (const statement of body) {
    visit(statement, frame);
    switch (statement.k) {
      case "ret":
      case "throw":
      case "break":
        return "leaves";
      case "if": {
        const known = truth(x, statement.t, frame);
        const a = known === false ? "falls" : liveStatements(x, statement.a, frame, visit);
        const b = known === true ? "falls" : liveStatements(x, statement.b, frame, visit);
        if (known === true ? a === "leaves" : known === false ? b === "leaves" && statement.b.length > 0 : a === "leaves" && b === "leaves")
          return "leaves";
        break;
      }
      case "switch":
        if (liveSwitch(x, statement, frame, visit) === "leaves") return "leaves";
        break;
      case "loop":
        for (const at of iterations(x, statement, frame)) liveStatements(x, statement.b, at, visit);
        break;
      case "block":
        if (liveStatements(x, statement.b, frame, visit) === "leaves") return "leaves";
        break;
      case "try": {
        const tried = liveStatements(x, statement.b, frame, visit);
        const handled = liveStatements(x, statement.h, frame, visit);
        liveStatements(x, statement.f, frame, visit);
        if (tried === "leaves" && (handled === "leaves" || statement.h.length === 0)) return "leaves";
        break;
      }
      case "e":
    }
  }
  return "falls";
}

function liveSwitch(x: Machine, statement: Extract<Stmt, { k: "switch" }>, frame: Frame, visit: (statement: Stmt, at: Frame) => void): End {
  const verdicts = statement.c.map((one) => (one.t ? matches(x, statement.d, one.t, frame) : undefined));
  const certain = verdicts.indexOf(true);
  let falling = false;
  let allLeave = true;
  statement.c.forEach((one, index) => {
    const chosen = one.t === null ? certain === -1 : certain === -1 ? verdicts[index] !== false : index === certain;
    if (!chosen && !falling) return;
    const end = liveStatements(x, one.b, frame, visit);
    falling = end === "falls";
    if (!leavesFunction(one.b) && (index === certain || certain === -1)) allLeave = false;
  });
  const covered = certain !== -1 || statement.c.some((one) => one.t === null);
  return covered && allLeave && !falling ? "leaves" : "falls";
}

/** Whether a case ends in `return` or `throw` rather than in `break`. */
function leavesFunction(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  if (!last) return true; // an empty case falls into the next
  if (last.k === "ret" || last.k === "throw") return true;
  if (last.k === "block") return leavesFunction(last.b) && last.b.length > 0;
  if (last.k === "if") return last.b.length > 0 && leavesFunction(last.a) && leavesFunction(last.b);
  if (last.k === "try") return leavesFunction(last.b) && (last.h.length === 0 || leavesFunction(last.h));
  return false;
}

/** The activations in which a loop body runs: one an element where the elements can be told apart. */
function iterations(x: Machine, loop: Extract<Stmt, { k: "loop" }>, frame: Frame): Frame[] {
  if (!loop.e || loop.v.length === 0) return [frame];
  const each = x.value(loop.e, frame).flatMap((atom) => splitElements(x, atom));
  if (each.length < 2 || each.length > MAX_UNROLLED || each.every((one) => one.every((atom) => atom.k === "data" || atom.k === "unk")))
    return [frame];
  const frames = each.map((element) => {
    const bound = new Map<number, Value>(frame.bound ?? []);
    for (const v of loop.v) bound.set(v, elementVariable(x, frame, loop.e, v, element));
    return x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, bound);
  });
  return frames.every((one) => x.admits(one, "loop")) ? frames : [frame];
}

function elementVariable(x: Machine, frame: Frame, e: Expr | null, v: number, element: Value): Value {
  const def = frame.mod.sum.vars[v]?.d.find((one) => one.k === "elem" && one.e === e);
  return def?.k === "elem" ? x.follow(element, def.path, frame) : element;
}
