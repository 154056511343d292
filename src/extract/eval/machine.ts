import type { Expr, Step } from "../ir.ts";
import { Admission } from "./fixpoint/admission.ts";
import { Aliases } from "./meaning/aliases.ts";
import { describe } from "./calls/arguments.ts";
import { resolveCall } from "./calls/callees.ts";
import type { Target } from "./domain/targets.ts";
import { truth } from "./flow/conditions.ts";
import { DeepQuestions } from "./fixpoint/deep.ts";
import { evaluate } from "./meaning/expressions.ts";
import type { AssignmentIn } from "./meaning/loaded-modules.ts";
import { LoadedModules } from "./meaning/loaded-modules.ts";
import { join } from "./domain/join.ts";
import { memberOf } from "./meaning/members.ts";
import { exportOf } from "./meaning/modules.ts";
import { targetValue } from "./calls/results.ts";
import { Memo } from "./fixpoint/memo.ts";
import type { Question } from "./fixpoint/questions.ts";
import { asking, ONE_ROUND, SHARED } from "./fixpoint/questions.ts";
import type { Atom, Frame, Mod, Value } from "./domain/values.ts";
import { Interner } from "./domain/values.ts";
import { follow, variable } from "./meaning/variables.ts";
import { CUT, isCut, MANY_STEPS, MAX_FRAMES, MAX_REMEMBERED, MAX_STACK, MAX_STEPS, NEAR_STACK, OUT_OF_STEPS } from "./fixpoint/budget.ts";
import type { World } from "./world.ts";

/** Expressions whose value is worth remembering. */
const COMPOSITE: ReadonlySet<Expr["k"]> = new Set(["mem", "tpl", "cond", "logic", "any", "arr", "as"] as const);

/**
 * A demand-driven abstract interpreter over module summaries.
 *
 * Values are sets of atoms; contexts are interned frames (call-site sensitive, with
 * constants kept, so that branches on constants are pruned). Every answer is memoised;
 * a question that comes up while it is being answered is answered with nothing, so a
 * cycle yields what its other members contribute. After a fixed number of steps every
 * further answer is `unknown.budget`.
 */
export class Machine {
  readonly in = new Interner();
  readonly admission = new Admission();
  readonly world: World;
  /** Constants that the name of a tool was compared with, while a dispatcher is explored. */
  names: Set<string> | null = null;
  /** The names of dispatchers' tools, each with the assignment that may have given its tool another one. */
  readonly doubts = new Map<string, AssignmentIn>();
  /** Policies that were put on what a call handed back, by the allocation they were put on. */
  readonly guards = new Map<string, Value>();
  /** Receivers of assignments that took too much to find out; they are not asked for again. */
  readonly givenUp = new WeakSet<Expr>();
  readonly deep = new DeepQuestions();
  readonly #mods: LoadedModules;
  readonly #memo = new Memo(
    { value: (found) => this.join(found, [this.in.atom({ k: "unk", why: CUT })]), text: (found) => this.join(found, this.#anything) },
    this.deep,
  );
  readonly aliases = new Aliases();
  readonly #anything: Value = [this.in.atom({ k: "data" })];
  readonly #names = new Map<string, number>();
  readonly #ids = new WeakMap<Expr, number>();
  #nextId = 0;
  #steps = 0;
  #ration = Infinity;
  #isAside = false;
  #isSparing = false;
  /** Whether the root has taken so many steps that few contexts have to do. */
  #hasMany = false;
  /** Whether the root was refused an answer. */
  #isCut = false;
  #stack = 0;

  constructor(world: World) {
    this.world = world;
    this.#mods = new LoadedModules(world);
  }

  /** Gives the next root of exploration a full budget of its own, within what all of them may use of memory. */
  refuel(): void {
    this.#steps = 0;
    this.#hasMany = this.#isCut = false;
    this.deep.take();
    this.retract();
    this.#memo.relieve(MAX_REMEMBERED);
    this.admission.spare(this.#isSparing || this.in.frames > MAX_FRAMES);
  }

  /** Whether the root has used up what it has: what is asked from then on is not answered. */
  get isSpent(): boolean {
    return this.#steps > MAX_STEPS;
  }

  /** Takes back what was concluded where the stack, or the root, had no room; no question is open. */
  retract(): void {
    this.#memo.retract();
  }

  /** From here on few contexts will do for every root: what stands in a function itself is asked for, and not who calls it with what. */
  spare(): void {
    this.#isSparing = true;
  }

  /**
   * Asks something that is not worth more than a number of steps.
   *
   * @param ask is told how to have so many from there on, where what it has found so far is worth it.
   * @returns undefined when it takes more; nothing that was half answered is remembered then.
   */
  attempt<T>(steps: number, ask: (again: (steps: number) => void) => T): T | undefined {
    const outer = this.#ration;
    const grant = (more: number): void => {
      this.#ration = Math.min(outer, this.#steps + more);
    };
    grant(steps);
    try {
      return this.#memo.abandonable(() => ask(grant));
    } catch (error) {
      if (error !== OUT_OF_STEPS || this.#steps > outer) throw error;
      return undefined;
    } finally {
      this.#ration = outer;
    }
  }

  /** Says that callers that nobody sees may add to what is being answered. */
  open(): void {
    this.#memo.open();
  }

  /** Whether the answers to what is asked are sure to be all. */
  isSettled(ask: () => void): boolean {
    return (
      this.#memo.settled(() => {
        ask();
        return true;
      }) === true
    );
  }

  /** What an expression may be, if that is sure to be all. */
  settledValue(e: Expr, frame: Frame): Value | undefined {
    return this.#memo.settled(() => this.value(e, frame));
  }

  /** Asks something on the side, that must not use up what the root has; at most a number of steps, with what is asked on the side of it. */
  aside<T>(steps: number, ask: () => T): T | undefined {
    const spent = this.#steps;
    const isWithin = this.#isAside;
    this.#isAside = true;
    try {
      return this.attempt(steps, ask);
    } finally {
      this.#isAside = isWithin;
      if (!isWithin) this.#steps = spent;
    }
  }

  /** A module that the program loads. */
  module(file: string): Mod | undefined {
    return this.#mods.load(file);
  }

  /** A module that is only looked into. */
  readonly glance = (file: string): Mod | undefined => this.#mods.glance(file);

  /** Whether code of the loaded modules assigns a property of a name to something else than `this`. */
  readonly assigns = (name: string): boolean => this.assignmentsOf(name).length > 0;

  /** The assignments of a property in the loaded modules. */
  readonly assignmentsOf = (name: string): readonly AssignmentIn[] => this.#mods.assignmentsOf(name);

  /** Whether it may do so: also by a name that is computed, through a prototype, or in a module that is not loaded. */
  mayAssign(name: string): boolean {
    return this.assigns(name) || this.assigns("*") || this.world.patching(name).length > 0;
  }

  /** The modules loaded so far, in the order in which they were. */
  get modules(): readonly Mod[] {
    return this.#mods.all;
  }

  readonly top = (mod: Mod): Frame => this.in.frame(mod, 0, null, [], null);

  value(e: Expr, frame: Frame): Value {
    // What is asked on the side, or may be given up, changes nothing for the rest.
    if (++this.#steps > MANY_STEPS && !this.#hasMany && this.#ration === Infinity) {
      this.#hasMany = true;
      this.admission.spare(true);
    }
    if (this.#steps > this.#ration) throw OUT_OF_STEPS;
    if (this.isSpent || (this.#stack > MAX_STACK && !this.#isSparing)) this.deep.cut();
    if (this.isSpent || this.#stack > MAX_STACK) return this.unknown(CUT);
    if (COMPOSITE.has(e.k)) return this.once("expression", frame.id, this.idOf(e), () => evaluate(this, e, frame));
    this.#stack++;
    try {
      return evaluate(this, e, frame);
    } finally {
      this.#stack--;
    }
  }

  /** A number for an expression. */
  idOf(e: Expr): number {
    let id = this.#ids.get(e);
    if (id === undefined) this.#ids.set(e, (id = this.#nextId++));
    return id;
  }

  readonly variable = (...asked: [Mod, number, Frame, Extract<Expr, { k: "var" }>?]): Value => variable(this, ...asked);
  readonly truth = (e: Expr, frame: Frame): boolean | undefined => truth(this, e, frame);
  readonly follow = (value: Value, path: readonly Step[], frame: Frame): Value => follow(this, value, path, frame);

  member(value: Value, name: string): Value {
    if (this.#stack > MAX_STACK && !this.#isSparing) this.deep.cut();
    if (this.#stack > MAX_STACK) return this.unknown(CUT);
    this.#stack++;
    try {
      return this.join(...value.map((atom) => memberOf(this, atom, name)));
    } finally {
      this.#stack--;
    }
  }

  exportOf(mod: Mod, name: string): Value {
    return this.once("export", mod.id, this.nameId(name), () => exportOf(this, mod, name));
  }

  /** Whether what is being resolved leans on a question that is still open: nothing is not yet nothing then. */
  get leans(): boolean {
    return this.#memo.leans;
  }

  targets(call: Extract<Expr, { k: "call" }>, frame: Frame): readonly Target[] {
    const rest = (): Target => ({ k: "unk", why: CUT, what: describe(call, frame.mod), args: [], call, at: frame });
    return this.#memo.targets(frame.id, call.i, () => resolveCall(this, call, frame), rest);
  }

  result(call: Extract<Expr, { k: "call" }>, frame: Frame): Value {
    return this.once("call", frame.id, call.i, () => this.join(...this.targets(call, frame).map((target) => targetValue(this, target))));
  }

  /** Answers a question once; asked again while it is being answered, the answer is nothing. */
  once(question: Question, a: number, b: number, work: () => Value): Value {
    const asked = this.#memo.question(a, asking(question, b));
    const known = this.#memo.given(asked);
    if (known) return known;
    const { cuts } = this.deep;
    this.#stack++;
    try {
      const answer = this.#memo.value(asked, work, ONE_ROUND.has(question));
      if (this.deep.cuts > cuts && this.#stack > NEAR_STACK && this.#stack <= NEAR_STACK + 4)
        this.deep.defer(asked, () => this.once(question, a, b, work));
      // Of which one root had no room to find anything, the next may, where all of them share it; nearer to the root there is more room.
      if (this.#isCut && answer.every(isCut) && SHARED.has(question)) this.#memo.retry(asked, this.deep.cuts > cuts);
      else if (this.deep.cuts > cuts || (this.deep.isDoubtful && answer.some(isCut))) this.#memo.doubt(asked);
      return answer;
    } finally {
      this.#stack--;
    }
  }

  /** A number for a name, so that questions about members have numbers for keys. */
  nameId(name: string): number {
    let id = this.#names.get(name);
    if (id === undefined) this.#names.set(name, (id = this.#names.size));
    return id;
  }

  join(...values: readonly Value[]): Value {
    return join(this.in, values);
  }

  data(from?: string): Value {
    return from === undefined ? this.#anything : [this.in.atom({ k: "data", from })];
  }

  text(text: string): Value {
    return [this.in.atom({ k: "str", p: text === "" ? [] : [text] })];
  }

  unknown(why: string): Value {
    this.#isCut ||= why === CUT;
    return [this.in.atom({ k: "unk", why })];
  }

  list(value: Value): Value {
    return [this.in.atom({ k: "list", v: value })];
  }

  record(entries: readonly (readonly [string, Value])[], rest?: Value): Value {
    const m = new Map(entries);
    return [this.in.atom(rest === undefined ? { k: "rec", m } : { k: "rec", m, rest })];
  }

  ext(root: string, path: readonly string[], args?: readonly Value[]): Atom {
    return this.in.atom(args === undefined ? { k: "ext", root, path } : { k: "ext", root, path, args });
  }

  /** What was opened: a member of it, or the whole. */
  handle(root: string, path: readonly string[], held: readonly Value[]): Atom {
    return this.in.atom({ k: "ext", root, path, held });
  }
}
