import { expect, test } from "vitest";
import { Memo } from "../../../src/extract/eval/memo.ts";
import { NOTHING } from "../../../src/extract/eval/values.ts";

test("answers are kept until there are too many, and never forgotten while a question is open", () => {
  const memo = new Memo((value) => value);
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
