import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T } from "@typescript-eslint/utils";
import type { LintedTool, Place } from "../src/host/tool-visitor.ts";

type Source = Readonly<TSESLint.SourceCode>;

/** The smallest node at a place. */
const nodeAt = (sourceCode: Source, at: Place): TSESTree.Node | null => sourceCode.getNodeByRangeIndex(sourceCode.getIndexFromLoc(at));

/** The place itself with the end of the name or token there, so that the squiggle is as long as what it is about. */
export const spot = (sourceCode: Source, at: Place): TSESTree.SourceLocation => ({
  start: at,
  end: nodeAt(sourceCode, at)?.loc.end ?? at,
});

/** The outermost node of the wanted types that starts exactly at a place. */
function startingAt<N extends TSESTree.Node>(sourceCode: Source, at: Place, is: (node: TSESTree.Node) => node is N): N | undefined {
  const start = sourceCode.getIndexFromLoc(at);
  let found: N | undefined;
  for (let node: TSESTree.Node | null | undefined = nodeAt(sourceCode, at); node?.range[0] === start; node = node.parent)
    if (is(node)) found = node;
  return found;
}

export const objectAt = (sourceCode: Source, at: Place): TSESTree.ObjectExpression | undefined =>
  startingAt(sourceCode, at, (node) => node.type === T.ObjectExpression);

type Call = TSESTree.CallExpression | TSESTree.NewExpression;
export const callAt = (sourceCode: Source, at: Place): Call | undefined =>
  startingAt(sourceCode, at, (node): node is Call => node.type === T.CallExpression || node.type === T.NewExpression);

type FunctionNode = TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression | TSESTree.FunctionDeclaration;
export const isFunction = (node: TSESTree.Node): node is FunctionNode =>
  node.type === T.ArrowFunctionExpression || node.type === T.FunctionExpression || node.type === T.FunctionDeclaration;

/** The name of a plain key, or of a computed one that is a literal. */
export function keyOf(property: TSESTree.ObjectLiteralElement): string | undefined {
  if (property.type !== T.Property) return undefined;
  if (property.key.type === T.Identifier) return property.computed ? undefined : property.key.name;
  return property.key.type === T.Literal ? String(property.key.value) : undefined;
}

/** The property of an object literal; the last of several, as at run time. */
export const propertyOf = (object: TSESTree.ObjectExpression, key: string): TSESTree.Property | undefined =>
  object.properties.findLast((one): one is TSESTree.Property => one.type === T.Property && keyOf(one) === key);

const inner = (node: TSESTree.Node): TSESTree.Node =>
  node.type === T.TSAsExpression || node.type === T.TSSatisfiesExpression || node.type === T.TSNonNullExpression
    ? inner(node.expression)
    : node;

/** How far keys lead into an object literal: the last node on the way, and whether it is the whole way. */
export function follow(
  object: TSESTree.Node,
  keys: readonly (string | number)[],
): { readonly node: TSESTree.Node; readonly whole: boolean } {
  let node = inner(object);
  for (const key of keys) {
    const next: TSESTree.Node | null | undefined =
      node.type === T.ObjectExpression
        ? propertyOf(node, String(key))?.value
        : node.type === T.ArrayExpression &&
            typeof key === "number" &&
            !node.elements.slice(0, key + 1).some((one) => one?.type === T.SpreadElement)
          ? node.elements[key]
          : undefined;
    if (!next) return { node, whole: false };
    node = inner(next);
  }
  return { node, whole: true };
}

/** What to underline for a tool as a whole: its name where that is written, else the head of its registration. */
export function toolSpot(sourceCode: Source, tool: LintedTool): TSESTree.SourceLocation {
  const call = callAt(sourceCode, tool.at);
  const isName = (node: TSESTree.Node | null | undefined): node is TSESTree.StringLiteral =>
    node?.type === T.Literal && node.value === tool.name;
  if (call) {
    for (const argument of call.arguments) {
      if (isName(argument)) return argument.loc;
      const named = argument.type === T.ObjectExpression ? (propertyOf(argument, "name") ?? propertyOf(argument, "id")) : undefined;
      if (isName(named?.value)) return named.value.loc;
    }
    return call.callee.loc;
  }
  const object = objectAt(sourceCode, tool.at);
  const named = object && (propertyOf(object, "name") ?? propertyOf(object, "id"));
  return isName(named?.value) ? named.value.loc : spot(sourceCode, tool.at);
}
