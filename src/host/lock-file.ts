import { dirname, join } from "node:path";
import { exists, parseJson, readText } from "./files.ts";

/** What a lock file says of a package at the top level. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity: string | null;
}

/** In the order in which npm goes by them. */
export const LOCK_FILES = ["npm-shrinkwrap.json", "package-lock.json"];
const PREFIX = "node_modules/";

/**
 * The top-level packages of npm's lock file, of the folder or the nearest above it, no higher than `root`; undefined where there is
 * none, null where there is one that cannot be read: it says of no package that it is the one it was.
 */
export function lockedPackages(folder: string, root: string): ReadonlyMap<string, LockedPackage> | null | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const name = LOCK_FILES.find((one) => exists(join(here, one)));
    if (name !== undefined) return read(readText(join(here, name)) ?? "");
    if (here === root || here === dirname(here)) return undefined;
  }
}

type Entries = Readonly<Record<string, { readonly version?: unknown; readonly integrity?: unknown } | null>>;
const entriesOf = (value: unknown): Entries | undefined => (typeof value === "object" && value !== null ? (value as Entries) : undefined);

function read(text: string): ReadonlyMap<string, LockedPackage> | null {
  const lock = parseJson(text) as { readonly packages?: unknown; readonly dependencies?: unknown } | null | undefined;
  // Version 1 names packages as such, and later ones by their folders.
  const [entries, prefix] = [entriesOf(lock?.packages) ?? entriesOf(lock?.dependencies), entriesOf(lock?.packages) ? PREFIX : ""];
  if (!entries) return null;
  const out = new Map<string, LockedPackage>();
  for (const [path, one] of Object.entries(entries)) {
    if (!path.startsWith(prefix) || path.includes(`/${PREFIX}`) || typeof one?.version !== "string") continue;
    out.set(path.slice(prefix.length), { version: one.version, integrity: typeof one.integrity === "string" ? one.integrity : null });
  }
  return out;
}
