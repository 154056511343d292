import type { LintedUnknown } from "../src/host/tool-visitor.ts";
import { isAccepted, UNKNOWNS } from "../src/model/unknowns.ts";
import { visible } from "../src/model/json-text.ts";
import { createRule, inWords, onTools } from "./create-rule.ts";
import { spot } from "./locate.ts";

export type MessageId = "unknown";
export type Options = [];

export default createRule<Options, MessageId>({
  name: "no-unanalyzable-tool",
  meta: {
    type: "problem",
    docs: {
      description: "disallow code in a tool's executor that the analysis cannot see through",
      recommended: "warn",
      strict: "error",
    },
    messages: {
      unknown:
        "What tool `{{tool}}` can do is not known: `{{reason}}` ({{meaning}}) at {{path}}. Make it plain, or accept it in the policy with a reason.",
    },
    schema: [],
  },
  create(context) {
    return onTools(context, (tool) => {
      const seen = new Set<string>();
      for (const one of tool.unknowns) {
        const key = `${one.reason} ${one.at.line}:${one.at.column}`;
        if (seen.has(key) || isAccepted(one.reason, Object.keys(tool.policy?.accept ?? {}))) continue;
        seen.add(key);
        context.report({
          loc: spot(context.sourceCode, one.at),
          messageId: "unknown",
          data: { tool: visible(tool.name), reason: visible(one.reason), meaning: meaning(one.reason), path: where(one) },
        });
      }
    });
  },
});

const meaning = (reason: string): string => UNKNOWNS[reason.replace(/:.*$/u, "")] ?? "it cannot be followed";
const short = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

const where = (one: LintedUnknown): string =>
  one.path.length > 0 ? inWords(one.path) : `${visible(one.what)} (${visible(short(one.file))}:${one.line})`;
