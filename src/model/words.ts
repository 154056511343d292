import { HOLE } from "./holes.ts";

const isPlain = (word: string): boolean => !/^$|^"|\s|\{/u.test(word.replaceAll(HOLE, "-"));

/** A program and its arguments as one resource, from which `wordsOf` reads the same again: in quotes what could be read otherwise. */
export const printWords = (words: readonly string[]): string =>
  words.map((word) => (isPlain(word) ? word : JSON.stringify(word))).join(" ");

const WORD = new RegExp(`"(?:[^"\\\\]|\\\\.)*"(?= |$)|(?:${HOLE.source}|[^ ])+`, "gu");

/** The words of a command that is started without a shell. What stands in a hole is one word, blanks and all. */
export const wordsOf = (resource: string): string[] =>
  [...resource.matchAll(WORD)].map(([word]) => (word.startsWith('"') ? unquoted(word) : word));

function unquoted(word: string): string {
  try {
    return JSON.parse(word) as string;
  } catch {
    return word;
  }
}
