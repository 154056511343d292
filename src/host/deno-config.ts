import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./files.ts";
import { parseJsonc } from "./jsonc.ts";

/** Names of Deno's configuration: the first that is there counts. */
const NAMES = ["deno.json", "deno.jsonc"];
/** More folders than these are not looked at. */
const MAX_FOLDERS = 256;

/** What a parsed file says under names; nothing where it is no object. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The texts of a list; none where it is no list. */
export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

/** What Deno's configuration of a folder says. */
export const denoConfig = (folder: string): Readonly<Record<string, unknown>> =>
  record(NAMES.map((name) => parseJsonc(readText(join(folder, name)))).find((one) => one !== undefined));

/** The globs by which a configuration names the members of its workspace. */
export const denoMembers = ({ workspace }: Readonly<Record<string, unknown>>): string[] =>
  strings(Array.isArray(workspace) ? workspace : record(workspace)["members"]);

/** Folders that stand in the place of packages. */
export interface LocalFolders {
  readonly folders: readonly string[];
  /** Whether there may be more: a glob is of another form than `packages/*`. */
  readonly isOpen: boolean;
}

/** The folders below one that globs name. */
export function foldersBelow(folder: string, globs: readonly string[]): LocalFolders {
  const isPlain = (glob: string): boolean => !/[*?[{!]/u.test(glob.replace(/\/\*\/?$/u, ""));
  const folders = globs.filter(isPlain).flatMap((glob) => {
    const plain = join(folder, glob).replace(/\/$/u, "");
    return plain.endsWith("/*") ? foldersIn(plain.slice(0, -2)) : [plain];
  });
  return { folders: folders.slice(0, MAX_FOLDERS), isOpen: !globs.every(isPlain) || folders.length > MAX_FOLDERS };
}

/** Folders in a folder; links are not followed. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : [])).sort();
  } catch {
    return [];
  }
}
