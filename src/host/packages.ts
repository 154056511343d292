import { join } from "node:path";
import type { PathPattern } from "../model/path.ts";
import { matchPath, parsePath } from "../model/path.ts";
import { listSources, posix, readText } from "./files.ts";
import { readDocument } from "./yaml.ts";
import { Workspace } from "./workspace.ts";

/** The globs by which a root names its packages: npm's and Yarn's `workspaces`, pnpm's `packages`. */
function globsOf(root: string): string[] {
  const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  const yaml = readText(join(root, "pnpm-workspace.yaml"));
  if (yaml !== undefined) {
    const found = readDocument(yaml);
    return found.ok ? strings((found.value as { readonly packages?: unknown } | null)?.packages) : [];
  }
  try {
    const { workspaces } = JSON.parse(readText(join(root, "package.json")) ?? "{}") as { readonly workspaces?: unknown };
    return Array.isArray(workspaces) ? strings(workspaces) : strings((workspaces as { readonly packages?: unknown } | undefined)?.packages);
  } catch {
    return [];
  }
}

const patternOf = (glob: string): PathPattern[] => {
  const found = parsePath(`$WORKSPACE/${glob.replace(/^!/u, "").replace(/^\.\//u, "").replace(/\/+$/u, "")}`);
  return found.ok ? [found.value] : [];
};

/** The folders of a workspace's packages, sorted; empty where the root names none. */
export function workspaceFolders(root: string): string[] {
  const globs = globsOf(root);
  const taken = globs.filter((glob) => !glob.startsWith("!")).flatMap(patternOf);
  const left = globs.filter((glob) => glob.startsWith("!")).flatMap(patternOf);
  const matches = (patterns: readonly PathPattern[], folder: string): boolean =>
    patterns.some((pattern) => matchPath(pattern, { root: "$WORKSPACE", segments: posix(root, folder).split("/") }));
  return new Workspace(root, listSources(root).files).packages
    .map((one) => one.folder)
    .filter((folder) => folder !== root && matches(taken, folder) && !matches(left, folder))
    .sort();
}
