import { createHash, randomUUID } from "node:crypto";
import type { Print } from "../../model/canonical.ts";
import { canonical } from "../../model/canonical.ts";
import { ownValue } from "../gate/own-value.ts";
import { kindOf } from "../kinds.ts";
import { isPlain } from "../plain-object.ts";

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

/** @throws for what has parts that JSON does not show, or that are computed whenever they are asked for. */
function checkParts(value: object): void {
  const isList = Array.isArray(value);
  // Holes are none of JSON's, however many there are.
  if (isList && Object.keys(value).length < value.length) throw new TypeError("no JSON");
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (isList && key === "length") continue;
    if (typeof key === "symbol" || property?.enumerable !== true || !("value" in property) || (isList && !/^\d+$/u.test(key)))
      throw new TypeError("no JSON");
  }
  if (typeof Reflect.get(value, "toJSON") === "function") throw new TypeError("no JSON");
}

/** What JSON would leave out or flatten, as texts that are none of JSON: nothing that JSON can say is like them. */
function special(value: unknown, print: Print): string | undefined {
  switch (typeof value) {
    case "bigint":
      return `${value}n`;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? undefined : Object.is(value, -0) ? "-0" : String(value);
    case "undefined":
      return "undefined";
    case "function":
      return nameOf(value);
    case "symbol":
      throw new TypeError("no JSON");
    case "object":
      if (value === null) return undefined;
      if (!isPlain(value)) return instance(value, print);
      checkParts(value);
      return undefined;
    default:
      return undefined;
  }
}

function instance(value: object, print: Print): string {
  const kind = kindOf(value);
  if (kind) return `${kind.name}(${listed(kind.parts, print)})`;
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return `Bytes(${bytes(value)})`;
  if (ArrayBuffer.isView(value))
    return `Bytes(${Object.prototype.toString.call(value)},${Buffer.isBuffer(value)},${bytes(value.buffer, value.byteOffset, value.byteLength)})`;
  // What else it holds is its own.
  const keys = Object.keys(value).sort();
  return `${nameOf(value)}{${listed(
    keys.flatMap((key) => [key, ownValue(value, key)]),
    print,
  )}}`;
}
