import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Expr, Stmt, Write } from "../ir.ts";
import { heritageType, lowerClass } from "./classes.ts";
import type { Context } from "./context.ts";
import { lowerExpr } from "./expressions.ts";
import { expectedResult, lowerFunction } from "./functions.ts";
import { lowerExportAll, lowerExportDefault, lowerExportNamed, lowerImport, lowerImportEquals } from "./modules.ts";
import { annotation, bindPattern, pathExpr } from "./patterns.ts";
import { toldBehind, toldBy } from "./narrowing.ts";
import { callable, lowerMembers, lowerType, lowerTypeParameters } from "./types.ts";
import { noteElements } from "./writes.ts";

export function lowerBlock(c: Context, body: readonly TSESTree.Statement[]): Stmt[] {
  const out: Stmt[] = [];
  c.telling([], () => {
    c.reaching.list(body, (statement) => {
      lowerStatement(c, statement, out);
      c.told = [...c.told, ...toldBehind(c, statement)];
    });
  });
  return out;
}

const single = (c: Context, node: TSESTree.Statement): Stmt[] => lowerBlock(c, node.type === T.BlockStatement ? node.body : [node]);

/** Lowers one statement onto `out`. Only the control flow that decides what runs is kept. */
export function lowerStatement(c: Context, node: TSESTree.Statement, out: Stmt[]): void {
  const push = (e: Expr): void => {
    out.push({ k: "e", e });
  };
  switch (node.type) {
    case T.ExpressionStatement:
      c.statement = node.expression;
      push(lowerExpr(c, node.expression));
      return;
    case T.VariableDeclaration:
      lowerVariables(c, node, push);
      return;
    case T.FunctionDeclaration:
    case T.TSDeclareFunction: {
      if (!node.body) return;
      // It may be called above the tests that stand before it.
      const f = c.untold(() => lowerFunction(c, node));
      const v = node.id ? c.lookup(node.id) : undefined;
      if (v !== undefined) c.define(v, { k: "fn", f });
      return;
    }
    case T.ClassDeclaration: {
      const cls = lowerClass(c, node);
      const v = node.id ? c.lookup(node.id) : undefined;
      if (v !== undefined) c.define(v, { k: "cls", c: cls });
      push({ k: "cls", c: cls });
      return;
    }
    case T.ReturnStatement:
      out.push(lowerReturn(c, node));
      return;
    case T.ThrowStatement:
      out.push({ k: "throw", e: lowerExpr(c, node.argument) });
      return;
    case T.IfStatement: {
      const t = lowerExpr(c, node.test);
      const { test, consequent, alternate } = node;
      const way = (is: boolean, node: TSESTree.Statement): Stmt[] =>
        c.telling(toldBy(c, test, is), () => c.provided({ t, is }, () => single(c, node)));
      const a = way(true, consequent);
      out.push({ k: "if", t, a, b: alternate ? way(false, alternate) : [] });
      return;
    }
    case T.SwitchStatement:
      out.push({
        k: "switch",
        d: lowerExpr(c, node.discriminant),
        c: node.cases.map((one) => ({ t: one.test ? lowerExpr(c, one.test) : null, b: lowerBlock(c, one.consequent) })),
      });
      return;
    case T.BlockStatement:
      out.push({ k: "block", b: lowerBlock(c, node.body) });
      return;
    case T.TryStatement:
      if (node.handler?.param) bindPattern(c, node.handler.param, () => ({ k: "data" }));
      out.push({
        k: "try",
        b: single(c, node.block),
        // An empty handler still catches.
        h: node.handler ? [{ k: "e", e: { k: "void" } }, ...single(c, node.handler.body)] : [],
        f: node.finalizer ? single(c, node.finalizer) : [],
      });
      return;
    case T.BreakStatement:
      out.push(node.label ? { k: "break", far: true } : { k: "break" });
      return;
    case T.ContinueStatement:
      out.push({ k: "break", far: true });
      return;
    case T.LabeledStatement:
      out.push({ k: "label", b: single(c, node.body) });
      return;
    case T.WithStatement:
      push(lowerExpr(c, node.object));
      lowerStatement(c, node.body, out);
      return;
    default:
      if (!lowerLoop(c, node, out)) lowerDeclaration(c, node, push);
  }
}

function lowerLoop(c: Context, node: TSESTree.Statement, out: Stmt[]): boolean {
  switch (node.type) {
    case T.WhileStatement:
    case T.DoWhileStatement:
      c.reaching.loop(() => {
        out.push({ k: "e", e: lowerExpr(c, node.test) }, { k: "loop", v: [], e: null, b: single(c, node.body) });
      });
      return true;
    case T.ForStatement:
      if (node.init?.type === T.VariableDeclaration) lowerStatement(c, node.init, out);
      else if (node.init) out.push({ k: "e", e: lowerExpr(c, node.init) });
      c.reaching.loop(() => {
        for (const part of [node.test, node.update]) if (part) out.push({ k: "e", e: lowerExpr(c, part) });
        out.push({ k: "loop", v: [], e: null, b: single(c, node.body) });
      });
      return true;
    case T.ForInStatement:
    case T.ForOfStatement: {
      const e = lowerExpr(c, node.right);
      const f = c.fn;
      const target = node.left.type === T.VariableDeclaration ? node.left.declarations[0]?.id : node.left;
      const of = node.type === T.ForOfStatement;
      const source: Expr = of ? e : { k: "call", i: c.site(), f: KEYS, a: [e], at: c.pos(node) };
      const sets: Stmt[] = [];
      const bound = target
        ? c.defining(() => {
            bindPattern(
              c,
              target,
              (path) => ({ k: "elem", e: source, path, f }),
              [],
              (member, path) => {
                const t = lowerExpr(c, member);
                noteElements(c, t, source, path, c.pos(node));
                sets.push({ k: "e", e: { k: "set", t, e: { k: "data" }, at: c.pos(node) } });
              },
            );
          })
        : [];
      const head = { v: bound, e: source };
      out.push({ k: "loop", ...head, b: [...sets, ...c.looping(head, () => c.reaching.loop(() => single(c, node.body)))] });
      return true;
    }
    default:
      return false;
  }
}

function lowerReturn(c: Context, { argument }: TSESTree.ReturnStatement): Stmt {
  if (!argument) return { k: "ret" };
  const fn = c.fns[c.fn];
  return { k: "ret", e: c.expecting(fn && expectedResult(fn), () => lowerExpr(c, argument)) };
}

const KEYS: Expr = { k: "mem", o: { k: "glob", n: "Object", at: 0 }, p: "keys", at: 0 };

function lowerVariables(c: Context, node: TSESTree.VariableDeclaration, push: (e: Expr) => void): void {
  const f = c.fn;
  for (const declarator of node.declarations) {
    const { id, init } = declarator;
    if (!init) {
      if (id.type === T.Identifier) {
        const v = c.lookup(id);
        const type = annotation(c, id);
        const variable = v === undefined ? undefined : c.vars[v];
        if (variable && type) variable.t = type;
      }
      continue;
    }
    const e = c.withHint(id.type === T.Identifier ? id.name : undefined, () => c.expecting(annotation(c, id), () => lowerExpr(c, init)));
    if (id.type === T.Identifier) {
      push(e);
      c.reaching.surely(true, () => {
        bindPattern(c, id, (path) => ({ k: "expr", e, path, f }));
      });
      continue;
    }
    const at = c.pos(id);
    bindPattern(c, id, (path) => {
      push(pathExpr(e, path, at));
      return { k: "expr", e, path, f };
    });
  }
}

function lowerDeclaration(c: Context, node: TSESTree.Statement, push: (e: Expr) => void): void {
  switch (node.type) {
    case T.ImportDeclaration:
      lowerImport(c, node);
      return;
    case T.ExportNamedDeclaration:
      lowerExportNamed(c, node, (declaration) => {
        const out: Stmt[] = [];
        lowerStatement(c, declaration, out);
        for (const statement of out) if (statement.k === "e") push(statement.e);
      });
      return;
    case T.ExportDefaultDeclaration:
      lowerExportDefault(c, node, push);
      return;
    case T.ExportAllDeclaration:
      lowerExportAll(c, node);
      return;
    case T.TSImportEqualsDeclaration:
      lowerImportEquals(c, node);
      return;
    case T.TSExportAssignment:
      c.cjs.push({ p: [], e: lowerExpr(c, node.expression), f: c.fn });
      return;
    case T.TSInterfaceDeclaration: {
      const v = c.lookup(node.id);
      lowerTypeParameters(c, node.typeParameters);
      if (v === undefined) return;
      const t = node.extends.length === 0 ? callable(c, node.body.body) : undefined;
      const x = node.extends.map((type) => heritageType(c, type));
      c.define(v, t ? { k: "alias", t } : { k: "iface", x, m: lowerMembers(c, node.body.body) });
      return;
    }
    case T.TSTypeAliasDeclaration: {
      const v = c.lookup(node.id);
      lowerTypeParameters(c, node.typeParameters);
      if (v !== undefined) c.define(v, { k: "alias", t: lowerType(c, node.typeAnnotation) });
      return;
    }
    case T.TSEnumDeclaration: {
      const v = c.lookup(node.id);
      const m = node.body.members.map((member): [string, Expr] => [
        member.id.type === T.Identifier ? member.id.name : member.id.value,
        member.initializer ? lowerExpr(c, member.initializer) : { k: "data" },
      ]);
      for (const [, e] of m) push(e);
      if (v !== undefined) c.define(v, { k: "enum", m });
      return;
    }
    case T.TSModuleDeclaration:
      lowerNamespace(c, node, push);
      return;
    default:
  }
}

/** What only says something of types, or names what does. */
const OF_TYPES: ReadonlySet<T> = new Set([
  T.TSInterfaceDeclaration,
  T.TSTypeAliasDeclaration,
  T.TSModuleDeclaration,
  T.ExportNamedDeclaration,
]);
const isOfTypes = (node: TSESTree.Node): boolean =>
  OF_TYPES.has(node.type) && (node.type !== T.ExportNamedDeclaration || !node.declaration || isOfTypes(node.declaration));

function lowerNamespace(c: Context, node: TSESTree.TSModuleDeclaration, push: (e: Expr) => void): void {
  if (node.id.type !== T.Identifier || !node.body) return;
  const v = c.lookup(node.id);
  const first = c.exports.length;
  // Of one that is only declared, nothing runs.
  const body = node.declare ? node.body.body.filter(isOfTypes) : node.body.body;
  const w: Write[] = [];
  const holder = { w, ...(v !== undefined && { ns: v }) };
  for (const statement of c.holding(holder, () => lowerBlock(c, body))) if (statement.k === "e") push(statement.e);
  const members = c.exports.splice(first).flatMap((one): [string, number][] => (one.v === undefined ? [] : [[one.n, one.v]]));
  // What stands in one that is only declared is exported, whether it says so or not.
  for (const one of node.declare ? body : []) {
    if (!("id" in one) || one.id?.type !== T.Identifier) continue;
    const own = c.lookup(one.id);
    if (own !== undefined) members.push([one.id.name, own]);
  }
  if (v === undefined) return;
  c.define(v, { k: "ns", m: members, ...(node.declare && { declared: true }) });
  for (const write of w) c.write(v, write);
}
