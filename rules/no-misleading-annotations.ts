import type { HintName } from "../src/model/hints.ts";
import { contradictions } from "../src/model/hints.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule, inWords, onTools } from "./create-rule.ts";
import { objectAt, propertyOf, toolSpot } from "./locate.ts";

export type MessageId = "contradicted" | "correct";
export type Options = [{ certainty?: "certain" | "possible" }];

/** What a hint promises by its value. */
const PROMISES: Readonly<Record<HintName, string>> = {
  readOnlyHint: "that it changes nothing",
  destructiveHint: "that it only adds",
  openWorldHint: "that it stays within a closed domain",
  idempotentHint: "that repeating it changes nothing more",
};

export default createRule<Options, MessageId>({
  name: "no-misleading-annotations",
  meta: {
    type: "problem",
    docs: { description: "disallow MCP annotations that the executor contradicts", recommended: "error", strict: "error" },
    hasSuggestions: true,
    messages: {
      contradicted: "Tool `{{tool}}` says `{{hint}}: {{value}}`, {{promise}}, but uses `{{capability}}` on `{{resource}}`: {{path}}.",
      correct: "Say `{{hint}}: {{truth}}`.",
    },
    schema: [
      {
        type: "object",
        description: "How sure a contradiction must be.",
        properties: {
          certainty: {
            type: "string",
            enum: ["certain", "possible"],
            description: "`certain` leaves alone what may be an atomic rewrite, a cache or a local service; `possible` reports it.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ certainty: "certain" }],
  },
  create(context, [{ certainty = "certain" }]) {
    const { sourceCode } = context;
    return onTools(context, (tool) => {
      for (const { hint, value, effect } of contradictions(tool.hints, tool.effects, certainty)) {
        const object = tool.hintsAt && objectAt(sourceCode, tool.hintsAt);
        const property = object && propertyOf(object, hint);
        context.report({
          loc: property?.loc ?? toolSpot(sourceCode, tool),
          messageId: "contradicted",
          data: {
            tool: visible(tool.name),
            hint,
            value: String(value),
            promise: PROMISES[hint],
            capability: effect.capability,
            resource: visible([...(effect.methods ?? []), effect.resource].join(" ")),
            path: inWords(effect.path),
          },
          suggest: property
            ? [
                {
                  messageId: "correct" as const,
                  data: { hint, truth: String(!value) },
                  fix: (fixer) => fixer.replaceText(property.value, String(!value)),
                },
              ]
            : [],
        });
      }
    });
  },
});
