import type { Endpoint } from "../../model/host.ts";
import { canonicalName, isPublic } from "../../model/host.ts";
import { parseAddress, printAddress } from "../../model/ip.ts";

/** The port that a scheme means; only these schemes are taken for connections. */
const PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  ftps: 990,
  sftp: 22,
  ssh: 22,
  git: 9418,
  "git+ssh": 22,
  "git+https": 443,
  smtp: 25,
  smtps: 465,
  imap: 143,
  imaps: 993,
  ldap: 389,
  ldaps: 636,
  redis: 6379,
  rediss: 6379,
  postgres: 5432,
  postgresql: 5432,
  mysql: 3306,
  mongodb: 27017,
  "mongodb+srv": 27017,
  amqp: 5672,
  amqps: 5671,
  mqtt: 1883,
  mqtts: 8883,
  nats: 4222,
  telnet: 23,
  gopher: 70,
  dict: 2628,
  socks: 1080,
  socks4: 1080,
  socks4a: 1080,
  socks5: 1080,
  socks5h: 1080,
  tcp: 443,
  udp: 443,
};

/** What a text says about a connection: where to, or that it is a URL that cannot be read, or nothing. */
export type Reached = { readonly k: "endpoint"; readonly endpoint: Endpoint } | { readonly k: "unreadable" } | { readonly k: "none" };
const NONE: Reached = { k: "none" };

/** The one spelling of a host: A-labels, lower case, no trailing dot; an address as the algebra prints it. */
function canonicalHost(host: string): string | undefined {
  const bare = host.replace(/^\[|\]$/gu, "").replace(/%2[\w.~-]+$/u, "");
  const address = parseAddress(bare.replace(/\.$/u, ""));
  return address ? printAddress(address) : canonicalName(bare);
}

const SCHEME = /^([a-z][a-z0-9+.-]*):(?:[/\\]{2}|[/\\]?(?=[^/\\\s]+\.))/iu;
/** Sockets of this machine that have no host: which service listens there, no name says. */
const LOCAL_SOCKET = /^(?:(?:https?|wss?)\+unix|unix|npipe):[/\\%]/iu;
const SPECIAL = /^(?:https?|wss?|ftp):/iu;

/** Reads a text that is, as a whole, a URL. Tabs and line ends inside are dropped, as browsers and `fetch` do. */
export function endpointOfUrl(text: string, isMeant = false): Reached {
  if (text.length > 8192) return SCHEME.test(text) ? { k: "unreadable" } : NONE;

  const bare = text.replace(/^[\u0000-\u0020\u00a0]+|[\u0000-\u0020\u00a0]+$/gu, "").replace(/[\t\n\r]/gu, "");
  if (LOCAL_SOCKET.test(bare)) return { k: "unreadable" };
  // Where a URL is meant, what `fetch` would take for one is one: `http:2130706433`.
  const found = SCHEME.exec(bare) ?? (isMeant ? /^(https?|wss?|ftp):/iu.exec(bare) : null);
  const scheme = found?.[1]?.toLowerCase();
  if (scheme === undefined || PORTS[scheme] === undefined || (!SPECIAL.test(bare) && !bare.includes("//"))) return NONE;
  // Prose that begins with a link is no URL: `https://a.example says so`.
  if (!isMeant && /[ \u00a0]/u.test(bare)) return NONE;
  let url: URL;
  try {
    // Only the special schemes have their hosts parsed as hosts.
    url = new URL(SPECIAL.test(bare) ? bare : bare.replace(/^[^:]*:/u, "http:"));
  } catch {
    return { k: "unreadable" };
  }
  const host = canonicalHost(url.hostname);
  if (host === undefined) return { k: "unreadable" };
  const own = /:(\d+)$/u.exec(bare.replace(/^[^/\\]*[/\\]+/u, "").split(/[/\\?#]/u)[0] ?? "")?.[1];
  return { k: "endpoint", endpoint: { scheme, host, port: Number(own ?? PORTS[scheme]) } };
}

/** Whether a text is a URL by which nothing is reached: `about:blank`, `data:`, `mailto:`. */
export const speaksToNobody = (text: string): boolean => /^\s*(?:about|blob|data|javascript|mailto|tel|urn):/iu.test(text);

/** Reads a text that is known to name a host or URL: `example.com`, `10.0.0.1:80`, `//host/x`, `user@host:path`. */
export function endpointOfHost(text: string): Reached {
  const url = endpointOfUrl(text, true);
  if (url.k !== "none") return url;
  const bare = text.trim();
  if (bare === "" || speaksToNobody(bare)) return NONE;
  if (/\s/u.test(bare) || /^[^/?#]*@/u.test(bare.replace(/^[\w.-]+@[^:/\s]+:(?!\d)/u, ""))) return { k: "unreadable" };
  if (/^[/\\]{2}[^/\\]/u.test(bare)) return endpointOfUrl(`https:${bare}`);
  const scp = /^[\w.-]+@([^:/\s]+):/u.exec(bare);
  if (scp?.[1] !== undefined) return named(scp[1], "ssh", 22);
  const [, host = "", port] = /^(\[[^\]]+\]|[^:/?#]+)(?::(\d{1,5}))?(?:[/?#].*)?$/u.exec(bare) ?? [];
  if (host === "") return parseAddress(bare) ? named(bare, "tcp", 443) : NONE;
  return named(host, "tcp", port === undefined ? undefined : Number(port));
}

/** What names of files end in, before the number of a line. */
const OF_FILES =
  "[cm]?[jt]sx?|py|pyi|md|mdx|json|jsonc|ya?ml|txt|go|rs|java|kts?|scala|swift|dart|tf|c|h|cc|cpp|cs|html?|css|scss|vue|svelte|sh|sql|log|toml|lock|rb|php|xml|ini|cfg|conf|env|alpine";
/** `db.example:5432`, `10.0.0.1:80`, `[::1]:6379`, `git@host.example:a/b`: what looks like nothing but a machine. */
const LIKE_A_HOST = new RegExp(
  String.raw`^(?:(?:[\w-]+\.)+(?!(?:${OF_FILES}):)[a-z]{2,}:\d{1,5}|\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}|\[[\da-f:.]+\]:\d{1,5}|[\w.-]+@[\w.-]+\.\w+:(?!\d+$)[^\s/]*(?:/|\.git$)\S*)$`,
  "iu",
);
/** An address as it is usually written; `10.5`, `12:30` and `::` are none. */
const isAddress = (text: string): boolean =>
  text.length <= 50 &&
  (/^\d{1,3}(?:\.\d{1,3}){3}$/u.test(text) || (text.split(":").length > 2 && /^\[?[\da-f:.]+\]?$/iu.test(text) && /[1-9a-f]/iu.test(text)));

/** Reads a text under a name that says nothing, of a tool that reaches hosts: a URL, a machine with its port, an address of this network. */
export function endpointByLook(text: string, name: string): Reached {
  const url = endpointOfUrl(text);
  if (url.k !== "none") return url;
  if (LIKE_A_HOST.test(text)) return endpointOfHost(text);
  if (!isAddress(text) || /version$/iu.test(name)) return NONE;
  const address = canonicalHost(text);
  return address !== undefined && parseAddress(address) && !isPublic(address) ? endpointOfHost(text) : NONE;
}

function named(host: string, scheme: string, port: number | undefined): Reached {
  const canonical = canonicalHost(host);
  if (canonical === undefined) return { k: "unreadable" };
  return { k: "endpoint", endpoint: { scheme, host: canonical, port: port ?? 0 } };
}
