/** A cycle among "may run only after" relations, as the names on it, the first one again at the end; undefined without one. */
export function cycleFrom(start: string, after: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of after.get(name) ?? []) {
      if (next === start) return [...path, next];
      if (path.includes(next)) continue;
      const found = visit(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return visit(start, [start]);
}
