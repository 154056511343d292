import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Effect } from "../model/facts.ts";
import { filesRun } from "../model/run-files.ts";
import { isInside, posix } from "./files.ts";

/** A file of the repository that is run or loaded without being analysed. */
export interface Asset {
  /** Relative to the folder that is scanned. */
  readonly file: string;
  readonly digest: string;
}

/** Sources that stand for a file which is built from them. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
const BLOCK = 1 << 20;

/** Whether a path is a file; what cannot even be asked for is none. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The content of a file by its digest: the same whether its lines end as on Windows or not, where it is text. */
export function contentDigest(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return "unreadable";
  }
  const hash = createHash("sha256");
  const block = Buffer.alloc(BLOCK);
  try {
    let isText: boolean | undefined;
    let endsInReturn = false;
    for (let size = readSync(file, block); size > 0; size = readSync(file, block)) {
      const part = block.subarray(0, size);
      isText ??= !part.includes(0);
      if (!isText) {
        hash.update(part);
        continue;
      }
      // A return at the end of a block is held back until it is seen what follows.
      const text: string = `${endsInReturn ? "\r" : ""}${part.toString("latin1")}`;
      endsInReturn = text.endsWith("\r");
      hash.update((endsInReturn ? text.slice(0, -1) : text).replaceAll("\r\n", "\n"), "latin1");
    }
    if (endsInReturn) hash.update("\r");
  } finally {
    closeSync(file);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** Where the files that effects run or load are looked for. */
export class Assets {
  readonly #root: string;
  readonly #boundary: string;
  readonly #ignored: readonly string[];
  readonly #loaded: () => readonly string[];
  readonly #digests = new Map<string, string>();

  /**
   * @param root the folder that is scanned; `boundary` is the repository around it.
   * @param ignored what the repository does not have, relative to `boundary`.
   * @param loaded all files that were analysed: a path may start from the folder of any of them.
   */
  constructor(root: string, boundary: string, ignored: readonly string[], loaded: () => readonly string[]) {
    this.#root = root;
    this.#boundary = boundary;
    this.#ignored = ignored;
    this.#loaded = loaded;
  }

  /** The files that some effects run or load, sorted. */
  of(effects: readonly Effect[]): Asset[] {
    const found = new Set(effects.flatMap((effect) => filesRun(effect).flatMap((spelled) => this.#files(spelled, effect))));
    return [...found].sort().map((path) => ({ file: posix(this.#root, path), digest: this.#digestOf(path) }));
  }

  #digestOf(path: string): string {
    const digest = this.#digests.get(path) ?? contentDigest(path);
    this.#digests.set(path, digest);
    return digest;
  }

  #files(spelled: string, effect: Effect): string[] {
    const fromModule = /^(?:\$DIR|\{module\})\/(.+)$/su.exec(spelled)?.[1];
    const at = dirname(effect.path.at(-1)?.file ?? this.#root);
    const fromWorkspace = /^\$WORKSPACE\/(.+)$/su.exec(spelled)?.[1];
    if (fromModule !== undefined) {
      const own = this.#existing(fromModule, [at]);
      // A path may be made in one module and used in another: any of them may be meant.
      return own.length > 0 ? own : this.#existing(fromModule, new Set(this.#loaded().map(dirname)));
    }
    if (fromWorkspace !== undefined) return this.#first(fromWorkspace, [this.#root, this.#boundary]);
    if (/^[$/~]|^[A-Za-z]:/u.test(spelled)) return [];
    const folders = [this.#root, this.#boundary];
    return this.#first(spelled, effect.capability.startsWith("code.") ? [at, ...folders] : folders);
  }

  #first(path: string, folders: readonly string[]): string[] {
    return this.#existing(path, folders).slice(0, 1);
  }

  #existing(path: string, folders: Iterable<string>): string[] {
    return [...folders].flatMap((folder) => {
      const asked = resolve(folder, path);
      const ending = /\.[cm]?js$/u.exec(asked)?.[0] ?? "";
      const sources = (SOURCES_OF[ending] ?? []).map((source) => `${asked.slice(0, -ending.length)}${source}`);
      return [asked, ...sources].filter((file) => this.#isOwn(file)).slice(0, 1);
    });
  }

  /** Whether a path is a file of the repository: no link out of it, no package, nothing that git is told to ignore. */
  #isOwn(path: string): boolean {
    if (path.includes(`${sep}node_modules${sep}`) || !isFile(path)) return false;
    const own = posix(this.#boundary, path);
    return isInside(this.#boundary, path) && !this.#ignored.some((one) => one === own || (one.endsWith("/") && own.startsWith(one)));
  }
}

/** Assets that were found before, with what they hold now; what is gone since then is left out. */
export const refreshed = (root: string, assets: readonly Asset[]): Asset[] =>
  assets.flatMap(({ file }) => {
    const path = join(root, file);
    return isFile(path) ? [{ file, digest: contentDigest(path) }] : [];
  });
