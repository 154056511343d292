import { expect, test } from "vitest";
import { isOwned } from "../../src/verify/workflows.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

test.each([
  ["* @team", "toolfence.json", true],
  ["/toolfence.json @team", "toolfence.json", true],
  ["/.github/ @team", ".github/workflows/", true],
  ["/other @team", "toolfence.json", false],
  // The last line that fits decides, also to give a file to nobody.
  ["* @team\n/toolfence.json", "toolfence.json", false],
  ["/toolfence.json\n* @team # all", "toolfence.json", true],
  ["# * @team", "toolfence.json", false],
])("%j gives %s to somebody: %s", (owners, path, expected) => {
  expect(isOwned(owners, path)).toBe(expected);
});

test("every file that the gate goes by needs an owner, where it is there", async () => {
  const dir = folder({ "package.json": "{}", "toolfence.policy.yaml": "{}", "toolfence.packages.json": "{}" });
  const { out } = await toolfence(dir, "doctor", "--ci");
  expect([...out.matchAll(/CODEOWNERS gives `([^`]*)`/gu)].map(([, path]) => path)).toEqual([
    "toolfence.approvals.jsonl",
    "toolfence.packages.json",
    "toolfence.json",
    "toolfence.policy.yaml",
    ".github/workflows/",
  ]);
  expect(out).toMatch(/^(?:ok {2}|-- {2}) commands can run confined, by landlock \(experimental/mu);
});
