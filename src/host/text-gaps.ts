/*
 * What may stand between two words of code: blanks and comments. The texts are hostile: nothing here tries what it has read again from each
 * character of a text.
 */

const LINE_END = "\\n\\r\\u2028\\u2029";
/** A comment of a line, or between marks, which is read in one way only: of many in a row, none is tried as a part of another. */
const comment = (length: string): string => `//[^${LINE_END}]{${length}}[${LINE_END}]|/\\*(?:[^*]|\\*(?!/)){${length}}\\*/`;
const BLANKS = "\\s{0,200}";
/** What may stand between two words of code, as far as it is short. */
const gap = (comments: string): string => `${BLANKS}(?:(?:${comment("0,300")})${BLANKS}){${comments}}`;
const SHORT = gap("0,4");
/** Nobody writes so much between two words but to hide the second one. */
const LONG = `${gap("5")}|${SHORT}(?:\\s{201}|//[^${LINE_END}]{301}|/\\*(?:[^*]|\\*(?!/)){301})`;

/** A pattern for `before`, what may stand between two words as far as it is short, and `after`. */
export const apart = (before: string, after: string): string => `${before}${SHORT}(?:${after})`;
/** The same, or more between them than anybody writes, whatever is behind it. */
export const farApart = (before: string, after: string): string => `${before}(?:${SHORT}(?:${after})|${LONG})`;

/** The places where the matches of a pattern end, in order. */
const endsOf = (text: string, pattern: RegExp): number[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => index + length);

/** The gaps of one text, however long: where one ends is found in the logarithm of its length for each comment that is new in it. */
export class Gaps {
  readonly #text: string;
  readonly #blanks: RegExp;
  /** Where the gap ends that a comment is in, by where the comment starts. */
  readonly #known = new Map<number, number>();
  readonly #marks = new Map<RegExp, readonly number[]>();

  /** @param blanks a sticky pattern for what counts as blank between comments. */
  constructor(text: string, blanks: RegExp) {
    this.#text = text;
    this.#blanks = blanks;
  }

  /** Where the gap that starts at a place ends. */
  end(from: number): number {
    const through: number[] = [];
    let at = this.#behindBlanks(from);
    for (let mark = this.#markAt(at); mark; mark = this.#markAt(at)) {
      const known = this.#known.get(at);
      if (known !== undefined) {
        at = known;
        break;
      }
      through.push(at);
      at = this.#behindBlanks(this.#next(mark, at + 2));
    }
    for (const start of through) this.#known.set(start, at);
    return at;
  }

  #behindBlanks(at: number): number {
    this.#blanks.lastIndex = at;
    return at + (this.#blanks.exec(this.#text)?.[0].length ?? 0);
  }

  /** What ends the comment that starts at a place, if one does. */
  #markAt(at: number): RegExp | undefined {
    if (this.#text.startsWith("//", at)) return LINE;
    return this.#text.startsWith("/*", at) ? BLOCK : undefined;
  }

  /** Behind the first mark that starts at a place or later. */
  #next(mark: RegExp, at: number): number {
    let ends = this.#marks.get(mark);
    if (!ends) this.#marks.set(mark, (ends = endsOf(this.#text, mark)));
    const length = mark === LINE ? 1 : 2;
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) - length < at) low = middle + 1;
      else high = middle;
    }
    return ends[low] ?? this.#text.length;
  }
}

const LINE = new RegExp(`[${LINE_END}]`, "gu");
const BLOCK = /\*\//gu;

const FAR_DOT = new RegExp(`\\.(?:${LONG})`, "gu");
const NAME = /#?[\p{ID_Continue}$]+/uy;

/** The members that stand so far behind their dots that `apart` does not find them. */
export function farMembers(text: string): Set<string> {
  const out = new Set<string>();
  const gaps = new Gaps(text, /\s*/uy);
  FAR_DOT.lastIndex = 0;
  for (let found = FAR_DOT.exec(text); found; found = FAR_DOT.exec(text)) {
    FAR_DOT.lastIndex = found.index + 1;
    NAME.lastIndex = gaps.end(found.index + 1);
    out.add(NAME.exec(text)?.[0] ?? "");
  }
  return out;
}
