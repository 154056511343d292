export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

const MAX_DEPTH = 200;

/** Parses JSON that may be hostile: bounded depth, and no key that reaches a prototype. */
export function parseJson(text: string): ParsedJson {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > MAX_DEPTH) return { ok: false, reason: `it is nested more than ${MAX_DEPTH} levels deep` };
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  try {
    const value: unknown = JSON.parse(text);
    return /"(?:__proto__|\\u005f\\u005fproto__)"\s*:/iu.test(text)
      ? { ok: false, reason: "it has a key `__proto__`" }
      : { ok: true, value };
  } catch {
    return { ok: false, reason: "it is not JSON" };
  }
}

/** A key that one object of a valid JSON text has twice: readers would disagree which one counts. */
export function duplicateKey(text: string): string | undefined {
  const stack: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gsu;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found === "{") stack.push(new Set());
    else if (found === "[") stack.push(null);
    else if (found === "}" || found === "]") stack.pop();
    else {
      const keys = stack.at(-1);
      if (!keys || !/^\s*:/u.test(text.slice(token.lastIndex, token.lastIndex + 64))) continue;
      const key = JSON.parse(found) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}
