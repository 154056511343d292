import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T } from "@typescript-eslint/utils";
import { toolsOf } from "../src/host/tool-visitor.ts";
import { describePath, visible } from "../src/verify/undeclared.ts";
import { createRule } from "./create-rule.ts";
import { exactGrant, grantEdit } from "./policy-edit.ts";

export type MessageId = "undeclared" | "grantExactly" | "open";
export type Options = [];

export default createRule<Options, MessageId>({
  name: "no-undeclared-capability",
  meta: {
    type: "problem",
    docs: { description: "disallow a tool's executor from doing more than its policy declares", recommended: true },
    hasSuggestions: true,
    messages: {
      undeclared: "Tool `{{tool}}` uses `{{capability}}` on `{{resource}}`, which its policy does not grant: {{path}}.",
      grantExactly: "Grant `{{capability}}` on `{{grant}}`.",
      open: "Open `{{capability}}` to anything.",
    },
    schema: [],
  },
  create(context) {
    return {
      "Program:exit"(program) {
        for (const tool of toolsOf(context)) {
          if (!tool.policy) continue;
          const policy = tool.policyAt ? objectAt(context.sourceCode, program, tool.policyAt) : undefined;
          for (const effect of tool.effects) {
            if (effect.verdict !== "outside") continue;
            const { capability, resource } = effect;
            context.report({
              loc: { start: effect.at, end: endOf(context.sourceCode, effect.at) },
              messageId: "undeclared",
              data: {
                tool: visible(tool.name),
                capability,
                resource: visible(resource),
                path: describePath(effect.path.map((step) => ({ ...step, file: step.file.slice(step.file.lastIndexOf("/") + 1) }))),
              },
              suggest: policy ? suggestions(policy, capability, resource) : [],
            });
          }
        }
      },
    };
  },
});

/** The end of the name or token at a position, so that the squiggle is as long as what it is about. */
function endOf(sourceCode: Readonly<TSESLint.SourceCode>, at: TSESTree.Position): TSESTree.Position {
  return sourceCode.getNodeByRangeIndex(sourceCode.getIndexFromLoc(at))?.loc.end ?? at;
}

function objectAt(
  sourceCode: Readonly<TSESLint.SourceCode>,
  _program: TSESTree.Program,
  at: TSESTree.Position,
): TSESTree.ObjectExpression | undefined {
  const node = sourceCode.getNodeByRangeIndex(sourceCode.getIndexFromLoc(at));
  return node?.type === T.ObjectExpression ? node : undefined;
}

function suggestions(policy: TSESTree.ObjectExpression, capability: string, resource: string): TSESLint.ReportSuggestionArray<MessageId> {
  const out: TSESLint.SuggestionReportDescriptor<MessageId>[] = [];
  const grant = exactGrant(capability, resource);
  const exact = grant === undefined ? undefined : grantEdit(policy, capability, grant);
  const open = grantEdit(policy, capability, "any");
  if (grant !== undefined && exact)
    out.push({
      messageId: "grantExactly",
      data: { capability, grant: grant.replaceAll('"', "") },
      fix: (fixer) => fixer.replaceTextRange(exact.range, exact.text),
    });
  if (open) out.push({ messageId: "open", data: { capability }, fix: (fixer) => fixer.replaceTextRange(open.range, open.text) });
  return out;
}
