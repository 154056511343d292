const MOST = 1000;

/**
 * The texts of a list or an object that is written as JSON; none where a text is anything else. Some frameworks (Mastra) read
 * such a text as what it says, once the schema wants a list.
 */
export function unpacked(text: string): readonly string[] {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed) || !/[\]}]$/u.test(trimmed)) return [];
  const out: string[] = [];
  const collect = (value: unknown): void => {
    if (out.length >= MOST) return;
    if (typeof value === "string") out.push(value);
    else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) collect(one);
  };
  try {
    collect(JSON.parse(trimmed));
    return out;
  } catch {
    return [];
  }
}
