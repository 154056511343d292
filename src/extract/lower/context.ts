import type { Definition, Scope, ScopeManager, Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { AST_NODE_TYPES as T } from "@typescript-eslint/types";
import type { Cls, Condition, Expr, Export, Fn, LoopHead, Pos, TypeRef, Var, Write } from "../ir.ts";
import { packPos } from "../ir.ts";
import { Reaching } from "./reaching.ts";

/** `declare const process: ...` says something of a global; it does not make a variable. */
const isAmbient = (def: Definition): boolean =>
  (kindOf(def) === "Variable" && def.parent?.type === T.VariableDeclaration && def.parent.declare) ||
  ((kindOf(def) === "FunctionName" || kindOf(def) === "ClassName") && "declare" in def.node && def.node.declare);

/** As text: who analysed the scopes has loaded what the names come from. */
const kindOf = (def: Definition): `${Definition["type"]}` => def.type;

/** Whether a variable is given a value in more than one place. */
const isReassigned = ({ defs, references }: Variable): boolean =>
  references.filter((one) => one.isWrite()).length + defs.filter((def) => kindOf(def) === "Parameter").length > 1;

/** A literal object or a namespace: what its functions write to it, and the variable that a namespace is. */
export interface Holder {
  readonly w: Write[];
  readonly ns?: number;
}

/** What one lowering run builds, and where in the file it stands. */
export class Context {
  readonly fns: Fn[] = [];
  readonly vars: Var[] = [];
  readonly classes: Cls[] = [];
  readonly exports: Export[] = [];
  readonly stars: string[] = [];
  readonly cjs: { p: string[]; e: Expr; f: number }[] = [];
  readonly imports = new Set<string>();
  readonly getters = new Set<string>();
  readonly reaching = new Reaching();
  /** Function and class being lowered. */
  fn = 0;
  cls: number | undefined;
  /** What `this` is here, where it is a literal object or a namespace. */
  self: Holder | undefined;
  /** The same in the functions that stand here. */
  holder: Holder | undefined;
  /** The loop over elements around it, in the same function. */
  loop: LoopHead | undefined;
  /** The branches around it, in the same function. */
  when: readonly Condition[] = [];
  /** The variables that tests around it have told to be primitives. */
  told: readonly number[] = [];
  hint: string | undefined;
  /** The expression that a statement is. */
  statement: TSESTree.Expression | undefined;
  /** The type that the next expression is expected to have. */
  expected: TypeRef | undefined;

  readonly #resolved = new Map<TSESTree.Node, Variable>();
  /** A class declaration binds its name twice, outside and inside; both are one variable here. */
  readonly #alias = new Map<Variable, Variable>();
  readonly #imported = new Map<string, number>();
  readonly #index = new Map<Variable, number>();
  readonly #reassigned = new Set<number>();
  readonly #owner = new Map<TSESTree.Node, number>();
  readonly #lines: number[] = [0];
  #sites = 0;
  #defined: number[] | undefined;

  constructor(text: string, scopes: ScopeManager) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#lines.push(at + 1);
    for (const scope of scopes.scopes) {
      for (const reference of scope.references) {
        if (reference.resolved) this.#resolved.set(reference.identifier, reference.resolved);
      }
      for (const variable of scope.variables) {
        for (const name of variable.identifiers) {
          const outer = this.#resolved.get(name);
          if (!outer) this.#resolved.set(name, variable);
          else if (outer !== variable && (scope.type as `${Scope["type"]}`) === "class") this.#alias.set(variable, outer);
        }
      }
    }
  }

  /** A number that no other call, object or array of this module has. */
  site(): number {
    return this.#sites++;
  }

  pos(node: TSESTree.Node): Pos {
    const offset = node.range[0];
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return packPos(low + 1, offset - (this.#lines[low] ?? 0));
  }

  /** Whether a name always stands for the one value that it was given where it was declared. */
  isFirm(identifier: TSESTree.Node): boolean {
    const variable = this.#resolved.get(identifier);
    const [def, more] = variable?.defs ?? [];
    if (!variable || !def || more) return false;
    const isOnce = variable.references.every((one) => !one.isWrite() || one.init === true);
    if (kindOf(def) === "Parameter") return isOnce;
    return kindOf(def) === "Variable" && def.parent?.type === T.VariableDeclaration && def.parent.kind === "const";
  }

  /** The index of the variable that an identifier names, or undefined for a global. */
  lookup(identifier: TSESTree.Node): number | undefined {
    const variable = this.#resolved.get(identifier);
    if (!variable || variable.defs.length === 0 || variable.defs.every(isAmbient)) return undefined;
    return this.indexOf(variable);
  }

  indexOf(named: Variable): number {
    const variable = this.#alias.get(named) ?? named;
    const known = this.#index.get(variable);
    if (known !== undefined) return known;
    const index = this.vars.length;
    this.#index.set(variable, index);
    if (isReassigned(variable)) this.#reassigned.add(index);
    this.vars.push({ n: variable.name, f: 0, d: [] });
    return index;
  }

  /** A variable that stands for an export of another module, which a type names where it is used: `import("pkg").Type`. */
  imported(from: string, n: string): number {
    const key = `${from} ${n}`;
    let index = this.#imported.get(key);
    if (index === undefined) {
      this.#imported.set(key, (index = this.vars.length));
      this.vars.push({ n, f: 0, d: [{ k: "import", from, n, type: true }] });
    }
    return index;
  }

  /** Says that variables declared directly in `node` live in frames of function `index`. */
  own(node: TSESTree.Node, index: number): void {
    this.#owner.set(node, index);
  }

  /** Runs `work` inside another function, then comes back. @param self what `this` is in it, where no class says so. */
  inside<T>(fn: number, work: () => T, self?: Holder): T {
    const { fn: outer, loop, when, self: outerSelf } = this;
    this.fn = fn;
    this.self = self;
    this.loop = undefined;
    this.when = [];
    try {
      return this.reaching.inside(() => this.holding(undefined, work));
    } finally {
      this.fn = outer;
      this.self = outerSelf;
      this.loop = loop;
      this.when = when;
    }
  }

  /** Runs `work` where functions are those of an object, or of none. */
  holding<T>(holder: Holder | undefined, work: () => T): T {
    const outer = this.holder;
    this.holder = holder;
    try {
      return work();
    } finally {
      this.holder = outer;
    }
  }

  /** Runs `work` inside a loop. */
  looping<T>(loop: LoopHead, work: () => T): T {
    const outer = this.loop;
    this.loop = outer ? { ...loop, up: outer } : loop;
    try {
      return work();
    } finally {
      this.loop = outer;
    }
  }

  /** Runs `work` in the branch of a test. */
  provided<T>(condition: Condition, work: () => T): T {
    const outer = this.when;
    this.when = [...outer, condition];
    try {
      return work();
    } finally {
      this.when = outer;
    }
  }

  /** Runs `work` where some variables are known to be primitives. */
  telling<T>(told: readonly number[], work: () => T): T {
    const outer = this.told;
    this.told = [...outer, ...told];
    try {
      return work();
    } finally {
      this.told = outer;
    }
  }

  /** Runs `work` in what may run before what was told. */
  untold<T>(work: () => T): T {
    const outer = this.told;
    this.told = [];
    try {
      return work();
    } finally {
      this.told = outer;
    }
  }

  withHint<T>(hint: string | undefined, work: () => T): T {
    const outer = this.hint;
    this.hint = hint;
    try {
      return work();
    } finally {
      this.hint = outer;
    }
  }

  /** Runs `work` on an expression of which a type is expected. */
  expecting<T>(type: TypeRef | undefined, work: () => T): T {
    this.expected = type;
    try {
      return work();
    } finally {
      this.expected = undefined;
    }
  }

  define(variable: number, def: Var["d"][number], type?: TypeRef): void {
    const target = this.vars[variable];
    if (!target) return;
    target.d.push(def);
    if (this.#reassigned.has(variable)) this.reaching.define(variable, this.fn);
    this.#defined?.push(variable);
    if (type) target.t = type;
  }

  /** The variables that `work` defines. */
  defining(work: () => void): number[] {
    const outer = this.#defined;
    const found: number[] = [];
    this.#defined = found;
    work();
    this.#defined = outer;
    return found;
  }

  write(variable: number, write: Write): void {
    const target = this.vars[variable];
    if (target) (target.w ??= []).push(write);
  }

  /** A read of a variable. */
  read(v: number, at: Pos): Expr {
    const e: Extract<Expr, { k: "var" }> = { k: "var", v, at };
    if (this.#reassigned.has(v)) this.reaching.read(e, this.fn);
    return e;
  }

  /** Fills in which function's frame holds each variable, once all functions are known. */
  settle(): void {
    for (const [variable, index] of this.#index) {
      const target = this.vars[index];
      if (target) target.f = this.#ownerOf(variable.scope);
    }
    this.reaching.settle(this.vars);
  }

  #ownerOf(from: Scope): number {
    for (let scope: Scope | null = from; scope; scope = scope.upper) {
      const owner = this.#owner.get(scope.block);
      if (owner !== undefined) return owner;
    }
    return 0;
  }
}
