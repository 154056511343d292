import type { CallExpr, Expr, Pos } from "../../ir.ts";
import type { Entry } from "../../tables/format.ts";
import { isSummary, isTransporting, lookup, packageOf, tableOf } from "../../tables/index.ts";
import { describe, externalName } from "../calls/arguments.ts";
import type { External } from "../domain/targets.ts";
import { handedBy } from "../elsewhere/callers.ts";
import { activate } from "../calls/contexts.ts";
import { usesOfEntry } from "./entry-uses.ts";
import type { Out } from "./expansion.ts";
import { isEnv } from "../meaning/own-globals.ts";
import { addEffect, noteUses } from "./expansion.ts";
import { chain } from "../meaning/inheritance.ts";
import { keptByPackage } from "../elsewhere/kept-by-package.ts";
import type { Machine } from "../machine.ts";
import { MOST_HANDED } from "../calls/passed-on.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { classOf, CONTAINERS, NOTHING } from "../domain/values.ts";
import { writesOf } from "../elsewhere/writes.ts";

/** What is given to these is not called any more. */
const LETTING_GO: ReadonlySet<string> = new Set(["off", "removeListener", "removeEventListener"]);

/** What holds functions, and hands them over with itself; a package may call what is in lists and records as well. */
const HOLDING: ReadonlySet<Atom["k"]> = new Set(["obj", "arr", "wr"] as const);

/** How deep objects that are spread into one another are looked into. */
const MOST_SPREADS = 3;

/** What code that is not followed hands to a function, by the place of the argument. */
type Handed = (i: number, to: AtomOf<"fn">) => Value;

/** How deep what keeps functions is looked for in what keeps it. */
const MOST_KEPT = 4;

/** How deep literals are looked into for functions: those that are kept to be run later are sorted by what they are for, two levels more. */
const MOST_NESTED = 2;
const KEPT_FROM = -2;

/** Whether what is written may be a function, or hold one, by how it is written. */
const mayBeCode = ({ k }: Expr): boolean => k !== "lit" && k !== "tpl" && k !== "data" && k !== "void";

/** Packages that belong together are called alike: `@langchain/core` and `langchain`, `winston` and `winston-transport`. */
const familyOf = (root: string): string | undefined => packageOf(root).replace(/^@/u, "").split(/[/-]/u)[0];

/** What a call lets go of: its arguments, and what takes them, where that is known. */
export interface LetGo {
  readonly args: readonly Value[];
  readonly by?: External;
}

/** What leaves the analysed code: through the arguments of a call that is not followed, or as a handler of something that is not ours. */
export class Escapes {
  readonly #x: Machine;
  readonly #carriedBy = new Map<number, readonly Atom[]>();
  #keeping = 0;
  readonly #leakedFrames = new Map<string, Frame>();

  constructor(x: Machine) {
    this.#x = x;
  }

  /** The functions, external members and the environment that an atom carries, directly or in a literal. */
  carried(atom: Atom, depth = 0, isOfPackage = false): readonly Atom[] {
    if (atom.k === "fn") return [atom];
    if (atom.k === "ext" && (atom.path.includes("()") || atom.path.includes("new"))) return this.#kept(atom, depth);
    if (atom.k === "ext") return [atom];
    if (atom.k === "proxy" && depth < 2) return [...atom.target, ...atom.traps].flatMap((one) => this.carried(one, depth + 1, isOfPackage));
    if (atom.k === "inst") return isOfPackage ? [atom] : [];
    if (depth >= MOST_NESTED || !(isOfPackage ? CONTAINERS : HOLDING).has(atom.k)) return [];
    const key = atom.id * 16 + (depth - KEPT_FROM) * 2 + (isOfPackage ? 1 : 0);
    const known = this.#carriedBy.get(key);
    if (known) return known;
    const inner = this.#inside(atom, isOfPackage ? MOST_SPREADS : 0);
    const found = [...new Set(inner.flatMap((value) => value.flatMap((one) => this.carried(one, depth + 1, isOfPackage))))];
    this.#carriedBy.set(key, found);
    return found;
  }

  /** What runs of an instance of a class that builds on one of a package, where that package, or one beside it, has it. */
  #overriding(inst: AtomOf<"inst">, takers: readonly string[]): readonly Atom[] {
    const levels = chain(this.#x, inst.cls);
    const families = new Set(takers.filter((root) => root.startsWith("pkg:")).map(familyOf));
    if (!levels.some((level) => level.k === "ext" && families.has(familyOf(level.root)) && !/Error$/u.test(level.path.join("."))))
      return [];
    const names = levels.flatMap((level) =>
      level.k === "cls" ? classOf(level).m.flatMap(({ n, kind, static: isStatic }) => (isStatic || kind === "get" ? [] : [n])) : [],
    );
    return [...new Set(names)].flatMap((name) => (name.startsWith("#") ? [] : this.#x.member([inst], name).filter(({ k }) => k === "fn")));
  }

  /** The functions that what a package made keeps, and runs once it is used. */
  #kept({ root, held = [] }: AtomOf<"ext">, depth: number): readonly Atom[] {
    if (depth >= MOST_KEPT || this.#keeping >= MOST_KEPT || !(tableOf(root)?.isKeeper || isTransporting(root))) return [];
    // What is kept may hold something else that keeps it.
    this.#keeping++;
    try {
      return held.flatMap((value) => value.flatMap((one) => this.carried(one, one.k === "ext" ? depth + 1 : 0, true)));
    } finally {
      this.#keeping--;
    }
  }

  /** @param spreads how deep objects that are spread into this one are looked into: what the platform is handed, not at all. */
  #inside(atom: Atom, spreads: number): readonly Value[] {
    switch (atom.k) {
      case "arr":
        return atom.e;
      case "list":
        return [atom.v];
      case "rec":
        return [...atom.m.values(), atom.rest ?? NOTHING];
      case "obj":
        return atom.e.p.flatMap((prop) => ("s" in prop ? this.#spread(prop.s, atom.up, spreads) : [this.#x.value(prop.e, atom.up)]));
      case "wr": {
        const { writes, frameOf } = writesOf(this.#x, atom);
        return writes
          .filter(({ p, kind, e }) => kind === "prop" && p.length === atom.p.length + 1 && mayBeCode(e))
          .map((write) => this.#x.value(write.e, frameOf(write)));
      }
      default:
        return [];
    }
  }

  /** What stands in objects that are spread into another. */
  #spread(e: Expr, at: Frame, spreads: number): readonly Value[] {
    if (spreads === 0) return [];
    return this.#x.value(e, at).flatMap((atom) => (atom.k === "obj" || atom.k === "rec" ? this.#inside(atom, spreads - 1) : []));
  }

  /** The activation of a function that code we do not follow calls. @param handed what that hands it, argument by argument, and else data. */
  frameOf(atom: Extract<Atom, { k: "fn" }>, handed: Handed = () => this.#x.data()): Frame {
    const args = Array.from({ length: MOST_HANDED }, (_, i) => handed(i, atom));
    const key = [atom.id, ...args.map((value) => this.#x.in.numberOf(value))].join(" ");
    const known = this.#leakedFrames.get(key);
    if (known) return known;
    const frame = activate(this.#x, atom, args, null);
    this.#leakedFrames.set(key, frame);
    return frame;
  }

  /** What a call lets go of, once for all that takes the same: each alternative would hand the same functions much the same. */
  letGo(gone: readonly LetGo[], call: CallExpr, frame: Frame, out: Out): void {
    const groups = new Map<string, LetGo[]>();
    for (const one of gone) {
      const key = [one.by?.root.startsWith("pkg:") === true, ...one.args.map((value) => this.#x.in.numberOf(value))].join(" ");
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
    for (const group of groups.values()) {
      const by = group.flatMap((one) => one.by ?? []);
      const takers = by.map(({ root }) => root);
      this.leaks(group[0]?.args ?? [], call, frame, out, takers, by.length > 0 ? handedBy(this.#x, by) : undefined);
    }
  }

  /** What a package was given before, and runs when it is used: what it keeps, and what its requests, and those of a client that it is given, go through. */
  used({ root, held, args, call }: External, entry: Entry, frame: Frame, out: Out): void {
    if (!(entry.runsHeld || (entry.call.length > 0 && isTransporting(root)))) return;
    const own = held ?? keptByPackage(this.#x, root, frame.mod.file);
    const through = [...own, ...args.flatMap((value) => value.flatMap((atom) => this.#transports(atom)))];
    this.leaks(through, call, frame, out, [root], undefined, KEPT_FROM);
  }

  /** What the requests of a client go through that is an argument, or the model in one: `generateText({ model })`. */
  #transports(atom: Atom): readonly Value[] {
    if (atom.k === "ext") return atom.held && isTransporting(atom.root) ? atom.held : [];
    if (atom.k !== "obj") return [];
    const model = atom.e.p.find((prop) => "n" in prop && prop.n === "model");
    return model && "n" in model ? this.#x.value(model.e, atom.up).flatMap((one) => (one.k === "ext" ? this.#transports(one) : [])) : [];
  }

  /** Functions that reach code we do not follow are taken to be called, first with what that hands them; the environment, to be read. */
  leaks(args: readonly Value[], call: CallExpr, frame: Frame, out: Out, takers: readonly string[] = [], handed?: Handed, from = 0): void {
    if (call.f.k === "mem" && typeof call.f.p === "string" && LETTING_GO.has(call.f.p)) return;
    const what = `${describe(call, frame.mod)}(callback)`;
    const isOfPackage = takers[0]?.startsWith("pkg:") === true;
    for (const atom of args.flatMap((value) => value.flatMap((one) => this.carried(one, from, isOfPackage))))
      for (const one of atom.k === "inst" ? this.#overriding(atom, takers) : [atom]) this.#gone(one, call.at, what, frame, out, handed);
  }

  /** Functions that an element of the platform or of a package is given: they are called when something happens to it. */
  given(value: Value, at: Pos, what: string, frame: Frame, out: Out): void {
    for (const atom of value.flatMap((one) => this.carried(one, 0, true))) if (atom.k === "fn") this.#gone(atom, at, what, frame, out);
  }

  /** `signal.onabort = f`, on what is not of the program: it is called when something happens. */
  handed(target: Extract<Expr, { k: "mem" }>, e: Expr, frame: Frame, out: Out): void {
    if (!this.#x.value(target.o, frame).some(({ k }) => k === "ext" || k === "data")) return;
    for (const atom of this.#x.value(e, frame))
      this.#gone(atom, target.at, `${typeof target.p === "string" ? target.p : "…"} =`, frame, out);
  }

  #gone(atom: Atom, at: Pos, what: string, frame: Frame, out: Out, handed?: Handed): void {
    if (atom.k === "fn") out.successors.push({ frame: this.frameOf(atom, handed), file: frame.mod.file, at, what });
    else if (isEnv(atom)) addEffect(out, frame, { capability: "env.read", resource: "*" }, "node:process", at, "process.env");
    else if (atom.k === "ext") {
      const found = lookup(atom.root, atom.path);
      if (found && (found.exact || isSummary(atom.root)))
        noteUses(out, frame, atom.root, usesOfEntry(this.#x, found.entry, null), at, externalName(atom.root, atom.path));
    }
  }
}
