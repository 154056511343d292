import type { Analysis } from "./analyze.ts";
import { calledFromOutside } from "./eval/calls/contexts.ts";
import { resultOf } from "./eval/calls/results.ts";
import type { Atom, Frame, Mod, Value } from "./eval/domain/values.ts";
import { isWithin } from "../model/capability.ts";
import { factsOf } from "./facts.ts";
import type { SummaryRows } from "./tables/format.ts";

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
/** A path of names that nothing else can be written as. */
const PLAIN = /^[\w$]+(?:\.[\w$]+)*$/u;

/** Collects rows, and what a whole package does, for one package. */
class Rows {
  /** What a plain function does by itself, by its path. */
  readonly rows = new Map<string, Set<string>>();
  readonly needs = new Set<string>();
  /** Paths under which some way into the package has more than a plain function. */
  readonly #mixed = new Set<string>();
  readonly #a: Analysis;
  readonly #text: (file: string) => string | undefined;

  constructor(analysis: Analysis, text: (file: string) => string | undefined) {
    this.#a = analysis;
    this.#text = text;
  }

  /** What the functions of all modules that were loaded do, each by itself. */
  everything(): Set<string> {
    const { x, expander } = this.#a.d;
    const out = new Set<string>();
    // Looking at one module may load another.
    for (let index = 0; index < x.modules.length; index++) {
      const mod = x.modules[index];
      if (!mod) continue;
      x.refuel();
      if (mod.sum.failed !== undefined || mod.sum.fns.length > MAX_FUNCTIONS) out.add("?");
      for (let f = 0; f < Math.min(mod.sum.fns.length, MAX_FUNCTIONS); f++) {
        const found = expander.expand(this.#called(mod, f));
        for (const one of found.effects) out.add(token(one));
        if (found.unknowns.length > 0) out.add("?");
        for (const { reason } of found.unknowns) if (reason.startsWith(PACKAGE)) this.needs.add(reason.slice(PACKAGE.length));
      }
    }
    // What is mentioned and never seen at work is handed out, or works in a way that is not understood.
    const has = (family: string): boolean => [...out].some((one) => one.startsWith(family));
    for (const mod of x.modules) if (hands(this.#text(mod.file) ?? "").some((family) => !has(family))) out.add("?");
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

  /** Adds what is exported under a path. Only a function that gives back data has a row: anything else does what the package does. */
  value(value: Value, path: string, depth: number): void {
    if (!PLAIN.test(path) || this.rows.size >= MAX_ROWS) return;
    const { x } = this.#a.d;
    const parts = value.filter((atom) => !isData(atom));
    for (const atom of parts) {
      if (atom.k === "obj" && depth < MAX_DEPTH && atom.e.p.every((prop) => "n" in prop && prop.g === undefined)) {
        for (const prop of atom.e.p) if ("n" in prop) this.value(x.member([atom], prop.n), below(path, prop.n), depth + 1);
      }
    }
    const frames = parts.flatMap((atom) => (atom.k === "fn" ? [calledFromOutside(x, atom)] : []));
    const isPlain = frames.length === parts.length && frames.every((frame) => resultOf(x, frame).every(isData));
    if (!isPlain) this.#mixed.add(path);
    if (this.#mixed.has(path)) this.rows.delete(path);
    else if (frames.length > 0) this.rows.set(path, new Set([...(this.rows.get(path) ?? []), ...this.#does(frames)]));
  }

  #does(frames: readonly Frame[]): Set<string> {
    const { effects, unknowns } = factsOf(this.#a.d, frames, LIMIT);
    return new Set([...effects.map(token), ...(unknowns.length > 0 ? ["?"] : [])]);
  }
}

/** The path of a member; tables leave `default` out before another name. */
const below = (path: string, name: string): string => (path === "default" ? name : `${path}.${name}`);

const isData = (atom: Atom): boolean => atom.k === "str" || atom.k === "prim" || atom.k === "data";

/** Names by which code gets at something, and the family that would show if it were understood. */
const HANDED: readonly (readonly [RegExp, string])[] = [
  [/["'`](?:node:)?(?:fs|fs\/promises)["'`]/u, "fs"],
  [/["'`](?:node:)?(?:net|tls|http|https|http2|dgram)["'`]|\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\b/u, "net"],
  [/["'`](?:node:)?(?:child_process|cluster)["'`]/u, "exec"],
  [/["'`](?:node:)?(?:vm|module|worker_threads|inspector|repl|wasi)["'`]|\b(?:eval|Function)\s*\(|\bWebAssembly\b|\.node["'`]/u, "code"],
  [/\bprocess\s*\.\s*env\b/u, "env"],
  [/\bprocess\s*\.\s*(?:binding|dlopen|getBuiltinModule|mainModule)\b/u, "code"],
];

const hands = (text: string): string[] => HANDED.flatMap(([pattern, family]) => (pattern.test(text) ? [family] : []));

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
export function summarisePackage(analysis: Analysis, entries: readonly string[], text: (file: string) => string | undefined): PackageRows {
  const { x } = analysis.d;
  const rows = new Rows(analysis, text);
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
