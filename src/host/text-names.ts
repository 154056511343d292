/*
 * What a text says by its words alone, before anything is parsed. The texts are hostile: each function takes time in proportion to the length of
 * one, so that no pattern may try what it has read again from each of its characters.
 */

/** The name of a type, where one stands. */
const TYPED = /:\s*(?:Promise<\s*)?([\p{ID_Continue}$]+)(?:\.([\p{ID_Continue}$]+))?/gu;

/** A property of something else than `this` that is assigned, and the names that `Object.assign` copies. */
const PATCHED = /(?<!\bthis)(?:\.(#?[\p{ID_Continue}$]+)|\[["'`]([^"'`\n]+)["'`]\])\s*(?:\?\?|\|\||&&)?=(?![=>])/gu;
const COPIED = /\bassign\(\s*(?!this\b|\{)[\w$.]+,\s*\{([^{}]*)/gu;

/** A comment of a line, or between marks, which is read in one way only: of many in a row, none is tried as a part of another. */
const comment = (length: string): string => `//[^\\n]{${length}}\\n|/\\*(?:[^*]|\\*(?!/)){${length}}\\*/`;
const BLANKS = "\\s{0,200}";
/** What may stand between two words of code, as far as it is short. */
const gap = (comments: string): string => `${BLANKS}(?:(?:${comment("0,300")})${BLANKS}){${comments}}`;
const SHORT = gap("0,4");
/** Nobody writes so much between two words but to hide the second one. */
const LONG = `${gap("5")}|${SHORT}(?:\\s{201}|//[^\\n]{301}|/\\*(?:[^*]|\\*(?!/)){301})`;

/** A pattern for `before`, what may stand between two words as far as it is short, and `after`. */
export const apart = (before: string, after: string): string => `${before}${SHORT}(?:${after})`;
/** The same, or more between them than anybody writes, whatever is behind it. */
export const farApart = (before: string, after: string): string => `${before}(?:${SHORT}(?:${after})|${LONG})`;

const IMPORTS = new RegExp(farApart(`\\b(?:from|import|require)(?:${SHORT}\\(){0,2}`, "[\"'`]([^\"'`\\n]+)[\"'`]"), "gu");

/** A class up to its type parameters, and the word that says that it builds on something. */
const CLASS = /\bclass\s+(?:(?!(?:extends|implements)\b)[\w$]+\s*)?/gu;
const BUILDS = /\s*(?:extends|implements)\b/uy;
/** More than this stands neither between angle brackets nor before a body. */
const MAX_HEADER = 2000;

/** Where the brackets of types that are open at a place are closed and one of `ends` comes, or there is no more to read. */
function behindTypes(text: string, from: number, ends: string): number {
  let depth = 0;
  let at = from;
  for (; at < Math.min(text.length, from + MAX_HEADER); at++) {
    const char = text.charAt(at);
    if (char === "<") depth++;
    else if (char === ">" && text.charAt(at - 1) !== "=") depth--;
    if (depth <= 0 && ends.includes(char)) break;
  }
  return at;
}

/** The classes and interfaces that the classes of a text build on, beside words that stand between them. */
export function parentsIn(text: string): string[] {
  if (!text.includes("class")) return [];
  const out = new Set<string>();
  CLASS.lastIndex = 0;
  for (let found = CLASS.exec(text); found; found = CLASS.exec(text)) {
    const named = CLASS.lastIndex;
    BUILDS.lastIndex = text.charAt(named) === "<" ? behindTypes(text, named, ">") + 1 : named;
    if (!BUILDS.test(text)) continue;
    // Where a sign of comparison was taken for a bracket, the next class stands before what seems to be the end.
    CLASS.lastIndex = BUILDS.lastIndex;
    for (const name of text.slice(BUILDS.lastIndex, behindTypes(text, BUILDS.lastIndex, "{")).match(/[A-Za-z_$][\w$]*/gu) ?? [])
      out.add(name);
  }
  return [...out];
}

/** Whether a UTF-16 unit may be of a name; beyond ASCII all are taken for one. */
const isOfName = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36 || unit > 127;
const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
/** `(`, `<` and `=`. */
const OPENING: ReadonlySet<number> = new Set([40, 60, 61]);

/** Names that are followed by what may be a method's parameters, or its value. */
export function methodsIn(text: string): Set<string> {
  const out = new Set<string>();
  if (!text.includes("class ")) return out;
  let start = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isOfName(unit)) {
      if (end !== i) start = i;
      end = i + 1;
    } else if (OPENING.has(unit)) {
      if (end > start) out.add(text.slice(start, end));
      start = end;
    } else if (!isBlank(unit)) start = end;
  }
  return out;
}

/** The names of types that a text gives to something. */
export function* typesIn(text: string): Iterable<string> {
  for (const [, first = "", second] of text.matchAll(TYPED)) yield second ?? first;
}

/** The properties that a text may give to something else than `this`. */
export function* patchedIn(text: string): Iterable<string> {
  for (const [, named, quoted] of text.matchAll(PATCHED)) yield named ?? quoted ?? "";
  for (const [, names = ""] of text.matchAll(COPIED)) yield* names.match(/[\p{ID_Continue}$]+/gu) ?? [];
}

/** What a text imports, as far as it is written as a text; undefined where that stands too far from the word that imports it. */
export function importsIn(text: string): ReadonlySet<string> | undefined {
  const out = new Set<string>();
  for (const [, specifier] of text.matchAll(IMPORTS)) {
    if (specifier === undefined) return undefined;
    out.add(specifier);
  }
  return out;
}

const FAR_DOT = new RegExp(`\\.(?:${LONG})`, "gu");
const BLANK = /\s*/uy;
const NAME = /#?[\p{ID_Continue}$]+/uy;

/** The members that stand so far behind their dots that `apart` does not find them. */
export function farMembers(text: string): Set<string> {
  const out = new Set<string>();
  const ends = new Map<number, number>();
  FAR_DOT.lastIndex = 0;
  for (let found = FAR_DOT.exec(text); found; found = FAR_DOT.exec(text)) {
    FAR_DOT.lastIndex = found.index + 1;
    NAME.lastIndex = gapEnd(text, found.index + 1, ends);
    out.add(NAME.exec(text)?.[0] ?? "");
  }
  return out;
}

/** Where what is between two words ends; `ends` has it for the comments that were gone through. */
function gapEnd(text: string, from: number, ends: Map<number, number>): number {
  const through: number[] = [];
  let at = from;
  for (;;) {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)?.[0].length ?? 0;
    const known = ends.get(at);
    const mark = text.startsWith("//", at) ? "\n" : text.startsWith("/*", at) ? "*/" : undefined;
    if (known !== undefined) at = known;
    if (known !== undefined || mark === undefined) break;
    through.push(at);
    const end = text.indexOf(mark, at + 2);
    at = end === -1 ? text.length : end + mark.length;
  }
  for (const start of through) ends.set(start, at);
  return at;
}
