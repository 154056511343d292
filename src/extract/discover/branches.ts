import { dispatchedBy } from "../eval/flow/conditions.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { Expr, Fn, ObjExpr, Stmt } from "../ir.ts";
import { nestedBodies, parts, visitObjects } from "../ir-walk.ts";
import { keyIn, schemaKeyIn } from "../shapes/definitions.ts";
import { belongs } from "./belongs.ts";
import { nameIsToolsOwn, pathOf, whereIs } from "./chosen.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** A function that says that it runs tools. */
const RUNS_TOOLS = /^(?:handle|run|exec|call|invoke|dispatch|process|perform|on)\w*(?:tool|function)/iu;
/** One that says that it runs a tool that is called. */
const RUNS_CALLED =
  /^(?:handle|run|exec|call|invoke|dispatch|process|perform|on)\w*(?:tool|function)(?:_?(?:call|use|invocation|request)s?)?$/iu;
/** One that only says that it runs something, and is given the name of a tool. */
const RUNS = /^(?:handle|run|exec|execute|call|invoke|dispatch)$/u;
const TOOL_NAME = /^tool_?name$/iu;
/** One name alone is a special case of something else, where nothing beside it says what the tool is for. */
const FEWEST = 2;

const runsNamed = ({ n, pn }: Fn): boolean => RUNS.test(n) && pn.some((name) => TOOL_NAME.test(name));

/** The objects of a module that say what tools are for, by the names in them. */
function toldIn({ sum }: Mod): ReadonlyMap<string, { readonly object: ObjExpr; readonly f: number }> {
  const out = new Map<string, { object: ObjExpr; f: number }>();
  visitObjects(sum, (object, f) => {
    const [name] = object.p.flatMap((prop) => ("n" in prop && prop.n === "name" ? [prop.e] : []));
    if (
      name?.k === "lit" &&
      typeof name.v === "string" &&
      keyIn(object, ["description"]) !== undefined &&
      schemaKeyIn(object) !== undefined
    )
      out.set(name.v, { object, f });
  });
  return out;
}

/**
 * Tools that a function which is called so (`handleToolCall`) chooses among by the name of a tool, in a `switch` or in `if`s, though
 * nobody says what they are for, or its own module alone. `known` are tools found otherwise, which these are where they belong together.
 */
export function toolsOfBranches(d: Discovery, mod: Mod, known: readonly FoundTool[]): FoundTool[] {
  // What is shown for a tool is chosen by its name as well.
  if (/\.[jt]sx$/u.test(mod.file)) return [];
  const { x } = d;
  return mod.sum.fns.flatMap((fn, f) => {
    const saysSo = RUNS_TOOLS.test(fn.n);
    if (f === 0 || !(saysSo || runsNamed(fn))) return [];
    const at = genericFrame(x, mod, f, x.top(mod));
    const own = comparisons(at, fn.b, (e) => nameIsToolsOwn(mod, e));
    const ofCall = own.length > 0 || !RUNS_CALLED.test(fn.n) ? [] : comparisons(at, fn.b, (e) => isNameOfCall(at, e));
    const compared = own.length > 0 ? own : ofCall;
    const names = [...new Set(compared.flatMap(({ with: e }) => constantsOf(x.value(e, at)) ?? []))].sort();
    const [first] = compared;
    if (!first) return [];
    const told = toldIn(mod);
    if ((!saysSo || names.length < FEWEST || own.length === 0) && !names.every((name) => told.has(name))) return [];
    return names
      .filter((name) => !known.some((tool) => tool.name === name && belongs(x, tool, mod)))
      .flatMap((name) => {
        const frame = whereIs(x, at, first.subject, dispatchedBy(x, name));
        if (!frame) return [];
        const said = told.get(name);
        const config: Value = said ? [x.in.atom({ k: "obj", mod, e: said.object, up: genericFrame(x, mod, said.f, x.top(mod)) })] : NOTHING;
        return makeTools(x, {
          names: { names: [name], dynamic: false },
          framework: "definition",
          mod,
          at: fn.at,
          exec: NOTHING,
          frames: [frame],
          config,
          confidence: "dispatch",
        });
      });
  });
}

interface Comparison {
  readonly subject: Expr;
  readonly with: Expr;
}

/** Whether an expression is the name of what a function is given: `call.name`. */
function isNameOfCall({ mod, f }: Frame, e: Expr): boolean {
  return (
    e.k === "mem" && e.p === "name" && e.o.k === "var" && mod.sum.vars[e.o.v]?.d.some((def) => def.k === "param" && def.f === f) === true
  );
}

/** What a body compares with the name of a tool, which it is given by that name or as `name`: all of them with one and the same. */
function comparisons({ mod, f }: Frame, body: readonly Stmt[], isToolsName: (e: Expr) => boolean): Comparison[] {
  const out: Comparison[] = [];
  const isGiven = (v: number): boolean =>
    mod.sum.vars[v]?.n === "name" && mod.sum.vars[v].d.some((def) => def.k === "param" && def.f === f);
  const isName = (e: Expr): boolean => isToolsName(e) || (e.k === "var" && isGiven(e.v));
  const tested = (e: Expr): void => {
    if (e.k === "bin" && /^[!=]==?$/u.test(e.op) && isName(e.l)) out.push({ subject: e.l, with: e.r });
    if (e.k === "logic" || e.k === "un") parts(e, tested);
  };
  const walk = (list: readonly Stmt[]): void => {
    for (const statement of list) {
      if (statement.k === "if") tested(statement.t);
      if (statement.k === "switch" && isName(statement.d))
        for (const { t } of statement.c) if (t) out.push({ subject: statement.d, with: t });
      for (const nested of nestedBodies(statement)) walk(nested);
    }
  };
  walk(body);
  const [first] = out;
  return first ? out.filter(({ subject }) => pathOf(mod, subject) === pathOf(mod, first.subject)) : [];
}
