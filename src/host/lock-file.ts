import { dirname, join } from "node:path";
import { parseJson, readText } from "./files.ts";

/** What a lock file says of a package at the top level. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity: string | null;
}

/** In the order in which npm goes by them. */
const LOCKS = ["npm-shrinkwrap.json", "package-lock.json"];
const PREFIX = "node_modules/";

/** The top-level packages of npm's lock file, of the folder or the nearest above it, no higher than `root`; undefined where there is none. */
export function lockedPackages(folder: string, root: string): ReadonlyMap<string, LockedPackage> | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const text = LOCKS.map((name) => readText(join(here, name))).find((one) => one !== undefined);
    if (text !== undefined) return read(text);
    if (here === root || here === dirname(here)) return undefined;
  }
}

function read(text: string): ReadonlyMap<string, LockedPackage> | undefined {
  const packages = (parseJson(text) as { readonly packages?: unknown } | null | undefined)?.packages;
  if (typeof packages !== "object" || packages === null) return undefined;
  const out = new Map<string, LockedPackage>();
  for (const [path, one] of Object.entries(
    packages as Readonly<Record<string, { readonly version?: unknown; readonly integrity?: unknown } | null>>,
  )) {
    if (!path.startsWith(PREFIX) || path.includes(`/${PREFIX}`) || typeof one?.version !== "string") continue;
    out.set(path.slice(PREFIX.length), { version: one.version, integrity: typeof one.integrity === "string" ? one.integrity : null });
  }
  return out;
}
