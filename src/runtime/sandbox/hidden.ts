import type { Dirent, Stats } from "node:fs";
import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PathPattern } from "../../model/path.ts";
import { literalText, matchPath } from "../../model/path.ts";
import { resolveDeepest, spellings } from "../gate/paths.ts";
import type { Roots } from "../roots.ts";
import type { Plan } from "./plan.ts";
import { folderOf } from "./plan.ts";

/** What stands in the granted folders and may not be seen. */
export interface Hidden {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** The folders around it: none may be moved away with what is hidden in it. */
  readonly around: readonly string[];
}
export const NOTHING_HIDDEN: Hidden = { folders: [], files: [], around: [] };

/** Why it cannot be hidden. */
export interface NotHidden {
  readonly reason: string;
}

const MAX_ENTRIES = 200_000;
/** Each is a mount of its own. */
const MOST = 200;
/** Stands for any name in a folder. */
const ANY = "\u{FFFD}";
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Whether some patterns match a path. */
export function matcher(patterns: readonly PathPattern[], roots: Roots): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  return (path) => {
    const all = spellings(path, roots);
    return patterns.some((pattern) => all.some((one) => matchPath(pattern, one)));
  };
}

/** The folder or file before the first wildcard of each spelling of a pattern, and whether that is all of it. */
const heads = (pattern: PathPattern, roots: Roots): { readonly path: string; readonly isWhole: boolean }[] =>
  pattern.alternatives.map((segments) => {
    const names = segments.map(literalText);
    const end = names.includes(undefined) ? names.indexOf(undefined) : names.length;
    const path = [folderOf(pattern.root, roots), ...names.slice(0, end)].join("/") || "/";
    return { path, isWhole: end === names.length || (end === names.length - 1 && segments[end] === "**") };
  });

const isRelated = (a: string, b: string): boolean => a === b || isBelow(a, b) || isBelow(b, a) || a === "/" || b === "/";

/** The patterns that speak of something in, or around, some folders. Of anything else there is nothing inside. */
export const relevant = (patterns: readonly PathPattern[], given: readonly string[], roots: Roots): PathPattern[] =>
  patterns.filter((pattern) =>
    heads(pattern, roots).some(({ path }) => given.some((folder) => isRelated(path, folder) || isRelated(resolveDeepest(path), folder))),
  );

/** What of denied patterns cannot be looked for in granted folders: what leads elsewhere, and what leaves nothing of a grant. */
export function unclearDenial(patterns: readonly PathPattern[], granted: readonly string[], roots: Roots): string | undefined {
  for (const pattern of relevant(patterns, granted, roots)) {
    for (const { path, isWhole } of heads(pattern, roots)) {
      const meant = resolveDeepest(path);
      if (meant !== path) return `\`${pattern.text}\` is denied, and leads through a link to \`${meant}\`; write that in the policy`;
      const lost = isWhole ? granted.find((folder) => folder === path || isBelow(folder, path)) : undefined;
      if (lost !== undefined) return `\`${pattern.text}\` denies all of \`${lost}\`, which is granted; take one of both from the policy`;
    }
  }
  return undefined;
}

class Unclear extends Error {}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** A name as it is; a path that is put together from any other would be of something else. */
function nameOf(entry: Dirent<Buffer>, folder: string): string {
  try {
    return utf8.decode(entry.name);
  } catch {
    throw new Unclear(`a name in \`${folder}\` is no UTF-8, and what may not be read cannot be told by it`);
  }
}

/** Looks for what a plan denies to be read in the folders that are there inside; links are not followed. @param more beside the plan's own. */
export function hiddenIn(plan: Plan, more: readonly string[], roots: Roots): Hidden | NotHidden {
  const { read, write, denied } = plan;
  if (denied.read.length === 0) return NOTHING_HIDDEN;
  const given = [...read, ...write, ...more];
  const unclear = unclearDenial(denied.read, [...read, ...write], roots);
  if (unclear !== undefined) return { reason: unclear };
  try {
    const { folders, files } = search(
      relevant(denied.read, given, roots),
      given.filter((path) => !given.some((other) => isBelow(path, other))),
      roots,
    );
    const outer = folders.filter((path) => !folders.some((other) => isBelow(path, other)));
    const left = files.filter((path) => !outer.some((folder) => isBelow(path, folder)));
    if (outer.length + left.length > MOST)
      return {
        reason: `${outer.length + left.length} files and folders may not be read, and no more than ${MOST} can be hidden; grant smaller folders`,
      };
    return { folders: outer, files: left, around: around([...outer, ...left], write) };
  } catch (error) {
    if (error instanceof Unclear) return { reason: error.message };
    throw error;
  }
}

/** The folders on the way from what may be written to what is hidden in it. */
function around(hidden: readonly string[], write: readonly string[]): string[] {
  const out = new Set<string>();
  for (const path of hidden)
    for (const root of write) for (let folder = dirname(path); isBelow(folder, root); folder = dirname(folder)) out.add(folder);
  return [...out];
}

/** @throws {Unclear} when it cannot be told. */
function search(patterns: readonly PathPattern[], given: readonly string[], roots: Roots): Pick<Hidden, "folders" | "files"> {
  const isDenied = matcher(patterns, roots);
  // Of `**` at the end, everything below is meant, whatever it is called.
  const whole = matcher(
    patterns.filter(({ alternatives }) => alternatives.every((segments) => segments.at(-1) === "**")),
    roots,
  );
  const folders: string[] = [];
  const files: string[] = [];
  const linked = new Map<string, string>();
  let entries = 0;
  const hide = (path: string): void => {
    const status = ((): Stats | undefined => {
      try {
        return lstatSync(path, { throwIfNoEntry: false });
      } catch {
        throw new Unclear(`\`${path}\` may not be read, and cannot be looked at`);
      }
    })();
    if (!status || status.isSymbolicLink()) return;
    const isFolder = status.isDirectory();
    for (const [inode, name] of isFolder ? namedTwice(path) : status.nlink > 1 ? [[inodeOf(status), path] as const] : [])
      linked.set(inode, name);
    (isFolder ? folders : files).push(path);
  };
  const walk = (folder: string): void => {
    if (whole(`${folder}/${ANY}`)) {
      hide(folder);
      return;
    }
    let list: Dirent<Buffer>[];
    try {
      list = readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
    } catch (error) {
      // Names in it can be guessed, where they cannot be listed.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") folders.push(folder);
      return;
    }
    for (const entry of list) {
      if (++entries > MAX_ENTRIES)
        throw new Unclear("the granted folders hold more files than can be searched for those that may not be read; grant smaller ones");
      const path = join(folder, nameOf(entry, folder));
      if (isDenied(path)) hide(path);
      else if (entry.isDirectory()) walk(path);
    }
  };
  const literal = patterns.flatMap((pattern) => heads(pattern, roots));
  if (literal.every(({ isWhole }) => isWhole)) for (const { path } of literal) hide(path);
  else
    for (const path of given)
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) walk(path);
      else if (isDenied(path)) hide(path);
  // Under another name that is there as well, it would be read after all.
  const isHidden = (path: string): boolean => folders.includes(path) || files.includes(path);
  const budget = { left: MAX_ENTRIES };
  if (linked.size > 0)
    for (const root of given)
      for (const [path, status] of filesIn(root, isHidden, budget)) {
        const name = status.nlink > 1 ? linked.get(inodeOf(status)) : undefined;
        if (name !== undefined) throw new Unclear(`\`${name}\` may not be read, and is \`${path}\` as well; make it a file of its own`);
      }
  return { folders, files };
}

const inodeOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`;

/** Every file below a folder, as far as it can be looked into; the first argument may say that one is not looked into. */
function* filesIn(
  folder: string,
  isLeft: (path: string) => boolean,
  budget: { left: number },
): Generator<readonly [path: string, status: Stats]> {
  let list: Dirent[];
  try {
    list = readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be read has its own guard, by whatever name.
    return;
  }
  for (const entry of list) {
    if (--budget.left < 0)
      throw new Unclear("the granted folders hold more files than can be searched for second names; grant smaller ones");
    const path = join(folder, entry.name);
    if (isLeft(path)) continue;
    if (entry.isDirectory()) yield* filesIn(path, isLeft, budget);
    else if (entry.isFile()) {
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status) yield [path, status];
    }
  }
}

/** The files of a folder that have other names, by what they are on their disk. */
const namedTwice = (folder: string): (readonly [inode: string, path: string])[] =>
  Array.from(filesIn(folder, () => false, { left: MAX_ENTRIES })).flatMap(([path, status]) =>
    status.nlink > 1 ? [[inodeOf(status), path] as const] : [],
  );
