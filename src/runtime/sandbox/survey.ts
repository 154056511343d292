import type { Dirent, Stats } from "node:fs";
import { lstatSync, opendirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { hooksOf } from "./hooks-path.ts";
import { ownPackage } from "./own-package.ts";
import { PROTECTED_NAMES } from "./protected.ts";

/** What stands in the folders that may be written, before something runs in them. */
export interface Survey {
  /** Protected files and folders, with a stamp, so that a change shows. */
  readonly guarded: ReadonlyMap<string, string>;
  /**
   * What stays readable alone: of those, what can be mounted over; files with a second name, which may lie outside, or
   * the whole folder of packages or of git's objects that has one; folders that cannot be looked into.
   */
  readonly readable: readonly string[];
  /** Folders on the way to those, so that none can be moved away with what it holds. */
  readonly pinned: readonly string[];
  /** Folders that cannot be looked into. */
  readonly closed: readonly string[];
  /** Whether everything else was seen. */
  readonly isWhole: boolean;
}

/** Of nothing. */
export const NOTHING_SURVEYED: Survey = { guarded: new Map(), readable: [], pinned: [], closed: [], isWhole: true };

const MAX_ENTRIES = 200_000;
/** Large, and written by nothing but their own tools; only for their protected parts and for second names. */
const isSkimmed = (name: string, parent: string): boolean => name === "node_modules" || (name === "objects" && basename(parent) === ".git");

const stampOf = ({ mode, size, mtimeMs, ino }: Stats): string => `${mode}:${size}:${mtimeMs}:${ino}`;

/** The protected names of two parts, by their first one. */
const TWO_PARTS = new Map<string, string[]>();
for (const name of PROTECTED_NAMES) {
  const [first = "", second] = name.split("/");
  if (second !== undefined) TWO_PARTS.set(first, [...(TWO_PARTS.get(first) ?? []), second]);
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** How many more entries are looked at. */
interface Budget {
  left: number;
}
/** Pauses now and then, for who has something else to do meanwhile. */
type Pausing<T> = Generator<undefined, T>;
const ENTRIES_AT_ONCE = 256;
/** As many times more may be looked at in all large folders together, for second names alone; what is beyond stays readable alone. */
const SKIMMED = 5;

/** What stands in a folder, in the order of names; no more of it than may be looked at. */
function* entriesOf(folder: string, budget: Budget): Pausing<readonly Dirent[]> {
  const out: Dirent[] = [];
  const opened = opendirSync(folder);
  try {
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
      if (--budget.left < 0) break;
      out.push(entry);
      if (out.length % ENTRIES_AT_ONCE === 0) yield;
    }
  } finally {
    opened.closeSync();
  }
  return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a file below has a second name, or something there cannot be looked at, or it is more than may be looked at. */
function* hasSecondNames(folder: string, budget: Budget): Pausing<boolean> {
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    yield;
    for (const entry of yield* entriesOf(next, budget)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && (look(path)?.nlink ?? 1) > 1) return true;
    }
    if (budget.left < 0) return true;
  }
  return false;
}

type Held = readonly [entry: Dirent, path: string, status: Stats | undefined];

/** What a folder holds, with the state of each file of it. */
function* contents(folder: string, budget: Budget): Pausing<readonly Held[]> {
  const out: Held[] = [];
  for (const entry of yield* entriesOf(folder, budget)) {
    const path = join(folder, entry.name);
    out.push([entry, path, entry.isFile() || PROTECTED_NAMES.has(entry.name) ? look(path) : undefined]);
    if (out.length % ENTRIES_AT_ONCE === 0) yield;
  }
  return out;
}

const BARE = ["HEAD", "objects", "refs"];
/** Whether a folder is a repository without a work tree: git takes it for one wherever it lies. */
const isBare = (held: readonly Held[]): boolean => BARE.every((name) => held.some(([entry]) => entry.name === name));

export interface SurveyOptions {
  /** Whether something is to run in them next: then files with a second name are looked for. */
  readonly isBefore: boolean;
  readonly maxEntries?: number;
  /** What else may not be written, if anything. */
  readonly isDenied?: ((path: string) => boolean) | undefined;
}

/**
 * Looks through the folders that a plan lets a process write, at no more than so many entries; links are not followed.
 */
export function survey(roots: readonly string[], options: SurveyOptions): Survey {
  const looking = lookThrough(roots, options);
  for (;;) {
    const { done, value } = looking.next();
    if (done === true) return value;
  }
}

/** The same where others have to go on meanwhile: what a process has left behind may be as much as it liked. */
export async function surveyInTurns(roots: readonly string[], options: SurveyOptions): Promise<Survey> {
  const looking = lookThrough(roots, options);
  for (;;) {
    const { done, value } = looking.next();
    if (done === true) return value;
    await turn();
  }
}

function* lookThrough(roots: readonly string[], { isBefore, maxEntries = MAX_ENTRIES, isDenied }: SurveyOptions): Pausing<Survey> {
  const guarded = new Map<string, string>();
  const pinned = new Set<string>();
  const readable = new Set<string>();
  const closed: string[] = [];
  const budget: Budget = { left: maxEntries };
  const large: Budget = { left: SKIMMED * maxEntries };
  const keep = (path: string, root: string): void => {
    readable.add(path);
    for (let folder = dirname(path); folder !== root && folder.length > root.length; folder = dirname(folder)) pinned.add(folder);
  };
  const guard = (path: string, root: string, status: Stats | undefined): void => {
    if (!status) return;
    guarded.set(path, stampOf(status));
    if (!status.isSymbolicLink()) keep(path, root);
  };
  /** What a folder holds, when its protected parts are seen to; nothing where it cannot be looked into. */
  const open = function* <T>(folder: string, root: string, within: () => Pausing<T>): Pausing<T | undefined> {
    try {
      for (const below of TWO_PARTS.get(basename(folder)) ?? []) guard(join(folder, below), root, look(join(folder, below)));
      const hooks = basename(folder) === ".git" ? hooksOf(folder) : undefined;
      if (hooks !== undefined) guard(hooks, root, look(hooks));
      return yield* within();
    } catch {
      closed.push(folder);
      keep(folder, root);
      return undefined;
    }
  };
  const skim = function* (folder: string, root: string): Pausing<void> {
    const given = Math.min(maxEntries, large.left);
    const own: Budget = { left: given };
    const search = function* (): Pausing<boolean> {
      return isBefore && (yield* hasSecondNames(folder, own));
    };
    if (yield* open(folder, root, search)) keep(folder, root);
    large.left -= given - Math.max(own.left, 0);
  };
  const walk = function* (folder: string, root: string): Pausing<void> {
    yield;
    const held = (yield* open(folder, root, () => contents(folder, budget))) ?? [];
    if (isBare(held)) for (const name of ["config", "hooks"]) guard(join(folder, name), root, look(join(folder, name)));
    // A name that is no text cannot be told from others, or mounted over: then nothing in the folder is written.
    if (held.some(([entry]) => entry.name.includes("\u{FFFD}") && (isDenied !== undefined || entry.isDirectory()))) {
      closed.push(folder);
      keep(folder, root);
      return;
    }
    for (const [entry, path, status] of held) {
      // A `.git` that is a file says where the repository is, and so whose hooks are run.
      if (PROTECTED_NAMES.has(entry.name) || (entry.name === ".git" && !entry.isDirectory()) || isDenied?.(path) === true)
        guard(path, root, status ?? look(path));
      else if (entry.isFile()) {
        if ((status?.nlink ?? 1) > 1) readable.add(path);
      } else if (entry.isDirectory() && budget.left >= 0) yield* (isSkimmed(entry.name, folder) && !isDenied ? skim : walk)(path, root);
    }
  };
  for (const root of roots) if (root !== "/" && look(root)?.isDirectory()) yield* walk(root, root);
  // What confines the command is not its to change.
  const own = ownPackage();
  for (const root of roots) if (root !== "/" && own?.startsWith(root + sep) === true) guard(own, root, look(own));
  return { guarded, pinned: [...pinned].sort(), readable: [...readable].sort(), closed, isWhole: budget.left >= 0 };
}

/** Protected names that are there now and were not, or are not what they were: they run as code later. */
export const planted = (before: Survey, after: Survey): string[] =>
  [...after.guarded].flatMap(([path, stamp]) => (before.guarded.get(path) === stamp ? [] : [path])).sort();

/** Whether nothing can have been planted where it was not seen. What was closed before stayed readable alone. */
export const isSearched = (before: Survey, after: Survey): boolean =>
  after.isWhole && after.closed.every((folder) => before.closed.includes(folder));
