import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import type { Def, Expr } from "../ir.ts";

/** What a dispatcher compares with the names of tools is called so itself: `toolName`, `call.function.name`. */
const SUBJECT = /(?:name|tool)$/iu;
/** And says by itself that it is the name of a tool. */
const TOOL_NAME =
  /tool_?name$|(?:^|\.)\w*tool\w*\.(?:function\.)?name$|(?:^|\.)(?:function|functionCall|fn)\.name$|(?:^|\.)function_?name$/iu;

/** An expression without what is said of its type. */
export const unwrapped = (e: Expr): Expr => (e.k === "as" ? unwrapped(e.e) : e);

/** How an expression is written, as far as it is names: `call.function.name`. */
export function pathOf(mod: Mod, e: Expr): string {
  if (e.k === "as") return pathOf(mod, e.e);
  if (e.k === "mem") return typeof e.p === "string" ? `${pathOf(mod, e.o)}.${e.p}` : "";
  return e.k === "var" ? (mod.sum.vars[e.v]?.n ?? "") : e.k === "this" ? "this" : "";
}

/** Whether an expression is called like what chooses a tool. */
export const isSubject = (mod: Mod, e: Expr): boolean =>
  e.k === "mem" ? typeof e.p === "string" && SUBJECT.test(e.p) : e.k === "var" && SUBJECT.test(mod.sum.vars[e.v]?.n ?? "");

/** Whether an expression says that it is the name of a tool. */
export const nameIsToolsOwn = (mod: Mod, e: Expr): boolean => TOOL_NAME.test(pathOf(mod, e));

/** What a dispatcher calls that which the model sent. */
const SENT = ["args", "arguments", "input", "params", "parameters"];

/** The activation in which an expression that starts from one of its variables has a value. */
export function whereIs(x: Machine, frame: Frame, e: Expr, value: Value): Frame | undefined {
  if (e.k === "mem" && typeof e.p === "string") {
    // What stands beside the name is what the model sent, or a service that nobody knows.
    const beside = SENT.map((name) => [name, x.data("param:")] as const);
    return whereIs(x, frame, e.o, x.record([...beside, [e.p, value]], x.unknown("unknown.parameter")));
  }
  const { vars, fns } = frame.mod.sum;
  if (e.k !== "var" || vars[e.v]?.f !== frame.f) return undefined;
  const types = fns[frame.f]?.pt ?? [];
  const isOpen = (i: number): boolean => ["data", "other", "array"].includes(types[i]?.k ?? "other");
  const [own] = vars[e.v]?.d ?? [];
  // Taken out of a parameter, or of what the name is taken out of.
  const isSent = (def: Def): boolean =>
    def.k === "param"
      ? def.f === frame.f && (def.path.length > 0 || isOpen(def.i))
      : def.k === "expr" && own?.k === "expr" && own.path.length > 0 && def.path.length > 0 && def.e === own.e;
  const sent = vars.flatMap(({ n, d }, v): [number, Value][] =>
    SENT.includes(n.toLowerCase()) && d.some(isSent) ? [[v, x.data("param:")]] : [],
  );
  return x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, new Map([...sent, [e.v, value]]));
}
