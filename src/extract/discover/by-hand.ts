import type { Machine } from "../eval/machine.ts";
import { resultOf } from "../eval/calls/results.ts";
import { CONTEXT } from "../eval/domain/values.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { Expr, Stmt } from "../ir.ts";
import { parts, says, statementExprs } from "../ir-walk.ts";
import { unwrapped } from "./chosen.ts";
import { announce, paramsOf, requestOf, split } from "./dispatch.ts";
import type { Discovery, FoundTool } from "./make.ts";

/** The request of the protocol by which a tool is called. */
const CALL = "tools/call";
const LIST = "tools/list";
/** Other requests that a server answers. */
const OTHERS = [LIST, "initialize"];
/** How a parameter is called that holds what a request is about. */
const PARAMS = /^(?:params|args?|arguments|request(?:Params)?|payload)$/iu;

const isCall = (e: Expr): boolean => e.k === "lit" && e.v === CALL;

/** What a body compares with the request by which a tool is called: `switch (message.method) { case "tools/call": }`. */
function subjectIn(body: readonly Stmt[]): Expr | undefined {
  let found: Expr | undefined;
  const tested = (e: Expr): void => {
    if (e.k === "bin" && /^[!=]==?$/u.test(e.op) && (isCall(e.l) || isCall(e.r))) found ??= unwrapped(isCall(e.l) ? e.r : e.l);
    parts(e, tested);
  };
  statementExprs(body, (e, from) => {
    if (from.k === "switch" && isCall(e)) found ??= unwrapped(from.d);
    tested(e);
  });
  return found;
}

/**
 * Tools of a server that speaks the protocol by itself: a function that tells the request by which a tool is called from others is
 * run with it, once a name of a tool, as a handler is that is registered for it.
 *
 * @param described what is said of tools, by their names.
 */
export function toolsByHand(d: Discovery, mod: Mod, described: ReadonlyMap<string, Value>): FoundTool[] {
  const { x } = d;
  // Who only looks at what passes by serves nothing.
  if (!says(mod.sum, CALL) || !OTHERS.some((text) => says(mod.sum, text))) return [];
  return mod.sum.fns.flatMap((fn, f) => {
    const subject = f === 0 ? undefined : subjectIn(fn.b);
    if (!subject) return [];
    const at = genericFrame(x, mod, f, x.top(mod));
    const entry = [x.in.atom({ k: "fn", mod, f, up: at.up ?? x.top(mod) })];
    const enter = (name: Value): Frame[] => entered(x, at, subject, CALL, name);
    const listed = new Map<string, Value>();
    for (const frame of entered(x, at, subject, LIST, x.data())) {
      const answer = resultOf(x, frame);
      announce(x, x.join(answer, x.member(answer, "result")), listed);
    }
    const announced = new Map([...described, ...listed]);
    return split(d, { key: `${mod.id}.${f}`, handlers: entry, enter, framework: "mcp", mod, at: fn.at, announced }, [...listed.keys()]);
  });
}

/** The activation of a function in which its message, or what it took out of that, makes a request. */
function entered(x: Machine, at: Frame, subject: Expr, method: string, name: Value): Frame[] {
  const { vars } = at.mod.sum;
  const message = requestOf(x, name, method);
  const bound = new Map<number, Value>();
  if (subject.k === "mem") {
    const root = unwrapped(subject.o);
    if (root.k === "var") bound.set(root.v, message);
  } else if (subject.k === "var") {
    const [own] = vars[subject.v]?.d ?? [];
    bound.set(subject.v, x.text(method));
    // `const method = message.method`
    const root = own?.k === "expr" && own.path.length === 0 && own.e.k === "mem" ? unwrapped(own.e.o) : undefined;
    if (root?.k === "var") bound.set(root.v, message);
    vars.forEach(({ d, n }, v) => {
      const [def] = d;
      // `const { method, params } = message`, `handle(method, params)`.
      const isBeside =
        def?.k === "expr" ? own?.k === "expr" && def.e === own.e : def?.k === "param" && own?.k === "param" && def.f === own.f;
      const step = def && "path" in def ? def.path[0] : undefined;
      const part = step && "p" in step ? step.p : n;
      if (isBeside && v !== subject.v && PARAMS.test(part)) bound.set(v, paramsOf(x, name));
    });
  }
  if (bound.size === 0) return [];
  const args = (at.mod.sum.fns[at.f]?.pn ?? []).map(() => x.data(CONTEXT));
  return [x.in.frame(at.mod, at.f, at.up, args, at.self, bound)];
}
