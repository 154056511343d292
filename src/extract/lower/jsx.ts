import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr, ObjExpr, Prop } from "../ir.ts";
import type { Context } from "./context.ts";
import { lowerExpr } from "./expressions.ts";

/** An element with what it is given: its attributes, and what stands in it as `children`. */
export function lowerElement(c: Context, node: TSESTree.JSXElement | TSESTree.JSXFragment): Expr {
  const inner = (children: readonly TSESTree.JSXChild[]): Expr[] =>
    children.flatMap((child) =>
      child.type === T.JSXText || (child.type === T.JSXExpressionContainer && child.expression.type === T.JSXEmptyExpression)
        ? []
        : [lowerExpr(c, child)],
    );
  if (node.type === T.JSXFragment) return { k: "data", e: inner(node.children) };
  const { name, attributes } = node.openingElement;
  const component = lowerComponent(c, name);
  const p = attributes.map((attribute) => lowerAttribute(c, attribute));
  const children = inner(node.children);
  const [only, ...more] = children;
  const at = c.pos(node);
  if (only) p.push({ n: "children", e: more.length > 0 ? { k: "arr", i: c.site(), e: children, at } : only, at });
  if (p.length === 0 && !component) return { k: "data" };
  const given: ObjExpr = { k: "obj", i: c.site(), p, at };
  return { k: "jsx", ...(component && { c: { k: "call", i: c.site(), f: component, a: [given], at } }), p: given, at };
}

function lowerAttribute(c: Context, attribute: TSESTree.JSXAttribute | TSESTree.JSXSpreadAttribute): Prop {
  const at = c.pos(attribute);
  if (attribute.type === T.JSXSpreadAttribute) return { s: lowerExpr(c, attribute.argument), at };
  const { name, value } = attribute;
  const n = name.type === T.JSXIdentifier ? name.name : `${name.namespace.name}:${name.name.name}`;
  return { n, e: value ? c.withHint(n, () => lowerExpr(c, value)) : { k: "lit", v: true }, at };
}

/** A name in lower letters is an element of the platform. */
function lowerComponent(c: Context, name: TSESTree.JSXTagNameExpression): Expr | undefined {
  if (name.type === T.JSXMemberExpression) {
    const o = lowerComponent(c, name.object);
    return o && { k: "mem", o, p: name.property.name, at: c.pos(name) };
  }
  if (name.type !== T.JSXIdentifier) return undefined;
  if (name.name === "this") return { k: "this" };
  const v = c.lookup(name);
  return v === undefined ? undefined : { k: "var", v, at: c.pos(name) };
}
