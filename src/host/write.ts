import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Replaces a file as a whole: whoever reads it sees the old text or the new one, never half of it. */
export function replaceText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.toolfence.${process.pid}.tmp`);
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** Adds text to the end of a file, with one write. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text);
}
