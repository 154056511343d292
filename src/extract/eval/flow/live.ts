import type { Expr, LoopHead, Stmt } from "../../ir.ts";
import { entriesOf, splitElements } from "../meaning/containers.ts";
import { matches, truth } from "./conditions.ts";
import { holdsNothing } from "../elsewhere/never-filled.ts";
import { iterable } from "../meaning/iterated.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";
import { isMap, isPaired } from "../meaning/variables.ts";

const MAX_UNROLLED = 128;

/** How a statement list can end: by going on, by `break` to the nearest loop or switch, by a jump to somewhere further out. */
interface End {
  readonly falls: boolean;
  readonly breaks: boolean;
  readonly jumps: boolean;
}

const FALLS: End = { falls: true, breaks: false, jumps: false };
const LEAVES: End = { falls: false, breaks: false, jumps: false };

/** Either of two ways. */
const either = (a: End, b: End): End => ({ falls: a.falls || b.falls, breaks: a.breaks || b.breaks, jumps: a.jumps || b.jumps });

type Visit = (statement: Stmt, at: Frame) => void;
/** Whether it is worth asking which way a statement goes. */
type Matters = (statement: Stmt) => boolean;

/**
 * Walks the statements of an activation that can run.
 *
 * Branches on constants are pruned, what follows a branch that certainly leaves is
 * skipped, and a loop over a literal table is walked once an element.
 *
 * @param matters of other statements every way is walked, once.
 */
export function liveStatements(x: Machine, body: readonly Stmt[], frame: Frame, visit: Visit, matters: Matters = () => true): End {
  let before = LEAVES;
  for (const statement of body) {
    visit(statement, frame);
    const end = endOf(x, statement, frame, visit, matters);
    before = { ...either(before, end), falls: false };
    if (!end.falls) return before;
  }
  return { ...before, falls: true };
}

function endOf(x: Machine, statement: Stmt, frame: Frame, visit: Visit, matters: Matters): End {
  const list = (body: readonly Stmt[]): End => liveStatements(x, body, frame, visit, matters);
  switch (statement.k) {
    case "e":
      return FALLS;
    case "ret":
    case "throw":
      return LEAVES;
    case "break":
      return { falls: false, breaks: statement.far !== true, jumps: statement.far === true };
    case "if": {
      const known = matters(statement) ? truth(x, statement.t, frame) : undefined;
      return either(known === false ? LEAVES : list(statement.a), known === true ? LEAVES : list(statement.b));
    }
    case "switch":
      return liveSwitch(x, statement, frame, visit, matters);
    case "loop": {
      let jumps = false;
      const isAsked = matters(statement);
      if (isAsked && statement.e && holdsNothing(x, statement.e, frame)) return FALLS;
      const each = isAsked ? iterations(x, statement, frame) : [frame];
      for (const at of each) jumps = liveStatements(x, statement.b, at, visit, matters).jumps || jumps;
      return { falls: true, breaks: false, jumps };
    }
    case "block":
      return list(statement.b);
    case "label": {
      const { falls, breaks, jumps } = list(statement.b);
      return { falls: falls || breaks || jumps, breaks, jumps };
    }
    case "try": {
      const tried = list(statement.b);
      const caught = statement.h.length > 0 ? either(tried, list(statement.h)) : tried;
      const last = list(statement.f);
      return { ...either(caught, last), falls: caught.falls && last.falls };
    }
  }
}

function liveSwitch(x: Machine, statement: Extract<Stmt, { k: "switch" }>, frame: Frame, visit: Visit, matters: Matters): End {
  const isAsked = matters(statement);
  const verdicts = statement.c.map((one) => (one.t && isAsked ? matches(x, statement.d, one.t, frame) : undefined));
  const certain = verdicts.indexOf(true);
  let all = LEAVES;
  let falling = false;
  statement.c.forEach((one, index) => {
    const chosen = one.t === null ? certain === -1 : certain === -1 ? verdicts[index] !== false : index === certain;
    if (!chosen && !falling) return;
    const end = liveStatements(x, one.b, frame, visit, matters);
    falling = end.falls;
    all = { ...either(all, end), falls: false };
  });
  const covered = certain !== -1 || statement.c.some((one) => one.t === null);
  return { falls: !covered || falling || all.breaks, breaks: false, jumps: all.jumps };
}

/** The activations in which a loop body runs: one an element where the elements can be told apart. */
export function iterations(x: Machine, loop: LoopHead, frame: Frame): Frame[] {
  const [first] = loop.v;
  if (!loop.e || first === undefined || loop.v.some((v) => frame.mod.sum.vars[v]?.d.length !== 1)) return [frame];
  const isTakenApart = loop.v.some((v) => frame.mod.sum.vars[v]?.d.some((def) => def.k === "elem" && isPaired(def.path)));
  // What a removal leaves, under one name of the list, is no element where another name has some.
  const isLeft = (atom: Atom, one: Value): boolean => atom.k === "wr" && one.every((part) => part.k === "prim" && part.v === undefined);
  const list = iterable(x, x.value(loop.e, frame));
  const split = list.flatMap((atom) =>
    isTakenApart && isMap(x, atom)
      ? entriesOf(x, [atom]).map((pair) => [pair])
      : splitElements(x, atom).filter((one) => list.length === 1 || !isLeft(atom, one)),
  );
  const each = split.filter((one) => !isFilledBy(x, one, split));
  if (
    each.length < 2 ||
    each.length > Math.min(MAX_UNROLLED, x.admission.turns) ||
    each.every((one) => one.every((atom) => atom.k === "data" || atom.k === "unk"))
  )
    return [frame];
  const frames = each.map((element) => {
    const bound = new Map<number, Value>(frame.bound ?? []);
    for (const v of loop.v) {
      const own: Value = frame.mod.sum.vars[v]?.w ? [x.in.atom({ k: "wr", of: { v, fr: frame }, p: [] })] : [];
      bound.set(v, x.join(elementVariable(x, frame, loop.e, v, element), own));
    }
    return x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, bound);
  });
  return frames.every((one) => x.admission.context(one, "loop", first)) ? frames : [frame];
}

/** Whether an element is an empty list, of which another one says what is put into it: `const list = map.get(key) || []; list.push(f); map.set(key, list)`. */
function isFilledBy(x: Machine, one: Value, all: readonly Value[]): boolean {
  const [list, ...more] = one;
  return (
    list?.k === "arr" &&
    more.length === 0 &&
    list.e.length === 0 &&
    all.some((other) =>
      other.some((atom) => atom.k === "wr" && "v" in atom.of && x.variable(atom.of.fr.mod, atom.of.v, atom.of.fr).includes(list)),
    )
  );
}

function elementVariable(x: Machine, frame: Frame, e: Expr | null, v: number, element: Value): Value {
  const def = frame.mod.sum.vars[v]?.d.find((one) => one.k === "elem" && one.e === e);
  return def?.k === "elem" ? x.follow(element, def.path, frame) : element;
}
