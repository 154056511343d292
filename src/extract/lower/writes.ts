import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { CallExpr, Def, Expr, Pos, Step, Write } from "../ir.ts";
import { mentionsVariable, parts } from "../ir-walk.ts";
import type { Context } from "./context.ts";
import { keyed, lowerExpr } from "./expressions.ts";
import { bindPattern, pathExpr, untyped } from "./patterns.ts";

/** Lowers `target = value`; writes to members are kept with the variable or class that holds them. */
export function lowerAssignment(c: Context, node: TSESTree.AssignmentExpression): Expr {
  const left = untyped(node.left);
  const hint =
    left.type === T.Identifier
      ? left.name
      : left.type === T.MemberExpression && left.property.type === T.Identifier
        ? left.property.name
        : undefined;
  const isSure = c.statement === node && node.operator === "=" && left.type === T.Identifier;
  const e = c.withHint(hint ?? c.hint, () => lowerExpr(c, node.right));
  const f = c.fn;
  if (left.type === T.MemberExpression) {
    const target = lowerExpr(c, left);
    if (target.k === "mem" && typeof target.p !== "string") keyed(e, target.p);
    noteWrite(c, target, { p: [], e: isArithmetic(node) ? { k: "data", e: [e] } : e, f, kind: "prop" });
    return { k: "set", t: target, e, at: c.pos(node), ...(c.when.length > 0 && { when: c.when }) };
  }
  const at = c.pos(node);
  const own = left.type === T.Identifier ? c.lookup(left) : undefined;
  const asking = own === undefined || !isOfTexts(e) ? [] : c.when.filter(({ t }) => mentionsVariable(t, own));
  const when = asking.every(({ t }) => isOfTexts(t)) ? asking : [];
  const sets: Expr[] = [];
  const define = (path: Step[]): Def => {
    if (node.operator === "+=") return { k: "append", e, f };
    return isArithmetic(node) ? { k: "data" } : { k: "expr", e, path, f, ...(when.length > 0 && { when }) };
  };
  const assign = (member: TSESTree.MemberExpression, path: Step[]): void => {
    const t = lowerExpr(c, member);
    noteWrite(c, t, { p: [], e: pathExpr(e, path, at), f, kind: "prop" });
    // What is set is said by the write; here it stands once, behind them.
    sets.push({ k: "set", t, e: { k: "data" }, at });
  };
  c.reaching.surely(isSure, () => {
    bindPattern(c, left, define, [], assign);
  });
  return sets.length > 0 ? { k: "seq", e: [...sets, e] } : e;
}

/** Whether an expression is made of texts by their own methods alone: it runs nothing else. */
function isOfTexts(e: Expr): boolean {
  let is = e.k !== "fn" && e.k !== "cls" && e.k !== "obj" && e.k !== "import" && e.k !== "jsx";
  if (e.k === "call") is &&= e.kind === undefined && e.f.k === "mem" && (e.f.o.k === "var" || e.f.o.k === "call" || e.f.o.k === "lit");
  parts(e, (part) => {
    is &&= isOfTexts(part);
  });
  return is;
}

/** Whether what is assigned is worked out of what was there: `x -= 1`. */
const isArithmetic = ({ operator }: TSESTree.AssignmentExpression): boolean => !["=", "||=", "&&=", "??="].includes(operator);

/** `for (o.p of list)`: a write of each element. */
export function noteElements(c: Context, member: Expr, source: Expr, path: Step[], at: Pos): void {
  noteWrite(c, member, { p: [], e: pathExpr({ k: "spread", e: source }, path, at), f: c.fn, kind: "prop" });
}

/** `x++` and `--o.p`: a write of a number that is not known. */
export function lowerUpdate(c: Context, node: TSESTree.UpdateExpression): Expr {
  const target = lowerExpr(c, untyped(node.argument));
  const e: Expr = { k: "data", e: [target] };
  if (target.k === "var") c.define(target.v, { k: "data" });
  else if (target.k === "mem") {
    noteWrite(c, target, { p: [], e: { k: "data" }, f: c.fn, kind: "prop" });
    return { k: "set", t: target, e, at: c.pos(node) };
  }
  return e;
}

/** Something is taken out of a container: from here on its contents are not certain. */
export function noteRemoval(c: Context, container: Expr): void {
  noteWrite(c, container, { p: [], e: { k: "void" }, f: c.fn, kind: "elem" });
}

/** A step from a value to a part of it: by a name, or by a key that is computed. */
type Part = string | Expr;

/** What a target starts from, and the parts that lead from there to it. */
function partsOf(target: Expr): { readonly root: Expr; readonly steps: readonly Part[] } {
  const steps: Part[] = [];
  for (let here = target; ;) {
    if (here.k === "mem") {
      steps.unshift(here.p);
      here = here.o;
    } else if (here.k === "call" && here.f.k === "mem" && here.f.p === "get" && here.a[0]) {
      steps.unshift(here.a[0]);
      here = here.f.o;
    } else if (here.k === "as") here = here.e;
    else if (here.k === "set") here = here.t;
    else return { root: here, steps };
  }
}

/** Whether a condition is about what a function is given alone: what an instance, or anything that is kept, is at that time is not known. */
function isOfParameters(c: Context, e: Expr): boolean {
  if (e.k === "var") return c.vars[e.v]?.d.every(({ k }) => k === "param") === true;
  if (e.k === "mem") return typeof e.p === "string" && isOfParameters(c, e.o);
  if (e.k === "un") return isOfParameters(c, e.e);
  return e.k === "bin" || e.k === "logic" ? isOfParameters(c, e.l) && isOfParameters(c, e.r) : e.k === "lit";
}

/** Files a write under the variable, class or CommonJS export object that its target starts from. */
function noteWrite(c: Context, target: Expr, write: Write): void {
  const { root, steps } = partsOf(target);
  const at = steps.findIndex((step) => typeof step !== "string");
  const names = steps.filter((step) => typeof step === "string");
  const [key] = at === -1 ? [] : [steps[at] as Expr];
  const entry: Write =
    key === undefined
      ? { ...write, p: names }
      : { ...write, p: steps.slice(0, at) as string[], kind: "entry", key, e: held(c, steps.slice(at + 1), write) };
  if (c.loop && (entry.kind === "entry" || entry.kind === "elem") && c.loop.v.length > 0) {
    entry.loop = c.loop;
    if (c.when.length > 0) entry.when = c.when;
  }
  if (entry.kind === "prop" && root.k === "var" && c.when.length > 0 && c.when.every(({ t }) => isOfParameters(c, t))) entry.when = c.when;
  if (root.k === "var") c.write(root.v, entry);
  else if ((root.k === "this" || root.k === "super") && c.self) c.self.w.push(entry);
  else if ((root.k === "this" || root.k === "super") && c.cls !== undefined) c.classes[c.cls]?.w.push(entry);
  else if (root.k === "glob" && key === undefined) noteCommonJs(c, root.n, names, write);
}

/** A list with an element somewhere: `[e].slice()`. */
const listOf = (c: Context, e: Expr): Expr => ({
  k: "call",
  i: c.site(),
  f: { k: "mem", o: { k: "arr", i: c.site(), e: [e], at: 0 }, p: "slice", at: 0 },
  a: [],
  at: 0,
});

/** What holds that something is written below it, as an entry says it: of `registry[key].push(one)`, a list with `one` in it. */
function held(c: Context, steps: readonly Part[], { e, kind, key }: Write): Expr {
  const part = (step: Part, value: Expr): Expr => ({
    k: "obj",
    i: c.site(),
    p: [typeof step === "string" ? { n: step, e: value, at: 0 } : { x: step, e: value, at: 0 }],
    at: 0,
  });
  // Where in a list it stands is not known.
  const inner = kind === "elem" ? listOf(c, e) : kind === "entry" && key ? part(key, e) : e;
  return steps.reduceRight<Expr>((value, step) => part(step, value), inner);
}

function noteCommonJs(c: Context, root: string, path: string[], write: Write): void {
  if (write.kind !== "prop" && write.kind !== "spread") return;
  if (root === "module" && path[0] === "exports") c.cjs.push({ p: path.slice(1), e: write.e, f: write.f });
  else if (root === "exports") c.cjs.push({ p: path, e: write.e, f: write.f });
}

const APPENDERS = new Set(["push", "unshift", "add", "append", "enqueue"]);

/** Of `list.splice(start, count, ...elements)`: where the elements begin. */
const SPLICED = 2;
const REMOVERS = new Set(["pop", "shift", "splice", "clear", "delete"]);

const mayRun = ({ k }: Expr): boolean => k === "fn" || k === "var" || k === "mem";
const mayBeKept = ({ k }: Expr): boolean => k !== "lit" && k !== "tpl" && k !== "fn";

/** Notes calls that put a value into a container: `list.push(x)`, `map.set(k, x)`, `Object.assign(o, x)`. */
export function noteContainerWrite(c: Context, call: CallExpr): void {
  const { f: callee, a } = call;
  if (callee.k !== "mem" || typeof callee.p !== "string") return;
  const f = c.fn;
  if (callee.o.k === "glob" && (callee.o.n === "Object" || callee.o.n === "Reflect")) {
    const [target, second, third] = a;
    if (!target || !second) return;
    if (callee.p === "assign") for (const source of a.slice(1)) noteWrite(c, target, { p: [], e: source, f, kind: "spread" });
    if (callee.p === "defineProperty" && third?.k === "obj") {
      const p = second.k === "lit" ? String(second.v) : second;
      for (const property of third.p) {
        if (!("n" in property)) continue;
        const at = call.at;
        const value: Expr = property.n === "get" ? { k: "call", i: c.site(), f: property.e, a: [], at } : property.e;
        if (property.n === "get" || property.n === "value")
          noteWrite(c, { k: "mem", o: target, p, at }, { p: [], e: value, f, kind: "prop" });
      }
    }
    return;
  }
  if (APPENDERS.has(callee.p)) {
    for (const element of a) noteWrite(c, callee.o, { p: [], e: element, f, kind: "elem" });
  } else if (REMOVERS.has(callee.p)) {
    noteRemoval(c, callee.o);
    // Of a list of arguments it is not seen where the elements begin.
    const first = a.slice(0, SPLICED).some(({ k }) => k === "spread") ? 0 : SPLICED;
    if (callee.p === "splice") for (const element of a.slice(first)) noteWrite(c, callee.o, { p: [], e: element, f, kind: "elem" });
  } else if (a[0] && (callee.p === "enterWith" || (callee.p === "run" && a[1] && mayRun(a[1]) && mayBeKept(a[0])))) {
    // What an AsyncLocalStorage is run with is what it holds.
    noteWrite(c, callee.o, { p: [], e: a[0], f, kind: "elem" });
  } else if (callee.p === "set" && a[0] && a[1]) {
    noteWrite(c, callee.o, { p: [], e: a[1], f, kind: "entry", key: a[0] });
  }
}
