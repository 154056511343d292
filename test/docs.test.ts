import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import plugin from "../src/eslint.ts";
import { DENIALS } from "../src/runtime/denied.ts";
import { toolfence } from "./support/cli.ts";
import { folder } from "./support/folder.ts";

const root = join(import.meta.dirname, "..");
const pages = readdirSync(join(root, "rules"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.replace(/\.md$/u, ""));

test("every rule has a page and every page a rule", () => {
  expect(pages.sort()).toEqual(Object.keys(plugin.rules).sort());
});

test("every reason of a denial is in the guide, in its words", () => {
  const guide = readFileSync(join(root, "docs/runtime.md"), "utf8");
  const rows = [...guide.matchAll(/^\| `([a-z]+\.[a-z-]+)` +\|([^|\n]+)\|$/gmu)].map(([, id = "", because = ""]) => [id, because.trim()]);
  expect(Object.fromEntries(rows)).toEqual(DENIALS);
});

const examples = pages.flatMap((rule) => {
  const text = readFileSync(join(root, "rules", `${rule}.md`), "utf8");
  return [...text.matchAll(/^(Incorrect|Correct):\n\n```ts\n(.*?)^```/gmsu)].map((match) => ({
    rule,
    kind: match[1] ?? "",
    code: match[2] ?? "",
  }));
});

test.each(examples)("$rule: the $kind example is what it says", async ({ rule, kind, code }) => {
  const dir = folder({ "package.json": '{ "name": "x" }', "a.ts": code });
  const eslint = new ESLint({
    cwd: dir,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ["**/*.ts"],
        plugins: { toolfence: plugin as never },
        languageOptions: { parser: parser },
        rules: { [`toolfence/${rule}`]: "error" },
      },
    ],
  });
  const [result] = await eslint.lintFiles(["a.ts"]);
  expect(result?.messages.map((one) => one.ruleId)).toEqual(kind === "Incorrect" ? [`toolfence/${rule}`] : []);
});

test("every message ends with a full stop", () => {
  for (const rule of Object.values(plugin.rules)) for (const message of Object.values(rule.meta.messages)) expect(message).toMatch(/\.$/u);
});

test("the README's excerpt of a scan is what a scan prints", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const excerpt = /\$ npx toolfence scan\n(.*?)\n {4}\.\.\./su.exec(readme)?.[1]?.split("\n") ?? [];
  const { out } = await toolfence(root, "scan", "node_modules/@modelcontextprotocol/server-filesystem");
  expect(excerpt.length).toBe(5);
  for (const line of excerpt) expect(out.split("\n")).toContain(line);
});

test("the README's commands are the ones that CI runs", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const commands = [...readme.matchAll(/^npm ci && npm .*$/gmu)].map((match) => match[0]);
  expect(commands.slice(0, 2)).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
  expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain(commands[1]);
});

test("the feature table names tests that are there, and counts itself right", () => {
  const text = readFileSync(join(root, "docs/feature-table.md"), "utf8");
  const rows = [...text.matchAll(/^\| ([A-Z]\d+x?) +\|.*\| (?:\[built\]\(\.\.\/(.*?)\)|not built) *\|$/gmu)];
  const built = rows.flatMap((row) => row[2] ?? []);
  expect(text).toContain(`${built.length} of ${rows.length} rows are built.`);
  expect(new Set(rows.map((row) => row[1])).size).toBe(rows.length);
  expect(built.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
