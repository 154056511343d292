import type { SeenCall } from "../eval/expansion.ts";
import type { Frame, Mod } from "../eval/values.ts";
import type { Machine } from "../eval/machine.ts";
import { genericFrame } from "../eval/variables.ts";
import { heirsOf } from "../eval/types.ts";
import { literalOf } from "../literals.ts";
import { calleeName, candidateFunctions } from "./candidates.ts";
import { shapeOf } from "../shapes/match.ts";
import { toolClasses } from "./classes.ts";
import { closuresOf, takesAllCallers } from "./closures.ts";
import { toolsOfBranches } from "./branches.ts";
import { toolsByName } from "./by-name.ts";
import { descriptions, describedTools } from "./described.ts";
import { callersOfHelpers, importersOf } from "./helpers.ts";
import { definitionObjects } from "./objects.ts";
import type { Confidence, Discovery, FoundTool } from "./make.ts";
import { fileTools } from "./files.ts";
import type { Starters } from "./place.ts";
import { Scout } from "./scout.ts";
import { toolsOfSink, withSinks } from "./sinks.ts";
import { toolsOfCall } from "./tools.ts";
import { namedByKey } from "./toolsets.ts";

/** Functions that may each have more names than these are not told apart by them. */
const MOST_NAMES = 8;
const STARTUP_LIMIT = 500;
const FUNCTION_LIMIT = 250;

/**
 * Finds the tools that the modules of `files` declare.
 *
 * A module is run (abstractly) as it would be at start-up; registration calls that this
 * does not reach are reached by running the function around them with unknown arguments,
 * outermost function first, so that names that are passed down are still known.
 *
 * @param helpers files beside them whose functions may register what they are given; what these declare themselves is left out.
 */
export function discoverTools(d: Discovery, files: readonly string[], helpers: readonly string[] = []): FoundTool[] {
  const calls = new Map<string, SeenCall[]>();
  const scout = new Scout(d.x);
  const note = (list: readonly SeenCall[]): void => {
    for (const seen of list) {
      const key = `${seen.at.mod.id}.${seen.call.i}`;
      const known = calls.get(key);
      if (!known) calls.set(key, [seen]);
      else if (!known.some((one) => one.at === seen.at)) known.push(seen);
    }
  };
  const mods = files.flatMap((file) => d.x.module(file) ?? []);
  const all = [...mods, ...helpers.flatMap((file) => d.x.module(file) ?? [])];
  for (const mod of all) {
    d.x.refuel();
    const candidates = candidateFunctions(mod);
    if (candidates.size === 0) continue;
    note(scout.calls(d.x.top(mod), STARTUP_LIMIT));
    for (const root of outermostFirst(mod, [...candidates.keys()])) {
      const missing = [...candidates].some(([f, sites]) => isInside(mod, f, root) && sites.some((site) => !calls.has(`${mod.id}.${site}`)));
      if (missing) for (const frame of entries(d, mod, root)) note(scout.calls(frame, FUNCTION_LIMIT));
    }
  }
  const registrations = [...calls.values()].flat().filter((seen) => shapeOf(seen) !== undefined);
  const tried = new Set<Frame>();
  for (const { mod, f } of callersOfHelpers(d.x, registrations)) {
    for (const frame of f === 0 ? [d.x.top(mod)] : entries(d, mod, outermostFirst(mod, [f])[0] ?? f)) {
      if (tried.has(frame)) continue;
      tried.add(frame);
      d.x.refuel();
      note(scout.calls(frame, FUNCTION_LIMIT));
    }
  }
  const sightings = [...calls.values()].flat();
  const starters = (frame: Frame): readonly SeenCall[] => scout.startersOf(frame);
  const isOpen = (one: SeenCall): boolean =>
    one.at.f !== 0 && toolsOfCall(d, one, siblingsOf(one, sightings), starters).some(({ confidence }) => OPEN.has(confidence));
  const open = new Set(sightings.filter(isOpen).map((one) => one.at.mod));
  const callers = importersOf(d.x, open);
  for (const mod of callers) {
    d.x.refuel();
    note(scout.calls(d.x.top(mod), STARTUP_LIMIT));
  }
  return collect(d, mods, new Set(all), calls, starters);
}

/** A registration inside a function that says too little by itself: its name or executor comes from whoever calls the function. */
const OPEN: ReadonlySet<Confidence> = new Set(["dynamic", "opaque"]);

/** The other handlers that are registered next to a request handler. */
const siblingsOf = (seen: SeenCall, all: readonly SeenCall[]): SeenCall[] =>
  calleeName(seen) === "setRequestHandler" ? all.filter((one) => one.at === seen.at && one !== seen) : [];

function collect(
  d: Discovery,
  mods: readonly Mod[],
  around: ReadonlySet<Mod>,
  calls: ReadonlyMap<string, readonly SeenCall[]>,
  starters: Starters,
): FoundTool[] {
  const inFiles = new Set(mods);
  let out: FoundTool[] = [];
  const sunk: FoundTool[] = [];
  const all = [...calls.values()].flat();
  for (const seen of all) {
    d.x.refuel();
    const tools = toolsOfCall(d, seen, siblingsOf(seen, all), starters);
    out.push(...tools.filter(({ mod, registered }) => around.has(mod) || around.has(registered.mod)));
    if (inFiles.has(seen.at.mod)) sunk.push(...toolsOfSink(d, seen));
  }
  for (const mod of mods) sunk.push(...fileTools(d, mod));
  out = withSinks(namedByKey(d, out), sunk);
  const taken = new Set(out.flatMap((tool) => tool.executor?.key.split(",") ?? []));
  for (const mod of mods) {
    d.x.refuel();
    const classes = toolClasses(d, mod);
    for (const tool of classes) for (const key of tool.executor?.key.split(",") ?? []) taken.add(key);
    out.push(...classes, ...definitionObjects(d, mod, taken));
  }
  const found = [...out];
  for (const mod of mods) {
    d.x.refuel();
    out.push(...describedTools(d, mod, found));
  }
  const known = [...out];
  const described = descriptions(d.x, mods);
  for (const mod of mods) {
    d.x.refuel();
    out.push(...toolsByName(d, mod, described, known), ...toolsOfBranches(d, mod, known));
  }
  return unique(d.x, handledBelow(out));
}

/**
 * Registrations whose calls the same module takes over by a request handler (`server.server.setRequestHandler(CallToolRequestSchema, …)`): the
 * handler's tool is the one that runs, with what was registered beside it, in case it is the one that hands the call on.
 */
function handledBelow(tools: readonly FoundTool[]): FoundTool[] {
  const keyOf = ({ registered, name }: FoundTool): string => `${registered.mod.id} ${name}`;
  const handled = new Set(tools.filter(({ takesOver }) => takesOver === true).map(keyOf));
  const isBelow = (tool: FoundTool): boolean => tool.framework === "mcp" && tool.confidence !== "dispatch" && handled.has(keyOf(tool));
  const below = new Map<string, Frame[]>();
  for (const tool of tools.filter(isBelow)) below.set(keyOf(tool), [...(below.get(keyOf(tool)) ?? []), ...tool.frames]);
  return tools
    .filter((tool) => !isBelow(tool))
    .map((tool) => (tool.takesOver ? { ...tool, frames: [...tool.frames, ...(below.get(keyOf(tool)) ?? [])] } : tool));
}

/** Stands for those that are too many to be told apart. */
const CUT = "unknown.budget";

/** Keeps one tool a name and executor; a nameless sighting gives way to a named one of the same call. */
function unique(x: Machine, tools: readonly FoundTool[]): FoundTool[] {
  const keysOf = (tool: FoundTool): string[] => tool.executor?.key.split(",") ?? [];
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
  for (const tool of apart(withoutCrossed(tools))) {
    if (tool.confidence === "dynamic" && tool.missing !== CUT && isNamed(tool)) continue;
    // What a wrapper is given is not told by its own function: without a name, each registration is one.
    const isOpen = tool.confidence === "dynamic" && tool.executor !== null;
    const same = `${tool.name} ${tool.executor?.key ?? siteOf(tool)}${isOpen ? siteOf(tool) : ""}`;
    const other = seen.get(same);
    // One executor that is registered under two policies is two tools.
    const key = other && guardedOtherwise(x, other, tool) ? `${same} ${siteOf(tool)}` : same;
    const known = seen.get(key);
    if (!known) seen.set(key, tool);
    else if (isLoose(known) || isCloser(tool, known)) seen.set(key, tool);
    else if (isCloser(known, tool)) continue;
    else seen.set(key, { ...known, frames: [...new Set([...known.frames, ...tool.frames])] });
  }
  return eachAlone(closest([...seen.values()]));
}

/** Tools without those that stand for one of several (`isFast ? one.look : two.look`), each of which is a tool of the same name itself. */
function eachAlone(tools: readonly FoundTool[]): FoundTool[] {
  const keysOf = (tool: FoundTool): string[] => tool.executor?.key.split(",") ?? [];
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
  const keysOf = (tool: FoundTool): string[] => tool.executor?.key.split(",") ?? [];
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

function isInside(mod: Mod, f: number, root: number): boolean {
  for (let here = f; here > 0; here = mod.sum.fns[here]?.up ?? 0) if (here === root) return true;
  return false;
}

/** Each candidate's chain of enclosing functions, outermost first. */
function outermostFirst(mod: Mod, candidates: readonly number[]): number[] {
  const chains = candidates.map((f) => {
    const chain: number[] = [];
    for (let here = f; here > 0; here = mod.sum.fns[here]?.up ?? 0) chain.unshift(here);
    return chain;
  });
  const depth = Math.max(0, ...chains.map((chain) => chain.length));
  const order: number[] = [];
  for (let level = 0; level < depth; level++) for (const chain of chains) order.push(...chain.slice(level, level + 1));
  return [...new Set(order)];
}

/** The activations in which a function is tried: a method of an abstract class once an heir. */
function entries(d: Discovery, mod: Mod, f: number): ReturnType<typeof genericFrame>[] {
  const { x } = d;
  const top = x.top(mod);
  const frame = genericFrame(x, mod, f, top);
  const fn = mod.sum.fns[f];
  if (fn?.c === undefined || fn.static || !frame.up) return [frame];
  const cls = x.in.atom({ k: "cls", mod, c: fn.c, up: frame.up });
  const heirs = heirsOf(x, cls).filter((heir) => !heir.mod.sum.classes[heir.c]?.abstract);
  const makers = mod.sum.classes[fn.c]?.abstract && heirs.length > 0 ? heirs : [cls];
  return makers.map((maker) => x.in.frame(mod, f, frame.up, null, [x.in.atom({ k: "inst", cls: maker, args: null })]));
}
