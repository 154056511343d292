import { concat, piecesOf, stringAtom } from "./strings.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Piece, Value } from "./values.ts";
import { NOTHING } from "./values.ts";

/** A `URL` is the text that it was made of; these are the parts of one that says where it leads. */
const ORIGIN = /^((?:https?|wss?|ftp):)\/\/([^/?#\\]+)/iu;

/** The origin of a text; undefined where it has none, or where it goes on with what is not known. */
function originOf(pieces: readonly Piece[]): { readonly origin: string; readonly protocol: string; readonly host: string } | undefined {
  const [head] = pieces;
  const [origin, protocol = "", authority = ""] = (typeof head === "string" && ORIGIN.exec(head)) || [];
  if (origin === undefined || (origin.length === (head as string).length && pieces.length > 1)) return undefined;
  return { origin, protocol: protocol.toLowerCase(), host: authority.slice(authority.lastIndexOf("@") + 1) };
}

/** What can be set of a URL that leads somewhere on the network without leading it elsewhere. */
const BEHIND_HOST = new Set(["search", "searchParams", "hash", "pathname"]);

const isAddress = (atom: Atom): boolean => atom.k === "str" && originOf(piecesOf(atom)) !== undefined;

/** Whether member writes of a value, by the names of what they write to, change nothing about where it leads. */
export const leadsOn = (value: Value, written: readonly (string | undefined)[]): boolean =>
  value.length > 0 && value.every(isAddress) && written.every((name) => name !== undefined && BEHIND_HOST.has(name));

/** Whether a value that is written to may now lead anywhere: each of its parts then tells what was not written, too. */
export const leadsAnywhere = (value: Value): boolean => value.some(isAddress);

/** A text as a URL is read: blanks around it and line breaks in it do not count. */
const asRead = (piece: Piece, index: number): Piece =>
  typeof piece === "string" ? piece.replaceAll(/[\t\n\r]/gu, "").replace(index === 0 ? /^[\u0000-\u0020]+/u : /^$/u, "") : piece;

/** A part of a URL as text; undefined where nothing is known of it. */
export function urlPart(x: Machine, atom: Atom, name: string): Value | undefined {
  if (name === "href") return [atom];
  const known = originOf(piecesOf(atom));
  if (!known) return undefined;
  switch (name) {
    case "origin":
      return x.text(known.origin);
    case "protocol":
      return x.text(known.protocol);
    case "host":
      return x.text(known.host);
    case "hostname":
      return x.text(known.host.replace(/:\d+$/u, ""));
    default:
      return undefined;
  }
}

/** `new URL(path, base)` of a base on the network; undefined for another one. A path that is not known may name a host of its own. */
export function against(x: Machine, base: Atom, path: Value): Value | undefined {
  const known = originOf(piecesOf(base));
  if (!known) return undefined;
  const { origin } = known;
  return x.join(
    ...path.map((atom): Value => {
      const pieces = piecesOf(atom).map(asRead);
      const [head] = pieces;
      if (pieces.length === 0) return x.text(origin);
      const isOpen = typeof head !== "string" || (head === "/" && pieces.length > 1) || /^[/\\]{2}|^\\/u.test(head);
      if (isOpen) return x.join(x.text(`${origin}/`), typeof head === "string" ? x.data() : [atom]);
      return [stringAtom(x.in, concat([[head.startsWith("/") ? origin : `${origin}/`], pieces]))];
    }),
    path.length === 0 ? x.text(origin) : NOTHING,
  );
}
