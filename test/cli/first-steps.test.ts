import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { toolfence } from "../support/cli.ts";

const TOOL = `import { tool } from "ai"; import { withPolicy } from "toolfence";
export const read = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });\n`;

describe("what would be passed over is told", () => {
  test("a policy for a tool that nobody declares", async () => {
    const root = folder({
      "package.json": '{ "name": "x" }',
      "t.ts": TOOL,
      "toolfence.policy.yaml": "tools:\n  x/ai-sdk.raed: { env: [A] }\n  read: { env: [A] }\n",
    });
    const { code, out } = await toolfence(root, "check");
    expect(code).toBe(1);
    expect(out).toContain("No tool is called `x/ai-sdk.raed`, of which the policy file speaks; did you mean `x/ai-sdk.read`?");
    expect(out).toContain("No tool is called `read`, of which the policy file speaks; did you mean `x/ai-sdk.read`?");
    expect((await toolfence(root, "scan")).out).toContain("! the policy file speaks of `read`, which nobody declares");
  });
  test("a file that cannot be read as code", async () => {
    const root = folder({ "package.json": '{ "name": "x" }', "bad.ts": 'import { tool } from "ai"; export const a = tool({ execute: ' });
    expect((await toolfence(root, "scan")).out).toContain("? unknown.parse at bad.ts:1");
    const { code, out } = await toolfence(root, "check");
    expect(code).toBe(1);
    expect(out).toContain("HIGH     source.unparsed   bad.ts:1");
  });
  test.each([
    ["configurations", "toolfence.json", "toolfence.yaml", "{}"],
    ["policy files", "toolfence.policy.json", "toolfence.policy.yml", '{ "tools": {} }'],
  ])("two %s", async (_name, one, other, text) => {
    const root = folder({ "package.json": '{ "name": "x" }', "t.ts": TOOL, [one]: text, [other]: text });
    const { code, err } = await toolfence(root, "check");
    expect(code).toBe(2);
    expect(err).toBe(`toolfence: \`${one}\` is not valid: \`${other}\` is there beside it; keep one of them.\n`);
  });
});

describe("help", () => {
  test("of one command", async () => {
    const root = folder({});
    expect(await toolfence(root, "verify", "--help")).toEqual({
      code: 0,
      err: "",
      out: `  toolfence verify [DIR] [--base REF|REF:PATH|FILE]   check + freshness + widening + approvals     0 | 1 | 2
      [--regenerate-base] [--allow-missing-base]

check, manifest and verify take --workspaces: once a package of the workspace, each with its own manifest.
check, verify, diff and render take --format FORMAT[=FILE], repeatable: text, json, markdown, github, sarif.
Exit codes: 0 clean, 1 findings, 2 could not check (never a pass), 125 nothing was run.
`,
    });
  });
  test.each(
    "scan check manifest diff approve approvals can explain rules render packages init doctor git run sandbox audit schema".split(" "),
  )("%s has a line of its own, and does nothing else", async (name) => {
    const { code, out, err } = await toolfence(folder({}), name, "-h");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^ {2}toolfence ${name} `, "u"));
  });
  test("what stands behind `--` is another program's", async () => {
    expect((await toolfence(folder({}), "run", "--polcy", "x", "--", "ls", "--help")).code).toBe(125);
  });
  test("the version, in every spelling", async () => {
    for (const spelled of ["version", "--version", "-v"]) expect((await toolfence(folder({}), spelled)).out).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});

test("drivers of git are for clones", async () => {
  const root = folder({});
  expect(await toolfence(root, "git", "install")).toMatchObject({
    code: 2,
    err: `toolfence: \`${root}\` is in no git repository; run this in a clone.\n`,
  });
});

describe("init", () => {
  const TOOLS = `import { tool } from "ai"; import { execFile } from "node:child_process"; import { writeFile } from "node:fs/promises";
export const log = tool({ description: "d", inputSchema: {}, execute: async ({ path }) => execFile("git", ["log", "--oneline", "--", path]) });
export const show = tool({ description: "d", inputSchema: {}, execute: async ({ rest }) => execFile("git", ["show", ...rest]) });
export const save = tool({ description: "d", inputSchema: {}, execute: async ({ path }) => writeFile(path, "x") });
export const add = tool({ description: "d", inputSchema: {}, execute: async ({ a, b }) => a + b });
`;
  test("writes the least policies, also for tools that touch nothing, and its own check is content with them", async () => {
    const root = folder({ "package.json": '{ "name": "x" }', "t.ts": TOOLS });
    expect((await toolfence(root, "init")).out).toMatch(/^4 tools, 4 with a policy\.\n\nAdd the plugin/u);
    expect(readFileSync(join(root, "toolfence.policy.yaml"), "utf8").split("\n").slice(2).join("\n")).toBe(`reviewed: false
tools:
  x/ai-sdk.add: {}
  x/ai-sdk.log:
    exec:
      - command: git
        args:
          - log
          - --oneline
          - --
          - "*"
  x/ai-sdk.save:
    fs:
      create:
        - $WORKSPACE/**
      modify:
        - $WORKSPACE/**
  x/ai-sdk.show:
    exec:
      - command: git
        args:
          - "**"
`);
    expect(await toolfence(root, "check")).toMatchObject({ code: 0 });
  });
  test("says so where a policy cannot cover what a tool does", async () => {
    const code =
      'import { tool } from "ai"; export const get = tool({ description: "d", inputSchema: {}, execute: async ({ url }) => fetch(url) });\n';
    const root = folder({ "package.json": '{ "name": "x" }', "t.ts": code });
    expect((await toolfence(root, "init")).out).toContain(
      "1 tool, 1 with a policy.\n1 of them does more than its policy grants: what only `any` would cover was left out. `toolfence check` tells.\n",
    );
    expect(await toolfence(root, "check")).toMatchObject({ code: 1 });
  });
  test("in a folder of a repository it writes no workflow, which nobody would run", async () => {
    const root = folder({ "packages/a/package.json": '{ "name": "a" }', "packages/a/t.ts": TOOLS });
    execFileSync("git", ["init", "-q"], { cwd: root });
    const { err } = await toolfence(root, "init", "packages/a");
    expect(err).toContain(
      "no workflow was written, as this is a folder of a repository. Have the one at its top run `toolfence verify packages/a`, or the action with `directory: packages/a`.",
    );
    expect(existsSync(join(root, "packages/a/.github"))).toBe(false);
  });
});

test("where no tool is found, that is what is said", async () => {
  expect((await toolfence(folder({ "package.json": '{ "name": "x" }' }), "check")).out).toContain("No tool was found here");
});

test.each(["2020-01-01", "2019-12-31"])("an approval until %s would count for nothing", async (day) => {
  const { code, err } = await toolfence(folder({}), "approve", "--all", "--reason", "x", "--expires", day);
  expect({ code, err }).toEqual({ code: 2, err: `toolfence: \`--expires ${day}\` is past: the approval would count for nothing.\n` });
});

test("the doctor of a package looks for workflows and owners where hosts read them", async () => {
  const root = folder({
    ".github/CODEOWNERS": "/packages/a/ @boss\n",
    "packages/a/package.json": '{ "name": "a" }',
    "packages/a/.github/workflows/toolfence.yml": "run: toolfence verify",
  });
  execFileSync("git", ["init", "-q"], { cwd: root });
  const { out } = await toolfence(root, "doctor", "--ci", "packages/a");
  expect(out).toMatch(/FAIL +a workflow runs toolfence/u);
  expect(out).not.toContain("the workflow fails when toolfence does");
  expect(out).toMatch(/ok +CODEOWNERS gives `packages\/a\/toolfence\.approvals\.jsonl` to somebody/u);
});
