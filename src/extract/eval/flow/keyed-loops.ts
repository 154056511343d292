import type { Expr, LoopHead, Write } from "../../ir.ts";
import { executorKeyIn } from "../../shapes/definitions.ts";
import { entriesOf } from "../meaning/containers.ts";
import type { Machine } from "../machine.ts";
import { constantOf } from "../domain/strings.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { isCode } from "../elsewhere/writes.ts";

/** What a variable of a loop's body takes out of a table by the variable of the loop: `const entry = registry[name]`. */
interface Taken {
  readonly v: number;
  readonly table: Expr;
}

const TABLES: ReadonlySet<Atom["k"]> = new Set(["obj", "rec", "wr", "ns"] as const);

/** The table that an expression takes something out of by a variable. */
function tableOf(e: Expr, key: number): Expr | undefined {
  if (e.k === "as") return tableOf(e.e, key);
  const isKey = (one: Expr | undefined): boolean => one?.k === "var" && one.v === key;
  if (e.k === "mem") return typeof e.p !== "string" && isKey(e.p) ? e.o : undefined;
  return e.k === "call" && e.f.k === "mem" && e.f.p === "get" && e.a.length === 1 && isKey(e.a[0]) ? e.f.o : undefined;
}

const known = new WeakMap<Mod["sum"], Map<number, readonly Taken[]>>();

function takenBy({ sum }: Mod, key: number): readonly Taken[] {
  const all = known.get(sum) ?? new Map<number, readonly Taken[]>();
  known.set(sum, all);
  const found =
    all.get(key) ??
    sum.vars.flatMap(({ f, d: [def, more] }, v): Taken[] => {
      if (f !== sum.vars[key]?.f || def?.k !== "expr" || more || def.path.length > 0) return [];
      const table = tableOf(def.e, key);
      return table ? [{ v, table }] : [];
    });
  all.set(key, found);
  return found;
}

/** Whether what a table holds is, or has, something that runs. */
const runs = (atom: Atom): boolean => isCode(atom) || (atom.k === "obj" && executorKeyIn(atom.e) !== undefined);

/** What a table holds under each key; undefined where not all of its keys are known, or nothing in it is worth being told apart. */
function keysOf(x: Machine, table: Value): readonly string[] | undefined {
  if (table.length === 0 || !table.every(({ k }) => TABLES.has(k))) return undefined;
  const pairs = entriesOf(x, table).map((pair) => (pair.k === "arr" ? pair.e : []));
  const keys = pairs.map(([key = []]) => (key.length === 1 && key[0] ? constantOf(key[0]) : undefined));
  return keys.every((key) => key !== undefined) && pairs.some(([, one = []]) => one.some(runs)) ? [...new Set(keys)] : undefined;
}

const atOf = (e: Expr): number => ("at" in e ? e.at : e.k === "as" ? atOf(e.e) : 0);

/**
 * Whether something may go from one turn of a loop to the next by a variable of the function around it: assigned again, or written to. Each turn by itself
 * would not have what another left there.
 *
 * @param write what is asked for: what it writes to is what the turns make.
 */
const carries = ({ f, mod }: Frame, write: Write, { e }: LoopHead): boolean =>
  mod.sum.vars.some(({ f: owner, d, w = [] }) => {
    const [def] = d;
    const isInside = e !== null && def?.k === "expr" && atOf(def.e) > atOf(e);
    return owner === f && !isInside && (d.length > 1 || (w.length > 0 && !w.includes(write)));
  });

/** More entries of a table than these are not told apart. */
const MAX_KEYS = 128;

/**
 * The activations of a loop over names that nobody knows, by which it takes something out of a table: once for each key of the table, and once for a
 * name that is none of them. Of what is written in the loop alone: what the loop does, it does in turns that know of one another.
 */
export function turnsByKey(x: Machine, write: Write, loop: LoopHead, frame: Frame): Frame[] {
  const [v, more] = loop.v;
  const taken = v === undefined || more !== undefined ? [] : takenBy(frame.mod, v);
  if (v === undefined || taken.length === 0 || carries(frame, write, loop)) return [];
  const found = taken.map(({ table }) => keysOf(x, x.value(table, frame)));
  if (!found.every((one) => one !== undefined)) return [];
  const keys = [...new Set(found.flat())];
  if (keys.length < 2 || keys.length > MAX_KEYS) return [];
  const turn = (bound: readonly (readonly [number, Value])[]): Frame =>
    x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, new Map([...(frame.bound ?? []), ...bound]));
  return [
    ...keys.map((key) => turn([[v, x.text(key)]])),
    turn([[v, x.data()], ...taken.map((one) => [one.v, [x.in.atom({ k: "prim", v: undefined })]] as const)]),
  ];
}
