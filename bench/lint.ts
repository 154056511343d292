/**
 * What the ESLint plugin costs, against ESLint with the parser alone and eslint-plugin-security, in one run.
 *
 *     npm run bench:lint -- DIR [--runs N]
 *
 * Prints medians over interleaved runs, the cost a file, and the latencies of a long-lived ESLint
 * (first, again, after an edit, after a change of another file) on the tools of `fixtures/frameworks`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import parser from "@typescript-eslint/parser";
import type { Linter } from "eslint";
import { ESLint } from "eslint";
// @ts-expect-error The plugin ships no types.
import security from "eslint-plugin-security";
import plugin from "../src/eslint.ts";

const { values, positionals } = parseArgs({ options: { runs: { type: "string", default: "5" } }, allowPositionals: true });
const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const base: Linter.Config = {
  files: ["**/*.{ts,tsx,js,mjs,cjs}"],
  languageOptions: { parser: parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  linterOptions: { noInlineConfig: true },
};
const eslint = (cwd: string, extra: readonly unknown[]): ESLint =>
  new ESLint({
    cwd,
    overrideConfigFile: true,
    errorOnUnmatchedPattern: false,
    overrideConfig: [{ ignores: ["**/*.d.ts", "**/dist/**"] }, base, ...extra] as never,
  });

async function tree(dir: string): Promise<void> {
  const variants: Readonly<Record<string, readonly unknown[]>> = {
    "parser and scope only": [],
    "toolfence recommended": [plugin.configs.recommended],
    "security recommended": [(security as { configs: { recommended: unknown } }).configs.recommended],
  };
  const times = new Map<string, number[]>(Object.keys(variants).map((name) => [name, []]));
  let files: readonly string[] = [];
  let reports = 0;
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [name, extra] of Object.entries(variants)) {
      const started = performance.now();
      const results = await eslint(dir, extra).lintFiles(["**/*.{ts,tsx,js,mjs,cjs}"]);
      times.get(name)?.push(performance.now() - started);
      files = results.map((one) => one.filePath);
      if (name.startsWith("toolfence"))
        reports = results.reduce((sum, one) => sum + one.messages.filter((m) => m.ruleId !== null).length, 0);
    }
  }
  const lines = files.reduce((sum, file) => sum + (statSync(file).size < 5_000_000 ? readFileSync(file, "utf8").split("\n").length : 0), 0);
  const plain = median(times.get("parser and scope only") ?? []);
  console.log(`${dir}: ${files.length} files, ${Math.round(lines / 1000)} kLOC, ${reports} reports`);
  for (const [name, list] of times) {
    const here = median(list);
    console.log(
      `  ${name.padEnd(24)} ${here.toFixed(0).padStart(7)} ms   ${((here - plain) / files.length).toFixed(3).padStart(7)} ms a file more   ratio ${(here / plain).toFixed(3)}`,
    );
  }
}

async function latency(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
  try {
    cpSync(resolve("fixtures/frameworks"), dir, { recursive: true });
    const linter = eslint(dir, [plugin.configs.recommended]);
    const file = join(dir, "mcp-v2/tools.ts");
    const helper = join(dir, "mcp-v2/weather.ts");
    const [text, helperText] = [readFileSync(file, "utf8"), readFileSync(helper, "utf8")];
    const time = async (code: string): Promise<number> => {
      const started = performance.now();
      await linter.lintText(code, { filePath: file });
      return performance.now() - started;
    };
    const first = await time(text);
    const again: number[] = [];
    const edited: number[] = [];
    const after: number[] = [];
    for (let n = 0; n < 25; n++) {
      again.push(await time(text));
      edited.push(await time(`${text}\n// edit ${n}\n`));
      writeFileSync(helper, `${helperText}\n// change ${n}\n`);
      after.push(await time(text));
    }
    console.log(
      `long-lived ESLint, a file with tools: first ${first.toFixed(0)} ms, again ${median(again).toFixed(1)} ms, after an edit ${median(edited).toFixed(1)} ms, after a change of a helper ${median(after).toFixed(1)} ms`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

for (const dir of positionals) await tree(resolve(dir));
await latency();
