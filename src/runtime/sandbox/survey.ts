import type { Stats } from "node:fs";
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PROTECTED_NAMES } from "./protected.ts";

/** What stands in the folders that may be written, before something runs in them. */
export interface Survey {
  /** Protected files and folders, with a stamp, so that a change shows. */
  readonly guarded: ReadonlyMap<string, string>;
  /** What of that can be mounted over, and so stays readable alone; files with a second name too, which may lie outside. */
  readonly readable: readonly string[];
  /** Folders on the way to those, so that none can be moved away with what it holds. */
  readonly pinned: readonly string[];
  /** Whether everything was seen. */
  readonly isWhole: boolean;
}

const MAX_ENTRIES = 200_000;
/** Large, and written by nothing but their own tools; only their protected parts are looked at. */
const isSkipped = (name: string, parent: string): boolean => name === "node_modules" || (name === "objects" && basename(parent) === ".git");

const stampOf = ({ mode, size, mtimeMs, ino }: Stats): string => `${mode}:${size}:${mtimeMs}:${ino}`;

/** The protected names of two parts, by their first one. */
const TWO_PARTS = new Map<string, string[]>();
for (const name of PROTECTED_NAMES) {
  const [first = "", second] = name.split("/");
  if (second !== undefined) TWO_PARTS.set(first, [...(TWO_PARTS.get(first) ?? []), second]);
}

/** Looks through the folders that a plan lets a process write, at no more than so many entries; links are not followed. */
export function survey(roots: readonly string[], maxEntries = MAX_ENTRIES): Survey {
  const guarded = new Map<string, string>();
  const pinned = new Set<string>();
  const readable: string[] = [];
  let entries = 0;
  const guard = (path: string, root: string): void => {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status) return;
    guarded.set(path, stampOf(status));
    if (status.isSymbolicLink()) return;
    readable.push(path);
    for (let folder = dirname(path); folder !== root && folder.length > root.length; folder = dirname(folder)) pinned.add(folder);
  };
  const walk = (folder: string, root: string): void => {
    for (const below of TWO_PARTS.get(basename(folder)) ?? []) guard(join(folder, below), root);
    let names;
    try {
      names = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of names) {
      if (++entries > maxEntries) return;
      const path = join(folder, entry.name);
      if (PROTECTED_NAMES.has(entry.name)) guard(path, root);
      else if (entry.isFile()) {
        if ((lstatSync(path, { throwIfNoEntry: false })?.nlink ?? 1) > 1) readable.push(path);
      } else if (entry.isDirectory()) {
        if (isSkipped(entry.name, folder)) for (const below of TWO_PARTS.get(entry.name) ?? []) guard(join(path, below), root);
        else walk(path, root);
      }
    }
  };
  for (const root of roots) if (root !== "/" && lstatSync(root, { throwIfNoEntry: false })?.isDirectory()) walk(root, root);
  return { guarded, pinned: [...pinned].sort(), readable: readable.sort(), isWhole: entries <= maxEntries };
}

/** Protected names that are there now and were not, or are not what they were: they run as code later. */
export const planted = (before: Survey, after: Survey): string[] =>
  [...after.guarded].flatMap(([path, stamp]) => (before.guarded.get(path) === stamp ? [] : [path])).sort();
