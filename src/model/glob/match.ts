import type { Atom, Segment } from "./syntax.ts";
import { inSet } from "./syntax.ts";

const one = (atom: Atom, c: number): boolean => (atom.t === "lit" ? atom.c === c : atom.t === "set" ? inSet(atom, c) : true);

/**
 * Whether a segment pattern matches a text. Linear but for the last `*`, which may be retried
 * at each position: `O(pattern × text)` at worst, whatever the pattern.
 *
 * @param guarded the text's first character may not be matched by a wildcard when it is `-`.
 */
export function matchSegment(pattern: readonly Atom[], text: readonly number[], guarded = false): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let retry = 0;
  const dash = guarded && text[0] === 0x2d;
  while (t < text.length) {
    const atom = pattern[p];
    if (atom?.t === "star") {
      star = p++;
      retry = t;
      continue;
    }
    if (atom && one(atom, text[t] ?? 0) && !(dash && t === 0 && atom.t !== "lit")) {
      p++;
      t++;
      continue;
    }
    if (star === -1 || (dash && retry === 0)) return false;
    p = star + 1;
    t = ++retry;
  }
  while (pattern[p]?.t === "star") p++;
  return p === pattern.length;
}

/** Whether a list of segments matches a list of texts, `**` standing for any number of them. */
export function matchSegments(
  pattern: readonly Segment[],
  texts: readonly (readonly number[])[],
  each: (segment: readonly Atom[], text: readonly number[], index: number) => boolean,
  rest: (segment: "**" | "{flags}", text: readonly number[], index: number) => boolean,
): boolean {
  let p = 0;
  let t = 0;
  const marks: { p: number; t: number }[] = [];
  for (;;) {
    const segment = pattern[p];
    if (segment === "**" || segment === "{flags}") {
      marks.push({ p, t });
      p++;
      continue;
    }
    if (t < texts.length && segment !== undefined && each(segment, texts[t] ?? [], p)) {
      p++;
      t++;
      continue;
    }
    if (t === texts.length && p === pattern.length) return true;
    let resumed = false;
    while (marks.length > 0 && !resumed) {
      const mark = marks.at(-1);
      if (!mark) break;
      const kind = pattern[mark.p];
      if (mark.t < texts.length && (kind === "**" || kind === "{flags}") && rest(kind, texts[mark.t] ?? [], mark.p)) {
        mark.t++;
        p = mark.p + 1;
        t = mark.t;
        // A later `**` subsumes the choices of an earlier one; only the last need be retried.
        if (kind === "**" && marks.length > 1 && marks.every((other) => pattern[other.p] === "**")) marks.splice(0, marks.length - 1);
        resumed = true;
      } else marks.pop();
    }
    if (!resumed) return false;
  }
}

export const codePoints = (text: string): number[] => Array.from(text, (c) => c.codePointAt(0) ?? 0);
