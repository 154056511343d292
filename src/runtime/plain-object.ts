/** Whether something has properties; plain JavaScript may hand over anything where an object is meant. */
export const isObject = (value: unknown): value is object => (typeof value === "object" && value !== null) || typeof value === "function";

/** Whether an object is data that anybody could have written down: no class made it. */
export const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Objects and arrays of any realm, and nothing made of them; the rest may hold what no key shows. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null) return true;
  return Array.isArray(value)
    ? Object.hasOwn(prototype, "copyWithin")
    : Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty");
}
