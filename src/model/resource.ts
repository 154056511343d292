import { codePoints } from "./at.ts";
import type { CommandPattern } from "./command.ts";
import { argumentLanguage } from "./command.ts";
import { matchAnyEnv } from "./env.ts";
import type { Language } from "./glob/automaton.ts";
import { and, findWord, inside, not } from "./glob/search.ts";
import type { Atom, Segment } from "./glob/syntax.ts";
import { HOLE, hasHole } from "./holes.ts";
import type { Endpoint } from "./host.ts";
import { DEFAULT_PORTS, isHost } from "./host.ts";
import { matchAnyHost } from "./host-index.ts";
import { pathFormula } from "./order/paths.ts";
import type { PathPattern, Root } from "./path.ts";
import { LONGEST_PATH, matchPath, printAlternatives, ROOTS, toPath } from "./path.ts";
import type { Grants, PathFacet } from "./policy.ts";
import { region } from "./region.ts";
import type { Scope } from "./scope.ts";
import { anyOf, granted, isNone } from "./scope.ts";
import { wordsOf } from "./words.ts";

/** How an effect stands to what is granted. */
export type Verdict = "inside" | "outside" | "depends";

/** Splits a template into literal text and holes (null). */
function piecesOf(resource: string): (string | null)[] {
  const out: (string | null)[] = [];
  let last = 0;
  for (const match of resource.matchAll(HOLE)) {
    if (match.index > last) out.push(resource.slice(last, match.index));
    out.push(null);
    last = match.index + match[0].length;
  }
  if (last < resource.length) out.push(resource.slice(last));
  return out;
}

const literal = (text: string): Atom[] => codePoints(text).map((c): Atom => ({ t: "lit", c }));

const MOST_HOLES = 4;

/** The paths that a template may denote: a hole is any text, with or without separators. */
function templateLanguage(resource: string): { root: Root; language: Language }[] {
  const pieces = piecesOf(resource);
  const [head] = pieces;
  const root =
    typeof head === "string" ? ROOTS.find((one) => (one === "/" ? head.startsWith("/") : head.startsWith(`${one}/`))) : undefined;
  if (root === undefined || typeof head !== "string") return ROOTS.map((one) => ({ root: one, language: [{ segments: ["**"] }] }));
  let lists: Segment[][] = [[]];
  const extend = (last: (segment: readonly Atom[]) => Segment[][]): void => {
    lists = lists.flatMap((list) => {
      // A list ends in what may still go on: each hole leaves such a segment, and so does each text.
      const open = (list.at(-1) ?? []) as readonly Atom[];
      return last(open).map((more) => [...list.slice(0, -1), ...more]);
    });
  };
  // Every hole makes three of each; past a few, what is below the first one is all that is said.
  const holes = pieces.filter((piece) => piece === null).length;
  for (const piece of [root === "/" ? head : head.slice(root.length), ...pieces.slice(1)]) {
    if (piece === null && holes > MOST_HOLES) {
      extend((open) => [[[...open]], [[...open, { t: "star" }], "**"]]);
      break;
    }
    if (piece === null) extend((open) => [[[...open]], [[...open, { t: "star" }]], [[...open, { t: "star" }], "**", [{ t: "star" }]]]);
    else {
      const [first = "", ...rest] = piece.split("/");
      extend((open) => [[[...open, ...literal(first)], ...rest.map(literal)]]);
    }
  }
  const language = lists.map((list) => ({
    segments: list.filter((segment) => typeof segment === "string" || segment.length > 0),
  }));
  return [{ root, language }];
}

/** A scope below one root: what is withheld everywhere (`/**\/.env`) is withheld there too, wherever the root lies. */
const below = (scope: Scope<PathPattern>, root: Root): Scope<PathPattern> =>
  root === "/"
    ? scope
    : {
        ...scope,
        deny: scope.deny.flatMap((pattern) => {
          const anywhere = pattern.root === "/" ? pattern.alternatives.filter(([first]) => first === "**") : [];
          return anywhere.length === 0 ? [pattern] : [pattern, { root, text: printAlternatives(root, anywhere), alternatives: anywhere }];
        }),
      };

function judgePath(resource: string, scope: Scope<PathPattern>): Verdict {
  if (isNone(scope)) return "outside";
  if (scope.allow === "any" && scope.deny.length === 0) return "inside";
  if (resource.length > LONGEST_PATH) return "depends";
  if (!hasHole(resource)) {
    // Some file systems take two spellings of a letter for one.
    const paths = [resource, resource.normalize("NFC")].flatMap((text) => toPath(text) ?? []);
    if (paths.length === 0) return "depends";
    return paths.every((path) => granted(below(scope, path.root), path, anyOf(matchPath))) ? "inside" : "outside";
  }
  const spellings = [...new Set([resource, resource.normalize("NFC")])];
  const verdicts = spellings.flatMap(templateLanguage).map(({ root, language }): Verdict => {
    const granted = pathFormula(region(below(scope, root)), root);
    if (findWord("paths", and(inside(language), granted)).k === "none") return "outside";
    return findWord("paths", and(inside(language), not(granted))).k === "none" ? "inside" : "depends";
  });
  const [first = "depends", ...rest] = verdicts;
  return rest.every((one) => one === first) ? first : "depends";
}

/** Reads `scheme://host:port` and `host:port`; undefined when part of it is a hole. */
function endpointOf(resource: string): Endpoint | undefined {
  const [, scheme, host, port] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[^\]]*\]|[^:/{}]+)(?::(\d+))?$/iu.exec(resource) ?? [];
  if (host === undefined) return undefined;
  return {
    scheme: scheme?.toLowerCase() ?? "tcp",
    host: host.replace(/^\[|\]$/gu, ""),
    port: port === undefined ? (DEFAULT_PORTS[scheme?.toLowerCase() ?? ""] ?? 443) : Number(port),
  };
}

function judgeHost(resource: string, scope: Grants["net.connect"], anyPort: boolean): Verdict {
  if (isNone(scope)) return "outside";
  if (scope.allow === "any" && scope.deny.length === 0) return "inside";
  if (resource === "*") return "outside";
  const endpoint = hasHole(resource) ? undefined : endpointOf(resource);
  if (!endpoint || !isHost(endpoint)) return "depends";
  const allow = anyPort
    ? {
        ...scope,
        allow: scope.allow === "any" ? ("any" as const) : scope.allow.map((one) => ({ ...one, low: 1, high: 65535, scheme: null })),
      }
    : scope;
  // A name whose scheme we could not see may be spoken to with any.
  const patterns = [...(allow.allow === "any" ? [] : allow.allow), ...allow.deny];
  const schemes = endpoint.scheme === "tcp" ? ["tcp", ...patterns.flatMap((one) => one.scheme ?? [])] : [endpoint.scheme];
  const spoken = schemes.map((scheme) => ({ ...endpoint, scheme }));
  if (!spoken.some((one) => granted(allow, one, matchAnyHost))) return "outside";
  return spoken.some((one) => matchAnyHost(scope.deny, one)) ? "depends" : "inside";
}

function judgeEnv(resource: string, scope: Grants["env.read"]): Verdict {
  if (isNone(scope)) return "outside";
  if (scope.allow === "any" && scope.deny.length === 0) return "inside";
  if (resource === "*") return "outside";
  if (hasHole(resource)) return "depends";
  return granted(scope, resource, matchAnyEnv) ? "inside" : "outside";
}

function judgeCommand(resource: string, scope: Scope<CommandPattern>, shell: boolean): Verdict {
  if (isNone(scope)) return "outside";
  if (scope.allow === "any") return "inside";
  if (resource.length > LONGEST_PATH) return "depends";
  // What a shell reads is a line, and quotes are part of it.
  const [command = "", ...args] = shell ? resource.split(/ (?![^{}]*\})/u) : wordsOf(resource);
  if (hasHole(command)) return "depends";
  const peers = scope.allow.filter((one) => one.command === command && (one.shell || !shell));
  const verdict = judgeArguments(args, peers);
  // The folder in which the command runs is known at run time only.
  const elsewhere = peers.filter((one) => one.cwd === null);
  return verdict === "inside" && judgeArguments(args, elsewhere) !== "inside" ? "depends" : verdict;
}

/** Arguments with holes: `{dynamic}` alone is any number of them, any other hole is part of one. */
function judgeArguments(args: readonly string[], peers: readonly CommandPattern[]): Verdict {
  const list = args.map((arg): Segment =>
    arg === "{dynamic}" ? "**" : piecesOf(arg).flatMap((piece) => (piece === null ? [{ t: "star" } as const] : literal(piece))),
  );
  const possible = inside([{ segments: list }]);
  const allowed = inside(argumentLanguage(peers));
  if (findWord("arguments", and(possible, allowed)).k === "none") return "outside";
  return findWord("arguments", and(possible, not(allowed))).k === "none" ? "inside" : "depends";
}

const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.every((one) => one === "inside") ? "inside" : verdicts.some((one) => one === "outside") ? "outside" : "depends";

const WRITES: readonly PathFacet[] = ["fs.write.create", "fs.write.modify", "fs.write.delete"];

/**
 * Compares one use of a capability with what is granted. A bare `fs.write` creates or
 * changes (which of the two depends on the disk), and so needs both grants.
 */
export function judge(capability: string, resource: string, grants: Grants): Verdict {
  if (capability === "fs.read") return judgePath(resource, grants["fs.read"]);
  if (capability === "fs.write")
    return worst([judgePath(resource, grants["fs.write.create"]), judgePath(resource, grants["fs.write.modify"])]);
  const write = WRITES.find((facet) => facet === capability);
  if (write) return judgePath(resource, grants[write]);
  switch (capability) {
    case "net.connect":
    case "net.listen":
      return judgeHost(resource, grants[capability], false);
    case "net.resolve":
      return judgeHost(resource, grants["net.resolve"], true);
    case "env.read":
    case "env.write":
      return judgeEnv(resource, grants[capability]);
    case "exec.spawn":
      return judgeCommand(resource, grants.exec, false);
    case "exec.shell":
      return judgeCommand(resource, grants.exec, true);
    default: {
      const [family = "", name = ""] = capability.split(".");
      if (family === "control") return grants.control.includes(name) ? "inside" : "outside";
      if (family === "code") return grants.code.includes(name) ? "inside" : "outside";
      return "outside";
    }
  }
}
