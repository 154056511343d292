import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import type { Repository } from "../support/repository.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const tools = (write: string): string => `import { tool } from "ai";
import { withPolicy } from "toolfence";
export const save = withPolicy({ fs: { write: ["${write}"] } }, tool({ description: "d", inputSchema: {}, execute: async () => "x" }));
`;
const WIDENED = ["tool.fs.write.widened p/ai-sdk.save"];

/** `main` with a policy; `commit` of a policy on another branch gives what hosts would judge. */
async function project(): Promise<Repository & { readonly on: (branch: string, from: string, write: string) => Promise<string> }> {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "t.ts": tools("$WORKSPACE/a/b/**") });
  await toolfence(made.dir, "manifest");
  made.commit();
  return {
    ...made,
    on: async (branch, from, write) => {
      made.git("checkout", "-q", "-b", branch, from);
      writeFileSync(join(made.dir, "t.ts"), tools(write));
      await toolfence(made.dir, "manifest");
      return made.commit();
    },
  };
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
function cloneOf(dir: string, ...args: string[]): string {
  const into = join(folder({}), "p");
  git(dir, "clone", "-q", ...args, `file://${dir}`, into);
  return into;
}
const verified = async (dir: string, ...args: string[]): Promise<[number, string[]]> => {
  const { code, out } = await toolfence(dir, "verify", ...args, "--json");
  return [code, gatingFindings(out)];
};

test("a shallow clone: refused with a command, which is all that it takes", async () => {
  const { dir, on } = await project();
  await on("feat", "main", "$WORKSPACE/a/**");
  git(dir, "checkout", "-q", "main");
  const clone = cloneOf(dir, "--depth=1", "--branch=feat");
  for (const [ask, args] of [
    ["", ["--base", "main"]],
    ["main", []],
  ] as const) {
    vi.stubEnv("GITHUB_BASE_REF", ask);
    const refused = await toolfence(clone, "verify", ...args);
    const [, command = ""] = /run `git (fetch [^`]*)`|with `git (fetch [^`]*)`/u.exec(refused.err)?.filter(Boolean) ?? [];
    expect([refused.code, command]).toEqual([2, "fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main"]);
    git(clone, ...command.split(" "));
    expect(await verified(clone, ...args)).toEqual([1, WIDENED]);
    if (ask !== "") expect((await toolfence(clone, "verify")).out).toContain("(tip of the pull request's target)");
    git(clone, "update-ref", "-d", "refs/remotes/origin/main");
  }
  vi.stubEnv("GITHUB_BASE_REF", "");
  expect((await toolfence(clone, "verify")).err).toContain("this clone is shallow");
});

test("what is asked for is what is taken: a tag of a branch's name is refused, an expression is no branch, and each has its command", async () => {
  const { dir, on } = await project();
  await on("feat", "main", "$WORKSPACE/a/**");
  git(dir, "checkout", "-q", "main");
  const clone = cloneOf(dir);
  git(clone, "checkout", "-q", "--detach", "origin/feat");
  git(clone, "branch", "-q", "-D", "main");
  expect(await verified(clone, "--base", "main")).toEqual([1, WIDENED]);
  expect((await toolfence(clone, "verify", "--base", "main")).out).toContain("(origin/main)");
  // Git would take the tag, on what is to be judged.
  git(clone, "tag", "main", "HEAD");
  expect(await toolfence(clone, "verify", "--base", "main")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is a tag and a branch") as string,
  });
  const shallow = cloneOf(dir, "--depth=1", "--branch=feat");
  const said = async (base: string): Promise<string> => (await toolfence(shallow, "verify", "--base", base)).err;
  expect(await said("HEAD~1")).toContain("`git fetch --unshallow origin`");
  for (const name of ["origin/main", "refs/heads/main", "refs/remotes/origin/main"])
    expect(await said(name)).toContain("`git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main`");
});

test("without git there is a reason, and no stack", async () => {
  const { dir } = await project();
  const main = join(import.meta.dirname, "../../dist/src/cli/main.js");
  const { status, stderr } = spawnSync(process.execPath, [main, "verify", "--base", "main"], {
    cwd: dir,
    env: { PATH: folder({}) },
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).not.toContain("not handled");
});

test("a pull request of a fork: its merge commit is judged against the target that it was merged with", async () => {
  const { dir, on } = await project();
  const fork = cloneOf(dir);
  const base = git(dir, "rev-parse", "main").trim();
  // The fork's own main allows more: whoever asks it for the base is lied to.
  writeFileSync(join(fork, "t.ts"), tools("$WORKSPACE/a/**"));
  await toolfence(fork, "manifest");
  git(fork, "add", "-A");
  git(fork, "commit", "-qm", "x");
  git(fork, "checkout", "-q", "-b", "feat");
  git(fork, "commit", "-q", "--allow-empty", "-m", "y");
  await on("other", "main", "$WORKSPACE/a/b/**");
  git(dir, "fetch", "-q", fork, "feat");
  git(dir, "checkout", "-q", "--detach", base);
  git(dir, "merge", "-q", "--no-ff", "-m", "m", "FETCH_HEAD");
  vi.stubEnv("GITHUB_REF", "refs/pull/7/merge");
  vi.stubEnv("GITHUB_SHA", git(dir, "rev-parse", "HEAD").trim());
  expect(await verified(dir)).toEqual([1, WIDENED]);
  expect(await toolfence(dir, "verify")).toMatchObject({
    code: 1,
    out: expect.stringContaining("first parent of the pull request's merge commit") as string,
    err: "",
  });
});

test("stacked branches: each is judged against the one below it", async () => {
  const { dir, on } = await project();
  await on("one", "main", "$WORKSPACE/a/**");
  await on("two", "one", "$WORKSPACE/a/c/**");
  const clone = cloneOf(dir, "--branch=two");
  vi.stubEnv("GITHUB_BASE_REF", "one");
  expect(await verified(clone)).toEqual([0, []]);
  // Against `main` it allows something else.
  vi.stubEnv("GITHUB_BASE_REF", "main");
  expect(await verified(clone)).toEqual([1, ["tool.fs.write.incomparable p/ai-sdk.save"]]);
  // A branch that its target has gone past is judged by where they part.
  git(clone, "checkout", "-q", "main");
  writeFileSync(join(clone, "t.ts"), readFileSync(join(clone, "t.ts"), "utf8").replace("a/b", "a/b/c"));
  await toolfence(clone, "manifest");
  git(clone, "commit", "-qam", "narrower");
  git(clone, "update-ref", "refs/remotes/origin/main", "HEAD");
  git(clone, "checkout", "-q", "-b", "late", "main~1");
  git(clone, "commit", "-q", "--allow-empty", "-m", "z");
  expect(await verified(clone)).toEqual([0, []]);
});
