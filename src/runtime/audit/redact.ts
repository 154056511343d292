import { boundedPattern } from "./bounded.ts";
import type { Rule } from "./looks.ts";
import { MARK, PEM, REDACTED, RULES, SUSPICIOUS } from "./looks.ts";

export interface RedactorOptions {
  /** Further patterns; those that could take long are refused. */
  readonly patterns?: readonly RegExp[];
  /** Secrets that are known: their values never reach the log, in any usual encoding. */
  readonly values?: readonly string[];
  /** Whether texts that only look like secrets are redacted too; they are by default. */
  readonly looks?: boolean;
}

export type Redactor = (text: string) => { readonly text: string; readonly count: number };

const SHORTEST = 6;
const CHUNK = 64 * 1024;
const OVERLAP = 4 * 1024;

/** The ways in which a value is usually written. */
function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // Inside a longer text base64 has three alignments. What the neighbours' bits touch is left out.
  const aligned = [0, 1, 2].map((pad) =>
    Buffer.concat([Buffer.alloc(pad), bytes])
      .toString("base64")
      .slice(pad === 0 ? 0 : pad + 1)
      .replace(/.=+$/u, ""),
  );
  return [
    value,
    ...aligned,
    ...aligned.map((text) => text.replace(/\+/gu, "-").replace(/\//gu, "_")),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
    encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()),
    encodeURI(value),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    JSON.stringify(value).slice(1, -1),
    Array.from(value).reverse().join(""),
  ].filter((text) => text.length >= SHORTEST);
}

/** What a secret may stand behind: a word for one, a sign, an option. */
const BEFORE_A_SECRET = /(?:[=:'"]|\b(?:bearer|basic|password|login|set|token|key|secret)|-{1,2}[\w.-]{1,80})\s{0,8}$/iu;

/** Where the piece of a long text that begins at `at` ends: at white space, so that no secret is cut in two or from its name. */
function cutAfter(text: string, at: number): number {
  const end = at + CHUNK;
  if (end >= text.length) return text.length;
  const first = Math.max(at + 1, end - OVERLAP);
  const gaps = [...text.slice(first, end).matchAll(/(?<=\s)\S/gu)].map((gap) => first + gap.index);
  const apart = gaps.findLast((gap) => !BEFORE_A_SECRET.test(text.slice(Math.max(at, gap - 100), gap)));
  return apart ?? gaps.at(-1) ?? end;
}

/**
 * Makes a redactor. Time is linear in the text.
 *
 * @throws {TypeError} when a pattern could take long, or a known value is too short to be told from prose.
 */
export function createRedactor({ patterns = [], values = [], looks = true }: RedactorOptions = {}): Redactor {
  const bounded = patterns.map(boundedPattern);
  const slow = patterns.find((_, index) => bounded[index] === undefined);
  if (slow)
    throw new TypeError(
      `The redaction pattern \`${slow.source}\` could take very long on a long text. Repeat less, and nest no repetitions.`,
    );
  const short = values.find((value) => value.length < SHORTEST);
  if (short !== undefined)
    throw new TypeError(
      `A secret of ${short.length} characters cannot be told from ordinary text. Leave it out, or use one of at least ${SHORTEST}.`,
    );
  const known = [...new Set(values.flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
  const own = bounded.flatMap((pattern): Rule[] => (pattern ? [{ name: "own", pattern }] : []));
  const rules = [...(looks ? RULES : []), ...own];
  return (text) => {
    let count = 0;
    let out = text;
    for (const value of known) {
      const parts = out.split(value);
      count += parts.length - 1;
      if (parts.length > 1) out = parts.join(REDACTED);
    }
    if (rules.length === 0 || (own.length === 0 && !SUSPICIOUS.test(out))) return { text: out, count };
    const byRule = (piece: string, { pattern, keep }: Rule): string =>
      piece.replace(pattern, (match: string, ...groups: unknown[]) => {
        if (match.includes(MARK)) return match;
        count++;
        return keep === undefined
          ? REDACTED
          : keep.replace(/\$(\d)/gu, (_, index: string) => (groups[Number(index) - 1] as string | undefined) ?? "");
      });
    const apply = (piece: string): string => rules.reduce(byRule, piece);
    if (out.length <= CHUNK) return { text: apply(out), count };
    // Long texts go in pieces, but for what may itself be longer.
    if (looks) out = byRule(out, PEM);
    let result = "";
    for (let at = 0; at < out.length;) {
      const end = cutAfter(out, at);
      result += apply(out.slice(at, end));
      at = end;
    }
    return { text: result, count };
  };
}
