import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Path, Root } from "../../model/path.ts";
import type { Roots } from "../roots.ts";

const MAX_PATH = 4096;
const MAX_LINKS = 40;

/** `~` and `file:` resolved, backslashes kept; undefined where a text does not look like the start of a path. */
function expand(text: string, roots: Roots): string | undefined {
  if (text.startsWith("file:") || /^file:/iu.test(text)) {
    try {
      return fileURLToPath(text.trim());
    } catch {
      // `file://host/x` and escaped slashes: read as the path they spell.
      return decodeURIComponentSafe(text.replace(/^file:\/*/iu, "/"));
    }
  }
  if (text === "~" || text.startsWith("~/")) return join(roots.home, text.slice(1));
  return text.startsWith("/") ? text : undefined;
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The absolute path that a text is taken for where it is known to be a path; relative ones lie under the workspace. */
export const pathMeant = (text: string, roots: Roots): string => expand(text, roots) ?? join(roots.workspace, text);

/** What was written, absolute but with its `..` left in: the kernel follows links before it goes up. */
export function rawPath(text: string, roots: Roots): string {
  const whole = expand(text, roots);
  return whole ?? `${roots.workspace}/${text}`;
}

let top: ReadonlySet<string> | undefined;
/** The folders right below `/` on this machine. */
function topLevel(): ReadonlySet<string> {
  if (top) return top;
  try {
    top = new Set(readdirSync("/"));
  } catch {
    top = new Set(["etc", "home", "root", "usr", "var", "tmp", "proc", "dev", "opt", "srv", "mnt"]);
  }
  return top;
}

const startsOnDisk = (path: string): boolean => {
  const [first = ""] = path.split("/").filter((one) => one !== "" && one !== "." && one !== "..");
  return topLevel().has(first);
};

const there = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
};

/** Whether a word of a command is a link or a file that is there, whatever it looks like; or would be one in a folder that is. */
export function isThere(text: string, { workspace }: Roots): boolean {
  if (text === "" || text.length > MAX_PATH || /^[-\\~]|\0/u.test(text)) return false;
  // What has blanks may be a script or a message that only begins like a path.
  if (text.startsWith("/"))
    return startsOnDisk(text) && (there(resolve(text)) || (!/[\s{}()]{2}|\s\S*\s/u.test(text) && there(dirname(resolve(text)))));
  try {
    const status = lstatSync(join(workspace, text), { throwIfNoEntry: false });
    if (status) return status.isSymbolicLink() || status.isFile();
  } catch {
    return false;
  }
  return climbs(text) && there(dirname(join(workspace, text)));
}

/** Whether a text goes up somewhere. */
export const climbs = (text: string): boolean => /(?:^|[/\\])\.\.(?:[/\\]|$)/u.test(text);

/**
 * Whether a text in an argument that nothing is known of names a file: absolute below a folder
 * that this machine has, `~`, `file:`, or relative and either climbing or there.
 * `loose` is for names such as `content` that hold prose: there, only what exists is a file, or
 * (`mayBeNew`) what would be made in a folder that does.
 */
export function namesFile(text: string, roots: Roots, loose: boolean, mayBeNew = false): boolean {
  if (text.length === 0 || text.length > MAX_PATH) return false;
  const first = text.charCodeAt(0);
  if (text.includes("\0")) return /[/\\~]/u.test(text);
  if (/[\n\r]/u.test(text)) return false;
  const isNew = (target: string): boolean => mayBeNew && !/\s/u.test(text) && there(dirname(target));
  const whole = expand(text, roots);
  if (whole !== undefined) {
    if (first !== 0x2f) return true;
    return startsOnDisk(whole) && ((!loose && !/\s/u.test(whole)) || there(resolve(whole)) || isNew(resolve(whole)));
  }
  if (climbs(text)) {
    const target = join(roots.workspace, text);
    if (loose) return there(target) || isNew(target);
    return !/\s/u.test(text) || there(target) || there(dirname(target));
  }
  if (loose || text.length > 255 || /\s|:\/\//u.test(text) || !/[./]/u.test(text)) return false;
  return there(join(roots.workspace, text));
}

/** Paths that stand behind a sign within a word, and are there: `--file=/etc/x`, `/etc:/mnt`, `@../x`, `a.txt,/etc/x`. */
export function pathsWithin(text: string, roots: Roots): string[] {
  if (text.length > MAX_PATH || /\s|:\/\/|\0/u.test(text) || !/[=:,;@]/u.test(text) || ELSEWHERE.test(text)) return [];
  return [...new Set(text.split(/[=:,;@]/u))].filter(
    (part) => /^(?:[/~]|\.\.\/)/u.test(part) && part.length > 1 && there(pathMeant(part, roots)),
  );
}

/** Something on another machine: `user@host:path`; and `GET:/home`, which is no folder. */
const ELSEWHERE = /^[\w.-]+@[\w.-]+:|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS):\/\w*$/u;

/** Resolves links in the longest part of a path that exists; what is still to be created is kept as it is. */
export function resolveDeepest(path: string): string {
  const rest: string[] = [];
  let here = join(path);
  for (let links = 0; ;) {
    try {
      return join(realpathSync.native(here), ...rest);
    } catch (error) {
      // A link that leads nowhere yet: a write through it creates its target.
      const dangling = (error as NodeJS.ErrnoException).code === "ENOENT" ? linkTarget(here) : undefined;
      if (dangling !== undefined && links++ < MAX_LINKS) {
        here = dangling;
        continue;
      }
      const up = dirname(here);
      if (up === here) return join(here, ...rest);
      rest.unshift(basename(here));
      here = up;
    }
  }
}

function linkTarget(path: string): string | undefined {
  try {
    if (!lstatSync(path).isSymbolicLink()) return undefined;
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}

/** Every place that a text may lead to: as `path.resolve` reads it, and as the kernel does. */
export function destinations(text: string, roots: Roots): readonly string[] {
  if (!/^file:/iu.test(text)) return plainDestinations(text, roots);
  // Read as a URL, and as the relative path that it spells: which one is meant is the executor's to say.
  return [...new Set([...plainDestinations(text, roots), resolveDeepest(join(roots.workspace, text))])];
}

function plainDestinations(text: string, roots: Roots): readonly string[] {
  const lexical = resolveDeepest(pathMeant(text, roots));
  if (!climbs(text)) return [lexical];
  try {
    const kernel = realpathSync.native(rawPath(text, roots));
    return kernel === lexical ? [lexical] : [lexical, kernel];
  } catch {
    return [lexical, ...parentOnDisk(rawPath(text, roots))];
  }
}

/** The kernel's reading of a path whose last name does not exist yet. */
function parentOnDisk(raw: string): string[] {
  const cut = raw.lastIndexOf("/");
  try {
    return [join(realpathSync.native(raw.slice(0, cut) || "/"), raw.slice(cut + 1))];
  } catch {
    return [];
  }
}

/** Every way to write an absolute path: from `/`, and from each root that it lies under. */
export function spellings(path: string, roots: Roots): Path[] {
  const under = (root: Root, folder: string): Path[] => {
    if (path !== folder && !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return [];
    const inside = relative(folder, path);
    return [{ root, segments: inside === "" ? [] : inside.split(sep) }];
  };
  return [
    ...under("$WORKSPACE", roots.workspace),
    ...under("$HOME", roots.home),
    ...under("$TMP", roots.tmp),
    { root: "/", segments: path.split(sep).filter(Boolean) },
  ];
}

/** What lies at a path, links followed; undefined when nothing does. */
export function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
