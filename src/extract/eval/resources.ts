import type { Machine } from "./machine.ts";
import { constantOf, piecesOf, printPieces } from "./strings.ts";
import type { Atom, Piece, Value } from "./values.ts";
import { isAbsent } from "./values.ts";

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
  const open = pieces.findIndex((piece) => typeof piece === "object" && piece.hole === "dynamic");
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
export function textResources(value: Value | undefined): string[] {
  return texts(value, (atom) => {
    if (atom.k === "arr") return atom.e.map((one) => textResources(one)[0] ?? "{dynamic}").join(" ");
    return printPieces(piecesOf(atom));
  });
}

/** The resource of a capability's argument, in the notation of its kind. */
export function resourcesFor(capability: string, value: Value | undefined): string[] {
  if (capability.startsWith("fs.")) return pathResources(value);
  if (capability === "net.connect") return urlResources(value);
  return textResources(value);
}

/** A constant option of an options object, if there is exactly one. */
export function optionOf(x: Machine, options: Value | undefined, name: string): string | undefined {
  if (!options) return undefined;
  const found = x.member(
    options.filter((atom) => atom.k === "obj" || atom.k === "rec"),
    name,
  );
  const [only] = found;
  return found.length === 1 && only ? constantOf(only) : undefined;
}
