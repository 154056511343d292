import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T, ASTUtils } from "@typescript-eslint/utils";
import type { LintedTool } from "../src/host/tool-visitor.ts";
import { toolsOf } from "../src/host/tool-visitor.ts";
import { nameRule, skeleton } from "../src/model/tool-name.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule } from "./create-rule.ts";
import { callAt, objectAt, toolSpot } from "./locate.ts";

export type MessageId = "twice" | "confusable" | "illegal";
export type Options = [];

type Source = Readonly<TSESLint.SourceCode>;
interface Sighting {
  readonly tool: LintedTool;
  readonly node: TSESTree.Node | undefined;
}

/** What gathers tools to a set: the server that they are registered with, or the list that they stand in. */
function setOf(sourceCode: Source, node: TSESTree.Node | undefined): unknown {
  if (node?.type === T.CallExpression && node.callee.type === T.MemberExpression && node.callee.object.type === T.Identifier) {
    const { object } = node.callee;
    return ASTUtils.findVariable(sourceCode.getScope(node), object.name);
  }
  return node?.parent?.type === T.ArrayExpression ? node.parent : undefined;
}

/** Whether two nodes stand in branches of which only one is taken. */
function areExclusive(a: TSESTree.Node, b: TSESTree.Node): boolean {
  const chain = (node: TSESTree.Node): TSESTree.Node[] => {
    const out: TSESTree.Node[] = [];
    for (let here: TSESTree.Node | undefined = node; here; here = here.parent) out.unshift(here);
    return out;
  };
  const [left, right] = [chain(a), chain(b)];
  const index = left.findIndex((node, at) => node !== right[at]);
  const fork = left[index - 1];
  return (
    fork?.type === T.IfStatement ||
    fork?.type === T.ConditionalExpression ||
    fork?.type === T.SwitchStatement ||
    // `if (x) { return register(a) } register(b)`: the first leaves.
    left.slice(index).some((node) => node.type === T.IfStatement) ||
    right.slice(index).some((node) => node.type === T.IfStatement)
  );
}

export default createRule<Options, MessageId>({
  name: "unique-tool-name",
  meta: {
    type: "problem",
    docs: {
      description: "disallow tool names that are taken, look like another, or break the protocol",
      recommended: "error",
      strict: "error",
    },
    messages: {
      twice: "Tool `{{tool}}` has the name of another tool of its set, at line {{line}}; a model can call only one of them.",
      confusable: "Tool `{{tool}}` looks like `{{other}}`, at line {{line}}; give them names that can be told apart.",
      illegal: "Tool name `{{tool}}` is not one that clients take; use {{rule}}.",
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    return {
      "Program:exit"() {
        const named = toolsOf(context).filter((tool) => tool.confidence !== "dynamic" && !tool.name.includes("{"));
        const seen: Sighting[] = [];
        for (const tool of named) {
          const node = callAt(sourceCode, tool.at) ?? objectAt(sourceCode, tool.at);
          const report = (messageId: MessageId, data: Readonly<Record<string, string>>): void =>
            context.report({ loc: toolSpot(sourceCode, tool), messageId, data: { tool: visible(tool.name), ...data } });
          const rule = nameRule(tool.framework);
          if (!rule.pattern.test(tool.name)) report("illegal", { rule: rule.says });
          const set = setOf(sourceCode, node);
          const rival = seen.find(
            (other) =>
              other.node !== undefined &&
              node !== undefined &&
              other.node !== node &&
              set !== undefined &&
              set === setOf(sourceCode, other.node) &&
              skeleton(other.tool.name) === skeleton(tool.name) &&
              !areExclusive(other.node, node),
          )?.tool;
          if (rival) report(rival.name === tool.name ? "twice" : "confusable", { other: visible(rival.name), line: String(rival.at.line) });
          seen.push({ tool, node });
        }
      },
    };
  },
});
