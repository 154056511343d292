import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Mod } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import { visitObjects } from "../ir-walk.ts";
import { closureKey, functionKey, NamesOfExecutors, takesAllCallers } from "./closures.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { pathValue } from "./selectors.ts";

/** What holds the tools of a model is called after them. */
const HOLDS_TOOLS = /(?:tools?|toolset|toolkit)$/iu;
/** Where a tool has no name of its own: the model sees the key under which it is handed over. */
const NAMED_BY_KEY: ReadonlySet<string> = new Set(["ai-sdk", "opencode"]);
/** Through barrels that more import than these, and through more barrels, nobody is looked for. */
const MAX_IMPORTERS = 16;
const MAX_BARRELS = 64;
/** So many modules are looked into that import those that import a tool. */
const MAX_FAR = 48;

/** The keys under which objects that hold tools have executors. */
function keysOfToolsets(x: Machine, mods: Iterable<Mod>): NamesOfExecutors {
  const names = new NamesOfExecutors();
  for (const mod of mods) {
    x.refuel();
    visitObjects(mod.sum, (object, f) => {
      if (!HOLDS_TOOLS.test(object.hint ?? "")) return;
      const frame = genericFrame(x, mod, f, x.top(mod));
      // What has a name, and keeps a tool beside it, is no set of them: `{ name: "read_file", tool: readTool }`.
      const name = object.p.find((prop) => "n" in prop && prop.n === "name");
      const own = name && "n" in name ? constantsOf(x.value(name.e, frame)) : undefined;
      for (const prop of object.p) {
        if (!("n" in prop)) continue;
        const exec = pathValue(x, x.value(prop.e, frame), "execute").flatMap((atom) => (atom.k === "fn" ? [atom] : []));
        for (const key of own ?? [prop.n]) names.note(key, exec.map(functionKey), exec.map(closureKey));
      }
    });
  }
  return names;
}

/** The modules that import some, themselves or from a barrel that hands them on; a barrel that many import says little of them. */
function usersOf(x: Machine, own: Iterable<Mod>): string[] {
  const files = new Set<string>();
  const barrels = new Set<string>();
  for (const { file } of own) {
    for (const one of x.world.importers(file)) files.add(one);
    for (const one of x.world.barrels(file)) barrels.add(one);
  }
  for (const barrel of barrels) {
    const importers = x.world.importers(barrel);
    if (importers.length <= MAX_IMPORTERS) for (const one of importers) files.add(one);
    if (barrels.size < MAX_BARRELS) for (const one of x.world.barrels(barrel)) barrels.add(one);
  }
  return [...files];
}

/** Gives tools that are named by their key alone the keys that they are handed over by, where there are any. */
export function namedByKey({ x }: Discovery, tools: readonly FoundTool[]): FoundTool[] {
  const meant = tools.filter(({ framework }) => NAMED_BY_KEY.has(framework));
  const own = new Set(meant.map(({ mod }) => mod));
  const near = new Set([...own, ...usersOf(x, own).flatMap((one) => x.module(one) ?? [])]);
  let calledByKey = keysOfToolsets(x, near).namesIn(meant);
  // Whoever has what makes them may be the one that hands them over.
  if (meant.some((tool) => tool.confidence === "dynamic" && !calledByKey(tool)?.size)) {
    const far = usersOf(x, near).flatMap((one) => x.glance(one) ?? []);
    calledByKey = keysOfToolsets(x, new Set([...near, ...far.slice(0, MAX_FAR)])).namesIn(meant);
  }
  return tools.flatMap((tool) => {
    const given = NAMED_BY_KEY.has(tool.framework) ? calledByKey(tool) : undefined;
    // One that is made of something else, and is in no toolset, is a tool by itself.
    if (!given || given.has(tool.name) || (given.size === 0 && !takesAllCallers(tool))) return [tool];
    return [...given].sort().map((name) => ({ ...tool, name, confidence: "resolved" as const }));
  });
}
