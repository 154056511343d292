import type { TSESTree } from "@typescript-eslint/utils";
import { visible } from "../src/model/json-text.ts";
import { checkPolicyText } from "../src/host/policy-file.ts";
import { printKeys } from "../src/schema/problems.ts";
import { createRule } from "./create-rule.ts";

export type MessageId = "invalid" | "notJson";
export type Options = [];

/** The part of a JSON tree (Momoa's, as `@eslint/json` has it) that leads from keys to places. */
interface JsonNode {
  readonly type: string;
  readonly loc: TSESTree.SourceLocation;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly body?: JsonNode;
  readonly members?: readonly { readonly name: JsonNode; readonly value: JsonNode }[];
  readonly elements?: readonly { readonly value: JsonNode }[];
}

const keyOf = (name: JsonNode): unknown => name.value ?? name.name;

/** The node that keys lead to, the key itself where it is what is wrong, or the last node on the way. */
function follow(document: JsonNode, keys: readonly (string | number)[], atKey: boolean): JsonNode {
  let node = document.body ?? document;
  for (const [index, key] of keys.entries()) {
    const member = node.members?.findLast((one) => keyOf(one.name) === String(key));
    if (member && atKey && index === keys.length - 1) return member.name;
    const next = typeof key === "number" ? node.elements?.[key]?.value : member?.value;
    if (!next) return node;
    node = next;
  }
  return node;
}

export default createRule<Options, MessageId>({
  name: "valid-policy-file",
  meta: {
    type: "problem",
    docs: { description: "require a valid `toolfence.policy.json`; for use with `@eslint/json`" },
    messages: {
      invalid: "The policy file is not valid: `{{keys}}`: {{problem}}{{hint}}.",
      notJson: "The policy file cannot be read: {{problem}}.",
    },
    schema: [],
  },
  create(context) {
    const check = (document: JsonNode): void => {
      const text = (context.sourceCode as { readonly text: string }).text;
      const found = checkPolicyText(text);
      if (found.k === "ok") return;
      if (found.k === "unreadable") {
        context.report({ loc: document.loc, messageId: "notJson", data: { problem: visible(found.reason) } });
        return;
      }
      for (const problem of found.problems)
        context.report({
          loc: follow(document, problem.path, problem.nearest !== undefined || problem.message.startsWith("unknown key")).loc,
          messageId: "invalid",
          data: {
            keys: visible(printKeys(problem.path)),
            problem: visible(problem.message),
            hint: problem.hint === undefined ? "" : `; ${visible(problem.hint)}`,
          },
        });
    };
    return { Document: check };
  },
});
