import fc from "fast-check";
import { expect, test } from "vitest";
import { Pairs } from "../../../src/extract/eval/domain/pairs.ts";
import { NEVER, Questions } from "../../../src/extract/eval/fixpoint/questions.ts";

const whole = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const near = fc.integer({ min: 0, max: 40 });
const pairs = fc.array(fc.tuple(fc.oneof(near, whole), fc.oneof(near, whole)), { maxLength: 200 });

test("a pair has one number, from 1 upwards, and no other pair has it", () => {
  fc.assert(
    fc.property(pairs, (list) => {
      const table = new Pairs();
      const known = new Map<string, number>();
      for (const [a, b] of [...list, ...list]) {
        const number = table.of(a, b);
        expect(number).toBe(known.get(`${a} ${b}`) ?? known.size + 1);
        known.set(`${a} ${b}`, number);
      }
    }),
  );
});

test("both tables grow, and keep what they know", () => {
  const [numbers, questions] = [new Pairs(), new Questions<number>()];
  const MANY = 100_000;
  for (let i = 0; i < MANY; i++) {
    expect(numbers.of(i % 300, i)).toBe(i + 1);
    const question = questions.at(i, i % 7);
    questions.answer[question] = i;
    questions.leaning[question] = i;
    questions.isOpen[question] = i % 2;
  }
  for (let i = 0; i < MANY; i += 97) {
    expect(numbers.of(i % 300, i)).toBe(i + 1);
    const question = questions.at(i, i % 7);
    expect([questions.answer[question], questions.leaning[question], questions.isOpen[question], questions.depth[question]]).toEqual([
      i,
      i,
      i % 2,
      -1,
    ]);
  }
  expect(questions.size).toBe(MANY);
  questions.clear();
  const again = questions.at(5, 5);
  expect([questions.size, questions.answer[again], questions.leaning[again], questions.isOpen[again]]).toEqual([1, undefined, NEVER, 0]);
});
