export const objectOf = (value: unknown): object | null => (typeof value === "object" ? value : null);

/** What a table says of a name that may be anything: nothing of what every object has. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** What stands under a key as plain data: no accessor is run, nothing is inherited. */
export const ownValue = (holder: unknown, name: string): unknown => {
  const object = objectOf(holder);
  return object ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined;
};
