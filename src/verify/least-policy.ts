import type { CommandInput } from "../model/command.ts";
import { parseCommand } from "../model/command.ts";
import { quoteText } from "../model/glob/syntax.ts";
import { hasHole, isParameter } from "../model/holes.ts";
import { wordsOf } from "../model/words.ts";
import { parseEnv } from "../model/env.ts";
import { parseHost } from "../model/host.ts";
import { parsePath } from "../model/path.ts";
import type { Policy } from "../model/policy.ts";

interface Used {
  readonly capability: string;
  readonly resource: string;
}

/** Where a grant of a capability stands in a policy: the keys to its list. */
export const PLACES: Readonly<Record<string, readonly [string, string?]>> = {
  "fs.read": ["fs", "read"],
  "fs.write": ["fs", "write"],
  "fs.write.create": ["fs", "create"],
  "fs.write.modify": ["fs", "modify"],
  "fs.write.delete": ["fs", "delete"],
  "net.connect": ["net"],
  "net.listen": ["net", "listen"],
  "net.resolve": ["net", "resolve"],
  "env.read": ["env"],
  "env.write": ["env", "write"],
  "exec.spawn": ["exec"],
  "exec.shell": ["exec"],
  "control.signal": ["control"],
  "control.exit": ["control"],
  "control.chdir": ["control"],
  "code.eval": ["code"],
  "code.load": ["code"],
  "code.native": ["code"],
  "code.worker": ["code"],
};

const isParsed = (parse: (text: string) => { readonly ok: boolean }, text: string): string | undefined =>
  parse(text).ok ? text : undefined;

function pathGrant(resource: string): string | undefined {
  if (/^\{(?:param:[^{}]*|dynamic)\}$/u.test(resource)) return "$WORKSPACE/**";
  const fixed = resource.replace(/\{[^{}]*\}.*$/u, "");
  if (fixed === resource) return isParsed(parsePath, resource.replaceAll(/[\\*?[\]{},!()|]/gu, "\\$&"));
  const folder = fixed.slice(0, fixed.lastIndexOf("/"));
  return folder.startsWith("$") || folder.startsWith("/") ? isParsed(parsePath, `${folder}/**`) : undefined;
}

/** An argument that is a hole as a whole may be any but an option; what a shell reads is a line, and holes in it are code. */
function commandGrant(resource: string, shell: boolean): CommandInput | undefined {
  if (shell && hasHole(resource)) return undefined;
  const [command = "", ...words] = shell ? resource.split(" ") : wordsOf(resource);
  const args = words.map((word) => (isParameter(word) ? "*" : word === "{dynamic}" ? "**" : quoteText(word)));
  if (hasHole(command) || words.some((word, index) => hasHole(word) && args[index] === quoteText(word))) return undefined;
  const grant: CommandInput = { command, args, ...(shell ? { shell: true as const } : {}) };
  return parseCommand(grant).ok ? grant : undefined;
}

/**
 * The element that grants exactly one effect; a path that a parameter names becomes `$WORKSPACE/**`.
 * Undefined where nothing less than `any` would do: that is for a person to decide.
 */
export function grantFor({ capability, resource }: Used): string | CommandInput | undefined {
  const [family = "", part = ""] = capability.split(".");
  if (family === "control" || family === "code") return part;
  if (family === "fs") return pathGrant(resource);
  if (family === "exec") return commandGrant(resource, part === "shell");
  if (/[{}]|^\*$/u.test(resource)) return undefined;
  if (family === "env") return isParsed(parseEnv, resource);
  return isParsed(parseHost, resource.replace(/^(https:.*):443$|^(http:.*):80$/u, "$1$2"));
}

/** Whether a file is made or changed depends on the disk; that it is not deleted does not. */
const WRITES: readonly (readonly [string, string])[] = [
  ["fs", "create"],
  ["fs", "modify"],
];

/** The part that a bare list of a family means. */
const SHORT: Readonly<Record<string, string>> = { net: "connect", env: "read" };

/** The narrowest policy that can be written for some effects. What only `any` would cover is left out. */
export function leastPolicy(effects: readonly Used[]): Policy {
  const families: Record<string, Record<string, unknown[]>> = {};
  for (const effect of effects) {
    const grant = grantFor(effect);
    for (const [family, part] of effect.capability === "fs.write" ? WRITES : [PLACES[effect.capability] ?? []]) {
      if (family === undefined || grant === undefined) continue;
      const list = ((families[family] ??= {})[part ?? SHORT[family] ?? ""] ??= []);
      if (!list.some((one) => JSON.stringify(one) === JSON.stringify(grant))) list.push(grant);
    }
  }
  return Object.fromEntries(
    Object.entries(families).map(([family, parts]) => {
      const list = Object.keys(parts).length === 1 ? (parts[""] ?? parts[SHORT[family] ?? ""]) : undefined;
      return [family, list ?? parts];
    }),
  );
}
