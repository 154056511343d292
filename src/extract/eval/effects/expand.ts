import type { CallExpr, Expr, Pos, Stmt } from "../../ir.ts";
import { parts } from "../../ir-walk.ts";
import { isPure, isSummary, lookup, packageOf } from "../../tables/index.ts";
import { CUT } from "../fixpoint/budget.ts";
import type { External } from "../domain/targets.ts";
import { externalCall } from "../domain/targets.ts";
import { describe, externalName } from "../calls/arguments.ts";
import { usesOfEntry } from "./entry-uses.ts";
import type { LetGo } from "./escapes.ts";
import { Escapes } from "./escapes.ts";
import type { Expansion, IsRegistration, Out } from "./expansion.ts";
import { keepsToItself, mayBeCalled, noteUses } from "./expansion.ts";
import { folderModules, specifiersOf } from "../meaning/folder-imports.ts";
import { ImplicitCalls } from "./implicit.ts";
import { liveStatements } from "../flow/live.ts";
import type { Machine } from "../machine.ts";
import { MemberEffects } from "./member-effects.ts";
import { chain } from "../meaning/inheritance.ts";
import { isToldOnly } from "../calls/receivers.ts";
import { rendered } from "./rendered.ts";
import { textResources } from "./resources.ts";
import { runBySchema } from "../calls/schema-functions.ts";
import { machineCode } from "./special-effects.ts";
import { WEB_STREAMS } from "../elsewhere/callers.ts";
import type { Use } from "../domain/uses.ts";
import type { Frame } from "../domain/values.ts";
import { classOf, fnOf } from "../domain/values.ts";

/** A property by which the platform is told what to call: `onabort`, `onmessage`, and `_read` of a stream. */
const HANDLER = /^(?:on(?!ce$|es?$|ly$|going$|line$|board$)[a-z]{3,}|_(?:read|writev?|transform|flush|final|destroy|construct))$/u;

/** Finds the effects of one activation. */
export class Expander {
  readonly #x: Machine;
  readonly #isRegistration: IsRegistration;
  readonly #escapes: Escapes;
  readonly #members: MemberEffects;
  readonly #implicit: ImplicitCalls;
  /** What was found out, and where something is doubtful, the era until whose end that is good. */
  readonly #known = new Map<number, { readonly found: Expansion; readonly until?: number }>();
  readonly #leftOut = new Map<number, ReadonlySet<number>>();

  constructor(x: Machine, isRegistration: IsRegistration) {
    this.#x = x;
    this.#isRegistration = isRegistration;
    this.#escapes = new Escapes(x);
    this.#members = new MemberEffects(x);
    this.#implicit = new ImplicitCalls(x);
  }

  /** Has some calls of an activation do nothing: what they do is done for something else. */
  leaveOut(frame: Frame, calls: ReadonlySet<number>): void {
    if (calls.size > 0) this.#leftOut.set(frame.id, calls);
  }

  /** Whether what was expanded last may do more than was found out. */
  get isSpent(): boolean {
    return this.#x.isSpent;
  }

  expand(frame: Frame): Expansion {
    const known = this.#known.get(frame.id);
    if (known && (known.until === undefined || known.until === this.#x.deep.era)) return known.found;
    const out: Out = { effects: [], unknowns: [], successors: [] };
    const { cuts } = this.#x.deep;
    const fn = fnOf(frame);
    for (const preset of fn.pd) if (preset) this.#walk(preset, frame, out);
    liveStatements(this.#x, fn.b, frame, (statement, at) => {
      this.#statement(statement, at, out);
    });
    const failed = frame.f === 0 ? frame.mod.sum.failed : undefined;
    if (failed)
      out.unknowns.push({
        reason: failed.reason === "parse" ? "unknown.parse" : "unknown.budget",
        file: frame.mod.file,
        at: failed.line * 4096,
        what: failed.message,
      });
    const isDoubtful = this.#x.deep.cuts > cuts || (this.#x.deep.isDoubtful && out.unknowns.some(({ reason }) => reason === CUT));
    if (!this.#x.names) this.#known.set(frame.id, { found: out, ...(isDoubtful && { until: this.#x.deep.era }) });
    return out;
  }

  #statement(statement: Stmt, frame: Frame, out: Out): void {
    switch (statement.k) {
      case "e":
      case "throw":
        this.#walk(statement.e, frame, out);
        return;
      case "if":
        this.#walk(statement.t, frame, out);
        return;
      case "switch":
        this.#walk(statement.d, frame, out);
        return;
      case "ret":
      case "loop":
        if (statement.e) this.#walk(statement.e, frame, out);
        return;
      default:
    }
  }

  #walk(e: Expr, frame: Frame, out: Out): void {
    switch (e.k) {
      case "var":
        // What a module keeps was made at start-up; what this activation makes was seen where it was made.
        if (frame.f !== 0 && frame.mod.sum.vars[e.v]?.f === 0 && this.#implicit.isUsed)
          this.#implicit.magic(this.#x.value(e, frame), e.at, frame, out);
        return;
      case "lit":
      case "void":
      case "glob":
      case "fn":
      case "this":
      case "super":
      case "meta":
        return;
      case "call":
        if (!this.#leftOut.get(frame.id)?.has(e.i)) this.#call(e, frame, out);
        if (e.f.k === "mem") {
          this.#members.called(e.f, frame, out);
          this.#walk(e.f.o, frame, out);
          if (typeof e.f.p !== "string") this.#walk(e.f.p, frame, out);
        } else this.#walk(e.f, frame, out);
        for (const argument of e.a) this.#walk(argument, frame, out);
        return;
      case "mem":
        this.#members.read(e, frame, out);
        if (typeof e.p !== "string" && this.#implicit.isUsed) this.#implicit.getters(this.#x.value(e.o, frame), e.at, frame, out);
        this.#walk(e.o, frame, out);
        if (typeof e.p !== "string") this.#walk(e.p, frame, out);
        return;
      case "spread":
        this.#members.spread(this.#x.value(e.e, frame), e.e, frame, out);
        break;
      case "obj":
        this.#implicit.copied(e, this.#members, frame, out);
        this.#implicit.magic(this.#x.value(e, frame), e.at, frame, out);
        break;
      case "set":
        this.#members.write(e.t, e.at, frame, out, e.e);
        this.#implicit.setters(e.t, e.at, frame, out);
        if (e.t.k === "mem" && typeof e.t.p === "string" && HANDLER.test(e.t.p)) this.#escapes.handed(e.t, e.e, frame, out);
        this.#walk(e.e, frame, out);
        if (e.t.k === "mem") this.#walk(e.t.o, frame, out);
        return;
      case "un":
        if (e.op !== "delete") break;
        // What is taken away is not read.
        this.#members.write(e.e, e.at, frame, out);
        if (e.e.k !== "mem") break;
        this.#walk(e.e.o, frame, out);
        if (typeof e.e.p !== "string") this.#walk(e.e.p, frame, out);
        return;
      case "bin":
        if (e.op === "in") this.#members.has(e, frame, out);
        if (e.op === "instanceof") {
          const at = "at" in e.r ? e.r.at : fnOf(frame).at;
          this.#implicit.tested(this.#x.value(e.r, frame), at, frame, out);
          this.#members.tested(e.l, at, frame, out);
        }
        break;
      case "cond": {
        const known = this.#x.truth(e.t, frame);
        this.#walk(e.t, frame, out);
        if (known !== false) this.#walk(e.a, frame, out);
        if (known !== true) this.#walk(e.b, frame, out);
        return;
      }
      case "cls":
        this.#class(e.c, frame, out);
        return;
      case "jsx":
        rendered(this.#x, this.#escapes, e, frame, out);
        this.#implicit.copied(e.p, this.#members, frame, out);
        break;
      case "import": {
        const { source, names } = specifiersOf(this.#x, e.e, frame);
        const uses = names
          ? machineCode(this.#x, frame.mod, names)
          : textResources(source).map((resource) => ({ capability: "code.load", resource }));
        for (const use of uses) this.#effect(use, "import", e.at, "import()", frame, out);
        if (!names && !folderModules(this.#x, frame.mod, source)) this.#unknown("unknown.import", e.at, "import()", frame, out);
        break;
      }
      default:
    }
    parts(e, (part) => {
      this.#walk(part, frame, out);
    });
  }

  #effect(use: Use, provenance: string, at: Pos, what: string, frame: Frame, out: Out): void {
    out.effects.push({ ...use, provenance, file: frame.mod.file, at, what });
  }

  #unknown(reason: string, at: Pos, what: string, frame: Frame, out: Out): void {
    out.unknowns.push({ reason, file: frame.mod.file, at, what });
  }

  #call(call: CallExpr, frame: Frame, out: Out): void {
    const targets = this.#x.targets(call, frame);
    this.#implicit.emitted(call, frame, out);
    for (const fn of runBySchema(this.#x, call.f, frame)) this.#successor(this.#escapes.frameOf(fn), call, "schema", frame, out);
    const kind = this.#isRegistration({ call, at: frame, targets });
    // What a package is known to send elsewhere is not called by what else the same method may be of.
    const isSent = targets.some((one) => one.k === "ext" && lookup(one.root, one.path)?.entry.isRemote === true);
    const gone: LetGo[] = [];
    for (const target of targets) {
      switch (target.k) {
        case "frame":
          this.#successor(target.frame, call, describe(call, frame.mod), frame, out);
          break;
        case "new":
          for (const one of target.frames) this.#successor(one, call, `new ${classOf(target.inst.cls).n}`, frame, out);
          this.#implicit.magic([target.inst], call.at, frame, out);
          for (const level of chain(this.#x, target.inst.cls))
            if (level.k === "ext") gone.push(...this.#external(externalCall(level, [], true, call, frame), false, frame, out));
          break;
        case "each":
          for (const one of target.frames) this.#successor(one, call, describe(call, frame.mod), frame, out);
          for (const one of target.passed)
            if (one.k === "ext") this.#external(externalCall(one, [target.given], false, call, frame), true, frame, out, false);
          break;
        case "data":
          if (!kind && !isSent) gone.push({ args: target.args });
          break;
        case "unk":
          if (!kind) {
            if (!isToldOnly(call.f, frame.mod, target.why))
              this.#unknown(target.why === "unknown.parameter" ? "unknown.call" : target.why, call.at, target.what, frame, out);
            gone.push({ args: target.args });
          }
          break;
        case "ext":
          gone.push(...this.#external(target, kind !== undefined, frame, out, kind === "declares"));
      }
    }
    this.#escapes.letGo(gone, call, frame, out);
  }

  #successor(frame: Frame, call: CallExpr, what: string, from: Frame, out: Out): void {
    out.successors.push({ frame, file: from.mod.file, at: call.at, what });
  }

  /** @returns what it is given that may be called. */
  #external(target: External, isCallback: boolean, frame: Frame, out: Out, registers = isCallback): readonly LetGo[] {
    const { root, path, args, call, isNew } = target;
    const what = externalName(root, path);
    if (root === "global" && path.at(-1) === "*") this.#unknown("unknown.call", call.at, what, frame, out);
    // What a summarised package is given to call may be handed anything of it.
    const isGiven = isSummary(root) && args.some((arg) => arg.some((atom) => this.#escapes.carried(atom).some((one) => one.k === "fn")));
    const found = lookup(root, isGiven ? ["*"] : path);
    if (!found) {
      if (!registers)
        this.#unknown(root.startsWith("pkg:") ? `unknown.package:${packageOf(root)}` : "unknown.call", call.at, what, frame, out);
    } else if (path.at(-1) === "*" && !isGiven && !found.exact && !isPure(root) && found.entry.call.length === 0) {
      this.#unknown("unknown.call", call.at, what, frame, out);
    } else if (!(isNew && root.startsWith("pkg:") && !found.exact && !isSummary(root)) && !registers) {
      noteUses(out, frame, root, usesOfEntry(this.#x, found.entry, { args, target }), call.at, what);
    }
    if (root === "pkg:toolfence") this.#x.result(call, frame); // Notes which policy was put on what it hands back.
    const handsBack = root === "pkg:toolfence" || /^\d+$/u.test(found?.entry.returns ?? "");
    if (isNew && root === "global" && WEB_STREAMS.has(path[0] ?? "")) this.#implicit.source(args, call.at, frame, out);
    // What is handed back is called by whoever has it, what stands beside it by the package.
    const beside = handsBack ? (root === "pkg:toolfence" ? [] : args.filter((_, i) => String(i) !== found?.entry.returns)) : args;
    if (found) this.#escapes.used(target, found.entry, frame, out);
    const isKept = keepsToItself(root, path);
    if (isKept) this.#implicit.spread(args, call, frame, out);
    return isKept || isCallback || found?.entry.isRemote === true ? [] : [{ args: mayBeCalled(root, path, beside), by: target }];
  }

  /** A decorator is called with what it decorates. */
  #decorated(e: Expr, at: Pos, frame: Frame, out: Out): void {
    this.#walk(e, frame, out);
    for (const atom of this.#x.value(e, frame))
      if (atom.k === "fn") out.successors.push({ frame: this.#escapes.frameOf(atom), file: frame.mod.file, at, what: "@decorator" });
  }

  #class(c: number, frame: Frame, out: Out): void {
    const cls = frame.mod.sum.classes[c];
    if (!cls) return;
    const atom = this.#x.in.atom({ k: "cls", mod: frame.mod, c, up: frame });
    for (const member of cls.m) {
      if (!member.static || member.kind !== "field" || member.f === undefined) continue;
      out.successors.push({
        frame: this.#x.in.frame(frame.mod, member.f, frame, [], [atom]),
        file: frame.mod.file,
        at: member.at,
        what: `static ${cls.n}`,
      });
    }
    if (cls.sup) this.#walk(cls.sup, frame, out);
    for (const e of cls.keys ?? []) this.#walk(e, frame, out);
    for (const { deco = [], at } of [cls, ...cls.m]) for (const e of deco) this.#decorated(e, at, frame, out);
  }
}
