import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import { heirsOf } from "../eval/types/heirs.ts";
import { instanceOf } from "../eval/types/instances.ts";
import { visitCalls } from "../ir-walk.ts";
import { calleeName, candidateFunctions } from "./candidates.ts";
import { shapeOf } from "../shapes/match.ts";
import { toolClasses } from "./classes.ts";
import { toolsByHand } from "./by-hand.ts";
import { toolsOfBranches } from "./branches.ts";
import { toolsByName } from "./by-name.ts";
import { descriptions, describedTools } from "./described.ts";
import { callersOfHelpers, importersOf } from "./helpers.ts";
import { moduleTools } from "./modules.ts";
import { pairedTools } from "./paired.ts";
import { definitionObjects } from "./objects.ts";
import type { Confidence, Discovery, FoundTool } from "./make.ts";
import { isListing } from "./dispatch.ts";
import { fileTools } from "./files.ts";
import type { Starters } from "./place.ts";
import { schemaNamedTools } from "./schema-named.ts";
import { Scout } from "./scout.ts";
import { toolsOfSink, withSinks } from "./sinks.ts";
import { toolkitTools } from "./toolkits.ts";
import { toolsOfCall } from "./tools.ts";
import { namedByKey } from "./toolsets.ts";
import { unique } from "./unique.ts";

const STARTUP_LIMIT = 500;
const FUNCTION_LIMIT = 250;
/** Functions that call what registers something and lead to no registration: after so many the others get less. */
const MANY_IN_VAIN = 2;

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
  let inVain = 0;
  for (const { mod, f } of callersOfHelpers(d.x, registrations)) {
    for (const frame of f === 0 ? [d.x.top(mod)] : entries(d, mod, outermostFirst(mod, [f])[0] ?? f)) {
      if (tried.has(frame)) continue;
      tried.add(frame);
      d.x.refuel();
      const seen = scout.calls(frame, FUNCTION_LIMIT, inVain >= MANY_IN_VAIN);
      if (seen.length === 0) inVain++;
      note(seen);
    }
  }
  const sightings = [...calls.values()].flat();
  const starters = (frame: Frame): readonly SeenCall[] => scout.startersOf(frame);
  const turn = new Turns(d.x);
  const isOpen = (one: SeenCall): boolean => {
    if (one.at.f === 0) return false;
    turn.take(one);
    return toolsOfCall(d, one, siblingsOf(d.x, one, sightings), starters).some(({ confidence }) => OPEN.has(confidence));
  };
  const open = new Set(sightings.filter(isOpen).map((one) => one.at.mod));
  const callers = importersOf(d.x, open);
  for (const mod of callers) {
    d.x.refuel();
    note(scout.calls(d.x.top(mod), STARTUP_LIMIT));
  }
  return collect(d, mods, new Set(all), calls, starters);
}

/** Sightings one after another: where the same call registers another tool, what its name is made by has room for that one as well. */
class Turns {
  readonly #x: Machine;
  #before: SeenCall | undefined;

  constructor(x: Machine) {
    this.#x = x;
  }

  take(seen: SeenCall): void {
    if (this.#before?.call === seen.call && this.#before.at !== seen.at) this.#x.admission.anew();
    this.#before = seen;
  }
}

/** A registration inside a function that says too little by itself: its name or executor comes from whoever calls the function. */
const OPEN: ReadonlySet<Confidence> = new Set(["dynamic", "opaque"]);

/** How many servers a module makes. */
function serversMade({ sum }: Mod): number {
  let made = 0;
  visitCalls(sum, ({ f, kind }) => {
    const isServer = f.k === "var" && sum.vars[f.v]?.d.some((def) => def.k === "import" && /Server$/u.test(def.n)) === true;
    if (kind === 1 && isServer) made++;
  });
  return made;
}

/** The other handlers that are registered with a request handler: next to it, or elsewhere in a module that makes one server. */
function siblingsOf(x: Machine, seen: SeenCall, all: readonly SeenCall[]): readonly SeenCall[] {
  if (calleeName(seen) !== "setRequestHandler") return [];
  const others = all.filter((one) => one !== seen && one.at.mod === seen.at.mod && calleeName(one) === "setRequestHandler");
  const beside = others.filter(({ at }) => at === seen.at);
  if (beside.length > 0 || serversMade(seen.at.mod) > 1) return beside;
  const lists = others.filter((one) => isListing(x, one));
  return new Set(lists.map(({ call }) => call)).size > 1 ? [] : lists;
}

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
  const turn = new Turns(d.x);
  for (const seen of all) {
    d.x.refuel();
    turn.take(seen);
    const tools = toolsOfCall(d, seen, siblingsOf(d.x, seen, all), starters);
    out.push(...tools.filter(({ mod, registered }) => around.has(mod) || around.has(registered.mod)));
    if (inFiles.has(seen.at.mod)) sunk.push(...toolsOfSink(d, seen));
  }
  for (const mod of mods) sunk.push(...fileTools(d, mod));
  out = withSinks(namedByKey(d, out), sunk);
  const taken = new Set(out.flatMap((tool) => tool.executor?.key.split(",") ?? []));
  for (const mod of mods) {
    d.x.refuel();
    const classes = toolClasses(d, mod, (one) => inFiles.has(one));
    for (const tool of classes) for (const key of tool.executor?.key.split(",") ?? []) taken.add(key);
    out.push(
      ...classes,
      ...definitionObjects(d, mod, taken),
      ...moduleTools(d, mod, taken),
      ...schemaNamedTools(d, mod, taken),
      ...pairedTools(d, mod, taken),
      ...toolkitTools(d, mod, taken),
    );
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
    out.push(...toolsByName(d, mod, described, known), ...toolsOfBranches(d, mod, known), ...toolsByHand(d, mod, described));
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
  return makers.map((maker) => x.in.frame(mod, f, frame.up, null, [instanceOf(x, maker, mod.file)]));
}
