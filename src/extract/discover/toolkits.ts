import type { CallExpr, Expr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { computed } from "../eval/calls/computations.ts";
import { keysIn } from "../eval/meaning/containers.ts";
import { follow } from "../eval/meaning/follow.ts";
import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import { isOfEffect } from "../eval/calls/tagged-services.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { classOf, NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** Toolkits of Effect: a list of tools that says what they are called, whose handlers are given apart, `toolkit.toLayer({ look: (sent) => … })`. */

/** Methods of a toolkit that are given its handlers, or what they are computed by. */
const GIVING = new Set(["toLayer", "toHandlers", "toContext", "of"]);
const MAKING = new Set(["make", "merge"]);
const MODULE = /^(?:Ai)?Toolkit$/u;

/** Whether a callee is what makes a toolkit: `Toolkit.make`, wherever in Effect it is taken from. */
const makes = (x: Machine, callee: Expr, mod: Mod): boolean =>
  x.value(callee, x.top(mod)).some((atom) => {
    if (atom.k !== "ext" || !/^pkg:(?:effect|@effect\/ai)(?:\/|$)/u.test(atom.root)) return false;
    const [made, module = ""] = [...atom.root.split("/"), ...atom.path].reverse();
    return MAKING.has(made ?? "") && MODULE.test(module);
  });

/** Whether an expression is a toolkit: one that is made there, or a class of its own that builds on one. */
function isToolkit(x: Machine, e: Expr, mod: Mod): boolean {
  const said = follow(x, { e, mod });
  return isMade(x, said.e, said.mod) || x.value(e, x.top(mod)).some((atom) => atom.k === "cls" && isMade(x, classOf(atom).sup, atom.mod));
}

/** Whether it is what makes one, or that with more said of it: `Toolkit.make(…).annotate(…)`. */
function isMade(x: Machine, e: Expr | undefined, mod: Mod): boolean {
  if (e?.k !== "call") return false;
  return makes(x, e.f, mod) || (e.f.k === "mem" && isMade(x, e.f.o, mod));
}

/** The functions that stand under the names of tools. */
function handlersOf(x: Machine, { f, a: [given] }: CallExpr, at: Frame): [string, Value][] {
  if (!given || f.k !== "mem") return [];
  const value = f.p === "of" ? x.value(given, at) : computed(x, given, at);
  const tables = value.filter(({ k }) => k === "obj" || k === "rec");
  return tables.flatMap((atom) =>
    (constantsOf(keysIn(x, [atom])) ?? []).map((name): [string, Value] => [name, x.member([atom], name).filter(({ k }) => k === "fn")]),
  );
}

/**
 * Tools that a toolkit is given handlers for, by the names under which these stand.
 *
 * @param taken executors of tools that were found otherwise.
 */
export function toolkitTools(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  if (!isOfEffect(mod) && !mod.sum.imports.some((from) => from.startsWith("@effect/"))) return [];
  const { x } = d;
  const found = new Map<string, FoundTool>();
  visitCalls(mod.sum, (call, f) => {
    if (call.f.k !== "mem" || typeof call.f.p !== "string" || !GIVING.has(call.f.p) || !isToolkit(x, call.f.o, mod)) return;
    for (const [name, exec] of handlersOf(x, call, genericFrame(x, mod, f, x.top(mod)))) {
      const made = makeTools(x, {
        names: { names: [name], dynamic: false },
        framework: "effect-ai",
        mod,
        at: call.at,
        exec,
        config: NOTHING,
        confidence: "resolved",
      });
      for (const tool of made) if (tool.executor && !taken.has(tool.executor.key)) found.set(`${name} ${tool.executor.key}`, tool);
    }
  });
  return [...found.values()];
}
