import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";
import plugin from "../../src/eslint.ts";
import { folder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

function eslint(cwd: string): ESLint {
  return new ESLint({
    cwd,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ["**/*.ts", "**/*.js"],
        languageOptions: { parser },
        plugins: { toolfence: plugin as never },
        rules: { "toolfence/no-undeclared-capability": "error" },
      },
    ],
  });
}

const header =
  'import { readFile, writeFile } from "node:fs/promises";\nimport { tool } from "ai";\nimport { withPolicy } from "toolfence";\n';
const body = (policy: string): string =>
  `${header}export const note = withPolicy(${policy}, tool({ description: "x", inputSchema: {}, execute: async ({ path }) => {\n  await readFile(path);\n  await writeFile("/srv/notes/a.txt", "x");\n} }));\n`;

async function lint(
  code: string,
): Promise<{ line: number; column: number; endColumn?: number | undefined; message: string; suggestions: string[] }[]> {
  const dir = folder({ "package.json": '{ "name": "x" }', "a.ts": code });
  const [result] = await eslint(dir).lintFiles(["a.ts"]);
  return (result?.messages ?? []).map(({ line, column, endColumn, message, suggestions = [] }) => ({
    line,
    column,
    endColumn,
    message,
    suggestions: suggestions.map((one) => `${one.desc} ${code.slice(0, one.fix.range[0]).split("\n").at(-1) ?? ""}«${one.fix.text}»`),
  }));
}

describe("no-undeclared-capability", () => {
  test("reports the effect at its own line, and offers the grant", async () => {
    expect(await lint(body('{ fs: { read: ["$WORKSPACE/**"] } }'))).toEqual([
      {
        line: 6,
        column: 9,
        endColumn: 18,
        message: "Tool `note` uses `fs.write` on `/srv/notes/a.txt`, which its policy does not grant: fs/promises.writeFile (a.ts:6).",
        suggestions: [
          'Grant `fs.write` on `/srv/notes/a.txt`. export const note = withPolicy({ fs: {« write: ["/srv/notes/a.txt"],»',
          'Open `fs.write` to anything. export const note = withPolicy({ fs: {« write: "any",»',
        ],
      },
    ]);
  });

  test("a grant that is taken makes the report go away", async () => {
    const code = body('{ fs: { read: ["$WORKSPACE/**"] } }');
    const dir = folder({ "package.json": '{ "name": "x" }', "a.ts": code });
    const linter = eslint(dir);
    const [result] = await linter.lintFiles(["a.ts"]);
    const fix = result?.messages[0]?.suggestions?.[0]?.fix;
    if (!fix) throw new Error("no suggestion");
    writeFileSync(join(dir, "a.ts"), code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]));
    const [again] = await linter.lintFiles(["a.ts"]);
    expect(again?.messages).toEqual([]);
  });

  test.each([
    ["everything granted", '{ fs: { read: "any", write: ["/srv/**"] } }'],
    ["more granted than used", '{ fs: { read: "any", write: "any" }, net: "any" }'],
  ])("is silent when there is %s", async (_name, policy) => {
    expect(await lint(body(policy))).toEqual([]);
  });

  test("is silent without a policy", async () => {
    expect(
      await lint(
        body("")
          .replace("withPolicy(, ", "(")
          .replace(/\)\);\n$/u, "));\n"),
      ),
    ).toEqual([]);
  });

  test("sees a helper in another file right after it is saved", async () => {
    const code =
      'import { tool } from "ai";\nimport { withPolicy } from "toolfence";\nimport { help } from "./help.ts";\nexport const t = withPolicy({}, tool({ description: "x", inputSchema: {}, execute: async () => help() }));\n';
    const dir = folder({ "package.json": '{ "name": "x" }', "a.ts": code, "help.ts": "export const help = () => 1;\n" });
    const linter = eslint(dir);
    expect((await linter.lintFiles(["a.ts"]))[0]?.messages).toEqual([]);
    writeFileSync(join(dir, "help.ts"), 'import { execSync } from "node:child_process";\nexport const help = () => execSync("id");\n');
    expect((await linter.lintFiles(["a.ts"]))[0]?.messages.map((one) => [one.line, one.message])).toEqual([
      [4, "Tool `t` uses `exec.shell` on `id`, which its policy does not grant: help > child_process.execSync (help.ts:2)."],
    ]);
  });

  test("on the fixtures: one report each, at the under-declared tool", async () => {
    const dir = folder({});
    cpSync(join(root, "fixtures/frameworks"), dir, { recursive: true });
    const results = await eslint(dir).lintFiles(["**/*.ts"]);
    const reports = results.flatMap((result) =>
      result.messages.map(
        (one) => `${result.filePath.slice(dir.length + 1)}:${one.line} ${/uses `([^`]*)`/u.exec(one.message)?.[1] ?? one.message}`,
      ),
    );
    expect(reports).toEqual([
      "ai-sdk/tools.ts:24 exec.spawn",
      "claude-agent-sdk/tools.ts:23 fs.read",
      "langchain/tools.ts:14 fs.write.delete",
      "mastra/tools.ts:17 code.eval",
      "mcp-v1/tools.ts:23 fs.write",
      "mcp-v2/tools.ts:21 env.read",
      "openai-agents/tools.ts:27 net.connect",
    ]);
  });

  test("both parsers give the same facts on every fixture", async () => {
    const { parseModule } = await import("../../src/host/parse.ts");
    const { summarize } = await import("../../src/extract/lower/summarize.ts");
    const { listSources } = await import("../../src/host/files.ts");
    const files = listSources(join(root, "fixtures")).files.concat(listSources(join(root, "src")).files);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const { ast, scopeManager } = parser.parseForESLint(text, {
        range: true,
        loc: true,
        sourceType: file.endsWith(".cjs") ? "commonjs" : "module",
        ecmaFeatures: { jsx: /\.[cm]?jsx?$/u.test(file) },
        filePath: file,
      });
      expect(
        summarize(file, text, ast as never, () => scopeManager as never),
        file,
      ).toEqual(parseModule(file, text));
    }
  });
});
