import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";

/** The folders that the symbolic roots stand for; fixed once, so that a later `chdir` changes nothing. */
export interface Roots {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
}

/** A folder with all links resolved; a root that does not exist stays as it is spelled. */
const real = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};

export const currentRoots = (workspace = process.cwd()): Roots => ({
  workspace: real(workspace),
  home: real(homedir()),
  tmp: real(tmpdir()),
});

const AT_IMPORT = currentRoots();

/** The roots as they were when this module was first loaded. */
export const fixedRoots = (): Roots => AT_IMPORT;
