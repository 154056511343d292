import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Settings that keep git from running anything that the repository's own configuration names, and from the network. */
const SAFE = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "diff.external=",
  "core.pager=cat",
  "core.sshCommand=false",
  "protocol.allow=never",
  // Whoever owns the files: nothing of theirs is run.
  "safe.directory=*",
].flatMap((setting) => ["-c", setting]);
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  LANG: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_ALLOW_PROTOCOL: "",
  GIT_TERMINAL_PROMPT: "0",
};
const MAX_BYTES = 2 * 1024 * 1024 * 1024;

const bytes = (cwd: string, args: readonly string[], input?: string): Buffer =>
  execFileSync("git", [...SAFE, ...args], {
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    maxBuffer: MAX_BYTES,
    env: ENVIRONMENT,
    ...(input !== undefined && { input }),
  });
const git = (cwd: string, args: readonly string[]): string => bytes(cwd, args).toString("utf8");

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** What git says, or undefined when it refuses. */
const ask = (cwd: string, ...args: string[]): string | undefined => attempt(() => git(cwd, args).trim());

/** The commit that a revision names; undefined when there is none here. A name that looks like an option is none. */
export const commitOf = (cwd: string, ref: string): string | undefined =>
  ref.startsWith("-") ? undefined : ask(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);

/** Whether a commit has something at a path from the top. */
export const hasAt = (cwd: string, commit: string, path: string): boolean =>
  ask(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}:${path.replace(/\/$/u, "")}`) !== undefined;

/** The commit that a revision names, and whether the name stands for several: for a tag and a branch, of which git takes the tag. */
export function revisionOf(cwd: string, ref: string): { readonly commit: string | undefined; readonly isAmbiguous: boolean } {
  if (ref.startsWith("-")) return { commit: undefined, isAmbiguous: false };
  const { stdout, stderr, status } = spawnSync(
    "git",
    [...SAFE, "-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`],
    { cwd, env: ENVIRONMENT, encoding: "utf8" },
  );
  return { commit: status === 0 ? stdout.trim() : undefined, isAmbiguous: /^warning: refname .* is ambiguous\.$/mu.test(stderr) };
}

/** The parents of a commit. */
export const parentsOf = (cwd: string, ref: string): readonly string[] =>
  ask(cwd, "rev-list", "--parents", "-n", "1", "--end-of-options", ref)?.split(" ").slice(1) ?? [];

/** Where two histories part. */
export const mergeBase = (cwd: string, a: string, b: string): string | undefined =>
  a.startsWith("-") || b.startsWith("-") ? undefined : ask(cwd, "merge-base", a, b);

/** Whether a folder lies in a work tree of git. */
export const isRepository = (cwd: string): boolean => ask(cwd, "rev-parse", "--is-inside-work-tree") === "true";

export const isShallow = (cwd: string): boolean => ask(cwd, "rev-parse", "--is-shallow-repository") === "true";

/**
 * What the repository's own `.gitignore` files leave out, and what git does not have either: folders with a slash at
 * the end, relative to `root`. None where there is no repository. What git has is never among them, whatever is ignored.
 */
export const ignoredPaths = (root: string): readonly string[] =>
  ask(root, "ls-files", "-z", "--others", "--ignored", "--exclude-per-directory=.gitignore", "--directory")?.split("\0").filter(Boolean) ??
  [];

export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** What there is at a commit by paths below `cwd`, whether or not its content is here; nothing for what is no file. @throws when git cannot tell. */
export function entriesAt(cwd: string, commit: string, paths: readonly string[]): ReadonlyMap<string, TreeEntry> {
  if (paths.length === 0) return new Map();
  const lines = git(cwd, ["ls-tree", "-z", commit, "--", ...paths]).split("\0");
  return new Map(
    lines.flatMap((line): [string, TreeEntry][] => {
      const [, mode = "", object = "", path = ""] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
      return object === "" ? [] : [[path, { mode, object, path }]];
    }),
  );
}

/** Files and links below a folder at a commit; what could be written anywhere else is none. */
function treeOf(cwd: string, commit: string): TreeEntry[] {
  return git(cwd, ["ls-tree", "-r", "-z", commit])
    .split("\0")
    .flatMap((line) => {
      const [, mode = "", object = "", path = ""] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
      const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");
      return object !== "" && isPlain ? [{ mode, object, path }] : [];
    });
}

/**
 * The contents of objects, by their names or as `COMMIT:./PATH`, read by one process from git's store; nothing is checked out.
 * Undefined for one that there is not. No name may have a line end.
 */
export function contentsOf(cwd: string, names: readonly string[]): (Buffer | undefined)[] {
  const packed = names.length === 0 ? Buffer.alloc(0) : bytes(cwd, ["cat-file", "--batch"], names.map((name) => `${name}\n`).join(""));
  let at = 0;
  const contents = names.map(() => {
    const end = packed.indexOf(10, at);
    const [, kind, size = ""] = / (blob|tree|commit|tag) (\d+)$/u.exec(packed.toString("utf8", at, end)) ?? [];
    at = end + 1;
    if (kind === undefined) return undefined;
    const content = packed.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return kind === "blob" ? content : undefined;
  });
  if (at !== packed.length) throw new Error("git said more than it was asked");
  return contents;
}

/** The mode of a symbolic link. */
export const LINK = "120000";

/**
 * Writes the files of a folder as they were at a commit into another, empty folder. They come straight from git's store: no
 * hook, filter or attribute of theirs has a say.
 */
export function exportTree(cwd: string, commit: string, into: string): void {
  const entries = treeOf(cwd, commit);
  const contents = contentsOf(
    cwd,
    entries.map(({ object }) => object),
  );
  const links: (readonly [target: string, path: string])[] = [];
  for (const [i, { mode, path }] of entries.entries()) {
    const content = contents[i];
    if (!content) throw new Error(`git has no content for \`${path}\``);
    if (mode === LINK) links.push([content.toString("utf8"), join(into, path)]);
    else {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      writeFileSync(join(into, path), content);
    }
  }
  // Last, so that nothing is written through one.
  for (const [target, path] of links) {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(target, path);
  }
}

/** Where a folder lies in its repository. */
export interface Place {
  readonly top: string;
  /** The path from the top to the folder, with a `/` at its end; empty at the top. */
  readonly prefix: string;
}

/** Undefined outside of a repository. */
export function placeOf(cwd: string): Place | undefined {
  const said = attempt(() => git(cwd, ["rev-parse", "--show-toplevel", "--show-prefix"]));
  if (said === undefined) return undefined;
  // Both end a line, and a name may have line ends too: together they are where the folder is.
  const here = `${realpathSync(cwd)}/`;
  for (let end = said.indexOf("\n"); end !== -1; end = said.indexOf("\n", end + 1)) {
    const [top, prefix] = [said.slice(0, end), said.slice(end + 1, -1)];
    if (`${top}/${prefix}` === here || `${top}${prefix}` === here) return { top, prefix };
  }
  const [top = cwd, prefix = ""] = said.split("\n");
  return { top, prefix };
}

/** The name by which git knows who works here. */
export const userOf = (cwd: string): string | undefined => {
  try {
    return (
      execFileSync("git", ["config", "user.email"], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || undefined
    );
  } catch {
    return undefined;
  }
};

/** Sets one value in the configuration of a clone. */
export const setConfig = (cwd: string, key: string, value: string): void => {
  git(cwd, ["config", "--local", key, value]);
};
