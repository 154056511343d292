import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import { visitObjects } from "../ir-walk.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { pathValue } from "./selectors.ts";

/** What holds the tools of a model is called after them. */
const HOLDS_TOOLS = /(?:tools?|toolset|toolkit)$/iu;
/** Where a tool has no name of its own: the model sees the key under which it is handed over. */
const NAMED_BY_KEY: ReadonlySet<string> = new Set(["ai-sdk"]);

/** The keys under which objects that hold tools have executors, by the executor. */
function keysOfToolsets(x: Machine, mods: Iterable<Mod>): ReadonlyMap<string, ReadonlySet<string>> {
  const out = new Map<string, Set<string>>();
  for (const mod of mods) {
    x.refuel();
    visitObjects(mod.sum, (object, f) => {
      if (!HOLDS_TOOLS.test(object.hint ?? "")) return;
      const frame = genericFrame(x, mod, f, x.top(mod));
      for (const prop of object.p) {
        if (!("n" in prop)) continue;
        const exec = pathValue(x, x.value(prop.e, frame), "execute").flatMap((atom) =>
          atom.k === "fn" ? [`${atom.mod.id}.${atom.f}`] : [],
        );
        const key = exec.join(",");
        if (key !== "") out.set(key, (out.get(key) ?? new Set()).add(prop.n));
      }
    });
  }
  return out;
}

/** Gives tools that are named by their key alone the keys that they are handed over by, where there are any. */
export function namedByKey({ x }: Discovery, tools: readonly FoundTool[]): FoundTool[] {
  const own = new Set(tools.flatMap((tool) => (NAMED_BY_KEY.has(tool.framework) ? [tool.mod] : [])));
  const users = [...own].flatMap(({ file }) => x.world.importers(file).flatMap((one) => x.module(one) ?? []));
  const keys = keysOfToolsets(x, new Set([...own, ...users]));
  return tools.flatMap((tool) => {
    const given = NAMED_BY_KEY.has(tool.framework) ? keys.get(tool.executor?.key ?? "") : undefined;
    if (!given || given.has(tool.name)) return [tool];
    return [...given].sort().map((name) => ({ ...tool, name, confidence: "resolved" as const }));
  });
}
