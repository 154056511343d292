import { dispatchedBy } from "../eval/flow/conditions.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Machine } from "../eval/machine.ts";
import type { Target } from "../eval/domain/targets.ts";
import { Escapes } from "../eval/effects/escapes.ts";
import type { Frame, Mod } from "../eval/domain/values.ts";
import { UNCALLED } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { CallExpr, Expr, Stmt } from "../ir.ts";
import { nestedBodies, parts, statementExprs } from "../ir-walk.ts";
import { lookup } from "../tables/index.ts";
import { isSubject, pathOf, unwrapped, whereIs } from "./chosen.ts";

/** Where code chooses by the name of a tool: the activation in which that is the name. */
export interface Chosen {
  readonly frame: Frame;
  /** The calls that the activation asks for the name by: what they do is not the tool's doing. */
  readonly asks: ReadonlySet<number>;
}

/** Calls that a model asks for, of which one was looked for: where it was found, it is what the others are not. */
interface Found {
  readonly v: number;
  readonly others: readonly number[];
}

/** What holds the calls that a model asks for. */
const CALLS = /(?:tool|function)_?(?:calls?|uses?)$/iu;
/** Methods that hand on what is in their receiver, or in what they are given. */
const HANDS_ON = /^(?:filter|find|map|flatMap|flat|slice|entries|values|at|from|parse)$/u;

/**
 * The activations of the functions that choose by a tool's name, for that name: an agent's loop may ask a model and run what it asks for
 * in one function.
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
      const subject = subjectIn(x, fn.b, at, name, isKnown);
      const found = subject || isKnown ? undefined : foundFor(x, fn.b, at, name);
      const chosen = subject ?? (found && memberOf(found.v));
      const frame = chosen && whereIs(x, at, chosen, dispatchedBy(x, name));
      if (!frame) return [];
      const { isHanded, calls } = originOf(mod, chosen);
      // Constants that a script compares are no calls.
      if (f === 0 && calls.size === 0) return [];
      const own = found ? without(x, frame, found.others) : frame;
      return [{ frame: own, asks: new Set(isHanded ? [] : [...calls].filter((call) => isQuestion(x, call, own)).map(({ i }) => i)) }];
    });
  });
}

/** Whether all that a call does is to speak to a service: it is of a client, as those of models are, and hands over nothing that could run. */
function isQuestion(x: Machine, call: CallExpr, at: Frame): boolean {
  const targets = x.targets(call, at);
  const escapes = new Escapes(x);
  const carries = (e: Expr): boolean => x.value(e, at).some((atom) => escapes.carried(atom, 0, true).length > 0);
  return targets.length > 0 && targets.every(speaks) && !call.a.some(carries);
}

function speaks(target: Target): boolean {
  if (target.k !== "ext") return false;
  if (target.root === "global") return target.path.join(".") === "fetch";
  const effects = target.root.startsWith("pkg:") ? (lookup(target.root, target.path)?.entry.call ?? []) : [];
  return effects.length > 0 && effects.every(({ capability }) => capability === "net.connect");
}

const memberOf = (v: number): Expr => ({ k: "mem", o: { k: "var", v, at: 0 }, p: "name", at: 0 });

/** An activation in which the calls that some variables would hold are not asked for. */
function without(x: Machine, frame: Frame, vars: readonly number[]): Frame {
  const bound = new Map([...(frame.bound ?? []), ...vars.map((v) => [v, x.data(UNCALLED)] as const)]);
  return x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, bound);
}

/**
 * What a statement list compares with a tool's name, and does something for.
 *
 * @param isPlain whether only a comparison by itself counts that a branch is taken for.
 */
function subjectIn(x: Machine, body: readonly Stmt[], at: Frame, name: string, isPlain: boolean): Expr | undefined {
  const { mod } = at;
  const isName = (e: Expr): boolean => constantsOf(x.value(e, at))?.includes(name) === true;
  /** `isRead(toolName)`, of a function that says yes to this name, and not to any. */
  const asked = (e: CallExpr): Expr | undefined => {
    const subject = e.a.find((one) => isSubject(mod, one));
    const frame = subject && x.truth(e, at) === undefined ? whereIs(x, at, subject, dispatchedBy(x, name)) : undefined;
    return frame && x.truth(e, frame) === true ? subject : undefined;
  };
  const compared = (e: Expr, operator: RegExp): Expr | undefined => {
    if (e.k === "logic" && !isPlain) return compared(e.l, operator) ?? compared(e.r, operator);
    if (e.k === "call" && !isPlain && operator.test("===")) return asked(e);
    return e.k === "bin" && operator.test(e.op) && isSubject(mod, e.l) && isName(e.r) ? e.l : undefined;
  };
  for (const [index, statement] of body.entries()) {
    if (statement.k === "switch" && isSubject(mod, statement.d)) {
      const chosen = statement.c.findIndex(({ t }) => t && isName(t));
      if (chosen !== -1 && runsSomething(falling(statement.c.slice(chosen)))) return statement.d;
    }
    if (statement.k === "if") {
      const subject = compared(statement.t, /^===?$/u);
      if (subject && runsSomething(statement.a)) return subject;
      const other = isPlain ? undefined : compared(statement.t, /^!==?$/u);
      if (other && runsSomething(statement.a.some(leaves) ? body.slice(index + 1) : statement.b)) return other;
    }
    for (const nested of nestedBodies(statement)) {
      const found = subjectIn(x, nested, at, name, isPlain);
      if (found) return found;
    }
  }
  return undefined;
}

/** What runs of cases from the first one on: one falls through to the next. */
function falling(cases: readonly { readonly b: readonly Stmt[] }[]): Stmt[] {
  const last = cases.findIndex(({ b }) => b.some(leaves) || b.some((one) => one.k === "block" && one.b.some(leaves)));
  return cases.slice(0, last === -1 ? cases.length : last + 1).flatMap(({ b }) => b);
}

const leaves = ({ k }: Stmt): boolean => k === "ret" || k === "throw" || k === "break";

/** Where a call of a tool is looked for among those that a model asks for, and something done with it: `const c = toolCalls.find((one) => one.name === "x"); if (c) …`. */
function foundFor(x: Machine, body: readonly Stmt[], at: Frame, name: string): Found | undefined {
  const { vars } = at.mod.sum;
  const searches = (e: Expr): CallExpr | undefined => {
    const call = unwrapped(e);
    const isSearch = call.k === "call" && call.f.k === "mem" && call.f.p === "find" && CALLS.test(pathOf(at.mod, call.f.o));
    return isSearch ? call : undefined;
  };
  const sought = vars.flatMap(({ f, d }, v) => {
    const [only] = d;
    const call = f === at.f && d.length === 1 && only?.k === "expr" && only.path.length === 0 ? searches(only.e) : undefined;
    return call ? [{ v, isIt: seeks(x, call, at, name) }] : [];
  });
  const v = sought.find(({ isIt }) => isIt)?.v;
  if (v === undefined) return undefined;
  const isDone = (list: readonly Stmt[]): boolean =>
    list.some((one) => (one.k === "if" && isThere(one.t, v) && runsSomething(one.a)) || nestedBodies(one).some(isDone));
  return isDone(body) ? { v, others: sought.flatMap((one) => (one.isIt ? [] : [one.v])) } : undefined;
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
function originOf(mod: Mod, e: Expr): { readonly isHanded: boolean; readonly calls: ReadonlySet<CallExpr> } {
  const calls = new Set<CallExpr>();
  const seen = new Set<number>();
  let isHanded = false;
  const trace = (here: Expr): void => {
    if (here.k === "as" || here.k === "await") trace(here.e);
    else if (here.k === "mem") trace(here.o);
    else if (here.k === "logic") [here.l, here.r].forEach(trace);
    else if (here.k === "call") {
      const passesOn = here.f.k === "mem" && typeof here.f.p === "string" && HANDS_ON.test(here.f.p);
      if (passesOn) [here.f, ...here.a].forEach(trace);
      else calls.add(here);
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
