import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr } from "../ir.ts";
import type { Context } from "./context.ts";

/** What nobody can give methods of its own. */
const PRIMITIVE = new Set(["string", "number", "boolean", "bigint", "symbol", "undefined"]);

/** What a method is called on, with what a test around it tells of that. */
export const narrowedReceiver = (c: Context, object: Expr): Expr =>
  object.k === "var" && c.told.includes(object.v) ? { k: "is", e: object } : object;

/** The variables that are primitives where a test came out one way: `typeof x === "string"`, and what is made of such tests. */
export function toldBy(c: Context, test: TSESTree.Node, is: boolean): readonly number[] {
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
    default:
      return [];
  }
}

/** What is known behind a statement: an `if` that leaves came out the other way. */
export function toldBehind(c: Context, statement: TSESTree.Statement): readonly number[] {
  if (statement.type !== T.IfStatement || statement.alternate) return [];
  const { consequent } = statement;
  const last = consequent.type === T.BlockStatement ? consequent.body.at(-1) : consequent;
  return last && LEAVING.has(last.type) ? toldBy(c, statement.test, false) : [];
}

const LEAVING: ReadonlySet<TSESTree.Node["type"]> = new Set([T.ReturnStatement, T.ThrowStatement, T.ContinueStatement, T.BreakStatement]);

function typed(c: Context, asked: TSESTree.Node, name: TSESTree.Node): readonly number[] {
  if (asked.type !== T.UnaryExpression || asked.operator !== "typeof" || name.type !== T.Literal) return [];
  const { argument } = asked;
  const isTold = typeof name.value === "string" && PRIMITIVE.has(name.value) && argument.type === T.Identifier && c.isFirm(argument);
  const v = isTold ? c.lookup(argument) : undefined;
  return v === undefined ? [] : [v];
}
