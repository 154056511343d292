import { isPlainObject } from "../plain-object.ts";

const MARK = (left: number): string => `\n[cut: ${left} more characters]`;
const NODES = 200_000;
const DEPTH = 1000;

/** The values of an object that are there; nothing is computed. */
const dataOf = (value: object): unknown[] =>
  Object.values(Object.getOwnPropertyDescriptors(value)).map((one: PropertyDescriptor) => one.value as unknown);

/** The size of a result's texts, stopping once it is past a limit. */
export function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  let nodes = 0;
  const seen = new Set<object>();
  const walk = (one: unknown, depth: number): void => {
    if (size > limit || ++nodes > NODES || depth > DEPTH) return;
    if (typeof one === "string") size += one.length;
    else if (typeof one === "object" && one !== null && !seen.has(one)) {
      seen.add(one);
      if (ArrayBuffer.isView(one)) size += one.byteLength;
      else for (const inner of Array.isArray(one) ? one : isPlainObject(one) ? dataOf(one) : []) walk(inner, depth + 1);
    }
  };
  walk(value, 0);
  return size;
}

/**
 * A result whose texts are no longer than a limit in all; what is cut says so. A result within
 * the limit is given back as it is. Sizes are counted in characters.
 */
export function capped(value: unknown, limit: number): { readonly value: unknown; readonly truncated: boolean } {
  if (typeof value === "string")
    return value.length <= limit
      ? { value, truncated: false }
      : { value: value.slice(0, limit) + MARK(value.length - limit), truncated: true };
  if (typeof value !== "object" || value === null || sizeOf(value, limit) <= limit) return { value, truncated: false };
  let left = limit;
  const copies = new Map<object, unknown>();
  const cut = (one: unknown): unknown => {
    if (typeof one === "string") {
      if (one.length <= left) {
        left -= one.length;
        return one;
      }
      const text = one.slice(0, left) + MARK(one.length - left);
      left = 0;
      return text;
    }
    if (typeof one !== "object" || one === null) return one;
    const known = copies.get(one);
    if (known !== undefined) return known;
    if (ArrayBuffer.isView(one)) {
      if (one.byteLength <= left) {
        left -= one.byteLength;
        return one;
      }
      return MARK(one.byteLength);
    }
    if (Array.isArray(one)) {
      const list: unknown[] = [];
      copies.set(one, list);
      for (const inner of one) list.push(cut(inner));
      return list;
    }
    if (!isPlainObject(one)) return one;
    const object: Record<string, unknown> = {};
    copies.set(one, object);
    for (const [key, inner] of Object.entries(one)) object[key] = cut(inner);
    return object;
  };
  return { value: cut(value), truncated: true };
}
