import type { Machine } from "../machine.ts";
import { elementsOf } from "../meaning/containers.ts";
import { isOpen, piecesOf, printPieces } from "../domain/strings.ts";
import type { Atom, Piece, Value } from "../domain/values.ts";
import { CONTAINERS, isAbsent, isContext, isHandedIn } from "../domain/values.ts";

const MAX_ALTERNATIVES = 12;

/** The distinct texts that a value can be, or a single `{dynamic}`. */
function texts(value: Value | undefined, print: (atom: Atom) => string): string[] {
  if (!value || value.length === 0) return ["{dynamic}"];
  const out = new Set(value.filter((atom) => !isAbsent(atom)).map(print));
  if (out.size === 0 || out.size > MAX_ALTERNATIVES) return ["{dynamic}"];
  return [...out].sort();
}

/** A file path: relative ones start at the workspace, `file:` URLs are paths. */
export function pathResources(value: Value | undefined): string[] {
  return texts(value, (atom) => {
    if (atom.k === "prim") return "{dynamic}";
    const pieces = piecesOf(atom);
    const [head] = pieces;
    if (typeof head !== "string") return plain(pieces);
    // Rooted on Windows, on whatever drive or share; nowhere below the workspace.
    if (head.startsWith("\\")) return "{dynamic}";
    const rest = pieces.slice(1);
    const text = head.replace(/^file:\/\//u, "");
    if (text.startsWith("/") || text.startsWith("$")) return plain([text, ...rest]);
    if (text.startsWith("~/")) return plain([`$HOME/${text.slice(2)}`, ...rest]);
    if (/^[A-Za-z]:[\\/]/u.test(text)) return plain([text, ...rest]);
    return plain([`$WORKSPACE/${text.replace(/^(?:\.\/)+/u, "")}`, ...rest]);
  });
}

function plain(pieces: readonly Piece[]): string {
  const open = pieces.findIndex(isOpen);
  return printPieces(
    (open === -1 ? pieces : pieces.slice(0, open + 1)).map((piece) =>
      typeof piece === "object" && (piece.hole === "$DIR" || piece.hole === "$FILE") ? { hole: "module" } : piece,
    ),
  );
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21" };

/** The origin of a URL: scheme, host and port; what follows the host does not matter. */
export function urlResources(value: Value | undefined): string[] {
  return texts(value, (atom) => {
    const pieces = piecesOf(atom);
    const [head] = pieces;
    if (typeof head !== "string") return pieces.length === 1 || typeof head === "object" ? printPieces(pieces.slice(0, 1)) : "{dynamic}";
    const match = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([/?#].*)?$/isu.exec(head);
    if (!match) return head.startsWith("/") || head.startsWith("?") ? "{dynamic}" : head;
    const [, scheme = "", authority = "", rest = ""] = match;
    const open = rest === "" && pieces.length > 1;
    if (open) {
      const slash = pieces.findIndex((piece, index) => index > 0 && typeof piece === "string" && piece.includes("/"));
      const hostPieces = pieces
        .slice(1, slash === -1 ? undefined : slash + 1)
        .map((piece) => (typeof piece === "string" ? (piece.split(/[/?#]/u)[0] ?? "") : piece));
      return `${scheme.toLowerCase()}//${authority}${printPieces(hostPieces)}`;
    }
    const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
    const port = DEFAULT_PORTS[scheme.toLowerCase()];
    return /:\d+$/u.test(host) || port === undefined || host === ""
      ? `${scheme.toLowerCase()}//${host}`
      : `${scheme.toLowerCase()}//${host}:${port}`;
  });
}

/** Plain text: a host name, an environment variable, a command line. */
export const textResources = (value: Value | undefined): string[] => texts(value, (atom) => printPieces(piecesOf(atom)));

/** Each way to choose one of every list; of a list that makes too many, nothing is said. */
const choices = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  lists.reduce<readonly (readonly string[])[]>(
    (heads, list) => {
      const chosen = heads.length * list.length > MAX_ALTERNATIVES ? ["{dynamic}"] : list;
      return heads.flatMap((head) => chosen.map((one) => [...head, one]));
    },
    [[]],
  );

/**
 * The programs that are started with their arguments, word by word: every program with every list of arguments; or a list of
 * both in one.
 *
 * @param list the value of the arguments; undefined where there is none.
 */
export function commandResources(command: Value | undefined, list: Value | undefined): (readonly string[])[] {
  const whole = command?.flatMap((atom) => (atom.k === "arr" ? choices(atom.e.map(textResources)) : [])) ?? [];
  const named = command?.filter((atom) => atom.k !== "arr") ?? [];
  const programs = named.length > 0 || whole.length === 0 ? textResources(named) : [];
  const lists = list?.map((atom) => (atom.k === "arr" ? choices(atom.e.map(textResources)) : [["{dynamic}"]])).flat() ?? [[]];
  const all = programs.flatMap((program) => (lists.length === 0 ? [[]] : lists).map((words) => [program, ...words]));
  return [...whole, ...(all.length > MAX_ALTERNATIVES ? programs.map((program) => [program, "{dynamic}"]) : all)];
}

/** The resource of a capability's argument, in the notation of its kind. */
export function resourcesFor(capability: string, value: Value | undefined): string[] {
  if (capability.startsWith("fs.")) return pathResources(value);
  if (capability === "net.connect") return urlResources(value);
  return textResources(value);
}

/** What may name a file; what is held in memory, open already or an address does not. */
const namesFile = (atom: Atom): boolean =>
  atom.k === "str" ? typeof atom.p[0] !== "string" || !/^(?:https?|data):/iu.test(atom.p[0]) : atom.k === "data" || atom.k === "unk";

/** What an argument holds somewhere in it that names a file; what nobody knows the members of may hold it. @param isTold whether it is not said to. */
export function filesWithin(x: Machine, given: Value, path: readonly string[], isTold = false): Value {
  const mayHave = (atom: Atom, step: string): boolean =>
    CONTAINERS.has(atom.k) ||
    isHandedIn(atom) ||
    atom.k === "inst" ||
    (atom.k === "typed" && atom.t.k === "obj" && atom.t.m.some(([name]) => name === step));
  const within = (value: Value, step: string): Value => {
    const held = value.filter((atom) => mayHave(atom, step));
    return step === "*" ? elementsOf(x, held) : x.member(held, step);
  };
  const own = path
    .reduce(
      within,
      given.filter(({ k }) => k !== "data"),
    )
    .filter(namesFile);
  return !isTold && given.some((atom) => atom.k === "unk" || atom.k === "ext" || (atom.k === "data" && !isContext(atom)))
    ? x.join(own, x.data())
    : own;
}

/** What an option of an options object may be, as texts; `missing` stands for it where it may not be given. */
export function optionTexts(x: Machine, options: Value | undefined, name: string, missing: string): string[] {
  const objects = options?.filter((atom) => atom.k === "obj" || atom.k === "rec") ?? [];
  const found = objects.length > 0 ? x.member(objects, name) : [];
  const given = found.filter((atom) => !isAbsent(atom));
  const isOptional = given.length === 0 || given.length < found.length;
  return [...new Set([...(given.length > 0 ? textResources(given) : []), ...(isOptional ? [missing] : [])])];
}
