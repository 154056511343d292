import { dispatchedBy } from "../eval/conditions.ts";
import { constantsOf } from "../eval/strings.ts";
import type { Frame, Mod } from "../eval/values.ts";
import { NOTHING } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import type { Expr, Stmt } from "../ir.ts";
import { nestedBodies, parts } from "../ir-walk.ts";
import { belongs } from "./belongs.ts";
import { nameIsToolsOwn, pathOf, whereIs } from "./chosen.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** A function that says that it runs tools. */
const RUNS_TOOLS = /^(?:handle|run|exec|call|invoke|dispatch|process|perform|on)\w*(?:tool|function)/iu;
/** One name alone is a special case of something else. */
const FEWEST = 2;

/**
 * Tools that a function which is called so (`handleToolCall`) chooses among by the name of a tool, in a `switch` or in `if`s, though
 * nobody says what they are for. `known` are tools found otherwise, which these are where they belong together.
 */
export function toolsOfBranches(d: Discovery, mod: Mod, known: readonly FoundTool[]): FoundTool[] {
  // What is shown for a tool is chosen by its name as well.
  if (/\.[jt]sx$/u.test(mod.file)) return [];
  const { x } = d;
  return mod.sum.fns.flatMap((fn, f) => {
    if (f === 0 || !RUNS_TOOLS.test(fn.n)) return [];
    const at = genericFrame(x, mod, f, x.top(mod));
    const compared = comparisons(at, fn.b);
    const names = [...new Set(compared.flatMap(({ with: e }) => constantsOf(x.value(e, at)) ?? []))].sort();
    const [first] = compared;
    if (!first || names.length < FEWEST) return [];
    return names
      .filter((name) => !known.some((tool) => tool.name === name && belongs(x, tool, mod)))
      .flatMap((name) => {
        const frame = whereIs(x, at, first.subject, dispatchedBy(x, name));
        if (!frame) return [];
        return makeTools(x, {
          names: { names: [name], dynamic: false },
          framework: "definition",
          mod,
          at: fn.at,
          exec: NOTHING,
          frames: [frame],
          config: NOTHING,
          confidence: "dispatch",
        });
      });
  });
}

interface Comparison {
  readonly subject: Expr;
  readonly with: Expr;
}

/** What a body compares with the name of a tool, which it is given by that name or as `name`: all of them with one and the same. */
function comparisons({ mod, f }: Frame, body: readonly Stmt[]): Comparison[] {
  const out: Comparison[] = [];
  const isGiven = (v: number): boolean =>
    mod.sum.vars[v]?.n === "name" && mod.sum.vars[v].d.some((def) => def.k === "param" && def.f === f);
  const isName = (e: Expr): boolean => nameIsToolsOwn(mod, e) || (e.k === "var" && isGiven(e.v));
  const tested = (e: Expr): void => {
    if (e.k === "bin" && /^===?$/u.test(e.op) && isName(e.l)) out.push({ subject: e.l, with: e.r });
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
