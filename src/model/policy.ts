import type { CommandInput, CommandPattern } from "./command.ts";
import { parseCommand } from "./command.ts";
import type { EnvPattern } from "./env.ts";
import { parseEnv } from "./env.ts";
import type { HostPattern } from "./host.ts";
import { parseHost } from "./host.ts";
import type { PathPattern } from "./path.ts";
import { parsePath } from "./path.ts";
import type { Parsed, PatternError } from "./result.ts";
import type { Scope } from "./scope.ts";
import { ANY, canonicalScope, NONE } from "./scope.ts";

export type ScopeInput =
  "none" | "any" | readonly string[] | { readonly allow: "any" | readonly string[]; readonly deny: readonly string[] };
export const RISKS = ["low", "medium", "high", "critical"] as const;
export const CONTROLS = ["signal", "exit", "chdir"] as const;
export const CODES = ["eval", "load", "native", "worker"] as const;
export const APPROVALS = ["never", "session", "always"] as const;
export const ISOLATIONS = ["process", "worker"] as const;

/** What an author writes next to a tool. An absent grant grants nothing; an absent guard guards nothing. */
export interface Policy {
  readonly risk?: (typeof RISKS)[number] | undefined;
  readonly fs?:
    | {
        readonly read?: ScopeInput | undefined;
        readonly write?: ScopeInput | undefined;
        readonly create?: ScopeInput | undefined;
        readonly modify?: ScopeInput | undefined;
        readonly delete?: ScopeInput | undefined;
      }
    | undefined;
  readonly net?:
    | ScopeInput
    | { readonly connect?: ScopeInput | undefined; readonly listen?: ScopeInput | undefined; readonly resolve?: ScopeInput | undefined }
    | undefined;
  readonly env?: ScopeInput | { readonly read?: ScopeInput | undefined; readonly write?: ScopeInput | undefined } | undefined;
  readonly exec?: "none" | "any" | readonly (string | CommandInput)[] | undefined;
  readonly control?: readonly (typeof CONTROLS)[number][] | undefined;
  readonly code?: readonly (typeof CODES)[number][] | undefined;
  readonly accept?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: readonly string[] | undefined;
  /** Functions of the process that starts a worker, which the worker may call by these names. */
  readonly host?: readonly string[] | undefined;
  readonly untrustedOutput?: boolean | undefined;
  readonly constraints?:
    | {
        readonly maxInvocations?: number | undefined;
        readonly onlyAfter?: readonly string[] | undefined;
        readonly forbidden?: true | undefined;
      }
    | undefined;
  readonly limits?:
    | {
        readonly timeMs?: number | undefined;
        readonly memoryMb?: number | undefined;
        readonly outputBytes?: number | undefined;
        readonly processes?: number | undefined;
        readonly fileBytes?: number | undefined;
        readonly openFiles?: number | undefined;
        readonly cpuMs?: number | undefined;
      }
    | undefined;
  readonly approval?: (typeof APPROVALS)[number] | undefined;
  readonly isolation?: (typeof ISOLATIONS)[number] | undefined;
  readonly reason?: string | undefined;
}

/** The grants of a policy in canonical form: every facet present, every pattern parsed. */
export interface Grants {
  readonly "fs.read": Scope<PathPattern>;
  readonly "fs.write.create": Scope<PathPattern>;
  readonly "fs.write.modify": Scope<PathPattern>;
  readonly "fs.write.delete": Scope<PathPattern>;
  readonly "net.connect": Scope<HostPattern>;
  readonly "net.listen": Scope<HostPattern>;
  readonly "net.resolve": Scope<HostPattern>;
  readonly "env.read": Scope<EnvPattern>;
  readonly "env.write": Scope<EnvPattern>;
  readonly exec: Scope<CommandPattern>;
  readonly control: readonly string[];
  readonly code: readonly string[];
  readonly accept: readonly string[];
  readonly secrets: readonly string[];
  readonly host: readonly string[];
}

export type PathFacet = "fs.read" | "fs.write.create" | "fs.write.modify" | "fs.write.delete";
export const PATH_FACETS: readonly PathFacet[] = ["fs.read", "fs.write.create", "fs.write.modify", "fs.write.delete"];
export const HOST_FACETS = ["net.connect", "net.listen", "net.resolve"] as const;
export type HostFacet = (typeof HOST_FACETS)[number];
export const ENV_FACETS = ["env.read", "env.write"] as const;
export type EnvFacet = (typeof ENV_FACETS)[number];
export const SET_FACETS = ["control", "code", "accept", "secrets", "host"] as const;
export type SetFacet = (typeof SET_FACETS)[number];

/** A pattern that could not be parsed, with the path of keys to it. */
export interface PolicyProblem extends PatternError {
  readonly path: readonly (string | number)[];
  readonly found: string;
}

/** How much one list may hold: patterns, and characters of paths and arguments once braces are written out. */
export const MOST = { patterns: 4096, characters: 65_536 } as const;

/** The characters of a pattern with its braces written out; hosts and names are short. */
function sizeOf(pattern: PathPattern | HostPattern | EnvPattern | CommandPattern): number {
  const lists = "alternatives" in pattern ? pattern.alternatives : "lists" in pattern ? (pattern.lists ?? []) : [];
  return lists.reduce((sum, list) => sum + list.reduce((length, segment) => length + segment.length + 1, 0), 0);
}

/** Parses a list; all problems are told, and a list that is too large is one. */
function parseList<I, P extends PathPattern | HostPattern | EnvPattern | CommandPattern>(
  inputs: readonly I[],
  parse: (input: I) => Parsed<P>,
  path: readonly (string | number)[],
  spell: (input: I) => string,
  problems: PolicyProblem[],
): P[] {
  const tooLarge = (found: number, most: number, of: string): P[] => {
    const error = {
      message: `list holds too many ${of}`,
      at: 0,
      hint: `use at most ${most}; wider patterns or braces say the same in fewer`,
    };
    problems.push({ ...error, path, found: String(found) });
    return [];
  };
  if (inputs.length > MOST.patterns) return tooLarge(inputs.length, MOST.patterns, "patterns");
  let size = 0;
  const out: P[] = [];
  for (const [index, input] of inputs.entries()) {
    const found = parse(input);
    if (!found.ok) problems.push({ ...found.error, path: [...path, index], found: spell(input) });
    else {
      size += sizeOf(found.value);
      if (size > MOST.characters) return tooLarge(size, MOST.characters, "characters");
      out.push(found.value);
    }
  }
  return out;
}

/** Parses every pattern of a policy of the right shape; all problems are returned at once. */
export function normalise(policy: Policy): { readonly grants: Grants; readonly problems: readonly PolicyProblem[] } {
  const problems: PolicyProblem[] = [];
  const list = <P extends PathPattern | HostPattern | EnvPattern>(
    texts: readonly string[],
    parse: (text: string) => Parsed<P>,
    path: readonly (string | number)[],
  ): P[] => parseList(texts, parse, path, String, problems);
  /** As it is written: a deny beside an empty list still holds for what the list is joined with. */
  const written = <P extends PathPattern | HostPattern | EnvPattern>(
    input: ScopeInput | undefined,
    parse: (text: string) => Parsed<P>,
    path: readonly string[],
  ): Scope<P> => {
    if (input === undefined || input === "none") return NONE;
    if (input === "any") return ANY;
    if (!("allow" in input)) return { allow: list(input, parse, path), deny: [] };
    return {
      allow: input.allow === "any" ? "any" : list(input.allow, parse, [...path, "allow"]),
      deny: list(input.deny, parse, [...path, "deny"]),
    };
  };
  const scope = <P extends PathPattern | HostPattern | EnvPattern>(...args: Parameters<typeof written<P>>): Scope<P> =>
    canonicalScope(written<P>(...args));
  const either = <P extends { readonly text: string }>(own: Scope<P>, all: Scope<P>): Scope<P> =>
    canonicalScope({
      allow: own.allow === "any" || all.allow === "any" ? "any" : [...own.allow, ...all.allow],
      deny: [...own.deny, ...all.deny],
    });
  const { fs = {}, net, env } = policy;
  const write = written(fs.write, parsePath, ["fs", "write"]);
  const connects: { connect?: ScopeInput | undefined; listen?: ScopeInput | undefined; resolve?: ScopeInput | undefined } = isParts(net)
    ? net
    : { connect: net };
  const reads: { read?: ScopeInput | undefined; write?: ScopeInput | undefined } = isParts(env) ? env : { read: env };
  const at = (facet: string, parts: boolean, name: string): string[] => (parts ? [facet, name] : [facet]);
  const connect = written(connects.connect, parseHost, at("net", isParts(net), "connect"));
  const grants: Grants = {
    "fs.read": scope(fs.read, parsePath, ["fs", "read"]),
    "fs.write.create": either(written(fs.create, parsePath, ["fs", "create"]), write),
    "fs.write.modify": either(written(fs.modify, parsePath, ["fs", "modify"]), write),
    "fs.write.delete": either(written(fs.delete, parsePath, ["fs", "delete"]), write),
    "net.connect": canonicalScope(connect),
    "net.listen": scope(connects.listen, parseHost, ["net", "listen"]),
    "net.resolve": either(written(connects.resolve, parseHost, ["net", "resolve"]), connect),
    "env.read": scope(reads.read, parseEnv, at("env", isParts(env), "read")),
    "env.write": scope(reads.write, parseEnv, ["env", "write"]),
    exec: commands(policy.exec, problems),
    control: sorted(policy.control),
    code: sorted(policy.code),
    accept: sorted(policy.accept === undefined ? undefined : Object.keys(policy.accept)),
    secrets: sorted(policy.secrets),
    host: sorted(policy.host),
  };
  return { grants, problems };
}

const sorted = (list: readonly string[] | undefined): string[] => [...new Set(list ?? [])].sort();

function isParts<T extends object>(input: ScopeInput | T | undefined): input is T {
  return typeof input === "object" && !Array.isArray(input) && !("allow" in input);
}

function commands(input: Policy["exec"], problems: PolicyProblem[]): Scope<CommandPattern> {
  if (input === undefined || input === "none") return NONE;
  if (input === "any") return ANY;
  const allow = parseList(input, parseCommand, ["exec"], (one) => (typeof one === "string" ? one : one.command), problems);
  return canonicalScope({ allow, deny: [] });
}
