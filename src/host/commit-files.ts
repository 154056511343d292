import { contentsOf, showFile } from "./git.ts";

/** Files as they were at a commit, by their paths below a folder. Those that are sure to be asked for are read by one process. */
export class CommitFiles {
  readonly #cwd: string;
  readonly #commit: string;
  readonly #known: Map<string, string | undefined>;

  /** @param commit its full name. @param expected paths that will be asked for. */
  constructor(cwd: string, commit: string, expected: readonly string[]) {
    this.#cwd = cwd;
    this.#commit = commit;
    const names = expected.filter((path) => !path.includes("\n"));
    const found = contentsOf(
      cwd,
      names.map((path) => `${commit}:./${path}`),
    );
    this.#known = new Map(names.map((path, i) => [path, found[i]?.toString("utf8")]));
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
