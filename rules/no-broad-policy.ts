import type { Clause } from "../src/model/clauses.ts";
import { clausesOf } from "../src/model/clauses.ts";
import { broadness } from "../src/verify/broad.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule, onTools } from "./create-rule.ts";
import { follow, objectAt } from "./locate.ts";

export type MessageId = "broad";
export type Options = [];

const printGrant = ({ grant }: Clause): string => (typeof grant === "string" ? grant : grant.command);

export default createRule<Options, MessageId>({
  name: "no-broad-policy",
  meta: {
    type: "suggestion",
    docs: { description: "disallow grants that nobody can oversee", strict: "warn" },
    messages: { broad: "Tool `{{tool}}` is granted `{{capability}}` on `{{grant}}`, which is broad: {{reason}}. Name what it needs." },
    schema: [],
  },
  create(context) {
    return onTools(context, (tool) => {
      const object = tool.policyAt && objectAt(context.sourceCode, tool.policyAt);
      if (!tool.policy || !object) return;
      for (const clause of clausesOf(tool.policy)) {
        const reason = broadness(clause);
        if (reason === undefined) continue;
        context.report({
          loc: follow(object, clause.keys).node.loc,
          messageId: "broad",
          data: { tool: visible(tool.name), capability: clause.capability, grant: visible(printGrant(clause)), reason },
        });
      }
    });
  },
});
