import { constantsOf } from "../eval/strings.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import type { CallExpr, Expr, Stmt } from "../ir.ts";
import { nestedBodies, parts, statementExprs } from "../ir-walk.ts";
import { isSubject, pathOf, unwrapped, whereIs } from "./chosen.ts";

/** Where code chooses by the name of a tool: the activation in which that is the name, and what is done for it alone. */
export interface Chosen {
  readonly frame: Frame;
  /** Undefined where the whole activation is a tool's: somebody handed it the call. */
  readonly part?: readonly Stmt[];
}

/** A choice: what is compared with the name, and what is done where it is that. */
interface Choice {
  readonly subject: Expr;
  readonly done: readonly Stmt[];
}

/** What holds the calls that a model asks for. */
const CALLS = /(?:tool|function)_?(?:calls?|uses?)$/iu;
/** Methods that hand on what is in their receiver, or in what they are given. */
const HANDS_ON = /^(?:filter|find|map|flatMap|flat|slice|entries|values|at|from|parse)$/u;

/**
 * The activations of the functions that choose by a tool's name, for that name. What an agent does in a loop of its own, around the
 * choice, is not the tool's doing; what a function does that is handed the call is.
 *
 * @param written how the name may be written there.
 * @param isKnown whether some tool of that name is known: what only looks for its calls (a test, a report of what was run) is no other one.
 */
export function choicesOf(x: Machine, name: string, written: readonly string[], isKnown: boolean): Chosen[] {
  return x.world.choosing(written).flatMap((file) => {
    const mod = x.module(file);
    if (!mod) return [];
    return mod.sum.fns.flatMap((fn, f): Chosen[] => {
      if (f === 0 && isKnown) return [];
      const at = f === 0 ? x.top(mod) : genericFrame(x, mod, f, x.top(mod));
      const choice = branchFor(x, fn.b, at, name, isKnown) ?? (isKnown ? undefined : foundFor(x, fn.b, at, name));
      const frame = choice && whereIs(x, at, choice.subject, x.text(name));
      if (!frame) return [];
      const { isHanded, calls } = originOf(mod, choice.subject);
      return [f !== 0 && isHanded ? { frame } : { frame, part: [...choice.done, ...following(mod, fn.b, choice.done, calls)] }];
    });
  });
}

/**
 * What stands behind comparisons of one thing with a tool's name, wherever in a statement list they are.
 *
 * @param isPlain whether only a comparison by itself counts that the branch is taken for.
 */
function branchFor(x: Machine, body: readonly Stmt[], at: Frame, name: string, isPlain: boolean): Choice | undefined {
  const { mod } = at;
  const isName = (e: Expr): boolean => constantsOf(x.value(e, at))?.includes(name) === true;
  const compared = (e: Expr, operator: RegExp): Expr | undefined => {
    if (e.k === "logic" && e.op === "&&" && !isPlain) return compared(e.l, operator) ?? compared(e.r, operator);
    return e.k === "bin" && operator.test(e.op) && isSubject(mod, e.l) && isName(e.r) ? e.l : undefined;
  };
  const found: Choice[] = [];
  const note = (subject: Expr | undefined, done: readonly Stmt[]): void => {
    if (subject && runsSomething(done)) found.push({ subject, done });
  };
  const walk = (list: readonly Stmt[]): void => {
    list.forEach((statement, index) => {
      if (statement.k === "switch" && isSubject(mod, statement.d)) {
        const chosen = statement.c.findIndex(({ t }) => t && isName(t));
        if (chosen !== -1) note(statement.d, falling(statement.c.slice(chosen)));
      }
      if (statement.k === "if") {
        note(compared(statement.t, /^===?$/u), statement.a);
        const other = isPlain ? undefined : compared(statement.t, /^!==?$/u);
        note(other, statement.a.some(leaves) ? [...statement.b, ...list.slice(index + 1)] : statement.b);
      }
      for (const nested of nestedBodies(statement)) walk(nested);
    });
  };
  walk(body);
  const [first] = found;
  if (!first) return undefined;
  const same = found.filter(({ subject }) => pathOf(mod, subject) === pathOf(mod, first.subject));
  return { subject: first.subject, done: [...new Set(same.flatMap(({ done }) => done))] };
}

const leaves = ({ k }: Stmt): boolean => k === "ret" || k === "throw" || k === "break";

/** What runs of cases from the first one on: one falls through to the next. */
function falling(cases: readonly { readonly b: readonly Stmt[] }[]): Stmt[] {
  const out: Stmt[] = [];
  for (const { b } of cases) {
    out.push(...b);
    const [only] = b;
    if ((b.length === 1 && only?.k === "block" ? only.b : b).some(leaves)) break;
  }
  return out;
}

/** What is done where a call of a tool was found among those that a model asks for: `const c = toolCalls.find((one) => one.name === "x"); if (c) …`. */
function foundFor(x: Machine, body: readonly Stmt[], at: Frame, name: string): Choice | undefined {
  const { mod } = at;
  const isSought = (e: Expr): boolean => {
    const call = unwrapped(e);
    return call.k === "call" && call.f.k === "mem" && call.f.p === "find" && CALLS.test(pathOf(mod, call.f.o)) && seeks(x, call, at, name);
  };
  const v = mod.sum.vars.findIndex(
    (one) => one.f === at.f && one.d.some((def) => def.k === "expr" && def.path.length === 0 && isSought(def.e)),
  );
  if (v === -1) return undefined;
  const done: Stmt[] = [];
  const walk = (list: readonly Stmt[]): void => {
    for (const statement of list) {
      if (statement.k === "if" && isThere(statement.t, v)) done.push(...statement.a);
      else for (const nested of nestedBodies(statement)) walk(nested);
    }
  };
  walk(body);
  const found: Expr = { k: "var", v, at: 0 };
  return done.length > 0 ? { subject: { k: "mem", o: found, p: "name", at: 0 }, done } : undefined;
}

/** Whether a search is for a tool's name: by a comparison in a predicate, or by a predicate that is made for it. */
function seeks(x: Machine, { a }: CallExpr, at: Frame, name: string): boolean {
  const [by] = a.map(unwrapped);
  const isName = (e: Expr, frame: Frame): boolean => constantsOf(x.value(e, frame))?.includes(name) === true;
  if (by?.k === "call") return by.a.some((one) => isName(one, at));
  if (by?.k !== "fn") return false;
  const frame = genericFrame(x, at.mod, by.f, at);
  let found = false;
  statementExprs(at.mod.sum.fns[by.f]?.b ?? [], (e) => {
    found ||= e.k === "bin" && /^===?$/u.test(e.op) && isSubject(at.mod, e.l) && isName(e.r, frame);
  });
  return found;
}

/** Whether a test holds only where a variable has a value. */
const isThere = (e: Expr, v: number): boolean =>
  e.k === "logic" && e.op === "&&" ? isThere(e.l, v) || isThere(e.r, v) : e.k === "var" && e.v === v;

/** What an expression is made of: what a function is given, or answers that it asked for itself, by their calls. */
function originOf(mod: Mod, e: Expr): { readonly isHanded: boolean; readonly calls: ReadonlySet<number> } {
  const calls = new Set<number>();
  const seen = new Set<number>();
  let isHanded = false;
  const trace = (here: Expr): void => {
    if (here.k === "as" || here.k === "await") trace(here.e);
    else if (here.k === "mem") trace(here.o);
    else if (here.k === "logic") [here.l, here.r].forEach(trace);
    else if (here.k === "call") {
      const passesOn = here.f.k === "mem" && typeof here.f.p === "string" && HANDS_ON.test(here.f.p);
      if (passesOn) [here.f, ...here.a].forEach(trace);
      else calls.add(here.i);
    } else if (here.k === "var" && !seen.has(here.v)) {
      seen.add(here.v);
      for (const def of mod.sum.vars[here.v]?.d ?? []) {
        if (def.k === "param") isHanded = true;
        else if (def.k === "expr" || def.k === "elem") trace(def.e);
      }
    }
  };
  trace(e);
  return { isHanded, calls };
}

/** Methods that put something into what they are called on. */
const KEEPS = /^(?:push|unshift|add|set|append|enqueue)$/u;

/** What else of a body works with what a branch has set or put somewhere; not what asks for the next answer. */
function following({ sum }: Mod, body: readonly Stmt[], done: readonly Stmt[], asks: ReadonlySet<number>): Stmt[] {
  const made = new Set<Expr>();
  const changed = new Set<number>();
  const note = (e: Expr): void => {
    made.add(e);
    const root = e.k === "call" && e.f.k === "mem" && typeof e.f.p === "string" && KEEPS.test(e.f.p) ? rootOf(e.f.o) : undefined;
    if (root?.k === "var") changed.add(root.v);
    parts(e, note);
  };
  statementExprs(done, note);
  sum.vars.forEach(({ d, w }, v) => {
    if (d.some((def) => def.k === "expr" && made.has(def.e)) || w?.some(({ e }) => made.has(e))) changed.add(v);
  });
  const has = (e: Expr, test: (part: Expr) => boolean): boolean => {
    let found = test(e);
    parts(e, (part) => {
      found ||= has(part, test);
    });
    return found;
  };
  const isAsked = (e: Expr): boolean => has(e, (part) => part.k === "call" && asks.has(part.i));
  const works = (e: Expr): boolean => has(e, (part) => part.k === "var" && changed.has(part.v)) && !isAsked(e);
  const out: Stmt[] = [];
  const walk = (list: readonly Stmt[]): void => {
    for (const statement of list) {
      if (done.includes(statement)) continue;
      const head = headOf(statement);
      if (head && works(head)) out.push(statement);
      else for (const nested of nestedBodies(statement)) walk(nested);
    }
  };
  if (changed.size > 0) walk(body);
  return out;
}

const rootOf = (e: Expr): Expr => (e.k === "mem" ? rootOf(e.o) : e.k === "as" ? rootOf(e.e) : e);

/** What a statement evaluates before anything in it. */
function headOf(statement: Stmt): Expr | undefined {
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

/** Whether statements call anything: a label, an icon or a rule for a name runs no tool. */
function runsSomething(body: readonly Stmt[]): boolean {
  let found = false;
  const walk = (e: Expr): void => {
    found ||= e.k === "call";
    parts(e, walk);
  };
  statementExprs(body, walk);
  return found;
}
