import type { CallExpr, Condition, Expr, ModuleSummary, ObjExpr, Stmt } from "./ir.ts";

/** Calls `visit` for every direct part of an expression; nested functions and classes are not entered. */
export function parts(e: Expr, visit: (part: Expr) => void): void {
  switch (e.k) {
    case "data":
      e.e?.forEach(visit);
      return;
    case "tpl":
    case "arr":
    case "any":
    case "seq":
      e.e.forEach(visit);
      return;
    case "mem":
      visit(e.o);
      if (typeof e.p !== "string") visit(e.p);
      return;
    case "call":
      visit(e.f);
      e.a.forEach(visit);
      return;
    case "obj":
      partsOf(e, visit);
      return;
    // What it is given is an object that nobody wrote as one, and its call is made when it is shown.
    case "jsx":
      if (e.c) visit(e.c.f);
      partsOf(e.p, visit);
      return;
    case "spread":
    case "await":
    case "yield":
    case "un":
    case "import":
    case "as":
    case "is":
      visit(e.e);
      return;
    case "cond":
      visit(e.t);
      visit(e.a);
      visit(e.b);
      return;
    case "logic":
    case "bin":
      visit(e.l);
      visit(e.r);
      return;
    case "set":
      visit(e.t);
      visit(e.e);
      return;
    default:
  }
}

/** Whether an expression names a variable; functions and classes in it are not asked. */
export function mentionsVariable(e: Expr, v: number): boolean {
  let isSaid = e.k === "var" && e.v === v;
  parts(e, (part) => {
    isSaid ||= mentionsVariable(part, v);
  });
  return isSaid;
}

function partsOf(object: ObjExpr, visit: (part: Expr) => void): void {
  for (const prop of object.p) {
    if ("s" in prop) visit(prop.s);
    else {
      if ("x" in prop) visit(prop.x);
      visit(prop.e);
    }
  }
}

/** Calls `visit` for every expression that stands directly in a statement list, with its statement. */
export function statementExprs(body: readonly Stmt[], visit: (e: Expr, from: Stmt) => void): void {
  for (const s of body) {
    switch (s.k) {
      case "e":
      case "throw":
        visit(s.e, s);
        break;
      case "ret":
        if (s.e) visit(s.e, s);
        break;
      case "if":
        visit(s.t, s);
        statementExprs(s.a, visit);
        statementExprs(s.b, visit);
        break;
      case "switch":
        visit(s.d, s);
        for (const one of s.c) {
          if (one.t) visit(one.t, s);
          statementExprs(one.b, visit);
        }
        break;
      case "loop":
        if (s.e) visit(s.e, s);
        statementExprs(s.b, visit);
        break;
      case "block":
      case "label":
        statementExprs(s.b, visit);
        break;
      case "try":
        statementExprs(s.b, visit);
        statementExprs(s.h, visit);
        statementExprs(s.f, visit);
        break;
      case "break":
    }
  }
}

/** What leaves a function, or a loop of it. */
export const LEAVING: ReadonlySet<Stmt["k"]> = new Set(["ret", "throw", "break"] as const);

/** The statement lists inside a statement. */
export function nestedBodies(s: Stmt): readonly (readonly Stmt[])[] {
  switch (s.k) {
    case "if":
      return [s.a, s.b];
    case "switch":
      return s.c.map((one) => one.b);
    case "loop":
    case "block":
    case "label":
      return [s.b];
    case "try":
      return [s.b, s.h, s.f];
    default:
      return [];
  }
}

/** Every expression of a module with the function it belongs to. */
export function visitExprs(sum: ModuleSummary, visit: (e: Expr, f: number) => void): void {
  const walk = (e: Expr, f: number): void => {
    visit(e, f);
    parts(e, (part) => {
      walk(part, f);
    });
  };
  sum.fns.forEach((fn, f) => {
    statementExprs(fn.b, (e) => {
      walk(e, f);
    });
    for (const preset of fn.pd) if (preset) walk(preset, f);
  });
  for (const cls of sum.classes) {
    if (cls.sup) walk(cls.sup, cls.up);
    for (const e of [...cls.deco, ...(cls.keys ?? [])]) walk(e, cls.up);
    for (const member of cls.m) for (const e of member.deco ?? []) walk(e, cls.up);
  }
}

/** Every expression that a module starts from, and whether its value goes to somebody else: what is given back, thrown, decorated. */
export function visitRoots(sum: ModuleSummary, visit: (e: Expr, isHandedOn: boolean) => void): void {
  const initialisers = new Set(
    sum.classes.flatMap(({ m }) => m.flatMap(({ kind, f }) => (kind === "field" && f !== undefined ? [f] : []))),
  );
  for (const [f, fn] of sum.fns.entries()) {
    statementExprs(fn.b, (e, { k }) => {
      visit(e, (k === "ret" && !initialisers.has(f)) || k === "throw");
    });
    for (const preset of fn.pd) if (preset) visit(preset, false);
  }
  for (const cls of sum.classes) for (const e of [...cls.deco, ...cls.m.flatMap(({ deco = [] }) => deco)]) visit(e, true);
}

export function visitCalls(sum: ModuleSummary, visit: (call: CallExpr, f: number) => void): void {
  visitExprs(sum, (e, f) => {
    if (e.k === "call") visit(e, f);
  });
}

/** The same with what elements of JSX call: their components. */
export function visitCallSites(sum: ModuleSummary, visit: (call: CallExpr, f: number) => void): void {
  visitExprs(sum, (e, f) => {
    const call = e.k === "jsx" ? e.c : e;
    if (call?.k === "call") visit(call, f);
  });
}

export function visitObjects(sum: ModuleSummary, visit: (object: ObjExpr, f: number) => void): void {
  visitExprs(sum, (e, f) => {
    if (e.k === "obj") visit(e, f);
  });
}

/** What objects and functions of the program inherit from, or classes of it often do. */
const INHERITED = new Set("Object Function Array Map Set Promise Error EventTarget HTMLElement".split(" "));

/** Whether no object of the program has what is defined on a value: it is what instances of a class of the platform have in common. */
const isOfPlatform = (e: Expr): boolean => e.k === "mem" && e.p === "prototype" && e.o.k === "glob" && !INHERITED.has(e.o.n);

/** What `Object.defineProperty` and its like may assign; `*` is anything. An object's own `this` is known by its class. */
function redefined({ f, a: [target, key] }: CallExpr): string | undefined {
  if (f.k !== "mem" || target === undefined || target.k === "this") return undefined;
  if (f.p === "defineProperty") return key?.k === "lit" ? String(key.v) : isOfPlatform(target) ? undefined : "*";
  return f.p === "setPrototypeOf" || f.p === "defineProperties" ? "*" : undefined;
}

/** What `Object.assign(target, { name })` gives to something else than `this`, in function `at`. */
function copied({ f, a: [target, ...sources] }: CallExpr, at: number): Assignment[] {
  if (f.k !== "mem" || f.p !== "assign" || target === undefined || target.k === "this" || target.k === "obj") return [];
  const given = sources.flatMap((source) => (source.k === "obj" ? source.p : []));
  return given.flatMap((prop) => ("n" in prop ? [{ name: prop.n, to: { object: target, f: at }, e: prop.e }] : []));
}

/** That a property of a name is assigned, to what `to` is in function `f`; without it, to anything. */
export interface Assignment {
  /** `*` where it may be any. */
  readonly name: string;
  readonly to?: { readonly object: Expr; readonly f: number };
  /** What is assigned, where it is known: in the same function. */
  readonly e?: Expr;
  /** Under which conditions of that function it is. */
  readonly when?: readonly Condition[];
}

/** What a module assigns to something else than `this`. */
export function assignments(sum: ModuleSummary): Assignment[] {
  const out: Assignment[] = [];
  const said = new Set<Expr>();
  visitExprs(sum, (e, f) => {
    if (e.k === "set" && e.t.k === "mem" && typeof e.t.p === "string" && e.t.o.k !== "this") {
      said.add(e.e);
      out.push({ name: e.t.p, to: { object: e.t.o, f }, e: e.e, ...(e.when && { when: e.when }) });
    }
    const name = e.k === "call" ? redefined(e) : undefined;
    if (name !== undefined) out.push({ name });
    if (e.k === "call") out.push(...copied(e, f));
  });
  sum.vars.forEach(({ w }, v) => {
    for (const { f, p, kind, e } of w ?? [])
      p.forEach((name, depth) => {
        if (depth === p.length - 1 && said.has(e)) return;
        const object = p.slice(0, depth).reduce<Expr>((o, step) => ({ k: "mem", o, p: step, at: 0 }), { k: "var", v, at: 0 });
        out.push({ name, to: { object, f }, ...(kind === "prop" && depth === p.length - 1 ? { e } : {}) });
      });
  });
  if (out.some(({ name }) => name === "__proto__")) out.push({ name: "*" });
  return out;
}

const texts = new WeakMap<ModuleSummary, ReadonlySet<string>>();

/** Whether a text stands by itself somewhere in a module. */
export function says(sum: ModuleSummary, text: string): boolean {
  let known = texts.get(sum);
  if (!known) {
    const found = new Set<string>();
    visitExprs(sum, (e) => {
      if (e.k === "lit" && typeof e.v === "string") found.add(e.v);
    });
    texts.set(sum, (known = found));
  }
  return known.has(text);
}

const takenOut = new WeakMap<ModuleSummary, ReadonlySet<string>>();

/** Whether a module takes a member of a name out of something: `const { setup } = plugin`. */
export function takesOut(sum: ModuleSummary, name: string): boolean {
  let known = takenOut.get(sum);
  if (!known) {
    const steps = sum.vars.flatMap(({ d }) => d.flatMap((def) => ("path" in def ? def.path : [])));
    known = new Set(steps.flatMap((step) => ("p" in step ? [step.p] : [])));
    takenOut.set(sum, known);
  }
  return known.has(name);
}

type Yield = Extract<Expr, { k: "yield" }>;
const yields = new WeakMap<Stmt, readonly Yield[]>();

/** Every `yield` that stands in the expressions of a statement itself (not in the statements below it); found once. */
export function yieldsIn(s: Stmt): readonly Yield[] {
  const known = yields.get(s);
  if (known) return known;
  const found: Yield[] = [];
  const walk = (e: Expr): void => {
    if (e.k === "yield") found.push(e);
    parts(e, walk);
  };
  if (s.k === "e" || s.k === "throw") walk(s.e);
  else if (s.k === "ret" && s.e) walk(s.e);
  else if (s.k === "if") walk(s.t);
  else if (s.k === "switch") walk(s.d);
  else if (s.k === "loop" && s.e) walk(s.e);
  yields.set(s, found);
  return found;
}
