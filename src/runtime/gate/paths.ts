import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Path, Root } from "../../model/path.ts";

/** The folders that the symbolic roots stand for; fixed once, so that a later `chdir` changes nothing. */
export interface Roots {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
}

/** A folder with all links resolved; a root that does not exist stays as it is spelled. */
const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

export const currentRoots = (workspace = process.cwd()): Roots => ({
  workspace: real(workspace),
  home: real(homedir()),
  tmp: real(tmpdir()),
});

/** The absolute path that a text names as a whole, or undefined when it is not a path. */
export function pathNamed(text: string, roots: Roots): string | undefined {
  if (text.length > 4096 || /[\n\r]/u.test(text)) return undefined;
  if (text.startsWith("file:")) {
    try {
      return fileURLToPath(text);
    } catch {
      return undefined;
    }
  }
  if (text === "~" || text.startsWith("~/")) return join(roots.home, text.slice(1));
  return /^\/(?!\/)\S/u.test(text) ? text : undefined;
}

/** Resolves links in the longest part of a path that exists; what is still to be created is kept as it is. */
export function resolveDeepest(path: string): string {
  const rest: string[] = [];
  let here = join(path);
  for (;;) {
    try {
      return join(realpathSync(here), ...rest);
    } catch {
      const up = dirname(here);
      if (up === here) return join(here, ...rest);
      rest.unshift(basename(here));
      here = up;
    }
  }
}

/** Every way to write an absolute path: from `/`, and from each root that it lies under. */
export function spellings(path: string, roots: Roots): Path[] {
  const under = (root: Root, folder: string): Path[] => {
    const inside = relative(folder, path);
    if (inside.startsWith("..") || inside.startsWith(sep)) return [];
    return [{ root, segments: inside === "" ? [] : inside.split(sep) }];
  };
  return [
    ...under("$WORKSPACE", roots.workspace),
    ...under("$HOME", roots.home),
    ...under("$TMP", roots.tmp),
    { root: "/", segments: path.split(sep).filter(Boolean) },
  ];
}
