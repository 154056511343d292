import type { Expr, Prop } from "../ir.ts";

type Of<K extends Expr["k"]> = Extract<Expr, { k: K }>;
const isNamed = (prop: Prop): prop is Extract<Prop, { n: string }> => "n" in prop;
const isPlain = (e: Expr): e is Of<"lit"> => e.k === "lit";

/** Members of a JSON Schema, and methods of a builder, whose list of plain values is a set. */
const SETS: ReadonlySet<string> = new Set(["enum", "required", "type", "picklist", "Enum", "oneOf"]);

function asSet(e: Expr): Expr {
  if (e.k !== "arr" || !e.e.every(isPlain)) return e;
  const key = (one: Expr): string => JSON.stringify((one as Of<"lit">).v);
  return { ...e, e: e.e.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)) };
}

/** Members in the order of their names, where no later one stands over an earlier one: as they are written says nothing. */
export function membersInOrder(e: Of<"obj">): Of<"obj"> {
  if (!e.p.every(isNamed) || new Set(e.p.map((prop) => prop.n)).size !== e.p.length) return e;
  const sets = e.p.map((prop) => (SETS.has(prop.n) ? { ...prop, e: asSet(prop.e) } : prop));
  return { ...e, p: sets.sort((a, b) => (a.n < b.n ? -1 : 1)) };
}

/** `z.enum(["b", "a"])` takes what `z.enum(["a", "b"])` takes. */
export function valuesInOrder(e: Of<"call">): Of<"call"> {
  const [first, ...rest] = e.a;
  const isSet = first !== undefined && e.f.k === "mem" && typeof e.f.p === "string" && SETS.has(e.f.p);
  return isSet ? { ...e, a: [asSet(first), ...rest] } : e;
}
