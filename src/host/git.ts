import { execFile, execFileSync, spawnSync } from "node:child_process";
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

interface Said {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** What git said before somebody needed it; each answer is taken once. */
const saidAhead = new Map<string, Said>();
const keyOf = (cwd: string, args: readonly string[]): string => JSON.stringify([cwd, args]);

function run(cwd: string, args: readonly string[], input?: string): Said {
  const known = saidAhead.get(keyOf(cwd, args));
  if (known && input === undefined) {
    saidAhead.delete(keyOf(cwd, args));
    return known;
  }
  const { status, stdout, stderr, error } = spawnSync("git", [...SAFE, ...args], {
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    maxBuffer: MAX_BYTES,
    env: ENVIRONMENT,
    ...(input !== undefined && { input }),
  });
  if (error) throw error;
  return { status, stdout, stderr: stderr.toString("utf8") };
}

/** Asks git all at once, and not one after the other when the answers are needed. What it refuses is asked again then. */
async function askAhead(questions: readonly (readonly [cwd: string, args: readonly string[]])[]): Promise<void> {
  saidAhead.clear();
  await Promise.all(
    questions.map(
      ([cwd, args]) =>
        new Promise<void>((resolve) => {
          const options = { cwd, maxBuffer: MAX_BYTES, env: ENVIRONMENT, encoding: "buffer" } as const;
          execFile("git", [...SAFE, ...args], options, (error, stdout, stderr) => {
            if (!error) saidAhead.set(keyOf(cwd, args), { status: 0, stdout, stderr: stderr.toString("utf8") });
            resolve();
          });
        }),
    ),
  );
}

function bytes(cwd: string, args: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr } = run(cwd, args, input);
  if (status !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${stderr.trim()}`);
  return stdout;
}
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

const nameArgs = (ref: string): string[] => [
  "-c",
  "core.warnAmbiguousRefs=true",
  "rev-parse",
  "--verify",
  "--end-of-options",
  `${ref}^{commit}`,
];

/** In full: a tag that is called `origin/main` comes first otherwise. */
export const REMOTE = "refs/remotes/origin/";

/** Whether a name can be a branch's, and is nothing else: no commit, `HEAD`, or expression. */
export const isBranchName = (ref: string): boolean => /^(?!(?:\w*_)?HEAD$|[0-9a-f]{4,40}$|refs\/)\w[\w./+-]*$/u.test(ref);

const elsewhereArgs = (ref: string): string[] => ["for-each-ref", "--format=%(refname)", `refs/tags/${ref}`, `${REMOTE}${ref}`];

/** What a revision names. */
export interface Revision {
  readonly commit: string | undefined;
  /** Whether the name stands for several: for a tag and a branch, here or of `origin`; git takes the tag. */
  readonly isAmbiguous: boolean;
  /** Whether it is a branch of `origin` that was fetched, and that nobody has checked out. */
  readonly isRemote: boolean;
}

/** What somebody calls a commit by; where nothing here has the name, a branch of `origin` may. A name that looks like an option is none. */
export function revisionOf(cwd: string, ref: string): Revision {
  const said = ref.startsWith("-") ? undefined : attempt(() => run(cwd, nameArgs(ref)));
  const commit = said?.status === 0 ? said.stdout.toString("utf8").trim() : undefined;
  const [tag, remote] = elsewhere(cwd, ref);
  const isAmbiguous = (tag && remote) || /^warning: refname .* is ambiguous\.$/mu.test(said?.stderr ?? "");
  return commit === undefined && remote
    ? { commit: commitOf(cwd, `${REMOTE}${ref}`), isAmbiguous, isRemote: true }
    : { commit, isAmbiguous, isRemote: false };
}

/** Whether a branch's name is a tag's as well, and one of `origin`'s branches'. */
function elsewhere(cwd: string, ref: string): readonly [tag: boolean, remote: boolean] {
  const names = isBranchName(ref) ? (ask(cwd, ...elsewhereArgs(ref))?.split("\n") ?? []) : [];
  return [names.includes(`refs/tags/${ref}`), names.includes(`${REMOTE}${ref}`)];
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
  ask(root, ...IGNORED)
    ?.split("\0")
    .filter(Boolean) ?? [];

const IGNORED = ["ls-files", "-z", "--others", "--ignored", "--exclude-per-directory=.gitignore", "--directory"];

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

const PLACE = ["rev-parse", "--show-toplevel", "--show-prefix"];

/** Undefined outside of a repository. */
export function placeOf(cwd: string): Place | undefined {
  const said = attempt(() => git(cwd, PLACE));
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

/**
 * Asks what a judgement of a folder will need, while there is something else to do.
 *
 * @param boundary the repository around the folder.
 * @param ref a revision that the base may be.
 */
export const askForJudgement = (folder: string, boundary: string, ref: string | undefined): Promise<void> =>
  askAhead([
    [folder, PLACE],
    [boundary, IGNORED],
    ...(ref === undefined || ref.startsWith("-") ? [] : ([[folder, nameArgs(ref)]] as const)),
    ...(ref !== undefined && isBranchName(ref) ? ([[folder, elsewhereArgs(ref)]] as const) : []),
  ]);
