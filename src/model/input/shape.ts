/** A value that a schema names. */
export type Named = string | number | boolean | null;

/**
 * What the arguments of a call may be, as an input schema says: a set of JSON values.
 *
 * A `check` is a condition that is compared by its text alone (a pattern, a format, a bound that is not reached).
 * What is `opaque` is equal to itself and to nothing else.
 */
export type InputShape =
  | { readonly kind: "any" }
  | { readonly kind: "opaque"; readonly digest: string }
  | { readonly kind: "named"; readonly values: readonly Named[] }
  | { readonly kind: "boolean" }
  | ({ readonly kind: "string" | "number" } & Bounded)
  | ({ readonly kind: "list"; readonly of: InputShape } & Bounded)
  | ({ readonly kind: "object" } & Members)
  | { readonly kind: "union"; readonly of: readonly InputShape[] };

/** The length of a text or a list, or a number, both ends included; and what else is asked of it, sorted. */
export interface Bounded {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly checks?: readonly string[] | undefined;
}

export interface Members {
  /** By name, in order. */
  readonly properties: readonly Property[];
  /** What other properties may be; absent where none arrives. */
  readonly rest?: InputShape | undefined;
  readonly checks?: readonly string[] | undefined;
}

export interface Property {
  readonly name: string;
  readonly optional?: true | undefined;
  readonly shape: InputShape;
}

/** What a check by code begins with; what follows says which code. */
export const REFINED = "refined by ";

/** Whether a schema was understood to its end: nothing of it is opaque, and no code decides. */
export function isWhole(shape: InputShape): boolean {
  if ("checks" in shape && shape.checks?.some((one) => one.startsWith(REFINED))) return false;
  switch (shape.kind) {
    case "opaque":
      return false;
    case "list":
      return isWhole(shape.of);
    case "union":
      return shape.of.every(isWhole);
    case "object":
      return shape.properties.every((one) => isWhole(one.shape)) && (shape.rest === undefined || isWhole(shape.rest));
    default:
      return true;
  }
}

/** The same shape, with another name for each part that is opaque, and for code that checks. */
export function renamed(given: InputShape, name: (digest: string) => string): InputShape {
  const checks =
    "checks" in given
      ? given.checks?.map((one) => (one.startsWith(REFINED) ? REFINED + name(one.slice(REFINED.length)) : one)).sort()
      : undefined;
  const shape = checks ? { ...given, checks } : given;
  switch (shape.kind) {
    case "opaque":
      return { kind: "opaque", digest: name(shape.digest) };
    case "list":
      return { ...shape, of: renamed(shape.of, name) };
    case "union":
      return { ...shape, of: shape.of.map((one) => renamed(one, name)) };
    case "object":
      return {
        ...shape,
        properties: shape.properties.map((one) => ({ ...one, shape: renamed(one.shape, name) })),
        ...(shape.rest && { rest: renamed(shape.rest, name) }),
      };
    default:
      return shape;
  }
}
