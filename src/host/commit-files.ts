import { posix } from "node:path";
import type { TreeEntry } from "./git.ts";
import { contentsOf, entriesAt, LINK } from "./git.ts";

const MOST_LINKS = 5;

/** Files as they were at a commit, by their paths below a folder. Those that are known to be asked for are read together. */
export class CommitFiles {
  readonly #cwd: string;
  readonly #commit: string;
  readonly #known = new Map<string, string | undefined>();

  /** @param commit its full name. */
  constructor(cwd: string, commit: string) {
    this.#cwd = cwd;
    this.#commit = commit;
  }

  /** Says which files will be asked for. @throws as `text` does. */
  expect(paths: readonly string[]): void {
    this.#read([...new Set(paths)].filter((path) => !this.#known.has(path)));
  }

  /**
   * Says it of some files, and of those in a folder whose name fits: by one question to git.
   *
   * @returns the names of those in the folder.
   * @throws as `text` does.
   */
  expectWith(folder: string, fits: RegExp, paths: readonly string[]): string[] {
    const found = entriesAt(this.#cwd, this.#commit, [`${folder}/`, ...paths]);
    const names = [...found.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
    const fitting = names.filter((name) => fits.test(name));
    this.#take([...paths, ...fitting.map((name) => `${folder}/${name}`)], [found], 0);
    return fitting;
  }

  /**
   * The text of a file; undefined where there was none.
   *
   * @throws when there was one, and git does not have its content here: that is no absence.
   */
  text(path: string): string | undefined {
    if (!this.#known.has(path)) this.#read([path]);
    return this.#known.get(path);
  }

  #read(paths: readonly string[], links = 0): void {
    const [above, below] = [paths.filter(climbs), paths.filter((path) => path !== "" && !climbs(path))];
    this.#take(paths, [entriesAt(this.#cwd, this.#commit, below), ...above.map((path) => this.#above(path))], links);
  }

  #take(paths: readonly string[], entries: readonly ReadonlyMap<string, TreeEntry>[], links: number): void {
    const there = paths.flatMap((path) => entries.map((some) => some.get(path)).find((entry) => entry !== undefined) ?? []);
    const contents = contentsOf(
      this.#cwd,
      there.map(({ object }) => object),
    );
    for (const path of paths) this.#known.set(path, undefined);
    for (const [i, { path, mode }] of there.entries()) {
      const text = contents[i]?.toString("utf8");
      if (text === undefined)
        throw new Error(
          `commit ${this.#commit.slice(0, 12)} has \`${path}\`, and git has no content for it here; fetch it with \`git show ${this.#commit.slice(0, 12)}:./${path}\``,
        );
      this.#known.set(path, mode === LINK ? this.#behind(path, text, links) : text);
    }
  }

  /** What may lie outside of the repository, of which nothing is read. */
  #above(path: string): ReadonlyMap<string, TreeEntry> {
    try {
      return entriesAt(this.#cwd, this.#commit, [path]);
    } catch (error) {
      if (error instanceof Error && error.message.includes("outside repository")) return new Map();
      throw error;
    }
  }

  /** What a link leads to, as it stood at the commit. */
  #behind(path: string, target: string, links: number): string | undefined {
    const next = posix.join(posix.dirname(path), target);
    if (links === MOST_LINKS || posix.isAbsolute(target)) return undefined;
    if (!this.#known.has(next)) this.#read([next], links + 1);
    return this.#known.get(next);
  }
}

const climbs = (path: string): boolean => /^\.\.(?:\/|$)|^\//u.test(posix.normalize(path));
