import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Fn, TypeRef } from "../ir.ts";
import type { Context } from "./context.ts";
import { lowerExpr } from "./expressions.ts";
import { annotation, bindPattern } from "./patterns.ts";
import { lowerBlock } from "./statements.ts";
import { lowerType, lowerTypeParameters } from "./types.ts";

type FunctionNode =
  | TSESTree.ArrowFunctionExpression
  | TSESTree.FunctionExpression
  | TSESTree.FunctionDeclaration
  | TSESTree.TSDeclareFunction
  | TSESTree.TSEmptyBodyFunctionExpression;

/** Opens a function record that `work` then fills; returns its index. */
export function openFunction(c: Context, name: string, node: TSESTree.Node, extra: Partial<Fn> = {}): number {
  const index = c.fns.length;
  c.fns.push({ n: name, pn: [], pt: [], pd: [], b: [], up: c.fn, at: c.pos(node), ...extra });
  return index;
}

/** Lowers a function with its parameters and body; returns its index. */
export function lowerFunction(c: Context, node: FunctionNode, extra: Partial<Fn> = {}): number {
  const name = node.id?.name ?? extra.n ?? c.hint ?? "";
  const index = openFunction(c, name, node, extra);
  const fn = c.fns[index];
  if (!fn) return index;
  if (c.hint !== undefined) fn.hint = c.hint;
  if (node.type === T.ArrowFunctionExpression) fn.arrow = true;
  if (node.async) fn.async = true;
  if (node.generator) fn.gen = true;
  lowerTypeParameters(c, node.typeParameters);
  if (node.returnType) {
    const type = lowerType(c, node.returnType.typeAnnotation);
    if (type.k !== "other") fn.rt = type;
  }
  c.own(node, index);
  if (node.id && node.type === T.FunctionExpression) {
    const self = c.lookup(node.id);
    if (self !== undefined) c.define(self, { k: "fn", f: index });
  }
  const { body } = node;
  if (body) c.own(body, index);
  const lower = (): void => {
    c.withHint(undefined, () => {
      const self = node.params.find(isThis);
      const told = self && annotation(c, self);
      if (told) fn.tt = told;
      node.params
        .filter((parameter) => parameter !== self)
        .forEach((parameter, i) => {
          lowerParameter(c, fn, index, parameter, i);
        });
      if (body?.type === T.BlockStatement) fn.b.push(...lowerBlock(c, body.body));
      else if (body) fn.b.push({ k: "ret", e: c.expecting(expectedResult(fn), () => lowerExpr(c, body)) });
    });
  };
  if (!fn.arrow && c.holder?.ns !== undefined) fn.ns = c.holder.ns;
  c.inside(index, lower, fn.arrow ? c.self : c.holder);
  return index;
}

/** What says what `this` is, and is no parameter. */
const isThis = (parameter: TSESTree.Parameter): parameter is TSESTree.Identifier =>
  parameter.type === T.Identifier && parameter.name === "this";

/** What a function is expected to give back. */
export const expectedResult = ({ rt, ct }: Fn): TypeRef | undefined => rt ?? (ct && { k: "result", t: ct });

function lowerParameter(c: Context, fn: Fn, index: number, parameter: TSESTree.Parameter, i: number): void {
  let target: TSESTree.Parameter = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
  let preset: TSESTree.Expression | undefined;
  if (target.type === T.AssignmentPattern) {
    preset = target.right;
    target = target.left;
  }
  let rest = false;
  if (target.type === T.RestElement) {
    rest = true;
    fn.rest = true;
    target = target.argument as TSESTree.Parameter;
  }
  fn.pn[i] = target.type === T.Identifier ? target.name : "";
  fn.pd[i] = preset ? lowerExpr(c, preset) : null;
  fn.pt[i] = (target.type === T.TSParameterProperty ? undefined : annotation(c, target)) ?? null;
  bindPattern(c, target, (path) => {
    for (const step of path) if ("d" in step) fn.b.push({ k: "e", e: step.d });
    return { k: "param", f: index, i, path, ...(rest ? { rest: true as const } : {}) };
  });
  if (parameter.type === T.TSParameterProperty && target.type === T.Identifier && c.cls !== undefined) {
    const v = c.lookup(target);
    const cls = c.classes[c.cls];
    if (v !== undefined && cls) {
      const at = c.pos(target);
      cls.w.push({ p: [target.name], e: { k: "var", v, at }, f: index, kind: "prop" });
      const t = fn.pt[i];
      cls.m.push({ n: target.name, kind: "field", at, ...(t ? { t } : {}) });
    }
  }
}
