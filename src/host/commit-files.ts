import { contentsOf, showFile } from "./git.ts";

/** Files as they were at a commit, by their paths below a folder. Those that are known to be asked for are read by one process. */
export class CommitFiles {
  readonly #cwd: string;
  readonly #commit: string;
  readonly #known = new Map<string, string | undefined>();

  /** @param commit its full name. */
  constructor(cwd: string, commit: string) {
    this.#cwd = cwd;
    this.#commit = commit;
  }

  /** Says which files will be asked for. What goes wrong for all of them together is left to each by itself. */
  expect(paths: readonly string[]): void {
    const names = [...new Set(paths)].filter((path) => !path.includes("\n") && !this.#known.has(path));
    try {
      const found = contentsOf(
        this.#cwd,
        names.map((path) => `${this.#commit}:./${path}`),
      );
      for (const [i, path] of names.entries()) this.#known.set(path, found[i]?.toString("utf8"));
    } catch {
      // Asked for one by one.
    }
  }

  /** The text of a file; undefined where there was none. */
  text(path: string): string | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    const shown = showFile(this.#cwd, this.#commit, path);
    const text = shown.k === "text" ? shown.text : undefined;
    this.#known.set(path, text);
    return text;
  }
}
