import { discoverTools } from "./discover/index.ts";
import type { Discovery, FoundTool } from "./discover/tools.ts";
import { Expander } from "./eval/expand.ts";
import type { World } from "./eval/machine.ts";
import { Machine } from "./eval/machine.ts";
import type { Facts } from "./facts.ts";
import { toolFacts } from "./facts.ts";
import { shapeOf } from "./shapes/match.ts";

export interface AnalysedTool {
  readonly tool: FoundTool;
  readonly facts: Facts;
}

/** One analysis over one world; everything it learns is kept for the next question. */
export class Analysis {
  readonly d: Discovery;

  constructor(world: World) {
    const x = new Machine(world);
    this.d = { x, expander: new Expander(x, (seen) => shapeOf(seen) !== undefined) };
  }

  /** The tools that the given files declare, with what each may do. */
  tools(files: readonly string[]): AnalysedTool[] {
    const found = discoverTools(this.d, files).map((tool) => ({ tool, ...toolFacts(this.d, tool) }));
    return relocate(found);
  }
}

type Explored = AnalysedTool & { readonly reached: ReadonlySet<string> };

/**
 * A definition object whose function is reached from a registration of the same name is that
 * tool, seen closer to its author: the tool keeps its facts and moves to where it is defined.
 */
function relocate(found: readonly Explored[]): AnalysedTool[] {
  const definitions = found.filter(({ tool }) => tool.framework === "definition" || tool.framework === "class");
  const used = new Set<AnalysedTool>();
  const out = found
    .filter((one) => !definitions.includes(one))
    .map((one): AnalysedTool => {
      const closer = definitions.find(
        (other) => other.tool.name === one.tool.name && other.tool.executor?.key.split(",").some((key) => one.reached.has(key)),
      );
      if (!closer) return one;
      used.add(closer);
      const { mod, at, executor } = closer.tool;
      return {
        ...one,
        tool: { ...one.tool, mod, at, executor, confidence: one.tool.confidence === "exact" ? "resolved" : one.tool.confidence },
      };
    });
  return [...out, ...definitions.filter((one) => !used.has(one))];
}
