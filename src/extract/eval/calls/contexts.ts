import type { Expr, Fn } from "../../ir.ts";
import { holdsNamedCode } from "../../shapes/definitions.ts";
import type { ContextKind } from "../fixpoint/admission.ts";
import { keysOf, TOOL_NAME } from "../flow/conditions.ts";
import type { Target } from "../domain/targets.ts";
import { elementsOf } from "../meaning/containers.ts";
import type { Machine } from "../machine.ts";
import { chain, constructorArgs } from "../meaning/inheritance.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "../domain/values.ts";
import { classOf, depthOf } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

const MAX_DEPTH = 12;

/**
 * The activation of a closure (`isEach`: called once an element, by a loop that runs anyway). Beyond a fixed nesting, or a fixed number of contexts of one
 * function, the context is dropped, so that there are finitely (and reasonably) many.
 */
export function activate(x: Machine, atom: AtomOf<"fn">, args: readonly Value[], self: Value | null, isEach = false): Frame {
  const own = atom.self ?? self;
  const all = atom.pre ? [...atom.pre, ...args] : args;
  const fn = atom.mod.sum.fns[atom.f];
  const wanted = fn && !fn.args && !fn.rest ? all.slice(0, fn.pn.length) : all;
  const receiver = fn?.arrow ? null : own;
  // Contexts that pass functions on (a registration helper, a wrapper) are worth keeping apart.
  const carries = wanted.some((value) => value.some(carriesCode));
  const plain = receiver?.every((one) => one.k !== "obj" && one.k !== "rec") ? receiver : null;
  const isTold = isEach || (fn !== undefined && (onlyLooksUp(fn) || x.admission.favours(atom.mod, atom.f)));
  const kind =
    isEach && fn && onlyPutsTogether(fn) && wanted.some(isEntryOfCode) ? "row" : carries ? "carrying" : isTold ? "loop" : "plain";
  return (
    admitted(x, atom, wanted, receiver, kind) ??
    admitted(x, atom, coarseArguments(x, wanted), plain, "coarse") ??
    withoutSurroundings(x, atom, wanted, plain) ??
    admitted(x, atom, null, plain, "generic") ??
    genericFrame(x, atom.mod, atom.f, x.top(atom.mod))
  );
}

/** Whether a function only takes something out of what is there, `get(name) { return this.handlers.get(name); }`: what that is, its arguments say alone. */
function onlyLooksUp({ b: [only, more] }: Fn): boolean {
  const isPlain = (e: Expr): boolean => {
    if (e.k === "mem") return isPlain(e.o) && (typeof e.p === "string" || isPlain(e.p));
    if (e.k === "call") return e.f.k === "mem" && e.f.p === "get" && isPlain(e.f.o) && e.a.every(isPlain);
    return e.k === "as" ? isPlain(e.e) : e.k === "var" || e.k === "this" || e.k === "lit";
  };
  return only?.k === "ret" && more === undefined && only.e !== undefined && isPlain(only.e);
}

/** Whether a function only puts what it is given together, `([name, run]) => [name, (...args) => run(pool, ...args)]`: each context takes next to nothing. */
const onlyPutsTogether = ({ b: [only, more] }: Fn): boolean =>
  only?.k === "ret" && more === undefined && (only.e?.k === "arr" || only.e?.k === "obj" || only.e?.k === "fn");

/** Whether a value is an entry, or another list, with a function in it. */
const isEntryOfCode = (value: Value): boolean =>
  value.some((atom) => atom.k === "arr" && atom.e.some((one) => one.some(({ k }) => k === "fn")));

/** Closures are nested no more deeply than this where what is around them is no longer told. */
const SHALLOW = 4;

/**
 * The activation of a closure that is nested too deeply, of what it is and is given without what surrounds that: which function is handed on is
 * told still, and what it has from around it is what any caller may have given (k-limiting of the environments of closures).
 */
function withoutSurroundings(x: Machine, atom: AtomOf<"fn">, args: readonly Value[], self: Value | null): Frame | undefined {
  const alone = flat(x, atom);
  const given = args.map((value) => flattened(x, value));
  return alone.k === "fn" ? admitted(x, alone, coarseArguments(x, given), self && flattened(x, self), "coarse") : undefined;
}

const flattened = (x: Machine, value: Value): Value =>
  depthOf(value) <= SHALLOW ? value : x.join(...value.map((atom) => [flat(x, atom)]));

function flat(x: Machine, atom: Atom): Atom {
  if (depthOf([atom]) <= SHALLOW) return atom;
  const outer = (mod: Mod, f: number): Frame => genericFrame(x, mod, f, x.top(mod));
  switch (atom.k) {
    case "fn":
      return x.in.atom({
        ...atom,
        up: outer(atom.mod, atom.up.f),
        ...(atom.self && { self: flattened(x, atom.self) }),
        ...(atom.pre && { pre: atom.pre.map((one) => flattened(x, one)) }),
      });
    case "cls":
    case "obj":
      return x.in.atom({ ...atom, up: outer(atom.mod, atom.up.f) });
    default:
      return atom;
  }
}

const coarseArguments = (x: Machine, args: readonly Value[]): Value[] => args.map((value) => coarsen(x, value));

/** The context, if the function may have it. It is made only where there is room for it. */
function admitted(
  x: Machine,
  { mod, f, up }: AtomOf<"fn">,
  args: readonly Value[] | null,
  self: Value | null,
  kind: ContextKind,
): Frame | undefined {
  const frame = x.admission.isFull(mod, f, up, kind) ? x.in.known(mod, f, up, args, self) : x.in.frame(mod, f, up, args, self);
  const maxDepth = kind === "generic" ? 2 * MAX_DEPTH : MAX_DEPTH;
  return frame && frame.depth <= maxDepth && x.admission.context(frame, kind) ? frame : undefined;
}

/** Whether a value is code, a module, or a definition that holds some. */
const carriesCode = (atom: Atom): boolean =>
  atom.k === "fn" || atom.k === "cls" || atom.k === "ns" || (atom.k === "obj" && holdsNamedCode(atom.e));

/** A function as somebody from outside calls it: with data. */
export const calledFromOutside = (x: Machine, atom: AtomOf<"fn">): Frame =>
  x.in.frame(
    atom.mod,
    atom.f,
    atom.up,
    (atom.mod.sum.fns[atom.f]?.pn ?? []).map(() => x.data()),
    atom.self ?? null,
  );

/**
 * A value without what tells contexts apart but seldom matters: texts, and the activations
 * that literal structures come from (their members are kept).
 */
function coarsen(x: Machine, value: Value, level = 0): Value {
  const [only, second] = value;
  if (!only || !second) return only ? coarse(x, only, level) : value;
  return x.once("coarse set", x.in.numberOf(value), level, () => x.join(...value.map((atom) => coarse(x, atom, level))));
}

function coarse(x: Machine, atom: Atom, level: number): Value {
  switch (atom.k) {
    case "str":
      // The name of a tool chooses. One that an object holds may be changed by whoever has that.
      return atom.isDispatched && level === 0 ? [atom] : x.data();
    case "prim":
      return x.data();
    case "data":
      return (atom.from === TOOL_NAME && level === 0) || atom.from?.startsWith("param:") ? [atom] : x.data();
    case "obj":
    case "rec":
    case "arr":
    case "list":
      return level < 3 ? x.once("coarse", atom.id, level, () => coarseMembers(x, atom, level)) : [atom];
    default:
      return [atom];
  }
}

function coarseMembers(x: Machine, atom: AtomOf<"obj" | "rec" | "arr" | "list">, level: number): Value {
  switch (atom.k) {
    case "obj": {
      const names = atom.guard ? undefined : keysOf([atom]);
      return names && names.length <= 40
        ? x.record([...new Set(names)].sort().map((name) => [name, coarsen(x, x.member([atom], name), level + 1)] as const))
        : [atom];
    }
    case "rec":
      return x.record(
        [...atom.m].map(([name, one]) => [name, coarsen(x, one, level + 1)] as const),
        atom.rest && coarsen(x, atom.rest, level + 1),
      );
    default:
      return x.list(coarsen(x, elementsOf(x, [atom]), level + 1));
  }
}

/** Making an instance. */
export function construct(x: Machine, cls: AtomOf<"cls">, args: readonly Value[]): Extract<Target, { readonly k: "new" }> {
  let inst = x.in.atom({ k: "inst", cls, args });
  if (x.in.frame(cls.mod, 0, cls.up, args, [inst]).depth > MAX_DEPTH || !x.admission.instance(inst))
    inst = x.in.atom({ k: "inst", cls, args: null });
  return { k: "new", inst, frames: constructorFrames(x, inst) };
}

/** The activations that making an instance runs: field initialisers and constructors of every level. */
export function constructorFrames(x: Machine, inst: AtomOf<"inst">): Frame[] {
  const frames: Frame[] = [];
  for (const level of chain(x, inst.cls)) {
    if (level.k !== "cls") continue;
    const cls = classOf(level);
    for (const member of cls.m)
      if (member.kind === "field" && !member.static && member.f !== undefined)
        frames.push(x.in.frame(level.mod, member.f, level.up, [], [inst]));
    if (cls.ctor !== undefined) frames.push(x.in.frame(level.mod, cls.ctor, level.up, constructorArgs(x, inst, level), [inst]));
  }
  return frames;
}
