import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  test("of a workspace, each package has its reports; what an earlier run left goes", async () => {
    const sending = 'import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async () => 1 });\n';
    const dir = folder({
      "package.json": '{ "name": "w", "workspaces": ["packages/*"] }',
      "packages/a/package.json": '{ "name": "a" }',
      "packages/a/t.ts": sending,
      "packages/b/package.json": '{ "name": "b" }',
      "packages/b/t.ts": sending,
    });
    const git = (...args: string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: dir, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    await toolfence(dir, "manifest", "--workspaces");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    writeFileSync(join(dir, "packages/b/t.ts"), sending.replace("=> 1", '=> fetch("https://a.example")'));
    const temp = folder({ "r/report.json": "{}", "r/report-packages-gone.md": "" });
    const bin = join(temp, "toolfence");
    writeFileSync(bin, `#!/usr/bin/env bash\nexec "${process.execPath}" "${join(root, "dist/src/cli/main.js")}" "$@"\n`);
    chmodSync(bin, 0o755);
    const out = join(temp, "out");
    const env = { TOOLFENCE: bin, REPORTS: join(temp, "r"), BASE: "main", DIRECTORY: dir, WORKSPACES: "true", GITHUB_OUTPUT: out };
    const { status, stdout } = script("verify.sh", temp, env);
    expect(status).toBe(0);
    expect(stdout).toContain("::error file=packages/b/t.ts,line=2,");
    expect(readFileSync(out, "utf8")).toBe(`exit-code=1\nreport=${temp}/r\nsarif=${temp}/r\n`);
    expect(readdirSync(join(temp, "r")).sort()).toEqual(
      ["json", "md", "sarif"].flatMap((end) => [`report-packages-a.${end}`, `report-packages-b.${end}`]).sort(),
    );
    const runs = ["a", "b"].map((name) => {
      const { runs: own } = JSON.parse(readFileSync(join(temp, `r/report-packages-${name}.sarif`), "utf8")) as {
        runs: { automationDetails: { id: string } }[];
      };
      return own[0]?.automationDetails.id;
    });
    // Each under a name of its own: else the one would take the place of the other.
    expect(runs).toEqual(["toolfence/packages/a/", "toolfence/packages/b/"]);
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
  const REPORT = { "report.md": "<!-- toolfence -->\n" };
  const run = (gh: string, env: Readonly<Record<string, string>>, reports: Readonly<Record<string, string>> = REPORT) => {
    const temp = folder(reports);
    recorder(temp, "gh", gh);
    const { status } = script("comment.sh", temp, {
      PATH: `${temp}:${process.env["PATH"] ?? ""}`,
      REPORTS: temp,
      GITHUB_REPOSITORY: "o/r",
      PULL_REQUEST: "7",
      COMMENT: "always",
      ...env,
    });
    const read = (name: string): string => (existsSync(join(temp, name)) ? readFileSync(join(temp, name), "utf8") : "");
    return { status, log: read("gh.log"), body: read("body") };
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
  test("several reports are one comment, with what is to be looked at first, and as many as fit", () => {
    const part = (title: string, size = 0): string => `<!-- toolfence -->\n### ${title}\n${"x".repeat(size)}\n`;
    const all = {
      "report-a.md": part("✅ toolfence, a"),
      "report-b.md": part("❌ toolfence, b", 40_000),
      "report-c.md": part("❌ toolfence, c: 1 finding to look at", 40_000),
      "report-d.md": part("❌ toolfence, d"),
    };
    const { status, log, body } = run(
      'for one in "$@"; do case "$one" in body=@*) cat "${one#body=@}" > body;; esac; done',
      { EXIT_CODE: "1" },
      all,
    );
    expect([status, log.includes("POST")]).toEqual([0, true]);
    expect(body.match(/### .*/gu)).toEqual(["### ❌ toolfence, b", "### ❌ toolfence, d", "### ✅ toolfence, a"]);
    expect(body.startsWith("<!-- toolfence -->\n")).toBe(true);
    expect(body.match(/<!--/gu)).toHaveLength(1);
    expect(body.endsWith("\nReports that do not fit here: 1. See the job summary.\n\n- ❌ toolfence, c: 1 finding to look at\n\n")).toBe(
      true,
    );
  });
  test("what could not be checked, and what stands outside every package, is no success", () => {
    const gh = 'for one in "$@"; do case "$one" in body=@*) cat "${one#body=@}" > body;; esac; done';
    const fine = { "report-a.md": "<!-- toolfence -->\n### ✅ toolfence, a: nothing is newly allowed\n" };
    const titles = (env: Readonly<Record<string, string>>, reports: Readonly<Record<string, string>>) =>
      run(gh, env, { x: "", ...reports }).body.match(/### .*/gu);
    expect(titles({ EXIT_CODE: "2" }, fine)).toEqual([
      "### ❌ toolfence could not check everything: see the log",
      "### ✅ toolfence, a: nothing is newly allowed",
    ]);
    expect(titles({ EXIT_CODE: "1" }, fine)?.[0]).toBe("### ❌ toolfence failed: see the log");
    expect(titles({ EXIT_CODE: "0" }, fine)).toEqual(["### ✅ toolfence, a: nothing is newly allowed"]);
    // What an earlier run said does not stay.
    expect(titles({ EXIT_CODE: "2" }, {})).toEqual(["### ❌ toolfence could not check everything: see the log"]);
    expect(titles({ EXIT_CODE: "0" }, {})).toBeNull();
  });
  test("a token that cannot write is no failure", () => {
    expect(run("exit 1", {}).status).toBe(0);
  });
  test.each([
    ["never", { COMMENT: "never" }],
    ["no pull request", { PULL_REQUEST: "" }],
  ])("says nothing: %s", (_name, env) => {
    expect(run("", env)).toEqual({ status: 0, log: "", body: "" });
  });
  test("a number that is none", () => {
    expect(run("", { PULL_REQUEST: "7/../../x" })).toEqual({ status: 2, log: "", body: "" });
  });
});

test("action.yml: no input stands in a script, every action is pinned", () => {
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as { runs: { steps: { run?: string; uses?: string }[] } };
  for (const { run = "", uses } of action.runs.steps) {
    expect(run).not.toContain("${{");
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/u);
  }
});
