import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What lets others go through a folder, without seeing what is in it. */
const OTHERS_PASS = 0o001;

/**
 * Lets other users through to a folder, whom the tests of unreadable files and of sandboxes start processes as: a clone in a private folder
 * (`mktemp -d`) would fail these alone, and say nothing of why.
 *
 * @returns what gives the folders above it their own modes back.
 */
export function passable(folder: string): () => void {
  const closed: { readonly path: string; readonly mode: number }[] = [];
  if (process.getuid?.() === 0)
    for (let path = folder; path !== dirname(path); path = dirname(path)) {
      const { mode, uid } = statSync(path);
      if ((mode & OTHERS_PASS) === 0 && uid === 0) closed.push({ path, mode: mode & 0o7777 });
    }
  for (const { path, mode } of closed) {
    console.log(`other users may pass through ${path} while the tests run`);
    chmodSync(path, mode | OTHERS_PASS);
  }
  return () => {
    for (const { path, mode } of closed) chmodSync(path, mode);
  };
}
