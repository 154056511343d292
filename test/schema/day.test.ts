import { expect, test } from "vitest";
import { daySchema } from "../../src/schema/day.ts";

test.each<[string, string | undefined]>([
  ["2028-02-29", undefined],
  ["2027-02-29", "there is no such day"],
  ["2027-13-01", "there is no such day"],
  ["2027-1-1", "write a day as YYYY-MM-DD"],
  ["tomorrow", "write a day as YYYY-MM-DD"],
])("%s", (text, problem) => {
  expect(daySchema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(problem === undefined ? undefined : [problem]);
});
