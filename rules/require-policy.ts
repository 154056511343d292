import { visible } from "../src/model/json-text.ts";
import { leastPolicy } from "../src/verify/least-policy.ts";
import { createRule, inWords, onTools } from "./create-rule.ts";
import { toolSpot } from "./locate.ts";
import { wrapEdits } from "./wrap-tool.ts";
import { printLiteral } from "./print-literal.ts";

export type MessageId = "missing" | "declare";
export type Options = [];

export default createRule<Options, MessageId>({
  name: "require-policy",
  meta: {
    type: "suggestion",
    docs: { description: "require a policy on every tool that can touch anything", recommended: "warn", strict: "error" },
    hasSuggestions: true,
    messages: {
      missing: "Tool `{{tool}}` can use {{capabilities}} and declares no policy; for example: {{path}}.",
      declare: "Declare the least policy: `{{policy}}`.",
    },
    schema: [],
  },
  create(context) {
    return onTools(context, (tool) => {
      const [first] = tool.effects;
      if (tool.declared.k !== "none" || !first) return;
      const policy = printLiteral(leastPolicy(tool.effects));
      const edits = wrapEdits(context.sourceCode, tool, policy);
      const capabilities = [...new Set(tool.effects.map((effect) => effect.capability))];
      const named = capabilities.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
      const rest = capabilities.length - named.length;
      context.report({
        loc: toolSpot(context.sourceCode, tool),
        messageId: "missing",
        data: {
          tool: visible(tool.name),
          capabilities: [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(", "),
          path: inWords(first.path),
        },
        suggest: edits
          ? [
              {
                messageId: "declare" as const,
                data: { policy: visible(policy) },
                fix: (fixer) => edits.map((edit) => fixer.replaceTextRange(edit.range, edit.text)),
              },
            ]
          : [],
      });
    });
  },
});

const MAX_NAMED = 4;
