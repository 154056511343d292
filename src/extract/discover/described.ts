import { constantsOf } from "../eval/domain/strings.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { Expr, ObjExpr } from "../ir.ts";
import { visitCalls, visitObjects } from "../ir-walk.ts";
import { belongs, isBeside } from "./belongs.ts";
import { unwrapped } from "./chosen.ts";
import type { Chosen } from "./choosing.ts";
import { choicesOf } from "./choosing.ts";
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
    x.refuel();
    const [name, ...more] = nameAs(x, e, frame);
    if (name === undefined || more.length > 0) return [];
    const same = known.filter((tool) => tool.name === name);
    if (same.some((tool) => belongs(x, tool, mod))) return [];
    const all = choicesOf(x, name, spellings(mod, object, e, name, same.length > 0), same.length > 0);
    const isOfOther = ({ frame: { mod: by } }: Chosen): boolean => !isBeside(x, mod, by) && describes(x, by, name);
    // Programs that describe tools of one name run each its own.
    const own = all.filter(({ frame: { mod: by } }) => by === mod);
    const chosen = own.length > 0 && all.every((one) => own.includes(one) || isOfOther(one)) ? own : all;
    if (chosen.length === 0 || same.some((tool) => chosen.some(({ frame: one }) => belongs(x, tool, one.mod)))) return [];
    for (const { frame: at, asks } of chosen) d.expander.leaveOut(at, asks);
    const frames = chosen.map(({ frame: at }) => at);
    const config: Value = [x.in.atom({ k: "obj", mod, e: object, up: frame })];
    const names = { names: [name], dynamic: false };
    return makeTools(x, { names, framework: "definition", mod, at: object.at, exec: NOTHING, frames, config, confidence: "dispatch" });
  });
}

/** Whether a module tells a model of a tool of this name. */
const describes = (x: Machine, mod: Mod, name: string): boolean =>
  descriptionsIn(x, mod).some(({ e, frame }) => nameAs(x, e, frame).includes(name));

/** The tools that modules describe to a model's API, by their names. */
export function descriptions(x: Machine, mods: readonly Mod[]): Map<string, Value> {
  const out = new Map<string, Value>();
  for (const mod of mods)
    for (const { object, e, frame } of descriptionsIn(x, mod))
      for (const name of nameAs(x, e, frame))
        out.set(name, x.join(out.get(name) ?? NOTHING, [x.in.atom({ k: "obj", mod, e: object, up: frame })]));
  return out;
}

/** A name that takes more steps to tell is none that is written out: what a model was asked for is written down in the same form. */
const MAX_STEPS = 12_000;

/** The names that an expression may be. */
const nameAs = (x: Machine, e: Expr, frame: Frame): readonly string[] => x.attempt(MAX_STEPS, () => constantsOf(x.value(e, frame))) ?? [];

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
  const keys = ["parameters", ...(bindsTools(mod) ? ["schema"] : [])];
  visitObjects(mod.sum, (object, f) => {
    const e = inner.has(object) ? undefined : (nameIn(object, keys) ?? keyOf(object));
    if (e) out.push({ object, e, frame: genericFrame(x, mod, f, x.top(mod)) });
  });
  return out;
}

/** Whether a module tells a model of LangChain's of tools: it takes whatever has a name, a description and a schema. */
function bindsTools({ sum }: Mod): boolean {
  let found = false;
  visitCalls(sum, ({ f }) => {
    found ||= f.k === "mem" && f.p === "bindTools";
  });
  return found;
}

/** `{ type: "function", … }` */
function isFunction(object: ObjExpr): boolean {
  const type = property(object, "type");
  return type?.k === "lit" && type.v === "function";
}

/**
 * The name in a description: `{ type: "function", function: { name } }`, `{ type: "function", name, parameters }`, `{ name, input_schema }`,
 * `{ name, inputSchema: { json } }`, or whatever else has a name, a description and a schema under one of some keys, and nothing that runs.
 */
function nameIn(object: ObjExpr, schemas: readonly string[]): Expr | undefined {
  const inner = property(object, "function");
  if (isFunction(object)) {
    if (inner?.k === "obj") return property(inner, "name");
    return property(object, "parameters") && property(object, "name");
  }
  const json = property(object, "inputSchema");
  const ofBedrock = json?.k === "obj" ? property(json, "json") : undefined;
  const schema = property(object, "input_schema") ?? property(object, "parametersJsonSchema") ?? ofBedrock;
  const isTold =
    keyIn(object, schemas) !== undefined && keyIn(object, ["description"]) !== undefined && keyIn(object, EXECUTOR_KEYS) === undefined;
  return schema || isTold ? property(object, "name") : undefined;
}

/** The key under which a description is put among the others, `tools.search = { description, inputSchema }`, where it says no name itself. */
function keyOf(object: ObjExpr): Expr | undefined {
  const isTold = [["description"], ["inputSchema", "parameters"]].every((keys) => keyIn(object, keys) !== undefined);
  const isOther = keyIn(object, [...EXECUTOR_KEYS, "name", "function"]) !== undefined;
  return object.hint !== undefined && isTold && !isOther ? { k: "lit", v: object.hint } : undefined;
}

function property(object: ObjExpr, name: string): Expr | undefined {
  const [found] = object.p.flatMap((prop) => ("n" in prop && prop.n === name ? [prop.e] : []));
  return found && unwrapped(found);
}

/**
 * How code that chooses a tool may write its name: as a text, as what the description has, as the member of an enum, or as the constant that
 * the description has, where no tool of that name is known.
 */
function spellings({ sum }: Mod, object: ObjExpr, e: Expr, name: string, isKnown: boolean): string[] {
  const texts = [`"${name}"`, `'${name}'`, ...(object.hint === undefined ? [] : [`${object.hint}.name`])];
  const called = (v: number): string => sum.vars[v]?.n ?? "";
  if (e.k === "var") return !isKnown && CONSTANT.test(called(e.v)) ? [...texts, called(e.v)] : texts;
  return e.k === "mem" && typeof e.p === "string" && e.o.k === "var" ? [...texts, `${called(e.o.v)}.${e.p}`] : texts;
}

/** What a constant is called. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/u;
