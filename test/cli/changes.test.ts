import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import type { Repository } from "../support/repository.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Found {
  readonly id: string;
  readonly tool: string | null;
  readonly gating: boolean;
  readonly file: string | null;
  readonly line: number | null;
  readonly fingerprint: string;
}
/** A repository whose first state is committed with its manifest. */
async function repository(files: Readonly<Record<string, string>>): Promise<Repository> {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', ...files });
  await toolfence(made.dir, "manifest");
  made.commit();
  made.git("checkout", "-qb", "change");
  return made;
}
/** What `verify` says of a change, with the manifest written anew. */
async function verify({ dir }: Repository): Promise<[number, string[]]> {
  await toolfence(dir, "manifest");
  const { code, out } = await toolfence(dir, "verify", "--base", "main", "--json");
  return [code, gatingFindings(out)];
}
const diagnostics = async ({ dir }: Repository): Promise<Found[]> => {
  await toolfence(dir, "manifest");
  return (JSON.parse((await toolfence(dir, "verify", "--base", "main", "--json")).out) as { diagnostics: Found[] }).diagnostics;
};

const tool = (name: string, body: string, more = ""): string => `import { tool } from "ai";
import { readFile, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { withPolicy } from "toolfence";
export const ${name} = tool({ description: "d", ${more}execute: async ({ path, url }) => { ${body} } });
`;
const READ = "return readFile(path);";

describe("code that is loaded from where tests stand", () => {
  test.each(["spec/b.ts", "b.test.ts", "b.bench.ts", ".cache/b.ts", "coverage/b.ts"])(
    "counts where the package loads it: %s",
    async (place) => {
      const made = await repository({ "src/main.ts": "export {};\n", "src/a.ts": tool("a", READ) });
      made.write({ [`src/${place}`]: tool("b", "spawn(path, { shell: true });") });
      // By itself it is a test.
      expect(await verify(made)).toEqual([0, []]);
      made.write({ "src/main.ts": `import "./${place.replace(/\.ts$/u, ".js")}";\n` });
      expect(await verify(made)).toEqual([1, ["tool.added.high-risk p/ai-sdk.b"]]);
    },
  );

  test("the module that a package starts with is part of its start-up", async () => {
    const made = await repository({ "src/main.ts": 'import "./a.js";\n', "src/a.ts": tool("a", READ) });
    made.write({ "src/main.ts": 'import "./a.js";\nimport { execSync } from "node:child_process";\nexecSync("curl x | sh");\n' });
    expect(await verify(made)).toEqual([1, ["package.startup.widened (startup)"]]);
  });
});

describe("names", () => {
  const two = { "src/one.ts": tool("search", READ), "src/two.ts": tool("search", "return fetch(url);") };
  test("a file with a namesake that moves is nothing", async () => {
    const made = await repository(two);
    made.git("mv", "src/two.ts", "src/three.ts");
    expect(await verify(made)).toEqual([0, []]);
  });
  test("a namesake that appears is new, and the first one is not", async () => {
    const made = await repository({ "src/one.ts": tool("search", READ) });
    made.write({ "src/two.ts": two["src/two.ts"] });
    expect(await verify(made)).toEqual([1, ["tool.added p/ai-sdk.search@src/two.ts", "agent.combination.enabled (together)"]]);
  });
  test("what grows while it moves is told as that", async () => {
    const made = await repository(two);
    renameSync(join(made.dir, "src/two.ts"), join(made.dir, "src/three.ts"));
    made.write({ "src/three.ts": tool("search", "await fetch(url); await writeFile(path, url);") });
    const [code, found] = await verify(made);
    expect([code, found[0]]).toEqual([1, "tool.observed.widened p/ai-sdk.search@src/three.ts"]);
  });
  test("a scope of a package is no namesake, and names with an @ are none", async () => {
    const made = await repository({ "package.json": '{ "name": "@org/p" }', "src/a.ts": tool("old", "spawn(path);") });
    rmSync(join(made.dir, "src/a.ts"));
    made.write({ "src/b.ts": tool("fresh", "spawn(path);") });
    expect(await verify(made)).toEqual([1, ["tool.added.high-risk @org/p/ai-sdk.fresh"]]);
  });
  test("a declared new name is compared with the old one, and only where that is gone", async () => {
    const made = await repository({ "src/a.ts": tool("old", READ) });
    made.write({ "src/a.ts": tool("fresh", READ) });
    expect(await verify(made)).toEqual([1, ["tool.added p/ai-sdk.fresh"]]);
    made.write({ "toolfence.json": '{ "renamed": { "p/ai-sdk.fresh": "p/ai-sdk.old" } }' });
    expect(await verify(made)).toEqual([0, []]);
    expect((await diagnostics(made)).map((one) => one.id)).toEqual(["tool.renamed"]);
    made.write({ "src/a.ts": tool("fresh", "await readFile(path); spawn(path);") });
    expect(await verify(made)).toEqual([1, ["tool.observed.widened p/ai-sdk.fresh"]]);
    made.write({ "src/a.ts": tool("fresh", READ), "src/b.ts": tool("old", READ) });
    expect(await verify(made)).toEqual([1, ["tool.added p/ai-sdk.fresh"]]);
  });
});

describe("the gate's surroundings", () => {
  const WORKFLOW = "on: pull_request\njobs:\n  a:\n    steps:\n      - run: npx toolfence verify\n";
  const files = { "src/a.ts": tool("a", READ), ".github/workflows/gate.yml": WORKFLOW, CODEOWNERS: "* @team\n" };
  const STEP = "      - run: npx toolfence verify\n";
  test.each<readonly [string, string, readonly string[]]>([
    ["swallowed by the shell", WORKFLOW.replace("verify", "verify || true"), ["gate.workflow.weakened"]],
    ["swallowed by the step", `${WORKFLOW}        continue-on-error: "true"\n`, ["gate.workflow.weakened"]],
    ["swallowed by what follows", WORKFLOW.replace("verify", "verify; exit 0"), ["gate.workflow.weakened"]],
    [
      "swallowed in a script",
      WORKFLOW.replace(STEP, "      - run: |\n          set +e\n          npx toolfence verify\n"),
      ["gate.workflow.weakened"],
    ],
    ["run where the pull request may write", WORKFLOW.replace("pull_request", "pull_request_target"), ["gate.workflow.weakened"]],
    ["only named in a comment", WORKFLOW.replace(STEP, "# toolfence verify was here\n"), ["gate.removed"]],
    ["another command", WORKFLOW.replace("verify", "scan"), ["gate.removed"]],
    ["never run", `${WORKFLOW}        if: \${{ false }}\n`, ["gate.removed"]],
    ["told in a comment", `# never pull_request_target here, nor continue-on-error: true\n${WORKFLOW}`, []],
    ["beside a step that may fail", `${WORKFLOW}      - run: npx codecov || true\n`, []],
    ["given a name", WORKFLOW.replace("      - run", "      - name: gate\n        run"), []],
    ["run on some paths", WORKFLOW.replace("pull_request", "\n  pull_request:\n    paths: [docs/**]"), ["gate.workflow.weakened"]],
    ["run without some paths", WORKFLOW.replace("pull_request", "{ pull_request: { paths-ignore: src/** } }"), ["gate.workflow.weakened"]],
    ["run for one branch", WORKFLOW.replace("pull_request", "{ pull_request: { branches: [main] } }"), ["gate.workflow.weakened"]],
    ["run when labels change", WORKFLOW.replace("pull_request", "{ pull_request: { types: [labeled] } }"), ["gate.workflow.weakened"]],
    [
      "run for tags",
      WORKFLOW.replace("pull_request", "{ pull_request: { types: [opened] }, push: { tags: ['*'] } }"),
      ["gate.workflow.weakened"],
    ],
    ["run after the fact", WORKFLOW.replace("pull_request", "push"), ["gate.workflow.weakened"]],
    ["run for somebody", `${WORKFLOW}        if: github.actor == 'me'\n`, ["gate.workflow.weakened"]],
    ["run on more", WORKFLOW.replace("pull_request", "{ pull_request: { types: [opened, reopened, synchronize, labeled] }, push: }"), []],
    ["run on all paths, in so many words", WORKFLOW.replace("pull_request", "{ pull_request: { paths: ['**'] } }"), []],
    ["run whatever went before", `${WORKFLOW}        if: \${{ always() }}\n`, []],
  ])("a workflow %s", async (_, text, found) => {
    const made = await repository(files);
    made.write({ ".github/workflows/gate.yml": text });
    expect(await verify(made)).toEqual([found.length > 0 ? 1 : 0, found]);
  });
  test("nothing that stands beside the workflows hides that one goes", async () => {
    const beside = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`.github/workflows/a${n}.yml/k`, "k"]));
    const made = await repository({ ...files, ...beside, ".github/workflows/0.yml/a\n\n\n\n\n\n\n\n\n\nb": "" });
    made.write({ ".github/workflows/gate.yml": "on: push\n", CODEOWNERS: "" });
    const [code, found] = await verify(made);
    expect([code, new Set(found)]).toEqual([1, new Set(["gate.removed", "gate.owner.removed"])]);
  });
  test("a workflow with a key twice counts, as its host reads it", async () => {
    const twice = 'variables: { A: "1", A: "2" }\ngate: { script: [npx toolfence verify] }\n';
    const made = await repository({ "src/a.ts": tool("a", READ), ".gitlab-ci.yml": twice });
    made.write({ ".gitlab-ci.yml": twice.replace("npx toolfence verify", "true") });
    expect(await verify(made)).toEqual([1, ["gate.removed"]]);
  });
  test.each([
    ["what is no YAML behind it", `${WORKFLOW}\n}}} : ][ "unclosed`],
    ["a tab", `${WORKFLOW}\n\tbad: tab\n`],
    ["a second document", `${WORKFLOW}\n---\nfoo: 1\n`],
    ["a key twice", `${WORKFLOW}on: [pull_request]\n`],
  ])("a workflow that its host does not take: %s", async (_, text) => {
    const made = await repository(files);
    made.write({ ".github/workflows/gate.yml": text });
    expect(await verify(made)).toEqual([1, ["gate.removed"]]);
  });
  test("in a partial clone nothing is taken for absent", async () => {
    const made = await repository(files);
    made.write({ ".github/workflows/gate.yml": "on: push\n", CODEOWNERS: "" });
    made.git("commit", "-qam", "removed");
    made.git("config", "uploadpack.allowFilter", "true");
    const clone = join(folder({}), "clone");
    execFileSync("git", ["clone", "-q", "--filter=blob:none", `file://${made.dir}`, clone], { stdio: "ignore" });
    const { code, err } = await toolfence(clone, "verify", "--base", "HEAD~1");
    expect(code).toBe(2);
    expect(err).toContain("promisor");
  });
  test("a workflow that goes, or moves", async () => {
    const made = await repository(files);
    rmSync(join(made.dir, ".github"), { recursive: true });
    expect(await verify(made)).toEqual([1, ["gate.removed"]]);
    made.write({ ".github/workflows/other.yml": WORKFLOW });
    expect(await verify(made)).toEqual([0, []]);
  });
  test("owners that go", async () => {
    const made = await repository(files);
    made.write({ CODEOWNERS: "/src/ @team\n" });
    const [code, found] = await verify(made);
    expect([code, new Set(found)]).toEqual([1, new Set(["gate.owner.removed"])]);
  });
  test.each([
    ["** @team\n", true],
    ["*.json @team\n*.jsonl @team\n*.yaml @team\n.github/** @team\n", true],
    ["* @team\ntoolfence.manifest.json\n", true],
    ["* @team # all\n/docs/ @writers\n", true],
    ["* @team\n*.jsonl\n", false],
    ["/src/ @team\n", false],
  ])("owners written as %j: the same people are asked: %s", async (owners, isSame) => {
    const made = await repository(files);
    made.write({ CODEOWNERS: owners });
    expect((await verify(made))[0]).toBe(isSame ? 0 : 1);
  });
  test("owners that stand in the place that counts first", async () => {
    const made = await repository(files);
    made.write({ ".github/CODEOWNERS": "/nothing @team\n" });
    expect((await verify(made))[1]).toContain("gate.owner.removed");
  });
  test("approvals that nobody owns are told", async () => {
    const made = await repository({ ...files, CODEOWNERS: "" });
    made.write({ "src/a.ts": tool("a", "await readFile(path); spawn(path);") });
    await toolfence(made.dir, "manifest");
    await toolfence(made.dir, "approve", "--base", "main", "--all", "--reason", "r", "--by", "ana", "--i-am-human");
    expect((await diagnostics(made)).map((one) => [one.id, one.gating])).toContainEqual(["gate.approval.unprotected", false]);
    made.write({ CODEOWNERS: "* @team\n" });
    expect((await diagnostics(made)).map((one) => one.id)).not.toContain("gate.approval.unprotected");
  });
});

describe("a baseline", () => {
  const UNDECLARED =
    `import { withPolicy } from "toolfence";\n${tool("a", 'await writeFile("/etc/x", url);').replace("tool({", "withPolicy({}, tool({").replace(" });\n", " }));\n")}`.replace(
      /^import \{ withPolicy \} from "toolfence";\n(?=[\s\S]*withPolicy \} from)/u,
      "",
    );
  test("has to lose what was mended, which then cannot come back", async () => {
    const made = emptyRepository({ "package.json": '{ "name": "p" }', "src/a.ts": UNDECLARED });
    expect((await toolfence(made.dir, "check")).code).toBe(1);
    await toolfence(made.dir, "init", "--baseline");
    expect((await toolfence(made.dir, "check")).code).toBe(0);
    made.commit();
    made.write({ "src/a.ts": UNDECLARED.replace('await writeFile("/etc/x", url);', "") });
    expect(await verify(made)).toEqual([1, ["gate.baseline.stale"]]);
    expect((await toolfence(made.dir, "baseline", "prune")).err).toBe("toolfence: 1 of 1 entries removed.\n");
    expect(await verify(made)).toEqual([0, []]);
    made.commit();
    made.write({ "src/a.ts": UNDECLARED });
    expect((await verify(made))[1]).toContain("tool.undeclared p/ai-sdk.a");
  });
  test("there is nothing to prune", async () => {
    const { dir } = emptyRepository({});
    expect([(await toolfence(dir, "baseline", "prune")).code, (await toolfence(dir, "baseline")).code]).toEqual([2, 2]);
  });
});

test("each finding stands at a line that the change touched: the use itself, else the tool's digest", async () => {
  const made = await repository({
    "src/a.ts": 'import { help } from "./lib.js";\n' + tool("a", "return help(path);"),
    "src/lib.ts": 'import { readFile } from "node:fs/promises";\nexport const help = (path) =>\n  readFile(path);\n',
    "toolfence.policy.yaml": "tools: {}\n",
  });
  made.write({
    "src/lib.ts":
      'import { readFile, rm } from "node:fs/promises";\nexport const help = (path) => {\n  rm(path);\n  return readFile(path);\n};\n',
  });
  expect((await diagnostics(made)).filter((one) => one.gating).map(({ file, line }) => `${file}:${line}`)).toEqual(["src/lib.ts:3"]);
  // A policy that a file grants more is in no line of code.
  made.git("checkout", "-q", "--", ".");
  made.write({ "toolfence.policy.yaml": "tools:\n  p/ai-sdk.a: { exec: any, fs: { read: any } }\n" });
  const [first] = (await diagnostics(made)).filter((one) => one.gating);
  const manifest = readFileSync(join(made.dir, "toolfence.manifest.json"), "utf8").split("\n");
  expect(first?.file).toBe("toolfence.manifest.json");
  expect(manifest[(first?.line ?? 0) - 1]).toMatch(/^ {6}"digest": "sha256:/u);
});

test("what no tool does stands at the line that says it: an assumption, the configuration, else the manifest's own digest", async () => {
  const unknown = tool("a", "return globalThis[path](path);");
  const made = await repository({ "src/a.ts": unknown, "src/b.ts": tool("b", 'return readFile("/etc/passwd");') });
  const lineAt = (file: string, line: number): string => readFileSync(join(made.dir, file), "utf8").split("\n")[line - 1] ?? "";
  const said = async (): Promise<string[]> =>
    (await diagnostics(made))
      .filter((one) => one.gating)
      .map(
        ({ id, file, line }) =>
          `${id} ${file}: ${lineAt(file ?? "", line ?? 0)
            .trim()
            .slice(0, 28)}`,
      );
  made.write({
    "toolfence.yaml": "failOn: critical\nassumptions:\n  - { unknown: unknown.call, at: $WORKSPACE/src/a.ts, says: [], reason: r }\n",
  });
  expect(await said()).toEqual(
    expect.arrayContaining([
      "gate.config.weakened toolfence.yaml: failOn: critical",
      'assumption.added toolfence.manifest.json: "unknown.call $WORKSPACE/src',
    ]),
  );
  made.git("clean", "-fdq");
  made.git("checkout", "-q", "--", ".");
  made.write({ "src/c.ts": tool("c", "return fetch(url);") });
  expect(await said()).toContainEqual(expect.stringMatching(/^agent\.combination\.enabled toolfence\.manifest\.json: "digest": "sha256:/u));
});

test("one finding is explained by its fingerprint, with its call path", async () => {
  const made = await repository({ "src/a.ts": tool("a", READ) });
  made.write({ "src/a.ts": tool("a", "await readFile(path); spawn(path);") });
  const [found] = (await diagnostics(made)).filter((one) => one.gating);
  const { code, out } = await toolfence(made.dir, "explain", found?.fingerprint ?? "", "--base", "main");
  expect([code, out]).toEqual([
    0,
    [
      `tool.observed.widened   critical   ${found?.fingerprint ?? ""}`,
      "  Tool: p/ai-sdk.a",
      "  At: src/a.ts:5",
      "  Says: The code does something that it did not do before.",
      "  Is: exec.spawn {param:path}",
      "  Newly allowed, for example: exec.spawn {param:path}",
      "  By:",
      "    src/a.ts:5 child_process.spawn",
      "  Means: A tool without a policy does something that it did not do before.",
      "  What to do: Narrow the change to what the tool needs, or have it approved: `toolfence approve --tool ID --reason TEXT`.",
      "",
    ].join("\n"),
  ]);
  expect((await toolfence(made.dir, "explain", "0123456789ab", "--base", "main")).code).toBe(2);
});

test("what two tools can do together is told once, and can be approved", async () => {
  const made = await repository({ "src/a.ts": tool("a", 'return readFile("/etc/passwd");') });
  made.write({ "src/b.ts": tool("b", "return fetch(url);") });
  expect(await verify(made)).toEqual([1, ["tool.added p/ai-sdk.b", "agent.combination.enabled (together)"]]);
  await toolfence(made.dir, "approve", "--base", "main", "--all", "--reason", "r", "--by", "ana", "--i-am-human");
  expect(await verify(made)).toEqual([0, []]);
  // A pair that looks like it is another one.
  made.write({ "src/c.ts": tool("c", "return fetch(url);") });
  expect((await verify(made))[1]).toContain("agent.combination.enabled (together)");
});

test("what nobody has reviewed, what can never run, and what nobody sees", async () => {
  const made = await repository({ "src/a.ts": tool("a", READ) });
  made.write({
    "src/a.ts": tool("a", "").replace('description: "d"', 'description: "reads\u200b files"'),
    "toolfence.policy.yaml": "reviewed: false\ntools:\n  p/ai-sdk.a: { constraints: { onlyAfter: [confrim] } }\n",
    "src/c.ts": tool("confirm", ""),
  });
  const found = (await diagnostics(made)).map((one) => `${one.gating ? "gate" : "info"} ${one.id}`);
  expect(found).toEqual(
    expect.arrayContaining(["gate tool.constraint.onlyAfter.dangling", "gate tool.description.hidden", "info policy.unreviewed"]),
  );
});

test("what hides in a description, and what only looks so", async () => {
  const hidden = async (text: string): Promise<boolean> => {
    const { dir } = emptyRepository({
      "package.json": '{ "name": "p" }',
      "src/a.ts": tool("a", "").replace('description: "d"', `description: ${JSON.stringify(text)}`),
    });
    return (await toolfence(dir, "check")).code === 1;
  };
  for (const text of ["re\u200cads", "a\u200bb", "a\ufe00b", "a\u{e0100}b", "a\u3164b", "a\u206ab", "\u{e0061}\u{e0062}", "a\u202eb"])
    expect([text, await hidden(text)]).toEqual([text, true]);
  for (const text of [
    "reads files",
    "👩🏽\u200d💻 works",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "می\u200cخواهم",
    "क्\u200dष",
    "❤\ufe0f",
  ])
    expect([text, await hidden(text)]).toEqual([text, false]);
});

test("`init` says where the manifest that is there has become stale", async () => {
  const { dir } = emptyRepository({ "package.json": '{ "name": "p" }', "src/a.ts": tool("a", READ) });
  await toolfence(dir, "manifest");
  expect((await toolfence(dir, "init")).err).toContain(
    "`toolfence.manifest.json` is no longer what the code and its policies give; run `toolfence manifest`.",
  );
});
