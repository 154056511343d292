import { matchPath } from "../../model/path.ts";
import type { Path, PathPattern } from "../../model/path.ts";
import type { Grants } from "../../model/policy.ts";
import { PATH_FACETS } from "../../model/policy.ts";
import type { Scope } from "../../model/scope.ts";
import type { Denial } from "../denied.ts";
import type { Roots } from "./paths.ts";
import { pathNamed, resolveDeepest, spellings } from "./paths.ts";

const MAX_DEPTH = 32;
const MAX_STRINGS = 10_000;

/** Every string anywhere in a value. Getters are not run twice; cycles end. */
function strings(value: unknown, out: string[], seen: Set<object>, depth: number): void {
  if (typeof value === "string") {
    out.push(value);
    return;
  }
  if (typeof value !== "object" || value === null || seen.has(value) || depth > MAX_DEPTH || out.length > MAX_STRINGS) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (property && "value" in property) strings(property.value, out, seen, depth + 1);
  }
}

function allowed(scope: Scope<PathPattern>, names: readonly Path[]): boolean {
  if (names.some((name) => scope.deny.some((pattern) => matchPath(pattern, name)))) return false;
  return scope.allow === "any" || names.some((name) => (scope.allow as readonly PathPattern[]).some((pattern) => matchPath(pattern, name)));
}

/**
 * Checks every string argument that is, as a whole, an absolute path. It must lie inside some
 * file grant once links are resolved. What the executor does with it is the sandbox's affair.
 */
export function gateArguments(grants: Grants, args: readonly unknown[], roots: Roots): Denial | undefined {
  const found: string[] = [];
  strings(args, found, new Set(), 0);
  for (const text of found) {
    const path = pathNamed(text, roots);
    if (path === undefined) continue;
    if (path.includes("\0")) return { clause: "fs", value: text, reason: "the path has a NUL character" };
    const names = spellings(resolveDeepest(path), roots);
    if (!PATH_FACETS.some((facet) => allowed(grants[facet], names)))
      return { clause: "fs", value: text, reason: `the path \`${text}\` is outside what this tool may touch` };
  }
  return undefined;
}
