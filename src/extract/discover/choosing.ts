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
 */
export function choicesOf(x: Machine, name: string, written: readonly string[]): Chosen[] {
  return x.world.choosing(written).flatMap((file) => {
    const mod = x.module(file);
    if (!mod) return [];
    return mod.sum.fns.flatMap((fn, f): Chosen[] => {
      const at = f === 0 ? x.top(mod) : genericFrame(x, mod, f, x.top(mod));
      const choice = branchFor(x, fn.b, at, name) ?? foundFor(x, fn.b, at, name);
      const frame = choice && whereIs(x, at, choice.subject, x.text(name));
      if (!frame) return [];
      return [f !== 0 && isHanded(mod, choice.subject) ? { frame } : { frame, part: choice.done }];
    });
  });
}

/** The branch of a statement list that stands behind a comparison with a tool's name. */
function branchFor(x: Machine, body: readonly Stmt[], at: Frame, name: string): Choice | undefined {
  const isName = (e: Expr): boolean => constantsOf(x.value(e, at))?.includes(name) === true;
  const compared = (e: Expr): Expr | undefined => {
    if (e.k === "logic" && e.op === "&&") return compared(e.l) ?? compared(e.r);
    return e.k === "bin" && /^===?$/u.test(e.op) && isSubject(at.mod, e.l) && isName(e.r) ? e.l : undefined;
  };
  for (const statement of body) {
    if (statement.k === "switch" && isSubject(at.mod, statement.d)) {
      const chosen = statement.c.findIndex(({ t }) => t && isName(t));
      // An empty case falls through to the next one that does something.
      const doing = chosen === -1 ? undefined : statement.c.slice(chosen).find(({ b }) => b.length > 0);
      if (doing && runsSomething(doing.b)) return { subject: statement.d, done: doing.b };
    }
    if (statement.k === "if") {
      const subject = compared(statement.t);
      if (subject && runsSomething(statement.a)) return { subject, done: statement.a };
    }
    for (const nested of nestedBodies(statement)) {
      const found = branchFor(x, nested, at, name);
      if (found) return found;
    }
  }
  return undefined;
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

/** Whether an expression is made of what a function is given, and not of an answer that the function itself asked for. */
function isHanded(mod: Mod, e: Expr, seen: ReadonlySet<number> = new Set()): boolean {
  switch (e.k) {
    case "as":
    case "await":
      return isHanded(mod, e.e, seen);
    case "mem":
      return isHanded(mod, e.o, seen);
    case "logic":
      return isHanded(mod, e.l, seen);
    case "call":
      return (
        e.f.k === "mem" && typeof e.f.p === "string" && HANDS_ON.test(e.f.p) && [e.f.o, ...e.a].some((one) => isHanded(mod, one, seen))
      );
    case "var":
      return (
        !seen.has(e.v) &&
        (mod.sum.vars[e.v]?.d ?? []).some(
          (def) => def.k === "param" || ((def.k === "expr" || def.k === "elem") && isHanded(mod, def.e, new Set([...seen, e.v]))),
        )
      );
    default:
      return false;
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
