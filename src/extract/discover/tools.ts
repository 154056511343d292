import type { SeenCall } from "../eval/expansion.ts";
import type { CallShape } from "../shapes/format.ts";
import { shapeOf } from "../shapes/match.ts";
import { dispatched } from "./dispatch.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { namesOf, select } from "./selectors.ts";

const normalisers: Readonly<Record<NonNullable<CallShape["normalise"]>, (name: string) => string>> = {
  underscores: (name) => name.replaceAll(/[^A-Za-z0-9]/gu, "_"),
};

/** The tools that one call declares. */
export function toolsOfCall(d: Discovery, seen: SeenCall, siblings: readonly SeenCall[]): FoundTool[] {
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
  return makeTools(x, {
    names,
    framework: shape.framework,
    mod,
    at: seen.call.at,
    exec,
    hooks,
    config,
    ...(shape.input === undefined ? {} : { input: shape.input }),
  });
}
