import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseBase } from "../../src/host/base.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import type { Repository } from "../support/repository.ts";
import { emptyRepository, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const tools = (
  policy: string,
  body = 'await writeFile(`reports/${name}.md`, "x");',
): string => `import { writeFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { withPolicy } from "toolfence";
const server = new McpServer({ name: "reports", version: "1.0.0" });
server.registerTool("write_report", { description: "d", inputSchema: {} }, withPolicy(${policy}, async ({ name }) => {
  ${body}
}));
`;

/** A repository on `main` with one tool and its manifest. */
async function repository(policy = '{ fs: { write: ["$WORKSPACE/reports/**"] } }'): Promise<Repository> {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "tools.ts": tools(policy) });
  await toolfence(made.dir, "manifest");
  made.commit();
  return made;
}

const ids = (out: string): string[] =>
  (JSON.parse(out) as { diagnostics: { id: string; gating: boolean }[] }).diagnostics.filter((one) => one.gating).map((one) => one.id);

describe("a pull request that widens", () => {
  const WIDE = '{ fs: { write: ["$WORKSPACE/**"] } }';
  const NARROWER = '{ fs: { write: ["$WORKSPACE/docs/**", "$WORKSPACE/reports/**"] } }';
  const ID = "p/reports.write_report";

  test("fails, is approved, passes; a narrower push stays approved, a wider one fails again", async () => {
    const { dir, git, write, commit } = await repository();
    git("checkout", "-q", "-b", "feature");
    write({ "tools.ts": tools(WIDE) });
    await toolfence(dir, "manifest");
    commit("widen");
    const first = await toolfence(dir, "verify", "--base", "main", "--json");
    expect([first.code, ids(first.out)]).toEqual([1, ["tool.fs.write.widened"]]);

    const approved = await toolfence(
      dir,
      "approve",
      "--base",
      "main",
      "--tool",
      ID,
      "--reason",
      "it writes docs",
      "--by",
      "ana",
      "--i-am-human",
    );
    expect([approved.code, approved.err]).toEqual([0, "toolfence: 1 line added to `toolfence.approvals.jsonl`; commit it.\n"]);
    commit("approve");
    const second = await toolfence(dir, "verify", "--base", "main");
    expect(second.code).toBe(0);
    expect(second.out).toContain(`✔ ${ID}   tool.fs.write.widened: approved by ana on `);

    write({ "tools.ts": tools(NARROWER) });
    await toolfence(dir, "manifest");
    expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);

    write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] }, exec: "any" }') });
    await toolfence(dir, "manifest");
    const third = await toolfence(dir, "verify", "--base", "main", "--json");
    expect([third.code, ids(third.out)]).toEqual([1, ["tool.fs.write.widened", "tool.exec.widened"]]);
    expect(third.out).toContain("gate.approval.stale");
  });

  test("of two approvals of one day and tool, the one that no longer counts is pruned, and no other", async () => {
    const { dir, write, commit } = await repository();
    commit();
    const approve = async (policy: string): Promise<void> => {
      write({ "tools.ts": tools(policy) });
      await toolfence(dir, "manifest");
      const said = ["--base", "main", "--all", "--reason", "r", "--by", "ana", "--i-am-human"];
      expect((await toolfence(dir, "approve", ...said)).code).toBe(0);
    };
    await approve('{ fs: { write: ["$WORKSPACE/reports/**", "$WORKSPACE/a/**"] } }');
    await approve('{ fs: { write: ["$WORKSPACE/reports/**", "$WORKSPACE/b/**"] } }');
    const states = async (): Promise<string[]> =>
      (await toolfence(dir, "approvals", "list", "--base", "main")).out
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[0] ?? "");
    expect(await states()).toEqual(["stale", "counts"]);
    await toolfence(dir, "approvals", "prune", "--base", "main");
    expect(await states()).toEqual(["counts"]);
    expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
  });

  test("an approval that has expired, or has no reason, does not count", async () => {
    const { dir, write } = await repository();
    write({ "tools.ts": tools(WIDE) });
    await toolfence(dir, "manifest");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2019-12-31T12:00:00Z") });
    try {
      await toolfence(dir, "approve", "--base", "main", "--all", "--reason", "r", "--by", "a", "--expires", "2020-01-01", "--i-am-human");
    } finally {
      vi.useRealTimers();
    }
    const { code, out } = await toolfence(dir, "verify", "--base", "main");
    expect(code).toBe(1);
    expect(out).toContain("gate.approval.expired: An approval by a expired on 2020-01-01.");
    expect((await toolfence(dir, "approvals", "check", "--base", "main")).code).toBe(1);
    expect((await toolfence(dir, "approvals", "prune", "--base", "main")).err).toBe("toolfence: 1 line removed.\n");
    const file = join(dir, "toolfence.approvals.jsonl");
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("an approval that was edited is refused", async () => {
    const { dir, write } = await repository();
    write({ "tools.ts": tools(WIDE) });
    await toolfence(dir, "manifest");
    await toolfence(dir, "approve", "--base", "main", "--all", "--reason", "r", "--by", "a", "--i-am-human");
    const file = join(dir, "toolfence.approvals.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace("$WORKSPACE/**", "/**"));
    expect(await toolfence(dir, "verify", "--base", "main")).toEqual({
      code: 2,
      out: "",
      err: "toolfence: `toolfence.approvals.jsonl`, line 1, is not valid: `to` is not the digest of `authority`.\n",
    });
  });

  test("a machine does not approve, and nobody approves without a reason or a terminal", async () => {
    const { dir, write } = await repository();
    write({ "tools.ts": tools(WIDE) });
    await toolfence(dir, "manifest");
    const argv = ["approve", "--base", "main", "--all", "--by", "a"];
    expect((await toolfence(dir, ...argv)).err).toBe("toolfence: Say why: `--reason TEXT`.\n");
    expect((await toolfence(dir, ...argv, "--reason", "r")).err).toContain("There is no terminal to ask on.");
    vi.stubEnv("CI", "true");
    expect(await toolfence(dir, ...argv, "--reason", "r")).toMatchObject({
      code: 2,
      err: expect.stringContaining("`CI` is set") as string,
    });
  });
});

describe("the gate's own configuration", () => {
  test("is read from the base; weakening it cannot be suppressed", async () => {
    const { dir, write } = await repository();
    write({
      "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }'),
      "toolfence.json": '{ "failOn": "none", "rules": { "tool.fs": "off", "gate": "off" }, "ignore": ["$WORKSPACE/other/**"] }',
    });
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "main", "--json");
    expect([code, ids(out)]).toEqual([
      1,
      ["tool.fs.write.widened", "gate.config.weakened", "gate.config.weakened", "gate.config.weakened", "gate.config.weakened"],
    ]);
  });
  test("what a fence refuses less is a finding, however it is spelled", async () => {
    const { dir, write, commit } = await repository();
    write({ "toolfence.json": JSON.stringify({ runtime: { readOnly: true, deniedPaths: ["$WORKSPACE/private/**"] } }) });
    await toolfence(dir, "manifest");
    commit();
    write({ "toolfence.json": JSON.stringify({ runtime: { mode: "report", deniedPaths: ["$WORKSPACE/private/**"] } }) });
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "main", "--json");
    expect([code, ids(out)]).toEqual([1, ["gate.runtime.weakened", "gate.runtime.weakened"]]);
    expect(out).toContain("`runtime.mode` went from `enforce` to `report`.");
    expect(out).toContain("`runtime.readOnly` went from `true` to `not set`.");
    write({ "toolfence.json": JSON.stringify({ rules: { gate: "off" }, runtime: { mode: "report" } }) });
    await toolfence(dir, "manifest");
    expect(
      ids((await toolfence(dir, "verify", "--base", "main", "--json")).out).filter((id) => id === "gate.runtime.weakened").length,
    ).toBe(3);
  });
  test("the manifest shows how a fence decides, and what it refuses by default", async () => {
    const { dir, write } = await repository();
    write({ "toolfence.json": JSON.stringify({ runtime: { unmanaged: "allow", deniedPaths: ["$WORKSPACE/private/**"] } }) });
    await toolfence(dir, "manifest");
    const { runtime } = JSON.parse(readFileSync(join(dir, "toolfence.manifest.json"), "utf8")) as {
      runtime: { config: unknown; denied: string[] };
    };
    expect(runtime.config).toEqual({ unmanaged: "allow", deniedPaths: ["$WORKSPACE/private/**"] });
    expect(runtime.denied).toEqual(
      expect.arrayContaining(["config path $WORKSPACE/private/**", "default path /**/.env", "default command mkfs"]),
    );
    write({ "toolfence.json": JSON.stringify({ runtime: { deniedPaths: ["private"] } }) });
    expect(await toolfence(dir, "manifest")).toMatchObject({ code: 2, out: "" });
  });
  test("severities and thresholds of the base count", async () => {
    const { dir, write, commit } = await repository();
    write({ "toolfence.yaml": "failOn: critical\nrules:\n  tool.fs.write: high\n" });
    commit();
    write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "main");
    expect(code).toBe(0);
    expect(out).toContain("ℹ p/reports.write_report   tool.fs.write.widened");
  });
  test("a finding that is misspelt there is told", async () => {
    const { dir, write } = await repository();
    for (const [key, hint] of [
      ["tool.fs.writ", " Did you mean `tool.fs.write`?"],
      ["tol", " Did you mean `tool`?"],
      ["quite.another", ""],
    ] as const) {
      write({ "toolfence.json": JSON.stringify({ rules: { [key]: "off" } }) });
      const err = `The configuration names \`${key}\` under \`rules\`: there is no such finding.${hint} See \`toolfence rules\`.`;
      for (const command of [["check"], ["verify", "--base", "main"]])
        expect(await toolfence(dir, ...command)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(err) as string });
    }
  });
  test("one that is wrong stops everything", async () => {
    const { dir, write } = await repository();
    write({ "toolfence.json": '{ "failon": "none" }' });
    expect(await toolfence(dir, "verify", "--base", "main")).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown key `failon`; write `failOn`") as string,
    });
    expect((await toolfence(dir, "scan")).code).toBe(2);
  });
  test("an older toolfence, or none", async () => {
    const { dir, write, commit } = await repository();
    write({ "package.json": '{ "name": "p", "devDependencies": { "toolfence": "1.2.0" } }' });
    commit();
    for (const [version, code] of [
      ['"devDependencies": { "toolfence": "^1.3.0" }', 0],
      ['"devDependencies": { "toolfence": "1.1.9" }', 1],
      ['"devDependencies": { "toolfence": "file:../mine" }', 1],
      ['"private": true', 1],
    ] as const) {
      write({ "package.json": `{ "name": "p", ${version} }` });
      expect((await toolfence(dir, "verify", "--base", "main")).code, version).toBe(code);
    }
  });
  test("a baseline only shrinks", async () => {
    const { dir, write, commit } = await repository("{}");
    expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(1);
    const { out } = await toolfence(dir, "verify", "--base", "main", "--json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: { id: string; fingerprint: string }[] };
    const known = diagnostics.filter((one) => one.id === "tool.undeclared").map((one) => one.fingerprint);
    const baseline = (list: readonly string[]): string => JSON.stringify({ baselineVersion: 1, findings: list });
    write({ "toolfence.baseline.json": baseline(known) });
    expect(ids((await toolfence(dir, "verify", "--base", "main", "--json")).out)).toEqual(["gate.baseline.grown"]);
    commit();
    expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
    write({ "toolfence.baseline.json": baseline([...known, "0123456789ab"]) });
    expect(ids((await toolfence(dir, "verify", "--base", "main", "--json")).out)).toEqual(["gate.baseline.stale", "gate.baseline.grown"]);
  });
});

describe("the base", () => {
  const environment = (dir: string, event: unknown, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
    writeFileSync(join(dir, "event.json"), JSON.stringify(event));
    return { GITHUB_EVENT_PATH: join(dir, "event.json"), ...more };
  };
  test("what CI says, in order, and always said", async () => {
    const { dir, git, commit } = await repository();
    const base = git("rev-parse", "HEAD").trim();
    git("checkout", "-q", "-b", "feature");
    const head = commit("feature");
    git("checkout", "-q", "main");
    git("merge", "-q", "--no-ff", "-m", "merge", "feature");
    git("update-ref", "refs/remotes/origin/main", base);
    expect(chooseBase(dir, environment(dir, { merge_group: { base_sha: head } }))).toEqual({
      k: "commit",
      commit: head,
      why: "base of the merge queue",
    });
    const merged = git("rev-parse", "HEAD").trim();
    const pull = { GITHUB_REF: "refs/pull/7/merge", GITHUB_BASE_REF: "main" };
    const first = { k: "commit", commit: base, why: "first parent of the pull request's merge commit" };
    expect(chooseBase(dir, environment(dir, {}, { ...pull, GITHUB_SHA: merged }))).toEqual(first);
    expect(chooseBase(dir, environment(dir, { pull_request: { head: { sha: head } } }, pull))).toEqual(first);
    // A branch into which the target was merged has two parents as well, and its first one is its own.
    git("checkout", "-q", "feature");
    const own = commit("more");
    git("checkout", "-q", "-b", "other", base);
    commit("target");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    git("checkout", "-q", "feature");
    git("merge", "-q", "--no-ff", "-m", "merge the target", "other");
    expect(chooseBase(dir, environment(dir, {}, { ...pull, GITHUB_SHA: merged }))).toMatchObject({
      commit: git("rev-parse", "other").trim(),
      why: "merge base with the pull request's target",
    });
    // A tag of the same words is not the branch of the remote.
    git("tag", "origin/main", "feature");
    git("tag", "origin/HEAD", "feature");
    expect(chooseBase(dir, environment(dir, {}, { GITHUB_BASE_REF: "main" }))).toMatchObject({ commit: git("rev-parse", "other").trim() });
    git("reset", "-q", "--hard", own);
    git("update-ref", "refs/remotes/origin/main", base);
    expect(chooseBase(dir, environment(dir, {}, { GITHUB_BASE_REF: "main" }))).toEqual({
      k: "commit",
      commit: base,
      why: "merge base with the pull request's target",
    });
    expect(chooseBase(dir, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })).toEqual({
      k: "commit",
      commit: base,
      why: "base of the merge request",
    });
    expect(chooseBase(dir, environment(dir, { before: base }))).toEqual({ k: "commit", commit: base, why: "commit before the push" });
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    expect(chooseBase(dir, {})).toEqual({ k: "commit", commit: base, why: "merge base with origin/HEAD" });
    const { out } = await toolfence(dir, "verify");
    expect(out).toContain(`base: ${base.slice(0, 12)} (merge base with origin/HEAD)`);
  });
  test("none: 2, and what to do", async () => {
    const { dir } = await repository();
    expect(await toolfence(dir, "verify")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("name a base, such as `--base main`") as string,
    });
  });
  test("a shallow clone: the exact command", async () => {
    const { dir, git, commit } = await repository();
    const base = git("rev-parse", "HEAD").trim();
    commit("second");
    const clone = folder({});
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${dir}`, join(clone, "c")]);
    expect(chooseBase(join(clone, "c"), { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })).toEqual({
      k: "none",
      reason: `the base of the merge request is \`${base}\`, which is not in this shallow clone; run \`git fetch --depth=1 origin ${base}\``,
    });
  });
  test("without a manifest: refused, regenerated, or all new", async () => {
    const { dir, git, write, commit } = await repository();
    git("rm", "-q", "toolfence.manifest.json");
    commit("none");
    write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(dir, "manifest");
    expect((await toolfence(dir, "verify", "--base", "main")).err).toContain(
      "Have one made of the base's sources with `--regenerate-base`",
    );
    expect(ids((await toolfence(dir, "verify", "--base", "main", "--regenerate-base", "--json")).out)).toEqual(["tool.fs.write.widened"]);
    expect(ids((await toolfence(dir, "verify", "--base", "main", "--allow-missing-base", "--json")).out)).toEqual(["tool.added"]);
  });
});

test("what a repository has as a link to elsewhere is not written through", async () => {
  const { dir, write } = await repository();
  const outside = folder({ precious: "\n" });
  symlinkSync(join(outside, "precious"), join(dir, "toolfence.approvals.jsonl"));
  write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
  await toolfence(dir, "manifest");
  const approved = await toolfence(dir, "approve", "--all", "--reason", "r", "--by", "a", "--base", "main", "--i-am-human");
  expect(approved).toMatchObject({
    code: 2,
    err: expect.stringContaining("`toolfence.approvals.jsonl` is not written: it is a link") as string,
  });
  mkdirSync(join(outside, "hub"));
  symlinkSync(join(outside, "hub"), join(dir, ".github"));
  expect((await toolfence(dir, "init")).err).toContain(
    "`.github/workflows/toolfence.yml` is not written: a folder on the way to it is a link",
  );
  expect(readFileSync(join(outside, "precious"), "utf8")).toBe("\n");
  expect(existsSync(join(outside, "hub/workflows"))).toBe(false);
});

test("a checkout with other line ends gives the same manifest", async () => {
  const { dir, write } = await repository();
  const before = readFileSync(join(dir, "toolfence.manifest.json"), "utf8");
  write({
    "tools.ts": readFileSync(join(dir, "tools.ts"), "utf8").replaceAll("\n", "\r\n"),
    "toolfence.manifest.json": before.replaceAll("\n", "\r\n"),
  });
  expect((await toolfence(dir, "manifest", "--stdout")).out).toBe(before);
  expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
});

test("a base that is a tag and a branch is none", async () => {
  const { dir, git } = await repository();
  git("branch", "release");
  git("tag", "release");
  expect((await toolfence(dir, "verify", "--base", "refs/heads/release")).code).toBe(0);
  expect(await toolfence(dir, "verify", "--base", "release")).toMatchObject({
    code: 2,
    err: expect.stringContaining("`release` is a tag and a branch") as string,
  });
});

test("a package without a name is called the same in every checkout", async () => {
  const { dir, git } = emptyRepository({ "package.json": "{}", "tools.ts": tools("{}", "return name;") });
  const named = async (at: string): Promise<string[]> =>
    Object.keys((JSON.parse((await toolfence(at, "manifest", "--stdout")).out) as { tools: object }).tools);
  const other = folder({});
  git("add", "-A");
  git("commit", "-qm", "all");
  git("clone", "-q", ".", join(other, "elsewhere"));
  expect(await named(dir)).toEqual(["package/reports.write_report"]);
  expect(await named(join(other, "elsewhere"))).toEqual(["package/reports.write_report"]);
});

const MAIN = join(import.meta.dirname, "../../dist/src/cli/main.js");

describe("git", () => {
  test("the drivers run the program that installed them, and no packages that a branch brings along", async () => {
    const { dir, git, write, commit } = await repository();
    const program = join(dir, "node_modules/toolfence/main.js");
    write({ "node_modules/toolfence/main.js": `import ${JSON.stringify(MAIN)};`, ".gitignore": "node_modules\n" });
    execFileSync(process.execPath, [program, "git", "install"], { cwd: dir, stdio: "ignore" });
    write({ ".gitattributes": "toolfence.manifest.json diff=toolfence merge=toolfence\n" });
    commit("attributes");
    write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(dir, "manifest");
    const shown = (): string =>
      execFileSync("git", ["diff", "--ext-diff"], { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    expect(shown()).toContain("tool.fs.write.widened");
    write({
      "node_modules/.bin/toolfence": "#!/bin/sh\ntouch pwned\n",
      "node_modules/toolfence/main.js": 'import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");',
    });
    git("add", "-f", "node_modules");
    expect(() => shown()).toThrow();
    expect(existsSync(join(dir, "pwned"))).toBe(false);
  });

  test("a conflict on the manifest is merged by the driver, stale until it is generated", async () => {
    const { dir, git, write, commit } = await repository();
    execFileSync(process.execPath, [MAIN, "git", "install"], { cwd: dir, stdio: "ignore" });
    write({ ".gitattributes": "toolfence.manifest.json diff=toolfence merge=toolfence\n" });
    commit("attributes");
    const other = (name: string): string => tools("{}", "return name;").replace("write_report", name);
    git("checkout", "-q", "-b", "one");
    write({ "one.ts": other("one") });
    await toolfence(dir, "manifest");
    commit("one");
    git("checkout", "-q", "main");
    write({ "two.ts": other("two") });
    await toolfence(dir, "manifest");
    commit("two");
    git("merge", "-q", "-m", "merge", "one");
    const merged = readFileSync(join(dir, "toolfence.manifest.json"), "utf8");
    expect(Object.keys((JSON.parse(merged) as { tools: object }).tools)).toEqual([
      "p/reports.one",
      "p/reports.two",
      "p/reports.write_report",
    ]);
    expect(ids((await toolfence(dir, "verify", "--base", "one", "--json")).out)).toEqual(["manifest.stale"]);
    await toolfence(dir, "manifest");
    expect((await toolfence(dir, "verify", "--base", "one")).code).toBe(0);
  });
});

describe("monorepos", () => {
  test("a package that is new, or stands elsewhere, has a base without anything", async () => {
    const made = emptyRepository({
      "package.json": '{ "name": "root", "workspaces": ["packages/*"] }',
      "packages/a/package.json": '{ "name": "a" }',
      "packages/a/tools.ts": tools('{ fs: { write: ["$WORKSPACE/reports/**"] } }'),
    });
    await toolfence(made.dir, "manifest", "--workspaces");
    made.commit();
    made.write({ "packages/b/package.json": '{ "name": "b" }', "packages/b/tools.ts": tools("{}", "return name;") });
    await toolfence(made.dir, "manifest", "--workspaces");
    const { code, out } = await toolfence(made.dir, "verify", "--workspaces", "--base", "main");
    expect([code, out.includes("which has no `packages/b/`"), out.includes("tool.added.pure")]).toEqual([0, true, true]);
    made.write({ "packages/b/tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(made.dir, "manifest", "--workspaces");
    expect((await toolfence(made.dir, "verify", "--workspaces", "--base", "main")).code).toBe(1);
  });

  test("what stands at the top, or in no package, is judged as well", async () => {
    const made = emptyRepository({
      "package.json": '{ "name": "root", "workspaces": ["packages/*"] }',
      "packages/a/package.json": '{ "name": "a" }',
      "packages/a/tools.ts": tools("{}", "return name;"),
    });
    expect((await toolfence(made.dir, "manifest", "--workspaces")).code).toBe(0);
    made.commit();
    expect((await toolfence(made.dir, "verify", "--workspaces", "--base", "main")).code).toBe(0);
    made.write({ "apps/b/tools.ts": tools("{}", "return name;") });
    expect(await toolfence(made.dir, "verify", "--workspaces", "--base", "main")).toMatchObject({
      code: 1,
      err: expect.stringContaining("tools stand outside every package that was judged: `apps/b/tools.ts`") as string,
    });
    made.write({ "apps/b/tools.ts": 'export * from "./tools.test.js";', "apps/b/tools.test.ts": tools("{}", "return name;") });
    expect((await toolfence(made.dir, "verify", "--workspaces", "--base", "main")).err).toContain(
      "that was judged: `apps/b/tools.test.ts`",
    );
    made.write({ "apps/b/tools.ts": tools("{}", "return name;"), "apps/b/tools.test.ts": "" });
    expect((await toolfence(made.dir, "manifest", "--workspaces")).code).toBe(0);
    await toolfence(made.dir, "manifest");
    made.commit();
    made.write({ "apps/b/tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(made.dir, "manifest");
    const { code, out } = await toolfence(made.dir, "verify", "--workspaces", "--base", "main");
    expect([code, out.includes("tool.fs.write.widened")]).toEqual([1, true]);
  });

  const layout = (root: Readonly<Record<string, string>>): string =>
    folder({
      ...root,
      "packages/a/package.json": '{ "name": "a", "dependencies": { "b": "*" } }',
      "packages/a/t.ts":
        'import { tool } from "ai";\nimport { run } from "b";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async ({ c }) => run(c) });\n',
      "packages/b/package.json": '{ "name": "b", "main": "index.ts" }',
      "packages/b/index.ts": 'import { execSync } from "node:child_process";\nexport const run = (c) => execSync(c);\n',
      "other/c/package.json": '{ "name": "c" }',
      "other/c/x.ts": "export {};\n",
    });
  const LAYOUTS: readonly [string, Readonly<Record<string, string>>][] = [
    ["npm", { "package.json": '{ "name": "root", "workspaces": ["packages/*"] }' }],
    ["Yarn", { "package.json": '{ "name": "root", "workspaces": { "packages": ["./packages/*"] } }', "yarn.lock": "" }],
    ["pnpm", { "package.json": '{ "name": "root" }', "pnpm-workspace.yaml": "packages:\n  - 'packages/**'\n  - '!packages/x'\n" }],
  ];
  test.each(LAYOUTS)("%s: a manifest a package; siblings are followed", async (_name, root) => {
    const dir = layout(root);
    const { code, err } = await toolfence(dir, "manifest", "--workspaces");
    expect([code, err.match(/# \S+/gu)]).toEqual([0, ["# packages/a", "# packages/b"]]);
    const { tools: found } = JSON.parse(readFileSync(join(dir, "packages/a/toolfence.manifest.json"), "utf8")) as {
      tools: Record<string, { facts: unknown }>;
    };
    expect(found["a/ai-sdk.t"]?.facts).toEqual({
      assets: [],
      packages: [],
      requests: [],
      capabilities: ["exec.shell {param:c}"],
      unknowns: [],
    });
    expect((await toolfence(dir, "manifest", "--workspaces", "--check")).code).toBe(0);
    writeFileSync(join(dir, "packages/b/index.ts"), "export const run = (c) => c;\n");
    expect((await toolfence(dir, "manifest", "--workspaces", "--check")).code).toBe(1);
    expect((await toolfence(dir, "check", "--workspaces", "-f", "json=r-{package}.json")).code).toBe(0);
    expect(readFileSync(join(dir, "r-packages-a.json"), "utf8")).toContain('"command": "check"');
  });
  test("no workspace, and one answer for several packages: 2", async () => {
    expect(await toolfence(folder({}), "check", "--workspaces")).toMatchObject({ code: 2 });
    expect(await toolfence(layout(LAYOUTS[0]?.[1] ?? {}), "check", "--workspaces", "--json")).toMatchObject({ code: 2 });
  });
});

describe("asking", () => {
  test("can: what the manifest lets a tool do", async () => {
    const { dir } = await repository();
    const ask = async (...argv: string[]): Promise<[number, string]> => {
      const { code, out, err } = await toolfence(dir, "can", ...argv);
      return [code, out || err];
    };
    expect(await ask("write_report", "fs.write", "$WORKSPACE/reports/a.md")).toEqual([
      0,
      "allowed: `p/reports.write_report`, `fs.write` on `$WORKSPACE/reports/a.md`, by its policy.\n",
    ]);
    expect(await ask("write_report", "fs.write", "$WORKSPACE/.git/hooks/x")).toEqual([
      1,
      "denied: `p/reports.write_report`, `fs.write` on `$WORKSPACE/.git/hooks/x`, by its policy.\n",
    ]);
    expect((await ask("wirte_report", "fs.write", "/x"))[1]).toBe(
      "toolfence: There is no tool `wirte_report`; did you mean `write_report`?\n",
    );
    expect((await ask("write_report", "fs.wirte", "/x"))[1]).toBe(
      "toolfence: There is no capability `fs.wirte`; did you mean `fs.write`?\n",
    );
  });
  test("explain, by id and by alias; rules", async () => {
    const { dir } = await repository();
    expect((await toolfence(dir, "explain", "tool.filesystem.write.widened")).out).toContain("tool.fs.write.widened   high\n");
    expect(await toolfence(dir, "explain", "tool.fs.write.widend")).toMatchObject({
      code: 2,
      err: expect.stringContaining("did you mean `tool.fs.write.widened`?") as string,
    });
    expect((await toolfence(dir, "rules")).out.split("\n").length).toBeGreaterThan(100);
  });
  test("a saved report in another form, several forms at once, and a job summary", async () => {
    const { dir, write } = await repository();
    write({ "tools.ts": tools('{ fs: { write: ["$WORKSPACE/**"] } }') });
    await toolfence(dir, "manifest");
    vi.stubEnv("GITHUB_STEP_SUMMARY", join(dir, "summary.md"));
    const { code, out } = await toolfence(
      dir,
      "verify",
      "--base",
      "main",
      "-f",
      "json=out/report.json",
      "-f",
      "sarif=out/report.sarif",
      "-f",
      "github",
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=tools\.ts,line=5,title=toolfence%3A p\/reports\.write_report::/u);
    expect(readFileSync(join(dir, "summary.md"), "utf8")).toContain("toolfence: 1 finding to look at");
    const rendered = await toolfence(dir, "render", "out/report.json", "--format", "markdown");
    expect(rendered.out).toContain("newly allowed, for example <code>$WORKSPACE/.env</code>");
    const sarif = JSON.parse(readFileSync(join(dir, "out/report.sarif"), "utf8")) as {
      runs: { results: { ruleId: string; locations: unknown }[] }[];
    };
    expect(sarif.runs[0]?.results.map((one) => one.ruleId)).toEqual(["tool.fs.write.widened"]);
    const schema = JSON.parse((await toolfence(dir, "schema", "report")).out) as object;
    expect(new Ajv({ strict: false }).compile(schema)(JSON.parse(readFileSync(join(dir, "out/report.json"), "utf8")))).toBe(true);
    expect((await toolfence(dir, "verify", "--base", "main", "-f", "sarfi")).err).toContain("did you mean `sarif`?");
  });
  test("doctor --ci: what a pull request could change quietly", async () => {
    const { dir, write } = await repository();
    const before = await toolfence(dir, "doctor", "--ci");
    expect(before.code).toBe(1);
    expect(before.out).toContain("FAIL CODEOWNERS gives `toolfence.approvals.jsonl` to somebody");
    await toolfence(dir, "init");
    write({ CODEOWNERS: "/toolfence.* @security\n/toolfence.approvals.jsonl @security\n/toolfence.json @security\n/.github/ @security\n" });
    expect((await toolfence(dir, "doctor", "--ci")).out).not.toContain("FAIL CODEOWNERS");
  });
});

test("a finding that moved to another line is the same to the baseline", async () => {
  const { dir, write, commit } = await repository("{}");
  const ids = async (): Promise<string[]> =>
    (
      JSON.parse((await toolfence(dir, "verify", "--base", "main", "--json")).out) as { diagnostics: { id: string; gating: boolean }[] }
    ).diagnostics.flatMap((one) => (one.gating ? [one.id] : []));
  await toolfence(dir, "init", "--baseline");
  commit();
  expect(await ids()).toEqual([]);
  write({ "tools.ts": `// moved\n${tools("{}")}` });
  expect(await ids()).toEqual([]);
});

test("packages with a manifest are judged, whatever the list of packages says", async () => {
  const dir = folder({
    "package.json": '{ "name": "all", "workspaces": ["packages/a"] }',
    "packages/a/package.json": '{ "name": "a" }',
    "packages/a/toolfence.manifest.json": "{}",
    "packages/b/package.json": '{ "name": "b" }',
    "packages/b/toolfence.manifest.json": "{}",
  });
  expect((await toolfence(dir, "manifest", "--workspaces", "--check")).err).toContain("# packages/b");
});

test("what cannot be read or written is no finding: 2, in one line", async () => {
  const { dir } = await repository();
  const { code, err } = await toolfence(dir, "verify", "--base", "main", "--format", "json=.");
  expect([code, err.includes("    at ")]).toEqual([2, false]);
  symlinkSync("/dev/zero", join(dir, "toolfence.approvals.jsonl"));
  expect((await toolfence(dir, "verify", "--base", "main")).code).toBeLessThanOrEqual(2);
});
