import type { TSESLint } from "@typescript-eslint/utils";
import { ESLintUtils } from "@typescript-eslint/utils";
import type { Context, LintedTool } from "../src/host/tool-visitor.ts";
import { toolsOf } from "../src/host/tool-visitor.ts";
import { describePath } from "../src/verify/undeclared.ts";

export interface RuleDocs {
  readonly description: string;
  readonly recommended?: "error" | "warn";
  readonly strict?: "error" | "warn";
}

/** Fills in what all rules share: the page's address, and the languages that they understand. */
export const createRule = ESLintUtils.RuleCreator<RuleDocs>((name) => `https://github.com/toolfence/toolfence/blob/main/rules/${name}.md`);

/** A visitor that is handed each tool of the file, once the file has been read. */
export const onTools = (context: Context, visit: (tool: LintedTool) => void): TSESLint.RuleListener => ({
  "Program:exit"() {
    toolsOf(context).forEach(visit);
  },
});

/** A call path in words, with files by their names alone: a message is no place for folders. */
export const inWords = (path: Parameters<typeof describePath>[0]): string =>
  describePath(path.map((step) => ({ ...step, file: step.file.slice(step.file.lastIndexOf("/") + 1) })));
