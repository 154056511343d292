const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\u001b", a: "\u0007", "\\": "\\", "'": "'", '"': '"' };

/** The text that bash makes of what stands in `$'…'`. */
export const unescapeAnsi = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|([0-7]{1,3})|(.))/giu,
    (_, hex?: string, unicode?: string, octal?: string, c?: string) =>
      c === undefined ? String.fromCodePoint(parseInt(hex ?? unicode ?? octal ?? "0", octal === undefined ? 16 : 8)) : (ESCAPES[c] ?? c),
  );
