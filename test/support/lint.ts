import parser from "@typescript-eslint/parser";
import type { Linter } from "eslint";
import { ESLint } from "eslint";
import plugin from "../../src/eslint.ts";
import { folder } from "./folder.ts";

export interface Reported {
  /** `line:column-endLine:endColumn`, all one-based. */
  readonly at: string;
  readonly message: string;
  /** What the suggestion says, and the whole text after taking it. */
  readonly suggestions: readonly { readonly desc: string; readonly output: string }[];
}

/** An ESLint that runs some of our rules on TypeScript and JavaScript. */
export const eslintFor = (cwd: string, rules: Linter.RulesRecord, fix = false): ESLint =>
  new ESLint({
    cwd,
    fix,
    overrideConfigFile: true,
    overrideConfig: [
      { files: ["**/*.cjs"], languageOptions: { parser, sourceType: "commonjs" }, plugins: { toolfence: plugin as never }, rules },
      { files: ["**/*.ts", "**/*.tsx", "**/*.js"], languageOptions: { parser }, plugins: { toolfence: plugin as never }, rules },
    ],
  });

/** Runs one rule over `a.ts` (with other files beside it) and returns its reports, exactly. */
export async function lintRule(
  rule: string,
  code: string,
  { options = [], files = {}, name = "a.ts" }: { options?: unknown[]; files?: Record<string, string>; name?: string } = {},
): Promise<Reported[]> {
  const dir = folder({ "package.json": '{ "name": "x" }', ...files, [name]: code });
  const [result] = await eslintFor(dir, { [`toolfence/${rule}`]: ["error", ...options] as never }).lintFiles([name]);
  return (result?.messages ?? []).map(({ line, column, endLine, endColumn, message, suggestions = [] }) => ({
    at: `${line}:${column}-${endLine ?? ""}:${endColumn ?? ""}`,
    message,
    suggestions: suggestions.map(({ desc, fix }) => ({
      desc,
      output: code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]),
    })),
  }));
}

/** The text after all fixes of one rule. */
export async function fixRule(rule: string, code: string): Promise<string> {
  const dir = folder({ "package.json": '{ "name": "x" }', "a.ts": code });
  const [result] = await eslintFor(dir, { [`toolfence/${rule}`]: "error" }, true).lintFiles(["a.ts"]);
  return result?.output ?? code;
}
