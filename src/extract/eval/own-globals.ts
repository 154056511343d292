import { visitExprs } from "../ir-walk.ts";
import { lookup } from "../tables/index.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Value } from "./values.ts";
import { isAbsent } from "./values.ts";
import { genericFrame } from "./variables.ts";

const GLOBALS = new Set(["globalThis", "global", "window", "self"]);
const MAX_FILES = 40;

/** Whether an atom is the global object itself. */
export const isGlobalObject = (atom: Atom): boolean =>
  atom.k === "ext" && atom.root === "global" && atom.path.length === 1 && GLOBALS.has(atom.path[0] ?? "");

/** A global by its name: what the platform has there, else what the program itself puts there. */
export function globalNamed(x: Machine, name: string): Value {
  const ext: Value = [x.ext("global", [name])];
  if (lookup("global", [name]) || name === "*") return ext;
  const own = x.once("global", 0, x.nameId(name), () => assigned(x, name));
  // What is kept there and made where it is missing (`globalThis.db ?? new Db()`) is not yet told while it is being told.
  return own.some((atom) => !isAbsent(atom)) || x.leans ? own : ext;
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

const underSymbol = (x: Machine, name: string): Value =>
  x.join(
    ...x.modules.flatMap((mod) => {
      const found: Value[] = [];
      visitExprs(mod.sum, (e, f) => {
        if (e.k !== "set" || e.t.k !== "mem" || typeof e.t.p === "string") return;
        const frame = genericFrame(x, mod, f, x.top(mod));
        if (x.value(e.t.o, frame).some(isGlobalObject) && symbolIn(x.value(e.t.p, frame)) === name) found.push(x.value(e.e, frame));
      });
      return found;
    }),
  );

/** What the program assigns to a property of the global object. */
function assigned(x: Machine, name: string): Value {
  const found: Value[] = [];
  for (const file of x.world.assigning(name).slice(0, MAX_FILES)) {
    const mod = x.module(file);
    if (!mod) continue;
    visitExprs(mod.sum, (e, f) => {
      if (e.k !== "set" || e.t.k !== "mem" || e.t.p !== name) return;
      const frame = genericFrame(x, mod, f, x.top(mod));
      if (x.value(e.t.o, frame).some(isGlobalObject)) found.push(x.value(e.e, frame));
    });
  }
  return x.join(...found);
}
