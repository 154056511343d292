import type { Frame, Mod, Value } from "../eval/values.ts";
import type { FoundTool } from "./make.ts";

export const functionKey = (mod: Mod, f: number): string => `${mod.id}.${f}`;
/** A function with what it was made with. */
export const closureKey = (mod: Mod, f: number, up: Frame | null): string => `${functionKey(mod, f)}@${up?.id ?? ""}`;

/** What runs of a tool, with what it was made with. */
export const closuresOf = ({ executor, frames }: FoundTool): readonly string[] => {
  const own = new Set(executor?.key.split(","));
  return frames.flatMap(({ mod, f, up }) => (own.has(functionKey(mod, f)) ? [closureKey(mod, f, up)] : []));
};

/** Whether a tool was seen where its maker is called by nobody that is known, and so by all together: by whoever has it, with anything. */
export const takesAllCallers = ({ frames }: FoundTool): boolean =>
  frames.every(({ up }) => up !== null && up.f !== 0 && (up.args === null || up.args.every(isAnything)));

const isAnything = ([one, more]: Value): boolean => more === undefined && one?.k === "data" && one.from === undefined;
