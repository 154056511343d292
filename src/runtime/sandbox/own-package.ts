import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package, with the launcher that it brings along; undefined where it was bundled into something else. */
export function ownPackage(): string | undefined {
  try {
    let folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
    while (folder !== dirname(folder) && !existsSync(join(folder, "package.json"))) folder = dirname(folder);
    return folder === dirname(folder) ? undefined : folder;
  } catch {
    return undefined;
  }
}
