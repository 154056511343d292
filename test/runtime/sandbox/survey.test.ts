import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OWN_FILES } from "../../../src/model/own-files.ts";
import { ownPackage } from "../../../src/runtime/sandbox/own-package.ts";
import { isSearched, planted, survey } from "../../../src/runtime/sandbox/survey.ts";
import { folder } from "../../support/folder.ts";

test("names that run as code later are found, with the folders on the way and files of two names", () => {
  const dir = folder({
    "a/b/.git/hooks/x": "",
    "a/b/.npmrc": "",
    "a/plain": "",
    "node_modules/.bin/tool": "",
    "node_modules/p/.npmrc": "",
  });
  const { guarded, isWhole, pinned, readable } = survey([dir], { isBefore: true });
  const at = (...names: string[]): string[] => names.map((name) => join(dir, name));
  expect([...guarded.keys()].sort()).toEqual(at("a/b/.git/hooks", "a/b/.npmrc", "node_modules/.bin"));
  expect(readable).toEqual(at("a/b/.git/hooks", "a/b/.npmrc", "node_modules/.bin"));
  expect(pinned).toEqual(at("a", "a/b", "a/b/.git", "node_modules"));
  expect(isWhole).toBe(true);
});

test("so are all files by which toolfence itself goes", () => {
  const dir = folder(Object.fromEntries(OWN_FILES.map((name) => [name, ""])));
  expect([...survey([dir], { isBefore: true }).guarded.keys()].sort()).toEqual(OWN_FILES.map((name) => join(dir, name)).sort());
});

test("what is new or changed is told, what is gone is not", () => {
  const dir = folder({ ".npmrc": "1", ".envrc": "1" });
  const before = survey([dir], { isBefore: true });
  writeFileSync(join(dir, ".npmrc"), "22");
  writeFileSync(join(dir, ".mcp.json"), "{}");
  rmSync(join(dir, ".envrc"));
  expect(planted(before, survey([dir], { isBefore: true }))).toEqual([join(dir, ".mcp.json"), join(dir, ".npmrc")]);
});

test("a folder with more entries than the budget is not whole", () => {
  const dir = folder({ a: "", b: "", c: "" });
  expect([survey([dir], { isBefore: true, maxEntries: 3 }).isWhole, survey([dir], { isBefore: true, maxEntries: 2 }).isWhole]).toEqual([
    true,
    false,
  ]);
});

test("a folder of packages or of git's objects stays as it is when a file in it has a second name", () => {
  const dir = folder({
    "one/node_modules/p/a/index.js": "",
    "two/node_modules/p/index.js": "",
    "three/.git/objects/ab/cd": "",
    outside: "",
  });
  expect(survey([dir], { isBefore: true }).readable).toEqual([]);
  linkSync(join(dir, "one/node_modules/p/a/index.js"), join(dir, "store"));
  linkSync(join(dir, "three/.git/objects/ab/cd"), join(dir, "other"));
  const before = survey([dir], { isBefore: true });
  expect(before.readable).toEqual(["one/node_modules", "other", "store", "three/.git/objects"].map((name) => join(dir, name)));
  expect(before.pinned).toEqual(["one", "three", "three/.git"].map((name) => join(dir, name)));
});

test("so it does when it holds more than can be looked at", () => {
  const dir = folder({ "node_modules/a": "", "node_modules/b": "", "node_modules/c": "" });
  expect(survey([dir], { isBefore: true, maxEntries: 2 })).toMatchObject({ readable: [join(dir, "node_modules")], isWhole: true });
});

/** Folders in each other, until no path can name the last one. */
function deepFolder(dir: string): void {
  execFileSync("/usr/bin/perl", ["-e", 'chdir $ARGV[0]; for (1..30) { mkdir "d" x 200; chdir "d" x 200 or die }', dir]);
  onTestFinished(() => void execFileSync("/bin/rm", ["-rf", join(dir, "d".repeat(200))]));
}

test("a folder that cannot be looked into stays as it is, and one that was made meanwhile is told", () => {
  const dir = folder({ "old/.keep": "", "new/.keep": "" });
  deepFolder(join(dir, "old"));
  const before = survey([dir], { isBefore: true });
  expect(before.closed).toHaveLength(1);
  expect(before.readable).toEqual(before.closed);
  expect([before.isWhole, isSearched(before, survey([dir], { isBefore: false }))]).toEqual([true, true]);
  deepFolder(join(dir, "new"));
  expect(isSearched(before, survey([dir], { isBefore: false }))).toBe(false);
});

test("what decides over a repository of git is found, wherever it lies", () => {
  const dir = folder({
    "one/.git/config": '[core]\n\thooksPath = "tools/hooks"\n',
    "one/.git/HEAD": "",
    "one/.git/info/attributes": "",
    "one/.git/commondir": "..",
    "one/tools/hooks/pre-commit": "",
    "tree/.git": "gitdir: ../one/.git/worktrees/tree",
    "bare/HEAD": "",
    "bare/config": "",
    "bare/objects/x": "",
    "bare/refs/x": "",
    "no-repository/HEAD": "",
    "no-repository/config": "",
  });
  const at = (...names: string[]): string[] => names.map((name) => join(dir, name));
  expect([...survey([dir], { isBefore: true }).guarded.keys()].sort()).toEqual(
    at("bare/config", "one/.git/commondir", "one/.git/config", "one/.git/info", "one/tools/hooks", "tree/.git"),
  );
});

test("a repository that appears is told", () => {
  const dir = folder({ "a/x": "" });
  const before = survey([dir], { isBefore: true });
  for (const name of ["objects", "refs"]) mkdirSync(join(dir, "a", name));
  for (const name of ["HEAD", "config"]) writeFileSync(join(dir, "a", name), "");
  writeFileSync(join(dir, ".git"), "gitdir: a");
  expect(planted(before, survey([dir], { isBefore: false }))).toEqual([join(dir, ".git"), join(dir, "a/config")]);
});

test("the package that confines is not to be changed from inside", () => {
  const own = ownPackage() ?? "";
  const { readable, pinned } = survey([join(own, "..")], { isBefore: true, maxEntries: 1 });
  expect([readable.includes(own), pinned.includes(own)]).toEqual([true, false]);
});
