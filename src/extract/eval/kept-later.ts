import type { CallExpr, ModuleSummary } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { lookup, tableOf } from "../tables/index.ts";
import { ancestor, genericFrame } from "./variables.ts";
import type { Machine } from "./machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "./values.ts";

/** A method that is called on a variable, and the function that the call stands in. */
interface Asked {
  readonly call: CallExpr;
  readonly name: string;
  readonly f: number;
}

const asked = new WeakMap<ModuleSummary, ReadonlyMap<number, readonly Asked[]>>();

/** The methods that a module calls on its variables. */
function askedOf(sum: ModuleSummary): ReadonlyMap<number, readonly Asked[]> {
  const known = asked.get(sum);
  if (known) return known;
  const found = new Map<number, Asked[]>();
  visitCalls(sum, (call, f) => {
    let { f: callee } = call;
    if (callee.k !== "mem" || typeof callee.p !== "string") return;
    const name = callee.p;
    // `graph.addNode("a", one).addNode("b", other)` puts both into the graph.
    while (callee.k === "mem" && callee.o.k === "call") callee = callee.o.f;
    if (callee.k === "mem" && callee.o.k === "var") found.set(callee.o.v, [...(found.get(callee.o.v) ?? []), { call, name, f }]);
  });
  asked.set(sum, found);
  return found;
}

const isKeeper = (atom: Atom): atom is AtomOf<"ext"> =>
  atom.k === "ext" && atom.held !== undefined && tableOf(atom.root)?.isKeeper === true;

/** What a package made, and keeps what it is given later on, with that: `graph.addNode("read", read)` on a line of its own. */
export function keptLater(x: Machine, mod: Mod, v: number, owner: Frame, value: Value): Value {
  if (!value.some(isKeeper)) return value;
  const calls = askedOf(mod.sum).get(v) ?? [];
  return calls.length === 0 ? value : x.join(value.map((atom) => (isKeeper(atom) ? filled(x, mod, owner, atom, calls) : atom)));
}

function filled(x: Machine, mod: Mod, owner: Frame, atom: AtomOf<"ext">, calls: readonly Asked[]): Atom {
  const given = calls.flatMap(({ call, name, f }): readonly Value[] => {
    const found = lookup(atom.root, [...atom.path, name]);
    if (found?.exact !== true || found.entry.returns !== "client") return [];
    const frame = ancestor(owner, f) ?? genericFrame(x, mod, f, owner);
    return call.a.map((argument) => x.value(argument, frame));
  });
  return given.length === 0 ? atom : x.handle(atom.root, atom.path, [...(atom.held ?? []), ...given]);
}
