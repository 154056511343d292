import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version in the nearest package.json that is ours; there is no fallback, since a wrong version is worse than none. */
export function version(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: unknown; version?: unknown };
      if (manifest.name === "toolfence" && typeof manifest.version === "string") return manifest.version;
    } catch {
      if (folder === dirname(folder)) throw new Error("package.json of toolfence not found");
    }
  }
}
