import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const MAX_ENTRIES = 30;
const KEY = /^[0-9a-f]{64}$/u;

/** Answers that were given before, by a digest of all that they depend on. */
export interface ScanCache {
  /** @returns undefined where there is none that can be trusted. */
  readonly read: (key: string) => unknown;
  readonly write: (key: string, answer: unknown) => void;
}

/**
 * The folder for answers: `TOOLFENCE_CACHE` where it names one, else the user's own. None where it is `off`, and none in
 * continuous integration, where an answer decides and the folder may have been restored from anywhere.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, home = homedir()): string | undefined {
  const asked = env["TOOLFENCE_CACHE"] ?? "";
  if (asked === "off") return undefined;
  if (asked !== "") return asked;
  if ((env["CI"] ?? "") !== "" || home === "") return undefined;
  const base = env["XDG_CACHE_HOME"] ?? "";
  return join(base.startsWith("/") ? base : join(home, ".cache"), "toolfence", "scans");
}

/** Whether nobody else can have written to something. */
function isOwn(path: string, isFolder: boolean): boolean {
  const found = lstatSync(path);
  const kind = isFolder ? found.isDirectory() : found.isFile();
  return kind && (process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0));
}

/** A cache in a folder of the user's own; whatever goes wrong, there is just no answer. */
export function diskCache(folder: string): ScanCache {
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch {
      return undefined;
    }
  };
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  return {
    read: (key) =>
      attempt(() => {
        const path = fileOf(key);
        return KEY.test(key) && isOwn(folder, true) && isOwn(path, false) ? (JSON.parse(readFileSync(path, "utf8")) as unknown) : undefined;
      }),
    write: (key, answer) => {
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!KEY.test(key) || !isOwn(folder, true)) return;
        const part = join(folder, `.${key}.${process.pid}`);
        writeFileSync(part, JSON.stringify(answer), { mode: 0o600, flag: "wx" });
        renameSync(part, fileOf(key));
        const all = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
        for (const { name } of all.sort((a, b) => b.at - a.at).slice(MAX_ENTRIES)) rmSync(join(folder, name), { force: true });
      });
    },
  };
}
