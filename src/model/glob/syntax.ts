import { at, pointAt } from "../at.ts";
import type { Parsed } from "../result.ts";
import { failed, parsed } from "../result.ts";

/** One character position of a segment. `set` holds inclusive code point ranges, sorted and disjoint. */
export type Atom =
  | { readonly t: "lit"; readonly c: number }
  | { readonly t: "any" }
  | { readonly t: "star" }
  | { readonly t: "set"; readonly not: boolean; readonly r: readonly (readonly [number, number])[] };

/** A segment is a run of atoms, or `**`, or (in arguments) `{flags}`. */
export type Segment = readonly Atom[] | "**" | "{flags}";

/** How large a pattern may be: its text, its alternatives, these together once written out, and `?` in a segment. */
export const LIMITS = { length: 1024, alternatives: 256, expanded: 16_384, singles: 8 } as const;

const SLASH = 0x2f;

/** Checks that hold for every pattern, whatever it is a pattern of. */
export function checkText(text: string): Parsed<string> {
  if (text.length > LIMITS.length) return failed("pattern is too long", LIMITS.length, `use at most ${LIMITS.length} characters`);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return failed("pattern has a control character", i, "remove it");
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const next = text.charCodeAt(i + 1);
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return failed("pattern has half a surrogate pair", i, "remove it");
      i++;
    }
  }
  const normal = text.normalize("NFC");
  return normal === text ? parsed(text) : failed("pattern is not in Unicode normal form C", 0, `write \`${normal}\``);
}

/** Where the set that opens at `at` closes; -1 when it does not. Text that went through `expandBraces` has no open set. */
export function setEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "]" && i > at + (text[at + 1] === "!" ? 2 : 1)) return i;
  }
  return -1;
}

const FORBIDDEN: Readonly<Record<string, string>> = {
  "!": "negation is written as a `deny` list",
  "(": "extended globs are not supported; use `{a,b}`",
  ")": "extended globs are not supported; use `{a,b}`",
  "|": "alternatives are written `{a,b}`",
};

/** Parses one segment of an alternative (no braces, no separator). */
export function parseSegment(text: string, at: number, forbidden: Readonly<Record<string, string>> = FORBIDDEN): Parsed<readonly Atom[]> {
  const atoms: Atom[] = [];
  let singles = 0;
  for (let i = 0; i < text.length; i++) {
    const c = String.fromCodePoint(pointAt(text, i));
    if (c === "\\") {
      const next = pointAt(text, i + 1);
      atoms.push({ t: "lit", c: next });
      i += String.fromCodePoint(next).length;
    } else if (c === "*") {
      if (text[i + 1] === "*") return failed("`**` must be a whole segment", at + i, "write `/**/`, or a single `*`");
      atoms.push({ t: "star" });
    } else if (c === "?") {
      if (++singles > LIMITS.singles) return failed("too many `?`", at + i, `use at most ${LIMITS.singles} in a segment`);
      atoms.push({ t: "any" });
    } else if (c === "[") {
      const end = setEnd(text, i);
      const set = parseSet(text.slice(i + 1, end), at + i);
      if (!set.ok) return set;
      atoms.push(set.value);
      i = end;
    } else if (forbidden[c] !== undefined) {
      return failed(`\`${c}\` has no meaning in a pattern`, at + i, `${forbidden[c]}; write \`\\${c}\` for the character itself`);
    } else {
      atoms.push({ t: "lit", c: pointAt(c, 0) });
      i += c.length - 1;
    }
  }
  return parsed(atoms);
}

function parseSet(body: string, offset: number): Parsed<Atom> {
  const not = body.startsWith("!");
  const text = not ? body.slice(1) : body;
  if (text.startsWith("^")) return failed("sets are negated with `!`", offset, "write `[!...]`");
  if (/\[[:.=]/u.test(text)) return failed("POSIX classes are not supported", offset, "write the characters, as in `[0-9]`");
  const points: number[] = [];
  const dashes = new Set<number>();
  for (let i = 0; i < text.length; i++) {
    let point = pointAt(text, i);
    if (point === 0x5c) {
      i++;
      point = pointAt(text, i);
    } else if (point === 0x2d) dashes.add(points.length);
    if (point > 0xffff) i++;
    points.push(point);
  }
  const ranges: [number, number][] = [];
  for (let i = 0; i < points.length; i++) {
    const low = at(points, i);
    const high = dashes.has(i + 1) ? points[i + 2] : undefined;
    if (high !== undefined) {
      if (high < low) return failed("range runs backwards", offset, "write the lower character first");
      ranges.push([low, high]);
      i += 2;
    } else ranges.push([low, low]);
  }
  if (ranges.some(([low, high]) => low <= SLASH && high >= SLASH))
    return failed("a set cannot contain `/`", offset, "name the segments apart");
  return parsed({ t: "set", not, r: mergeRanges(ranges) });
}

export function mergeRanges(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const out: [number, number][] = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}

const SPECIAL = new Set(Array.from("\\*?[]{},!()|", (c) => c.codePointAt(0)));
const escape = (point: number, special: ReadonlySet<number | undefined>): string =>
  (special.has(point) ? "\\" : "") + String.fromCodePoint(point);
const SET_SPECIAL = new Set(Array.from("\\]!-^[", (c) => c.codePointAt(0)));

/** A text as the pattern that matches it alone; a slash stays one. */
export const quoteText = (text: string): string => Array.from(text, (character) => escape(pointAt(character, 0), SPECIAL)).join("");

/** The one spelling of a segment. */
export function printSegment(segment: Segment): string {
  if (typeof segment === "string") return segment;
  return segment
    .map((atom) => {
      switch (atom.t) {
        case "lit":
          return escape(atom.c, SPECIAL);
        case "any":
          return "?";
        case "star":
          return "*";
        case "set":
          return `[${atom.not ? "!" : ""}${atom.r.map(([low, high]) => escape(low, SET_SPECIAL) + (low === high ? "" : (high === low + 1 ? "" : "-") + escape(high, SET_SPECIAL))).join("")}]`;
      }
    })
    .join("");
}

/** Whether a set holds a code point; its ranges are halved until one is left. */
export function inSet({ not, r }: Extract<Atom, { t: "set" }>, c: number): boolean {
  let low = 0;
  let high = r.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(r, middle)[1] < c) low = middle + 1;
    else high = middle;
  }
  return not !== (low < r.length && at(r, low)[0] <= c);
}
