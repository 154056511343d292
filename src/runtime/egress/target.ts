import { canonicalName } from "../../model/host.ts";
import { parseAddress, printAddress } from "../../model/ip.ts";

/** Where a client of the proxy wants to go: a canonical name or address, and a port. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** What a host in a request may be written with; everything else is refused before it is compared with anything. */
const PLAIN = /^[\p{L}\p{N}.\-_。．｡]+$/u;
const BRACKETED = /^\[([0-9a-f:.]+)\]$/iu;

/** The one spelling of a host: an address in any notation as the algebra prints it, a name as lower-case A-labels. */
export function hostOf(text: string): string | undefined {
  const inner = BRACKETED.exec(text)?.[1];
  if (inner === undefined && !PLAIN.test(text)) return undefined;
  const address = parseAddress(inner ?? text.replace(/\.$/u, ""));
  if (address) return printAddress(address);
  return inner === undefined ? canonicalName(text) : undefined;
}

/** Reads `host:port`, strictly: no user, no path, no escapes, no second colon. Undefined when it is anything else. */
export function parseAuthority(text: string): Target | undefined {
  const [, name = "", digits = ""] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/u.exec(text) ?? [];
  const host = hostOf(name);
  const port = Number(digits);
  return host !== undefined && port >= 1 && port <= 65535 ? { host, port } : undefined;
}

export interface AbsoluteTarget extends Target {
  readonly path: string;
}

/** An absolute `http:` URL as a proxy is sent it: where to, and what is asked for there. */
export function parseAbsolute(text: string): AbsoluteTarget | undefined {
  const [, authority = "", path = ""] = /^http:\/\/([^/?#\\@]+)([/?][\x21-\x7e]*)?$/iu.exec(text) ?? [];
  const target = parseAuthority(/:\d+$/u.test(authority.replace(/^\[[^\]]*\]/u, "")) ? authority : `${authority}:80`);
  return target && { ...target, path: path.startsWith("/") ? path : `/${path}` };
}

/** What is said to a client that asks for something else. */
export const NOT_FOR_PROXIES = "Only absolute `http:` URLs and `CONNECT` are for proxies.";
