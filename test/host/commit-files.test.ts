import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommitFiles } from "../../src/host/commit-files.ts";
import { contentsOf, placeOf } from "../../src/host/git.ts";
import { folder } from "../support/folder.ts";
import { emptyRepository } from "../support/repository.ts";

test("files of a commit, whatever they hold and are called, and whether they were expected", () => {
  const files = {
    "empty.txt": "",
    "a.txt": "one\ntwo",
    // As if git had said that something else follows.
    "b.txt": `x\n${"0".repeat(40)} blob 3\nabc\nHEAD:./c.txt missing\n`,
    "ü \t.txt": "wörter\n",
    "line\nend.txt": "inside\n",
    "sub/c.txt": "three\n",
  };
  const { dir, git, commit: committed } = emptyRepository(files);
  git("update-index", "--add", "--cacheinfo", `160000,${committed()},module`);
  git("commit", "-q", "-m", "module");
  const commit = git("rev-parse", "HEAD").trim();
  // A folder and a submodule between files are none, and shift nothing.
  const names = ["sub", ...Object.keys(files), "gone.txt", "module"];
  const all = new CommitFiles(dir, commit);
  all.expect(names);
  for (const name of ["a.txt", "b.txt", "ü \t.txt", "sub/c.txt"]) writeFileSync(join(dir, name), "changed since");
  const expected = [undefined, ...Object.values(files), undefined, undefined];
  expect(names.map((name) => all.text(name))).toEqual(expected);
  const none = new CommitFiles(dir, commit);
  expect(names.slice(1, -1).map((name) => none.text(name))).toEqual(expected.slice(1, -1));
});

test("paths are the folder's own, below the top as well", () => {
  const { dir, commit: committed } = emptyRepository({ "a.txt": "top", "pkg/a.txt": "own", "pkg/deep/b.txt": "deep" });
  const commit = committed();
  const own = new CommitFiles(join(dir, "pkg"), commit);
  own.expect(["a.txt"]);
  expect(["a.txt", "deep/b.txt"].map((name) => own.text(name))).toEqual(["own", "deep"]);
  mkdirSync(join(dir, "pkg/new"));
  expect([placeOf(dir), placeOf(join(dir, "pkg/new"))]).toEqual([
    { top: dir, prefix: "" },
    { top: dir, prefix: "pkg/new/" },
  ]);
  expect(placeOf(folder({}))).toBeUndefined();
});

test("what lies outside of the repository is none, whatever is asked for beside it; what lies above the folder is there", () => {
  const { dir, commit: committed } = emptyRepository({ "a.txt": "one", "pkg/b.txt": "two" });
  const files = new CommitFiles(dir, committed());
  files.expect(["../outside", "a.txt", "/etc/hostname"]);
  expect(["../outside", "a.txt", "/etc/hostname"].map((name) => files.text(name))).toEqual([undefined, "one", undefined]);
  expect(new CommitFiles(join(dir, "pkg"), committed()).text("../a.txt")).toBe("one");
});

test("links lead where they led at the commit, and not out of it", () => {
  const { dir, commit: committed } = emptyRepository({ "real/a.txt": "one" });
  for (const [target, path] of [
    ["real/a.txt", "link"],
    ["../link", "real/back"],
    ["self", "self"],
    ["/etc/hostname", "out"],
    ["../../../../etc/hostname", "climb"],
    ["gone", "dangling"],
  ] as const)
    symlinkSync(target, join(dir, path));
  const files = new CommitFiles(dir, committed());
  expect(["link", "real/back", "self", "out", "climb", "dangling"].map((name) => files.text(name))).toEqual([
    "one",
    "one",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a file whose content git does not have is not absent: a partial clone, a store that lost it", () => {
  const { dir, git, commit: committed } = emptyRepository({ "a.txt": "one" });
  const commit = committed();
  git("config", "uploadpack.allowFilter", "true");
  const clone = join(folder({}), "clone");
  execFileSync("git", ["clone", "-q", "--no-checkout", "--filter=blob:none", `file://${dir}`, clone], { stdio: "ignore" });
  const partial = new CommitFiles(clone, commit);
  expect(partial.text("gone.txt")).toBeUndefined();
  expect(() => partial.text("a.txt")).toThrow();
  expect(() => partial.expect(["a.txt", "gone.txt"])).toThrow();
  const object = git("rev-parse", `${commit}:a.txt`).trim();
  rmSync(join(dir, ".git/objects", object.slice(0, 2), object.slice(2)));
  expect(() => new CommitFiles(dir, commit).text("a.txt")).toThrow(
    /has `a\.txt`, and git has no content for it here; fetch it with `git show/u,
  );
});

test("names with line ends, of the top and below it", () => {
  const top = join(folder({}), "t\nop");
  mkdirSync(join(top, "pk\ng"), { recursive: true });
  execFileSync("git", ["init", "-q", top]);
  expect([placeOf(top), placeOf(join(top, "pk\ng"))]).toEqual([
    { top, prefix: "" },
    { top, prefix: "pk\ng/" },
  ]);
});

test("no names ask git for nothing", () => {
  expect(contentsOf(folder({}), [])).toEqual([]);
});
