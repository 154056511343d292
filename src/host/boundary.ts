import { dirname, join, sep } from "node:path";
import { exists, readText } from "./files.ts";

const INSTALLED = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u;

/** Whether a folder is the root of a workspace of packages (npm, Yarn, pnpm). */
function holdsWorkspaces(folder: string): boolean {
  if (exists(join(folder, "pnpm-workspace.yaml"))) return true;
  return /"workspaces"\s*:/u.test(readText(join(folder, "package.json")) ?? "");
}

/** The folders from one upwards, itself first. */
function* upwards(folder: string): Generator<string> {
  for (let here = folder; ; here = dirname(here)) {
    yield here;
    if (here === dirname(here)) return;
  }
}

/**
 * How far from a folder code may be read: an installed package to its own root; else to the root of the
 * repository (the nearest `.git`), else of the workspace; else no further than the folder itself.
 */
export function boundaryOf(folder: string): string {
  const [installed] = INSTALLED.exec(folder + sep) ?? [];
  if (installed !== undefined) return installed.replace(/[\\/]$/u, "");
  let workspace: string | undefined;
  for (const here of upwards(folder)) {
    if (exists(join(here, ".git"))) return here;
    if (workspace === undefined && here !== folder && holdsWorkspaces(here)) workspace = here;
  }
  return workspace ?? folder;
}
