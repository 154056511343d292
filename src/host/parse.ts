import { createRequire } from "node:module";
import { parseSync } from "oxc-parser";
import type * as Scopes from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { failedSummary, summarize } from "../extract/lower/summarize.ts";
import type { ModuleSummary } from "../extract/ir.ts";
import { LANGUAGES } from "./languages.ts";
import { tooDeep } from "./prescan.ts";

/** Largest file that is parsed; above it the module is `unknown.budget`. */
const MAX_BYTES = 4_000_000;
/** So many characters tell what is no text. */
const HEAD = 1024;

/** Longest data that is read as what it says; of more there is nothing to be said but that it is data. */
const MAX_DATA = 200_000;

/** Whether a text only stands for code that is not in it: a pointer of Git LFS, or bytes of another encoding. */
export const standsForCode = (text: string): boolean => text.startsWith("version https://git-lfs") || text.startsWith("\uFFFD\uFFFD");

/**
 * Parses and summarises one file's text; JSON is the module that exports it. Never throws: what cannot be read becomes a failed
 * summary.
 */
export function parseModule(file: string, text: string): ModuleSummary {
  if (file.endsWith(".json")) {
    if (text.length > MAX_DATA) return failedSummary(file, { reason: "budget", message: "data is too large", line: 1 });
    if (!isJson(text)) return failedSummary(file, { reason: "parse", message: "not JSON", line: 1 });
    return parseModule(`${file}.cjs`, `module.exports=${text}`);
  }
  if (text.length > MAX_BYTES) return failedSummary(file, { reason: "budget", message: "file is too large", line: 1 });
  // Further on it may stand in a text.
  if (text.slice(0, HEAD).includes("\0")) return failedSummary(file, { reason: "parse", message: "not a text file", line: 1 });
  const deep = tooDeep(text);
  if (deep !== undefined) return failedSummary(file, { reason: "budget", message: "nested too deeply", line: deep });
  const lang = LANGUAGES[file.slice(file.lastIndexOf("."))] ?? "ts";
  const first = parseAs(file, text, lang, /\.cjs$/u.test(file) ? "commonjs" : "module");
  const result = first.errors > 0 && lang === "jsx" ? parseAs(file, text, lang, "commonjs") : first;
  if (result.errors > 0) return failedSummary(file, { reason: "parse", message: result.message, line: result.line });
  return summarize(file, text, result.program, () => scopesOf(result.program));
}

/** Code that stands in such a file is never run, and would be taken for what it exports. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

let loaded: typeof Scopes | undefined;

/** The scopes of a tree. What analyses them is loaded with the first file that is parsed: where an answer is kept, nobody waits for it. */
export function scopesOf(program: TSESTree.Program): Scopes.ScopeManager {
  loaded ??= createRequire(import.meta.url)("@typescript-eslint/scope-manager") as typeof Scopes;
  return loaded.analyze(program, { sourceType: program.sourceType });
}

interface Parsed {
  readonly program: TSESTree.Program;
  readonly errors: number;
  readonly message: string;
  readonly line: number;
}

function parseAs(file: string, text: string, lang: "ts" | "tsx" | "js" | "jsx", sourceType: "module" | "commonjs"): Parsed {
  const result = parseSync(file, text, { lang, astType: "ts", range: true, sourceType, preserveParens: false });
  const errors = result.errors.filter((error) => (error.severity as string) === "Error");
  const [first] = errors;
  const offset = first?.labels[0]?.start ?? 0;
  // The parser's own tree type and TSESTree describe the same tree (`astType: "ts"`).
  const program = result.program as unknown as TSESTree.Program;
  return {
    program,
    errors: program.body.length === 0 || isFatal(errors.map((error) => error.message)) ? errors.length : 0,
    message: first?.message ?? "",
    line: text.slice(0, offset).split("\n").length,
  };
}

/** Errors of meaning (a duplicate declaration) leave a whole tree behind; errors of syntax leave none. */
const isFatal = (messages: readonly string[]): boolean =>
  messages.some((message) => /^(?:Unexpected token|Expected|Unterminated|Invalid|Cannot assign|A 'return'|`await`|Missing)/u.test(message));
