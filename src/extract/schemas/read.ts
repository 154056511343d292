import type { InputShape } from "../../model/input/shape.ts";
import type { Machine } from "../eval/machine.ts";
import type { Built } from "./builders.ts";
import type { Reader } from "./reader.ts";
import { withoutWords } from "./canonical.ts";
import { chain } from "./chain.ts";
import type { At } from "../eval/meaning/follow.ts";
import { follow, foreignName } from "../eval/meaning/follow.ts";
import { jsonSchema, sorted, membersOf } from "./json-schema.ts";

const MAX_DEPTH = 10;

const opaque = (text: string): Built => ({ shape: { kind: "opaque", digest: text }, optional: false });

/** A schema of more parts than these is not read: it is opaque as a whole. */
const MAX_READS = 4000;

interface Budget {
  left: number;
}

function readerAt(x: Machine, depth: number, budget: Budget = { left: MAX_READS }): Reader {
  const deeper = (): Reader => readerAt(x, depth + 1, budget);
  const r: Reader = {
    follow: (at) => follow(x, at),
    text: (at) => {
      const { e, mod } = follow(x, at);
      if (e.k === "data" && e.re !== undefined) return e.re;
      return JSON.stringify(e.k === "lit" ? e.v : withoutWords(x, mod, e));
    },
    foreign: (mod, specifier, name) => foreignName(x, mod, specifier, name),
    shape: (at) => r.property(at).shape,
    property: (at) => {
      const said = follow(x, at);
      if (budget.left-- <= 0) return opaque("");
      if (depth >= MAX_DEPTH) return opaque(r.text(said));
      const inner = deeper();
      if (said.e.k !== "obj") return chain(inner, said) ?? opaque(r.text(said));
      const shape = jsonSchema(inner, said);
      return shape ? { shape, optional: false } : opaque(r.text(said));
    },
    union: (at) => {
      const { e, mod } = follow(x, at);
      if (e.k !== "arr" || e.e.some((one) => one.k === "spread")) return opaque(r.text(at)).shape;
      const of = e.e.map((one) => r.shape({ e: one, mod }));
      const named = of.flatMap((one) => (one.kind === "named" ? one.values : []));
      const rest = of.filter((one) => one.kind !== "named");
      const all: InputShape[] = named.length > 0 ? [...rest, { kind: "named", values: named }] : rest;
      return all.length === 1 && all[0] ? all[0] : { kind: "union", of: all };
    },
  };
  return r;
}

/** What a member of such a mapping may be: not text, not a number, not a list. */
const SCHEMAS: ReadonlySet<string> = new Set(["call", "mem", "var", "cond"]);

/** The schemas that a mapping of names to schemas names; undefined where it is none. */
function shapeMembers(r: Reader, at: At): ReadonlyMap<string, At> | undefined {
  const members = membersOf(r, at);
  return members && [...members.values()].every((one) => SCHEMAS.has(r.follow(one).e.k)) ? members : undefined;
}

/** Whether an expression is a mapping of names to schemas. */
export const isShape = (x: Machine, at: At): boolean => shapeMembers(readerAt(x, 0), at) !== undefined;

/** What a tool takes, by the expression that says so; a mapping of names to schemas is an object of these. */
export function inputShapeOf(x: Machine, at: At): InputShape {
  const budget = { left: MAX_READS };
  const r = readerAt(x, 0, budget);
  const members = shapeMembers(r, at);
  const shape: InputShape = members ? { kind: "object", properties: sorted(readerAt(x, 1, budget), members, () => false) } : r.shape(at);
  return budget.left < 0 ? opaque(r.text(at)).shape : shape;
}
