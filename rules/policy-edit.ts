import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T } from "@typescript-eslint/utils";
import type { CommandInput } from "../src/model/command.ts";
import { PLACES } from "../src/verify/least-policy.ts";
import { follow, propertyOf } from "./locate.ts";
import { printLiteral } from "./print-literal.ts";

/** An insertion or replacement in the source text. */
export interface Edit {
  readonly range: readonly [number, number];
  readonly text: string;
}

/** The edit that adds a grant to the list of a capability, or opens it with `any`; undefined where the policy is not literal enough. */
export function grantEdit(policy: TSESTree.ObjectExpression, capability: string, grant: string | CommandInput): Edit | undefined {
  const place = PLACES[capability];
  if (!place || (grant === "any" && (place[0] === "control" || place[0] === "code"))) return undefined;
  return editAt(policy, place, grant);
}

function editAt(object: TSESTree.ObjectExpression, place: readonly (string | undefined)[], grant: string | CommandInput): Edit | undefined {
  const [key = "", ...rest] = place.filter((part) => part !== undefined);
  const value = propertyOf(object, key)?.value;
  const leaf = grant === "any" ? '"any"' : printLiteral([grant]);
  if (!value) {
    const text = rest.reduceRight((inner, name) => `{ ${name}: ${inner} }`, leaf);
    const empty = object.properties.length === 0;
    return { range: [object.range[0] + 1, object.range[0] + 1], text: ` ${key}: ${text}${empty ? " " : ","}` };
  }
  if (rest.length > 0) return value.type === T.ObjectExpression ? editAt(value, rest, grant) : undefined;
  if (value.type === T.ObjectExpression) return editAt(value, [key === "env" ? "read" : "connect"], grant);
  if (grant === "any" || (value.type === T.Literal && value.value === "none")) return { range: value.range, text: leaf };
  if (value.type !== T.ArrayExpression) return undefined;
  const last = value.elements.at(-1);
  return last ? { range: [last.range[1], last.range[1]], text: `, ${printLiteral(grant)}` } : { range: value.range, text: leaf };
}

/** Removes one element of a list or one property of an object, with the comma and space that belong to it. */
function removal(sourceCode: Readonly<TSESLint.SourceCode>, node: TSESTree.Node): Edit {
  const after = sourceCode.getTokenAfter(node);
  const before = sourceCode.getTokenBefore(node);
  if (after?.value === ",") {
    const next = sourceCode.getTokenAfter(after, { includeComments: true });
    const closes = next?.value === "]" || next?.value === "}";
    if (!closes || before?.value !== ",")
      return { range: [node.range[0], closes ? after.range[1] : (next?.range[0] ?? after.range[1])], text: "" };
  }
  return { range: [before?.value === "," ? before.range[0] : node.range[0], node.range[1]], text: "" };
}

/**
 * The edit that takes one grant out of a policy: an element of a list, or the whole property when it
 * was the last one. Undefined where keys lead out of the literal.
 */
export function withdrawal(
  sourceCode: Readonly<TSESLint.SourceCode>,
  policy: TSESTree.ObjectExpression,
  keys: readonly (string | number)[],
): Edit | undefined {
  const { node, whole } = follow(policy, keys);
  if (!whole) return undefined;
  const list = typeof keys.at(-1) === "number" ? keys.slice(0, -1) : keys;
  if (list !== keys && node.parent?.type === T.ArrayExpression && node.parent.elements.length > 1) return removal(sourceCode, node);
  // What denies parts of nothing goes with what it denied them of.
  const holder = follow(policy, list.at(-1) === "allow" ? list.slice(0, -1) : list).node;
  let property = holder.parent;
  // A family whose only part goes, goes too.
  while (property?.type === T.Property && property.parent !== policy && property.parent.properties.length === 1)
    property = property.parent.parent;
  return property?.type === T.Property ? removal(sourceCode, property) : undefined;
}
