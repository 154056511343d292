import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitOf, exportTree } from "../../src/host/git.ts";
import { folder } from "../support/folder.ts";

function repository(files: Readonly<Record<string, string>>) {
  const dir = folder(files);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=ana", "-c", "user.email=ana@example.com", ...args], { cwd: dir, encoding: "utf8" }).trim();
  const commit = (): string => {
    git("add", "-A", "-f");
    git("commit", "-q", "--allow-empty", "-m", "x");
    return git("rev-parse", "HEAD");
  };
  git("init", "-q", "-b", "main");
  return { dir, git, commit };
}

test("a tree is written as it was: names, bytes and links", () => {
  const { dir, commit } = repository({ "a.txt": "one\n", "deep/er/b c.bin": "\u0000x", ".gitattributes": "a.txt export-ignore\n" });
  symlinkSync("a.txt", join(dir, "link"));
  const at = commit();
  const into = folder({});
  exportTree(dir, at, into);
  expect(readdirSync(into).sort()).toEqual([".gitattributes", "a.txt", "deep", "link"]);
  expect(readFileSync(join(into, "deep/er/b c.bin"), "utf8")).toBe("\u0000x");
  expect(readlinkSync(join(into, "link"))).toBe("a.txt");
  expect(lstatSync(join(into, "a.txt")).isFile()).toBe(true);
});

test("no filter of the repository runs; git's own archive runs it", () => {
  const { dir, git, commit } = repository({ "a.txt": "one\n", ".gitattributes": "* filter=evil\n" });
  const at = commit();
  const mark = join(folder({}), "ran");
  git("config", "filter.evil.smudge", `sh -c 'touch ${mark}; cat'`);
  git("archive", "--output", join(folder({}), "x.tar"), at);
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  const into = folder({});
  exportTree(dir, at, into);
  expect([existsSync(mark), readFileSync(join(into, "a.txt"), "utf8")]).toEqual([false, "one\n"]);
});

test("an object that is not here is not fetched by a program of the repository's choice; git alone would", () => {
  const { dir, git, commit } = repository({ "a.txt": "one\n" });
  commit();
  const mark = join(folder({}), "ran");
  for (const [key, value] of [
    ["core.repositoryformatversion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", "ssh://x.invalid/y"],
    ["core.sshCommand", `sh -c 'touch ${mark}' --`],
  ] as const)
    git("config", key, value);
  const missing = "1".repeat(40);
  expect(() => git("cat-file", "-p", missing)).toThrow();
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  expect([commitOf(dir, missing), existsSync(mark)]).toEqual([undefined, false]);
});

test("a name that leads elsewhere is not written", () => {
  const { dir, git } = repository({});
  mkdirSync(join(dir, "x"));
  writeFileSync(join(dir, "x/f"), "evil");
  const blob = git("hash-object", "-w", "x/f");
  const inner = execFileSync("git", ["mktree"], { cwd: dir, input: `100644 blob ${blob}\tf\n`, encoding: "utf8" }).trim();
  const tree = execFileSync("git", ["mktree"], {
    cwd: dir,
    input: `040000 tree ${inner}\t..\n100644 blob ${blob}\tok\n`,
    encoding: "utf8",
  }).trim();
  const into = folder({ "in/.keep": "" });
  exportTree(dir, tree, join(into, "in"));
  expect([readdirSync(into), readdirSync(join(into, "in")).sort()]).toEqual([["in"], [".keep", "ok"]]);
});
