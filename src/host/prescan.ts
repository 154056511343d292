const MAX_BRACKETS = 1500;
const MAX_CHAIN = 4000;
const MAX_KEYWORDS = 2500;
/** Members, calls, indexes and casts in one statement: each is one level of the tree. */
const MAX_POSTFIX = 30_000;

const OPEN = new Set("([{");
const CLOSE = new Set(")]}");
/** Characters of prefix and infix operators; a long run without a bracket closing nests just as deeply. */
const OPERATORS = new Set("!~+-*/%&|^<>=?:");
/** Words after which the grammar goes one level deeper without a bracket. */
const KEYWORDS = new Set(
  "typeof void await yield new delete keyof readonly unique infer if else for while do with throw case async extends".split(" "),
);

/** An `if` chain goes on after a closed branch. */
const CONTINUES = /^\s*else\b/u;

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36;

/** `//`, `/*`, `**`, `--` and `==` runs are comments and rulers, not nesting. */
const isRuler = (c: string, previous: string, next: string | undefined): boolean =>
  (c === "/" && previous === "/") ||
  (c === "*" && (previous === "/" || previous === "*")) ||
  ((c === "-" || c === "=") && previous === c && next === c);

/**
 * A linear look at bracket depth, operator chains and keyword chains, before the native parser
 * sees the text: that parser recurses and ends the process on input that is nested too deeply.
 *
 * Strings and comments are not told apart, which can only make the answer more careful.
 *
 * @returns the line where the text is nested too deeply, or undefined.
 */
export function tooDeep(text: string): number | undefined {
  let depth = 0;
  let parens = 0;
  let chain = 0;
  let keywords = 0;
  let elses = 0;
  let postfix = 0;
  let line = 1;
  let previous = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (isWord(text.charCodeAt(i))) {
      const start = i;
      while (isWord(text.charCodeAt(i + 1))) i++;
      const word = i - start < 9 ? text.slice(start, i + 1) : "";
      if (KEYWORDS.has(word) && ++keywords > MAX_KEYWORDS) return line;
      if (word === "else" && ++elses > MAX_KEYWORDS) return line;
      if ((word === "as" || word === "satisfies") && ++postfix > MAX_POSTFIX) return line;
      previous = "";
      continue;
    }
    if (c === "\n") {
      line++;
      continue;
    }
    if ((c === "}" || c === ";") && elses > 0 && !CONTINUES.test(text.slice(i + 1, i + 40))) elses = 0;
    if ((c === "." || c === ")" || c === "]") && ++postfix > MAX_POSTFIX) return line;
    if (c === ";" && parens === 0) postfix = 0;
    if (OPEN.has(c)) {
      if (c === "(") parens++;
      if (++depth > MAX_BRACKETS) return line;
    } else if (CLOSE.has(c)) {
      if (depth > 0) depth--;
      if (c === ")" && parens > 0) parens--;
      if (c === "}") keywords = 0;
      chain = 0;
    } else if (c === ";" || c === ",") {
      chain = 0;
      if (parens === 0) keywords = 0;
    } else if (OPERATORS.has(c) && !isRuler(c, previous, text[i + 1])) {
      if (++chain > MAX_CHAIN) return line;
    } else if (c === '"' || c === "'" || c === "`") {
      chain = 0;
    }
    previous = c;
  }
  return undefined;
}
