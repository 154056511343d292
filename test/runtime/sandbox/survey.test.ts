import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planted, survey } from "../../../src/runtime/sandbox/survey.ts";
import { folder } from "../../support/folder.ts";

test("names that run as code later are found, with the folders on the way and files of two names", () => {
  const dir = folder({
    "a/b/.git/hooks/x": "",
    "a/b/.npmrc": "",
    "a/plain": "",
    "node_modules/.bin/tool": "",
    "node_modules/p/.npmrc": "",
  });
  const { guarded, isWhole, pinned, readable } = survey([dir]);
  const at = (...names: string[]): string[] => names.map((name) => join(dir, name));
  expect([...guarded.keys()].sort()).toEqual(at("a/b/.git/hooks", "a/b/.npmrc", "node_modules/.bin"));
  expect(readable).toEqual(at("a/b/.git/hooks", "a/b/.npmrc", "node_modules/.bin"));
  expect(pinned).toEqual(at("a", "a/b", "a/b/.git", "node_modules"));
  expect(isWhole).toBe(true);
});

test("what is new or changed is told, what is gone is not", () => {
  const dir = folder({ ".npmrc": "1", ".envrc": "1" });
  const before = survey([dir]);
  writeFileSync(join(dir, ".npmrc"), "22");
  writeFileSync(join(dir, ".mcp.json"), "{}");
  rmSync(join(dir, ".envrc"));
  expect(planted(before, survey([dir]))).toEqual([join(dir, ".mcp.json"), join(dir, ".npmrc")]);
});

test("a folder with more entries than the budget is not whole", () => {
  const dir = folder({ a: "", b: "", c: "" });
  expect([survey([dir], 3).isWhole, survey([dir], 2).isWhole]).toEqual([true, false]);
});
