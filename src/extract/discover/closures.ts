import type { Frame, Value } from "../eval/values.ts";
import type { FoundTool } from "./make.ts";

/** A function, by which what was reached is told apart. */
export const functionKey = ({ mod, f }: Pick<Frame, "mod" | "f">): string => `${mod.id}.${f}`;
/** A function with what it was made with. */
export const closureKey = (one: Pick<Frame, "mod" | "f" | "up">): string => `${functionKey(one)}@${one.up?.id ?? ""}`;

/** What runs of a tool, with what it was made with. */
export const closuresOf = ({ executor, frames }: FoundTool): readonly string[] => {
  const own = new Set(executor?.key.split(","));
  return frames.flatMap((frame) => (own.has(functionKey(frame)) ? [closureKey(frame)] : []));
};

/** Whether a tool was seen where its maker is called by nobody that is known, and so by all together: by whoever has it, with anything. */
export const takesAllCallers = ({ frames }: FoundTool): boolean =>
  frames.every(({ up }) => up !== null && up.f !== 0 && (up.args === null || up.args.every(isAnything)));

const isAnything = ([one, more]: Value): boolean => more === undefined && one?.k === "data" && one.from === undefined;
