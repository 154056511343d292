import type { External, Target } from "../eval/domain/targets.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Atom, Value } from "../eval/domain/values.ts";
import type { CallExpr, ModuleSummary } from "../ir.ts";
import type { CallShape, SinkShape } from "./format.ts";
import { EXECUTOR_KEYS, keyIn } from "./definitions.ts";
import { callShapes } from "./calls.ts";
import { sinkShapes } from "./declarations.ts";

const byCallee = new Map<string, CallShape[]>();
for (const shape of callShapes) byCallee.set(shape.callee, [...(byCallee.get(shape.callee) ?? []), shape]);

export const REGISTER_NAMES: ReadonlySet<string> = new Set(byCallee.keys());

/** Whether a name that a module imports (undefined: a method's name) may be that of a call that is handed tools. */
export const maySink = (name: string, from: string | undefined): boolean =>
  sinkShapes.some(
    (shape) =>
      !shape.keeps &&
      shape.callee === name &&
      (from === undefined || shape.packages.some((one) => from === one || from.startsWith(`${one}/`))),
  );

/** The shape that a call to something external has, if it declares a tool. */
export function matchCall(target: External): CallShape | undefined {
  if (!target.root.startsWith("pkg:")) return undefined;
  const plain = target.path.filter((step) => step !== "()" && step !== "new" && step !== "default");
  const shapes = byCallee.get(plain.at(-1) ?? "") ?? [];
  const name = target.root.slice(4);
  return (
    shapes.find((shape) => shape.packages.includes(name) && firstMatches(shape, target.args) && target.args.length >= (shape.least ?? 0)) ??
    (isOpaque(name) ? shapes.find((shape) => looksRight(shape, target.args)) : undefined)
  );
}

/** Packages that hand out a server or tool registry of their own making. */
const isOpaque = (name: string): boolean => /\bmcp\b/u.test(name);

/** The shape of a call on a receiver that could not be resolved, judged by its arguments alone. */
export function matchLoosely(callee: string, args: readonly Value[]): CallShape | undefined {
  return (byCallee.get(callee) ?? []).find((shape) => looksRight(shape, args));
}

function firstMatches(shape: CallShape, args: readonly Value[]): boolean {
  if (!shape.first) return true;
  return isSchema(args[0], shape.first);
}

/** Whether a value is one of the exported names or constants that name a kind of request. */
export function isSchema(value: Value | undefined, names: readonly string[]): boolean {
  return (
    value?.some(
      (atom) =>
        (atom.k === "ext" && names.includes(atom.path.at(-1) ?? "")) ||
        (atom.k === "str" && typeof atom.p[0] === "string" && names.includes(atom.p[0])),
    ) ?? false
  );
}

const isFunction = (value: Value | undefined): boolean => value?.some((atom) => atom.k === "fn") ?? false;
const isText = (value: Value | undefined): boolean => value?.some((atom) => atom.k === "str" || atom.k === "data") ?? false;

/** What says something, and is no code: options that stand behind an executor. */
const OPTIONS: ReadonlySet<Atom["k"]> = new Set(["prim", "str", "obj", "rec"] as const);

const isOption = (atom: Atom): boolean => OPTIONS.has(atom.k) && !(atom.k === "obj" && keyIn(atom.e, EXECUTOR_KEYS) !== undefined);

/** The argument that a selector without a path names, `LAST` or `A3`: the last is the last function where only options come after it. */
export function argumentAt(args: readonly Value[], selector = "LAST"): Value | undefined {
  if (selector !== "LAST") return args[Number(selector.slice(1))];
  const last = args.at(-1);
  return last?.every(isOption) === true ? (args.findLast(isFunction) ?? last) : last;
}

function looksRight(shape: CallShape, args: readonly Value[]): boolean {
  switch (shape.loose) {
    case "named-function":
      return args.length >= 2 && isText(args[0]) && isFunction(argumentAt(args, shape.exec[0]));
    case "definition":
      return (
        args[0]?.some((atom) => atom.k === "obj" || atom.k === "rec") === true &&
        (shape.exec.some((selector) => selector === "A1")
          ? isFunction(args[1])
          : args[0].some(
              (atom) =>
                atom.k === "obj" &&
                atom.e.p.some((prop) => "s" in prop || ("n" in prop && shape.exec.some((one) => one === `A0.${prop.n}`))),
            ))
      );
    case "request":
      return firstMatches(shape, args);
    default:
      return false;
  }
}

/** The shape of a call that is handed a collection of tools. */
export function sinkOf(seen: SeenCall): SinkShape | undefined {
  for (const target of seen.targets) {
    if (target.k !== "ext" || !target.root.startsWith("pkg:")) continue;
    const name = target.path.filter((step) => step !== "()" && step !== "new" && step !== "default").at(-1);
    const shape = sinkShapes.find((one) => one.callee === name && one.packages.includes(target.root.slice(4)));
    if (shape) return shape;
  }
  return undefined;
}

/** The name by which a call says what it does: that of the method, the variable or the global. */
export function registering({ sum }: { readonly sum: ModuleSummary }, { f }: CallExpr): string | undefined {
  if (f.k === "mem") return typeof f.p === "string" ? f.p : undefined;
  return f.k === "var" ? sum.vars[f.v]?.n : f.k === "glob" ? f.n : undefined;
}

/** The shape of a call with all that it may reach, or undefined when it declares no tool. */
export function shapeOf(seen: SeenCall): CallShape | undefined {
  for (const target of seen.targets) {
    const shape = target.k === "ext" ? matchCall(target) : undefined;
    if (shape) return shape;
  }
  const name = registering(seen.at.mod, seen.call);
  if (name === undefined || !REGISTER_NAMES.has(name)) return undefined;
  const isOpen = (target: Target): boolean => target.k === "unk" || target.k === "data" || (target.k === "ext" && target.root === "global");
  const open = seen.targets.find(isOpen);
  return open && "args" in open ? matchLoosely(name, open.args) : undefined;
}
