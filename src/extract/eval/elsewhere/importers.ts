import type { ModuleSummary } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";

/** A module that may import something: the module that it would have it from, and by which name. */
export interface Importer {
  readonly file: string;
  readonly from: string;
  readonly name: string;
}

/** Through more modules than these nothing is handed on. */
const MAX_HOPS = 4;
const FAR = 16;

/**
 * The modules that may import a name of a module: those that import the module itself, and those that import the name from a module that hands
 * it on (`export { name } from`, `export *`), by the name that it has there.
 *
 * @param isWhole whether those count as well that have the whole module under a name, `export * as all from`, however far away.
 */
export function importersOf(x: Machine, mod: Mod, name: string, isWhole = false): Importer[] {
  const out = new Map<string, Importer>();
  let handed: Exported[] = [{ file: mod.file, name }];
  const seen = new Set<string>();
  for (let hop = 0; hop <= (isWhole ? FAR : MAX_HOPS) && handed.length > 0; hop++) {
    const next: Exported[] = [];
    for (const { file: from, name: as } of handed) {
      const key = `${as} ${from}`;
      if (seen.has(key)) continue;
      seen.add(key);
      // Who imports a module that hands on much is asked for by the name; of a default nobody has to say one.
      const saying = hop === 0 || as === "default" ? undefined : new Set(x.world.saying(as));
      for (const file of x.world.importers(from))
        if (saying?.has(file) !== false && !out.has(`${as} ${file}`)) out.set(`${as} ${file}`, { file, from, name: as });
      next.push(...x.world.barrels(from).flatMap((file) => handedOnBy(x, { file, from, name: as }, isWhole)));
    }
    handed = next;
  }
  return [...out.values()];
}

/** The variables by which an importer has what it imports. */
export const importedBy = (x: Machine, { file, name, from }: Importer): number[] =>
  (x.world.summary(file)?.vars ?? []).flatMap(({ d }, v) => {
    const isIt = d.some((def) => {
      if (def.k !== "import" || def.n !== name) return false;
      const found = x.world.resolve(file, def.from);
      return found.k === "file" && found.file === from;
    });
    return isIt ? [v] : [];
  });

/** What a module exports. */
type Exported = Omit<Importer, "from">;

/** Whether an importer hands on what it imports, and by which names. */
function handedOnBy(x: Machine, { file, from, name }: Importer, isWhole: boolean): Exported[] {
  const sum = x.world.summary(file);
  if (!sum) return [];
  const isThat = (specifier: string): boolean => {
    const found = x.world.resolve(file, specifier);
    return found.k === "file" && found.file === from;
  };
  const names = sum.exports.flatMap((one) =>
    handsOn(sum, one, name, isThat) || (isWhole && handsOn(sum, one, "*", isThat)) ? [one.n] : [],
  );
  if (names.length === 0 && sum.stars.some(isThat)) names.push(name);
  return [...new Set(names)].map((one) => ({ file, name: one }));
}

function handsOn(
  { vars }: ModuleSummary,
  { from, n, src, v }: ModuleSummary["exports"][number],
  name: string,
  isThat: (specifier: string) => boolean,
): boolean {
  if (from !== undefined) return (src ?? n) === name && isThat(from);
  return v !== undefined && vars[v]?.d.some((def) => def.k === "import" && def.n === name && isThat(def.from)) === true;
}
