import type { Machine } from "../eval/machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import type { Expr } from "../ir.ts";
import { parts } from "../ir-walk.ts";
import { schemasOf } from "./about.ts";

const MAX_NAMES = 60;

/**
 * Functions that stand in a tool's input schema (refinements, transforms, defaults): the framework runs
 * them on what the model sends, before the executor. They are arguments there (`z.string().refine(f)`);
 * schemas are followed through constants and imports.
 */
export function schemaFunctions(x: Machine, config: Value): Value {
  const found = new Map<number, AtomOf<"fn">>();
  const seen = new Set<string>();
  const walk = (e: Expr, mod: Mod, frame: Frame): void => {
    if (e.k === "var") name(mod, e.v, frame);
    for (const argument of e.k === "call" ? e.a : []) {
      if (argument.k !== "fn") continue;
      const atom = x.in.atom({ k: "fn", mod, f: argument.f, up: frame });
      found.set(atom.id, atom);
    }
    parts(e, (part) => {
      walk(part, mod, frame);
    });
  };
  const name = (mod: Mod, v: number, frame: Frame): void => {
    const key = `${mod.id}.${v}`;
    if (seen.has(key) || seen.size > MAX_NAMES) return;
    seen.add(key);
    for (const def of mod.sum.vars[v]?.d ?? []) {
      if (def.k === "expr") walk(def.e, mod, genericFrame(x, mod, def.f, frame.mod === mod ? frame : x.top(mod)));
      else if (def.k === "import") imported(mod, def.from, def.n);
    }
  };
  const imported = (from: Mod, specifier: string, exported: string): void => {
    const target = x.world.resolve(from.file, specifier);
    const mod = target.k === "file" ? x.module(target.file) : undefined;
    if (!mod) return;
    for (const { n, v, e } of mod.sum.exports) {
      if (n !== exported) continue;
      if (v !== undefined) name(mod, v, x.top(mod));
      else if (e) walk(e, mod, x.top(mod));
    }
  };
  for (const { atom, e } of schemasOf(config)) walk(e, atom.mod, atom.up);
  return [...found.values()].sort((a: Atom, b: Atom) => a.id - b.id);
}
