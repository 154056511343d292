/** What an object of the platform is, and all that counts of it. */
export interface Kind {
  readonly name: string;
  readonly parts: readonly unknown[];
}

const getter = (of: object, key: string): ((value: object) => unknown) => {
  const property = Object.getOwnPropertyDescriptor(of, key);
  return (value) => property?.get?.call(value) as unknown;
};
const [source, flags] = [getter(RegExp.prototype, "source"), getter(RegExp.prototype, "flags")];
const href = getter(URL.prototype, "href");

/** By their prototypes, and read with the platform's own functions: nothing that stands on the object itself has a say. */
const KINDS: readonly (readonly [prototype: object, name: string, parts: (value: never) => readonly unknown[]])[] = [
  [Map.prototype, "Map", (value: Map<unknown, unknown>) => [...(Map.prototype.entries.call(value) as Iterable<unknown>)]],
  [Set.prototype, "Set", (value: Set<unknown>) => [...(Set.prototype.values.call(value) as Iterable<unknown>)]],
  [Date.prototype, "Date", (value: Date) => [Date.prototype.getTime.call(value)]],
  [RegExp.prototype, "RegExp", (value: RegExp) => [source(value), flags(value), value.lastIndex]],
  [URL.prototype, "URL", (value: URL) => [href(value)]],
  [URLSearchParams.prototype, "URLSearchParams", (value: URLSearchParams) => [URLSearchParams.prototype.toString.call(value)]],
];

/** Undefined for what is none of them, is of a class made of one, or has keys of its own. */
export function kindOf(value: object): Kind | undefined {
  const prototype = Object.getPrototypeOf(value) as unknown;
  const found = KINDS.find(([one]) => one === prototype);
  // A pattern has one key of its own: where it goes on.
  if (!found || Reflect.ownKeys(value).some((key) => key !== "lastIndex")) return undefined;
  return { name: found[1], parts: found[2](value as never) };
}
