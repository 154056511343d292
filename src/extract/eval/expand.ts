import type { CallExpr, Expr, Pos, Stmt } from "../ir.ts";
import { parts } from "../ir-walk.ts";
import type { Entry } from "../tables/format.ts";
import { canonical, lookup } from "../tables/index.ts";
import type { Target } from "./callees.ts";
import { activate, describe } from "./callees.ts";
import { liveStatements } from "./live.ts";
import type { Machine } from "./machine.ts";
import { chain } from "./members.ts";
import { resourcesFor, textResources } from "./resources.ts";
import { specialEffects } from "./special-effects.ts";
import { constantsOf } from "./strings.ts";
import type { Atom, Frame, Value } from "./values.ts";
import { classOf, fnOf, NOTHING } from "./values.ts";

export interface RawEffect {
  readonly capability: string;
  readonly resource: string;
  readonly provenance: string;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

export interface RawUnknown {
  readonly reason: string;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

export interface Successor {
  readonly frame: Frame;
  readonly file: string;
  readonly at: Pos;
  readonly what: string;
}

/** A call in an activation with everything that it may reach. */
export interface SeenCall {
  readonly call: CallExpr;
  readonly at: Frame;
  readonly targets: readonly Target[];
}

/** What one activation does by itself, and which activations it starts. */
export interface Expansion {
  readonly effects: readonly RawEffect[];
  readonly unknowns: readonly RawUnknown[];
  readonly successors: readonly Successor[];
  readonly calls: readonly SeenCall[];
}

interface Out {
  effects: RawEffect[];
  unknowns: RawUnknown[];
  successors: Successor[];
  calls: SeenCall[];
}

/** Says which calls hand functions to a framework that runs them later, on the model's behalf. */
export type IsRegistration = (seen: SeenCall) => boolean;

const isEnv = (atom: Atom): boolean =>
  atom.k === "ext" &&
  ((atom.root === "node:process" && atom.path.length === 1 && atom.path[0] === "env") ||
    (atom.root === "global" && atom.path.length === 2 && atom.path[0] === "process" && atom.path[1] === "env") ||
    (atom.root === "global" && atom.path[0] === "Bun" && atom.path[1] === "env"));

/** Finds the effects of one activation. */
export class Expander {
  readonly #x: Machine;
  readonly #isRegistration: IsRegistration;
  readonly #known = new Map<number, Expansion>();
  readonly #getters = new Set<string>();
  readonly #carriedBy = new Map<number, readonly Atom[]>();
  readonly #leakedFrames = new Map<number, Frame>();
  #scanned = 0;

  constructor(x: Machine, isRegistration: IsRegistration) {
    this.#x = x;
    this.#isRegistration = isRegistration;
  }

  expand(frame: Frame): Expansion {
    const known = this.#known.get(frame.id);
    if (known) return known;
    const out: Out = { effects: [], unknowns: [], successors: [], calls: [] };
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
    if (!this.#x.names) this.#known.set(frame.id, out);
    return out;
  }

  #statement(statement: Stmt, frame: Frame, out: Out): void {
    switch (statement.k) {
      case "e":
      case "throw":
        this.#walk(statement.e, frame, out);
        return;
      case "ret":
        if (statement.e) this.#walk(statement.e, frame, out);
        return;
      case "if":
        this.#walk(statement.t, frame, out);
        return;
      case "switch":
        this.#walk(statement.d, frame, out);
        return;
      case "loop":
        if (statement.e) this.#walk(statement.e, frame, out);
        return;
      default:
    }
  }

  #walk(e: Expr, frame: Frame, out: Out): void {
    switch (e.k) {
      case "lit":
      case "void":
      case "var":
      case "glob":
      case "fn":
      case "this":
      case "super":
      case "meta":
        return;
      case "call":
        this.#call(e, frame, out);
        if (e.f.k === "mem") {
          this.#walk(e.f.o, frame, out);
          if (typeof e.f.p !== "string") this.#walk(e.f.p, frame, out);
        } else this.#walk(e.f, frame, out);
        for (const argument of e.a) this.#walk(argument, frame, out);
        return;
      case "mem":
        this.#read(e, frame, out);
        this.#walk(e.o, frame, out);
        if (typeof e.p !== "string") this.#walk(e.p, frame, out);
        return;
      case "spread":
        this.#leakEnv(this.#x.value(e.e, frame), e.e, frame, out);
        break;
      case "obj":
        for (const prop of e.p) if ("s" in prop) this.#leakEnv(this.#x.value(prop.s, frame), prop.s, frame, out);
        break;
      case "set":
        this.#write(e.t, e.at, frame, out);
        this.#walk(e.e, frame, out);
        if (e.t.k === "mem") this.#walk(e.t.o, frame, out);
        return;
      case "un":
        if (e.op === "delete") this.#write(e.e, e.at, frame, out);
        break;
      case "bin":
        if (e.op === "in") this.#inEnv(e, frame, out);
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
      case "import":
        if (!constantsOf(this.#x.value(e.e, frame))) {
          const resource = textResources(this.#x.value(e.e, frame))[0] ?? "{dynamic}";
          this.#effect({ capability: "code.load", resource }, "import", e.at, "import()", frame, out);
          this.#unknown("unknown.import", e.at, "import()", frame, out);
        }
        break;
      default:
    }
    parts(e, (part) => {
      this.#walk(part, frame, out);
    });
  }

  #effect(use: { capability: string; resource: string }, provenance: string, at: Pos, what: string, frame: Frame, out: Out): void {
    out.effects.push({ ...use, provenance, file: frame.mod.file, at, what });
  }

  #unknown(reason: string, at: Pos, what: string, frame: Frame, out: Out): void {
    out.unknowns.push({ reason, file: frame.mod.file, at, what });
  }

  #call(call: CallExpr, frame: Frame, out: Out): void {
    const targets = this.#x.targets(call, frame);
    const seen = { call, at: frame, targets };
    out.calls.push(seen);
    const registers = this.#isRegistration(seen);
    for (const target of targets) {
      switch (target.k) {
        case "frame":
          this.#successor(target.frame, call, describe(call, frame.mod), frame, out);
          break;
        case "new":
          for (const one of target.frames) this.#successor(one, call, `new ${classOf(target.inst.cls).n}`, frame, out);
          for (const level of chain(this.#x, target.inst.cls))
            if (level.k === "ext")
              this.#external({ k: "ext", root: level.root, path: level.path, args: [], isNew: true, call, at: frame }, false, frame, out);
          break;
        case "each":
          for (const one of target.frames) this.#successor(one, call, describe(call, frame.mod), frame, out);
          for (const one of target.passed) {
            if (one.k === "ext") this.#external({ k: "ext", ...canonical(one.root, one.path), args: [target.given], isNew: false, call, at: frame }, true, frame, out, false);
          }
          break;
        case "data":
          if (!registers) this.#leaks(target.args, call, frame, out);
          break;
        case "unk":
          if (!registers) {
            this.#unknown(target.why === "unknown.parameter" ? "unknown.call" : target.why, call.at, target.what, frame, out);
            this.#leaks(target.args, call, frame, out);
          }
          break;
        case "ext":
          this.#external(target, registers, frame, out);
      }
    }
  }

  #successor(frame: Frame, call: CallExpr, what: string, from: Frame, out: Out): void {
    out.successors.push({ frame, file: from.mod.file, at: call.at, what });
  }

  #external(target: Extract<Target, { k: "ext" }>, isCallback: boolean, frame: Frame, out: Out, registers = isCallback): void {
    const { root, path, args, call, isNew } = target;
    const what = [...(root.startsWith("node:") ? [root.slice(5)] : root.startsWith("pkg:") ? [root.slice(4)] : []), ...path]
      .filter((step) => step !== "()" && step !== "new")
      .join(".");
    if (root === "global" && path.at(-1) === "*") this.#unknown("unknown.call", call.at, what, frame, out);
    const found = lookup(root, path);
    if (!found) {
      if (!registers)
        this.#unknown(root.startsWith("pkg:") ? `unknown.package:${root.slice(4)}` : "unknown.call", call.at, what, frame, out);
    } else if (path.includes("*") && found.entry.call.length === 0) {
      this.#unknown("unknown.call", call.at, what, frame, out);
    } else if (!(isNew && root.startsWith("pkg:") && !found.exact) && !registers) {
      this.#entry(found.entry, root, args, what, call.at, target, frame, out);
    }
    // Evaluated for what it notes: which policy was put on what this call hands back.
    if (root === "pkg:toolfence") this.#x.result(call, frame);
    const handsBack = root === "pkg:toolfence" || /^\d+$/u.test(found?.entry.returns ?? "");
    if (!isCallback && !handsBack) this.#leaks(args, call, frame, out);
  }

  #entry(
    entry: Entry,
    root: string,
    args: readonly Value[] | null,
    what: string,
    at: Pos,
    target: Extract<Target, { k: "ext" }> | null,
    frame: Frame,
    out: Out,
  ): void {
    const provenance = root.startsWith("pkg:") ? `model:${root.slice(4)}` : root;
    for (const use of entry.call) {
      const resources =
        use.fixed !== undefined
          ? [use.fixed]
          : use.arg === undefined || !args
            ? ["{dynamic}"]
            : resourcesFor(use.capability, args[use.arg]);
      for (const resource of resources) this.#effect({ capability: use.capability, resource }, provenance, at, what, frame, out);
    }
    const special = entry.special === undefined ? undefined : specialEffects[entry.special];
    if (!special) return;
    if (!args || !target) {
      for (const capability of SPECIAL_CAPABILITIES[entry.special ?? ""] ?? [])
        this.#effect({ capability, resource: "{dynamic}" }, provenance, at, what, frame, out);
      return;
    }
    const { uses, unknown } = special(this.#x, args, target);
    for (const use of uses) this.#effect(use, provenance, at, what, frame, out);
    if (unknown !== undefined) this.#unknown(unknown, at, what, frame, out);
  }

  /** Functions that reach code we do not follow are taken to be called; the environment, to be read. */
  #leaks(args: readonly Value[], call: CallExpr, frame: Frame, out: Out): void {
    for (const value of args) {
      for (const atom of value.flatMap((one) => this.#carried(one, 0))) {
        if (atom.k === "fn") this.#successor(this.#leaked(atom), call, `${describe(call, frame.mod)}(callback)`, frame, out);
        else if (isEnv(atom)) this.#effect({ capability: "env.read", resource: "*" }, "node:process", call.at, "process.env", frame, out);
        else if (atom.k === "ext") this.#mention(atom, call.at, frame, out);
      }
    }
  }

  /** The functions, external members and the environment that an atom carries, directly or in a literal. */
  #carried(atom: Atom, depth: number): readonly Atom[] {
    if (atom.k === "fn") return [atom];
    if (atom.k === "ext") return atom.path.includes("()") || atom.path.includes("new") ? [] : [atom];
    if (depth >= 2 || (atom.k !== "obj" && atom.k !== "arr")) return [];
    const key = atom.id * 4 + depth;
    const known = this.#carriedBy.get(key);
    if (known) return known;
    const inner = atom.k === "arr" ? atom.e : atom.e.p.map((prop) => ("s" in prop ? NOTHING : this.#x.value(prop.e, atom.up)));
    const found = [...new Set(inner.flatMap((value) => value.flatMap((one) => this.#carried(one, depth + 1))))];
    this.#carriedBy.set(key, found);
    return found;
  }

  #leaked(atom: Extract<Atom, { k: "fn" }>): Frame {
    const known = this.#leakedFrames.get(atom.id);
    if (known) return known;
    const frame = activate(
      this.#x,
      atom,
      Array.from({ length: 6 }, () => this.#x.data()),
      null,
    );
    this.#leakedFrames.set(atom.id, frame);
    return frame;
  }

  #mention(atom: Extract<Atom, { k: "ext" }>, at: Pos, frame: Frame, out: Out): void {
    const found = lookup(atom.root, atom.path);
    if (found?.exact)
      this.#entry(found.entry, atom.root, null, `${atom.root.replace(/^(?:node|pkg):/u, "")}.${atom.path.join(".")}`, at, null, frame, out);
  }

  #read(e: Extract<Expr, { k: "mem" }>, frame: Frame, out: Out): void {
    this.#noteGetters();
    const name = e.p;
    const object = this.#x.value(e.o, frame);
    for (const atom of object) {
      if (isEnv(atom)) {
        const resources = typeof name === "string" ? [name] : textResources(this.#x.value(name, frame));
        for (const resource of resources)
          this.#effect({ capability: "env.read", resource }, "node:process", e.at, "process.env", frame, out);
      } else if (typeof name === "string" && this.#getters.has(name)) {
        if (atom.k === "inst") this.#getter(atom, name, e, frame, out);
        else if (atom.k === "obj") {
          for (const prop of atom.e.p) {
            if (!("n" in prop) || prop.n !== name || prop.g !== 1 || prop.e.k !== "fn") continue;
            out.successors.push({
              frame: this.#x.in.frame(atom.mod, prop.e.f, atom.up, [], [atom]),
              file: frame.mod.file,
              at: e.at,
              what: `get ${name}`,
            });
          }
        }
      }
    }
  }

  #getter(atom: Extract<Atom, { k: "inst" }>, name: string, e: Extract<Expr, { k: "mem" }>, frame: Frame, out: Out): void {
    for (const level of chain(this.#x, atom.cls)) {
      if (level.k !== "cls") return;
      const member = classOf(level).m.find((one) => one.kind === "get" && one.n === name && !one.static);
      if (member?.f === undefined) continue;
      out.successors.push({
        frame: this.#x.in.frame(level.mod, member.f, level.up, [], [atom]),
        file: frame.mod.file,
        at: e.at,
        what: `get ${name}`,
      });
      return;
    }
  }

  #noteGetters(): void {
    const mods = this.#x.modules;
    for (; this.#scanned < mods.length; this.#scanned++) {
      const sum = mods[this.#scanned]?.sum;
      if (!sum) continue;
      for (const cls of sum.classes) for (const member of cls.m) if (member.kind === "get") this.#getters.add(member.n);
      for (const name of sum.getters) this.#getters.add(name);
    }
  }

  #leakEnv(value: Value, source: Expr, frame: Frame, out: Out): void {
    if (value.some(isEnv))
      this.#effect(
        { capability: "env.read", resource: "*" },
        "node:process",
        "at" in source ? source.at : fnOf(frame).at,
        "process.env",
        frame,
        out,
      );
  }

  #write(target: Expr, at: Pos, frame: Frame, out: Out): void {
    if (target.k !== "mem" || !this.#x.value(target.o, frame).some(isEnv)) return;
    const resources = typeof target.p === "string" ? [target.p] : textResources(this.#x.value(target.p, frame));
    for (const resource of resources) this.#effect({ capability: "env.write", resource }, "node:process", at, "process.env", frame, out);
  }

  #inEnv(e: Extract<Expr, { k: "bin" }>, frame: Frame, out: Out): void {
    if (!this.#x.value(e.r, frame).some(isEnv)) return;
    for (const resource of textResources(this.#x.value(e.l, frame)))
      this.#effect({ capability: "env.read", resource }, "node:process", "at" in e.r ? e.r.at : fnOf(frame).at, "process.env", frame, out);
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
    for (const e of cls.deco) this.#walk(e, frame, out);
    for (const member of cls.m) for (const e of member.deco ?? []) this.#walk(e, frame, out);
  }
}

/** What a special function uses when it is only mentioned, not called. */
const SPECIAL_CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  open: ["fs.read", "fs.write"],
  spawn: ["exec.spawn"],
  shell: ["exec.shell"],
  shellTag: ["exec.shell"],
  fetch: ["net.connect"],
  request: ["net.connect"],
  connect: ["net.connect"],
  listen: ["net.listen"],
  sqlite: ["fs.read", "fs.write"],
  denoOpen: ["fs.read", "fs.write"],
  require: ["code.load"],
};
