/** A table that is asked by words of a source: what every object has is not in it. */
export const table = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> => new Map(Object.entries(rows));
