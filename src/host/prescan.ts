const MAX_BRACKETS = 1500;
const MAX_CHAIN = 4000;

const OPEN = new Set("([{");
const CLOSE = new Set(")]}");
/** Characters of prefix and infix operators; a long run without a bracket closing nests just as deeply. */
const OPERATORS = new Set("!~+-*/%&|^<>=?:");

/**
 * A linear look at bracket depth and operator chains, before the native parser sees the text:
 * that parser recurses and ends the process on input that is nested too deeply.
 *
 * Strings and comments are not told apart, which can only make the answer more careful.
 *
 * @returns the line where the text is nested too deeply, or undefined.
 */
export function tooDeep(text: string): number | undefined {
  let depth = 0;
  let chain = 0;
  let line = 1;
  let previous = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (c === "\n") {
      line++;
      continue;
    }
    if (OPEN.has(c)) {
      if (++depth > MAX_BRACKETS) return line;
    } else if (CLOSE.has(c)) {
      if (depth > 0) depth--;
      chain = 0;
    } else if (c === ";" || c === ",") {
      chain = 0;
    } else if (
      OPERATORS.has(c) &&
      !(c === "/" && previous === "/") &&
      !(c === "*" && (previous === "/" || previous === "*")) &&
      !(c === "-" && previous === "-" && text[i + 1] === "-") &&
      !(c === "=" && previous === "=" && text[i + 1] === "=")
    ) {
      if (++chain > MAX_CHAIN) return line;
    } else if (c === '"' || c === "'" || c === "`") {
      chain = 0;
    }
    previous = c;
  }
  return undefined;
}
