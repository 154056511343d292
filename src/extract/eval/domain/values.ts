import type { Cls, Fn, ModuleSummary, ObjExpr, TypeRef } from "../../ir.ts";
import { Keys, writtenThis } from "./keys.ts";

/** A loaded module. `id` is dense and stable within one world. */
export interface Mod {
  readonly id: number;
  readonly file: string;
  readonly sum: ModuleSummary;
}

/**
 * One activation of a function: the abstract calling context.
 *
 * `args` is null for a *generic* activation, whose callers are not known.
 */
export interface Frame {
  readonly id: number;
  readonly mod: Mod;
  readonly f: number;
  readonly up: Frame | null;
  readonly args: readonly Value[] | null;
  readonly self: Value | null;
  /** Loop variables bound to one element. */
  readonly bound: ReadonlyMap<number, Value> | null;
  readonly depth: number;
}

/** A piece of a string: literal text, or a hole that is filled at run time. */
export type Piece = string | { readonly hole: string };

export type Shape =
  /** `isDispatched`: it is the name that a dispatcher is called with. */
  | { readonly k: "str"; readonly p: readonly Piece[]; readonly isDispatched?: true }
  /** `isGiven`: it was written where a parameter is given it, so that the parameter is this and nothing else. */
  | { readonly k: "prim"; readonly v: number | boolean | null | undefined; readonly isGiven?: true }
  | { readonly k: "data"; readonly from?: string }
  | {
      readonly k: "ext";
      readonly root: string;
      readonly path: readonly string[];
      readonly args?: readonly Value[];
      /** What a handle was opened with. */
      readonly held?: readonly Value[];
    }
  | {
      readonly k: "fn";
      readonly mod: Mod;
      readonly f: number;
      readonly up: Frame;
      readonly self?: Value;
      readonly pre?: readonly Value[];
      readonly guard?: Value;
    }
  | { readonly k: "cls"; readonly mod: Mod; readonly c: number; readonly up: Frame }
  /** `below`: the classes built on its own that it may be of instead; of an abstract one, none where it says none, and any without it. */
  | {
      readonly k: "inst";
      readonly cls: ClsAtom;
      readonly args: readonly Value[] | null;
      readonly below?: readonly ClsAtom[];
      readonly guard?: Value;
    }
  | { readonly k: "obj"; readonly mod: Mod; readonly e: ObjExpr; readonly up: Frame; readonly guard?: Value }
  | { readonly k: "rec"; readonly m: ReadonlyMap<string, Value>; readonly rest?: Value }
  | { readonly k: "arr"; readonly e: readonly Value[] }
  | { readonly k: "list"; readonly v: Value }
  | { readonly k: "wr"; readonly of: WriteOwner; readonly p: readonly string[] }
  | { readonly k: "ns"; readonly mod: Mod }
  | { readonly k: "proxy"; readonly target: Value; readonly traps: Value }
  | { readonly k: "typed"; readonly mod: Mod; readonly up: Frame; readonly t: TypeRef }
  | { readonly k: "unk"; readonly why: string };

export type Atom = Shape & { readonly id: number };
export type AtomOf<K extends Atom["k"]> = Extract<Atom, { k: K }>;
export type ClsAtom = AtomOf<"cls">;

/** The policy that `withPolicy` put on a function, tool object or instance. */
export const guardOf = (atom: Atom): Value | undefined => ("guard" in atom ? atom.guard : undefined);

/** What a group of member writes belongs to. */
export type WriteOwner =
  | { readonly v: number; readonly fr: Frame }
  | { readonly inst: AtomOf<"inst"> }
  | { readonly obj: AtomOf<"obj"> }
  | { readonly cls: ClsAtom };

/** An abstract value: what an expression may evaluate to. Sorted by atom id, without repeats. */
export type Value = readonly Atom[];

export const NOTHING: Value = [];

/** The hole that stands for what a framework hands to an executor beside the model's arguments. */
export const CONTEXT = "context";
/** The holes that stand for what a folder holds: names in it, and paths that may lead into folders below it. */
export const ENTRY = "entry";
export const PATH_BELOW = "path below";
export const isListed = (hole: string | undefined): boolean => hole === ENTRY || hole === PATH_BELOW;
/** What a variable holds that a call of another tool would be found in: there is none. */
export const UNCALLED = "uncalled";

/** `null` or `undefined`. */
export const isAbsent = (atom: Atom): boolean => atom.k === "prim" && (atom.v === null || atom.v === undefined);
/** What a framework hands over, of which nothing else is known. */
export const isContext = (atom: Atom): boolean => atom.k === "data" && atom.from === CONTEXT;
/** What an executor is handed, by the model or by its framework: who calls a method of it that no data has does not know data. */
export const isHandedIn = (atom: Atom): boolean => isContext(atom) || (atom.k === "data" && atom.from?.startsWith("param:") === true);
/** Says nothing of what it is, so that a declared type may say more: what a global that nobody knows gave among it. */
export const isVague = (atom: Atom): boolean =>
  atom.k === "unk" ||
  (atom.k === "data" && atom.from === undefined) ||
  (atom.k === "ext" && atom.root === "global" && atom.path.includes("()"));
/** Something with methods of its own: an instance, or a package's value. */
export const isService = (atom: Atom): boolean => atom.k === "inst" || atom.k === "ext";
/** What primitives are. */
export const PRIMITIVES: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "data"] as const);
/** What holds other values. */
export const CONTAINERS: ReadonlySet<Atom["k"]> = new Set(["obj", "arr", "list", "rec", "wr"] as const);
/** A service, or an object that the sources write out. */
export const isMade = (atom: Atom): boolean => isService(atom) || atom.k === "obj";

export const fnOf = (frame: Frame): Fn => {
  const fn = frame.mod.sum.fns[frame.f];
  if (!fn) throw new Error(`no function ${frame.f} in ${frame.mod.file}`);
  return fn;
};

export const classOf = (atom: ClsAtom): Cls => {
  const cls = atom.mod.sum.classes[atom.c];
  if (!cls) throw new Error(`no class ${atom.c} in ${atom.mod.file}`);
  return cls;
};

/** How deeply activations are nested in a value; bounded by the caller, so that contexts stay finite. */
export function depthOf(value: Value): number {
  let depth = 0;
  for (const atom of value) depth = Math.max(depth, atomDepth(atom));
  return depth;
}

const depths = new WeakMap<Atom, number>();
function atomDepth(atom: Atom): number {
  const known = depths.get(atom);
  if (known !== undefined) return known;
  let depth = 0;
  switch (atom.k) {
    case "fn":
      depth = Math.max(atom.up.depth, depthOf(atom.self ?? NOTHING), ...(atom.pre ?? []).map(depthOf));
      break;
    case "cls":
    case "obj":
    case "typed":
      depth = atom.up.depth;
      break;
    case "inst":
      depth = 1 + Math.max(atomDepth(atom.cls), ...(atom.args ?? []).map(depthOf));
      break;
    case "rec":
      depth = Math.max(0, ...[...atom.m.values()].map((value) => 1 + depthOf(value)), depthOf(atom.rest ?? NOTHING));
      break;
    case "arr":
      depth = Math.max(0, ...atom.e.map((value) => 1 + depthOf(value)));
      break;
    case "list":
      depth = 1 + depthOf(atom.v);
      break;
    case "proxy":
      depth = 1 + Math.max(depthOf(atom.target), depthOf(atom.traps));
      break;
    case "wr":
      depth = "fr" in atom.of ? atom.of.fr.depth : atomDepth(writtenThis(atom.of));
      break;
    default:
  }
  depths.set(atom, depth);
  return depth;
}

/** Interns atoms and frames, so that equality is identity and contexts are finite in number. */
export class Interner {
  readonly #keys = new Keys();
  readonly #atoms = new Map<number, Atom>();
  readonly #frames = new Map<number, Frame>();
  readonly #remade = new Map<number, Value>();
  readonly #joined = new Map<number, Value>();

  atom<S extends Shape>(shape: S): AtomOf<S["k"]> {
    const key = this.#keys.of(shape);
    const known = this.#atoms.get(key);
    if (known) return known as AtomOf<S["k"]>;
    const atom: Atom = { ...shape, id: this.#atoms.size };
    this.#atoms.set(key, atom);
    return atom as AtomOf<S["k"]>;
  }

  frame(
    mod: Mod,
    f: number,
    up: Frame | null,
    args: readonly Value[] | null,
    self: Value | null,
    bound: ReadonlyMap<number, Value> | null = null,
  ): Frame {
    const key = this.#keys.frame(mod, f, up, args, self, bound);
    const known = this.#frames.get(key);
    if (known) return known;
    const depth = 1 + Math.max(up?.depth ?? 0, depthOf(self ?? NOTHING), ...(args ?? []).map(depthOf));
    const frame: Frame = { id: this.#frames.size, mod, f, up, args, self, bound, depth };
    this.#frames.set(key, frame);
    return frame;
  }

  /** An activation that there is already. */
  known(mod: Mod, f: number, up: Frame | null, args: readonly Value[] | null, self: Value | null): Frame | undefined {
    return this.#frames.get(this.#keys.frame(mod, f, up, args, self, null));
  }

  /** A number for a value: the same for the same atoms. */
  numberOf(value: Value): number {
    return this.#keys.value(value);
  }

  /** What is made of a value, made once for the same atoms. */
  remade(value: Value, make: () => Value): Value {
    const key = this.#keys.value(value);
    let known = this.#remade.get(key);
    if (!known) this.#remade.set(key, (known = make()));
    return known;
  }

  /** What a list of values is put together to, found once for the same values in the same order. */
  joined(values: readonly Value[], make: () => Value): Value {
    const key = this.#keys.list(values);
    let known = this.#joined.get(key);
    if (!known) this.#joined.set(key, (known = make()));
    return known;
  }

  get frames(): number {
    return this.#frames.size;
  }
}
