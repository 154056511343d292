import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommand } from "../../src/model/command.ts";
import { matchCommand } from "../../src/model/command.ts";
import { quoteText } from "../../src/model/glob/syntax.ts";
import { normalise } from "../../src/model/policy.ts";
import { judge } from "../../src/model/resource.ts";
import { printWords, wordsOf } from "../../src/model/words.ts";

test("words that could be read otherwise are put in quotes", () => {
  expect(printWords(["git", "commit", "-m", "a b", "", '"x"', 'a"b', "{param:c}"])).toBe('git commit -m "a b" "" "\\"x\\"" a"b {param:c}');
  expect(wordsOf("git {param:a b} x")).toEqual(["git", "{param:a b}", "x"]);
  expect(wordsOf("")).toEqual([]);
  // No quote that ends: then it is a word like others.
  expect(wordsOf('a "b c')).toEqual(["a", '"b', "c"]);
  expect(wordsOf('a "\\q" b')).toEqual(["a", '"\\q"', "b"]);
});

const word = fc.oneof(fc.string({ unit: fc.constantFrom(...Array.from(' "\\ab{}\t\n')) }), fc.string(), fc.constant("{param:x}"));
test("what was printed is read again", () => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(printWords(words))).toEqual(words);
    }),
    { numRuns: 5000 },
  );
});

test("a text that is quoted is matched by nothing else", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...Array.from("ab*?[]{},!\\-()|")) }),
      (other, text) => {
        const arg = quoteText(text);
        const found = parseCommand({ command: "c", args: [arg] });
        if (!found.ok) return;
        const holds = (one: string): boolean => matchCommand(found.value, { command: "c", args: [one], shell: false });
        expect([holds(text), holds(other)]).toEqual([true, other === text]);
      },
    ),
    { numRuns: 2000 },
  );
});

test("an argument with a blank is one argument", () => {
  const verdict = (args: readonly string[]): string =>
    judge("exec.spawn", printWords(["git", "log", "a b"]), normalise({ exec: [{ command: "git", args: [...args] }] }).grants);
  expect([verdict(["log", "*"]), verdict(["log", "a b"]), verdict(["log", "a", "b"])]).toEqual(["inside", "inside", "outside"]);
});
