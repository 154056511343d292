import { literalOf } from "../literals.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame } from "../eval/domain/values.ts";
import { closuresOf, takesAllCallers } from "./closures.ts";
import type { FoundTool } from "./make.ts";
import { CUT } from "./make.ts";

/** Functions that may each have more names than these are not told apart by them. */
const MOST_NAMES = 8;

const keysOf = ({ executor }: FoundTool): string[] => executor?.key.split(",") ?? [];

/** Keeps one tool a name and executor; a nameless sighting gives way to a named one of the same call. */
export function unique(x: Machine, sightings: readonly FoundTool[]): FoundTool[] {
  const tools = withoutCrossed(sightings);
  const named = tools.filter((tool) => tool.confidence !== "dynamic");
  const sites = new Set(named.map(siteOf));
  const executors = new Set(named.flatMap(keysOf));
  const closures = new Set(named.flatMap(closuresOf));
  const isNamed = (tool: FoundTool): boolean =>
    tool.executor === null
      ? sites.has(siteOf(tool))
      : takesAllCallers(tool)
        ? keysOf(tool).every((key) => executors.has(key))
        : closuresOf(tool).every((key) => closures.has(key));
  const seen = new Map<string, FoundTool>();
  for (const tool of apart(tools)) {
    if (tool.confidence === "dynamic" && tool.missing !== CUT && isNamed(tool)) continue;
    // What a wrapper is given is not told by its own function: without a name, each registration is one.
    const isOpen = tool.confidence === "dynamic" && tool.executor !== null;
    const same = `${tool.name} ${tool.executor?.key ?? siteOf(tool)}${isOpen ? siteOf(tool) : ""}`;
    const other = seen.get(same);
    // One executor that is registered under two policies is two tools.
    const key = other && guardedOtherwise(x, other, tool) ? `${same} ${siteOf(tool)}` : same;
    const known = seen.get(key);
    if (!known) seen.set(key, tool);
    else if ((isLoose(known) && !isRunBeside(known, tool)) || isCloser(tool, known)) seen.set(key, tool);
    else if (isCloser(known, tool)) continue;
    else seen.set(key, { ...known, frames: [...new Set([...known.frames, ...tool.frames])] });
  }
  return eachAlone(closest([...seen.values()]));
}

/** Tools without those that stand for one of several (`isFast ? one.look : two.look`), each of which is a tool of the same name itself. */
function eachAlone(tools: readonly FoundTool[]): FoundTool[] {
  const byName = new Map<string, FoundTool[]>();
  for (const tool of tools) byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
  return tools.filter((tool) => {
    const keys = keysOf(tool);
    if (keys.length < 2 || tool.confidence === "dynamic") return true;
    const alone = (byName.get(tool.name) ?? []).filter((other) => keysOf(other).length === 1 && saysTheSame(tool, other));
    const [own, made] = [new Set(alone.flatMap(keysOf)), new Set(alone.flatMap((one) => [...madeWith(one)]))];
    return !keys.every((key) => own.has(key)) || [...madeWith(tool)].some((key) => !made.has(key));
  });
}

/** Whether two tools say the same of themselves. */
const saysTheSame = (a: FoundTool, b: FoundTool): boolean =>
  a.framework === b.framework && JSON.stringify(a.hints.values) === JSON.stringify(b.hints.values);

const isLoose = ({ framework }: FoundTool): boolean => framework === "definition" || framework === "class";

/** Whether of two descriptions of a tool one stands in a module that runs it, and the other does not. */
const isRunBeside = (a: FoundTool, b: FoundTool): boolean =>
  a.frames.some(({ mod }) => mod === a.mod) && !b.frames.some(({ mod }) => mod === b.mod);

/** Whether one sighting of a registration knows who called the function around it, and the other takes all callers together. */
const isCloser = (a: FoundTool, b: FoundTool): boolean =>
  a.elsewhere !== undefined && b.elsewhere === undefined && a.registered.mod === b.registered.mod && a.registered.at === b.registered.at;

/** The functions that a tool's activations were made with: by themselves, or by those around them. */
function madeWith({ frames }: FoundTool): Set<string> {
  const out = new Set<string>();
  for (const frame of frames)
    for (let here: Frame | null = frame; here; here = here.up)
      for (const atom of here.args?.flat() ?? []) if (atom.k === "fn") out.add(`${atom.mod.id}.${atom.f}`);
  return out;
}

/** Sightings in which each of several functions has a name, and many others: nobody knows whose it is, so none has it. */
function withoutCrossed(tools: readonly FoundTool[]): readonly FoundTool[] {
  const keyOf = (tool: FoundTool): string => `${siteOf(tool)} ${tool.name}`;
  const functions = new Map<string, Set<string>>();
  for (const tool of tools)
    if (tool.executor && tool.confidence !== "dispatch")
      functions.set(keyOf(tool), (functions.get(keyOf(tool)) ?? new Set()).add(tool.executor.key));
  const countOf = (tool: FoundTool): number => (tool.executor ? (functions.get(keyOf(tool))?.size ?? 0) : 0);
  return tools.map((tool) =>
    tool.confidence !== "dispatch" && countOf(tool) > (tool.among.length > MOST_NAMES ? 2 : MOST_NAMES)
      ? { ...tool, name: "{dynamic}", among: ["{dynamic}"], confidence: "dynamic" }
      : tool,
  );
}

/** Sightings without those of several names of which each is seen with fewer, and with the same functions: they take callers together. */
function apart(tools: readonly FoundTool[]): FoundTool[] {
  const bySite = new Map<string, FoundTool[]>();
  for (const tool of tools) bySite.set(siteOf(tool), [...(bySite.get(siteOf(tool)) ?? []), tool]);
  return tools.filter((tool) => {
    if (tool.among.length < 2) return true;
    const closer = (bySite.get(siteOf(tool)) ?? []).filter(({ among }) => among.length < tool.among.length);
    if (!tool.among.every((name) => closer.some((one) => one.name === name))) return true;
    const known = new Set(closer.flatMap((one) => [...madeWith(one)]));
    return [...madeWith(tool)].some((key) => !known.has(key));
  });
}

const siteOf = ({ registered: { mod, at } }: FoundTool): string => `${mod.file}:${at}`;

/** Whether two registrations of one executor declare something different. */
function guardedOtherwise(x: Machine, a: FoundTool, b: FoundTool): boolean {
  if (isLoose(a) || isLoose(b) || (a.registered.mod === b.registered.mod && a.registered.at === b.registered.at)) return false;
  const text = ({ guards }: FoundTool): string => JSON.stringify(guards.map((guard) => literalOf(x, guard)));
  return text(a) !== text(b);
}

/** Of one registration's sightings of a name, those with the fewest executors: where a caller is known, not all callers together. */
function closest(tools: readonly FoundTool[]): FoundTool[] {
  const bySite = new Map<string, FoundTool[]>();
  const site = (tool: FoundTool): string => `${siteOf(tool)}:${tool.name}`;
  for (const tool of tools) bySite.set(site(tool), [...(bySite.get(site(tool)) ?? []), tool]);
  return tools.filter((tool) => {
    const keys = new Set(keysOf(tool));
    return !(bySite.get(site(tool)) ?? []).some((other) => {
      const fewer = keysOf(other);
      return fewer.length > 0 && fewer.length < keys.size && fewer.every((key) => keys.has(key));
    });
  });
}
