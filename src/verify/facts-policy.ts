import type { CommandInput } from "../model/command.ts";
import { parseCommand } from "../model/command.ts";
import { parseEnv } from "../model/env.ts";
import { parseHost } from "../model/host.ts";
import { parsePath } from "../model/path.ts";
import type { Policy } from "../model/policy.ts";
import { hasHole } from "../model/resource.ts";
import { usesOf } from "../manifest/build.ts";
import type { ManifestFacts } from "../schema/manifest.ts";

/** `any`, a pattern, or a command. */
type Grant = string | CommandInput;

function pathGrant(resource: string): Grant {
  if (!hasHole(resource)) {
    const text = resource.replaceAll(/[\\*?[\]{},!()|]/gu, "\\$&");
    return parsePath(text).ok ? text : "any";
  }
  const fixed = resource.slice(0, resource.search(/\{[a-z]/u));
  const folder = `${fixed.slice(0, fixed.lastIndexOf("/"))}/**`;
  return parsePath(folder).ok ? folder : "any";
}

function commandGrant(resource: string, shell: boolean): Grant {
  const [command = "", ...args] = resource.split(" ");
  const own = shell ? { shell: true as const } : {};
  const exact: CommandInput = { command, args, ...own };
  if (!hasHole(resource) && parseCommand(exact).ok) return exact;
  return !hasHole(command) && parseCommand(command).ok ? { command, args: "any", ...own } : "any";
}

function grantOf(capability: string, resource: string): Grant {
  if (capability.startsWith("fs.")) return pathGrant(resource);
  if (capability.startsWith("exec.")) return commandGrant(resource, capability === "exec.shell");
  const parse = capability.startsWith("env.") ? parseEnv : parseHost;
  return !hasHole(resource) && parse(resource).ok ? resource : "any";
}

const PARTS: Readonly<Record<string, string>> = { "fs.write.create": "create", "fs.write.modify": "modify", "fs.write.delete": "delete" };

/** The widest policy that some facts can be read as: what a tool that declared nothing was able to do. */
export function policyOfFacts(facts: ManifestFacts): Policy {
  const scopes = new Map<string, Grant[]>();
  const sets: Record<"control" | "code", string[]> = { control: [], code: [] };
  for (const { capability, resource } of usesOf(null, facts)) {
    const [family = "", part = ""] = capability.split(".");
    if (family === "control" || family === "code") sets[family].push(part);
    else {
      // A bare write creates or changes; what it deletes is said apart.
      const keys =
        family === "exec" ? ["exec"] : capability === "fs.write" ? ["fs create", "fs modify"] : [`${family} ${PARTS[capability] ?? part}`];
      for (const key of keys) scopes.set(key, [...(scopes.get(key) ?? []), grantOf(capability, resource)]);
    }
  }
  const out: Record<string, unknown> = { ...sets };
  for (const [key, grants] of scopes) {
    const [family = "", part] = key.split(" ");
    const scope = grants.includes("any") ? "any" : grants;
    if (part === undefined) out[family] = scope;
    else out[family] = { ...(out[family] as object | undefined), [part]: scope };
  }
  return out;
}
