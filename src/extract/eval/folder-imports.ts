import type { Machine } from "./machine.ts";
import { namespace } from "./modules.ts";
import { piecesOf } from "./strings.ts";
import type { Atom, Mod, Value } from "./values.ts";

/** More modules than these in one folder are not all what a loader looks for. */
const MAX_MODULES = 300;

/** Where a name that is not known stands in a specifier, and what stands around it; undefined where it may lead out of the folder, or anywhere. */
function around(atom: Atom): { readonly before: string; readonly after: string } | undefined {
  const [first, second, ...rest] = piecesOf(atom).map((piece, index) =>
    index === 0 && typeof piece === "string" ? piece.replace(/^file:\/\//u, "") : piece,
  );
  const [start, hole, ...end] = first === "" ? [second, ...rest] : [first, second, ...rest];
  if (typeof start === "object") {
    if (start.hole !== "$DIR" || typeof hole !== "string" || !hole.startsWith("/")) return undefined;
    return named(`.${hole}`, end[0], end.slice(1));
  }
  return start?.startsWith(".") === true ? named(start, hole, end) : undefined;
}

/** What a model sends may hold `../`. */
function named(before: string, hole: unknown, end: readonly unknown[]): { readonly before: string; readonly after: string } | undefined {
  const isFree = typeof hole === "object" && hole !== null && "hole" in hole && hole.hole === "dynamic";
  const [after = "", more] = end;
  return isFree && before.includes("/") && typeof after === "string" && more === undefined ? { before, after } : undefined;
}

/** The last folder that a specifier names as it is written. */
const folderIn = (atom: Atom): string | undefined =>
  /([^/]+)\/[^/]*$/u.exec(
    piecesOf(atom)
      .map((piece) => (typeof piece === "string" ? piece : ""))
      .join(""),
  )?.[1];

/**
 * What `import()` of a module in a folder of the program's own gives, where the name of the file alone is not known
 * (`import(join(here, "tools", file))`, with `file` out of `readdir`): any module there. A folder of the same name that is
 * looked for in other places holds what is built of these.
 */
export function folderModules(x: Machine, mod: Mod, specifiers: Value, required = false): Value | undefined {
  const found: Value[] = [];
  const known = new Set<string | undefined>();
  const others: Atom[] = [];
  for (const atom of specifiers) {
    const place = around(atom);
    const files = place ? x.world.matching(mod.file, place.before, place.after) : [];
    if (files.length === 0 || files.length > MAX_MODULES) others.push(atom);
    else known.add(folderIn(atom));
    for (const file of files.slice(0, MAX_MODULES)) {
      const target = file === mod.file ? undefined : x.module(file);
      if (target) found.push(namespace(x, target, required));
    }
  }
  return found.length > 0 && others.every((atom) => known.has(folderIn(atom))) ? x.join(...found) : undefined;
}
