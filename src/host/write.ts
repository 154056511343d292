import { appendFileSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "./files.ts";

/** Replaces a file as a whole: whoever reads it sees the old text or the new one, never half of it. */
export function replaceText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.toolfence.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Adds text to the end of a file, with one write. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text);
}

/**
 * Why a file of a repository is not written: it, or a folder on the way to it, is a link that leads elsewhere.
 * A repository says by such a link where its reader's files are.
 */
export function leadsAway(root: string, path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return "it is a link";
  let folder = dirname(path);
  while (!existsSync(folder) && lstatSync(folder, { throwIfNoEntry: false }) === undefined) folder = dirname(folder);
  return isInside(realpathSync(root), folder) ? undefined : "a folder on the way to it is a link that leaves this one";
}
