import type { Expander } from "../eval/effects/expand.ts";
import type { Machine } from "../eval/machine.ts";
import type { Atom, Frame, Mod, Value } from "../eval/domain/values.ts";
import type { SchemaAt } from "../eval/calls/schema-functions.ts";
import { functionsInSchemas } from "../eval/calls/schema-functions.ts";
import { chain } from "../eval/meaning/inheritance.ts";
import { allocationOf } from "../eval/meaning/special-values.ts";
import { expectedParameter, servicesOf, shapesOf } from "../eval/types/expected.ts";
import { typeValue } from "../eval/types/types.ts";
import { classOf, CONTEXT, fnOf, guardOf, NOTHING } from "../eval/domain/values.ts";
import type { Found } from "../tables/index.ts";
import type { Entry } from "../tables/format.ts";
import { lookup, provenanceOf } from "../tables/index.ts";
import { usesOfEntry } from "../eval/effects/entry-uses.ts";
import { aboutOf, schemasOf, type About, type Argument } from "./about.ts";
import type { FoundHints } from "./hints.ts";
import { hintsOf } from "./hints.ts";
import type { Pos } from "../ir.ts";
import type { Effect } from "../../model/facts.ts";
import type { Handed } from "./method-calls.ts";
import { methodCalls } from "./method-calls.ts";
import type { DeclaredAt, Place } from "./place.ts";

export type Confidence = "exact" | "resolved" | "wrapped" | "dispatch" | "opaque" | "dynamic";

/** Why a sighting has no name that stands for more tools than are told apart. */
export const CUT = "unknown.budget";

export interface Executor {
  readonly mod: Mod;
  readonly at: Pos;
  readonly key: string;
  /** Where the tool's own part starts, if several tools share the function. */
  readonly own?: { readonly mod: Mod; readonly at: Pos };
}

/** A tool as it was found: where it is declared and which activations run when a model calls it. */
export interface FoundTool {
  readonly name: string;
  readonly framework: string;
  readonly confidence: Confidence;
  readonly mod: Mod;
  readonly at: Pos;
  /** The registration. */
  readonly registered: Place;
  /** How the tool is declared where that is elsewhere than where it is registered. */
  readonly elsewhere?: Pick<DeclaredAt, "by" | "isPlain">;
  readonly frames: readonly Frame[];
  /** It is of a handler below a server with registrations of its own, whose calls it takes over. */
  readonly takesOver?: true;
  /** The names that the registration was seen with in that activation: of several, nobody knows which executor is whose. */
  readonly among: readonly string[];
  readonly executor: Executor | null;
  readonly guards: readonly Value[];
  readonly hints: FoundHints;
  readonly about: About;
  /** Why part of the executor could not be found. */
  readonly missing?: string;
  /** What it does where its executor is a package's. */
  readonly does?: Doing;
}

/** What is known of an executor that is not in the sources. */
export type Doing = readonly Pick<Effect, "capability" | "resource" | "provenance">[];

/** What calling something of a package, or of the platform, does by its row, whatever it is called with. */
export const doing = (x: Machine, entry: Entry, root: string): Doing =>
  usesOfEntry(x, entry, null).uses.map((use) => ({ ...use, provenance: provenanceOf(root) }));

export interface Discovery {
  readonly x: Machine;
  readonly expander: Expander;
}

const NOBODY: Handed = { value: NOTHING, isAll: false };

/** Says what the program itself is seen to hand an executor, by position. */
type Host = (index: number) => Handed;

/**
 * The activations that executing a value starts.
 *
 * @param input the position of what the model sends.
 * @param host where the program runs what it defines: somebody else may as well.
 * @param isSure whether a framework that is known hands over what the model sends there, if there is but one parameter.
 */
export function activations(x: Machine, value: Value, input = 0, host: Host = () => NOBODY, isSure = true): Frame[] {
  return value.flatMap((atom): Frame[] => {
    if (atom.k !== "fn") return [];
    const fn = atom.mod.sum.fns[atom.f];
    const count = Math.max(fn?.pn.length ?? 0, input + 1);
    const pre = atom.pre ?? [];
    const clients = Array.from({ length: count }, (_, index) => client(x, atom, index));
    const hosts = count > input + 1 ? clients.map((_, index) => host(index)) : [];
    const hosted = hosts.map(({ value }) => ofKind(value, "inst", "fn", "obj") ?? NOTHING);
    // `handler(client, arguments)`: the model fills the first parameter that is not a service by its type, or a context of services.
    const isMoved = ofKind(hosted[input] ?? NOTHING, "inst") !== undefined;
    const isAlone = count === input + 1;
    const isBeside = isAlone
      ? !isSure && isContextType(x, atom, input)
      : Boolean(clients[input]) || isMoved || isContextType(x, atom, input);
    const from = isBeside ? input + 1 : input;
    const args = clients.map((one, index): Value => {
      if (one) return one;
      if (index === from && !isMoved) return (isSure ? undefined : mixed(x, atom, index)) ?? x.data("param:");
      // Who else runs it may hand over what the model sends first.
      const isSent = index === from || (isMoved && index === input);
      const ours = hosted[index] ?? NOTHING;
      if (!isSent && ours.length > 0 && hosts[index]?.isAll) return ours;
      return x.join(isSent ? x.data("param:") : handedIn(x, atom, index), ours);
    });
    return [
      x.in.frame(
        atom.mod,
        atom.f,
        atom.up,
        [...pre, ...args].slice(0, Math.max(count, pre.length)),
        fn?.arrow ? null : (atom.self ?? null),
      ),
    ];
  });
}

/** What a parameter is that holds services, by its type, beside what the model sends: `{ args: unknown; client: Client }`. No model sends those. */
function mixed(x: Machine, atom: Extract<Atom, { k: "fn" }>, index: number): Value | undefined {
  const type = atom.mod.sum.fns[atom.f]?.pt[index];
  const sent = x.data("param:");
  const shapes = type ? shapesOf(x, type, x.in.frame(atom.mod, atom.f, atom.up, null, null)) : [];
  const members = shapes.flatMap(([shape, at]) =>
    shape.k === "obj" ? shape.m.map(([name, t]) => [name, typeValue(x, t, at)] as const) : [],
  );
  const isServices = (value: Value): boolean => value.length > 0 && value.every(isServing);
  if (!members.some(([, value]) => isServices(value))) return undefined;
  return x.record(
    members.map(([name, value]) => [name, isServices(value) ? value : x.member(sent, name)] as const),
    sent,
  );
}

/** What is handed over, if all of it is of some kinds. */
const ofKind = (value: Value, ...kinds: readonly Atom["k"][]): Value | undefined =>
  value.length > 0 && value.every(({ k }) => kinds.includes(k)) ? value : undefined;

/**
 * What a method of a class of the program's own is handed beside the model's arguments, by who calls it, where that hands over code. Whoever hands over
 * what is not known, or a framework that calls it, may hand over anything.
 */
function handedIn(x: Machine, atom: Extract<Atom, { k: "fn" }>, index: number): Value {
  const [inst] = atom.self ?? NOTHING;
  const name = inst?.k === "inst" ? classOf(inst.cls).m.find((one) => one.f === atom.f)?.n : undefined;
  if (inst?.k !== "inst" || name === undefined || chain(x, inst.cls).some(({ k }) => k !== "cls")) return x.data(CONTEXT);
  return ofKind(x.join(...methodCalls(x, inst, name, index)), "fn", "inst", "obj") ?? x.data(CONTEXT);
}

/** Whether a row says what any member of a type does, be it nothing, or a package does something wherever no row says otherwise. */
const doesMore = (found: Found | undefined): boolean => found !== undefined && (found.exact || found.entry.call.length > 0);

/** How a parameter is called that is no input. */
const CONTEXT_NAME = /^_?(?:ctx|\w*context|env|deps|services?|runtime|session|agent|host|app|state)$/iu;

/** Whether a parameter is by its name a context, and by its type, or by what is expected there, what holds services: no model sends those. */
function isContextType(x: Machine, atom: Extract<Atom, { k: "fn" }>, index: number): boolean {
  const { pt, pn } = atom.mod.sum.fns[atom.f] ?? { pt: [], pn: [] };
  if (!CONTEXT_NAME.test(pn[index] ?? "")) return false;
  const type = pt[index];
  const frame = x.in.frame(atom.mod, atom.f, atom.up, null, null);
  if (type) return type.k === "ref" && servicesOf(x, typeValue(x, type, frame)).length > 0;
  return servicesOf(x, expectedParameter(x, frame, index)).length > 0;
}

/** An instance, or a package's value that does more than hold data. */
const isServing = (one: Atom): boolean =>
  one.k === "inst" || (one.k === "ext" && (one.root === "type:Binding" || doesMore(lookup(one.root, [...one.path, "*"]))));

/** The service that a parameter is by its type: an instance of a class, or of a package's class that does more than hold data. */
function client(x: Machine, atom: Extract<Atom, { k: "fn" }>, index: number): Value | undefined {
  const type = atom.mod.sum.fns[atom.f]?.pt[index];
  if (type && type.k !== "ref") return undefined;
  const frame = x.in.frame(atom.mod, atom.f, atom.up, null, null);
  const value = type ? typeValue(x, type, frame) : expectedParameter(x, frame, index);
  return value.length > 0 && value.every(isServing) ? value : undefined;
}

/** Makes one tool a name out of what a declaration was found to say. */
export function makeTools(
  x: Machine,
  given: {
    names: { names: string[]; dynamic: boolean };
    framework: string;
    mod: Mod;
    at: Pos;
    exec: Value;
    /** Functions that run beside the executor. */
    hooks?: Value;
    config: Value;
    /** Arguments of which one is the schema itself, by what it is. */
    positional?: readonly Argument[];
    guards?: Value;
    confidence?: Confidence;
    input?: number;
    host?: Host;
    frames?: readonly Frame[];
    /** Nothing runs here: the call is handed on to whoever asked for it. */
    isDoneElsewhere?: boolean;
    /** What it does that a package has ready. */
    does?: Doing;
  },
): FoundTool[] {
  const frames = given.frames ?? activations(x, given.exec, given.input, given.host, given.framework !== "definition");
  const [first] = frames;
  const guards = [
    ...new Set(
      [...given.exec, ...(given.guards ?? NOTHING), ...given.config]
        .map((atom) => guardOf(atom) ?? x.guards.get(allocationOf(atom) ?? ""))
        .filter((guard) => guard !== undefined),
    ),
  ];
  const beside = [
    ...activations(x, given.hooks ?? NOTHING, given.input),
    ...activations(x, functionsInSchemas(x, schemasIn(x, given.config))),
  ];
  const opaque = given.exec.filter((atom) => atom.k === "unk" || atom.k === "ext" || atom.k === "data");
  const wrapped = first && first.mod !== given.mod;
  const hints = hintsOf(x, given.config);
  const about = aboutOf(x, given.config, given.positional);
  const packaged = given.exec.filter((atom) => atom.k === "ext").map((atom) => ({ atom, found: lookup(atom.root, atom.path) }));
  const known = packaged.filter(({ found }) => found !== undefined && (found.exact || found.entry.call.length > 0));
  const does = given.does ?? known.flatMap(({ atom, found }) => (found ? doing(x, found.entry, atom.root) : []));
  const isThere = frames.length > 0 || known.length > 0 || given.does !== undefined;
  const isMissing = !isThere && given.isDoneElsewhere !== true;
  const isPart = frames.length > 0 && known.length < packaged.length;
  const names = given.names.names.length > 0 ? given.names.names : ["{dynamic}"];
  return names.map((name) => ({
    name,
    framework: given.framework,
    confidence: given.names.dynamic ? "dynamic" : isMissing ? "opaque" : (given.confidence ?? (wrapped ? "resolved" : "exact")),
    mod: given.mod,
    at: given.at,
    registered: { mod: given.mod, at: given.at },
    frames: [...frames, ...beside],
    among: names,
    executor: first ? { mod: first.mod, at: fnOf(first).at, key: frames.map((frame) => `${frame.mod.id}.${frame.f}`).join(",") } : null,
    guards,
    hints,
    about,
    ...(does.length > 0 && { does }),
    ...(isMissing || isPart || opaque.some((atom) => atom.k === "unk") ? { missing: describeMissing(opaque) } : {}),
  }));
}

/** The schemas of a definition: the framework runs what stands in them on what the model sends, before the executor. */
const schemasIn = (x: Machine, config: Value): SchemaAt[] => schemasOf(x, config).map(({ atom, e, mod }) => ({ e, mod, frame: atom.up }));

function describeMissing(atoms: readonly Atom[]): string {
  const [first] = atoms;
  return first?.k === "ext" ? `${first.root}.${first.path.join(".")}` : first?.k === "unk" ? first.why : "no executor";
}
