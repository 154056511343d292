import type { Expr } from "../../ir.ts";
import { visitExprs } from "../../ir-walk.ts";
import { lookup } from "../../tables/index.ts";
import { autoImported, provided } from "./auto-imports.ts";
import { exposed } from "../elsewhere/bridges.ts";
import { assignedIn } from "./loaded-modules.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { isAbsent, NOTHING } from "../domain/values.ts";
import { genericFrame } from "./variables.ts";

/** Names of the global object. */
export const GLOBALS: ReadonlySet<string> = new Set(["globalThis", "global", "window", "self"]);
const MAX_FILES = 40;

/** Whether an atom is the global object itself. */
export const isGlobalObject = (atom: Atom): boolean =>
  atom.k === "ext" && atom.root === "global" && atom.path.length === 1 && GLOBALS.has(atom.path[0] ?? "");

/** Whether an atom is the environment as a whole. */
export const isEnv = (atom: Atom): boolean =>
  atom.k === "ext" &&
  ((atom.root === "node:process" && atom.path.length === 1 && atom.path[0] === "env") ||
    (atom.root === "global" && atom.path.length === 2 && atom.path[0] === "process" && atom.path[1] === "env") ||
    (atom.root === "global" && atom.path[0] === "Bun" && atom.path[1] === "env"));

const isGlobal = (atom: Atom, path: string): boolean => atom.k === "ext" && atom.root === "global" && atom.path.join(".") === path;

export const isRequire = (atom: Atom): boolean => isGlobal(atom, "require");
/** The modules that are loaded, by their files. */
export const isRequireCache = (atom: Atom): boolean => isGlobal(atom, "require.cache");

/** A global by its name: what the platform has there, else what the program itself puts there. */
export function globalNamed(x: Machine, name: string): Value {
  const ext: Value = [x.ext("global", [name])];
  if (lookup("global", [name]) || name === "*") return ext;
  const own = x.once("global", 0, x.nameId(name), () => x.join(assigned(x, name), exposed(x, name), autoImported(x, name)));
  // What is kept there and made where it is missing (`globalThis.db ?? new Db()`) is not yet told while it is being told.
  return own.some((atom) => !isAbsent(atom)) || x.leans ? own : (provided(x, name) ?? ext);
}

/** Where the value of a symbol comes from: no name, so nothing that the platform has is found under it. */
const SYMBOL = "symbol:";

/** A symbol; by the name that it is registered under, it is the same everywhere. */
export const symbol = (x: Machine, name = ""): Value => x.data(`${SYMBOL}${name}`);

/** The one symbol that a value is; undefined where it may be anything else. */
function symbolIn([only, ...more]: Value): string | undefined {
  return only?.k === "data" && more.length === 0 && only.from?.startsWith(SYMBOL) === true ? only.from : undefined;
}

/**
 * What the modules loaded so far put on the global object under a symbol: `globalThis[Symbol.for("state")] = state`.
 *
 * @returns undefined where the key is no symbol, or nothing is known to stand there.
 */
export function globalsBySymbol(x: Machine, key: Value): Value | undefined {
  const name = symbolIn(key);
  const found = name === undefined ? [] : x.once("global", x.nameId(name), -x.modules.length, () => underSymbol(x, name));
  return found.length > 0 ? found : undefined;
}

/** A member by a name that is computed, and what it is set to, in function `f`. */
interface Computed {
  readonly object: Expr;
  readonly key: Expr;
  readonly e: Expr;
  readonly f: number;
}

const computedIn = new WeakMap<Mod["sum"], readonly Computed[]>();

/** What a module sets by names that are computed. */
function computed({ sum }: Mod): readonly Computed[] {
  const known = computedIn.get(sum);
  if (known) return known;
  const found: Computed[] = [];
  visitExprs(sum, (e, f) => {
    if (e.k === "set" && e.t.k === "mem" && typeof e.t.p !== "string") found.push({ object: e.t.o, key: e.t.p, e: e.e, f });
  });
  computedIn.set(sum, found);
  return found;
}

const underSymbol = (x: Machine, name: string): Value =>
  x.join(
    ...x.modules.flatMap((mod) =>
      computed(mod).map(({ object, key, e, f }) => {
        const frame = genericFrame(x, mod, f, x.top(mod));
        return x.value(object, frame).some(isGlobalObject) && symbolIn(x.value(key, frame)) === name ? x.value(e, frame) : NOTHING;
      }),
    ),
  );

/** What the program assigns to a property of the global object. */
const assigned = (x: Machine, name: string): Value =>
  x.join(
    ...x.world
      .assigning(name)
      .slice(0, MAX_FILES)
      .flatMap((file) => {
        const mod = x.module(file);
        return (mod ? (assignedIn(mod).get(name) ?? []) : []).map(({ to, e }) => {
          if (!mod || !to || !e) return NOTHING;
          const frame = genericFrame(x, mod, to.f, x.top(mod));
          return x.value(to.object, frame).some(isGlobalObject) ? x.value(e, frame) : NOTHING;
        });
      }),
  );
