import { createHash, randomUUID } from "node:crypto";
import type { Print } from "../../model/canonical.ts";
import { canonical } from "../../model/canonical.ts";

/** SHA-256 over the stable text of the arguments: the order of keys does not count, all that JSON can say does, and what it cannot by its kind. */
export function argumentsDigest(input: unknown): string {
  let text: string;
  try {
    text = canonical(input, special) ?? "";
  } catch {
    // What has no such text is never the same as anything else.
    text = randomUUID();
  }
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

const names = new WeakMap<object, string>();

/** Of what cannot be looked into nothing is the same but itself. */
function nameOf(value: object): string {
  let name = names.get(value);
  if (name === undefined) names.set(value, (name = randomUUID()));
  return name;
}

const listed = (values: Iterable<unknown>, print: Print): string => [...values].map((one) => print(one) ?? "-").join(",");
const bytes = (value: ArrayBuffer | SharedArrayBuffer, at?: number, length?: number): string =>
  Buffer.from(value, at, length).toString("base64");

/** Objects and arrays of any realm; the rest may hold what no key shows. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return (
    Array.isArray(value) || prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty"))
  );
}

/** What JSON would leave out or flatten, as texts that are none of JSON: nothing that JSON can say is like them. */
function special(value: unknown, print: Print): string | undefined {
  switch (typeof value) {
    case "bigint":
      return `${value}n`;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? undefined : Object.is(value, -0) ? "-0" : String(value);
    case "object":
      return value === null || isPlain(value) ? undefined : instance(value, print);
    default:
      return undefined;
  }
}

function instance(value: object, print: Print): string {
  if (value instanceof Map) return `Map(${[...value].map((pair) => listed(pair, print)).join(";")})`;
  if (value instanceof Set) return `Set(${listed(value, print)})`;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof RegExp) return `RegExp(${JSON.stringify(String(value))},${value.lastIndex})`;
  if (value instanceof URL) return `URL(${JSON.stringify(value.href)})`;
  if (value instanceof URLSearchParams) return `URLSearchParams(${JSON.stringify(String(value))})`;
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return `Bytes(${bytes(value)})`;
  if (ArrayBuffer.isView(value)) return `Bytes(${value.constructor.name},${bytes(value.buffer, value.byteOffset, value.byteLength)})`;
  // What else it holds is its own.
  return `${nameOf(value)}{${listed(Object.entries(value).sort().flat(), print)}}`;
}
