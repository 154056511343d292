import { resolve } from "node:path";
import { DENIED_PATHS } from "../../model/denied.ts";
import type { Path, PathPattern } from "../../model/path.ts";
import { matchPath } from "../../model/path.ts";
import type { Grants, PathFacet } from "../../model/policy.ts";
import { PATH_FACETS } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import type { Denial } from "../denied.ts";
import { harmless } from "../denied.ts";
import type { Roots } from "../roots.ts";
import { EXAMPLES, HARMLESS_DEVICES } from "./data/paths.ts";
import type { PathList } from "./path-list.ts";
import { compileList } from "./path-list.ts";
import { destinations, pathMeant, spellings, statusOf } from "./paths.ts";
import type { GateSettings, PathEntry } from "./settings.ts";
import type { Need } from "./use.ts";
import { canonicalWindows, isWindowsPath, windowsPath } from "./windows.ts";

/** A path that a call asks for, with links resolved and in every spelling. */
export interface PathUse {
  readonly text: string;
  readonly need: Need;
  readonly places: readonly string[];
  /** The spellings of each place. */
  readonly names: readonly (readonly Path[])[];
  readonly writes: boolean;
}

const WRITES: ReadonlySet<Need> = new Set(["write", "create", "modify", "delete"]);
const WRITE_FACETS = PATH_FACETS.filter((facet) => facet !== "fs.read");

const unusable = (text: string, why: string): Denial => ({
  id: "path.unusable",
  clause: "fs",
  origin: "default",
  value: text,
  reason: `the path \`${harmless(text)}\` ${why}`,
  change: "write the path plainly",
});

/** A path as it is asked for, and where it leads if that is known already. */
export interface Asked {
  readonly text: string;
  readonly need: Need;
  readonly place?: string;
}

/** Finds out where a path leads. */
export function locate({ text, need, place }: Asked, roots: Roots, grants: Grants | null): PathUse | Denial {
  if (text.includes("\0")) return unusable(text, "has a NUL character");
  if (text.length > 4096) return unusable(text, "is too long");
  const writes = WRITES.has(need) || (need === "unknown" && (grants === null || WRITE_FACETS.some((facet) => !isNone(grants[facet]))));
  if (isWindowsPath(text)) {
    if (process.platform !== "win32") return unusable(text, "is a path of Windows, and this machine is not");
    const canonical = canonicalWindows(text);
    if (canonical === undefined) return unusable(text, "is a device, a stream or not absolute");
    return { text, need, places: [canonical], names: [[windowsPath(canonical)]], writes };
  }
  const places = place === undefined ? destinations(text, roots) : [place];
  return { text, need, places, names: places.map((place) => spellings(place, roots)), writes };
}

const matches = (entry: PathPattern, names: readonly Path[]): boolean => names.some((name) => matchPath(entry, name));

/** A path in lower case and composed form, below `/`, for lists that must not miss another spelling. */
function folded(use: PathUse, roots: Roots): Path[] {
  const lexical = resolve(pathMeant(use.text, roots));
  const places = use.places.includes(lexical) ? use.places : [...use.places, lexical];
  return places.map((place) => ({ root: "/", segments: place.normalize("NFKC").toLowerCase().split("/").filter(Boolean) }));
}

/** Path rules: the first that matches decides. True: a rule lets the path past the lists. */
export function pathRules(use: PathUse, settings: GateSettings): Denial | boolean {
  for (const rule of settings.pathRules) {
    const some = use.names.some((names) => matches(rule.pattern, names));
    if (!some) continue;
    const refused = use.writes ? !rule.write : !rule.read;
    if (refused)
      return {
        id: "path.rule",
        clause: rule.clause,
        origin: "config",
        value: use.text,
        reason: `the path \`${harmless(use.text)}\` may not be ${use.writes ? "written" : "read"} here`,
        change: rule.clause,
      };
    // Every reading of the path must be covered; else the lists still speak.
    return use.names.every((names) => matches(rule.pattern, names));
  }
  return false;
}

/** Compiled when they are first asked for. */
let lists: { readonly denied: PathList; readonly example: PathList } | undefined;

/** The default and configured lists of paths that no tool touches. */
export function deniedPaths(use: PathUse, settings: GateSettings, roots: Roots): Denial | undefined {
  if (use.places.every((place) => HARMLESS_DEVICES.has(place)) || HARMLESS_DEVICES.has(use.text)) return undefined;
  const names = folded(use, roots);
  lists ??= { denied: compileList(DENIED_PATHS), example: compileList(EXAMPLES) };
  const { denied, example } = lists;
  const listed = names.some((name) => denied(name) && !example(name));
  const own =
    settings.deniedPaths.length === 0
      ? undefined
      : settings.deniedPaths.find(
          ({ pattern }) => use.names.some((all) => matches(pattern, all)) || matches(pattern, spellings(pathMeant(use.text, roots), roots)),
        );
  if (!listed && !own) return undefined;
  return {
    id: "path.denied",
    clause: own?.clause ?? "deniedPaths",
    origin: own ? "config" : "default",
    value: use.text,
    reason: `the path \`${harmless(use.text)}\` holds secrets or belongs to the system`,
    change: "pathRules",
  };
}

/** Where there is a list of allowed paths, every path must be on it; `/**` holds the folder itself. */
export function allowedPaths(use: PathUse, list: readonly PathEntry[]): Denial | undefined {
  if (list.length === 0 || use.names.every((names) => list.some(({ pattern }) => matches(pattern, names)))) return undefined;
  return {
    id: "path.outside",
    clause: "allowedPaths",
    origin: "config",
    value: use.text,
    reason: `the path \`${harmless(use.text)}\` is outside the folders that tools may use here`,
    change: "allowedPaths",
  };
}

/** The facets of which one must grant a path; what is written must be there already or be made. */
function facetsFor(use: PathUse, place: string, grants: Grants): readonly PathFacet[] {
  switch (use.need) {
    case "read":
      return ["fs.read"];
    case "create":
      return ["fs.write.create"];
    case "modify":
      return ["fs.write.modify"];
    case "delete":
      return ["fs.write.delete"];
    case "write":
      return [statusOf(place) ? "fs.write.modify" : "fs.write.create"];
    case "unknown": {
      const some = WRITE_FACETS.filter((facet) => !isNone(grants[facet]));
      return some.length === 0 ? ["fs.read"] : some;
    }
    case "any":
      return PATH_FACETS;
  }
}

/** The policy's own file grants, and other names of a file that is to be written. */
export function pathScope(use: PathUse, grants: Grants | null, hardLinks: GateSettings["hardLinks"], clause = "fs"): Denial | undefined {
  for (const [index, place] of use.places.entries()) {
    if (HARMLESS_DEVICES.has(place)) continue;
    const names = use.names[index] ?? [];
    const facets = grants ? facetsFor(use, place, grants) : [];
    if (grants && !facets.some((facet) => isGranted(grants, facet, names)))
      return {
        id: "path.outside",
        clause: facets.length === 1 ? (facets[0] ?? clause) : clause,
        origin: "policy",
        value: use.text,
        reason: `the path \`${harmless(use.text)}\` is outside what this tool may ${facets[0] === "fs.read" && facets.length === 1 ? "read" : use.writes ? "write" : "touch"}`,
        change: facets[0] === "fs.read" && facets.length === 1 ? "fs.read" : use.writes ? "fs.write" : "fs",
      };
    if (use.writes && hardLinks === "refuse") {
      const status = statusOf(place);
      if (status?.isFile() === true && status.nlink > 1) return unusable(use.text, "has other names elsewhere on the disk");
    }
  }
  return undefined;
}

function isGranted(grants: Grants, facet: PathFacet, names: readonly Path[]): boolean {
  const { allow, deny } = grants[facet];
  if (deny.length > 0 && names.some((name) => deny.some((pattern) => matchPath(pattern, name)))) return false;
  return allow === "any" || names.some((name) => allow.some((pattern) => matchPath(pattern, name)));
}
