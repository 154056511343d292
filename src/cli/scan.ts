import type { ScanResult } from "../analyze.ts";
import { ScanError, scanFolder } from "../analyze.ts";
import { readFolderConfig } from "../host/config-file.ts";
import { cacheFolder, diskCache } from "../host/scan-cache.ts";
import { version } from "../host/version.ts";
import { buildManifest } from "../manifest/build.ts";
import type { Manifest } from "../schema/manifest.ts";
import { visible } from "../verify/undeclared.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";

/** Scans a folder, and tells on stderr what was left out. */
export function scanOrFail(folder: string, io: Io, isKept = true): ScanResult["scan"] {
  const kept = isKept ? cacheFolder(process.env) : undefined;
  try {
    const { scan, problems } = scanFolder(folder, kept === undefined ? undefined : diskCache(kept));
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

/** The manifest that the code of a folder gives, with what its configuration says of the runtime. */
export function freshManifest(folder: string, io: Io, scan = scanOrFail(folder, io)): Manifest {
  const found = readFolderConfig(folder);
  if (!found.ok) throw new UserError(`\`${found.file}\` is not valid: ${found.problems.map(visible).join("; ")}.`);
  return buildManifest(scan, version(), found.config.runtime);
}
