import type { CallExpr, Def } from "../../ir.ts";
import { visitCallSites } from "../../ir-walk.ts";
import { handed } from "../calls/arguments.ts";
import { CUT } from "../fixpoint/budget.ts";
import type { External, Target } from "../domain/targets.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { lookup } from "../../tables/index.ts";
import { handedTo, isTyped } from "../calls/passed-on.ts";
import { constantsOf } from "../domain/strings.ts";
import { genericFrame } from "../meaning/variables.ts";

export interface CallSite {
  readonly call: CallExpr;
  readonly f: number;
}

/** Calls by the index of a function (or variable) of the module that they call or pass. */
export type Sites = ReadonlyMap<number, readonly CallSite[]>;

const called = new WeakMap<Mod["sum"], Sites>();
const passed = new WeakMap<Mod["sum"], Sites>();
const byVariable = new WeakMap<Mod["sum"], Sites>();
/** Of more calls than these nothing is said. */
export const MAX_SITES = 128;

function put(sites: Map<number, CallSite[]>, key: number | undefined, site: CallSite): void {
  if (key === undefined) return;
  const list = sites.get(key);
  if (list) list.push(site);
  else sites.set(key, [site]);
}

/** Sorts the call sites of a module once. */
export function indexed(
  cache: WeakMap<Mod["sum"], Sites>,
  mod: Mod,
  keysOf: (call: CallExpr, f: number) => readonly (number | undefined)[],
): Sites {
  const known = cache.get(mod.sum);
  if (known) return known;
  const sites = new Map<number, CallSite[]>();
  visitCallSites(mod.sum, (call, f) => {
    for (const key of new Set(keysOf(call, f))) put(sites, key, { call, f });
  });
  cache.set(mod.sum, sites);
  return sites;
}

/** The functions that a variable is declared as, or set to where it stands. */
export const functionsOf = ({ vars }: Mod["sum"], v: number): number[] =>
  (vars[v]?.d ?? []).flatMap((def) =>
    def.k === "fn" ? [def.f] : def.k === "expr" && def.path.length === 0 && def.e.k === "fn" ? [def.e.f] : [],
  );

/** Streams of the Web, which call what stands in the object that they are made of with what controls them. */
export const WEB_STREAMS = new Set(["ReadableStream", "WritableStream", "TransformStream"]);

/** Call sites that pass one of the module's functions on, as it is or by the name of a constant. */
export const passesOf = (mod: Mod): Sites =>
  indexed(passed, mod, ({ a }) => a.flatMap((one) => (one.k === "fn" ? [one.f] : one.k === "var" ? functionsOf(mod.sum, one.v) : [])));

/** Functions that a stream of the Web is made of, by which of their parameters is what controls it. */
const controlled = [new WeakMap<Mod["sum"], Sites>(), new WeakMap<Mod["sum"], Sites>()];
const CONTROLLED = [new Set(["start", "pull", "flush"]), new Set(["transform", "write"])];

/** Whether parameter `i` of a function is what controls a stream of the Web: it takes data, and hands out none of the program's own. */
function controlsStream({ mod, f }: Frame, i: number): boolean {
  const [cache, names] = [controlled[i], CONTROLLED[i]];
  if (!cache || !names) return false;
  const sites = indexed(cache, mod, ({ a: [source], f: made, kind }) =>
    source?.k === "obj" && kind === 1 && made.k === "glob" && WEB_STREAMS.has(made.n)
      ? source.p.map((prop) => ("n" in prop && names.has(prop.n) && prop.e.k === "fn" ? prop.e.f : undefined))
      : [],
  );
  return sites.has(f);
}

/** Call sites whose callee is a variable. */
const variableCallsOf = (mod: Mod): Sites => indexed(byVariable, mod, ({ f }) => (f.k === "var" ? [f.v] : []));

/** Call sites whose callee is, by name, one of the module's own functions, methods or classes. */
export const ownSitesOf = (mod: Mod): Sites =>
  indexed(called, mod, (call, f) => {
    const { classes, fns, vars } = mod.sum;
    if (call.f.k === "var") {
      const made = call.kind === 1 ? (vars[call.f.v]?.d ?? []).map((def) => (def.k === "cls" ? classes[def.c]?.ctor : undefined)) : [];
      return [...functionsOf(mod.sum, call.f.v), ...made];
    }
    if (call.f.k !== "mem" || call.f.o.k !== "this") return [];
    const name = call.f.p;
    const cls = fns[f]?.c;
    return [cls === undefined ? undefined : classes[cls]?.m.find((one) => one.n === name && one.kind === "method")?.f];
  });

/** What the module's own calls pass for parameter `i` of a generic activation (0-CFA). */
export function callersOf(x: Machine, frame: Frame, i: number, isRest = false): Value[] {
  const sites = ownSitesOf(frame.mod).get(frame.f) ?? [];
  const top = x.top(frame.mod);
  if (sites.length > MAX_SITES) return [x.unknown(CUT)];
  return sites.map(({ call, f }) => handed(x, call, i, isRest, genericFrame(x, frame.mod, f, top)));
}

/** `new Promise(f)` hands over two functions that only settle it. */
const makesPromise = (target: Target): boolean =>
  target.k === "ext" && target.isNew && target.root === "global" && target.path.length === 1 && target.path[0] === "Promise";

/**
 * What something external, which may be one of several, hands to the functions that it is given, argument by argument: what it was given itself,
 * where no type says more, and what the tables say, a listener for connections gets a socket.
 */
export function handedBy(x: Machine, targets: readonly External[]): (i: number, to: Handed) => Value {
  const first = x.join(...targets.map((target) => madeBy(x, target)));
  const own = x.join(...targets.map((target) => handedTo(x, target)));
  const [firstOrOwn, anyOrOwn] = [x.join(first, own), x.join(x.data(), own)];
  return (i, to) => {
    const isOwn = own.length > 0 && !isTyped(x, to, i);
    return i === 0 ? (isOwn ? firstOrOwn : first) : isOwn ? anyOrOwn : x.data();
  };
}

type Handed = Parameters<typeof isTyped>[1];

function madeBy(x: Machine, { root, path, args }: External): Value {
  const hands = lookup(root, path)?.entry.hands;
  // Of events only that of a connection has one.
  const events = (args[0] && constantsOf(args[0])) ?? [];
  const isOther = events.length > 0 && events.every((event) => !/connect|upgrade/iu.test(event));
  return hands === undefined || isOther ? x.data() : [x.handle(hands, [], [x.data()])];
}

/**
 * What parameter `i` of a generic activation gets where its function is passed on: code that is not
 * followed passes data, an iteration its elements, and a function of ours what it calls its parameter with.
 */
export function givenToCallback(x: Machine, frame: Frame, i: number, isRest = false): Value[] {
  if (controlsStream(frame, i)) return [x.data()];
  const sites = passesOf(frame.mod).get(frame.f) ?? [];
  const isThis = (atom: Atom): boolean => atom.k === "fn" && atom.mod === frame.mod && atom.f === frame.f;
  if (sites.length > MAX_SITES) return [x.unknown(CUT)];
  return sites.flatMap(({ call, f }) =>
    x.targets(call, genericFrame(x, frame.mod, f, x.top(frame.mod))).flatMap((target): Value[] => {
      if (makesPromise(target)) return [[x.ext("global", ["Promise", "resolve"])]];
      if (target.k === "ext") return [handedBy(x, [target])(i, { ...frame, up: frame.up ?? frame })];
      if (target.k === "data") return [x.data()];
      if (target.k === "each")
        return target.frames
          .filter((one) => one.mod === frame.mod && one.f === frame.f)
          .map(({ args }) => (isRest && args ? [x.in.atom({ k: "arr", e: args.slice(i) })] : (args?.[i] ?? x.data())));
      if (target.k !== "frame") return [];
      const places = (target.frame.args ?? []).flatMap((value, place) => (value.some(isThis) ? [place] : []));
      return places.flatMap((place) => callsOfParameter(x, target.frame, place, i, isRest));
    }),
  );
}

/** Whether a function calls itself by name: what goes down a tree of data, makes no table. */
export const isRecursive = ({ f, mod }: Frame): boolean =>
  ownSitesOf(mod)
    .get(f)
    ?.some((site) => site.f === f) === true;

/** The activations of a callback, one an element, where an iteration around it runs it: `list.forEach((one) => …)`. */
export function callbackFrames(x: Machine, { args, f, mod, up }: Frame): Frame[] {
  if (args || !up) return [];
  return (passesOf(mod).get(f) ?? [])
    .filter((site) => site.f === up.f)
    .flatMap(({ call }) => x.targets(call, up))
    .flatMap((target) => (target.k === "each" ? target.frames.filter((one) => one.mod === mod && one.f === f && one.up === up) : []));
}

/** What an activation calls its parameter `place` with, as argument `i`. */
function callsOfParameter(x: Machine, frame: Frame, place: number, i: number, isRest: boolean): Value[] {
  const { vars } = frame.mod.sum;
  const isPlace = (one: Def): boolean => one.k === "param" && one.f === frame.f && one.i === place && one.path.length === 0;
  return [...variableCallsOf(frame.mod)].flatMap(([v, sites]) =>
    vars[v]?.d.some(isPlace) === true ? sites.map(({ call, f }) => handed(x, call, i, isRest, genericFrame(x, frame.mod, f, frame))) : [],
  );
}
