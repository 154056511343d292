import { visible } from "../src/model/json-text.ts";
import { createRule, inWords, onTools } from "./create-rule.ts";
import { spot } from "./locate.ts";

export type MessageId = "dynamic";
export type Options = [];

const KINDS: Readonly<Record<string, string>> = {
  "code.eval": "runs text as code",
  "code.load": "loads code by a computed name",
  "code.native": "loads native code",
};

export default createRule<Options, MessageId>({
  name: "no-dynamic-code",
  meta: {
    type: "problem",
    docs: {
      description: "disallow code that is made up or chosen at run time in a tool's executor",
      recommended: "warn",
      strict: "error",
    },
    messages: { dynamic: "Tool `{{tool}}` {{kind}}, and can do whatever that does: {{path}}." },
    schema: [],
  },
  create(context) {
    return onTools(context, (tool) => {
      for (const effect of tool.effects) {
        const kind = KINDS[effect.capability];
        if (kind === undefined) continue;
        context.report({
          loc: spot(context.sourceCode, effect.at),
          messageId: "dynamic",
          data: {
            tool: visible(tool.name),
            kind,
            path: inWords(effect.path),
          },
        });
      }
    });
  },
});
