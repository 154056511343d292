import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Cls, ClsMember, Expr, TypeRef } from "../ir.ts";
import type { Context } from "./context.ts";
import { lowerExpr, propertyName } from "./expressions.ts";
import { lowerFunction, openFunction } from "./functions.ts";
import { annotation } from "./patterns.ts";
import { lowerBlock } from "./statements.ts";
import { lowerType, lowerTypeParameters } from "./types.ts";

/** Lowers a class; field initialisers become functions of their own, so that `this` means what it should. */
export function lowerClass(c: Context, node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): number {
  const index = c.classes.length;
  const cls: Cls = { n: node.id?.name ?? c.hint ?? "", up: c.fn, m: [], w: [], impl: [], deco: [], at: c.pos(node) };
  c.classes.push(cls);
  if (node.abstract) cls.abstract = true;
  if (node.superClass) cls.sup = lowerExpr(c, node.superClass);
  lowerTypeParameters(c, node.typeParameters, index);
  const given = node.superTypeArguments?.params;
  if (given && given.length > 0) cls.st = given.map((type) => lowerType(c, type));
  cls.deco = decorators(c, node.decorators);
  if (node.id) {
    const v = c.lookup(node.id);
    if (v !== undefined) {
      cls.v = v;
      if (node.type === T.ClassExpression) c.define(v, { k: "cls", c: index });
    }
  }
  const outer = c.cls;
  c.cls = index;
  // Parsers of plain JavaScript leave out what only TypeScript has.
  for (const heritage of (node.implements as typeof node.implements | undefined) ?? []) cls.impl.push(heritageType(c, heritage));
  for (const element of node.body.body)
    c.holding(undefined, () => {
      c.withHint(undefined, () => {
        lowerElement(c, cls, index, element);
      });
    });
  c.cls = outer;
  return index;
}

/** `implements a.B<C>` and `interface X extends B` as a type. */
export function heritageType(c: Context, node: { expression: TSESTree.Expression }): TypeRef {
  const path: string[] = [];
  let root: TSESTree.Expression = node.expression;
  while (root.type === T.MemberExpression && root.property.type === T.Identifier) {
    path.unshift(root.property.name);
    root = root.object;
  }
  if (root.type !== T.Identifier) return { k: "other" };
  const v = c.lookup(root);
  return { k: "ref", n: root.name, ...(v === undefined ? {} : { v }), ...(path.length > 0 ? { q: path } : {}) };
}

function decorators(c: Context, list: readonly TSESTree.Decorator[] | undefined): Expr[] {
  return (list ?? []).map((decorator) => lowerExpr(c, decorator.expression));
}

function lowerElement(c: Context, cls: Cls, index: number, element: TSESTree.ClassElement): void {
  if (element.type === T.StaticBlock) {
    const f = openFunction(c, "static", element, { c: index, static: true });
    c.own(element, f);
    const fn = c.fns[f];
    if (fn) fn.b = c.inside(f, () => lowerBlock(c, element.body));
    cls.m.push({ n: "", kind: "field", static: true, f, at: c.pos(element) });
    return;
  }
  if (element.type === T.TSIndexSignature) return;
  const n = propertyName(element) ?? "*";
  if (element.computed && n === "*") (cls.keys ??= []).push(lowerExpr(c, element.key));
  const member: ClsMember = { n, kind: "field", at: c.pos(element) };
  if (element.static) member.static = true;
  const deco = decorators(c, element.decorators);
  if (deco.length > 0) member.deco = deco;
  const extra = { n, c: index, ...(element.static ? { static: true as const } : {}) };
  switch (element.type) {
    case T.MethodDefinition:
    case T.TSAbstractMethodDefinition:
      if (element.type === T.TSAbstractMethodDefinition) member.abstract = true;
      if (!element.value.body && !member.abstract) return; // an overload
      member.f = lowerFunction(c, element.value, extra);
      if (element.kind === "constructor") {
        cls.ctor = member.f;
        return;
      }
      member.kind = element.kind;
      break;
    default: {
      const type = annotation(c, element);
      if (type) member.t = type;
      if (element.type === T.TSAbstractPropertyDefinition || element.type === T.TSAbstractAccessorProperty) member.abstract = true;
      const { value } = element;
      if (value) {
        const f = openFunction(c, n, value, extra);
        c.own(value, f);
        const fn = c.fns[f];
        const e = c.inside(f, () => c.withHint(n, () => c.expecting(type, () => lowerExpr(c, value))));
        if (fn) fn.b = [{ k: "ret", e }];
        member.f = f;
        member.e = e;
      }
    }
  }
  cls.m.push(member);
}
