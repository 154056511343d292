import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import { endpointOfHost } from "./endpoints.ts";
import type { ArgumentFacts, Template } from "./facts.ts";
import { instantiate, wholeArgument } from "./facts.ts";
import type { Need, Use } from "./use.ts";
import type { Roots } from "../roots.ts";
import { commandUse } from "./command-use.ts";

const NEEDS: Readonly<Record<string, Need>> = {
  "fs.read": "read",
  "fs.write": "write",
  "fs.write.create": "create",
  "fs.write.modify": "modify",
  "fs.write.delete": "delete",
};

/** The texts of an argument: itself, its elements however deep, or nothing where it is something else. */
function textsOf(input: unknown, name: string): readonly string[] {
  const scalar = (value: unknown): readonly string[] =>
    typeof value === "string" ? [value] : typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
  const value: unknown = typeof input === "object" && input !== null ? Object.getOwnPropertyDescriptor(input, name)?.value : undefined;
  return Array.isArray(value) ? (value as unknown[]).flat(8).flatMap(scalar) : scalar(value);
}

/** Every way to fill the holes of a template; an argument that is not there is an empty text. */
function fillings(holes: readonly string[], input: unknown): ((name: string) => string)[] {
  const lists = new Map(holes.map((name) => [name, textsOf(input, name)]));
  if ([...lists.values()].every((list) => list.length === 0)) return [];
  const rounds = Math.max(...[...lists.values()].map((list) => list.length));
  // Element by element, and each against the first of the others: a list is rarely paired with another.
  return Array.from({ length: Math.min(rounds, MAX_ELEMENTS) }, (_, index) => (name: string) => {
    const list = lists.get(name) ?? [];
    return list[index] ?? list[0] ?? "";
  });
}

const MAX_ELEMENTS = 1000;

/** What the facts' templates ask for once the arguments are put into them. */
export function factUses(facts: ArgumentFacts, input: unknown, roots: Roots): Use[] {
  const out: Use[] = [];
  for (const template of facts.templates) {
    const whole = wholeArgument(template.resource);
    if (template.family === "command") out.push(...commandUses(template, input));
    else if (whole !== undefined) for (const text of textsOf(input, whole)) out.push(...useOf(template, text));
    else
      for (const value of fillings(template.holes, input))
        out.push(...useOf(template, instantiate(bound(template.resource, roots), value)));
  }
  return out;
}

/** A template with its root's folder in the place of the root's name. */
const bound = (resource: string, { workspace, home, tmp }: Roots): string =>
  resource.replace(/^\$(?:WORKSPACE|HOME|TMP)(?=\/)/u, (root) => (root === "$HOME" ? home : root === "$TMP" ? tmp : workspace));

function useOf({ family, capability }: Template, text: string): Use[] {
  if (family === "path") return [{ k: "path", text, need: NEEDS[capability] ?? "unknown" }];
  if (family === "variable") return [{ k: "variable", name: text, sets: capability === "env.write" }];
  const reached = endpointOfHost(text.replace(/^(https?:\/\/)\1/u, "$1"));
  if (reached.k === "none") return [];
  return [{ k: "host", text, endpoint: reached.k === "endpoint" ? reached.endpoint : null, mustBeGranted: true }];
}

/** `git push {param:branch}` becomes an argument list, or a command line where a shell reads it. */
function commandUses({ capability, resource, holes }: Template, input: unknown): Use[] {
  const out: Use[] = [];
  const holder = typeof input === "object" ? input : null;
  // The program is an argument and nothing is known of its own: they stand beside it.
  const [, program] = /^\{param:([^{}]+)\}(?: \{dynamic\})?$/u.exec(resource) ?? [];
  if (program !== undefined && capability !== "exec.shell") {
    for (const text of textsOf(input, program).slice(0, 1)) commandUse({ name: program, text, holder }, out);
    return out;
  }
  if (capability === "exec.shell") {
    const line = (text: string): void => void out.push({ k: "command", text, launches: launchesOfLine(text) ?? null });
    if (program !== undefined) textsOf(input, program).forEach(line);
    if (program !== undefined && resource.endsWith("}") && !resource.includes(" ")) return out;
    const joined = (name: string): string => textsOf(input, name).join(" ");
    if (holes.some((name) => joined(name) !== ""))
      line(`${instantiate(resource.replace(/ \{dynamic\}/gu, ""), joined)} ${besideOf(input)}`.trim());
    return out;
  }
  if (holes.every((name) => textsOf(input, name).length === 0)) return [];
  const argv = resource.split(" ").flatMap((word): string[] => {
    const [, alone] = /^\{param:([^{}]+)\}$/u.exec(word) ?? [];
    if (alone !== undefined) return [...textsOf(input, alone)];
    // What the analysis could not tell is left out: the arguments that are known are judged.
    if (/^\{(?!param:)[^{}]*\}$/u.test(word)) return [];
    return [instantiate(word, (name) => textsOf(input, name)[0] ?? "")];
  });
  return [{ k: "command", text: argv.join(" "), launches: launchesOfArgv(argv) ?? null }];
}

/** Arguments that usually stand beside a command. */
const besideOf = (input: unknown): string => ["args", "arguments", "argv"].flatMap((name) => textsOf(input, name)).join(" ");
