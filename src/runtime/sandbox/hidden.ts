import type { Stats } from "node:fs";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PathPattern } from "../../model/path.ts";
import { literalText, matchPath } from "../../model/path.ts";
import { spellings } from "../gate/paths.ts";
import type { Roots } from "../roots.ts";
import type { Plan } from "./plan.ts";
import { folderOf } from "./plan.ts";

/** What stands in the granted folders and may not be seen. */
export interface Hidden {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}
export const NOTHING_HIDDEN: Hidden = { folders: [], files: [] };

/** Why it cannot be hidden. */
export interface NotHidden {
  readonly reason: string;
}

const MAX_ENTRIES = 200_000;
/** Each is a mount of its own. */
const MOST = 200;
/** Stands for any name in a folder. */
const ANY = "\u{FFFD}";

/** Whether some patterns match a path. */
export function matcher(patterns: readonly PathPattern[], roots: Roots): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  return (path) => {
    const all = spellings(path, roots);
    return patterns.some((pattern) => all.some((one) => matchPath(pattern, one)));
  };
}

/** The paths that patterns without wildcards name, but for a `**` at their end; undefined where there is one with others. */
export function literalPaths(patterns: readonly PathPattern[], roots: Roots): string[] | undefined {
  const paths = patterns.flatMap(({ root, alternatives }) =>
    alternatives.map((segments) => {
      const names = segments.filter((one, index) => one !== "**" || index < segments.length - 1).map(literalText);
      return names.includes(undefined) ? undefined : `${folderOf(root, roots)}/${names.join("/")}`;
    }),
  );
  return paths.includes(undefined) ? undefined : (paths as string[]);
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Looks for what a plan denies to be read in the folders that it grants; links are not followed. */
export function hiddenIn({ read, write, denied }: Plan, roots: Roots): Hidden | NotHidden {
  if (denied.read.length === 0) return NOTHING_HIDDEN;
  const granted = [...read, ...write].filter((path, _, all) => !all.some((other) => path.startsWith(`${other}/`)));
  const isDenied = matcher(denied.read, roots);
  const folders: string[] = [];
  const files: string[] = [];
  let reason: string | undefined;
  let entries = 0;
  const hide = (path: string, status: Stats | undefined): void => {
    if (!status || status.isSymbolicLink()) return;
    if (status.isDirectory()) folders.push(path);
    else if (status.nlink > 1) reason ??= `\`${path}\` may not be read, and has a second name; make it a file of its own`;
    else files.push(path);
  };
  const walk = (folder: string): void => {
    if (isDenied(`${folder}/${ANY}`)) {
      folders.push(folder);
      return;
    }
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (++entries > MAX_ENTRIES) {
          reason ??= "the granted folders hold more files than can be searched for those that may not be read; grant smaller ones";
          return;
        }
        const path = join(folder, entry.name);
        if (isDenied(path)) hide(path, look(path));
        else if (entry.isDirectory()) walk(path);
      }
    } catch {
      // What we cannot look into, a command of the same user cannot either.
    }
  };
  const literal = literalPaths(denied.read, roots);
  if (literal) for (const path of literal) hide(path, look(path));
  else
    for (const path of granted)
      if (look(path)?.isDirectory()) walk(path);
      else if (isDenied(path)) hide(path, look(path));
  if (folders.length + files.length > MOST)
    reason ??= `${folders.length + files.length} files and folders may not be read, and no more than ${MOST} can be hidden; grant smaller folders`;
  return reason === undefined ? { folders, files } : { reason };
}
