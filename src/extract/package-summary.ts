import type { Analysis } from "./analyze.ts";
import { chain } from "./eval/members.ts";
import { resultOf } from "./eval/results.ts";
import type { Atom, ClsAtom, Frame, Mod, Value } from "./eval/values.ts";
import { classOf } from "./eval/values.ts";
import { isWithin } from "../model/capability.ts";
import { factsOf } from "./facts.ts";
import type { SummaryRows } from "./tables/format.ts";
import { lookup } from "./tables/index.ts";

/** A summary, with the packages that it would take to say more. */
export interface PackageRows extends SummaryRows {
  readonly needs: readonly string[];
}

/** Capabilities of which a fixed resource says something to whoever uses the package. */
const NAMED = /^(?:net\.connect|env\.read)$/u;
const LIMIT = 1500;
const MAX_ROWS = 600;
const MAX_FUNCTIONS = 4000;
const MAX_DEPTH = 3;
const PACKAGE = "unknown.package:";

/** Collects rows, and what a whole package does, for one package. */
class Rows {
  readonly rows = new Map<string, Set<string>>();
  readonly needs = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #a: Analysis;

  constructor(analysis: Analysis) {
    this.#a = analysis;
  }

  /** What the functions of all modules that were loaded do, each by itself. */
  everything(): Set<string> {
    const { x, expander } = this.#a.d;
    const out = new Set<string>();
    for (const mod of [...x.modules].sort((a, b) => (a.file < b.file ? -1 : 1))) {
      x.refuel();
      if (mod.sum.failed !== undefined || mod.sum.fns.length > MAX_FUNCTIONS) out.add("?");
      for (let f = 0; f < Math.min(mod.sum.fns.length, MAX_FUNCTIONS); f++) {
        const found = expander.expand(this.#called(mod, f));
        for (const one of found.effects) out.add(token(one));
        if (found.unknowns.length > 0) out.add("?");
        for (const { reason } of found.unknowns) if (reason.startsWith(PACKAGE)) this.needs.add(reason.slice(PACKAGE.length));
      }
    }
    return out;
  }

  /** A function, and those around it, as somebody from outside would call them: with data. */
  #called(mod: Mod, f: number): Frame {
    const { x } = this.#a.d;
    const fn = mod.sum.fns[f];
    if (!fn || f === 0) return x.top(mod);
    return x.in.frame(
      mod,
      f,
      this.#called(mod, fn.up),
      fn.pn.map(() => x.data()),
      null,
    );
  }

  value(value: Value, path: string, depth: number): void {
    for (const atom of value) this.#atom(atom, path, depth);
  }

  #atom(atom: Atom, path: string, depth: number): void {
    const key = `${path} ${atom.id}`;
    if (this.#seen.has(key) || depth > MAX_DEPTH || this.rows.size >= MAX_ROWS) return;
    this.#seen.add(key);
    const { x } = this.#a.d;
    switch (atom.k) {
      case "fn": {
        const frame = x.in.frame(
          atom.mod,
          atom.f,
          atom.up,
          (atom.mod.sum.fns[atom.f]?.pn ?? []).map(() => x.data()),
          atom.self ?? null,
        );
        this.#add(path, this.#does([frame]));
        this.value(
          resultOf(x, frame).filter((one) => one.k === "inst" || one.k === "obj"),
          path,
          depth + 1,
        );
        break;
      }
      case "cls":
        this.#class(atom, path, depth);
        break;
      case "inst":
        for (const level of chain(x, atom.cls)) if (level.k === "cls") this.#methods(level, [atom], path, depth, false);
        break;
      case "obj":
        for (const prop of atom.e.p) if ("n" in prop) this.value(x.member([atom], prop.n), below(path, prop.n), depth + 1);
        break;
      case "ext":
        this.#add(path, external(atom));
        break;
      case "unk":
        this.#add(path, new Set(["?"]));
        break;
      default:
    }
  }

  #class(atom: ClsAtom, path: string, depth: number): void {
    const { x } = this.#a.d;
    const inst: Value = [x.in.atom({ k: "inst", cls: atom, args: null })];
    const levels = chain(x, atom).filter((level): level is ClsAtom => level.k === "cls");
    const made = levels.flatMap((level) => {
      const { ctor, m } = classOf(level);
      const fields = m.flatMap((one) => (one.kind === "field" && !one.static && one.f !== undefined ? [one.f] : []));
      return [...(ctor === undefined ? [] : [ctor]), ...fields].map((f) => x.in.frame(level.mod, f, level.up, null, inst));
    });
    this.#add(path, this.#does(made));
    for (const level of levels) {
      this.#methods(level, inst, path, depth, false);
      this.#methods(level, [atom], path, depth, true);
    }
  }

  #methods(level: ClsAtom, self: Value, path: string, depth: number, isStatic: boolean): void {
    const { x } = this.#a.d;
    for (const member of classOf(level).m) {
      if (member.f === undefined || (member.static === true) !== isStatic || member.kind === "field" || member.n.startsWith("#")) continue;
      this.value([x.in.atom({ k: "fn", mod: level.mod, f: member.f, up: level.up, self })], below(path, member.n), depth + 1);
    }
  }

  #does(frames: readonly Frame[]): Set<string> {
    const { effects, unknowns } = factsOf(this.#a.d, frames, LIMIT);
    return new Set([...effects.map(token), ...(unknowns.length > 0 ? ["?"] : [])]);
  }

  #add(path: string, tokens: ReadonlySet<string>): void {
    const known = this.rows.get(path) ?? new Set();
    for (const one of tokens) known.add(one);
    this.rows.set(path, known);
  }
}

/** The path of a member; tables leave `default` out before another name. */
const below = (path: string, name: string): string => (path === "default" ? name : `${path}.${name}`);

/** A capability, with its resource where that is a fixed one which matters. */
const token = ({ capability, resource }: { readonly capability: string; readonly resource: string }): string =>
  NAMED.test(capability) && !/[\s{*]/u.test(resource) ? `${capability}=${resource}` : capability;

/** Tokens without those that others hold: `fs.write` holds `fs.write.create`, `net.connect` every host. */
function least(tokens: ReadonlySet<string>): string[] {
  const bare = new Set([...tokens].filter((one) => !one.includes("=")));
  const isHeld = (one: string): boolean => {
    const [capability = ""] = one.split("=");
    return [...bare].some((other) => other !== one && isWithin(capability, other));
  };
  return [...tokens].filter((one) => !isHeld(one)).sort();
}

/** What calling something of another package, or of Node, does by the tables. */
function external(atom: Extract<Atom, { k: "ext" }>): Set<string> {
  const found = lookup(atom.root, atom.path);
  if (!found || found.entry.special !== undefined) return new Set(["?"]);
  return new Set(found.entry.call.map((use) => use.capability));
}

/** The names that a module exports, through `export *`. */
function exportedNames(analysis: Analysis, mod: Mod, guard = new Set<Mod>()): string[] {
  if (guard.has(mod)) return [];
  guard.add(mod);
  const { x } = analysis.d;
  const stars = mod.sum.stars.flatMap((star) => {
    const found = x.world.resolve(mod.file, star);
    const target = found.k === "file" ? x.module(found.file) : undefined;
    return target ? exportedNames(analysis, target, guard).filter((name) => name !== "default") : [];
  });
  const cjs = mod.sum.cjs.map((one) => one.p[0] ?? "default");
  return [...new Set([...mod.sum.exports.map((one) => one.n), ...stars, ...cjs])].sort();
}

/**
 * Summarises a package by the modules that it can be entered by. What a row does not name is `rest`: everything
 * that any function of the package does, so that a row can only make an answer narrower.
 */
export function summarisePackage(analysis: Analysis, entries: readonly string[]): PackageRows {
  const { x } = analysis.d;
  const rows = new Rows(analysis);
  for (const file of entries) {
    const mod = x.module(file);
    if (!mod) return { rest: ["?"], rows: {}, needs: [] };
    for (const name of exportedNames(analysis, mod)) rows.value(x.exportOf(mod, name), name, 0);
  }
  const rest = rows.everything();
  for (const tokens of rows.rows.values()) for (const one of tokens) rest.add(one);
  const sorted = [...rows.rows].map(([path, tokens]) => [path, least(tokens)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { rest: least(rest), rows: rest.size === 0 ? {} : Object.fromEntries(sorted), needs: [...rows.needs].sort() };
}
