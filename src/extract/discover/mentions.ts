import { parts, statementExprs } from "../ir-walk.ts";
import type { Expr, ModuleSummary } from "../ir.ts";

/** What a piece of code names: variables, functions and classes that stand in it, properties, modules that it loads. */
export interface Mentions {
  readonly vars: ReadonlySet<number>;
  readonly fns: ReadonlySet<number>;
  readonly classes: ReadonlySet<number>;
  readonly props: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
}

/** Collects what some expressions name; nested functions and classes are named, not entered. */
export function mentionsOf(expressions: readonly Expr[]): Mentions {
  const out = {
    vars: new Set<number>(),
    fns: new Set<number>(),
    classes: new Set<number>(),
    props: new Set<string>(),
    modules: new Set<string>(),
  };
  const walk = (e: Expr): void => {
    if (e.k === "var") out.vars.add(e.v);
    else if (e.k === "fn") out.fns.add(e.f);
    else if (e.k === "cls") out.classes.add(e.c);
    else if (e.k === "mem" && typeof e.p === "string") out.props.add(e.p);
    else if (e.k === "import" && e.e.k === "lit") out.modules.add(String(e.e.v));
    else if (e.k === "call" && e.f.k === "glob" && e.f.n === "require" && e.a[0]?.k === "lit") out.modules.add(String(e.a[0].v));
    parts(e, walk);
  };
  for (const e of expressions) walk(e);
  return out;
}

const known = new WeakMap<ModuleSummary, Map<number, Mentions>>();

/** What the body and the parameters of a function of a module name. */
export function mentionsOfFunction(sum: ModuleSummary, f: number): Mentions {
  const functions = known.get(sum) ?? new Map<number, Mentions>();
  known.set(sum, functions);
  const before = functions.get(f);
  if (before) return before;
  const fn = sum.fns[f];
  const expressions: Expr[] = fn ? fn.pd.filter((one) => one !== null) : [];
  if (fn)
    statementExprs(fn.b, (e) => {
      expressions.push(e);
    });
  const found = mentionsOf(expressions);
  functions.set(f, found);
  return found;
}
