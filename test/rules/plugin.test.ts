import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import json from "@eslint/json";
import parser from "@typescript-eslint/parser";
import { ESLint, Linter } from "eslint";
import { ESLint as ESLint9 } from "eslint9";
import { describe, expect, test } from "vitest";
import plugin from "../../src/eslint.ts";
import { folder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const all = Object.fromEntries(
  Object.keys(plugin.rules)
    .filter((name) => name !== "valid-policy-file")
    .map((name) => [`toolfence/${name}`, "error" as const]),
);

test("every rule file is a rule of the plugin, under its own name", () => {
  const files = readdirSync(join(root, "rules")).filter((name) => name.endsWith(".md"));
  expect(files.map((name) => name.replace(/\.md$/u, "")).sort()).toEqual(Object.keys(plugin.rules).sort());
});

test("the configurations", () => {
  expect(plugin.configs.recommended.rules).toEqual({
    "toolfence/no-dynamic-code": "warn",
    "toolfence/no-misleading-annotations": "error",
    "toolfence/no-unanalyzable-tool": "warn",
    "toolfence/no-undeclared-capability": "error",
    "toolfence/require-policy": "warn",
    "toolfence/unique-tool-name": "error",
    "toolfence/valid-policy": "error",
  });
  expect(plugin.configs.strict.rules).toEqual({
    "toolfence/no-broad-policy": "warn",
    "toolfence/no-dynamic-code": "error",
    "toolfence/no-misleading-annotations": ["error", { certainty: "possible" }],
    "toolfence/no-unanalyzable-tool": "error",
    "toolfence/no-undeclared-capability": "error",
    "toolfence/no-unused-permission": "warn",
    "toolfence/require-policy": "error",
    "toolfence/unique-tool-name": "error",
    "toolfence/valid-policy": "error",
  });
});

describe("hosts", () => {
  const fixtures = (): string => {
    const dir = folder({});
    cpSync(join(root, "fixtures/frameworks"), dir, { recursive: true });
    symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
    return dir;
  };
  const config = [{ files: ["**/*.ts"], languageOptions: { parser }, plugins: { toolfence: plugin }, rules: all }];
  const summary = (dir: string, results: readonly ESLint.LintResult[]): string[] =>
    results
      .flatMap((result) =>
        result.messages.map(
          (one) => `${result.filePath.slice(dir.length + 1)}:${one.line}:${one.column} ${one.ruleId ?? ""} ${one.message}`,
        ),
      )
      .sort();

  test("ESLint 9.38 and 10 give the same reports", async () => {
    const dir = fixtures();
    const ten = await new ESLint({ cwd: dir, overrideConfigFile: true, overrideConfig: config as never }).lintFiles(["**/*.ts"]);
    const nine = await new ESLint9({ cwd: dir, overrideConfigFile: true, overrideConfig: config as never }).lintFiles(["**/*.ts"]);
    expect([ESLint9.version, ESLint.version.split(".")[0]]).toEqual(["9.38.0", "10"]);
    expect(summary(dir, nine)).toEqual(summary(dir, ten));
    expect(summary(dir, ten).length).toBeGreaterThan(7);
  });

  test("oxlint gives the same reports", async () => {
    const dir = fixtures();
    writeFileSync(
      join(dir, ".oxlintrc.json"),
      JSON.stringify({ jsPlugins: [join(root, "dist/src/eslint.js")], categories: { correctness: "off" }, rules: all }),
    );
    let out: string;
    try {
      out = execFileSync(
        join(root, "node_modules/.bin/oxlint"),
        ["-c", ".oxlintrc.json", "--format", "json", ...readdirSync(dir).filter((name) => name !== "node_modules" && !name.includes("."))],
        {
          cwd: dir,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        },
      );
    } catch (error) {
      // oxlint exits 1 when it has something to report.
      out = (error as { stdout: string }).stdout;
    }
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: { message: string; code: string; filename: string; labels: { span: { line: number; column: number } }[] }[];
    };
    const found = diagnostics
      .map(({ message, code, filename, labels }) => {
        const { line = 0, column = 0 } = labels[0]?.span ?? {};
        return `${filename}:${line}:${column} ${code.replace(/^toolfence\((.*)\)$/u, "toolfence/$1")} ${message}`;
      })
      .sort();
    const ten = await new ESLint({ cwd: dir, overrideConfigFile: true, overrideConfig: config as never }).lintFiles(["**/*.ts"]);
    expect(found).toEqual(summary(dir, ten).filter((line) => !line.startsWith("node_modules")));
  });
});

test.each(["server-filesystem", "server-memory"])("on the published %s: policies are wanted, and nothing else", async (name) => {
  const [server] = await new ESLint({
    cwd: join(root, "node_modules/@modelcontextprotocol", name),
    overrideConfigFile: true,
    ignorePatterns: ["!**/node_modules/**"],
    overrideConfig: [{ files: ["**/*.js"] }, plugin.configs.recommended as never],
  }).lintFiles(["dist/index.js"]);
  expect([...new Set(server?.messages.map((one) => one.ruleId))]).toEqual(["toolfence/require-policy"]);
});

describe("the configuration that the command line reads", () => {
  const code =
    'import { tool } from "ai";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });\n';
  const lint = async (files: Record<string, string>, settings: Record<string, unknown> = {}): Promise<string[]> => {
    const dir = folder({ "package.json": '{ "name": "x" }', "examples/a.ts": code, ...files });
    const [result] = await new ESLint({
      cwd: dir,
      overrideConfigFile: true,
      overrideConfig: [{ files: ["**/*.ts"], languageOptions: { parser }, settings }, plugin.configs.recommended as never],
    }).lintFiles(["examples/a.ts"]);
    return (result?.messages ?? []).map((one) => one.message);
  };
  const ignoring = '{ "ignore": ["$WORKSPACE/examples/**"] }';
  test("is found, or named by the settings", async () => {
    expect(await lint({})).toHaveLength(1);
    expect(await lint({ "toolfence.json": ignoring })).toEqual([]);
    expect(await lint({ "other.json": ignoring }, { toolfence: { config: "other.json" } })).toEqual([]);
  });
  test("is never ignored when it is wrong", async () => {
    expect(await lint({ "toolfence.json": '{ "ingore": [] }' })).toContain(
      "The file `toolfence.json` is not valid: `ingore`: unknown key `ingore`; write `ignore`.",
    );
    expect(await lint({}, { toolfence: { config: "none.json" } })).toContain("The file `none.json` is not valid: it cannot be read.");
  });
});

describe("any file", () => {
  const hostile = [
    "@dec class A { @dec() accessor #x = 1; static { this.y = 2; } get [Symbol.iterator]() { return 1; } declare z: number; }",
    "enum E { A = 1, B = A << 2 } namespace N.M { export const x = 1; } abstract class C<in out T> { abstract f(): void; constructor(private readonly a = 1) {} }",
    "function f(a: string): void; function f(a: number): void; function f(a: unknown) {} type X<T> = T extends infer U ? U : never; let v = <any>f satisfies unknown;",
    "async function* g() { await using r = null!; for await (const x of g()) yield* g(); label: for (;;) { break label; } }",
    'import type { T } from "x"; import d, * as ns from "y" with { type: "json" }; export * as z from "z"; export type { T }; export = d;',
    "const o = { __proto__: null, 'a b': 1, [`c${1}`]: 2, async *m() {}, get g() { return 1; }, set g(v) {} }; const { a: { b = 1 } = {}, ...rest } = o; o?.['x']?.(...rest)!.y;",
    "a ||= b ??= c &&= d ** 2n; new.target; import.meta.url; void 0, typeof x; tag`a${b}c`; /(?<n>x)/v.exec(y); debugger; with (x) {}",
    "",
    "\u2028\u2029\ufeff",
    "#!/usr/bin/env node\n'use strict';",
    'server.registerTool(...args); server.registerTool(); tool(); withPolicy(); withPolicy({}); new Tool(); registerTool``; server["registerTool"]?.("x", {}, async () => {});',
    'import { tool } from "ai"; import { withPolicy } from "toolfence"; export default withPolicy({ ...x, fs: { ...y, read: [...z, "$WORKSPACE/**"] }, [k]: 1, get net() { return 1; } }, tool({ execute }));',
    'import { tool } from "ai"; export const t = tool({ description: "d", inputSchema: {}, execute: async function* ({ a, ...b }, { c } = {}) { yield* a(b)[c]`x`; } });',
  ];
  test.each(hostile)("never throws: %s", (code) => {
    const linter = new Linter();
    for (const name of ["a.ts", "a.tsx", "a.js"]) {
      const messages = linter.verify(
        code,
        [{ files: ["**/*"], languageOptions: name === "a.js" ? {} : { parser }, plugins: { toolfence: plugin as never }, rules: all }],
        join(root, name),
      );
      expect(messages.filter((one) => one.ruleId !== null && !one.ruleId.startsWith("toolfence/"))).toEqual([]);
    }
  });

  test("the default parser on JavaScript", () => {
    const code =
      'import { unlink } from "node:fs/promises";\nimport { tool } from "ai";\nimport { withPolicy } from "toolfence";\nexport const t = withPolicy({}, tool({ description: "d", inputSchema: {}, execute: async ({ p }) => unlink(p) }));\n';
    const dir = folder({ "package.json": '{ "name": "x" }', "a.js": code });
    const messages = new Linter({ cwd: dir }).verify(
      code,
      [{ files: ["**/*"], plugins: { toolfence: plugin as never }, rules: { "toolfence/no-undeclared-capability": "error" } }],
      join(dir, "a.js"),
    );
    expect(messages.map((one) => `${one.line}:${one.column} ${one.message}`)).toEqual([
      "4:101 Tool `t` uses `fs.write.delete` on `{param:p}`, which its policy does not grant: fs/promises.unlink (a.js:4).",
    ]);
  });

  test("the default parser on a file that is being edited: the same as on the file as it stands", async () => {
    const file = join(root, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
    const text = readFileSync(file, "utf8");
    const linter = new ESLint({
      cwd: join(root, "node_modules/@modelcontextprotocol/server-memory"),
      overrideConfigFile: true,
      ignorePatterns: ["!**/node_modules/**"],
      overrideConfig: [{ files: ["**/*.js"] }, plugin.configs.recommended as never],
    });
    const messages = async (code: string): Promise<string[]> =>
      ((await linter.lintText(code, { filePath: file }))[0]?.messages ?? []).map((one) => `${one.line}:${one.column} ${one.message}`);
    expect(await messages(`${text}// edited\n`)).toEqual(await messages(text));
    expect((await messages(text)).length).toBe(9);
  });

  test("a file of another language is left alone", () => {
    const messages = new Linter().verify(
      '{ "a": 1 }',
      [{ files: ["**/*.json"], language: "json/json", plugins: { json: json, toolfence: plugin as never }, rules: all }],
      "a.json",
    );
    expect(messages).toEqual([]);
  });
});

describe("valid-policy-file", () => {
  const lint = (text: string): string[] =>
    new Linter()
      .verify(
        text,
        [
          {
            files: ["**/*.json"],
            language: "json/json",
            plugins: { json: json, toolfence: plugin as never },
            rules: { "toolfence/valid-policy-file": "error" },
          },
        ],
        "toolfence.policy.json",
      )
      .map((one) => `${one.line}:${one.column} ${one.message}`);
  test.each([
    ['{ "tools": { "a/b.c": { "fs": { "read": ["$WORKSPACE/**"] } } } }', []],
    [
      '{ "tools": { "a/b.c": { "fs": { "raed": [] } } } }',
      ["1:33 The policy file is not valid: `tools.a/b.c.fs.raed`: unknown key `raed`; write `read`."],
    ],
    [
      '{ "tools": {\n  "a/b.c": { "net": ["a.*.b"] } } }',
      [
        "2:22 The policy file is not valid: `tools.a/b.c.net[0]`: `*` must be a whole first label in `a.*.b` at character 1; write `*.example.com`, or `*` for the public network.",
      ],
    ],
    [
      '{ "tols": {} }',
      [
        "1:1 The policy file is not valid: `tools`: invalid input: expected record, received undefined.",
        "1:3 The policy file is not valid: `tols`: unknown key `tols`; write `tools`.",
      ],
    ],
    ['{ "tools": {}, "tools": {} }', ["1:1 The policy file cannot be read: Map keys must be unique at line 1, column 16:."]],
  ])("%s", (text, expected) => {
    expect(lint(text)).toEqual(expected);
  });
});
