import type { Stmt } from "../../ir.ts";
import { LEAVING, nestedBodies, yieldsIn } from "../../ir-walk.ts";
import { elementsOf } from "../meaning/containers.ts";
import { SPECIAL_CAPABILITIES } from "../../tables/special-capabilities.ts";
import { isPure, isTransporting, lookup, tableOf } from "../../tables/index.ts";
import type { External, Target } from "../domain/targets.ts";
import { transportsIn } from "./client-options.ts";
import { activate, calledFromOutside } from "./contexts.ts";
import { loadsByName } from "../meaning/folder-imports.ts";
import { madeWith } from "../elsewhere/kept-by-package.ts";
import { liveStatements } from "../flow/live.ts";
import type { Machine } from "../machine.ts";
import { handedBackBy } from "./passed-on.ts";
import { specialValue } from "../meaning/special-values.ts";
import { constantsOf } from "../domain/strings.ts";
import { instanceOf } from "../types/instances.ts";
import { partlyTold } from "../types/partly-told.ts";
import { typeValue } from "../types/types.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";
import { ENTRY, fnOf, isAbsent, isService, isVague, NOTHING, PATH_BELOW } from "../domain/values.ts";
import { EXECUTOR_KEYS } from "../../shapes/definitions.ts";

const leaving = new WeakMap<Stmt, boolean>();

/** Whether a statement may leave the function, or a loop of it: which way another goes says nothing of what is handed back. */
function mayLeave(statement: Stmt): boolean {
  let found = leaving.get(statement);
  if (found !== undefined) return found;
  found = LEAVING.has(statement.k) || nestedBodies(statement).flat().some(mayLeave);
  leaving.set(statement, found);
  return found;
}

/** What an activation returns (or yields); promises are transparent. */
export function resultOf(x: Machine, frame: Frame): Value {
  return x.once("result", frame.id, 0, () => {
    const fn = fnOf(frame);
    const out: Value[] = [];
    const yielded: Value[] = [];
    const visit = (statement: Stmt, at: Frame): void => {
      if (fn.gen) for (const e of yieldsIn(statement)) yielded.push(e.of ? elementsOf(x, x.value(e.e, at)) : x.value(e.e, at));
      else if (statement.k === "ret") out.push(statement.e ? booleanOr(x, statement.e, at) : [x.in.atom({ k: "prim", v: undefined })]);
    };
    liveStatements(x, fn.b, frame, visit, fn.gen ? undefined : mayLeave);
    if (fn.gen) return x.list(x.join(x.data(), ...yielded));
    const value = x.join(...out);
    if (!fn.rt) return value;
    const { rt } = fn;
    if (!value.every((atom) => isVague(atom) || isAbsent(atom))) return partlyTold(x, value, () => typeValue(x, rt, frame)) ?? value;
    const typed = typeValue(x, rt, frame).filter(isService);
    return typed.length > 0 ? typed : value;
  });
}

/** Predicates must be told apart: a comparison that is decided is a boolean, not mere data. */
function booleanOr(x: Machine, e: NonNullable<Extract<Stmt, { k: "ret" }>["e"]>, frame: Frame): Value {
  if (e.k === "bin" || (e.k === "un" && e.op === "!") || e.k === "logic") {
    const known = x.truth(e, frame);
    if (known !== undefined && e.k !== "logic") return [x.in.atom({ k: "prim", v: known })];
    if (known === false) return [x.in.atom({ k: "prim", v: false })];
  }
  return x.value(e, frame);
}

/** Keys whose function value makes an object a tool or handler; such objects pass through calls we know nothing of. */
const EXECUTORS = new Set(EXECUTOR_KEYS);

/** Whether a member of a module is a function that does something, or the module itself. */
function isPower(atom: Atom): boolean {
  if (atom.k !== "ext" || atom.path.includes("()") || atom.path.includes("new")) return false;
  const found = lookup(atom.root, atom.path);
  if (atom.path.length === 0) return atom.root.startsWith("node:") && !isPure(atom.root);
  return found?.exact === true && (found.entry.call.length > 0 || (found.entry.special ?? "") in SPECIAL_CAPABILITIES);
}

/** Names of functions that say something of what they are given, or call it later, and hand back something else. */
const ASKS = /^(?:is|has)(?![a-z])|^(?:setTimeout|setInterval|setImmediate)$/u;

/** Names of functions that hand back what they are given, with something around it: `wrapTraced(run)`. */
const WRAPS = /^(?:wrap|observe|trace|with[A-Z]|memo|cache)/u;

/** Functions (and objects that carry an executor) among arguments: an unknown callee may hand them back. */
export function passedThrough(args: readonly Value[], callee = ""): Value {
  const out: Atom[] = [];
  for (const value of args) {
    for (const atom of value) {
      if (
        (isPower(atom) && !ASKS.test(callee)) ||
        atom.k === "fn" ||
        (atom.k === "obj" && atom.e.p.some((prop) => "n" in prop && EXECUTORS.has(prop.n)))
      )
        out.push(atom);
    }
  }
  return [...new Set(out)].sort((a, b) => a.id - b.id);
}

/** What one target of a call gives back. */
export function targetValue(x: Machine, target: Target): Value {
  switch (target.k) {
    case "frame":
      return withTypeArgument(x, resultOf(x, target.frame), target);
    case "new":
      return [target.inst];
    case "each":
    case "data":
      return target.value;
    case "unk":
      return withTypeArgument(x, x.join(target.result ?? x.unknown(target.why), passedThrough(target.args)), target);
    case "ext": {
      const kept = handedBackBy(x, target);
      const value = externalValue(x, target);
      return withTypeArgument(x, kept.length > 0 ? x.join(value, kept) : value, target);
    }
  }
}

/** `resolve<Service>(token)`: where the value says nothing, the type argument may. */
function withTypeArgument(x: Machine, value: Value, target: Extract<Target, { k: "frame" | "unk" | "ext" }>): Value {
  // `new Box<Service>()` is a box, and no service; promises are transparent.
  const { f, kind, t } = target.call;
  const type = t?.length === 1 && (kind !== 1 || (f.k === "glob" && f.n === "Promise")) ? t[0] : undefined;
  if (!type || !value.every(isVague)) return value;
  const typed = typeValue(x, type, target.at).filter(isService);
  return typed.length > 0 ? typed : value;
}

/** However often something is made of another in one way (`image = image.resize(…)`), it is made in that way. */
function madeBy(path: readonly string[]): readonly string[] {
  const [before, called] = path.slice(-3);
  return path.length > 12 || (path.length > 2 && called === "()" && before === path.at(-1)) ? path.slice(0, -2) : path;
}

/** Whether a folder is read with all that are in it, as far as is known. */
const isDeep = (x: Machine, options: Value | undefined): boolean =>
  options?.some((atom) => atom.k !== "str" && !isAbsent(atom)) === true &&
  !x.member(options, "recursive").every((atom) => atom.k === "prim" && atom.v !== true);

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** `eval("require")`: what a bundler does not see. */
function namedBy(x: Machine, { args, call, at }: External): Value | undefined {
  const names = constantsOf(args[0] ?? NOTHING) ?? [];
  return names.length > 0 && names.every((name) => NAME.test(name))
    ? x.join(...names.map((n) => x.value({ k: "glob", n, at: call.at }, at)))
    : undefined;
}

function externalValue(x: Machine, target: External): Value {
  const { root, path, args, isNew, held } = target;
  const special = specialValue(x, target);
  if (special) return special;
  const found = lookup(root, path);
  const step = isNew ? "new" : "()";
  const further = (): Value => {
    const from = madeBy(path);
    const to = from.length > 12 ? from : [...from, step];
    const kept = isTransporting(root) ? [...(held ?? []), ...transportsIn(x, target)] : [];
    return [kept.length > 0 ? x.handle(root, to, kept) : x.ext(root, to)];
  };
  const returns = found?.entry.returns;
  if (returns !== undefined) {
    if ((returns === "entry" || returns === "below") && !loadsByName(target.at.mod)) return x.data();
    if (returns === "entry") return x.data(isDeep(x, args[1]) ? PATH_BELOW : ENTRY);
    if (returns === "unknown") return x.unknown("unknown.call");
    if (returns === "named") return namedBy(x, target) ?? further();
    if (returns === "called")
      return x.join(
        ...(held ?? []).flatMap((value) => value.map((atom) => (atom.k === "fn" ? resultOf(x, calledFromOutside(x, atom)) : NOTHING))),
      );
    if (returns === "made") {
      const made = args.flatMap((value) => value.flatMap((atom) => (atom.k === "cls" ? [instanceOf(x, atom, target.at.mod.file)] : [])));
      return made.length > 0 ? x.join(made) : x.unknown("unknown.call");
    }
    if (returns === "below") return x.data(PATH_BELOW);
    if (returns === "self") return further();
    if (returns === "through") return x.join(further(), passedThrough(args, path.at(-1)));
    const receiver = (): Atom => (held ? x.handle(root, path.slice(0, -1), held) : x.ext(root, path.slice(0, -1)));
    const client = (given: readonly Value[]): Value => [
      x.handle(root, [...madeBy(path), step], [...new Map([...(held ?? []), ...given].map((one) => [x.in.numberOf(one), one])).values()]),
    ];
    if (returns === "client") return client(args);
    if (returns === "extended") {
      const makers = args.flatMap((value) => value.flatMap((atom) => (atom.k === "fn" ? [atom] : [])));
      const others = args.map((value) => value.filter(({ k }) => k !== "fn")).filter((value) => value.length > 0);
      const made = makers.map((maker) => resultOf(x, activate(x, maker, [[receiver()]], null)));
      return x.join(...made, others.length > 0 || makers.length === 0 ? client(others) : NOTHING);
    }
    if (returns === "this") return [receiver()];
    if (returns.startsWith("held.")) {
      const tables = x.member(x.join(...(held ?? madeWith(x, root, path[0] ?? ""))), returns.slice(5));
      const names = constantsOf(args[0] ?? NOTHING);
      const named = x.join(...(names ?? []).map((name) => x.member(tables, name)));
      return named.length > 0 ? named : x.join(elementsOf(x, tables), further());
    }
    if (returns.startsWith("type:"))
      return [tableOf(returns)?.isHandle ? x.handle(returns, [], [...(held ?? []), ...args]) : x.ext(returns, [])];
    return args[Number(returns)] ?? NOTHING;
  }
  if (root.startsWith("node:") && found) return x.join(x.data(), passedThrough(args, path.at(-1)));
  // What somebody else put there is not known, and neither is what it gives.
  if (root === "global" && !found) return x.join(further(), passedThrough(args, path.at(-1)));
  if (!root.startsWith("pkg:")) return root.startsWith("type:") || found ? x.data() : x.join(x.data(), passedThrough(args, path.at(-1)));
  if (!found) return x.join(further(), passedThrough(args, path.at(-1)));
  if (isNew) return x.join(further(), passedThrough(args, path.at(-1)));
  // A row that names the function says all about it; what a service hands out otherwise may be a client.
  if (found.entry.call.length > 0)
    return found.exact ? x.data() : x.join(further(), WRAPS.test(path.at(-1) ?? "") ? passedThrough(args) : NOTHING);
  const isService = lookup(root, ["*", "*"])?.entry.call.length;
  return x.join(isService ? further() : x.data(), passedThrough(args, path.at(-1)));
}
