import type { Clause } from "../src/model/clauses.ts";
import { clausesOf, policyOfClause } from "../src/model/clauses.ts";
import { normalise } from "../src/model/policy.ts";
import { judge } from "../src/model/resource.ts";
import type { LintedTool } from "../src/host/tool-visitor.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule, onTools } from "./create-rule.ts";
import { follow, objectAt } from "./locate.ts";
import { withdrawal } from "./policy-edit.ts";

export type MessageId = "unused";
export type Options = [];

/** Whether some effect may need a grant: it is, or may be, inside what this clause alone grants. */
function isNeeded(clause: Clause, effects: LintedTool["effects"]): boolean {
  const { grants } = normalise(policyOfClause(clause));
  const needs = (capability: string, resource: string): boolean => judge(capability, resource, grants) !== "outside";
  return effects.some(({ capability, resource }) =>
    // A bare write creates or changes: either half may be what it needs.
    capability === "fs.write"
      ? needs("fs.write.create", resource) || needs("fs.write.modify", resource)
      : needs(capability, resource) ||
        (capability === "net.connect" && clause.capability === "net.resolve" && needs("net.resolve", resource)),
  );
}

export default createRule<Options, MessageId>({
  name: "no-unused-permission",
  meta: {
    type: "suggestion",
    docs: { description: "disallow grants that the executor does not need", strict: "warn" },
    fixable: "code",
    messages: { unused: "Tool `{{tool}}` is granted `{{capability}}` on `{{grant}}`, which nothing that it does needs." },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    return onTools(context, (tool) => {
      const object = tool.policyAt && objectAt(sourceCode, tool.policyAt);
      // Where something was not seen through, it may be what needs the grant.
      if (!tool.policy || !object || tool.unknowns.length > 0) return;
      for (const clause of clausesOf(tool.policy)) {
        if (isNeeded(clause, tool.effects)) continue;
        const edit = withdrawal(sourceCode, object, clause.keys);
        context.report({
          loc: follow(object, clause.keys).node.loc,
          messageId: "unused",
          data: {
            tool: visible(tool.name),
            capability: clause.capability,
            grant: visible(typeof clause.grant === "string" ? clause.grant : clause.grant.command),
          },
          fix: edit ? (fixer) => fixer.replaceTextRange(edit.range, edit.text) : null,
        });
      }
    });
  },
});
