import { expect, test } from "vitest";
import { Memo } from "../../../../src/extract/eval/fixpoint/memo.ts";
import type { Value } from "../../../../src/extract/eval/domain/values.ts";
import { NOTHING } from "../../../../src/extract/eval/domain/values.ts";

test("answers are kept until there are too many, and never forgotten while a question is open", () => {
  const memo = new Memo({ value: (found) => found, text: (found) => found });
  const asked: number[] = [];
  const ask = (key: number, inner = (): void => undefined) => {
    const question = memo.question(key, 0);
    return (
      memo.given(question) ??
      memo.value(question, () => {
        asked.push(key);
        inner();
        return NOTHING;
      })
    );
  };
  ask(1);
  ask(1);
  memo.relieve(1);
  ask(1);
  expect(asked).toEqual([1]);
  ask(2, () => {
    memo.relieve(1);
    ask(1);
  });
  expect(asked).toEqual([1, 2]);
  memo.relieve(1);
  ask(1);
  expect(asked).toEqual([1, 2, 1]);
});

test("what leant on an open question and found nothing is asked again more often than what found something", () => {
  const asked = { nothing: 0, something: 0 };
  const memo = new Memo({ value: (found) => found, text: (found) => found });
  const something: Value = [{ k: "data", id: 1 }];
  const inner = (key: number, name: keyof typeof asked, value: Value): void => {
    const question = memo.question(key, 0);
    if (memo.given(question)) return;
    memo.value(question, () => {
      asked[name]++;
      memo.value(memo.question(1, 0), () => NOTHING); // Leans on the question that is open.
      return value;
    });
  };
  for (let round = 0; round < 6; round++) {
    memo.relieve(Infinity);
    memo.value(memo.question(1, 0), () => {
      inner(2, "nothing", NOTHING);
      inner(3, "something", something);
      return NOTHING;
    });
  }
  expect(asked).toEqual({ nothing: 6, something: 3 });
});
