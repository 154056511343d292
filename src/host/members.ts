import { join } from "node:path";
import type { PathPattern } from "../model/path.ts";
import { matchPath, parsePath } from "../model/path.ts";
import { denoConfig, denoMembers, strings } from "./deno-config.ts";
import { posix, readText } from "./files.ts";
import { readDocument } from "./yaml.ts";

function json(file: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse((readText(file) ?? "{}").replace(/^\uFEFF/u, ""));
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function pnpm(root: string): { readonly packages?: unknown; readonly overrides?: unknown } | null | undefined {
  const yaml = readText(join(root, "pnpm-workspace.yaml"));
  const found = yaml === undefined ? undefined : readDocument(yaml);
  return found?.ok === true ? (found.value as ReturnType<typeof pnpm>) : undefined;
}

/** What pnpm's own file puts in place of packages. */
export const pnpmOverrides = (root: string): unknown => pnpm(root)?.overrides;

/** The globs by which a root names its packages: npm's and Yarn's `workspaces`, pnpm's and Lerna's `packages`, Deno's `workspace`. */
function globsOf(root: string): string[] {
  const packages = pnpm(root)?.packages;
  if (packages !== undefined) return strings(packages);
  const { workspaces } = json(join(root, "package.json"));
  const named = Array.isArray(workspaces)
    ? strings(workspaces)
    : strings((workspaces as { readonly packages?: unknown } | undefined)?.packages);
  return [...named, ...lernaGlobs(root), ...denoMembers(denoConfig(root))];
}

/** Lerna's, which has a default. */
function lernaGlobs(root: string): string[] {
  if (readText(join(root, "lerna.json")) === undefined) return [];
  const { packages = ["packages/*"] } = json(join(root, "lerna.json"));
  return strings(packages);
}

const patternOf = (glob: string): PathPattern[] => {
  const found = parsePath(`$WORKSPACE/${glob.replace(/^!/u, "").replace(/^\.\//u, "").replace(/\/+$/u, "")}`);
  return found.ok ? [found.value] : [];
};

/** Whether a folder below a root is one of the packages that the root names. */
export function memberOf(root: string): (folder: string) => boolean {
  const globs = globsOf(root);
  const taken = globs.filter((glob) => !glob.startsWith("!")).flatMap(patternOf);
  const left = globs.filter((glob) => glob.startsWith("!")).flatMap(patternOf);
  const matches = (patterns: readonly PathPattern[], folder: string): boolean =>
    patterns.some((pattern) => matchPath(pattern, { root: "$WORKSPACE", segments: posix(root, folder).split("/") }));
  // A glob that is not understood here may name any folder.
  const isOpen = globs.some((glob) => !glob.startsWith("!") && patternOf(glob).length === 0);
  return (folder) => folder !== root && (isOpen || matches(taken, folder)) && !matches(left, folder);
}
