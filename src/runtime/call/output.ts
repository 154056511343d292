import { isPlainObject } from "../plain-object.ts";

const MARK = (left: number): string => `\n[cut: ${left} more characters]`;
const NODES = 200_000;
const DEPTH = 1000;
/** What a number or a flag takes at least where it is written out. */
const SCALAR = 2;

/** A name up to this length is structure, and not content. */
const NAME = 32;
const isContent = (key: string): boolean => key.length > NAME;

/** The values of an object that are there, with names that may be content; nothing is computed. */
const dataOf = (value: object): unknown[] =>
  Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, one]: [string, PropertyDescriptor]) =>
    isContent(key) ? [key, one.value as unknown] : [one.value as unknown],
  );

const partsOf = (value: object): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)].flat();
  return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : dataOf(value);
};

/** The size of a result, in characters, stopping once it is past a limit. What is too much to be looked at is past every limit. */
export function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  let nodes = 0;
  const seen = new Set<object>();
  const walk = (one: unknown, depth: number): void => {
    if (size > limit) return;
    if (typeof one === "string") size += one.length;
    else if (typeof one === "number" || typeof one === "boolean" || typeof one === "bigint" || one === null) size += SCALAR;
    else if (typeof one === "object" && !seen.has(one)) {
      if (++nodes > NODES || depth > DEPTH) {
        size = Infinity;
        return;
      }
      seen.add(one);
      if (ArrayBuffer.isView(one)) size += one.byteLength;
      else for (const inner of partsOf(one)) walk(inner, depth + 1);
    }
  };
  walk(value, 0);
  return size;
}

/**
 * A result that is no longer than a limit in all; what is cut says so. A result within
 * the limit is given back as it is. Sizes are counted in characters.
 */
export function capped(value: unknown, limit: number): { readonly value: unknown; readonly truncated: boolean } {
  if (typeof value === "string")
    return value.length <= limit
      ? { value, truncated: false }
      : { value: value.slice(0, limit) + MARK(value.length - limit), truncated: true };
  if (typeof value !== "object" || value === null || sizeOf(value, limit) <= limit) return { value, truncated: false };
  let left = limit;
  let nodes = 0;
  const copies = new Map<object, unknown>();
  const cut = (one: unknown, depth: number): unknown => {
    if (typeof one === "string") {
      if (one.length <= left) {
        left -= one.length;
        return one;
      }
      const text = one.slice(0, left) + MARK(one.length - left);
      left = 0;
      return text;
    }
    if (typeof one !== "object" || one === null) {
      left = Math.max(0, left - SCALAR);
      return one;
    }
    const known = copies.get(one);
    if (known !== undefined) return known;
    if (depth > DEPTH) return MARK(1);
    const isList = Array.isArray(one);
    if (!isList && !isPlainObject(one)) {
      // What has a class is taken as a whole or not at all.
      const size = sizeOf(one, left);
      if (size > left) return MARK(Number.isFinite(size) ? size : 1);
      left -= size;
      return one;
    }
    if (isList) {
      const list: unknown[] = [];
      copies.set(one, list);
      for (const [index, inner] of one.entries()) {
        if (left === 0 || (typeof inner === "object" && inner !== null && ++nodes > NODES)) {
          list.push(`\n[cut: ${one.length - index} more elements]`);
          break;
        }
        list.push(cut(inner, depth + 1));
      }
      return list;
    }
    const object: Record<string, unknown> = {};
    copies.set(one, object);
    for (const [key, inner] of Object.entries(one)) {
      const size = isContent(key) ? key.length : 0;
      if (++nodes > NODES || size > left) {
        object["[cut]"] = MARK(1);
        break;
      }
      left -= size;
      object[key] = cut(inner, depth + 1);
    }
    return object;
  };
  return { value: cut(value, 0), truncated: true };
}
