import { join } from "node:path";
import { parseAddress } from "../../model/ip.ts";
import type { HostFacet } from "../../model/policy.ts";
import { wordsOf } from "../../model/words.ts";
import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import { isContentName, roleOfName } from "./data/names.ts";
import { endpointOfHost, endpointOfUrl, speaksToNobody } from "./endpoints.ts";
import type { ArgumentFacts, Family, Template } from "./facts.ts";
import { holesOf, instantiate, wholeArgument } from "./facts.ts";
import type { Need, Use } from "./use.ts";
import type { Roots } from "../roots.ts";
import type { Told } from "./command-use.ts";
import { ARGUMENTS, commandUse, folderBeside, isTooMuch } from "./command-use.ts";
import { unpacked } from "./packed.ts";
import { objectOf, ownValue } from "./own-value.ts";

const NEEDS: Readonly<Record<string, Need>> = {
  "fs.read": "read",
  "fs.write": "write",
  "fs.write.create": "create",
  "fs.write.modify": "modify",
  "fs.write.delete": "delete",
};

/**
 * The texts of an argument: itself, its elements however deep, and of an object every part that is not content by its name,
 * since which part the code takes is not known.
 */
function textsOf(input: unknown, name: string, family?: Family): readonly string[] {
  const out: string[] = [];
  const seen = new Set<unknown>();
  const collect = (value: unknown, part?: string): void => {
    if (typeof value === "string") {
      if (part !== undefined && !mayBeMeant(part, value, family)) return;
      out.push(value);
      if (part === undefined && (family === "path" || family === "host")) out.push(...listed(value));
    } else if (part === undefined && (typeof value === "number" || typeof value === "boolean")) out.push(String(value));
    else if (typeof value === "object" && value !== null && !seen.has(value)) {
      seen.add(value);
      if (Array.isArray(value)) for (const one of value) collect(one, part);
      else for (const key of Object.keys(value)) collect(ownValue(value, key), key);
    }
  };
  collect(ownValue(input, name));
  return out;
}

class TooMuch extends Error {}

/** The texts of a list that is written as JSON. @throws {TooMuch} */
function listed(text: string): readonly string[] {
  const texts = unpacked(text);
  if (!texts) throw new TooMuch();
  return texts;
}

/** The same arguments with lists in the place of texts that are such lists, written as JSON; none where no text is one. */
function withLists(input: unknown, holes: readonly string[]): readonly unknown[] {
  const lists = holes.flatMap((name): [string, readonly string[]][] => {
    const text = ownValue(input, name);
    const found = typeof text === "string" && text.trim().startsWith("[") ? listed(text) : [];
    return found.length > 0 ? [[name, found]] : [];
  });
  return lists.length === 0 ? [] : [{ ...(input as object), ...Object.fromEntries(lists) }];
}

/** The roles of names that speak of one kind of thing, and so of no other. */
const OWN_ROLES: Readonly<Record<Family, RegExp>> = {
  path: /^(?:path|read|write)$/u,
  host: /^(?:url|host)$/u,
  command: /^command$/u,
  variable: /^environment$/u,
};

/** Whether a part of an object may be what a template speaks of: by its name, or where that may be of anything, by what it looks like. */
export function mayBeMeant(part: string, text: string, family: Family | undefined): boolean {
  const role = roleOfName(part);
  if (family === undefined || family === "command") return !isContentName(part);
  if (role !== undefined && role !== "prose") return OWN_ROLES[family].test(role);
  return !isContentName(part) && (endpointOfUrl(text).k !== "none") === (family === "host");
}

const HOSTS: Readonly<Record<string, HostFacet>> = { "net.listen": "net.listen", "net.resolve": "net.resolve" };

const MAX_FILLINGS = 10_000;

/**
 * Every way to fill the holes of a template: with lists, each element goes with each of the others,
 * since what the code pairs is not known. An argument that is not there is an empty text. Undefined
 * where there are too many ways to look at.
 */
function fillings(holes: readonly string[], input: unknown, family?: Family): readonly ReadonlyMap<string, string>[] | undefined {
  const lists = holes.map((name) => [name, textsOf(input, name, family)] as const);
  if (lists.every(([, list]) => list.length === 0)) return [];
  let ways: ReadonlyMap<string, string>[] = [new Map()];
  for (const [name, list] of lists) {
    if (ways.length * list.length > MAX_FILLINGS) return undefined;
    ways = ways.flatMap((way) => (list.length === 0 ? [""] : list).map((text) => new Map([...way, [name, text]])));
  }
  return ways;
}

/** What the facts' templates ask for once the arguments are put into them; undefined where that is too much to judge. */
export function factUses(facts: ArgumentFacts, given: unknown, roots: Roots, told: Told): Use[] | undefined {
  const out: Use[] = [];
  // Without names, a text may be any argument.
  const input =
    typeof given === "string" || Array.isArray(given) ? Object.fromEntries([...facts.known].map((name) => [name, given])) : given;
  try {
    for (const template of facts.templates) {
      const isCommand = template.family === "command";
      for (const reading of [input, ...(isCommand ? withLists(input, template.holes) : [])]) {
        const uses = isCommand ? commandUses(template, reading, told) : valueUses(template, reading, roots);
        if (!uses || isTooMuch(told)) return undefined;
        for (const use of uses) out.push(use);
        if (out.length > MAX_FILLINGS) return undefined;
      }
    }
    return out;
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** Paths, hosts and variables: one use for each text that the template can become. */
function valueUses(template: Template, input: unknown, roots: Roots): Use[] | undefined {
  const whole = wholeArgument(template.resource);
  if (whole !== undefined)
    return textsOf(input, whole.name, template.family).flatMap((text) =>
      // Behind a scheme, what looks like a user, a port or a path is one; a URL of its own is taken as that.
      useOf(template, whole.scheme === "" || /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : whole.scheme + text).flatMap((use) => [
        use,
        ...opened(use, roots),
      ]),
    );
  const resources = new Set([
    bound(template.resource, roots),
    bound(template.resource, { ...roots, workspace: roots.cwd ?? roots.workspace }),
  ]);
  return fillings(template.holes, input, template.family)?.flatMap((way) =>
    [...resources].flatMap((resource) => [
      ...useOf(template, filled(resource, template.family === "host" ? bracketed(way, resource) : way)),
      ...(template.family === "path" ? anew(resource, way).flatMap((text) => useOf(template, text)) : []),
    ]),
  );
}

const RESTARTS = process.platform === "win32" ? /^(?:[/\\]|[a-z]:|file:)/iu : /^(?:\/|file:)/iu;

/** What a template becomes where a path is put together by `resolve`, or a URL: an absolute part starts anew, whatever stands before it. */
function anew(resource: string, way: ReadonlyMap<string, string>): string[] {
  return [...resource.matchAll(/(?<=\/)\{param:([^{}]+)\}/gu)].flatMap(({ 0: hole, 1: name = "", index }) => {
    const value = way.get(name) ?? "";
    return RESTARTS.test(value) ? [value + filled(resource.slice(index + hole.length), way)] : [];
  });
}

/** An address of IPv6 before a port needs brackets, or the port would be read as part of it. */
function bracketed(way: ReadonlyMap<string, string>, resource: string): ReadonlyMap<string, string> {
  return new Map(
    [...way].map(([name, value]) => [
      name,
      value.includes(":") && parseAddress(value) && resource.includes(`{param:${name}}:`) ? `[${value}]` : value,
    ]),
  );
}

/** A relative path is opened where the process runs, which need not be the workspace. */
export function opened(use: Use, { cwd }: Roots): Extract<Use, { k: "path" }>[] {
  if (use.k !== "path" || cwd === undefined || /^(?:[/\\~]|file:|[a-z]:)/iu.test(use.text)) return [];
  return [{ ...use, text: join(cwd, use.text) }];
}

const filled = (resource: string, way: ReadonlyMap<string, string>): string => instantiate(resource, (name) => way.get(name) ?? "");

/** A template with its root's folder in the place of the root's name. */
const bound = (resource: string, { workspace, home, tmp }: Roots): string =>
  resource.replace(/^\$(?:WORKSPACE|HOME|TMP)(?=\/)/u, (root) => (root === "$HOME" ? home : root === "$TMP" ? tmp : workspace));

function useOf({ family, capability }: Template, text: string): Use[] {
  if (family === "path") return [{ k: "path", text, need: NEEDS[capability] ?? "unknown" }];
  if (family === "variable") return [{ k: "variable", name: text, sets: capability === "env.write", own: true }];
  if (text === "" || speaksToNobody(text)) return [];
  const reached = endpointOfHost(text);
  // What is known to name a host and cannot be read as one is refused, and not passed over.
  return [
    {
      k: "host",
      text,
      endpoint: reached.k === "endpoint" ? reached.endpoint : null,
      mustBeGranted: true,
      facet: HOSTS[capability] ?? "net.connect",
    },
  ];
}

/** `git push {param:branch}` becomes an argument list, or a command line where a shell reads it. */
function commandUses({ capability, resource, holes }: Template, input: unknown, told: Told): Use[] | undefined {
  // The program is an argument and nothing is known of its own: they stand beside it.
  const [, program] = /^\{param:([^{}]+)\}(?: \{dynamic\})?$/u.exec(resource) ?? [];
  if (capability === "exec.shell") return lineUses(resource, holes, program, input);
  if (program !== undefined) {
    const out: Use[] = [];
    // It is started as it stands, by no shell.
    for (const text of textsOf(input, program).slice(0, 1)) commandUse({ name: program, text, holder: objectOf(input) }, out, told, false);
    return out;
  }
  if (holes.every((name) => textsOf(input, name).length === 0)) return [];
  const argv: string[] = [];
  for (const word of wordsOf(resource)) {
    const words = filledWords(word, input);
    if (!words) return undefined;
    argv.push(...words);
  }
  return [{ k: "command", text: argv.join(" "), launches: launchesOfArgv(argv) ?? null, folder: folderBeside(objectOf(input)) }];
}

/** The words that one word of a template becomes: a list alone is all of its elements, and within a word each of them. */
function filledWords(word: string, input: unknown): readonly string[] | undefined {
  const [, alone] = /^\{param:([^{}]+)\}$/u.exec(word) ?? [];
  if (alone !== undefined) return textsOf(input, alone);
  // What the analysis could not tell is left out: the arguments that are known are judged.
  if (/^\{(?!param:)[^{}]*\}$/u.test(word)) return [];
  const ways = fillings(holesOf(word).named, input);
  return ways?.length === 0 ? [filled(word, new Map())] : ways?.map((way) => filled(word, way));
}

/** The lines that a shell may be given. */
function lineUses(resource: string, holes: readonly string[], program: string | undefined, input: unknown): Use[] {
  const folder = folderBeside(objectOf(input));
  const line = (text: string): Use => ({ k: "command", text, launches: launchesOfLine(text) ?? null, folder });
  const out = program === undefined ? [] : textsOf(input, program).map(line);
  if (program !== undefined && !resource.includes(" ")) return out;
  const joined = (name: string): string => textsOf(input, name).join(" ");
  if (holes.every((name) => joined(name) === "")) return out;
  const beside = ARGUMENTS.flatMap((name) => textsOf(input, name)).join(" ");
  return [...out, line(`${instantiate(resource.replace(/ \{dynamic\}/gu, ""), joined)} ${beside}`.trim())];
}
