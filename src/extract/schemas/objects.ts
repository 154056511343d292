import type { InputShape } from "../../model/input/shape.ts";
import type { At } from "../eval/meaning/follow.ts";
import type { Built } from "./builders.ts";
import { checked, merged } from "./builders.ts";
import { membersOf, sorted } from "./json-schema.ts";
import type { Reader } from "./reader.ts";

type ObjectShape = Extract<InputShape, { readonly kind: "object" }>;

const built = (shape: InputShape, optional: boolean): Built => ({ shape, optional });

/** The names that `pick({ a: true })`, `partial({ a: true })` speak of. */
const chosen = (r: Reader, first: At | undefined): ReadonlySet<string> | undefined => {
  const members = first && membersOf(r, first);
  return members && new Set(members.keys());
};

/** What a method of an object's schema makes of it. */
export function onObject(r: Reader, shape: ObjectShape, name: string, first: At | undefined, optional: boolean): Built | undefined {
  const of = (properties: ObjectShape["properties"], rest = shape.rest): Built =>
    built({ kind: "object", properties, ...(rest && { rest }), ...(shape.checks && { checks: shape.checks }) }, optional);
  const names = chosen(r, first);
  const { properties } = shape;
  switch (name) {
    case "strict":
    case "strip":
      return built({ kind: "object", properties, ...(shape.checks && { checks: shape.checks }) }, optional);
    case "passthrough":
    case "loose":
      return of(properties, { kind: "any" });
    case "catchall":
      return first && of(properties, r.shape(first));
    case "extend":
    case "safeExtend":
    case "augment": {
      const more = first && added(r, first);
      return more && of(merged(properties, more.properties));
    }
    case "merge": {
      // What the second one does with names that it does not know is what the result does.
      const more = first && added(r, first);
      return more && built({ ...more, properties: merged(properties, more.properties) }, optional);
    }
    case "and": {
      const more = first && added(r, first);
      return more && built(bothOf(shape, more), optional);
    }
    case "pick":
      return names && of(properties.filter((one) => names.has(one.name)));
    case "omit":
      return names && of(properties.filter((one) => !names.has(one.name)));
    case "partial":
      return of(properties.map((one) => (!first || names?.has(one.name) ? { ...one, optional: true as const } : one)));
    case "required":
      return of(
        properties.map(({ optional: was, ...one }) => (!first || names?.has(one.name) ? one : { ...one, ...(was && { optional: was }) })),
      );
    default:
      return undefined;
  }
}

/** What must be both: where both know a name, what both ask of it; what one of them passes is passed. */
function bothOf(a: ObjectShape, b: ObjectShape): InputShape {
  const twice = b.properties.filter(({ name }) => a.properties.some((one) => one.name === name));
  const rest = a.rest ?? b.rest;
  const found: ObjectShape = { kind: "object", properties: merged(b.properties, a.properties), ...(rest && { rest }) };
  const asked = [...(a.checks ?? []), ...(b.checks ?? []), ...(twice.length > 0 ? [`and ${JSON.stringify(twice)}`] : [])];
  return asked.reduce<InputShape>(checked, found);
}

/** A mapping of names to schemas, or an object schema, as one of these. */
function added(r: Reader, first: At): ObjectShape | undefined {
  const members = membersOf(r, first);
  if (members) return { kind: "object", properties: sorted(r, members, () => false) };
  const { shape } = r.property(first);
  return shape.kind === "object" ? shape : undefined;
}
