import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { inside } from "./inside.ts";

/** The folders that the symbolic roots stand for; fixed once, so that a later `chdir` changes nothing. */
export interface Roots {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
  /** Where the process runs, if that is not the workspace: code that is handed a relative path opens it there. */
  readonly cwd?: string;
}

/** A folder with all links resolved; a root that does not exist stays as it is spelled. */
const real = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};

/** Where the user is at home; `/` where nobody knows the user, as in a sandbox. */
const home = (): string => {
  try {
    return homedir();
  } catch {
    return "/";
  }
};

export const currentRoots = (workspace = process.cwd()): Roots => ({
  workspace: real(workspace),
  home: real(home()),
  tmp: real(tmpdir()),
});

/** The roots of a process whose workspace may be another folder than the one it runs in. */
export function rootsBeside(workspace: string): Roots {
  const roots = currentRoots(workspace);
  const cwd = real(process.cwd());
  return cwd === roots.workspace ? roots : { ...roots, cwd };
}

// Inside of a worker, the roots are those of its host.
const AT_IMPORT = inside()?.roots ?? currentRoots();

/** The roots as they were when this module was first loaded. */
export const fixedRoots = (): Roots => AT_IMPORT;
