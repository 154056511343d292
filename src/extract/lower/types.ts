import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr, TypeMember, TypeRef } from "../ir.ts";
import type { Context } from "./context.ts";

const DATA: TypeRef = { k: "data" };
const OTHER: TypeRef = { k: "other" };

/** Wrapper types that stand for their argument when one asks "which value is it?". */
const TRANSPARENT = new Set([
  "Promise",
  "PromiseLike",
  "Awaited",
  "WeakRef",
  "Readonly",
  "Required",
  "Partial",
  "NonNullable",
  "Omit",
  "Pick",
  "Extract",
  "Exclude",
]);
const CONTAINERS = new Set(["Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "AsyncIterable", "IterableIterator"]);

/** Reads a type annotation as syntax; what it cannot say anything about is `other`. */
export function lowerType(c: Context, node: TSESTree.TypeNode): TypeRef {
  switch (node.type) {
    case T.TSStringKeyword:
    case T.TSNumberKeyword:
    case T.TSBooleanKeyword:
    case T.TSBigIntKeyword:
    case T.TSNullKeyword:
    case T.TSUndefinedKeyword:
    case T.TSVoidKeyword:
    case T.TSNeverKeyword:
    case T.TSSymbolKeyword:
    case T.TSLiteralType:
    case T.TSTemplateLiteralType:
    case T.TSTypePredicate:
      return DATA;
    case T.TSTypeReference: {
      const a = node.typeArguments?.params.map((type) => lowerType(c, type));
      const name = reference(c, node.typeName);
      if (name.k === "ref" && name.v === undefined && a && a.length > 0) {
        const first = a[0] ?? OTHER;
        const last = a.at(-1) ?? OTHER;
        if (TRANSPARENT.has(name.n)) return first;
        if (CONTAINERS.has(name.n)) return { k: "array", t: first };
        if (name.n === "ReturnType") return { k: "result", t: first };
        if (name.n === "Record" || name.n === "Map" || name.n === "ReadonlyMap") return { k: "array", t: last };
      }
      return name.k === "ref" && a && a.length > 0 ? { ...name, a } : name;
    }
    case T.TSUnionType: {
      const parts = node.types.map((type) => lowerType(c, type));
      return parts.every((part) => part.k === "data") ? DATA : { k: "union", t: parts };
    }
    case T.TSIntersectionType:
      return { k: "union", t: node.types.map((type) => lowerType(c, type)) };
    case T.TSArrayType:
      return { k: "array", t: lowerType(c, node.elementType) };
    case T.TSTypeOperator:
      return node.typeAnnotation ? lowerType(c, node.typeAnnotation) : OTHER;
    case T.TSFunctionType:
      return lowerSignature(c, node);
    case T.TSImportType:
      return importedType(c, node);
    case T.TSTypeLiteral:
      return callable(c, node.members) ?? membersByAnyName(c, node.members) ?? { k: "obj", m: lowerMembers(c, node.members) };
    case T.TSTypeQuery: {
      if (node.exprName.type === T.TSImportType) return OTHER;
      const name = reference(c, node.exprName);
      if (name.k !== "ref") return OTHER;
      const root =
        name.v === undefined ? ({ k: "glob", n: name.n, at: c.pos(node) } as const) : ({ k: "var", v: name.v, at: c.pos(node) } as const);
      return { k: "typeof", e: (name.q ?? []).reduce<Expr>((o, p) => ({ k: "mem", o, p, at: c.pos(node) }), root) };
    }
    case T.TSIndexedAccessType: {
      const index = node.indexType;
      if (index.type === T.TSLiteralType && index.literal.type === T.Literal && typeof index.literal.value === "string") {
        return { k: "member", t: lowerType(c, node.objectType), n: index.literal.value };
      }
      return OTHER;
    }
    default:
      return OTHER;
  }
}

/** `import("pkg").Name`. */
function importedType(c: Context, { qualifier, source }: TSESTree.TSImportType): TypeRef {
  const names: string[] = [];
  let here = qualifier;
  for (; here?.type === T.TSQualifiedName; here = here.left) names.unshift(here.right.name);
  if (here?.type !== T.Identifier || typeof source.value !== "string") return OTHER;
  const v = c.imported(source.value, here.name);
  return { k: "ref", v, n: here.name, ...(names.length > 0 && { q: names }) };
}

/** `{ [name: string]: T }`: what is in it, by whatever name. */
function membersByAnyName(c: Context, members: readonly TSESTree.TypeElement[]): TypeRef | undefined {
  const [only, another] = members;
  if (only?.type !== T.TSIndexSignature || another || !only.typeAnnotation) return undefined;
  return { k: "array", t: lowerType(c, only.typeAnnotation.typeAnnotation) };
}

/** `{ (input: string): Promise<Response> }`: a function, in all the ways that it is called. */
export function callable(c: Context, members: readonly TSESTree.TypeElement[]): TypeRef | undefined {
  const ways = members.flatMap((member) => (member.type === T.TSCallSignatureDeclaration ? [lowerSignature(c, member)] : []));
  const [only, another] = ways;
  return only && ways.length === members.length ? (another ? { k: "union", t: ways } : only) : undefined;
}

type Signature = TSESTree.TSFunctionType | TSESTree.TSMethodSignature | TSESTree.TSCallSignatureDeclaration;

function lowerSignature(c: Context, { params, returnType }: Signature): TypeRef {
  const r = returnType ? lowerType(c, returnType.typeAnnotation) : OTHER;
  const p = params.map((one) => (one.type === T.Identifier && one.typeAnnotation ? lowerType(c, one.typeAnnotation.typeAnnotation) : null));
  return p.every((type) => type === null) ? { k: "fn", r } : { k: "fn", r, p };
}

/** Defines type parameters; `owner` is the class that has them. */
export function lowerTypeParameters(c: Context, node: TSESTree.TSTypeParameterDeclaration | undefined, owner?: number): void {
  node?.params.forEach((parameter, i) => {
    const v = c.lookup(parameter.name);
    const bound = parameter.constraint ?? parameter.default;
    if (v === undefined) return;
    c.define(v, { k: "tparam", i, ...(owner === undefined ? {} : { c: owner }), ...(bound ? { t: lowerType(c, bound) } : {}) });
  });
}

function reference(c: Context, name: TSESTree.EntityName): TypeRef {
  if (name.type === T.Identifier) {
    const v = c.lookup(name);
    return v === undefined ? { k: "ref", n: name.name } : { k: "ref", v, n: name.name };
  }
  if (name.type === T.TSQualifiedName) {
    const left = reference(c, name.left);
    return left.k === "ref" ? { ...left, q: [...(left.q ?? []), name.right.name] } : OTHER;
  }
  return OTHER;
}

/** The named members of an interface or type literal, with their types. */
export function lowerMembers(c: Context, members: readonly TSESTree.TypeElement[]): TypeMember[] {
  return members.flatMap((member): TypeMember[] => {
    if (member.type !== T.TSPropertySignature && member.type !== T.TSMethodSignature) return [];
    if (member.key.type !== T.Identifier || member.computed) return [];
    const type: TypeRef =
      member.type === T.TSMethodSignature
        ? lowerSignature(c, member)
        : member.typeAnnotation
          ? lowerType(c, member.typeAnnotation.typeAnnotation)
          : OTHER;
    return [member.optional ? [member.key.name, type, true] : [member.key.name, type]];
  });
}
