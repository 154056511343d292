import { lookup, tableOf } from "../tables/index.ts";
import type { CallSite, Sites } from "./callers.ts";
import { indexed } from "./callers.ts";
import { ancestor, genericFrame } from "./variables.ts";
import type { Machine } from "./machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "./values.ts";

const asked = new WeakMap<Mod["sum"], Sites>();

/** Calls of methods, by the variable that they start from: `graph.addNode("a", one).addNode("b", other)` puts both into the graph. */
const askedOf = (mod: Mod): Sites =>
  indexed(asked, mod, ({ f }) => {
    let callee = f;
    while (callee.k === "mem" && callee.o.k === "call") callee = callee.o.f;
    return callee.k === "mem" && callee.o.k === "var" ? [callee.o.v] : [];
  });

const isKeeper = (atom: Atom): atom is AtomOf<"ext"> =>
  atom.k === "ext" && atom.held !== undefined && tableOf(atom.root)?.isKeeper === true;

/** What a package made, and keeps what it is given later on, with that: `graph.addNode("read", read)` on a line of its own. */
export function keptLater(x: Machine, mod: Mod, v: number, owner: Frame, value: Value): Value {
  if (!value.some(isKeeper)) return value;
  const calls = askedOf(mod).get(v) ?? [];
  return calls.length === 0 ? value : x.join(value.map((atom) => (isKeeper(atom) ? filled(x, mod, owner, atom, calls) : atom)));
}

function filled(x: Machine, mod: Mod, owner: Frame, atom: AtomOf<"ext">, calls: readonly CallSite[]): Atom {
  const given = calls.flatMap(({ call, f }): readonly Value[] => {
    if (call.f.k !== "mem" || typeof call.f.p !== "string") return [];
    const found = lookup(atom.root, [...atom.path, call.f.p]);
    if (found?.exact !== true || found.entry.returns !== "client") return [];
    const frame = ancestor(owner, f) ?? genericFrame(x, mod, f, owner);
    return call.a.map((argument) => x.value(argument, frame));
  });
  return given.length === 0 ? atom : x.handle(atom.root, atom.path, [...(atom.held ?? []), ...given]);
}
