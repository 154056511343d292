import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Def, Expr, Step, TypeRef } from "../ir.ts";
import type { Context } from "./context.ts";
import { lowerExpr, propertyName } from "./expressions.ts";
import { lowerType } from "./types.ts";

type Target = TSESTree.DestructuringPattern | TSESTree.Parameter | TSESTree.Expression;

/** A target without what only types say of it: `(f as any) = g` sets `f`. */
export function untyped<N extends TSESTree.Node>(node: N): Exclude<N, Typed> | TSESTree.Expression {
  let here: TSESTree.Node = node;
  while (
    here.type === T.TSAsExpression ||
    here.type === T.TSSatisfiesExpression ||
    here.type === T.TSTypeAssertion ||
    here.type === T.TSNonNullExpression ||
    here.type === T.TSInstantiationExpression
  )
    here = here.expression;
  return here as Exclude<N, Typed> | TSESTree.Expression;
}
type Typed =
  | TSESTree.TSAsExpression
  | TSESTree.TSSatisfiesExpression
  | TSESTree.TSTypeAssertion
  | TSESTree.TSNonNullExpression
  | TSESTree.TSInstantiationExpression;

/**
 * Binds every name of a pattern.
 *
 * `make` turns a destructuring path into a definition. `assign` is told of targets
 * that are not names (`[a.b] = ...`), since those are writes to members.
 */
export function bindPattern(
  c: Context,
  pattern: Target,
  make: (path: Step[]) => Def,
  path: Step[] = [],
  assign?: (target: TSESTree.MemberExpression, path: Step[]) => void,
): void {
  switch (pattern.type) {
    case T.Identifier: {
      const variable = c.lookup(pattern);
      if (variable !== undefined) c.define(variable, make(path), annotation(c, pattern));
      return;
    }
    case T.AssignmentPattern:
      bindPattern(c, pattern.left, make, [...path, { d: lowerExpr(c, pattern.right) }], assign);
      return;
    case T.ObjectPattern: {
      const taken: string[] = [];
      for (const property of pattern.properties) {
        if (property.type === T.RestElement) {
          bindPattern(c, property.argument, make, [...path, { rest: taken }], assign);
          continue;
        }
        const name = propertyName(property);
        const step: Step = name === undefined ? { x: lowerExpr(c, property.key) } : { p: name };
        if (name !== undefined) taken.push(name);
        bindPattern(c, property.value as Target, make, [...path, step], assign);
      }
      return;
    }
    case T.ArrayPattern:
      pattern.elements.forEach((element, index) => {
        if (!element) return;
        if (element.type === T.RestElement) bindPattern(c, element.argument, make, [...path, { tail: index }], assign);
        else bindPattern(c, element, make, [...path, { i: index }], assign);
      });
      return;
    case T.RestElement:
      bindPattern(c, pattern.argument, make, path, assign);
      return;
    case T.TSParameterProperty:
      bindPattern(c, pattern.parameter, make, path, assign);
      return;
    case T.MemberExpression:
      assign?.(pattern, path);
      return;
    case T.TSAsExpression:
    case T.TSSatisfiesExpression:
    case T.TSTypeAssertion:
    case T.TSNonNullExpression:
      bindPattern(c, untyped(pattern), make, path, assign);
      return;
    default:
  }
}

export function annotation(c: Context, node: { typeAnnotation?: TSESTree.TSTypeAnnotation | undefined }): TypeRef | undefined {
  return node.typeAnnotation ? lowerType(c, node.typeAnnotation.typeAnnotation) : undefined;
}

/** The expression that a destructuring path denotes, when it is written as member accesses. */
export function pathExpr(root: Expr, path: readonly Step[], at: number): Expr {
  let result = root;
  for (const step of path) {
    if ("p" in step) result = { k: "mem", o: result, p: step.p, at };
    else if ("i" in step) result = { k: "mem", o: result, p: String(step.i), at };
    else if ("x" in step) result = { k: "mem", o: result, p: step.x, at };
    else if ("d" in step) result = { k: "any", e: [result, step.d] };
    else if ("rest" in step) result = { k: "obj", i: -1, p: [{ s: result, at }], at: 0 };
  }
  return result;
}
