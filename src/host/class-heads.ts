/** The word that starts a class, and those that say that it builds on something. */
const CLASS = /\bclass(?![\w$])/gu;
const BUILDS = /(?:extends|implements)(?![\w$])/uy;
/** A name, with letters that are written as numbers. */
const NAME = /(?:[\p{ID_Continue}$\u200C\u200D]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\}))+/uy;
const NAMES = new RegExp(NAME.source, "gu");
const NUMBERED = /\\u\{?([\da-fA-F]+)\}?/gu;
/** What does not end goes on to the end: of the line, or of what is looked at. */
const BLANK = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*/uy;
const QUOTED = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?/suy;

/** Nobody writes a longer head. */
const MAX_HEAD = 4000;
/** Heads in heads are looked at again, but no more often than this. */
const MAX_TIMES = 8;

/** What ends a head: its body, and what stands in none, so that all of it was prose. */
const ENDS: ReadonlySet<string> = new Set("{};*'\"");
const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
};

/**
 * Where the brackets that are opened from a place on are all closed, and the head ends if that is to come; the end of the text where they are not.
 * A sign of comparison in brackets of another kind is none.
 */
function behindBrackets(head: string, from: number, isBody: boolean): number {
  const open: string[] = [];
  for (let at = from; at < head.length;) {
    if (isBody && open.length === 0 && ENDS.has(head.charAt(at))) return at;
    const skipped = matchAt(BLANK, head, at) || matchAt(NAME, head, at) || matchAt(QUOTED, head, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const char = head.charAt(at);
    if ("([{<".includes(char)) open.push(char);
    else if (char === ">" && open.at(-1) === "<" && head.charAt(at - 1) !== "=") open.pop();
    else if (char in CLOSES) open.length = Math.max(0, open.lastIndexOf(CLOSES[char] ?? ""));
    at++;
    if (!isBody && open.length === 0) return at;
  }
  return head.length;
}

/** What a class builds on, from behind the word that starts it, and how far that was looked for. */
function buildsOn(head: string): { readonly names: readonly string[]; readonly end: number } {
  let at = matchAt(BLANK, head, 0);
  if (matchAt(BUILDS, head, at) === 0) at += matchAt(NAME, head, at);
  at += matchAt(BLANK, head, at);
  if (head.charAt(at) === "<") at = behindBrackets(head, at, false);
  at += matchAt(BLANK, head, at);
  const word = matchAt(BUILDS, head, at);
  const end = word === 0 ? at : behindBrackets(head, at, true);
  return { names: word === 0 ? [] : namesIn(head.slice(at + word, end)), end };
}

const namesIn = (text: string): string[] =>
  (text.match(NAMES) ?? []).map((name) =>
    name.replace(NUMBERED, (_, code: string) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff))),
  );

/**
 * The classes and interfaces that the classes of a text build on, beside words that stand between them; all names in it where a head is longer than
 * anybody writes, or so many seem to be in one another that to tell would take more than a few times the length of the text.
 */
export function parentsIn(text: string): ReadonlySet<string> {
  const out = new Set<string>();
  let left = MAX_TIMES * text.length + MAX_HEAD;
  for (const { index } of text.matchAll(CLASS)) {
    const head = text.slice(index + "class".length, index + "class".length + MAX_HEAD);
    const { names, end } = buildsOn(head);
    left -= end;
    if (left < 0 || (end === MAX_HEAD && index + "class".length + MAX_HEAD < text.length)) return new Set(namesIn(text));
    for (const name of names) out.add(name);
  }
  return out;
}
