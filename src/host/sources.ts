import type { Listing } from "./files.ts";
import { listSources, posix } from "./files.ts";

/**
 * The source files of a folder that are part of its repository: what is built from them is not, where git is told to
 * ignore it and does not have it all the same.
 *
 * @param ignored what git leaves out, relative to the folder.
 */
export function ownSources(root: string, ignored: readonly string[]): Listing {
  const { files, problems } = listSources(root);
  const folders = new Set(ignored.filter((path) => path.endsWith("/")));
  const single = new Set(ignored);
  const isIgnored = (file: string): boolean => {
    const path = posix(root, file);
    if (single.has(path)) return true;
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) if (folders.has(path.slice(0, end + 1))) return true;
    return false;
  };
  return ignored.length === 0 ? { files, problems } : { files: files.filter((file) => !isIgnored(file)), problems };
}
