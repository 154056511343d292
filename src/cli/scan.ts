import type { ScanResult } from "../analyze.ts";
import { ScanError, scanFolder } from "../analyze.ts";
import { visible } from "../verify/undeclared.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";

/** Scans a folder, and tells on stderr what was left out. */
export function scanOrFail(folder: string, io: Io): ScanResult["scan"] {
  try {
    const { scan, problems } = scanFolder(folder);
    for (const { file, problem } of problems)
      io.err(
        `toolfence: \`${visible(file)}\` ${problem === "unreadable" ? "cannot be read and was left out" : "is a link that leaves the root and was not followed"}.\n`,
      );
    return scan;
  } catch (error) {
    if (error instanceof ScanError) throw new UserError(error.message);
    throw error;
  }
}
