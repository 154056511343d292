import type { CallExpr, Expr } from "../../ir.ts";
import { activate } from "./contexts.ts";
import { follow } from "../meaning/follow.ts";
import { liveStatements } from "../flow/live.ts";
import type { Machine } from "../machine.ts";
import { isOfEffect, isServing, serviceOf, tagOf } from "./tagged-services.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { fnOf, NOTHING } from "../domain/values.ts";

/** Computations of Effect's, by what the functions hand back that they are composed of; that is handed to those behind them. */

const isComposed = ({ k }: Expr): boolean => k === "call" || k === "var" || k === "mem" || k === "obj" || k === "arr";

/** What an argument is made of: `{ try: open, catch: String }`, `[one, other]`. */
const partsOf = (e: Expr): readonly Expr[] =>
  e.k === "obj" ? [e, ...e.p.flatMap((prop) => ("n" in prop ? [prop.e] : []))] : e.k === "arr" ? [e, ...e.e] : [e];

/** The activation of a function of a computation. @param before what was computed before it. */
const calledWith = (x: Machine, fn: AtomOf<"fn">, before: Value): Frame =>
  activate(x, fn, [before.length > 0 ? x.join(x.data(), before) : x.data(), x.data()], null);

function functionsIn(x: Machine, step: Expr, at: Frame): AtomOf<"fn">[] {
  if (step.k !== "call") return x.value(step, at).filter((atom) => atom.k === "fn");
  const values = step.a.flatMap(partsOf).map((one) => x.value(one, at));
  return withSelf(x, step, values, at).flatMap((value) => value.filter((atom) => atom.k === "fn"));
}

/** The arguments of a call, where a generator is given what it is to have as `this`: `Effect.gen(this, function* () { … })`, `Effect.gen({ self: this }, …)`. */
export function withSelf(x: Machine, { f, a: [first] }: CallExpr, args: readonly Value[], at: Frame): readonly Value[] {
  if (!first || f.k !== "mem" || f.p !== "gen" || !isOfEffect(at.mod)) return args;
  const self = first.k === "this" ? x.value(first, at) : first.k === "obj" ? x.member(x.value(first, at), "self") : NOTHING;
  const bound = (atom: Atom): Atom => (atom.k === "fn" && !atom.self ? x.in.atom({ ...shapeOf(atom), self }) : atom);
  return self.length > 0 ? args.map((value) => x.join(...value.map((atom) => [bound(atom)]))) : args;
}

const shapeOf = ({ mod, f, up, pre, guard }: AtomOf<"fn">): Omit<AtomOf<"fn">, "id"> => ({
  k: "fn",
  mod,
  f,
  up,
  ...(pre && { pre }),
  ...(guard && { guard }),
});

/**
 * What an expression is, and what the functions hand back that it is composed of: `Effect.gen(function* () { … return { read } })`,
 * `make.pipe(Effect.map((one) => …))`. Which of them is the service is not told.
 */
export const computed = (x: Machine, e: Expr, at: Frame): Value =>
  x.once("computed", at.id, x.idOf(e), () => {
    // `Files.of(one)` is what it is given.
    if (e.k === "call" && e.f.k === "mem" && e.f.p === "of" && e.a[0] && tagOf(x, e.f.o, at.mod)) return computed(x, e.a[0], at);
    const tag = isOfEffect(at.mod) ? tagOf(x, e, at.mod) : undefined;
    if (tag) return serviceOf(x, tag, at.mod);
    const value = x.value(e, at);
    const { e: said, mod } = follow(x, { e, mod: at.mod });
    if (!isOfEffect(mod)) return value;
    // What is written elsewhere is so at the top of its module.
    const here = mod === at.mod ? at : x.top(mod);
    if (said.k !== "call")
      return x.join(value, ...value.flatMap((atom) => (atom.k === "fn" ? [handedBack(x, calledWith(x, atom, []))] : [])));
    if (said.f.k === "mem" && said.f.p === "pipe") return x.join(value, piped(x, said, here).value);
    const started = x.targets(said, here).flatMap((one) => (one.k === "frame" ? [handedBack(x, one.frame)] : []));
    return x.join(value, ...started, composed(x, said, [], here));
  });

/** What the arguments of a call are, and what its functions hand back of what they are handed: those arguments, or what was before. */
function composed(x: Machine, call: CallExpr, before: Value, at: Frame): Value {
  const others = call.a.flatMap(partsOf).filter(isComposed);
  const own = x.join(...others.map((part) => computed(x, part, at)));
  const handed = x.join(before, own.filter(isServing));
  return x.join(own, ...functionsIn(x, call, at).map((fn) => handedBack(x, calledWith(x, fn, handed))));
}

/** A computation with others behind it, `make.pipe(Effect.map(f), …)`: what comes out, and how the functions are called. */
function piped(x: Machine, call: CallExpr, at: Frame): { readonly value: Value; readonly frames: readonly Frame[] } {
  const frames: Frame[] = [];
  let value = call.f.k === "mem" ? computed(x, call.f.o, at) : [];
  for (const step of call.a) {
    const before = value.filter(isServing);
    if (before.length > 0) frames.push(...functionsIn(x, step, at).map((fn) => calledWith(x, fn, before)));
    const next = step.k === "call" ? composed(x, step, before, at) : computed(x, step, at);
    value = x.join(value, next);
  }
  return { value, frames };
}

/** How the functions behind a computation are called, where it hands them something that serves. */
export const pipedFrames = (x: Machine, call: CallExpr, at: Frame): readonly Frame[] =>
  call.f.k === "mem" && call.f.p === "pipe" && isOfEffect(at.mod) ? piped(x, call, at).frames : [];

/** What a function hands back; a generator too, whose result by itself is what it yields. */
const handedBack = (x: Machine, frame: Frame): Value =>
  x.once("handed back", frame.id, 0, () => {
    const out: Value[] = [];
    liveStatements(x, fnOf(frame).b, frame, (statement, at) => {
      if (statement.k === "ret" && statement.e) out.push(computed(x, statement.e, at));
    });
    return x.join(...out);
  });
