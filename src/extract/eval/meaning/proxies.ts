import { activate } from "../calls/contexts.ts";
import { elementsOf } from "./containers.ts";
import type { Machine } from "../machine.ts";
import { resultOf } from "../calls/results.ts";
import type { AtomOf, Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

type Proxied = AtomOf<"proxy">;

/** Traps that run for what they do alone, where something else than reading is done; which of them does is not told apart. */
const SILENT = [
  "set",
  "has",
  "deleteProperty",
  "ownKeys",
  "getOwnPropertyDescriptor",
  "defineProperty",
  "getPrototypeOf",
  "setPrototypeOf",
  "isExtensible",
  "preventExtensions",
];

/** What `new Proxy(target, traps)` makes. Traps that are not known make it unknown. */
export function proxied(x: Machine, args: readonly Value[]): Value {
  const [target = NOTHING, traps = NOTHING] = args;
  if (traps.every(({ k }) => k === "obj" || k === "rec" || k === "inst" || k === "wr")) {
    const isBare = traps.every((atom) => atom.k === "obj" && atom.e.p.length === 0) && !x.assigns("get");
    return isBare ? target : [x.in.atom({ k: "proxy", target, traps })];
  }
  const known = target.filter((atom) => atom.k !== "ext" || atom.path.length === 0);
  return x.join(known, x.unknown("unknown.proxy"));
}

/** What is read where something is read: proxies that do not trap reading are their targets. */
export const readFrom = (x: Machine, value: Value): Value =>
  value.some((atom) => atom.k === "proxy")
    ? x.join(...value.map((atom) => (atom.k === "proxy" && x.member(atom.traps, "get").length === 0 ? readFrom(x, atom.target) : [atom])))
    : value;

/** The activations of a trap. */
function running(x: Machine, atom: Proxied, trap: string, args: readonly Value[]): Frame[] {
  return x.member(atom.traps, trap).flatMap((one) => (one.k === "fn" ? [activate(x, one, [atom.target, ...args], atom.traps)] : []));
}

/** What reading a member of a proxy runs; `name` is undefined where it is computed. */
export const trapsOfReading = (x: Machine, atom: Proxied, name: string | undefined): Frame[] =>
  running(x, atom, "get", [name === undefined ? x.data() : x.text(name), [atom]]);

/** What reading a member of a proxy gives; `name` is undefined where it is computed. */
export function proxyMember(x: Machine, atom: Proxied, name: string | undefined): Value {
  const own = (): Value => (name === undefined ? elementsOf(x, atom.target) : x.member(atom.target, name));
  if (!trapsReading(x, atom)) return own();
  const isWhole = x.member(atom.traps, "get").every(({ k }) => k === "fn");
  return x.join(
    ...trapsOfReading(x, atom, name).map((frame) => resultOf(x, frame)),
    ...(isWhole ? [] : [own(), x.unknown("unknown.proxy")]),
  );
}

/** Whether a proxy answers reads by itself. */
export const trapsReading = (x: Machine, atom: Proxied): boolean => x.member(atom.traps, "get").length > 0;

/** What touching a member of a proxy in another way runs. */
export const trapsRun = (x: Machine, atom: Proxied, name: string | undefined): Frame[] => [
  ...trapsOfReading(x, atom, name),
  ...SILENT.flatMap((trap) => running(x, atom, trap, [x.data(), x.data(), [atom]])),
];

/** What calling (or constructing) a proxy runs: traps, and what is called instead: its target, or something unknown. */
export function callRun(
  x: Machine,
  atom: Proxied,
  args: readonly Value[],
  isNew: boolean,
): { readonly frames: readonly Frame[]; readonly instead: Value } {
  const trap = isNew ? "construct" : "apply";
  const traps = x.member(atom.traps, trap);
  const list: Value = [x.in.atom({ k: "arr", e: args })];
  const isWhole = traps.length > 0 && traps.every(({ k }) => k === "fn");
  const isKnown = traps.every(({ k }) => k === "fn" || k === "ext");
  return {
    frames: running(x, atom, trap, isNew ? [list, [atom]] : [x.data(), list]),
    // `Reflect.construct` is not followed, so that what is constructed is taken to be.
    instead: isNew || !isWhole ? x.join(atom.target, isKnown ? NOTHING : x.unknown("unknown.proxy")) : NOTHING,
  };
}
