import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { CallExpr, Expr, ObjExpr, Prop, TypeRef, Write } from "../ir.ts";
import { lowerClass } from "./classes.ts";
import type { Context } from "./context.ts";
import { lowerFunction } from "./functions.ts";
import { lowerElement } from "./jsx.ts";
import { narrowedReceiver, toldBy } from "./narrowing.ts";
import { lowerType } from "./types.ts";
import { lowerAssignment, lowerUpdate, noteContainerWrite, noteRemoval } from "./writes.ts";

const VOID: Expr = { k: "void" };

/** The static name of a property, or undefined when it is computed from something else than a literal. */
export function propertyName(node: { key: TSESTree.Node; computed: boolean }): string | undefined {
  const { key } = node;
  if (!node.computed && key.type === T.Identifier) return key.name;
  if (key.type === T.PrivateIdentifier) return `#${key.name}`;
  if (key.type === T.MemberExpression && !key.computed && key.property.type === T.Identifier) {
    // `[Symbol.iterator]` and `[util.inspect.custom]`: names that the language and Node call by themselves.
    if (key.object.type === T.Identifier && key.object.name === "Symbol") return `@@${key.property.name}`;
    if (key.property.name === "custom") return "@@inspect";
  }
  if (key.type === T.Literal && (typeof key.value === "string" || typeof key.value === "number")) return String(key.value);
  return undefined;
}

/** Lowers one expression; operands that cannot carry a function or a resource are kept only for their calls. */
export function lowerExpr(c: Context, node: TSESTree.Node): Expr {
  const { expected } = c;
  c.expected = undefined;
  const same = (inner: TSESTree.Node): Expr => c.expecting(expected, () => lowerExpr(c, inner));
  switch (node.type) {
    case T.Identifier:
      return lowerName(c, node);
    case T.Literal:
      return "regex" in node ? { k: "data", re: `/${node.regex.pattern}/${node.regex.flags}` } : literal(node.value);
    case T.TemplateLiteral:
      return {
        k: "tpl",
        q: node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
        e: node.expressions.map((part) => lowerExpr(c, part)),
      };
    case T.MemberExpression:
      return lowerMember(c, node);
    case T.ChainExpression:
    case T.TSNonNullExpression:
    case T.TSInstantiationExpression:
      return same(node.expression);
    case T.TSAsExpression:
    case T.TSTypeAssertion:
    case T.TSSatisfiesExpression: {
      const t = lowerType(c, node.typeAnnotation);
      const e = c.expecting(t, () => lowerExpr(c, node.expression));
      return t.k === "other" || t.k === "data" ? e : { k: "as", e, t };
    }
    case T.CallExpression:
    case T.NewExpression:
      return lowerCall(c, node);
    case T.TaggedTemplateExpression:
      return {
        k: "call",
        i: c.site(),
        f: lowerExpr(c, node.tag),
        a: [lowerExpr(c, node.quasi), ...node.quasi.expressions.map((part) => lowerExpr(c, part))],
        at: c.pos(node),
        kind: 2,
        ...hintOf(c),
      };
    case T.ArrowFunctionExpression:
    case T.FunctionExpression:
      return { k: "fn", f: lowerFunction(c, node, expected && node.params.some((one) => !isTyped(one)) ? { ct: expected } : {}) };
    case T.ClassExpression:
      return { k: "cls", c: lowerClass(c, node) };
    case T.ObjectExpression:
      return lowerObject(c, node, expected);
    case T.ArrayExpression: {
      const i = c.site();
      const e = c.withHint(undefined, () =>
        node.elements.map((element) => (element ? c.expecting(expected && { k: "elem", t: expected }, () => lowerExpr(c, element)) : VOID)),
      );
      if (e.length === 2) keyed(e[1], e[0]);
      return { k: "arr", i, e, at: c.pos(node) };
    }
    case T.SpreadElement:
      return { k: "spread", e: lowerExpr(c, node.argument) };
    case T.ConditionalExpression:
      return {
        k: "cond",
        t: lowerExpr(c, node.test),
        a: c.telling(toldBy(c, node.test, true), () => same(node.consequent)),
        b: c.telling(toldBy(c, node.test, false), () => same(node.alternate)),
      };
    case T.LogicalExpression: {
      const told = node.operator === "??" ? [] : toldBy(c, node.left, node.operator === "&&");
      return { k: "logic", op: node.operator, l: same(node.left), r: c.telling(told, () => same(node.right)) };
    }
    case T.SequenceExpression:
      return { k: "seq", e: node.expressions.map((part) => lowerExpr(c, part)) };
    case T.AssignmentExpression:
      return lowerAssignment(c, node);
    case T.BinaryExpression: {
      if (node.operator === "+") return lowerConcat(c, node);
      const l = node.left.type === T.PrivateIdentifier ? VOID : lowerExpr(c, node.left);
      return { k: "bin", op: node.operator, l, r: lowerExpr(c, node.right) };
    }
    case T.UnaryExpression: {
      const e = lowerExpr(c, node.argument);
      if (node.operator === "delete" && e.k === "mem") noteRemoval(c, e.o);
      return { k: "un", op: node.operator, e, at: c.pos(node) };
    }
    case T.UpdateExpression:
      return lowerUpdate(c, node);
    case T.AwaitExpression:
      return { k: "await", e: lowerExpr(c, node.argument) };
    case T.YieldExpression:
      return node.argument ? { k: "yield", e: lowerExpr(c, node.argument), ...(node.delegate ? { of: true as const } : {}) } : VOID;
    case T.ThisExpression:
      return { k: "this" };
    case T.Super:
      // Of an object literal: what it is made to inherit from.
      return { k: "super", ...(c.cls !== undefined && { c: c.cls }) };
    case T.ImportExpression:
      return { k: "import", e: lowerExpr(c, node.source), at: c.pos(node) };
    case T.MetaProperty:
      // `new.target`: the class that is being made.
      return node.meta.name === "import" ? { k: "meta" } : { k: "mem", o: { k: "this" }, p: "constructor", at: c.pos(node) };
    case T.JSXElement:
    case T.JSXFragment:
      return lowerElement(c, node);
    case T.JSXExpressionContainer:
    case T.JSXSpreadChild:
      return lowerExpr(c, node.expression);
    default:
      return { k: "data" };
  }
}

function literal(value: unknown): Expr {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) return { k: "lit", v: value };
  return { k: "data" };
}

function lowerName(c: Context, node: TSESTree.Identifier): Expr {
  const variable = c.lookup(node);
  if (variable !== undefined) return c.read(variable, c.pos(node));
  if (node.name === "undefined") return VOID;
  if (node.name === "NaN" || node.name === "Infinity") return { k: "data" };
  if (node.name === "arguments") {
    for (let f = c.fn, fn = c.fns[f]; fn; f = fn.up, fn = c.fns[f]) {
      fn.args = true;
      if (!fn.arrow || f === 0) break;
    }
  }
  return { k: "glob", n: node.name, at: c.pos(node) };
}

function lowerMember(c: Context, node: TSESTree.MemberExpression): Expr {
  const o = lowerExpr(c, node.object);
  const at = c.pos(node);
  if (!node.computed)
    return { k: "mem", o, p: node.property.type === T.PrivateIdentifier ? `#${node.property.name}` : node.property.name, at };
  const p = lowerExpr(c, node.property);
  return { k: "mem", o, p: p.k === "lit" ? String(p.v) : p, at };
}

/** `a + b + c` as one template; additions of numbers come out as templates too, which is harmless. */
function lowerConcat(c: Context, node: TSESTree.BinaryExpression): Expr {
  const parts: TSESTree.Node[] = [];
  let left: TSESTree.Node = node;
  while (left.type === T.BinaryExpression && left.operator === "+") {
    parts.unshift(left.right);
    left = left.left;
  }
  parts.unshift(left);
  return { k: "tpl", q: Array.from({ length: parts.length + 1 }, () => ""), e: parts.map((part) => lowerExpr(c, part)) };
}

function lowerCall(c: Context, node: TSESTree.CallExpression | TSESTree.NewExpression): Expr {
  const i = c.site();
  const own = hintOf(c);
  const f = c.withHint(c.hint, () => lowerExpr(c, node.callee));
  const a = node.arguments.map((argument, at) =>
    c.expecting(LITERALS.has(argument.type) ? { k: "arg", e: f, i: at } : undefined, () => lowerExpr(c, argument)),
  );
  const call: CallExpr = { k: "call", i, f, a, at: c.pos(node), ...own };
  if (node.type === T.NewExpression) call.kind = 1;
  const types = node.typeArguments?.params.map((type) => lowerType(c, type));
  if (types && types.length > 0) call.t = types;
  if (f.k === "mem" && f.p === "set") keyed(a[1], a[0]);
  noteContainerWrite(c, call);
  if (f.k === "mem") f.o = narrowedReceiver(c, f.o);
  return call;
}

const memberOf = (type: TypeRef | undefined, n: string | undefined): TypeRef | undefined =>
  type && (n === undefined ? { k: "elem", t: type } : { k: "member", t: type, n });

/** Tells a call under which computed key its result is kept: `[k, f()]`, `{ [k]: f() }`, `map.set(k, f())`, `o[k] = f()`. */
export function keyed(value: Expr | undefined, key: Expr | undefined): void {
  if (value?.k === "call" && value.hint === undefined && key) value.key = key;
}

function hintOf(c: Context): { hint?: string } {
  return c.hint === undefined ? {} : { hint: c.hint };
}

/** Expressions whose parts are typed by what is expected of them. */
const LITERALS: ReadonlySet<TSESTree.Node["type"]> = new Set([
  T.ArrowFunctionExpression,
  T.FunctionExpression,
  T.ObjectExpression,
  T.ArrayExpression,
]);

function isTyped(parameter: TSESTree.Parameter): boolean {
  if (parameter.type === T.TSParameterProperty) return true;
  // One parser says `undefined` where there is none, another `null`.
  return Boolean((parameter.type === T.AssignmentPattern ? parameter.left : parameter).typeAnnotation);
}

function lowerObject(c: Context, node: TSESTree.ObjectExpression, expected: TypeRef | undefined): Expr {
  const i = c.site();
  const own = hintOf(c);
  const w: Write[] = [];
  const p = node.properties.map((property): Prop => {
    const at = c.pos(property);
    if (property.type === T.SpreadElement) return { s: lowerExpr(c, property.argument), at };
    const n = propertyName(property);
    const holder = property.value.type === T.FunctionExpression ? { w } : undefined;
    const e = c.holding(holder, () => c.withHint(n, () => c.expecting(memberOf(expected, n), () => lowerExpr(c, property.value))));
    if (n === undefined) {
      const key = lowerExpr(c, property.key);
      keyed(e, key);
      return { x: key, e, at };
    }
    if (property.kind === "get") {
      c.getters.add(n);
      return { n, e, at, g: 1 };
    }
    return property.kind === "set" ? { n, e, at, g: 2 } : { n, e, at };
  });
  const object: ObjExpr = { k: "obj", i, p, at: c.pos(node), ...own, ...(w.length > 0 && { w }) };
  for (const prop of p) {
    const fn = "s" in prop || prop.e.k !== "fn" ? undefined : c.fns[prop.e.f];
    if (fn && !fn.arrow) fn.o = object;
  }
  return object;
}
