import { hasHole } from "../../model/holes.ts";
import { isAccepted } from "../../model/unknowns.ts";
import { wordsOf } from "../../model/words.ts";
import { isShell, WRAPPERS } from "./data/commands.ts";

/** Which kind of thing a fact is about. */
export type Family = "path" | "host" | "command" | "variable";

/** A use of a capability whose resource holds arguments of the tool. */
export interface Template {
  readonly capability: string;
  readonly family: Family;
  readonly resource: string;
  /** The arguments that it holds. */
  readonly holes: readonly string[];
}

/** What the manifest's facts say of a tool's arguments. */
export interface ArgumentFacts {
  readonly templates: readonly Template[];
  /** Arguments that some fact speaks of. */
  readonly known: ReadonlySet<string>;
  /** Of what they are said to be part. */
  readonly families: ReadonlyMap<string, ReadonlySet<Family>>;
  /** Families in which some use has a resource that the analysis could not tell: any argument may be part of it. */
  readonly open: ReadonlySet<Family>;
  /** The programs that it starts, as they stand in the code; "" for one that is computed, null for a shell. */
  readonly programs: ReadonlySet<string | null>;
  /** Whether what it is given may go into a line that a shell reads: it starts one, or a program that is not known, or is not seen through. */
  readonly joins: boolean;
}

const FAMILIES: Readonly<Record<string, Family>> = { fs: "path", net: "host", exec: "command", env: "variable" };
const ALL: readonly Family[] = ["path", "host", "command", "variable"];
const HOLE = /\{(param:([^{}]*)|[a-z][\w-]*(?::[^{}]*)?)\}/gu;

/**
 * Reads the facts of a manifest's tool: lines `capability resource`, and the reasons of its unknowns.
 *
 * @param answered reasons of unknowns of which somebody said that they are no commands.
 */
export function argumentFacts(
  capabilities: readonly string[],
  unknowns: readonly string[],
  answered: readonly string[] = [],
): ArgumentFacts {
  const templates: Template[] = [];
  const open = new Set<Family>(unknowns.length > 0 ? ALL : []);
  const programs = new Set<string | null>();
  // What is not seen may hand its words to a shell.
  let joins = unknowns.some((line) => !isAccepted(line.split(" ")[0] ?? "", answered));
  for (const line of capabilities) {
    const [, capability = "", resource = ""] = /^(\S+) (.*)$/su.exec(line) ?? [];
    const family = FAMILIES[capability.split(".")[0] ?? ""];
    // Code that is loaded or evaluated may do anything.
    if (!family) {
      if (capability.startsWith("code.")) {
        ALL.forEach((one) => open.add(one));
        joins = true;
      }
      continue;
    }
    if (family === "command") {
      programs.add(capability === "exec.spawn" ? programOf(resource) : null);
      joins ||= capability !== "exec.spawn" || mayBeShell(resource);
    }
    const { named, others } = holesOf(resource);
    if (others) open.add(family);
    if (named.length > 0) templates.push({ capability, family, resource, holes: named });
  }
  const families = new Map<string, Set<Family>>();
  for (const { holes, family } of templates) for (const hole of holes) families.set(hole, (families.get(hole) ?? new Set()).add(family));
  return { templates, known: new Set(families.keys()), families, open, programs, joins };
}

/** The program that a resource starts; "" where it is computed. */
const programOf = (resource: string): string => {
  const [program = ""] = wordsOf(resource);
  return hasHole(program) ? "" : program;
};

/** Whether the program that a resource starts is a shell, by itself or behind others, or is not known. */
function mayBeShell(resource: string): boolean {
  const words = wordsOf(resource);
  // One that is an argument is judged as what it is.
  const isOpen = (word: string): boolean => hasHole(word) && holesOf(word).named.length === 0;
  const [program = ""] = words;
  return (
    isOpen(program) || (WRAPPERS.has(program) ? words.some((word) => isOpen(word) || isShell(baseName(word))) : isShell(baseName(program)))
  );
}
const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

/** The arguments that a resource holds, and whether it holds anything else that the analysis could not tell. */
export function holesOf(resource: string): { readonly named: readonly string[]; readonly others: boolean } {
  const names = [...resource.matchAll(HOLE)].map((hole) => hole[2] ?? "");
  return { named: [...new Set(names.filter((name) => name !== ""))], others: names.includes("") };
}

/** A template with the arguments' values in it. Other holes become `*`. */
export const instantiate = (resource: string, value: (name: string) => string): string =>
  resource.replace(HOLE, (_, __, name?: string) => (name === undefined || name === "" ? "*" : value(name)));

/** Whether a template is one argument by itself, below the workspace, or behind a scheme: then its value is taken as the whole. */
export function wholeArgument(resource: string): { readonly name: string; readonly scheme: string } | undefined {
  const [, prefix = "", name] = /^(\$WORKSPACE\/|https?:\/\/)?\{param:([^{}]+)\}(?:[/.]\{dynamic\}|:\d+)?$/u.exec(resource) ?? [];
  return name === undefined ? undefined : { name, scheme: prefix.startsWith("http") ? prefix : "" };
}
