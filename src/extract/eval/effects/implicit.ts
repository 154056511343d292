import type { CallExpr, Expr, ObjExpr, Pos } from "../../ir.ts";
import { visitCalls } from "../../ir-walk.ts";
import { lookup, provenanceOf } from "../../tables/index.ts";
import { argumentsOf } from "../calls/arguments.ts";
import { activate } from "../calls/contexts.ts";
import { beyondData } from "../calls/passed-on.ts";
import { usesOfEntry } from "./entry-uses.ts";
import type { Out } from "./expansion.ts";
import { isEnv } from "../meaning/own-globals.ts";
import { addEffect } from "./expansion.ts";
import type { Machine } from "../machine.ts";
import type { MemberEffects } from "./member-effects.ts";
import { chain, methodsOf } from "../meaning/inheritance.ts";
import { trapsRun } from "../meaning/proxies.ts";
import { anyLike, levelsBelow } from "../types/instances.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Mod, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** Members that the language, or Node, calls by itself: conversions, iteration, awaiting, disposal, inspection. */
const MAGIC = new Set(
  `toString valueOf toJSON then handleEvent next return
  @@iterator @@asyncIterator @@toPrimitive @@hasInstance @@dispose @@asyncDispose @@species @@inspect`.split(/\s+/u),
);
/** What a stream of Node's calls on a subclass. */
const STREAM = /^_(?:read|write|writev|transform|flush|final|construct|destroy)$/u;
/** Methods that builtin classes call on their subclasses. */
const CALLS_OVERRIDDEN: Readonly<Record<string, readonly string[]>> = {
  RegExp: ["exec", "@@match", "@@matchAll", "@@replace", "@@search", "@@split"],
  Map: ["set", "get"],
  Set: ["add", "has"],
  WeakMap: ["set"],
  WeakSet: ["add"],
  Promise: ["then"],
};
const EMITS = new Set(["emit", "dispatchEvent", "publish", "callHook", "callHookParallel"]);
const LISTENS = new Set("on once addListener prependListener prependOnceListener addEventListener subscribe hook hookOnce".split(" "));

interface Listener {
  readonly mod: Mod;
  readonly call: CallExpr;
  readonly f: number;
}

const methodOf = (x: Machine, { mod, up }: ClsAtom, f: number, self: Value): AtomOf<"fn"> => x.in.atom({ k: "fn", mod, f, up, self });

/** Code that runs without a call that names it. */
export class ImplicitCalls {
  readonly #x: Machine;
  readonly #listeners: Listener[] = [];
  #scanned = 0;
  #used = false;

  constructor(x: Machine) {
    this.#x = x;
  }

  /** Whether any loaded module has members of this kind at all. */
  get isUsed(): boolean {
    this.#scan();
    return this.#used;
  }

  #scan(): void {
    const { modules } = this.#x;
    for (; this.#scanned < modules.length; this.#scanned++) {
      const mod = modules[this.#scanned];
      if (!mod) continue;
      this.#used ||= mod.sum.classes.some((cls) =>
        cls.m.some((member) => MAGIC.has(member.n) || STREAM.test(member.n) || member.kind === "get"),
      );
      this.#used ||= mod.sum.fns.some((fn) => MAGIC.has(fn.hint ?? "")) || mod.sum.getters.length > 0;
      visitCalls(mod.sum, (call, f) => {
        if (call.f.k === "mem" && typeof call.f.p === "string" && LISTENS.has(call.f.p) && call.a.length > 0)
          this.#listeners.push({ mod, call, f });
      });
    }
  }

  /** @param given what it is called with, as far as that is more than data. */
  #run(
    fn: Extract<Atom, { k: "fn" }>,
    self: Value,
    what: string,
    at: Pos,
    frame: Frame,
    out: Out,
    given: readonly (Value | undefined)[] = [],
  ): void {
    const args = Array.from({ length: 4 }, (_, i) => given[i] ?? this.#x.data());
    out.successors.push({ frame: activate(this.#x, fn, args, self), file: frame.mod.file, at, what });
  }

  /** The members of an object that run by themselves once it is used. */
  magic(value: Value, at: Pos, frame: Frame, out: Out): void {
    for (const atom of value) {
      if (atom.k === "obj") {
        for (const prop of atom.e.p) {
          if (!("n" in prop) || prop.g !== undefined || !MAGIC.has(prop.n)) continue;
          for (const fn of this.#x.value(prop.e, atom.up)) if (fn.k === "fn") this.#run(fn, [atom], prop.n, at, frame, out);
        }
      } else if (atom.k === "inst") {
        const self = [anyLike(this.#x, atom)];
        const levels = chain(this.#x, atom.cls);
        const calledByBase = new Set(
          levels.flatMap((level) => (level.k === "ext" && level.root === "global" ? (CALLS_OVERRIDDEN[level.path[0] ?? ""] ?? []) : [])),
        );
        const isStream = levels.some((level) => level.k === "ext" && /stream/u.test(level.root));
        const own = levels.flatMap((level) => (level.k === "cls" ? [{ cls: level, self }] : []));
        const below = levelsBelow(this.#x, atom).map(({ cls, self: one }) => ({ cls, self: [one] }));
        for (const level of [...own, ...below]) {
          for (const member of classOf(level.cls).m) {
            if (member.static || member.kind !== "method" || member.f === undefined) continue;
            if (MAGIC.has(member.n) || calledByBase.has(member.n) || (isStream && STREAM.test(member.n)))
              this.#run(methodOf(this.#x, level.cls, member.f, level.self), level.self, member.n, at, frame, out);
          }
        }
      }
    }
  }

  /** The methods of an instance that a stream of the platform reads from or writes to. */
  source(args: readonly Value[], at: Pos, frame: Frame, out: Out): void {
    for (const atom of args.flat()) {
      if (atom.k !== "inst") continue;
      for (const [name, methods] of methodsOf(this.#x, atom.cls, [atom]))
        for (const fn of methods) if (fn.k === "fn") this.#run(fn, [atom], name, at, frame, out);
    }
  }

  /** `value instanceof Class`: what the class says of it by itself. */
  tested(value: Value, at: Pos, frame: Frame, out: Out): void {
    for (const atom of value) {
      if (atom.k !== "cls") continue;
      for (const level of chain(this.#x, atom)) {
        if (level.k !== "cls") continue;
        for (const { f, kind, n, static: isStatic } of classOf(level).m)
          if (isStatic && kind === "method" && f !== undefined && n === "@@hasInstance")
            this.#run(this.#x.in.atom({ k: "fn", mod: level.mod, f, up: level.up, self: [atom] }), [atom], n, at, frame, out);
      }
    }
  }

  /** Every getter of an object: it is copied, or read by a name that is not known. */
  getters(value: Value, at: Pos, frame: Frame, out: Out): void {
    for (const atom of value) {
      if (atom.k === "obj") {
        for (const prop of atom.e.p)
          if ("e" in prop && "n" in prop && prop.g === 1 && prop.e.k === "fn")
            this.#run(this.#x.in.atom({ k: "fn", mod: atom.mod, f: prop.e.f, up: atom.up }), [atom], `get ${prop.n}`, at, frame, out);
      } else if (atom.k === "inst") this.#accessors(atom, "get", undefined, at, frame, out);
    }
  }

  /** What an object literal, or an element, copies from others. */
  copied({ p }: ObjExpr, members: MemberEffects, frame: Frame, out: Out): void {
    for (const prop of p) {
      if (!("s" in prop)) continue;
      const value = this.#x.value(prop.s, frame);
      members.spread(value, prop.s, frame, out);
      this.getters(value, prop.at, frame, out);
    }
  }

  /** `object.name = value` where the class or object has a setter of that name. */
  setters(target: Expr, at: Pos, frame: Frame, out: Out): void {
    if (target.k !== "mem" || typeof target.p !== "string") return;
    const name = target.p;
    for (const atom of this.#x.value(target.o, frame)) {
      if (atom.k === "inst") this.#accessors(atom, "set", name, at, frame, out);
      else if (atom.k === "cls") this.#accessors(atom, "set", name, at, frame, out);
      else if (atom.k === "obj")
        for (const prop of atom.e.p)
          if ("n" in prop && prop.n === name && prop.g === 2 && prop.e.k === "fn")
            this.#run(this.#x.in.atom({ k: "fn", mod: atom.mod, f: prop.e.f, up: atom.up }), [atom], `set ${name}`, at, frame, out);
    }
  }

  #accessors(
    atom: Extract<Atom, { k: "inst" | "cls" }>,
    kind: "get" | "set",
    name: string | undefined,
    at: Pos,
    frame: Frame,
    out: Out,
  ): void {
    const self = atom.k === "inst" && name === undefined ? anyLike(this.#x, atom) : atom;
    const own = chain(this.#x, atom.k === "inst" ? atom.cls : atom).flatMap((level) => (level.k === "cls" ? [{ cls: level, self }] : []));
    for (const level of [...own, ...levelsBelow(this.#x, atom)]) {
      for (const member of classOf(level.cls).m) {
        if (member.kind !== kind || member.f === undefined || (member.static === true) !== (atom.k === "cls")) continue;
        if (name !== undefined && member.n !== name) continue;
        this.#run(methodOf(this.#x, level.cls, member.f, [level.self]), [level.self], `${kind} ${member.n}`, at, frame, out);
      }
    }
  }

  /** `Object.assign(target, source)`, `Object.values(object)`: getters run, and the environment is read. */
  spread(args: readonly Value[], call: CallExpr, frame: Frame, out: Out): void {
    for (const value of args) {
      if (value.some(isEnv)) addEffect(out, frame, { capability: "env.read", resource: "*" }, "node:process", call.at, "process.env");
      this.getters(value, call.at, frame, out);
      for (const atom of value)
        if (atom.k === "proxy")
          for (const one of trapsRun(this.#x, atom, undefined))
            out.successors.push({ frame: one, file: frame.mod.file, at: call.at, what: "proxy.*" });
    }
    const [target, ...sources] = args;
    if (call.f.k === "mem" && call.f.p === "assign" && target && sources.length > 0)
      for (const atom of target) if (atom.k === "inst") this.#accessors(atom, "set", undefined, call.at, frame, out);
  }

  /** `emitter.emit("name")`: what listens for that name on such an emitter. */
  emitted(call: CallExpr, frame: Frame, out: Out): void {
    if (call.f.k !== "mem" || typeof call.f.p !== "string" || !EMITS.has(call.f.p)) return;
    this.#scan();
    // Which instance it is seldom matters: its constructor listens on it before it has a name.
    const identity = (atom: Atom): Atom => (atom.k === "inst" ? atom.cls : atom);
    const emitter = new Set(this.#x.value(call.f.o, frame).map(identity));
    const [event = [], ...rest] = argumentsOf(this.#x, call, frame);
    const given = (call.f.p === "dispatchEvent" ? [event] : rest).map((one) => beyondData(this.#x, one));
    // A record that is emitted is no event's name.
    if (call.f.p !== "dispatchEvent" && event.length > 0 && event.every(({ k }) => k === "obj" || k === "rec" || k === "inst")) return;
    const names = constantsOf(event);
    for (const { mod, call: listen, f } of this.#listeners) {
      const there = genericFrame(this.#x, mod, f, this.#x.top(mod));
      if (listen.f.k !== "mem" || !this.#x.value(listen.f.o, there).some((atom) => emitter.has(identity(atom)))) continue;
      const [name = [], ...callbacks] = argumentsOf(this.#x, listen, there);
      const wanted = constantsOf(name);
      if (names && wanted && !names.some((one) => wanted.includes(one))) continue;
      const what = `on ${wanted?.[0] ?? "…"}`;
      for (const fn of this.#x.join(...callbacks)) {
        if (fn.k === "fn") this.#run(fn, [], what, call.at, frame, out, given);
        const found = fn.k === "ext" ? lookup(fn.root, fn.path) : undefined;
        if (fn.k === "ext" && found?.exact)
          for (const use of usesOfEntry(this.#x, found.entry, null).uses) addEffect(out, frame, use, provenanceOf(fn.root), call.at, what);
      }
    }
  }
}
