import { execFileSync } from "node:child_process";

export type GitShow =
  { readonly k: "text"; readonly text: string; readonly commit: string } | { readonly k: "missing"; readonly reason: string };

/** Settings that keep git from running anything that the repository's own configuration names. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external=", "-c", "core.pager=cat"];
const MAX_BYTES = 64 * 1024 * 1024;

function git(cwd: string, args: readonly string[]): string {
  return execFileSync("git", [...SAFE, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: MAX_BYTES,
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", GIT_CONFIG_NOSYSTEM: "1", LANG: "C" },
  });
}

/** What git says, or undefined when it refuses. */
function ask(cwd: string, ...args: string[]): string | undefined {
  try {
    return git(cwd, args).trim();
  } catch {
    return undefined;
  }
}

/** The commit that a revision names; undefined when there is none here. A name that looks like an option is none. */
export const commitOf = (cwd: string, ref: string): string | undefined =>
  ref.startsWith("-") ? undefined : ask(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);

/** The parents of a commit. */
export const parentsOf = (cwd: string, ref: string): readonly string[] =>
  ask(cwd, "rev-list", "--parents", "-n", "1", "--end-of-options", ref)?.split(" ").slice(1) ?? [];

/** Where two histories part. */
export const mergeBase = (cwd: string, a: string, b: string): string | undefined =>
  a.startsWith("-") || b.startsWith("-") ? undefined : ask(cwd, "merge-base", a, b);

export const isShallow = (cwd: string): boolean => ask(cwd, "rev-parse", "--is-shallow-repository") === "true";

/** The content of a file at a commit, read from git's store; nothing is checked out. `path` is relative to `cwd`. */
export function showFile(cwd: string, ref: string, path: string): GitShow {
  if (ref.startsWith("-")) return { k: "missing", reason: `\`${ref}\` is not a revision` };
  const commit = commitOf(cwd, ref);
  if (commit === undefined)
    return { k: "missing", reason: `\`${ref}\` is not a commit here; fetch it with \`git fetch --depth=1 origin ${ref}\`` };
  const text = ((): string | undefined => {
    try {
      return git(cwd, ["show", `${commit}:./${path}`]);
    } catch {
      return undefined;
    }
  })();
  return text === undefined ? { k: "missing", reason: `commit ${commit.slice(0, 12)} has no \`${path}\`` } : { k: "text", text, commit };
}

/** Writes the files of a folder as they were at a commit into another folder. No hook, filter or file of theirs runs. */
export function exportTree(cwd: string, commit: string, into: string): void {
  const archive = execFileSync("git", [...SAFE, "archive", "--format=tar", commit, "--", "."], {
    cwd,
    maxBuffer: 2 * 1024 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", GIT_CONFIG_NOSYSTEM: "1", LANG: "C" },
  });
  execFileSync("tar", ["-x", "-C", into, "--no-same-owner", "--no-same-permissions"], {
    input: archive,
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/** The path from the top of the repository to a folder, with a `/` at its end; empty at the top and outside a repository. */
export const prefixOf = (cwd: string): string => ask(cwd, "rev-parse", "--show-prefix") ?? "";

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
