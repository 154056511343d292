const MOST = { texts: 1000, values: 100_000 };

/**
 * The texts of a list or an object that is written as JSON; none where a text is anything else, undefined where they are more than
 * can be judged. Some frameworks (Mastra) read such a text as what it says, once the schema wants a list.
 */
export function unpacked(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed) || !/[\]}]$/u.test(trimmed)) return [];
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    return error instanceof SyntaxError ? [] : undefined;
  }
  const out: string[] = [];
  // A list that grows while it is walked: no nesting is too deep for it.
  const all = [value];
  for (const one of all) {
    if (typeof one === "string") out.push(one);
    else if (typeof one === "object" && one !== null) for (const part of Object.values(one)) all.push(part);
    if (out.length > MOST.texts || all.length > MOST.values) return undefined;
  }
  return out;
}
