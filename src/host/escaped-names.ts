/** An escape of a character: `\u0061`, `\u{61}`. */
const ESCAPED = /\\u(?:([\da-f]{4})|\{0*([\da-f]{1,6})\})/giu;
const IN_NAMES = /^[\p{ID_Continue}$]$/u;
const MOST = 0x10_ffff;

/** A text in which names are to be looked for: with those as they are called that are written with escapes, `r.set\u0048ook`. */
export function unescaped(text: string): string {
  if (!text.includes("\\u")) return text;
  return text.replace(ESCAPED, (escape: string, short?: string, braced?: string) => {
    const code = Number.parseInt(short ?? braced ?? "", 16);
    const char = code > MOST ? "" : String.fromCodePoint(code);
    return IN_NAMES.test(char) ? char : escape;
  });
}
