import { WHOLE } from "../../model/input/order.ts";
import type { Bounded, InputShape, Members, Named, Property } from "../../model/input/shape.ts";
import type { At } from "../eval/meaning/follow.ts";
import { checked } from "./builders.ts";
import type { Reader } from "./reader.ts";
import { table } from "./table.ts";

const MAX_SPREADS = 8;

/** The members of an object literal by name, spreads put in; undefined where one is computed. */
export function membersOf(r: Reader, at: At, spreads = MAX_SPREADS): ReadonlyMap<string, At> | undefined {
  const { e, mod } = r.follow(at);
  if (spreads === 0) return undefined;
  if (e.k === "mem" && e.p === "shape") return builtMembers(r, { e: e.o, mod }, spreads - 1);
  if (e.k !== "obj") return undefined;
  const out = new Map<string, At>();
  for (const prop of e.p) {
    if ("s" in prop) {
      const inner = membersOf(r, { e: prop.s, mod }, spreads - 1);
      if (!inner) return undefined;
      for (const [name, one] of inner) out.set(name, one);
    } else if ("n" in prop) out.set(prop.n, { e: prop.e, mod });
    else return undefined;
  }
  return out;
}

const MAKERS: ReadonlySet<string> = new Set(["object", "strictObject", "looseObject"]);
const EXTENDERS: ReadonlySet<string> = new Set(["extend", "safeExtend", "augment", "merge"]);
/** Methods of an object's schema after which it has the same members. */
const KEEPERS: ReadonlySet<string> = new Set("strict strip passthrough loose catchall describe meta refine superRefine check".split(" "));

/** The members that an object's schema was built of (`z.object({ ... }).extend({ ... })`), for its `.shape`. */
function builtMembers(r: Reader, at: At, spreads: number): ReadonlyMap<string, At> | undefined {
  const { e, mod } = r.follow(at);
  if (e.k !== "call" || e.f.k !== "mem" || typeof e.f.p !== "string" || spreads === 0) return undefined;
  const first = e.a[0] && { e: e.a[0], mod };
  const base = { e: e.f.o, mod };
  if (MAKERS.has(e.f.p)) return first ? membersOf(r, first, spreads - 1) : new Map();
  if (KEEPERS.has(e.f.p)) return builtMembers(r, base, spreads - 1);
  if (!EXTENDERS.has(e.f.p) || !first) return undefined;
  const own = builtMembers(r, base, spreads - 1);
  const more = membersOf(r, first, spreads - 1) ?? builtMembers(r, first, spreads - 1);
  return own && more && new Map([...own, ...more]);
}

/** The values of a list of literals, of others that are spread into it too. */
export function namedOf(r: Reader, at: At | undefined, spreads = MAX_SPREADS): Named[] | undefined {
  const { e, mod } = at ? r.follow(at) : {};
  if (!e || !mod || e.k !== "arr") return undefined;
  const values = e.e.map((one) => {
    if (one.k === "spread") return spreads > 0 ? namedOf(r, { e: one.e, mod }, spreads - 1) : undefined;
    const said = r.follow({ e: one, mod }).e;
    return said.k === "lit" ? [said.v] : undefined;
  });
  return values.every((one) => one !== undefined) ? values.flat().sort(byText) : undefined;
}

/** Values are a set: in one order, however they are written. */
const byText = (a: Named, b: Named): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** How far a bound is moved where its end is not included; between whole numbers alone that is one. */
const BOUNDS = table<(limit: number) => Bounded>({
  minimum: (min) => ({ min }),
  maximum: (max) => ({ max }),
  minLength: (min) => ({ min }),
  maxLength: (max) => ({ max }),
  minItems: (min) => ({ min }),
  maxItems: (max) => ({ max }),
});
const CHECKS = table<(said: string) => string>({
  pattern: (said) => `/${said}/`,
  format: (said) => `of the format ${said}`,
  multipleOf: (said) => `a multiple of ${said}`,
  exclusiveMinimum: (said) => `above ${said}`,
  exclusiveMaximum: (said) => `below ${said}`,
  uniqueItems: () => "without repetition",
});

/** Bounds and checks that a schema's members say. */
export function boundedOf(r: Reader, said: ReadonlyMap<string, At>): Bounded {
  let bounds: Bounded = {};
  const checks: string[] = [];
  for (const [name, at] of said) {
    const { e } = r.follow(at);
    const bound = BOUNDS.get(name);
    if (bound && e.k === "lit" && typeof e.v === "number") bounds = { ...bounds, ...bound(e.v) };
    else if (bound ?? CHECKS.get(name)) checks.push(e.k === "lit" ? (CHECKS.get(name)?.(String(e.v)) ?? name) : `${name} ${r.text(at)}`);
  }
  return checks.length > 0 ? { ...bounds, checks: checks.sort() } : bounds;
}

/** `"string"`, `Type.STRING` and `SchemaType.String` say the same. */
function typesOf(r: Reader, at: At | undefined, isInList = false): string[] | undefined {
  if (!at) return undefined;
  const { e, mod } = r.follow(at);
  if (e.k === "lit" && typeof e.v === "string") return [e.v.toLowerCase()];
  if (e.k === "mem" && typeof e.p === "string") return [e.p.toLowerCase()];
  if (e.k !== "arr" || isInList) return undefined;
  const all = e.e.map((one) => typesOf(r, { e: one, mod }, true));
  return all.every((one) => one !== undefined) ? all.flat() : undefined;
}

/** Members that say nothing of what is taken. */
const SAYINGS: ReadonlySet<string> = new Set(
  "type properties required additionalProperties items enum const anyOf oneOf nullable description title default examples example $schema $id $defs definitions deprecated readOnly propertyOrdering".split(
    " ",
  ),
);

/** Members that ask for nothing; whether null is taken is asked of the whole. */
const SILENT: ReadonlySet<string> = new Set(
  "description title default examples example $schema $id deprecated readOnly propertyOrdering nullable".split(" "),
);
/** Definitions ask for something only where they are referred to, and whoever refers to them is not read. */
const DEFINING: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** A JSON Schema that is written as an object literal; undefined where it is none, or says what is not known here. */
export function jsonSchema(r: Reader, at: At): InputShape | undefined {
  const said = membersOf(r, at);
  if (!said || ![...said.keys()].every((name) => SAYINGS.has(name) || BOUNDS.get(name) || CHECKS.get(name))) return undefined;
  const found = ofMembers(r, said);
  const isNullable = said.has("nullable") && r.text(said.get("nullable") ?? at).includes("true");
  return found && isNullable ? { kind: "union", of: [found, { kind: "named", values: [null] }] } : found;
}

function ofMembers(r: Reader, said: ReadonlyMap<string, At>): InputShape | undefined {
  const constant = said.get("const");
  if (constant) {
    const { e } = r.follow(constant);
    return e.k === "lit" ? { kind: "named", values: [e.v] } : undefined;
  }
  if (said.has("enum")) {
    const values = namedOf(r, said.get("enum"));
    return values && { kind: "named", values };
  }
  const alternatives = said.get("anyOf") ?? said.get("oneOf");
  const own = [...said.keys()].filter((name) => !SILENT.has(name));
  if (alternatives && own.length === 1) return r.union(alternatives);
  // What is asked of a value of no type is asked of some kinds of values only.
  if (!said.has("type") && !said.has("properties") && own.some((name) => !DEFINING.has(name))) return undefined;
  const asked = ["anyOf", "oneOf", "$defs", "definitions"].flatMap((name) => {
    const at = said.get(name);
    return at ? [`${name} ${r.text(at)}`] : [];
  });
  const types = typesOf(r, said.get("type")) ?? (said.has("properties") ? ["object"] : said.has("type") ? [] : ["any"]);
  const shapes = types.map((type) => ofType(r, type, said));
  if (shapes.length === 0 || shapes.includes(undefined)) return undefined;
  const [first, ...more] = shapes as InputShape[];
  const found: InputShape = first && more.length === 0 ? first : { kind: "union", of: shapes as InputShape[] };
  return asked.reduce(checked, found);
}

const integer = ({ checks = [], ...bounds }: Bounded): Bounded => ({ ...bounds, checks: [...checks, WHOLE].sort() });

function ofType(r: Reader, type: string, said: ReadonlyMap<string, At>): InputShape | undefined {
  switch (type) {
    case "any":
      return { kind: "any" };
    case "null":
      return { kind: "named", values: [null] };
    case "boolean":
      return { kind: "boolean" };
    case "integer":
      return { kind: "number", ...integer(boundedOf(r, said)) };
    case "string":
    case "number":
      return { kind: type, ...boundedOf(r, said) };
    case "array": {
      const items = said.get("items");
      return { kind: "list", of: items ? r.shape(items) : { kind: "any" }, ...boundedOf(r, said) };
    }
    case "object":
      return objectOf(r, said);
    default:
      return undefined;
  }
}

function objectOf(r: Reader, said: ReadonlyMap<string, At>): InputShape | undefined {
  const properties = said.get("properties");
  const members = properties ? membersOf(r, properties) : new Map<string, At>();
  const required = said.has("required") ? namedOf(r, said.get("required")) : [];
  if (!members || !required) return undefined;
  const rest = restOf(r, said.get("additionalProperties"));
  return { kind: "object", properties: sorted(r, members, (name) => !required.includes(name)), ...(rest && { rest }) };
}

/** By JSON Schema, what is not named is taken. */
function restOf(r: Reader, at: At | undefined): Members["rest"] {
  if (!at) return { kind: "any" };
  const { e } = r.follow(at);
  if (e.k === "lit" && e.v === false) return undefined;
  return e.k === "lit" ? { kind: "any" } : r.shape(at);
}

/** Properties in order of their names. */
export const sorted = (r: Reader, members: ReadonlyMap<string, At>, isOptional: (name: string) => boolean): Property[] =>
  [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, at]) => {
      const { shape, optional } = r.property(at);
      return { name, ...((optional || isOptional(name)) && { optional: true as const }), shape };
    });
