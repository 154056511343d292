/** A mapping of a document that somebody else wrote. */
export type Tree = Readonly<Record<string, unknown>>;

/** A value as a mapping; an empty one where it is none. */
export const treeOf = (value: unknown): Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tree) : {};
