import type { SeenCall } from "../eval/effects/expansion.ts";
import { elementsOf, entriesOf } from "../eval/meaning/containers.ts";
import { resultOf } from "../eval/calls/results.ts";
import { constantOf, printPieces } from "../eval/domain/strings.ts";
import type { Atom, Mod, Value } from "../eval/domain/values.ts";
import type { Pos } from "../ir.ts";
import { sinkOf } from "../shapes/match.ts";
import { lookup } from "../tables/index.ts";
import { closuresOf, NamesOfExecutors } from "./closures.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { namesOf, pathValue, select } from "./selectors.ts";

/** What a tool is called whose name is not known. */
const NAMELESS = "{dynamic}";

/** The tools of the collections that a call is handed. */
export function toolsOfSink(d: Discovery, seen: SeenCall): FoundTool[] {
  const { x } = d;
  const shape = sinkOf(seen);
  if (!shape) return [];
  const given = select(x, seen, shape.at);
  const collection = x.join(
    ...given.map((atom): Value =>
      atom.k === "fn" ? resultOf(x, x.in.frame(atom.mod, atom.f, atom.up, [x.data()], atom.self ?? null)) : [atom],
    ),
  );
  const make = (names: { names: string[]; dynamic: boolean }, tool: Value): FoundTool[] => {
    const all = x.join(...shape.exec.map((path) => pathValue(x, tool, path)));
    const own = all.filter((atom) => atom.k === "fn");
    const exec = own.length > 0 ? own : all.filter(isOfPackage);
    if (exec.length === 0 || (names.names.length === 0 && !names.dynamic)) return [];
    const at = placeOf(tool) ?? { mod: seen.at.mod, at: seen.call.at };
    return makeTools(x, { names, framework: shape.framework, ...at, exec, config: tool, guards: tool });
  };
  if (shape.name === "KEY") {
    const made = entriesOf(x, collection).flatMap((pair): FoundTool[] => {
      if (pair.k !== "arr") return [];
      const [key, more] = pair.e[0] ?? [];
      if (key === undefined) return [];
      // Whatever it is called, it is a tool.
      if (key.k !== "str" || more || key.p.length === 0) return make({ names: [], dynamic: true }, pair.e[1] ?? []);
      return make({ names: [printPieces(key.p)], dynamic: constantOf(key) === undefined }, pair.e[1] ?? []);
    });
    const keysOf = ({ executor }: FoundTool): string[] => executor?.key.split(",") ?? [];
    const named = new Set(made.flatMap((tool) => (tool.name === NAMELESS ? [] : keysOf(tool))));
    return made.filter((tool) => tool.name !== NAMELESS || !keysOf(tool).every((key) => named.has(key)));
  }
  return elementsOf(x, collection).flatMap((atom) => {
    const names = namesOf(x, shape.name, (selector) =>
      selector.startsWith("FN:") ? functionNames(d, pathValue(x, [atom], selector.slice(3))) : pathValue(x, [atom], selector),
    );
    return names.dynamic ? [] : make(names, [atom]);
  });
}

/** Whether what runs is of a package that does something, or of which nothing is known: `kit.addMemory.execute`. */
const isOfPackage = (atom: Atom): boolean => {
  if (atom.k !== "ext" || !atom.root.startsWith("pkg:")) return false;
  const found = lookup(atom.root, atom.path);
  return found === undefined || found.entry.call.length > 0;
};

const functionNames = (d: Discovery, fns: Value): Value =>
  d.x.join(...fns.map((atom) => (atom.k === "fn" ? d.x.text(atom.mod.sum.fns[atom.f]?.n ?? "") : [])));

function placeOf(tool: Value): { mod: Mod; at: Pos } | undefined {
  const object = tool.find((atom): atom is Extract<Atom, { k: "obj" }> => atom.k === "obj");
  return object && { mod: object.mod, at: object.e.at };
}

/**
 * Tools that a sink names take that name, whatever the call that made them said; those that only
 * the sink shows are tools of their own.
 */
export function withSinks(tools: readonly FoundTool[], sunk: readonly FoundTool[]): FoundTool[] {
  const names = new NamesOfExecutors();
  for (const tool of sunk) if (tool.executor) names.note(tool.name, [tool.executor.key], closuresOf(tool));
  const calledBySink = names.namesIn(tools);
  const known = new Set(tools.flatMap((tool) => tool.executor?.key ?? []));
  const renamed = tools.flatMap((tool): FoundTool[] => {
    const given = calledBySink(tool);
    if (!given || given.size === 0 || given.has(tool.name)) return [tool];
    return [...given].sort().map((name) => ({ ...tool, name, confidence: tool.confidence === "dynamic" ? "resolved" : tool.confidence }));
  });
  return [...renamed, ...sunk.filter((tool) => !known.has(tool.executor?.key ?? ""))];
}
