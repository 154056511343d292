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

/** The texts of an argument: itself, its elements, or nothing where it is something else. */
function textsOf(input: unknown, name: string): readonly string[] {
  const value: unknown = typeof input === "object" && input !== null ? Object.getOwnPropertyDescriptor(input, name)?.value : undefined;
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => (typeof one === "string" ? [one] : []));
  return [];
}

/** What the facts' templates ask for once the arguments are put into them. */
export function factUses(facts: ArgumentFacts, input: unknown, roots: Roots): Use[] {
  const out: Use[] = [];
  for (const template of facts.templates) {
    const whole = wholeArgument(template.resource);
    const texts = whole === undefined ? [] : textsOf(input, whole);
    if (whole !== undefined && template.family !== "command") for (const text of texts) out.push(...useOf(template, text));
    else if (template.family === "command") out.push(...commandUses(template, input));
    else {
      const text = instantiate(bound(template.resource, roots), (name) => textsOf(input, name)[0] ?? null);
      if (text !== null) out.push(...useOf(template, text));
    }
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
  if (holes.some((name) => textsOf(input, name).length === 0)) return [];
  if (capability === "exec.shell") {
    const line = instantiate(resource, (name) => textsOf(input, name).join(" "));
    return line === null ? [] : [{ k: "command", text: line, launches: launchesOfLine(line) ?? null }];
  }
  // The program is an argument and nothing is known of its own: they stand beside it.
  const [, program] = /^\{param:([^{}]+)\}(?: \{dynamic\})?$/u.exec(resource) ?? [];
  if (program !== undefined) {
    const out: Use[] = [];
    for (const text of textsOf(input, program).slice(0, 1)) commandUse({ argument: program, name: program, text }, input, out);
    return out;
  }
  const argv = resource.split(" ").flatMap((word): string[] => {
    const [, alone] = /^\{param:([^{}]+)\}$/u.exec(word) ?? [];
    if (alone !== undefined) return [...textsOf(input, alone)];
    // What the analysis could not tell is left out: the arguments that are known are judged.
    if (/^\{(?!param:)[^{}]*\}$/u.test(word)) return [];
    return [instantiate(word, (name) => textsOf(input, name)[0] ?? null) ?? word];
  });
  return [{ k: "command", text: argv.join(" "), launches: launchesOfArgv(argv) ?? null }];
}
