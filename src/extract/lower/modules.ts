import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr } from "../ir.ts";
import { lowerClass } from "./classes.ts";
import type { Context } from "./context.ts";
import { lowerExpr } from "./expressions.ts";
import { lowerFunction } from "./functions.ts";

const nameOf = (node: TSESTree.Identifier | TSESTree.StringLiteral): string => (node.type === T.Identifier ? node.name : node.value);

export function lowerImport(c: Context, node: TSESTree.ImportDeclaration): void {
  const from = node.source.value;
  let isType = node.importKind === "type";
  for (const specifier of node.specifiers) {
    const v = c.lookup(specifier.local);
    const only = node.importKind === "type" || (specifier.type === T.ImportSpecifier && specifier.importKind === "type");
    const n =
      specifier.type === T.ImportSpecifier ? nameOf(specifier.imported) : specifier.type === T.ImportDefaultSpecifier ? "default" : "*";
    if (v !== undefined) c.define(v, only ? { k: "import", from, n, type: true } : { k: "import", from, n });
  }
  if (node.specifiers.length > 0 && node.specifiers.every((one) => one.type === T.ImportSpecifier && one.importKind === "type"))
    isType = true;
  if (!isType) c.imports.add(from);
}

export function lowerImportEquals(c: Context, node: TSESTree.TSImportEqualsDeclaration): void {
  const v = c.lookup(node.id);
  if (v === undefined) return;
  if (node.moduleReference.type === T.TSExternalModuleReference) {
    const source = node.moduleReference.expression;
    if (source.type !== T.Literal || typeof source.value !== "string") return;
    c.define(v, { k: "import", from: source.value, n: "=" });
    c.imports.add(source.value);
  } else {
    c.define(v, { k: "expr", e: entityExpr(c, node.moduleReference), path: [], f: c.fn });
  }
}

/** `Files.drop`, which is written as a type is. */
function entityExpr(c: Context, name: TSESTree.EntityName): Expr {
  if (name.type !== T.TSQualifiedName) return lowerExpr(c, name);
  return { k: "mem", o: entityExpr(c, name.left), p: name.right.name, at: c.pos(name) };
}

export function lowerExportNamed(c: Context, node: TSESTree.ExportNamedDeclaration, statement: (node: TSESTree.Statement) => void): void {
  const from = node.source?.value;
  if (from !== undefined && node.exportKind !== "type") c.imports.add(from);
  for (const specifier of node.specifiers) {
    const n = nameOf(specifier.exported);
    if (from !== undefined) {
      c.exports.push({ n, from, src: nameOf(specifier.local) });
      continue;
    }
    const v = c.lookup(specifier.local);
    if (v !== undefined) c.exports.push({ n, v });
    else c.exports.push({ n, e: lowerExpr(c, specifier.local) });
  }
  const { declaration } = node;
  if (!declaration) return;
  statement(declaration as TSESTree.Statement);
  const names =
    declaration.type === T.VariableDeclaration
      ? declaration.declarations.flatMap((one) => patternNames(one.id))
      : declaration.id?.type === T.Identifier
        ? [declaration.id]
        : [];
  for (const name of names) {
    const v = c.lookup(name);
    if (v !== undefined) c.exports.push({ n: name.name, v });
  }
}

export function lowerExportDefault(c: Context, node: TSESTree.ExportDefaultDeclaration, push: (e: Expr) => void): void {
  const { declaration } = node;
  if (declaration.type === T.FunctionDeclaration || declaration.type === T.ClassDeclaration) {
    const v = declaration.id ? c.lookup(declaration.id) : undefined;
    const e: Expr =
      declaration.type === T.ClassDeclaration ? { k: "cls", c: lowerClass(c, declaration) } : { k: "fn", f: lowerFunction(c, declaration) };
    if (v !== undefined) c.define(v, e.k === "cls" ? { k: "cls", c: e.c } : { k: "fn", f: (e as { f: number }).f });
    c.exports.push({ n: "default", e });
    push(e);
    return;
  }
  const e = lowerExpr(c, declaration);
  if (e.k === "var") c.exports.push({ n: "default", v: e.v });
  else c.exports.push({ n: "default", e });
  push(e);
}

export function lowerExportAll(c: Context, node: TSESTree.ExportAllDeclaration): void {
  const from = node.source.value;
  if (node.exportKind !== "type") c.imports.add(from);
  if (node.exported) c.exports.push({ n: nameOf(node.exported), from, src: "*" });
  else c.stars.push(from);
}

function patternNames(node: TSESTree.Node): TSESTree.Identifier[] {
  switch (node.type) {
    case T.Identifier:
      return [node];
    case T.ObjectPattern:
      return node.properties.flatMap((property) => patternNames(property.type === T.RestElement ? property.argument : property.value));
    case T.ArrayPattern:
      return node.elements.flatMap((element) => (element ? patternNames(element) : []));
    case T.AssignmentPattern:
      return patternNames(node.left);
    case T.RestElement:
      return patternNames(node.argument);
    default:
      return [];
  }
}
