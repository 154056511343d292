import { table } from "./table.ts";
import { WHOLE } from "../../model/input/order.ts";
import type { Bounded, InputShape, Property } from "../../model/input/shape.ts";

/** A schema as a chain of calls builds it: its shape, and whether nothing may stand there. */
export interface Built {
  readonly shape: InputShape;
  readonly optional: boolean;
}

/** Formats, as makers (`z.email()`) and as methods (`z.string().email()`) say them. */
export const FORMATS: ReadonlySet<string> = new Set(
  "email url uri httpUrl uuid uuidv4 uuidv6 uuidv7 guid cuid cuid2 ulid nanoid xid ksuid emoji base64 base64url jwt ip ipv4 ipv6 cidr cidrv4 cidrv6 e164 date time datetime duration hostname hex lowercase uppercase isoDate isoDateTime".split(
    " ",
  ),
);

/** Makers without a schema in their arguments. */
export const PLAIN = table<InputShape>({
  any: { kind: "any" },
  unknown: { kind: "any" },
  json: { kind: "any" },
  boolean: { kind: "boolean" },
  stringbool: { kind: "boolean" },
  string: { kind: "string" },
  number: { kind: "number" },
  int: { kind: "number", checks: [WHOLE] },
  int32: { kind: "number", checks: [WHOLE], min: -2_147_483_648, max: 2_147_483_647 },
  uint32: { kind: "number", checks: [WHOLE], min: 0, max: 4_294_967_295 },
  integer: { kind: "number", checks: [WHOLE] },
  null: { kind: "named", values: [null] },
  never: { kind: "union", of: [] },
});

/** Methods and wrappers after which the same values are taken. */
export const SAME: ReadonlySet<string> = new Set(
  "describe meta brand readonly register openapi title label example examples trim toLowerCase toUpperCase normalize clone safe finite".split(
    " ",
  ),
);

/** Functions that hand on the schema they are given. */
export const WRAPPERS: ReadonlySet<string> = new Set(
  "jsonSchema zodSchema zodToJsonSchema toJSONSchema asSchema strictSchema schemaToJson convertToJsonSchema standardSchema StandardSchema".split(
    " ",
  ),
);

/** Methods after which nothing may stand there as well. */
export const OPTIONAL: ReadonlySet<string> = new Set(["optional", "nullish", "default", "prefault", "catch", "exactOptional", "_default"]);
export const NULLABLE: ReadonlySet<string> = new Set(["nullable", "nullish"]);

const lowest = (one: Bounded, min: number): Bounded => ({ min: Math.max(one.min ?? -Infinity, min) });
const highest = (one: Bounded, max: number): Bounded => ({ max: Math.min(one.max ?? Infinity, max) });
const both = (one: Bounded, size: number): Bounded => ({ ...lowest(one, size), ...highest(one, size) });

/** Methods that bound a size or a number by their argument. */
export const BOUNDS = table<(one: Bounded, limit: number) => Bounded>({
  min: lowest,
  gte: lowest,
  minLength: lowest,
  max: highest,
  lte: highest,
  maxLength: highest,
  length: both,
});

/** Methods that bound by what they are. */
export const SIGNS = table<(one: Bounded) => Bounded>({
  nonnegative: (one) => lowest(one, 0),
  nonpositive: (one) => highest(one, 0),
  nonempty: (one) => lowest(one, 1),
});

/** Methods that check, by what is asked; `said` is the argument as text. */
export const CHECKS = table<(said: string) => string>({
  int: () => WHOLE,
  positive: () => "above 0",
  negative: () => "below 0",
  gt: (said) => `above ${said}`,
  lt: (said) => `below ${said}`,
  multipleOf: (said) => `a multiple of ${said}`,
  step: (said) => `a multiple of ${said}`,
  regex: (said) => said,
  startsWith: (said) => `beginning with ${said}`,
  endsWith: (said) => `ending with ${said}`,
  includes: (said) => `containing ${said}`,
});

/** Methods that check by code, which is not read. */
export const REFINING: ReadonlySet<string> = new Set(["refine", "superRefine", "check", "refinement"]);

/** A shape that also asks for something; shapes that hold no checks become part of what is opaque. */
export function checked(shape: InputShape, check: string): InputShape {
  if (!("checks" in shape) && shape.kind !== "string" && shape.kind !== "number" && shape.kind !== "list" && shape.kind !== "object")
    return { kind: "opaque", digest: JSON.stringify([shape, check]) };
  const checks = shape.checks ?? [];
  return { ...shape, checks: [...new Set([...checks, check])].sort() };
}

/** Properties of two, those of the second where both have one. */
export const merged = (a: readonly Property[], b: readonly Property[]): Property[] =>
  [...new Map([...a, ...b].map((one) => [one.name, one])).values()].sort((p, q) => (p.name < q.name ? -1 : 1));
