import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const TOOL = `import { tool } from "ai"; export const read = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });\n`;
const git = (cwd: string, ...args: string[]): void => {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "ignore" });
};
const filesOf = (root: string): string[] => scanFolder(root).scan.tools.map(({ file }) => file);

test("what git ignores and does not have is not scanned: it was built from what is", () => {
  const root = folder({
    "package.json": '{ "name": "x" }',
    ".gitignore": "dist\nlocal.ts\n",
    "src/t.ts": TOOL,
    "dist/t.js": TOOL,
    "local.ts": TOOL,
  });
  expect(filesOf(root)).toEqual(["dist/t.js", "local.ts", "src/t.ts"]);
  git(root, "init", "-q");
  expect(filesOf(root)).toEqual(["src/t.ts"]);
  git(root, "add", ".");
  git(root, "commit", "-qm", "x");
  expect(filesOf(root)).toEqual(["src/t.ts"]);
});

test("what git has is scanned, whatever is ignored; so is what is new, and what product code loads", () => {
  const root = folder({
    "package.json": '{ "name": "x" }',
    ".gitignore": "dist\ngen\n",
    "src/t.ts": `import "../gen/g.js";\n${TOOL}`,
    "gen/g.ts": TOOL,
    "dist/forced.js": TOOL,
    "dist/built.js": TOOL,
    "new.ts": TOOL,
  });
  git(root, "init", "-q");
  git(root, "add", "-f", "dist/forced.js");
  git(root, "add", "src");
  expect(filesOf(root).sort()).toEqual(["dist/forced.js", "gen/g.ts", "new.ts", "src/t.ts"]);
});

test("a package of a repository, whose root says what is ignored", () => {
  const root = folder({ ".gitignore": "**/dist/\n", "p/package.json": '{ "name": "p" }', "p/t.ts": TOOL, "p/dist/t.js": TOOL });
  git(root, "init", "-q");
  expect(filesOf(`${root}/p`)).toEqual(["t.ts"]);
});

test("a file whose name is no text is told, and left out", () => {
  const root = folder({ "package.json": '{ "name": "x" }', "a.ts": TOOL });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/b`), Buffer.from([0xff]), Buffer.from(".ts")]), TOOL);
  expect(filesOf(root)).toEqual(["a.ts"]);
  expect(scanFolder(root).problems).toEqual([{ file: "b\uFFFD.ts", problem: "unreadable" }]);
});

test.each(["t.test.ts", "t.spec.ts", "t.eval.ts", "t.evals.ts"])("%s is no source of tools", (name) => {
  expect(
    filesOf(folder({ "package.json": '{ "name": "x" }', [name]: TOOL, "eval.ts": TOOL, "run_test.ts": TOOL, "latest.ts": TOOL })),
  ).toEqual(["eval.ts", "latest.ts", "run_test.ts"]);
});
