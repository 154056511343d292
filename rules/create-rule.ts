import { ESLintUtils } from "@typescript-eslint/utils";

export interface RuleDocs {
  readonly description: string;
  readonly recommended?: boolean;
}

/** Fills in what all rules share: the page's address, and the languages that they understand. */
export const createRule = ESLintUtils.RuleCreator<RuleDocs>((name) => `https://github.com/toolfence/toolfence/blob/main/rules/${name}.md`);
