import { isObject } from "../plain-object.ts";
import type { NamedRole } from "./data/names.ts";

/** What a tool's input schema says of its arguments, by their names: which are addresses. */
export type SchemaRoles = ReadonlyMap<string, NamedRole>;
export const NO_ROLES: SchemaRoles = new Map();

/** By the `format` of JSON Schema, and the names of zod's checks. */
const FORMATS: ReadonlyMap<unknown, NamedRole> = new Map<unknown, NamedRole>([
  ...["uri", "url", "uri-reference", "iri", "iri-reference", "httpUrl"].map((name) => [name, "url"] as const),
  ...["hostname", "idn-hostname", "ipv4", "ipv6", "ip", "cidrv4", "cidrv6"].map((name) => [name, "host"] as const),
]);

/** Where tools keep the schema of their input. */
const KEYS = ["inputSchema", "parameters", "schema", "input_schema", "paramsJsonSchema"] as const;
const MAX_DEPTH = 8;
const MAX_PROPERTIES = 1000;

const part = (value: unknown, key: string): unknown => (isObject(value) ? (Reflect.get(value, key) as unknown) : undefined);

/** The properties of an object's schema: JSON Schema, what holds one, an object of zod 3 or 4, or a bare shape of fields. */
function propertiesOf(schema: unknown, depth = 0): object | undefined {
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
  const properties = part(schema, "properties") ?? part(schema, "shape");
  if (isObject(properties)) return typeof properties === "function" ? undefined : properties;
  const inner = part(schema, "jsonSchema") ?? part(part(schema, "_def"), "schema") ?? part(part(schema, "_def"), "in");
  if (inner !== undefined) return propertiesOf(inner, depth + 1);
  return Object.values(schema).some((one) => part(one, "_def") !== undefined || part(one, "_zod") !== undefined) ? schema : undefined;
}

/** What one field is, behind what may stand around it: optional, nullable, with a default, in a list, one of several. */
function roleOf(field: unknown, depth = 0): NamedRole | undefined {
  if (!isObject(field) || depth > MAX_DEPTH) return undefined;
  const definition = part(part(field, "_zod"), "def") ?? part(field, "_def");
  const checks = [part(field, "checks"), part(definition, "checks")].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const formats = [field, definition, ...checks, ...checks.map((check) => part(part(check, "_zod"), "def"))].flatMap((one) => [
    part(one, "format"),
    part(one, "kind"),
  ]);
  for (const format of formats) {
    const role = FORMATS.get(format);
    if (role) return role;
  }
  const inside = [
    ...["innerType", "element", "type", "in", "schema"].map((key) => part(definition, key)),
    part(field, "items"),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) => part(field, key)),
    ...[part(definition, "options")].flat(),
  ];
  return inside.map((one) => roleOf(one, depth + 1)).find((role) => role !== undefined);
}

/** Reads the roles from a tool's schema. What cannot be read says nothing: then the names of arguments do, and their texts. */
export function schemaRoles(tool: object): SchemaRoles {
  try {
    const properties = KEYS.map((key) => propertiesOf(part(tool, key))).find((found) => found !== undefined);
    const roles = Object.entries(properties ?? {})
      .slice(0, MAX_PROPERTIES)
      .flatMap(([name, field]): [string, NamedRole][] => {
        const role = roleOf(field);
        return role === undefined ? [] : [[name, role]];
      });
    return roles.length === 0 ? NO_ROLES : new Map(roles);
  } catch {
    return NO_ROLES;
  }
}
