import type { Expr, Pos } from "../../ir.ts";
import type { Out } from "./expansion.ts";
import { isEnv } from "../meaning/own-globals.ts";
import { addEffect } from "./expansion.ts";
import type { Machine } from "../machine.ts";
import { chain } from "../meaning/inheritance.ts";
import { readFrom, trapsOfReading, trapsRun } from "../meaning/proxies.ts";
import { textResources, urlResources } from "./resources.ts";
import { levelsBelow, mayBeOther } from "../types/instances.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Atom, ClsAtom, Frame, Value } from "../domain/values.ts";
import { classOf, fnOf } from "../domain/values.ts";

/** Whether something asks for what its `src` is set to, shown or not. */
const loadsSource = (atom: Atom): boolean => atom.k === "ext" && atom.root === "global" && atom.path[0] === "Image";

/** What stands in the address itself, or in memory. */
const IN_PLACE = /^(?:data|blob):/iu;

/** What reading and writing members does: the environment, and getters that run code. */
export class MemberEffects {
  readonly #x: Machine;
  readonly #getters = new Set<string>();
  #scanned = 0;

  constructor(x: Machine) {
    this.#x = x;
  }

  read(e: Extract<Expr, { k: "mem" }>, frame: Frame, out: Out): void {
    this.#noteGetters();
    this.touch(e, frame, out);
    const name = e.p;
    const object = readFrom(this.#x, this.#x.value(e.o, frame));
    for (const atom of object) {
      if (isEnv(atom)) {
        const resources = typeof name === "string" ? [name] : textResources(this.#x.value(name, frame));
        for (const resource of resources) addEffect(out, frame, { capability: "env.read", resource }, "node:process", e.at, "process.env");
      } else if (typeof name === "string" && (this.#getters.has(name) || this.#getters.has("*") || mayBeOther(this.#x, atom))) {
        if (atom.k === "inst" || atom.k === "cls") this.#getter(atom, name, e, frame, out);
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

  /** What calling a member of a proxy runs: the method works on the proxy. */
  called(e: Extract<Expr, { k: "mem" }>, frame: Frame, out: Out): void {
    this.touch(e, frame, out, trapsRun);
  }

  /** What reading a member runs where the object is a proxy; what setting it does, or asking for it, where that is told. */
  touch(
    { o, p, at }: { readonly o: Expr; readonly p: Expr | string; readonly at: Pos },
    frame: Frame,
    out: Out,
    run = trapsOfReading,
  ): void {
    const proxies = this.#x.value(o, frame).filter((atom) => atom.k === "proxy");
    if (proxies.length === 0) return;
    const names = typeof p === "string" ? [p] : (constantsOf(this.#x.value(p, frame)) ?? [undefined]);
    for (const atom of proxies)
      for (const name of names)
        for (const one of run(this.#x, atom, name))
          out.successors.push({ frame: one, file: frame.mod.file, at, what: `proxy.${name ?? "*"}` });
  }

  #getter(atom: Extract<Atom, { k: "inst" | "cls" }>, name: string, e: Extract<Expr, { k: "mem" }>, frame: Frame, out: Out): void {
    const getterOf = (level: ClsAtom): number | undefined =>
      classOf(level).m.find(
        (one) => one.kind === "get" && (one.n === name || one.n === "*") && (one.static === true) === (atom.k === "cls"),
      )?.f;
    const has = (level: ClsAtom): boolean => getterOf(level) !== undefined;
    const own = chain(this.#x, atom.k === "inst" ? atom.cls : atom).find((level) => level.k !== "cls" || has(level));
    const levels = [...(own?.k === "cls" ? [{ cls: own, self: atom }] : []), ...levelsBelow(this.#x, atom, has, own === undefined)];
    for (const { cls, self } of levels) {
      const f = getterOf(cls);
      if (f === undefined) continue;
      const getter = this.#x.in.frame(cls.mod, f, cls.up, [], [self]);
      out.successors.push({ frame: getter, file: frame.mod.file, at: e.at, what: `get ${name}` });
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

  /** What taking all members of something at once does: the environment is read, and traps of proxies run. */
  spread(value: Value, source: Expr, frame: Frame, out: Out): void {
    const at = "at" in source ? source.at : fnOf(frame).at;
    if (value.some(isEnv)) addEffect(out, frame, { capability: "env.read", resource: "*" }, "node:process", at, "process.env");
    this.touch({ o: source, p: "*", at }, frame, out, trapsRun);
  }

  /** `object instanceof Class`: a proxy is asked for its prototype. */
  tested(o: Expr, at: Pos, frame: Frame, out: Out): void {
    this.touch({ o, p: "constructor", at }, frame, out, trapsRun);
  }

  /** @param e what is written; absent where a member is deleted. */
  write(target: Expr, at: Pos, frame: Frame, out: Out, e?: Expr): void {
    if (target.k === "mem") this.touch(target, frame, out, trapsRun);
    if (target.k === "mem" && target.p === "srcdoc" && e) this.#document(target.o, e, at, frame, out);
    if (target.k === "mem" && target.p === "src" && e && this.#x.value(target.o, frame).some(loadsSource))
      for (const resource of urlResources(this.#x.value(e, frame)))
        if (!IN_PLACE.test(resource)) addEffect(out, frame, { capability: "net.connect", resource }, "web", at, "src =");
    if (target.k !== "mem" || !this.#x.value(target.o, frame).some(isEnv)) return;
    const resources = typeof target.p === "string" ? [target.p] : textResources(this.#x.value(target.p, frame));
    for (const resource of resources) addEffect(out, frame, { capability: "env.write", resource }, "node:process", at, "process.env");
  }

  /** `iframe.srcdoc = text`: scripts in it run. */
  #document(o: Expr, e: Expr, at: Pos, frame: Frame, out: Out): void {
    const isOwn = this.#x.value(o, frame).some(({ k }) => k === "obj" || k === "inst" || k === "rec");
    if (isOwn || constantsOf(this.#x.value(e, frame)) !== undefined) return;
    addEffect(out, frame, { capability: "code.eval", resource: "{dynamic}" }, "web", at, "srcdoc =");
  }

  /** `name in object`. */
  has(e: Extract<Expr, { k: "bin" }>, frame: Frame, out: Out): void {
    const at = "at" in e.r ? e.r.at : fnOf(frame).at;
    this.touch({ o: e.r, p: e.l, at }, frame, out, trapsRun);
    if (!readFrom(this.#x, this.#x.value(e.r, frame)).some(isEnv)) return;
    for (const resource of textResources(this.#x.value(e.l, frame)))
      addEffect(out, frame, { capability: "env.read", resource }, "node:process", at, "process.env");
  }
}
