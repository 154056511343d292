import { basename } from "node:path";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T, ASTUtils } from "@typescript-eslint/utils";
import type { LintedTool } from "../src/host/tool-visitor.ts";
import { lintedFile } from "../src/host/tool-visitor.ts";
import { nearest } from "../src/model/capability.ts";
import { cycleFrom } from "../src/model/prerequisites.ts";
import type { Problem } from "../src/schema/problems.ts";
import { checkPolicy, printKeys } from "../src/schema/problems.ts";
import { visible } from "../src/model/json-text.ts";
import { lineOf } from "../src/extract/ir.ts";
import { createRule } from "./create-rule.ts";
import { follow, keyOf, objectAt, toolSpot } from "./locate.ts";

export type MessageId = "invalid" | "unreadable" | "changed" | "twice" | "cycle" | "unknownTool" | "badFile" | "rename";
export type Options = [];

type Source = Readonly<TSESLint.SourceCode>;
type Report = TSESLint.ReportDescriptor<MessageId>;

/** Where a problem stands: inside the string, at the key, or at the innermost node that keys lead to. */
function problemSpot(
  sourceCode: Source,
  object: TSESTree.ObjectExpression,
  problem: Problem,
): { loc: TSESTree.SourceLocation; key?: TSESTree.Node } {
  const { node, whole } = follow(object, problem.path);
  if (!whole) {
    const name = String(problem.path.at(-1));
    const key = node.type === T.ObjectExpression ? node.properties.find((one) => keyOf(one) === name) : undefined;
    return key?.type === T.Property ? { loc: key.key.loc, key: key.key } : { loc: node.loc };
  }
  const { parent } = node;
  if (problem.nearest !== undefined && parent?.type === T.Property) return { loc: parent.key.loc, key: parent.key };
  const isPlain = node.type === T.Literal && typeof node.value === "string" && node.raw.slice(1, -1) === node.value;
  if (problem.at === undefined || !isPlain) return { loc: node.loc };
  const at = node.range[0] + 1 + problem.at;
  return {
    loc: { start: sourceCode.getLocFromIndex(Math.min(at, node.range[1] - 1)), end: sourceCode.getLocFromIndex(node.range[1] - 1) },
  };
}

function invalid(
  sourceCode: Source,
  object: TSESTree.ObjectExpression | undefined,
  problem: Problem,
  otherwise: TSESTree.SourceLocation,
): Report {
  const { loc, key } = object ? problemSpot(sourceCode, object, problem) : { loc: otherwise, key: undefined };
  const close = problem.nearest;
  return {
    loc,
    messageId: "invalid",
    data: {
      keys: visible(printKeys(problem.path)),
      problem: visible(problem.message),
      hint: problem.hint === undefined ? "" : `; ${visible(problem.hint)}`,
    },
    suggest:
      close !== undefined && key
        ? [{ messageId: "rename" as const, data: { name: close }, fix: (fixer) => fixer.replaceText(key, close) }]
        : [],
  };
}

/** Whether a call is of toolfence's own `withPolicy` or `definePolicy`, whatever it is called here. */
function takesPolicy(sourceCode: Source, node: TSESTree.CallExpression): boolean {
  if (node.callee.type !== T.Identifier) return false;
  const definition = ASTUtils.findVariable(sourceCode.getScope(node), node.callee.name)?.defs[0];
  return (
    definition?.node.type === T.ImportSpecifier &&
    definition.parent?.type === T.ImportDeclaration &&
    definition.parent.source.value === "toolfence" &&
    definition.node.imported.type === T.Identifier &&
    ["withPolicy", "definePolicy"].includes(definition.node.imported.name)
  );
}

export default createRule<Options, MessageId>({
  name: "valid-policy",
  meta: {
    type: "problem",
    docs: { description: "require policies that can be read and that mean something", recommended: "error", strict: "error" },
    hasSuggestions: true,
    messages: {
      invalid: "The policy is not valid: `{{keys}}`: {{problem}}{{hint}}.",
      unreadable:
        "The policy of tool `{{tool}}` cannot be read from the source; write it as a literal, a constant or a spread of constants.",
      changed:
        "The policy of tool `{{tool}}` can be changed by `{{file}}`, which is given it; make it with `definePolicy`, which freezes it.",
      twice: "Tool `{{tool}}` has a policy here and another in the policy file; keep one of them.",
      cycle: "Tool `{{tool}}` can never run: {{cycle}}.",
      unknownTool: "Tool `{{tool}}` may run only after `{{after}}`, which is no tool of this file; write `{{close}}`.",
      badFile: "The file `{{file}}` is not valid: {{problems}}.",
      rename: "Write `{{name}}`.",
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    const calls: TSESTree.CallExpression[] = [];
    return {
      CallExpression(node) {
        if (takesPolicy(sourceCode, node)) calls.push(node);
      },
      "Program:exit"(program) {
        const { tools, badFile } = lintedFile(context);
        const judged = new Set<TSESTree.Node>();
        const reported = new Set<string>();
        const report = (one: Report): void => {
          const key = JSON.stringify(["loc" in one ? one.loc : null, one.messageId, one.data]);
          if (!reported.has(key)) context.report(one);
          reported.add(key);
        };
        if (badFile)
          report({
            loc: { start: program.loc.start, end: program.loc.start },
            messageId: "badFile",
            data: { file: visible(badFile.file), problems: badFile.problems.map(visible).join("; ") },
          });
        for (const tool of tools) {
          const object = tool.policyAt && objectAt(sourceCode, tool.policyAt);
          if (object) judged.add(object);
          const loc = toolSpot(sourceCode, tool);
          const data = { tool: visible(tool.name) };
          if (tool.twice) report({ loc, messageId: "twice", data });
          if (tool.declared.k === "unreadable") {
            const { changedAt } = tool.declared;
            const by = changedAt && { file: `${visible(basename(changedAt.file))}:${lineOf(changedAt.at)}` };
            report({ loc: object?.loc ?? loc, messageId: by ? "changed" : "unreadable", data: { ...data, ...by } });
          }
          if (tool.declared.k === "invalid")
            for (const problem of tool.declared.problems) report(invalid(sourceCode, object, problem, loc));
          if (object) for (const one of prerequisites(tool, tools)) report({ ...one, loc: follow(object, one.keys).node.loc });
        }
        for (const call of calls) {
          const [argument] = call.arguments;
          if (argument?.type !== T.ObjectExpression || judged.has(argument)) continue;
          const value = ASTUtils.getStaticValue(argument, sourceCode.getScope(argument));
          const checked = value ? checkPolicy(value.value) : undefined;
          if (checked && !checked.ok) for (const problem of checked.problems) report(invalid(sourceCode, argument, problem, argument.loc));
        }
      },
    };
  },
});

/** What is wrong with what a tool must wait for, among the tools of one file. */
function prerequisites(
  tool: LintedTool,
  tools: readonly LintedTool[],
): { readonly keys: readonly (string | number)[]; readonly messageId: MessageId; readonly data: Readonly<Record<string, string>> }[] {
  const after = new Map(tools.map((one) => [one.name, one.policy?.constraints?.onlyAfter ?? []]));
  const cycle = cycleFrom(tool.name, after);
  const name = visible(tool.name);
  const unknown = (after.get(tool.name) ?? []).flatMap((one, index) => {
    const close = after.has(one)
      ? undefined
      : nearest(
          one,
          [...after.keys()].filter((other) => other !== tool.name),
        );
    return close === undefined
      ? []
      : [
          {
            keys: ["constraints", "onlyAfter", index],
            messageId: "unknownTool" as const,
            data: { tool: name, after: visible(one), close: visible(close) },
          },
        ];
  });
  return [
    ...unknown,
    ...(cycle
      ? [
          {
            keys: ["constraints", "onlyAfter"],
            messageId: "cycle" as const,
            data: { tool: name, cycle: cycle.map((one) => `\`${visible(one)}\``).join(" waits for ") },
          },
        ]
      : []),
  ];
}
