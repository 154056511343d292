import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { folder } from "./folder.ts";

export interface Repository {
  readonly dir: string;
  readonly git: (...args: string[]) => string;
  readonly write: (files: Readonly<Record<string, string | Buffer>>) => void;
  /** Commits everything; gives the commit. */
  readonly commit: (message?: string) => string;
}

/** A git repository on `main` with some files, of which nothing is committed yet. */
export function emptyRepository(files: Readonly<Record<string, string | Buffer>>): Repository {
  const dir = folder(files);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=ana", "-c", "user.email=ana@example.com", ...args], {
      cwd: dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  git("init", "-q", "-b", "main");
  return {
    dir,
    git,
    write: (changed) => {
      for (const [name, text] of Object.entries(changed)) {
        mkdirSync(dirname(join(dir, name)), { recursive: true });
        writeFileSync(join(dir, name), text);
      }
    },
    commit: (message = "x") => {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD").trim();
    },
  };
}

/** What a machine says of its own CI must not be seen by a test. */
export function hideOwnCi(): void {
  for (const name of [
    "CI",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "GITHUB_BASE_REF",
    "GITHUB_REF",
    "GITHUB_EVENT_PATH",
    "GITLAB_CI",
    "CLAUDECODE",
    "TOOLFENCE_BASE",
  ])
    vi.stubEnv(name, "");
}

/** The findings of a report that gate, with what they are about. */
export const gatingFindings = (out: string): string[] =>
  (JSON.parse(out) as { diagnostics: { id: string; tool: string | null; gating: boolean }[] }).diagnostics
    .filter((one) => one.gating)
    .map((one) => `${one.id}${one.tool === null ? "" : ` ${one.tool}`}`);
