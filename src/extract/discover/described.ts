import { constantsOf } from "../eval/strings.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod, Value } from "../eval/values.ts";
import { NOTHING } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import type { Expr, ObjExpr, Stmt } from "../ir.ts";
import { nestedBodies, parts, statementExprs, visitObjects } from "../ir-walk.ts";
import { belongs } from "./belongs.ts";
import { isSubject, unwrapped, whereIs } from "./chosen.ts";
import { EXECUTOR_KEYS, keyIn } from "../shapes/definitions.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/**
 * Tools that are only described to a model's API, as OpenAI's and Anthropic's take them, and that a
 * `switch` or an `if` on their name runs, wherever it stands. `known` are tools found otherwise, which these are where they belong together.
 */
export function describedTools(d: Discovery, mod: Mod, known: readonly FoundTool[]): FoundTool[] {
  const { x } = d;
  return descriptionsIn(x, mod).flatMap(({ object, e, frame }) => {
    const [name, ...more] = constantsOf(x.value(e, frame)) ?? [];
    if (name === undefined || more.length > 0) return [];
    const same = known.filter((tool) => tool.name === name);
    if (same.some((tool) => belongs(x, tool, mod))) return [];
    const frames = choices(x, name, spellings(mod, e, name));
    if (frames.length === 0 || same.some((tool) => frames.some((one) => belongs(x, tool, one.mod)))) return [];
    const config: Value = [x.in.atom({ k: "obj", mod, e: object, up: frame })];
    const names = { names: [name], dynamic: false };
    return makeTools(x, { names, framework: "definition", mod, at: object.at, exec: NOTHING, frames, config, confidence: "dispatch" });
  });
}

/** The tools that modules describe to a model's API, by their names. */
export function descriptions(x: Machine, mods: readonly Mod[]): Map<string, Value> {
  const out = new Map<string, Value>();
  for (const mod of mods)
    for (const { object, e, frame } of descriptionsIn(x, mod))
      for (const name of constantsOf(x.value(e, frame)) ?? [])
        out.set(name, x.join(out.get(name) ?? NOTHING, [x.in.atom({ k: "obj", mod, e: object, up: frame })]));
  return out;
}

/** An object that describes a tool, and the name in it. */
interface Description {
  readonly object: ObjExpr;
  readonly e: Expr;
  readonly frame: Frame;
}

function descriptionsIn(x: Machine, mod: Mod): Description[] {
  const inner = new Set<Expr | undefined>();
  visitObjects(mod.sum, (object) => {
    if (isFunction(object)) inner.add(property(object, "function"));
  });
  const out: Description[] = [];
  visitObjects(mod.sum, (object, f) => {
    const e = inner.has(object) ? undefined : nameIn(object);
    if (e) out.push({ object, e, frame: genericFrame(x, mod, f, x.top(mod)) });
  });
  return out;
}

/** `{ type: "function", … }` */
function isFunction(object: ObjExpr): boolean {
  const type = property(object, "type");
  return type?.k === "lit" && type.v === "function";
}

/** The name in a description: `{ type: "function", function: { name } }`, `{ type: "function", name, parameters }`, `{ name, input_schema }`. */
function nameIn(object: ObjExpr): Expr | undefined {
  const inner = property(object, "function");
  if (isFunction(object)) {
    if (inner?.k === "obj") return property(inner, "name");
    return property(object, "parameters") && property(object, "name");
  }
  const schema = property(object, "input_schema") ?? property(object, "parametersJsonSchema");
  const isTold =
    keyIn(object, ["parameters"]) !== undefined &&
    keyIn(object, ["description"]) !== undefined &&
    keyIn(object, EXECUTOR_KEYS) === undefined;
  return schema || isTold ? property(object, "name") : undefined;
}

function property(object: ObjExpr, name: string): Expr | undefined {
  const [found] = object.p.flatMap((prop) => ("n" in prop && prop.n === name ? [prop.e] : []));
  return found && unwrapped(found);
}

/** How code that chooses a tool may write its name: as a text, or as the member of an enum. */
function spellings(mod: Mod, e: Expr, name: string): string[] {
  const texts = [`"${name}"`, `'${name}'`];
  return e.k === "mem" && typeof e.p === "string" && e.o.k === "var" ? [...texts, `${mod.sum.vars[e.o.v]?.n ?? ""}.${e.p}`] : texts;
}

/** The activations of the functions that choose by a tool's name, for that name. */
function choices(x: Machine, name: string, written: readonly string[]): Frame[] {
  return x.world.choosing(written).flatMap((file) => {
    const mod = x.module(file);
    if (!mod) return [];
    return mod.sum.fns.flatMap((fn, f): Frame[] => {
      if (f === 0) return [];
      const at = genericFrame(x, mod, f, x.top(mod));
      const subject = subjectIn(x, fn.b, at, name);
      const frame = subject && whereIs(x, at, subject, x.text(name));
      return frame ? [frame] : [];
    });
  });
}

/** What a statement list compares with a tool's name. */
function subjectIn(x: Machine, body: readonly Stmt[], at: Frame, name: string): Expr | undefined {
  const isName = (e: Expr): boolean => constantsOf(x.value(e, at))?.includes(name) === true;
  for (const statement of body) {
    if (statement.k === "switch" && isSubject(at.mod, statement.d)) {
      const chosen = statement.c.findIndex(({ t }) => t && isName(t));
      // An empty case falls through to the next one that does something.
      const doing = chosen === -1 ? undefined : statement.c.slice(chosen).find(({ b }) => b.length > 0);
      if (doing && runsSomething(doing.b)) return statement.d;
    }
    if (statement.k === "if" && statement.t.k === "bin" && /^===?$/u.test(statement.t.op)) {
      const { l, r } = statement.t;
      if (isSubject(at.mod, l) && isName(r) && runsSomething(statement.a)) return l;
    }
    for (const nested of nestedBodies(statement)) {
      const found = subjectIn(x, nested, at, name);
      if (found) return found;
    }
  }
  return undefined;
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
