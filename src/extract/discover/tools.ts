import { lacks } from "../eval/meaning/closed.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { visitCalls, visitObjects } from "../ir-walk.ts";
import { EXECUTOR_KEYS } from "../shapes/definitions.ts";
import type { CallShape } from "../shapes/format.ts";
import { shapeOf } from "../shapes/match.ts";
import { parseEntry } from "../tables/format.ts";
import { mayRegister } from "./candidates.ts";
import { dispatched } from "./dispatch.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { CUT, doing, makeTools } from "./make.ts";
import type { DeclaredAt, Starters } from "./place.ts";
import { declaredAt } from "./place.ts";
import { namesOf, select } from "./selectors.ts";

const normalisers: Readonly<Record<NonNullable<CallShape["normalise"]>, (name: string) => string>> = {
  underscores: (name) => name.replaceAll(/[^A-Za-z0-9]/gu, "_"),
};

/**
 * Whether nothing else in the sources speaks of a tool, or of the calls that a model asks for: code that does may be
 * what executes it. A name that is a constant is spoken of by the constant's name.
 */
const isSaidOnce = ({ world }: Machine, name: string): boolean =>
  world.mentions(name) === 1 && !world.hasConstant(name) && world.mentions("toolCalls") === 0;

/** Whether a definition certainly has no executor: whoever asked for the call does it, such as a browser. */
function isLeftOut(x: Machine, { config = "" }: CallShape, definition: Value, selector: string): boolean {
  const key = selector.startsWith(`${config}.`) ? selector.slice(config.length + 1) : "";
  return key !== "" && !key.includes(".") && lacks(x, definition, key);
}

/** Whether a call registers one handler for several tools. */
export const isDispatch = (seen: SeenCall): boolean => shapeOf(seen)?.dispatch === true;

/** Keys by which what a registration hands back is given another function to run. */
const REPLACED = new Set([...EXECUTOR_KEYS, "callback"]);

/** What the result of a declaration is given to run instead: `probe.execute = f`, `handle.update({ callback: f })`. */
function replacedLater(x: Machine, { call, at }: SeenCall): Value[] {
  const { vars } = at.mod.sum;
  const kept = new Set(
    vars.flatMap(({ d }, v) => (d.some((def) => def.k === "expr" && def.e === call && def.path.length === 0) ? [v] : [])),
  );
  if (kept.size === 0) return [];
  const frameOf = (f: number): Frame => genericFrame(x, at.mod, f, at);
  const written = [...kept].flatMap((v) =>
    (vars[v]?.w ?? [])
      .filter(({ kind, p }) => kind === "prop" && p.length === 1 && REPLACED.has(p[0] ?? ""))
      .map(({ e, f }) => x.value(e, frameOf(f))),
  );
  const updated: Value[] = [];
  visitCalls(at.mod.sum, ({ f: callee, a: [given] }, f) => {
    if (callee.k === "mem" && callee.p === "update" && callee.o.k === "var" && kept.has(callee.o.v) && given)
      for (const key of REPLACED) updated.push(x.member(x.value(given, frameOf(f)), key));
  });
  return [...written, ...updated].map((value) => value.filter(({ k }) => k !== "data"));
}

const keysOfCalls = new WeakMap<Mod["sum"], ReadonlyMap<Expr, string>>();

/** The key under which the result of a call stands in a literal object. */
function keyOfCall({ sum }: Mod, call: CallExpr): string | undefined {
  let keys = keysOfCalls.get(sum);
  if (!keys) {
    const found = new Map<Expr, string>();
    visitObjects(sum, ({ p }) => {
      for (const prop of p) if ("n" in prop && prop.e.k === "call") found.set(prop.e, prop.n);
    });
    keysOfCalls.set(sum, (keys = found));
  }
  return keys.get(call);
}

/** The keys under which what a function makes is put, where the tool is named by its key, and the calls that it is made by: `{ look: make("look") }`. */
function keysOfStarters(x: Machine, { name }: CallShape, { at }: SeenCall, starters: Starters): ReadonlyMap<string, DeclaredAt> {
  const found = new Map<string, DeclaredAt>();
  if (!name.split("|").includes("KEY")) return found;
  for (const { call, at: around } of starters(at)) {
    const own = keyOfCall(around.mod, call);
    const keys = own !== undefined ? [own] : call.key && constantsOf(x.value(call.key, around));
    if (!keys) return new Map();
    for (const key of keys) found.set(key, { mod: around.mod, at: call.at, by: "call", isPlain: mayRegister(around.mod, call) });
  }
  return found;
}

/** Whether what names the tools of a call stands for more of them than are told apart. */
const isCut = (x: Machine, { name }: CallShape, seen: SeenCall): boolean =>
  name.split("|").some((selector) => {
    const value = select(x, seen, selector);
    return value.length > 0 && value.every((atom) => atom.k === "unk" && atom.why === CUT);
  });

/** What a call is of, outside of the sources. */
const rootOf = ({ targets }: SeenCall): string => targets.find((target) => target.k === "ext")?.root ?? "";

/** The tools that one call declares. */
export function toolsOfCall(d: Discovery, seen: SeenCall, siblings: readonly SeenCall[], starters: Starters): FoundTool[] {
  const shape = shapeOf(seen);
  if (!shape) return [];
  const { x } = d;
  const { mod } = seen.at;
  if (shape.dispatch) return dispatched(d, seen, siblings, shape.framework);
  const found = namesOf(x, shape.name, (selector) => select(x, seen, selector));
  const keyed = found.dynamic ? keysOfStarters(x, shape, seen, starters) : new Map<string, DeclaredAt>();
  const named = keyed.size > 0 ? { names: [...keyed.keys()], dynamic: false } : found;
  const names = shape.normalise ? { ...named, names: named.names.map(normalisers[shape.normalise]) } : named;
  const exec = x.join(...shape.exec.map((selector) => select(x, seen, selector)), ...replacedLater(x, seen));
  const hooks = x.join(...(shape.hooks ?? []).map((selector) => select(x, seen, selector)));
  const config = x.join(...(shape.config?.split("|") ?? []).map((selector) => select(x, seen, selector)));
  const tools = makeTools(x, {
    names,
    framework: shape.framework,
    mod,
    at: seen.call.at,
    exec,
    hooks,
    config,
    ...(shape.positional && { positional: seen.call.a.slice(1, -1).map((e) => ({ e, mod, frame: seen.at })) }),
    isDoneElsewhere:
      exec.length === 0 &&
      !names.dynamic &&
      names.names.every((name) => isSaidOnce(x, name)) &&
      shape.exec.every((selector) => isLeftOut(x, shape, config, selector)),
    ...(shape.does !== undefined && { does: doing(x, parseEntry(shape.does), rootOf(seen)) }),
    ...(shape.input === undefined ? {} : { input: shape.input }),
  });
  if (names.dynamic && isCut(x, shape, seen)) return tools.map((tool) => ({ ...tool, missing: CUT }));
  return tools.map((tool) => {
    const place = names.dynamic ? undefined : (keyed.get(tool.name) ?? declaredAt(x, starters, seen, shape.name, tool.name));
    return place ? { ...tool, mod: place.mod, at: place.at, elsewhere: place } : tool;
  });
}
