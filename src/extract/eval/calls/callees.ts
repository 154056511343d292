import type { CallExpr, Expr } from "../../ir.ts";
import { handsBack } from "../../tables/handing-on.ts";
import { canonical, lookup } from "../../tables/index.ts";
import { havingPrivate } from "./private-names.ts";
import { argumentsOf, describe } from "./arguments.ts";
import { bridged } from "../elsewhere/bridges.ts";
import { EACH, holdsNothing } from "../elsewhere/never-filled.ts";
import { elementsOf, iterate } from "../meaning/containers.ts";
import { isMissing, lacks } from "../meaning/closed.ts";
import { COMMON, COMPARING, KEEPING, SERVING, TEXTUAL } from "../domain/common-names.ts";
import { pipedFrames, withSelf } from "./computations.ts";
import { activate, construct } from "./contexts.ts";
import { externalMethod, functionMethod, reflected } from "./function-methods.ts";
import { compared, iteration, iterationOfAnswer, methodOfData } from "./data-methods.ts";
import { thisValue } from "../meaning/expressions.ts";
import { ITERATOR } from "../meaning/iterated.ts";
import type { Machine } from "../machine.ts";
import { isNotGiven } from "../meaning/not-given.ts";
import { isMap } from "../meaning/variables.ts";
import { objectMethod, selfOf } from "./object-methods.ts";
import { patched } from "../elsewhere/patched.ts";
import { settled } from "./promises.ts";
import { callRun, trapsReading } from "../meaning/proxies.ts";
import { isCallback, isOfProtocol, receiverOf } from "./receivers.ts";
import { constantsOf, joinedText } from "../domain/strings.ts";
import type { Target } from "../domain/targets.ts";
import { tagOf } from "./tagged-services.ts";
import { typeValue } from "../types/types.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { fnOf, isAbsent, isHandedIn, isService, NOTHING } from "../domain/values.ts";
import { isNeverSet } from "../elsewhere/never-run.ts";
import { isUndefinedMember } from "../meaning/undefined-members.ts";

/** Everything that a call may reach. */
export function resolveCall(x: Machine, call: CallExpr, frame: Frame): readonly Target[] {
  const args = withSelf(x, call, argumentsOf(x, call, frame), frame);
  const { f } = call;
  if (f.k === "super") return [{ k: "data", args, value: NOTHING }];
  if (f.k === "mem") {
    const frames = pipedFrames(x, call, frame);
    const found = methodCall(x, call, frame, args);
    if (frames.length === 0) return found;
    // A tag has the method from its package.
    const known = tagOf(x, f.o, frame.mod) ? found.filter(({ k }) => k !== "unk") : found;
    return [...known, { k: "each", value: x.data(), frames, passed: NOTHING, given: x.data() }];
  }
  const callees = x.value(f, frame);
  const out = callees.flatMap((atom) => invoke(x, atom, args, null, call, frame));
  // Calling what is certainly no function does nothing; calling what has no value at all is not understood.
  if (callees.length > 0 || x.leans) return out;
  return f.k === "glob" || f.k === "var" || f.k === "call"
    ? [{ k: "unk", why: "unknown.call", what: describe(call, frame.mod), args, call, at: frame }]
    : [];
}

function methodCall(x: Machine, call: CallExpr, frame: Frame, args: readonly Value[]): readonly Target[] {
  const f = call.f as Extract<CallExpr["f"], { k: "mem" }>;
  const found = receiverOf(x, f, frame);
  if (found.length === 0 && x.leans) return [];
  if (typeof f.p === "string" && EACH.has(f.p) && holdsNothing(x, f.o, frame))
    return [
      { k: "data", args: [], value: f.p === "reduce" ? (args[1] ?? NOTHING) : f.p === "map" ? [x.in.atom({ k: "arr", e: [] })] : x.data() },
    ];
  const isHidden = typeof f.p === "string" && f.p.startsWith("#") && !found.some(({ k }) => k === "inst" || k === "cls");
  const receiver = isHidden ? x.join(havingPrivate(x, f.p as string, frame)) : found;
  // What is assigned to an object under the symbol is not told by its name.
  const isPlain = typeof f.p !== "string" && isIterator(f.p) && !receiver.some(({ k }) => k === "obj");
  const names = typeof f.p === "string" ? [f.p] : isPlain ? [ITERATOR] : constantsOf(x.value(f.p, frame));
  const out: Target[] = [];
  if (!names) {
    for (const atom of x.value(f, frame)) out.push(...invoke(x, atom, args, f.o.k === "this" ? receiver : null, call, frame));
    return out;
  }
  for (const name of names) {
    for (const atom of receiver) {
      const self = f.o.k !== "super" ? selfOf(x, atom, receiver) : f.o.c === undefined ? thisValue(x, frame) : null;
      out.push(...method(x, atom, name, args, call, frame, self));
    }
    if (out.length === 0 && COMMON.has(name)) out.push({ k: "data", args: compared(name, args), value: x.data() });
  }
  // What is not there is not called: `options.onDone?.()`, `log?.info()`.
  const isNone = (name: string): boolean =>
    lacks(x, receiver, name) ||
    receiver.every((atom) => isNeverSet(x, atom, name) || isNotGiven(x, atom, name)) ||
    (!receiver.every(isAbsent) && receiver.every((atom) => isAbsent(atom) || isUndefinedMember(x, atom, name)));
  if (out.length === 0 && (isMissing(x, f.o, receiver, frame) || (receiver.length > 0 && names.every(isNone)))) return out;
  if (
    out.length > 0 ||
    receiver.some(
      (atom) => atom.k === "rec" || atom.k === "wr" || atom.k === "typed" || (atom.k === "prim" && atom.v !== undefined && atom.v !== null),
    )
  )
    return out;
  if (isOfProtocol(f, frame.mod)) return [{ k: "data", args, value: x.data() }];
  return [{ k: "unk", why: "unknown.call", what: describe(call, frame.mod), args, call, at: frame }];
}

/** What holds what goes through it. */
const ITERABLE: ReadonlySet<Atom["k"]> = new Set(["arr", "list", "rec", "wr"] as const);
const isIterator = (e: Expr): boolean => e.k === "mem" && e.p === "iterator" && e.o.k === "glob" && e.o.n === "Symbol";

function method(
  x: Machine,
  atom: Atom,
  name: string,
  args: readonly Value[],
  call: CallExpr,
  frame: Frame,
  self: Value | null,
): readonly Target[] {
  if (name === ITERATOR && (ITERABLE.has(atom.k) || (atom.k === "ext" && atom.root === "global")))
    return method(x, atom, isMap(x, atom) || (atom.k === "ext" && atom.path[0] === "Map") ? "entries" : "values", args, call, frame, self);
  switch (atom.k) {
    case "fn":
      return functionMethod(x, atom, name, args, call, frame);
    case "ext": {
      if (name === "call" && isOfArrays(atom)) return borrowed(x, atom, args, call, frame);
      if ((name === "call" || name === "apply" || name === "bind") && (lookup(atom.root, atom.path)?.exact || isBound(atom, name, args)))
        return externalMethod(x, atom, name, args, call, frame);
      // `f.call.bind(g)`: g, called in a roundabout way.
      if (name === "bind" && (atom.path.at(-1) === "call" || atom.path.at(-1) === "apply"))
        return [{ k: "data", args: [], value: args[0] ?? NOTHING }];
      if (
        name === "then" &&
        args.some((arg) => arg.some((one) => one.k === "fn")) &&
        lookup(atom.root, [...atom.path, name])?.exact !== true
      )
        return [settled(x, [atom], name, args)];
      if (name === "deref" && args.length === 0 && !atom.root.startsWith("pkg:")) return [{ k: "data", args: [], value: [atom] }];
      if (
        TEXTUAL.has(name) &&
        (atom.path.includes("()") || (atom.root === "global" && (atom.path.at(-1) === "*" || isNobodys(atom)))) &&
        lookup(atom.root, [...atom.path, name])?.exact !== true
      )
        return [{ k: "data", args, value: x.data() }];
      const listed = atom.path.includes("()") ? iterationOfAnswer(x, atom, name, args) : undefined;
      // What a package keeps of what it was given, it hands over itself.
      if (listed && !(atom.held && handsBack(atom.root))) return [listed];
      // What an unknown package's value has in common with every value is harmless.
      const mayServe = SERVING.has(name) && atom.path.at(-1) === "new";
      const isOwnBind = name === "bind" && !isBound(atom, name, args);
      if (COMMON.has(name) && !mayServe && !isOwnBind && atom.path.length > 1 && !lookup(atom.root, atom.path))
        return [iteration(x, x.in.atom({ k: "data" }), name, args) ?? { k: "data", args, value: [atom] }];
      return x.member([atom], name).flatMap((one) => invoke(x, one, args, null, call, frame));
    }
    case "data":
    case "str":
    case "prim":
      return methodOfData(x, atom, name, args, call, frame);
    case "unk":
      // What no implementer of is seen is a service all the same.
      if (atom.why === "unknown.abstract" && SERVING.has(name))
        return [{ k: "unk", why: atom.why, what: describe(call, frame.mod), args, call, at: frame }];
      if (COMPARING.has(name)) return [{ k: "data", args: compared(name, args), value: x.data() }];
      if (COMMON.has(name)) return name === "then" ? [settled(x, [atom], name, args)] : [{ k: "data", args, value: x.join([atom]) }];
      return [{ k: "unk", why: atom.why, what: describe(call, frame.mod), args, call, at: frame }];
    case "proxy":
      return trapsReading(x, atom)
        ? objectMethod(x, atom, name, args, call, frame, self)
        : atom.target.flatMap((one) => method(x, one, name, args, call, frame, self));
    case "arr":
    case "list": {
      if (/^\d+$/u.test(name)) return x.member([atom], name).flatMap((one) => invoke(x, one, args, [atom], call, frame));
      const isLiteral = call.f.k === "mem" && call.f.o.k === "arr";
      const joined = isLiteral ? joinedText(atom, name, args) : undefined;
      if (joined !== undefined) return [{ k: "data", args: [], value: x.text(joined) }];
      const each = iterate(x, atom, name, args);
      if (each) return [{ k: "each", ...each }];
      if (name === "then") return [settled(x, [atom], name, args)];
      return [
        {
          k: "data",
          args: KEEPING.has(name) ? [] : args,
          value:
            name === "next"
              ? x.record([["value", elementsOf(x, [atom])]])
              : name === "push" || name === "includes" || name === "join"
                ? x.data()
                : x.join([atom]),
        },
      ];
    }
    case "typed":
      // A function by its type, called in a roundabout way, is as little known.
      if (atom.t.k === "fn" && (name === "call" || name === "apply")) return invoke(x, atom, args.slice(1), null, call, frame);
      if (atom.t.k === "fn" && name === "bind") return [{ k: "data", args: [], value: [atom] }];
      return objectMethod(x, atom, name, args, call, frame, self);
    default:
      return objectMethod(x, atom, name, args, call, frame, self);
  }
}

/** A global that nobody knows: a constant that a build puts there, as a rule. */
const isNobodys = ({ root, path }: AtomOf<"ext">): boolean => path.length === 1 && lookup(root, path) === undefined;

const isOfArrays = ({ root, path }: AtomOf<"ext">): boolean =>
  root === "global" && path.length === 3 && path[0] === "Array" && path[1] === "prototype";

/** `Array.prototype.map.call(list, f)`: the method of each list that it is called on, and of whatever else that is. */
function borrowed(x: Machine, atom: AtomOf<"ext">, args: readonly Value[], call: CallExpr, frame: Frame): readonly Target[] {
  const [of = NOTHING, ...rest] = args;
  const lists = of.filter(({ k }) => ITERABLE.has(k));
  const own = lists.flatMap((list) => method(x, list, atom.path[2] ?? "", rest, call, frame, null));
  return lists.length > 0 && lists.length === of.length ? own : [...own, ...externalMethod(x, atom, "call", args, call, frame)];
}

/** Whether `bind` makes another function of a member of what a package handed out, and is no method of that: `ldap.bind(name)` is one. */
const isBound = ({ root, path }: AtomOf<"ext">, name: string, [self = NOTHING]: readonly Value[]): boolean =>
  name === "bind" &&
  self.every((atom) => isAbsent(atom) || (atom.k !== "str" && atom.k !== "prim" && atom.k !== "data")) &&
  path.length > 1 &&
  (path[0] === "Reflect" || !/^(?:new|\(\)|call|apply)$/u.test(path.at(-1) ?? "")) &&
  lookup(root, [...path, name])?.exact !== true;

/** Calls (or constructs) one atom. */
export function invoke(
  x: Machine,
  atom: Atom,
  args: readonly Value[],
  self: Value | null,
  call: CallExpr,
  frame: Frame,
): readonly Target[] {
  switch (atom.k) {
    case "fn": {
      if (call.kind === 1 && !fnOf(x.in.frame(atom.mod, atom.f, atom.up, null, null)).arrow) {
        return [{ k: "frame", frame: activate(x, atom, args, x.record([])), call, at: frame }];
      }
      return [{ k: "frame", frame: activate(x, atom, args, self), call, at: frame }];
    }
    case "cls":
      return call.kind === 1 ? [construct(x, atom, args)] : [];
    case "ext": {
      const at = canonical(atom.root, atom.path);
      const listeners = bridged(x, at.root, at.path, args);
      const listening = (listeners?.of ?? NOTHING).flatMap((one) => invoke(x, one, listeners?.args ?? [], null, call, frame));
      if (listeners?.isAll) return listening;
      const through = reflected(x, at.root, at.path, atom.args ? [...atom.args, ...args] : args);
      const ours = (through?.of ?? NOTHING).flatMap((one) =>
        invoke(x, one, through?.args ?? [], through?.self ?? null, through?.isNew ? { ...call, kind: 1 as const } : call, frame),
      );
      if (through?.isAll) return ours;
      const instead = patched(x, atom, frame.mod).flatMap((one) => invoke(x, one, args, null, call, frame));
      return [
        ...listening,
        ...ours,
        ...instead,
        {
          k: "ext",
          root: at.root,
          path: at.path,
          args: atom.args ? [...atom.args, ...args] : args,
          isNew: call.kind === 1,
          ...(atom.held ? { held: atom.held } : {}),
          call,
          at: frame,
        },
      ];
    }
    case "proxy": {
      const { frames, instead } = callRun(x, atom, args, call.kind === 1);
      const started = frames.map((one): Target => ({ k: "frame", frame: one, call, at: frame }));
      return [...started, ...instead.flatMap((one) => invoke(x, one, args, self, call, frame))];
    }
    case "data":
      if (isHandedIn(atom) && !isCallback(call.f, frame.mod))
        return [{ k: "unk", why: "unknown.parameter", what: describe(call, frame.mod), args, call, at: frame }];
      return [{ k: "data", args, value: x.data() }];
    case "unk":
      return [{ k: "unk", why: atom.why, what: describe(call, frame.mod), args, call, at: frame }];
    case "typed": {
      // What a function of this type does is not known, but what it gives back is, by its type.
      const result = atom.t.k === "fn" ? typeValue(x, atom.t.r, atom.up).filter(isService) : NOTHING;
      return [
        {
          k: "unk",
          why: "unknown.parameter",
          what: describe(call, frame.mod),
          args,
          call,
          at: frame,
          ...(result.length > 0 ? { result } : {}),
        },
      ];
    }
    default:
      return [];
  }
}
