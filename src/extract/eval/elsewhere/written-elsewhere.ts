import type { Importer } from "./importers.ts";
import { importedBy, importersOf } from "./importers.ts";
import type { Machine } from "../machine.ts";
import type { Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** More files than these are not looked at. */
const MAX_FILES = 64;
const CONTAINERS = new Set(["obj", "arr", "list", "rec", "wr"]);

/**
 * What other modules put into a container that a module exports: `registry.push(tool)` where
 * `registry` is imported. Such a file counts if it belongs to the sources, whoever loads it.
 */
export function writtenElsewhere(x: Machine, mod: Mod, v: number, held: Value): Value {
  if (!held.some(({ k }) => CONTAINERS.has(k))) return NOTHING;
  const names = mod.sum.exports.filter((one) => one.v === v).map(({ n }) => n);
  if (names.length === 0) return NOTHING;
  const own = mod.sum.vars[v]?.n ?? "";
  const importers = names.flatMap((name) => importersOf(x, mod, name));
  const files = [...new Set(importers.map(({ file }) => file))];
  const growing = new Set([...importers.map(({ name }) => name), own].flatMap((name) => x.world.growing(name, files)));
  const grown = importers.filter(({ file }) => growing.has(file));
  return grown.length > MAX_FILES ? x.unknown("unknown.budget") : x.join(...grown.map((one) => writesIn(x, one)));
}

/** What a file writes into the variables by which it imports one of these. */
const writesIn = (x: Machine, importer: Importer): Value =>
  importedBy(x, importer).flatMap((v) => {
    const mod = x.world.summary(importer.file)?.vars[v]?.w ? x.module(importer.file) : undefined;
    return mod ? [x.in.atom({ k: "wr", of: { v, fr: x.top(mod) }, p: [] })] : [];
  });
