/*
 * What a text says by its words alone, before anything is parsed. The texts are hostile: each function takes time in proportion to the length of
 * one, so that no pattern may try what it has read again from each of its characters.
 */
import { Gaps } from "./text-gaps.ts";

/** The name of a type, where one stands. */
const TYPED = /:\s*(?:Promise<\s*)?([\p{ID_Continue}$]+)(?:\.([\p{ID_Continue}$]+))?/gu;

/** A property of something else than `this` that is assigned, and the names that `Object.assign` copies. */
const PATCHED = /(?<!\bthis)(?:\.(#?[\p{ID_Continue}$]+)|\[["'`]([^"'`\n]+)["'`]\])\s*(?:\?\?|\|\||&&)?=(?![=>])/gu;
const COPIED = /\bassign\(\s*(?!this\b|\{)[\w$.]+,\s*\{([^{}]*)/gu;

/** What imports something, and what that is. */
const IMPORTS = /\b(?:from|import|require)/gu;
const SPECIFIER = /["'`]([^"'`\n]+)["'`]/uy;

/** Whether a UTF-16 unit may be of a name; of a pair of them, both may. */
const isOfName = (unit: number): boolean =>
  unit < 128
    ? (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36
    : (unit >= 0xd800 && unit <= 0xdfff) || /\p{ID_Continue}/u.test(String.fromCharCode(unit));
const isBlank = (unit: number): boolean =>
  unit === 32 || (unit >= 9 && unit <= 13) || (unit > 127 && /\s/u.test(String.fromCharCode(unit)));
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

/** What a text imports, as far as it is written as a text. */
export function importsIn(text: string): ReadonlySet<string> {
  const out = new Set<string>();
  const gaps = new Gaps(text, /[\s(]*/uy);
  for (const { index, 0: word } of text.matchAll(IMPORTS)) {
    SPECIFIER.lastIndex = gaps.end(index + word.length);
    const [, specifier] = SPECIFIER.exec(text) ?? [];
    if (specifier !== undefined) out.add(specifier);
  }
  return out;
}
