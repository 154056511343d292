import { at } from "../at.ts";
import type { Atom, Segment } from "./syntax.ts";
import { inSet } from "./syntax.ts";

const one = (atom: Atom, c: number): boolean => (atom.t === "lit" ? atom.c === c : atom.t === "set" ? inSet(atom, c) : true);

/**
 * Whether a segment pattern matches a text. Linear but for the last `*`, which may be retried
 * at each position: `O(pattern * text)` at worst, whatever the pattern.
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
    if (atom && one(atom, at(text, t)) && !(dash && t === 0 && atom.t !== "lit")) {
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

/**
 * Whether a list of segments matches a list of texts, `**` standing for any number of them: every
 * place that the pattern can stand at is carried along, so the cost is `O(pattern * texts)`.
 */
export function matchSegments(
  pattern: readonly Segment[],
  texts: readonly (readonly number[])[],
  each: (segment: readonly Atom[], text: readonly number[], index: number) => boolean,
  rest: (segment: "**" | "{flags}", text: readonly number[], index: number) => boolean,
): boolean {
  let places = new Set<number>();
  const reach = (place: number): void => {
    places.add(place);
    for (let p = place; typeof pattern[p] === "string"; p++) places.add(p + 1);
  };
  reach(0);
  for (const text of texts) {
    const before = places;
    places = new Set();
    for (const p of before) {
      const segment = pattern[p];
      if (segment === undefined) continue;
      if (typeof segment === "string") {
        if (rest(segment, text, p)) reach(p);
      } else if (each(segment, text, p)) reach(p + 1);
    }
    if (places.size === 0) return false;
  }
  return places.has(pattern.length);
}
