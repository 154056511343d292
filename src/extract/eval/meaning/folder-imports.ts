import { visitExprs } from "../../ir-walk.ts";
import type { Expr } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { namespace } from "./modules.ts";
import { constantsOf, piecesOf } from "../domain/strings.ts";
import type { Atom, Frame, Mod, Piece, Value } from "../domain/values.ts";
import { ENTRY, isListed } from "../domain/values.ts";

const known = new WeakMap<Mod["sum"], boolean>();

/** Whether a module loads others whose names it makes up: elsewhere nothing depends on which names stand in a folder. */
export function loadsByName({ sum }: Mod): boolean {
  const before = known.get(sum);
  if (before !== undefined) return before;
  let found = false;
  visitExprs(sum, (e) => {
    const isRequire =
      e.k === "call" && ((e.f.k === "glob" && e.f.n === "require") || (e.f.k === "var" && /require/iu.test(sum.vars[e.f.v]?.n ?? "")));
    found ||= (e.k === "import" && e.e.k !== "lit") || (isRequire && e.k === "call" && e.a[0]?.k !== "lit");
  });
  known.set(sum, found);
  return found;
}

/** The constant that an expression is as it is written, however much was looked at before. */
function written(e: Expr, { sum }: Mod): string | undefined {
  if (e.k === "lit") return typeof e.v === "string" ? e.v : undefined;
  const [def, more] = e.k === "var" ? (sum.vars[e.v]?.d ?? []) : [];
  return def?.k === "expr" && !more && def.path.length === 0 && def.e.k === "lit" && typeof def.e.v === "string" ? def.e.v : undefined;
}

/** What `import()` is given: the value, and the names of modules where they are all known. */
export function specifiersOf(x: Machine, e: Expr, frame: Frame): { readonly source: Value; readonly names: readonly string[] | undefined } {
  const constant = written(e, frame.mod);
  const source = constant === undefined ? x.value(e, frame) : x.text(constant);
  return { source, names: constantsOf(source) };
}

/** More modules than these in one folder are not all what a loader looks for. */
const MAX_MODULES = 300;

/** Where a name that was found in a folder stands in a specifier, and what stands around it. */
interface Place {
  readonly before: string;
  readonly after: string;
  readonly isDeep: boolean;
}

/** Undefined where what is not known of it is not such a name alone: what a model or a service says may hold `../`, or be an address. */
function placeIn(pieces: readonly Piece[]): (Place & { readonly root: readonly Piece[] }) | undefined {
  const at = pieces.findIndex((piece) => typeof piece === "object" && isListed(piece.hole));
  const [hole, before, after = ""] = [pieces[at], pieces[at - 1], pieces[at + 1]];
  if (typeof hole !== "object" || typeof before !== "string" || typeof after !== "string" || pieces.length > at + 2) return undefined;
  return before.includes("/") ? { before, after, isDeep: hole.hole !== ENTRY, root: pieces.slice(0, at - 1) } : undefined;
}

/** A specifier without the scheme of files. */
function pathPieces(atom: Atom): readonly Piece[] {
  const [first = "", ...rest] = piecesOf(atom);
  const clean = typeof first === "string" ? first.replace(/^file:\/\//u, "") : first;
  return clean === "" ? rest : [clean, ...rest];
}

/** The place beside or below the module that imports; undefined where it is another one. */
function around(atom: Atom): Place | undefined {
  const place = placeIn(pathPieces(atom));
  if (!place) return undefined;
  const [root, more] = place.root;
  if (root === undefined) return place.before.startsWith(".") ? place : undefined;
  const isHere = typeof root === "object" && root.hole === "$DIR" && more === undefined && place.before.startsWith("/");
  return isHere ? { ...place, before: `.${place.before}` } : undefined;
}

/** The last folder that a specifier names, where it leads into one of the program's own. */
function folderIn(atom: Atom): string | undefined {
  const place = placeIn(pathPieces(atom));
  const isOwn = place?.root.every((piece) => (typeof piece === "string" ? !/^(?:\/|[\w+.-]+:)/u.test(piece) : piece.hole.startsWith("$")));
  if (!place || isOwn !== true || (place.root.length === 0 && /^(?:\/|[\w+.-]+:)/u.test(place.before))) return undefined;
  return /([^/]+)\/[^/]*$/u.exec(place.before)?.[1];
}

/**
 * What `import()` of a module in a folder of the program's own gives, where the name of the file alone is not known
 * (`import(join(here, "tools", file))`, with `file` out of `readdir`): any module there. A folder of the same name that is
 * looked for in other places holds what is built of these.
 */
export function folderModules(x: Machine, mod: Mod, specifiers: Value, required = false): Value | undefined {
  const found: Value[] = [];
  const folders = new Set<string>();
  const others: Atom[] = [];
  for (const atom of specifiers) {
    const place = around(atom);
    const files = place ? x.world.matching(mod.file, place, required) : [];
    const folder = folderIn(atom);
    if (files.length === 0 || files.length > MAX_MODULES) others.push(atom);
    else if (folder !== undefined) folders.add(folder);
    for (const file of files.slice(0, MAX_MODULES)) {
      const target = file === mod.file ? undefined : x.module(file);
      if (target) found.push(namespace(x, target, required));
    }
  }
  const isKnown = (folder: string | undefined): boolean => folder !== undefined && folders.has(folder);
  return found.length > 0 && others.every((atom) => isKnown(folderIn(atom))) ? x.join(...found) : undefined;
}
