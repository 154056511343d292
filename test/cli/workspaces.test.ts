import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fileNames } from "../../src/cli/workspaces.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import { emptyRepository, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const tools = (name: string, count: number, body: string): string =>
  `import { tool } from "ai";\n${Array.from({ length: count }, (_, n) => `export const ${name}${n} = tool({ description: "d", inputSchema: {}, execute: async () => ${body} });\n`).join("")}`;

/** Packages of a workspace, each with as many tools, all of which begin to send. */
async function widened(counts: Readonly<Record<string, number>>) {
  const files = (body: string) =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [`packages/${name}/t.ts`, tools(name, count, body)]));
  const made = emptyRepository({
    "package.json": '{ "name": "w", "workspaces": ["packages/*"] }',
    ...Object.fromEntries(Object.keys(counts).map((name) => [`packages/${name}/package.json`, JSON.stringify({ name })])),
    ...files("1"),
  });
  await toolfence(made.dir, "manifest", "--workspaces");
  made.commit();
  made.write(files('fetch("https://a.example")'));
  await toolfence(made.dir, "manifest", "--workspaces");
  return made.dir;
}
const annotations = (out: string): string[] => out.split("\n").filter((line) => line.startsWith("::"));

test("annotations of all packages together are as many as GitHub shows, and say how many more there are", async () => {
  const some = await widened({ a: 4, b: 4 });
  const few = annotations((await toolfence(some, "verify", "--workspaces", "--base", "main", "--format", "github")).out);
  expect(few).toHaveLength(8);
  expect(few.every((line) => line.startsWith("::error file=packages/"))).toBe(true);
  const many = await widened({ a: 7, b: 6, c: 5 });
  const { code, out } = await toolfence(many, "verify", "--workspaces", "--base", "main", "--format", "github");
  const shown = annotations(out);
  expect([code, shown.length]).toEqual([1, 10]);
  expect(shown.filter((line) => line.startsWith("::error file=packages/a/"))).toHaveLength(7);
  expect(shown.filter((line) => line.startsWith("::error file=packages/b/"))).toHaveLength(2);
  expect(shown.at(-1)).toBe("::error title=toolfence::9 more tools have findings; see the job summary");
  // By itself, a package has room for ten.
  const alone = await toolfence(join(many, "packages/a"), "verify", "--base", "main", "--format", "github");
  expect(annotations(alone.out)).toHaveLength(7);
});

test("a report says which package it is of: in a comment, and in the summary of the job", async () => {
  const dir = await widened({ a: 1, b: 0 });
  const summary = join(folder({ s: "" }), "s");
  vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
  const out = folder({});
  await toolfence(dir, "verify", "--workspaces", "--base", "main", "--format", `markdown=${out}/{package}.md`);
  expect(readFileSync(join(out, "packages-a.md"), "utf8")).toContain("### ❌ toolfence, <code>packages/a</code>: 1 finding to look at");
  expect(readFileSync(join(out, "packages-b.md"), "utf8")).toContain("### ✅ toolfence, <code>packages/b</code>: nothing is newly allowed");
  expect(readFileSync(summary, "utf8").match(/toolfence, <code>packages\/[ab]<\/code>/gu)).toHaveLength(2);
});

test("each package has files of its own, whatever it is called", () => {
  const named = (...paths: string[]): string[] => [...fileNames(paths.map((path) => [path, path])).values()];
  expect(named("packages/a", "packages/b", ".")).toEqual(["packages-a", "packages-b", "."]);
  const [first = "", second = ""] = named("packages/my-tools", "packages/my/tools");
  expect([first, second].map((one) => one.replace(/-[0-9a-f]{16}$/u, ""))).toEqual(["packages-my-tools", "packages-my-tools"]);
  expect(first).not.toBe(second);
  // Nor is one taken by who knows how it will be called.
  expect(named(first)[0]).not.toBe(first);
  expect(named("p/" + "x".repeat(300))[0]?.length).toBeLessThan(60);
});

test("a package whose name is a replacement has its reports in the folder of reports", async () => {
  const { dir, commit } = emptyRepository({
    "package.json": '{ "name": "w", "workspaces": ["packages/*"] }',
    "packages/x$'y/package.json": '{ "name": "a" }',
    "packages/x$'y/t.ts": tools("a", 1, "1"),
  });
  await toolfence(dir, "manifest", "--workspaces");
  commit();
  const out = folder({});
  await toolfence(dir, "verify", "--workspaces", "--base", "main", "--format", `markdown=${out}/r-{package}.md`);
  expect(readdirSync(out)).toEqual(["r-packages-x$'y.md"]);
});

test("what goes to a file is no annotation of this step", async () => {
  const dir = await widened({ a: 12 });
  const { out } = await toolfence(dir, "verify", "--workspaces", "--base", "main", "--json", "--format", `github=${dir}/g`);
  expect(() => JSON.parse(out) as unknown).not.toThrow();
  expect(annotations(readFileSync(join(dir, "g"), "utf8"))).toHaveLength(10);
});

test("a folder whose name is markup is shown as text", async () => {
  const { dir, commit } = emptyRepository({
    "package.json": '{ "name": "w", "workspaces": ["packages/*"] }',
    "packages/](x) @everyone <b>/package.json": '{ "name": "a" }',
    "packages/](x) @everyone <b>/t.ts": tools("a", 1, "1"),
  });
  await toolfence(dir, "manifest", "--workspaces");
  commit();
  const { out } = await toolfence(dir, "verify", "--workspaces", "--base", "main", "--format", "text", "--format", `markdown=${dir}/r.md`);
  expect(out).toContain("1 tool compared");
  expect(readFileSync(join(dir, "r.md"), "utf8")).toContain(
    "toolfence, <code>packages/&#93;&#40;x&#41; &#64;everyone &lt;b&gt;</code>: nothing is newly allowed",
  );
});

test("a package that cannot be judged keeps nobody from judging the others", async () => {
  const dir = await widened({ a: 1, b: 1 });
  const out = folder({ "packages-a.json/x": "" });
  const { code, err } = await toolfence(dir, "verify", "--workspaces", "--base", "main", "--format", `json=${out}/{package}.json`);
  expect(code).toBe(2);
  expect(err).toContain("# packages/b");
  expect(readdirSync(out).sort()).toEqual(["packages-a.json", "packages-b.json"]);
});
