import { columnOf, lineOf } from "./ir.ts";
import { functionKey } from "./discover/closures.ts";
import type { Discovery, FoundTool } from "./discover/make.ts";
import type { Effect, Facts, Unknown } from "../model/facts.ts";
import type { Step } from "./explore.ts";
import { thoroughly } from "./eval/fixpoint/deep.ts";
import { explore } from "./explore.ts";
import { calledFromOutside } from "./eval/calls/contexts.ts";
import { resultOf } from "./eval/calls/results.ts";
import type { Frame, Value } from "./eval/domain/values.ts";

const TOOL_LIMIT = 6000;
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byCapability = (a: Effect, b: Effect): number => order(a.capability, b.capability) || order(a.resource, b.resource);

/** Functions of others that a call reaches together with one of our own: it is one of ours that it is for. */
export interface Besides {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** Facts, with what was met on the way to them. */
export interface Explored extends Facts {
  /** Keys of the functions. */
  readonly reached: ReadonlySet<string>;
  /** Calls, nearest first. */
  readonly trail: readonly Step[];
}

/** A tool with what it may do. */
export interface AnalysedTool {
  readonly tool: FoundTool;
  readonly facts: Facts;
}

/** A tool as it shows where it is registered. */
export const atRegistration = (one: AnalysedTool): AnalysedTool => ({ ...one, tool: { ...one.tool, ...one.tool.registered } });

/** Everything that a set of activations may do. */
export function factsOf(d: Discovery, roots: readonly Frame[], limit = TOOL_LIMIT, besides?: Besides): Explored {
  d.x.refuel();
  const found = thoroughly(d.x, () =>
    explore(
      d.expander,
      [...roots, ...escaping(d, roots)],
      limit,
      (frame, beside, by) =>
        besides?.others.has(functionKey(frame)) === true &&
        beside.some((other) => other.file === by.file && other.at === by.at && besides.own.has(functionKey(other.frame))),
    ),
  );
  const effects = found.effects.map(({ item, path }): Effect => ({
    capability: item.capability,
    resource: item.resource,
    ...(item.methods && { methods: item.methods }),
    provenance: item.provenance,
    path,
  }));
  const unknowns = found.unknowns.map(({ item, path }): Unknown => ({
    reason: item.reason,
    file: item.file,
    line: lineOf(item.at),
    what: item.what,
    path,
  }));
  return {
    reached: new Set(found.frames.map(functionKey)),
    trail: found.trail,
    effects: effects.sort(byCapability),
    unknowns: unknowns.sort((a, b) => order(a.reason, b.reason) || order(a.file, b.file) || a.line - b.line),
  };
}

/** Closures that an executor returns: whoever runs the tool may call them. */
function escaping(d: Discovery, roots: readonly Frame[]): Frame[] {
  const { x } = d;
  const out: Frame[] = [];
  const visit = (value: Value, depth: number): void => {
    for (const atom of value) {
      if (atom.k === "fn") out.push(calledFromOutside(x, atom));
      else if (atom.k === "obj" && depth < 2) for (const prop of atom.e.p) if ("n" in prop) visit(x.value(prop.e, atom.up), depth + 1);
    }
  };
  for (const root of roots) visit(resultOf(x, root), 0);
  return out;
}

/** That code of which it is not known what it assigns a name to may have given that of a dispatcher's tool to another. */
export function doubts({ x }: Discovery, { name, confidence }: FoundTool): Unknown[] {
  const doubt = confidence === "dispatch" ? x.doubts.get(name) : undefined;
  if (!doubt) return [];
  const at = doubt.to && "at" in doubt.to.object ? doubt.to.object.at : 0;
  return [{ reason: "unknown.call", file: doubt.mod.file, line: lineOf(at), what: `${doubt.name} =`, path: [] }];
}

/** The facts of one tool; an executor that was not found is an unknown of its own. */
export function toolFacts(d: Discovery, tool: FoundTool): Omit<Explored, keyof Facts> & { readonly facts: Facts } {
  d.x.admission.anew();
  const { effects: own, unknowns: found, ...met } = factsOf(d, tool.frames);
  const at = { file: tool.mod.file, line: lineOf(tool.at), column: columnOf(tool.at), what: tool.name };
  const effects = [...own, ...(tool.does ?? []).map((use): Effect => ({ ...use, path: [at] }))].sort(byCapability);
  const unknowns = [...found, ...doubts(d, tool)];
  if (tool.missing === undefined) return { ...met, facts: { effects, unknowns } };
  const missing: Unknown = {
    reason: tool.frames.length === 0 ? "unknown.executor" : "unknown.call",
    file: tool.mod.file,
    line: lineOf(tool.at),
    what: tool.missing,
    path: [],
  };
  return { ...met, facts: { effects, unknowns: [...unknowns, missing] } };
}
