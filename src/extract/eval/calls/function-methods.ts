import type { CallExpr } from "../../ir.ts";
import { MANY } from "./arguments.ts";
import type { Target } from "../domain/targets.ts";
import { invoke } from "./callees.ts";
import { elementsOf } from "../meaning/containers.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { EXECUTOR_KEYS } from "../../shapes/definitions.ts";

/** `f.call()`, `f.apply()` and `f.bind()` of a function of ours. */
export function functionMethod(
  x: Machine,
  atom: AtomOf<"fn">,
  name: string,
  args: readonly Value[],
  call: CallExpr,
  frame: Frame,
): readonly Target[] {
  const [self, ...rest] = args;
  switch (name) {
    case "call":
      return [{ k: "frame", frame: activate(x, atom, rest, self ?? null), call, at: frame }];
    case "apply": {
      const list = rest[0] ?? NOTHING;
      const [only] = list;
      const each = x.join(x.data(), elementsOf(x, list));
      const passed = only?.k === "arr" && list.length === 1 ? only.e : (atom.mod.sum.fns[atom.f]?.pn ?? []).map(() => each);
      return [{ k: "frame", frame: activate(x, atom, passed, self ?? null), call, at: frame }];
    }
    case "bind":
      return [
        {
          k: "data",
          args: [],
          value: [
            x.in.atom({ k: "fn", mod: atom.mod, f: atom.f, up: atom.up, ...(self ? { self } : {}), pre: [...(atom.pre ?? []), ...rest] }),
          ],
        },
      ];
    default: {
      const found = x.member([atom], name);
      // What a framework makes of a function is taken for the function.
      if (found.length === 0 && (RUNS.has(name) || IN_TRANSACTION.has(name))) return invoke(x, atom, args, null, call, frame);
      return found.flatMap((one) => invoke(x, one, args, null, call, frame));
    }
  }
}

/** By which a function that `database.transaction` made of another one is run, in better-sqlite3 and Bun. */
const IN_TRANSACTION: ReadonlySet<string> = new Set(["deferred", "immediate", "exclusive"]);

/** Methods by which a framework's object runs what it was made of. */
export const RUNS: ReadonlySet<string> = new Set([
  ...EXECUTOR_KEYS,
  "batch",
  "stream",
  "toolCall",
  "callTool",
  "runAsync",
  "ainvoke",
  "_call",
]);

/** What runs when an object that a framework knows how to run is run: its own executors. */
export const executorsOf = (x: Machine, atom: Atom): Value =>
  x.join(...[...RUNS].map((name) => x.member([atom], name).filter((one) => one.k === "fn")));

/** What `Reflect.construct` and `Reflect.apply` call, as far as it is known. */
export function reflected(
  x: Machine,
  root: string,
  path: readonly string[],
  args: readonly Value[],
):
  | { readonly of: Value; readonly args: readonly Value[]; readonly self: Value | null; readonly isNew: boolean; readonly isAll: boolean }
  | undefined {
  const isNew = path[1] === "construct";
  if (root !== "global" || path.length !== 2 || path[0] !== "Reflect" || !(isNew || path[1] === "apply")) return undefined;
  const [callee = NOTHING, second = NOTHING, third = NOTHING] = args;
  const isOurs = (atom: Atom): boolean => atom.k === (isNew ? "cls" : "fn") || atom.k === "ext";
  // The third argument of `construct` is the class that the object is one of.
  const of = (isNew ? x.join(callee, third) : callee).filter(isOurs);
  if (of.length === 0) return undefined;
  const list = isNew ? second : third;
  const [only] = list;
  const passed = only?.k === "arr" && list.length === 1 ? only.e : Array<Value>(MANY).fill(x.join(x.data(), elementsOf(x, list)));
  return { of, args: passed, self: isNew ? null : second, isNew, isAll: callee.every(isOurs) };
}

/** The same of a function of a package or the platform. */
export function externalMethod(
  x: Machine,
  atom: AtomOf<"ext">,
  name: string,
  args: readonly Value[],
  call: CallExpr,
  frame: Frame,
): readonly Target[] {
  const rest = args.slice(1);
  if (name === "bind") return [{ k: "data", args: [], value: [x.ext(atom.root, atom.path, rest.length > 0 ? rest : undefined)] }];
  const list = rest[0]?.[0];
  const passed = name === "call" ? rest : list?.k === "arr" ? list.e : [x.data()];
  return [{ k: "ext", root: atom.root, path: atom.path, args: passed, isNew: false, call, at: frame }];
}
