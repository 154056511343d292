import type { CommandInput } from "../model/command.ts";
import { parseCommand } from "../model/command.ts";
import { parseEnv } from "../model/env.ts";
import { quoteText } from "../model/glob/syntax.ts";
import { parseHost } from "../model/host.ts";
import { parsePath } from "../model/path.ts";
import type { Policy } from "../model/policy.ts";
import { HOLE, hasHole } from "../model/holes.ts";
import { wordsOf } from "../model/words.ts";
import { useOfLine } from "../manifest/lines.ts";

/** `any`, a pattern, or a command. */
type Grant = string | CommandInput;

/** Holes next to each other are one. */
const HOLES = new RegExp(`(?:${HOLE.source})+`, "gu");
const isHole = (text: string): boolean => text.replace(HOLES, "") === "";

/** A template as a pattern: each hole is a star, everything else stands for itself. */
const starred = (template: string): string => template.split(HOLES).map(quoteText).join("*");

/** A hole that is a whole part of a path may be several parts, one within a part is a piece of that name. */
function pathGrant(resource: string): Grant {
  if (isHole(resource)) return "any";
  const parts = resource.split("/").map((part) => (part !== "" && isHole(part) ? "**" : starred(part)));
  const text = parts.filter((part, index) => part !== "**" || parts[index - 1] !== "**").join("/");
  return parsePath(text).ok ? text : "any";
}

/** The end of a name that is known, and the rest of the endpoint. */
function hostGrant(resource: string): Grant {
  if (!hasHole(resource)) return parseHost(resource).ok ? resource : "any";
  const [, scheme = "", name = "", port = ""] = /^(\w+:\/\/)?(.*?)(:(?:\d+|\{[^{}]*\}))?$/u.exec(resource) ?? [];
  const labels = name.split(/\.(?![^{}]*\})/u);
  const known = labels.slice(labels.findLastIndex(hasHole) + 1);
  if (known.length === 0) return "any";
  const text = `${scheme}${known.length < labels.length ? "*." : ""}${known.join(".")}${port.replace(/\{.*/u, "*")}`;
  return parseHost(text).ok ? text : "any";
}

function variableGrant(resource: string): Grant {
  const text = hasHole(resource) ? resource.replace(/\{.*/u, "*") : resource;
  return text !== "*" && parseEnv(text).ok ? text : "any";
}

function commandGrant(resource: string, shell: boolean): Grant {
  const [command = "", ...words] = shell ? resource.split(/ (?![^{}]*\})/u) : wordsOf(resource);
  const own = shell ? { shell: true as const } : {};
  const exact: CommandInput = { command, args: words.map((word) => (word === "{dynamic}" ? "**" : starred(word))), ...own };
  if (hasHole(command)) return "any";
  if (parseCommand(exact).ok) return exact;
  return parseCommand(command).ok ? { command, args: "any", ...own } : "any";
}

function grantOf(capability: string, resource: string): Grant {
  if (capability.startsWith("fs.")) return pathGrant(resource);
  if (capability.startsWith("exec.")) return commandGrant(resource, capability === "exec.shell");
  return capability.startsWith("env.") ? variableGrant(resource) : hostGrant(resource);
}

const PARTS: Readonly<Record<string, string>> = { "fs.write.create": "create", "fs.write.modify": "modify", "fs.write.delete": "delete" };

/** The widest policy that some facts can be read as: what a tool that declared nothing was able to do. */
export function policyOfFacts(facts: { readonly capabilities: readonly string[] }): Policy {
  const scopes = new Map<string, Grant[]>();
  const sets: Record<"control" | "code", string[]> = { control: [], code: [] };
  for (const { capability, resource } of facts.capabilities.map(useOfLine)) {
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
