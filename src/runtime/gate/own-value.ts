export const objectOf = (value: unknown): object | null => (typeof value === "object" ? value : null);

/** What stands under a key as plain data: no accessor is run, nothing is inherited. */
export const ownValue = (holder: unknown, name: string): unknown => {
  const object = objectOf(holder);
  return object ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined;
};
