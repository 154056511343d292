/**
 * The module summary: what is left of a source file once syntax is gone.
 *
 * It is plain JSON (cached by content hash), independent of the parser that
 * produced the tree, and the only thing about a file that other files ever see.
 */

/** Packed position: `line * 4096 + column`, with the column capped. */
export type Pos = number;

export const packPos = (line: number, column: number): Pos => line * 4096 + Math.min(column, 4095);
export const lineOf = (pos: Pos): number => Math.floor(pos / 4096);
export const columnOf = (pos: Pos): number => pos % 4096;

/** An expression. `i` is unique in its module and names the allocation or call site. */
export type Expr =
  | { k: "lit"; v: string | number | boolean | null }
  | { k: "void" }
  /** No function and no resource; `re` is the text of a regular expression. */
  | { k: "data"; e?: Expr[]; re?: string }
  | { k: "tpl"; q: string[]; e: Expr[] }
  /** `d`: the definitions of the variable that reach it, where not all do. */
  | { k: "var"; v: number; at: Pos; d?: number[] }
  | { k: "glob"; n: string; at: Pos }
  | { k: "mem"; o: Expr; p: string | Expr; at: Pos }
  | CallExpr
  | { k: "fn"; f: number }
  | { k: "cls"; c: number }
  | ObjExpr
  | { k: "arr"; i: number; e: Expr[]; at: Pos }
  | { k: "spread"; e: Expr }
  | { k: "any"; e: Expr[] }
  | { k: "cond"; t: Expr; a: Expr; b: Expr }
  | { k: "logic"; op: "&&" | "||" | "??"; l: Expr; r: Expr }
  | { k: "seq"; e: Expr[] }
  | { k: "set"; t: Expr; e: Expr; at: Pos; when?: readonly Condition[] }
  | { k: "bin"; op: string; l: Expr; r: Expr }
  | { k: "un"; op: string; e: Expr; at: Pos }
  | { k: "await"; e: Expr }
  | { k: "yield"; e: Expr; of?: true }
  | { k: "this" }
  /** Without a class, of an object literal. */
  | { k: "super"; c?: number }
  | { k: "meta" }
  | { k: "import"; e: Expr; at: Pos }
  | { k: "as"; e: Expr; t: TypeRef }
  /** A constant of which a test around it tells that it is a primitive. */
  | { k: "is"; e: Expr }
  /** An element of JSX: what it is given, and the call of its component with that, where it is none of the platform's own. */
  | { k: "jsx"; c?: CallExpr; p: ObjExpr; at: Pos };

export interface CallExpr {
  k: "call";
  i: number;
  f: Expr;
  a: Expr[];
  at: Pos;
  /** 1: `new`, 2: tagged template (arguments are the quasis' expressions). */
  kind?: 1 | 2;
  /** The nearest property key or variable that receives the value. */
  hint?: string;
  /** The key that receives the value, where it is computed. */
  key?: Expr;
  t?: TypeRef[];
}

export interface ObjExpr {
  k: "obj";
  i: number;
  p: Prop[];
  at: Pos;
  hint?: string;
  /** `this.p = e` anywhere in its methods. */
  w?: Write[];
}

export type Prop = { n: string; e: Expr; at: Pos; g?: 1 | 2 } | { x: Expr; e: Expr; at: Pos } | { s: Expr; at: Pos };

/** A type, read as syntax. */
export type TypeRef =
  | { k: "data" }
  | { k: "ref"; v?: number; n: string; q?: string[]; a?: TypeRef[] }
  | { k: "union"; t: TypeRef[] }
  | { k: "array"; t: TypeRef }
  | { k: "fn"; r: TypeRef; p?: (TypeRef | null)[] }
  | { k: "obj"; m: TypeMember[] }
  | { k: "typeof"; e: Expr }
  | { k: "member"; t: TypeRef; n: string }
  /** What a function of a type gives back, an element of a list, and what a callee expects as argument `i`. */
  | { k: "result"; t: TypeRef }
  | { k: "elem"; t: TypeRef }
  | { k: "arg"; e: Expr; i: number }
  | { k: "other" };

/** A member of an interface: its name and type, and whether it may be missing. */
export type TypeMember = [string, TypeRef, true?];

export type Stmt =
  | { k: "e"; e: Expr }
  | { k: "ret"; e?: Expr }
  | { k: "throw"; e: Expr }
  | { k: "if"; t: Expr; a: Stmt[]; b: Stmt[] }
  | { k: "switch"; d: Expr; c: { t: Expr | null; b: Stmt[] }[] }
  | { k: "loop"; v: number[]; e: Expr | null; b: Stmt[] }
  | { k: "block"; b: Stmt[] }
  | { k: "try"; b: Stmt[]; h: Stmt[]; f: Stmt[] }
  | { k: "label"; b: Stmt[] }
  /** `break` out of the nearest loop or switch, or (`far`) `continue` and `break label`. */
  | { k: "break"; far?: true };

/** One step of a destructuring path. */
export type Step = { p: string } | { x: Expr } | { i: number } | { rest: string[] } | { tail: number } | { d: Expr };

/** A definition of a variable. The value is the join of all, or of those that reach a read of it. */
export type Def =
  /** `when`: the tests around it that ask for the variable itself. */
  | { k: "expr"; e: Expr; path: Step[]; f: number; when?: readonly Condition[] }
  | { k: "param"; f: number; i: number; path: Step[]; rest?: true }
  | { k: "elem"; e: Expr; path: Step[]; f: number }
  | { k: "import"; from: string; n: string; type?: true }
  | { k: "fn"; f: number }
  | { k: "cls"; c: number }
  | { k: "enum"; m: [string, Expr][] }
  /** A namespace; one that is only declared has types alone. */
  | { k: "ns"; m: [string, number][]; declared?: true }
  | { k: "iface"; x: TypeRef[]; m: TypeMember[] }
  | { k: "alias"; t: TypeRef }
  /** A type parameter: its place, the class that has it, and what it must be. */
  | { k: "tparam"; i: number; c?: number; t?: TypeRef }
  /** `x += e`: what is put behind what the variable holds. */
  | { k: "append"; e: Expr; f: number }
  | { k: "data" };

/** A write to a member of a variable (or into a container it holds). */
export interface Write {
  p: string[];
  e: Expr;
  f: number;
  kind: "prop" | "spread" | "elem" | "entry";
  key?: Expr;
  /** The loop over elements that an entry or an element is written in. */
  loop?: LoopHead;
  /** Under which conditions an entry or an element is, in a loop, or a member: what each must be. */
  when?: readonly Condition[];
}

/** A test that a branch stands behind, and which of its two ways leads there. */
export interface Condition {
  readonly t: Expr;
  readonly is: boolean;
}

/** The variables that a loop binds to each element of a list. */
export interface LoopHead {
  v: number[];
  e: Expr | null;
  /** The loop around it, in the same function. */
  up?: LoopHead;
}

export interface Var {
  n: string;
  /** The function whose frame holds it. */
  f: number;
  d: Def[];
  w?: Write[];
  t?: TypeRef;
}

export interface Fn {
  n: string;
  /** Parameter names, types, and defaults by position. */
  pn: string[];
  pt: (TypeRef | null)[];
  pd: (Expr | null)[];
  rest?: true;
  b: Stmt[];
  up: number;
  at: Pos;
  arrow?: true;
  async?: true;
  gen?: true;
  /** The class this is a method or initialiser of, when `this` is its instance (or the class itself). */
  c?: number;
  static?: true;
  args?: true;
  /** The object literal this is a member of, which `this` is where nothing else is known. */
  o?: ObjExpr;
  /** The namespace it is a function of, which `this` is where nothing else is known. */
  ns?: number;
  hint?: string;
  rt?: TypeRef;
  /** What `this` is said to be: `function (this: Agent, input) {}`. */
  tt?: TypeRef;
  /** What is expected where the function stands; types the parameters that say nothing themselves. */
  ct?: TypeRef;
}

export interface ClsMember {
  n: string;
  static?: true;
  kind: "field" | "method" | "get" | "set";
  /** Function of a method, or initialiser function of a field. */
  f?: number;
  e?: Expr;
  t?: TypeRef;
  abstract?: true;
  deco?: Expr[];
  at: Pos;
}

export interface Cls {
  n: string;
  v?: number;
  sup?: Expr;
  /** The type arguments of `sup`. */
  st?: TypeRef[];
  /** Function whose frame is the class's lexical surroundings. */
  up: number;
  ctor?: number;
  m: ClsMember[];
  /** `this.p = e` anywhere in its methods. */
  w: Write[];
  impl: TypeRef[];
  abstract?: true;
  deco: Expr[];
  /** Computed member names, evaluated when the class is. */
  keys?: Expr[];
  at: Pos;
}

export interface Export {
  n: string;
  v?: number;
  e?: Expr;
  from?: string;
  /** The name in `from`; `*` is the namespace. */
  src?: string;
}

export interface ModuleSummary {
  /** Version of the summary format, part of the cache key. */
  file: string;
  fns: Fn[];
  vars: Var[];
  classes: Cls[];
  exports: Export[];
  stars: string[];
  /** `module.exports = e` and `exports.p = e`. */
  cjs: { p: string[]; e: Expr; f: number }[];
  /** Names of getters in object literals. */
  getters: string[];
  /** Specifiers of all static imports and re-exports that are not type-only. */
  imports: string[];
  /** Text of a parse error or an exhausted budget; the module has no content then. */
  failed?: { reason: "parse" | "budget"; message: string; line: number };
}
