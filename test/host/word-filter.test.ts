import fc from "fast-check";
import { expect, test } from "vitest";
import { WordFilter, wordsOf } from "../../src/host/word-filter.ts";

const word = fc.stringMatching(/^\w{1,12}$/u);
const gap = fc.constantFrom(" ", ".", "\n", "$", "{", "é", '"');

test("a word that a text has is never denied, whatever stands around it", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 300 }), fc.nat(), (parts, at) => {
      const filter = new WordFilter(parts.flat().join(""));
      const [wanted = ""] = parts[at % parts.length] ?? [];
      return filter.mayHold(wordsOf(wanted));
    }),
  );
});

test("a text that an expression finds between words is never denied", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 2, maxLength: 40 }), fc.nat(), fc.nat({ max: 6 }), (parts, from, length) => {
      const start = from % parts.length;
      const wanted = parts
        .slice(start, start + 1 + length)
        .flat()
        .join("");
      return new WordFilter(parts.flat().join("")).mayHold(wordsOf(wanted));
    }),
  );
});

test("words are told apart, a part of one from the whole of it too", () => {
  const filter = new WordFilter("export const readFile = (path) => store.get(path);");
  expect(["readFile", "store", "path", "store.get", "(path)"].map((one) => filter.mayHold(wordsOf(one)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["read", "File", "writeFile", "store.set", "paths"].map((one) => filter.mayHold(wordsOf(one)))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("what holds no word may be anywhere", () => {
  expect(new WordFilter("").mayHold(wordsOf("é…"))).toBe(true);
});
