import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Policy } from "../model/policy.ts";
import { literalOf } from "../extract/literals.ts";
import { checkPolicy } from "../schema/problems.ts";
import type { ScannedEffect } from "../schema/scan.ts";
import { judgeEffects } from "../verify/undeclared.ts";
import { toolsOfOpenFile } from "./editor.ts";

/** A tool as rules see it. */
export interface LintedTool {
  readonly name: string;
  readonly policy: Policy | null;
  readonly effects: readonly (ScannedEffect & { readonly at: { readonly line: number; readonly column: number } })[];
  /** Where the policy's object literal stands in this file, if it does. */
  readonly policyAt: { readonly line: number; readonly column: number } | undefined;
}

const cache = new WeakMap<TSESTree.Program, readonly LintedTool[]>();

/** The tools of the file that is being linted; analysed once, whatever the number of rules. */
export function toolsOf(context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>): readonly LintedTool[] {
  const { sourceCode, physicalFilename } = context;
  const known = cache.get(sourceCode.ast);
  if (known) return known;
  const found = toolsOfOpenFile({
    file: physicalFilename,
    text: sourceCode.text,
    program: sourceCode.ast,
    scopes: sourceCode.scopeManager ?? undefined,
  });
  const tools = (found?.tools ?? [])
    .filter(({ tool }) => tool.mod.file === physicalFilename)
    .map(({ tool, facts }): LintedTool => {
      const [guard] = tool.guards;
      const literal = guard && found ? literalOf(found.analysis.d.x, guard) : undefined;
      const checked = literal?.ok ? checkPolicy(literal.value) : undefined;
      const policy = checked?.ok ? checked.policy : null;
      const object = guard?.find((atom) => atom.k === "obj" && atom.mod.file === physicalFilename);
      const judged = judgeEffects(facts.effects, policy);
      return {
        name: tool.name,
        policy,
        policyAt: object?.k === "obj" ? { line: Math.floor(object.e.at / 4096), column: object.e.at % 4096 } : undefined,
        effects: judged.map((effect, index) => {
          const start = facts.effects[index]?.path.find((step) => step.file === physicalFilename);
          return {
            ...effect,
            at: start ? { line: start.line, column: start.column } : { line: Math.floor(tool.at / 4096), column: tool.at % 4096 },
          };
        }),
      };
    });
  cache.set(sourceCode.ast, tools);
  return tools;
}
