import type { CallExpr } from "../ir.ts";
import type { Target } from "./callees.ts";
import { invoke } from "./callees.ts";
import { elementsOf } from "./containers.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "./machine.ts";
import type { AtomOf, Frame, Value } from "./values.ts";
import { NOTHING } from "./values.ts";

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
    default:
      return x.member([atom], name).flatMap((one) => invoke(x, one, args, null, call, frame));
  }
}

/** What `Reflect.construct` and `Reflect.apply` call, where it is a class or function of ours. */
export function reflected(
  root: string,
  path: readonly string[],
  args: readonly Value[],
): { readonly of: Value; readonly args: readonly Value[]; readonly self: Value | null; readonly isNew: boolean } | undefined {
  const isNew = path[1] === "construct";
  if (root !== "global" || path.length !== 2 || path[0] !== "Reflect" || !(isNew || path[1] === "apply")) return undefined;
  const [callee = NOTHING, self = NOTHING] = args;
  const list = (isNew ? self : args[2]) ?? NOTHING;
  const [only] = list;
  const isOurs = callee.length > 0 && callee.every((atom) => atom.k === (isNew ? "cls" : "fn"));
  if (!isOurs || only?.k !== "arr" || list.length !== 1) return undefined;
  return { of: callee, args: only.e, self: isNew ? null : self, isNew };
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
