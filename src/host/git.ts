import { execFileSync } from "node:child_process";

export type GitShow =
  { readonly k: "text"; readonly text: string; readonly commit: string } | { readonly k: "missing"; readonly reason: string };

/** Settings that keep git from running anything that the repository's own configuration names. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external=", "-c", "core.pager=cat"];

function git(cwd: string, args: readonly string[]): string {
  return execFileSync("git", [...SAFE, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", GIT_CONFIG_NOSYSTEM: "1", LANG: "C" },
  });
}

/** The content of a file at a commit, read from git's store; nothing is checked out. */
export function showFile(cwd: string, ref: string, path: string): GitShow {
  if (ref.startsWith("-")) return { k: "missing", reason: `\`${ref}\` is not a revision` };
  let commit: string;
  try {
    commit = git(cwd, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]).trim();
  } catch {
    return { k: "missing", reason: `\`${ref}\` is not a commit here; fetch it with \`git fetch --depth=1 origin ${ref}\`` };
  }
  try {
    return { k: "text", text: git(cwd, ["show", `${commit}:./${path}`]), commit };
  } catch {
    return { k: "missing", reason: `commit ${commit.slice(0, 12)} has no \`${path}\`` };
  }
}
