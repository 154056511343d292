import type { Frame, Value } from "../eval/domain/values.ts";
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

/** Names that are given to what runs of a tool: by the function, and by that with what it was made with. */
export class NamesOfExecutors {
  readonly #byFunction = new Map<string, Set<string>>();
  readonly #byClosure = new Map<string, Set<string>>();

  /** @param functions and closures what runs, told in both ways. */
  note(name: string, functions: readonly string[], closures: readonly string[]): void {
    put(this.#byFunction, functions, name);
    put(this.#byClosure, closures, name);
  }

  /**
   * What each of some tools is called: one that a function makes of what it is given is what its closure is called, and none of what its
   * siblings are. Undefined where its function has no name.
   */
  namesIn(tools: readonly FoundTool[]): (tool: FoundTool) => ReadonlySet<string> | undefined {
    const closely = (tool: FoundTool): ReadonlySet<string> | undefined =>
      tool.executor ? this.#byClosure.get(closuresOf(tool).join(",")) : undefined;
    const keyOf = (tool: FoundTool, name: string): string => `${tool.executor?.key ?? ""} ${name}`;
    const claimed = new Set(tools.flatMap((tool) => [...(closely(tool) ?? [])].map((name) => keyOf(tool, name))));
    return (tool) => {
      const all = this.#byFunction.get(tool.executor?.key ?? "");
      return closely(tool) ?? (all && new Set([...all].filter((name) => !claimed.has(keyOf(tool, name)))));
    };
  }
}

function put(all: Map<string, Set<string>>, keys: readonly string[], name: string): void {
  const key = keys.join(",");
  if (key !== "") all.set(key, (all.get(key) ?? new Set()).add(name));
}

/** Whether a tool was seen where its maker is called by nobody that is known, and so by all together: by whoever has it, with anything. */
export const takesAllCallers = ({ frames }: FoundTool): boolean =>
  frames.every(({ up }) => up !== null && up.f !== 0 && (up.args === null || up.args.every(isAnything)));

const isAnything = ([one, more]: Value): boolean => more === undefined && one?.k === "data" && one.from === undefined;
