import { lacks } from "../eval/closed.ts";
import type { SeenCall } from "../eval/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import type { Value } from "../eval/values.ts";
import type { CallShape } from "../shapes/format.ts";
import { shapeOf } from "../shapes/match.ts";
import { dispatched } from "./dispatch.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import type { Starters } from "./place.ts";
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

/** The tools that one call declares. */
export function toolsOfCall(d: Discovery, seen: SeenCall, siblings: readonly SeenCall[], starters: Starters): FoundTool[] {
  const shape = shapeOf(seen);
  if (!shape) return [];
  const { x } = d;
  const { mod } = seen.at;
  if (shape.dispatch) return dispatched(d, seen, siblings, shape.framework);
  const found = namesOf(x, shape.name, (selector) => select(x, seen, selector));
  const names = shape.normalise ? { ...found, names: found.names.map(normalisers[shape.normalise]) } : found;
  const exec = x.join(...shape.exec.map((selector) => select(x, seen, selector)));
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
    isDoneElsewhere:
      exec.length === 0 &&
      !names.dynamic &&
      names.names.every((name) => isSaidOnce(x, name)) &&
      shape.exec.every((selector) => isLeftOut(x, shape, config, selector)),
    ...(shape.input === undefined ? {} : { input: shape.input }),
  });
  return tools.map((tool) => {
    const place = names.dynamic ? undefined : declaredAt(x, starters, seen, shape.name, tool.name);
    return place ? { ...tool, mod: place.mod, at: place.at, elsewhere: place } : tool;
  });
}
