import type { TSESTree } from "@typescript-eslint/utils";
import { isWithin } from "../src/model/capability.ts";
import type { LintedEffect } from "../src/host/tool-visitor.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule, onTools } from "./create-rule.ts";
import { spot } from "./locate.ts";

export type MessageId = "raw" | "unreasoned";
export type Options = [{ allow?: string[] }];

const RULE = "no-raw-io";
/** Where effects of the platform itself come from; packages have a door of their own. */
const isPlatform = (provenance: string): boolean => /^(?:node:|global\b|import\b)/u.test(provenance);

/** A directive that switches this rule off and does not say why. */
const isUnreasoned = (comment: TSESTree.Comment): boolean =>
  /^\s*eslint-disable-next-line\b/u.test(comment.value) && comment.value.includes(RULE) && !/\s--\s+\S/u.test(comment.value);

export default createRule<Options, MessageId>({
  name: RULE,
  meta: {
    type: "suggestion",
    docs: { description: "disallow a tool's executor from using the platform directly where a gated object should be used" },
    messages: {
      raw: "Tool `{{tool}}` uses `{{what}}` directly; go through the project's gated object, or disable this line and say why.",
      unreasoned: "Say why the platform is used directly here: `-- reason` at the end of the directive.",
    },
    schema: [
      {
        type: "object",
        description: "What may be used directly all the same.",
        properties: {
          allow: {
            type: "array",
            items: { type: "string" },
            uniqueItems: true,
            description: "Capabilities that may be used directly, such as `env.read`; a prefix holds its children.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
  },
  create(context, [{ allow = [] }]) {
    const { sourceCode } = context;
    const reported = new Set<string>();
    const isRaw = (effect: LintedEffect): boolean =>
      isPlatform(effect.provenance) && !allow.some((one) => isWithin(effect.capability, one));
    return {
      Program() {
        for (const comment of sourceCode.getAllComments())
          if (isUnreasoned(comment)) context.report({ loc: comment.loc, messageId: "unreasoned" });
      },
      ...onTools(context, (tool) => {
        for (const effect of tool.effects) {
          const last = effect.path.at(-1);
          if (!last || last.file !== context.physicalFilename || !isRaw(effect)) continue;
          const key = `${last.line}:${last.column}`;
          if (reported.has(key)) continue;
          reported.add(key);
          context.report({
            loc: spot(sourceCode, { line: last.line, column: last.column }),
            messageId: "raw",
            data: { tool: visible(tool.name), what: visible(last.what) },
          });
        }
      }),
    };
  },
});
