import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const script = (name: string, cwd: string, env: Readonly<Record<string, string>>): { status: number | null; stdout: string } =>
  spawnSync("bash", [join(root, "action", name)], { cwd, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env } });

/** A program on the path that writes down how it was called. */
function recorder(dir: string, name: string, body = ""): string {
  const path = join(dir, name);
  writeFileSync(path, `#!/usr/bin/env bash\nprintf '%s\\n' "$@" >> "${dir}/${name}.log"\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("action/verify.sh", () => {
  test("reports in every form, hands on the code, and fails nothing itself", async () => {
    const dir = folder({
      "package.json": '{ "name": "p" }',
      "a.ts": 'import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async () => 1 });\n',
    });
    const git = (...args: string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: dir, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    await toolfence(dir, "manifest");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    const temp = folder({});
    const bin = join(temp, "toolfence");
    writeFileSync(bin, `#!/usr/bin/env bash\nexec "${process.execPath}" "${join(root, "dist/src/cli/main.js")}" "$@"\n`);
    chmodSync(bin, 0o755);
    writeFileSync(join(dir, "a.ts"), readFileSync(join(dir, "a.ts"), "utf8").replace("=> 1", '=> fetch("https://a.example")'));
    const { status, stdout } = script("verify.sh", dir, {
      TOOLFENCE: bin,
      REPORTS: join(temp, "r"),
      BASE: "main",
      GITHUB_OUTPUT: join(temp, "out"),
    });
    expect(status).toBe(0);
    expect(stdout).toContain("::error file=a.ts,line=2,");
    expect(readFileSync(join(temp, "out"), "utf8")).toBe(`exit-code=1\nreport=${temp}/r/report.json\nsarif=${temp}/r/report.sarif\n`);
    for (const name of ["report.json", "report.sarif", "report.md"]) expect(existsSync(join(temp, "r", name))).toBe(true);
  });
  test("inputs are arguments, whatever they hold", () => {
    const temp = folder({});
    const TOOLFENCE = recorder(temp, "toolfence", "exit 2");
    const hostile = `$(touch ${temp}/pwned); --check \`id\``;
    expect(script("verify.sh", temp, { TOOLFENCE, REPORTS: join(temp, "r"), BASE: hostile, DIRECTORY: hostile }).status).toBe(0);
    const lines = readFileSync(join(temp, "toolfence.log"), "utf8").split("\n");
    expect(lines[1]).toBe(hostile);
    expect(lines).toContain(`--base=${hostile}`);
    expect(existsSync(join(temp, "pwned"))).toBe(false);
    expect(script("verify.sh", temp, { TOOLFENCE, REPORTS: join(temp, "r"), DIRECTORY: "--base=x" }).status).toBe(2);
  });
});

describe("action/comment.sh", () => {
  const run = (gh: string, env: Readonly<Record<string, string>>): { log: string; status: number | null } => {
    const temp = folder({ "report.md": "<!-- toolfence -->\n" });
    recorder(temp, "gh", gh);
    const { status } = script("comment.sh", temp, {
      PATH: `${temp}:${process.env["PATH"] ?? ""}`,
      REPORTS: temp,
      GITHUB_REPOSITORY: "o/r",
      PULL_REQUEST: "7",
      COMMENT: "always",
      ...env,
    });
    return { status, log: existsSync(join(temp, "gh.log")) ? readFileSync(join(temp, "gh.log"), "utf8") : "" };
  };
  test("makes one, or changes its own", () => {
    expect(run("", {}).log).toContain("--method\nPOST\nrepos/o/r/issues/7/comments\n");
    expect(run('case "$*" in *paginate*) echo 42;; esac', {}).log).toContain("--method\nPATCH\nrepos/o/r/issues/comments/42\n");
  });
  test("on failure alone: nothing is said of a first success, and what was said before is mended", () => {
    const env = { COMMENT: "on-failure", EXIT_CODE: "0" };
    expect(run("", env).log).not.toContain("--method");
    expect(run('case "$*" in *paginate*) echo 42;; esac', env).log).toContain("--method\nPATCH\nrepos/o/r/issues/comments/42\n");
    expect(run("", { ...env, EXIT_CODE: "1" }).log).toContain("--method\nPOST\n");
  });
  test("a token that cannot write is no failure", () => {
    expect(run("exit 1", {}).status).toBe(0);
  });
  test.each([
    ["never", { COMMENT: "never" }],
    ["no pull request", { PULL_REQUEST: "" }],
  ])("says nothing: %s", (_name, env) => {
    expect(run("", env)).toEqual({ status: 0, log: "" });
  });
  test("a number that is none", () => {
    expect(run("", { PULL_REQUEST: "7/../../x" })).toEqual({ status: 2, log: "" });
  });
});

test("action.yml: no input stands in a script, every action is pinned", () => {
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as { runs: { steps: { run?: string; uses?: string }[] } };
  for (const { run = "", uses } of action.runs.steps) {
    expect(run).not.toContain("${{");
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/u);
  }
});
