import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr } from "../ir.ts";
import type { Context } from "./context.ts";

/** What a test tells of a variable: that it is text, a number or another primitive, or a list. */
export interface Told {
  readonly v: number;
  readonly of: "text" | "list";
}

/** Methods of lists: what calls another one of a list, calls what somebody gave it. */
const OF_LISTS = new Set(
  "at concat every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join lastIndexOf map reduce reduceRight reverse slice some sort toReversed toSorted toSpliced with".split(
    " ",
  ),
);

/** What a method is called on, with what a test around it tells of that. */
export function narrowedReceiver(c: Context, object: Expr, method: Expr | string): Expr {
  const told = object.k === "var" ? c.told.findLast(({ v }) => v === object.v) : undefined;
  const isOfKind = told?.of === "text" || (typeof method === "string" && OF_LISTS.has(method));
  return told && isOfKind ? { k: "is", e: object, of: told.of } : object;
}

/** What nobody can give methods of its own. */
const PRIMITIVE = new Set(["string", "number", "boolean", "bigint", "symbol", "undefined"]);

/** What is known of variables where a test came out one way: `typeof x === "string"`, `Array.isArray(x)`, and what is made of those. */
export function toldBy(c: Context, test: TSESTree.Node, is: boolean): readonly Told[] {
  switch (test.type) {
    case T.UnaryExpression:
      return test.operator === "!" ? toldBy(c, test.argument, !is) : [];
    case T.LogicalExpression:
      // Both sides are known where the whole is, and one alone is not.
      return test.operator === (is ? "&&" : "||") ? [...toldBy(c, test.left, is), ...toldBy(c, test.right, is)] : [];
    case T.BinaryExpression: {
      if ((test.operator === "===" || test.operator === "==") !== is || !/^[!=]==?$/u.test(test.operator)) return [];
      return [...typed(c, test.left, test.right), ...typed(c, test.right, test.left)];
    }
    case T.CallExpression: {
      const [first] = test.arguments;
      const v = is && isArrayTest(c, test.callee) && first ? variable(c, first) : undefined;
      return v === undefined ? [] : [{ v, of: "list" }];
    }
    default:
      return [];
  }
}

/** What is known behind a statement: an `if` that leaves came out the other way. */
export function toldBehind(c: Context, statement: TSESTree.Statement): readonly Told[] {
  if (statement.type !== T.IfStatement || statement.alternate) return [];
  const { consequent } = statement;
  const last = consequent.type === T.BlockStatement ? consequent.body.at(-1) : consequent;
  return last && LEAVING.has(last.type) ? toldBy(c, statement.test, false) : [];
}

const LEAVING: ReadonlySet<TSESTree.Node["type"]> = new Set([T.ReturnStatement, T.ThrowStatement, T.ContinueStatement, T.BreakStatement]);

function typed(c: Context, asked: TSESTree.Node, name: TSESTree.Node): readonly Told[] {
  if (asked.type !== T.UnaryExpression || asked.operator !== "typeof" || name.type !== T.Literal) return [];
  const v = typeof name.value === "string" && PRIMITIVE.has(name.value) ? variable(c, asked.argument) : undefined;
  return v === undefined ? [] : [{ v, of: "text" }];
}

const variable = (c: Context, node: TSESTree.Node): number | undefined =>
  node.type === T.Identifier && c.isFirm(node) ? c.lookup(node) : undefined;

const isArrayTest = (c: Context, callee: TSESTree.Node): boolean =>
  callee.type === T.MemberExpression &&
  !callee.computed &&
  callee.object.type === T.Identifier &&
  callee.object.name === "Array" &&
  c.lookup(callee.object) === undefined &&
  callee.property.type === T.Identifier &&
  callee.property.name === "isArray";
