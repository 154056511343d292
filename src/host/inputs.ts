import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isSkipped } from "./files.ts";
import { SOURCE_EXTENSIONS } from "./languages.ts";

/** Files whose content a scan may go by: code, and what configures it. Of the rest it sees that they are there. */
const READ = [...SOURCE_EXTENSIONS, ".json", ".jsonc", ".yaml", ".yml"];

/**
 * A digest of everything below a folder that a scan can see: the content of code and configuration, the names of
 * other files, and which packages are installed or linked. Two trees with the same digest have the same scan.
 *
 * @param about whatever else the answer depends on: versions, and the folders that were asked for.
 * @returns undefined where something cannot be read.
 */
export function inputsDigest(root: string, about: readonly string[]): string | undefined {
  const hash = createHash("sha256");
  const say = (...parts: readonly string[]): void => {
    for (const part of parts) hash.update(`${part.length}:`).update(part);
  };
  const entries = (folder: string): Dirent[] => readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const installed = (folder: string): void => {
    for (const entry of entries(folder)) {
      say(entry.name, entry.isSymbolicLink() ? readlinkSync(join(folder, entry.name)) : "");
      if (entry.name.startsWith("@") && entry.isDirectory()) installed(join(folder, entry.name));
    }
  };
  const walk = (folder: string): void => {
    say("folder");
    for (const entry of entries(folder)) {
      const path = join(folder, entry.name);
      say(entry.name);
      if (entry.isSymbolicLink()) say(readlinkSync(path));
      else if (entry.name === "node_modules" && entry.isDirectory()) installed(path);
      else if (entry.isDirectory() && !isSkipped(entry.name)) walk(path);
      else if (entry.isFile() && READ.some((extension) => entry.name.endsWith(extension))) {
        const content = readFileSync(path);
        say(String(content.length));
        hash.update(content);
      }
    }
    say("end");
  };
  say(...about);
  try {
    walk(root);
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}
