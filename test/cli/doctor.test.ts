import { join } from "node:path";
import { expect, test } from "vitest";
import { isOwned } from "../../src/verify/workflows.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import { emptyRepository } from "../support/repository.ts";

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

test("owners of a package below the top: workflows stand at the top all the same", async () => {
  const made = emptyRepository({ "pkg/package.json": "{}", CODEOWNERS: "/pkg/ @team\n/.github/workflows/ @team\n" });
  const { out } = await toolfence(join(made.dir, "pkg"), "doctor", "--ci");
  expect([...out.matchAll(/^(ok {2}|FAIL) CODEOWNERS gives `([^`]*)`/gmu)].map(([, ok, path]) => [ok?.trim(), path])).toEqual([
    ["ok", "pkg/toolfence.approvals.jsonl"],
    ["ok", "pkg/toolfence.json"],
    ["ok", ".github/workflows/"],
  ]);
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
  expect(out).toMatch(/^(?:ok {2}|-- {2}) commands can run confined, by landlock \(only where it is asked for/mu);
});
