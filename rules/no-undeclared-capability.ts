import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { CommandInput } from "../src/model/command.ts";
import { visible } from "../src/model/json-text.ts";
import { grantFor } from "../src/verify/least-policy.ts";
import { createRule, inWords, onTools } from "./create-rule.ts";
import { objectAt, spot } from "./locate.ts";
import { grantEdit } from "./policy-edit.ts";

export type MessageId = "undeclared" | "grantExactly" | "open";
export type Options = [];

export default createRule<Options, MessageId>({
  name: "no-undeclared-capability",
  meta: {
    type: "problem",
    docs: {
      description: "disallow a tool's executor from doing more than its policy declares",
      recommended: "error",
      strict: "error",
    },
    hasSuggestions: true,
    messages: {
      undeclared: "Tool `{{tool}}` uses `{{capability}}` on `{{resource}}`, which its policy does not grant: {{path}}.",
      grantExactly: "Grant `{{capability}}` on `{{grant}}`.",
      open: "Open `{{capability}}` to anything.",
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    return onTools(context, (tool) => {
      const policy = tool.policyAt && objectAt(sourceCode, tool.policyAt);
      for (const effect of tool.effects) {
        if (effect.verdict !== "outside") continue;
        context.report({
          loc: spot(sourceCode, effect.at),
          messageId: "undeclared",
          data: {
            tool: visible(tool.name),
            capability: effect.capability,
            resource: visible(effect.resource),
            path: inWords(effect.path),
          },
          suggest: policy ? suggestions(policy, effect) : [],
        });
      }
    });
  },
});

const printGrant = (grant: string | CommandInput): string =>
  typeof grant === "string" ? grant : [grant.command, ...(grant.args === "any" ? ["..."] : grant.args)].join(" ");

function suggestions(
  policy: TSESTree.ObjectExpression,
  effect: { readonly capability: string; readonly resource: string },
): TSESLint.ReportSuggestionArray<MessageId> {
  const { capability } = effect;
  const grant = grantFor(effect);
  const exact = grant === undefined ? undefined : grantEdit(policy, capability, grant);
  const open = grantEdit(policy, capability, "any");
  const out: TSESLint.SuggestionReportDescriptor<MessageId>[] = [];
  if (grant !== undefined && exact)
    out.push({
      messageId: "grantExactly",
      data: { capability, grant: visible(printGrant(grant)) },
      fix: (fixer) => fixer.replaceTextRange(exact.range, exact.text),
    });
  if (open) out.push({ messageId: "open", data: { capability }, fix: (fixer) => fixer.replaceTextRange(open.range, open.text) });
  return out;
}
