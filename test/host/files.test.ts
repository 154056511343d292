import { expect, test } from "vitest";
import { isTestFile } from "../../src/host/files.ts";

test.each([
  "vitest.setup.ts",
  "packages/ui/vitest-setup.ts",
  "jest.config.js",
  "vitest.global-setup.mts",
  "src/setupTests.ts",
  "src/setup-tests.ts",
  "src/test-setup.ts",
  "src/smoke-tests/run.ts",
  "src/a.test.ts",
])("%s is of tests", (path) => {
  expect(isTestFile(path)).toBe(true);
});

test.each(["src/setup.ts", "src/test.ts", "vitest.ts", "src/jest-runner.ts", "src/contest.setup.ts", "src/tools/run-tests.ts"])(
  "%s is not",
  (path) => {
    expect(isTestFile(path)).toBe(false);
  },
);
