import { at } from "./at.ts";
import { toALabel } from "./punycode.ts";
import type { Address, AddressClass, Range } from "./ip.ts";
import { cidr, classOfAddress, CLASS_NAMES, parseAddress, printAddress, SIZE, within } from "./ip.ts";
import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";

/** Where a connection goes: a scheme (`tcp` when none is spoken of), a name or address, and a port. */
export interface Endpoint {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** What a pattern says of the host. */
export type Target =
  | { readonly k: "any" }
  | { readonly k: "name"; readonly name: string }
  | { readonly k: "suffix"; readonly suffix: string }
  | { readonly k: "range"; readonly range: Range }
  | { readonly k: "class"; readonly name: AddressClass };

export interface HostPattern {
  readonly text: string;
  /** Null: whatever is spoken. */
  readonly scheme: string | null;
  readonly target: Target;
  readonly low: number;
  readonly high: number;
}

export const LOWEST_PORT = 1;
export const HIGHEST_PORT = 65_535;
const EVERY_PORT = { low: LOWEST_PORT, high: HIGHEST_PORT } as const;

/** What a scheme means where no port is said. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21, ssh: 22 };
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/u;

/** Letters that names read otherwise (UTS 46) than as their lower case: they are no part of a name here. */
const OTHERWISE = /[\u0345\u03f2\u13a0-\u13fd\u1c80-\u1c88\u1e9e\u1f80-\u1fff\uab70-\uabbf\u{1d6d3}\u{1d70d}\u{1d747}\u{1d781}\u{1d7bb}]/u;

/** Lower-case A-labels without a trailing dot; undefined when it is not a host name. */
export function canonicalName(text: string): string | undefined {
  // What is not seen is left out by some resolvers and not by others.
  if (/\p{Default_Ignorable_Code_Point}/u.test(text) || OTHERWISE.test(text)) return undefined;
  // Letter by letter: a sigma at the end of a word has a lower case of its own, and in a name it has not.
  const bare = Array.from(text.normalize("NFKC").replace(/[\u3002\uff0e\uff61]/gu, "."), (letter) => letter.toLowerCase())
    .join("")
    .replace(/\.$/u, "");
  if (bare === "" || bare.length > 253) return undefined;
  const labels = bare.split(".").map((label) => (/^[\u0000-\u007f]*$/u.test(label) ? label : toALabel(label)));
  return labels.every((label) => label !== undefined && LABEL.test(label)) ? labels.join(".") : undefined;
}

/** A host as an address, if it is one in any spelling: `127.0.0.1.` and full-width digits are. */
export function addressOf(host: string): Address | undefined {
  const found = parseAddress(host);
  if (found || host.includes(":")) return found;
  const name = canonicalName(host);
  return name === undefined ? undefined : parseAddress(name);
}

/**
 * Parses `[scheme://]host[:port]`. The host is a name, `*.suffix` (at least one label more),
 * an address, a CIDR block, `*` (the public network), or `@loopback`, `@private`, `@link-local`,
 * `@metadata`. The port is a number, a range `1-2` or `*`; left out, it is the scheme's, or 443.
 */
export function parseHost(text: string): Parsed<HostPattern> {
  if (/[\u0000-\u0020\u007f]/u.test(text))
    return failed("host has a space or control character", text.search(/[\u0000-\u0020\u007f]/u), "remove it");
  const [, prefix = "", scheme = null] = /^(([a-z][a-z0-9+.-]*):\/\/)/iu.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  if (/[/?#@]/u.test(rest.replace(/^@/u, "")) && !/\/\d+(?::|$)/u.test(rest))
    return failed(
      "host pattern has a path, query or user",
      prefix.length + rest.replace(/^@/u, " ").search(/[/?#@]/u),
      "name only scheme, host and port",
    );
  const { host, port } = splitPort(rest);
  const protocol = scheme?.toLowerCase() ?? null;
  const ports = parsePorts(port, protocol);
  if (!ports)
    return failed(
      `\`${port}\` is not a port`,
      text.length - String(port).length,
      "write a number from 1 to 65535, a range `8000-8100`, or `*`",
    );
  const target = parseTarget(host);
  if (!target.ok) return { ok: false, error: { ...target.error, at: prefix.length } };
  const pattern = { scheme: protocol, target: target.value, ...ports };
  return parsed({ ...pattern, text: printHostParts(pattern) });
}

function splitPort(text: string): { host: string; port: string | undefined } {
  const bracket = /^(\[[^\]]*\](?:\/\d+)?)(?::(.*))?$/u.exec(text);
  if (bracket) return { host: at<string>(bracket, 1), port: bracket[2] };
  if (text.split(":").length > 2) return { host: text, port: undefined };
  const [host = "", port] = text.split(":");
  return { host, port };
}

function parsePorts(port: string | undefined, scheme: string | null): { low: number; high: number } | undefined {
  if (port === undefined) {
    const own = scheme === null ? 443 : DEFAULT_PORTS[scheme];
    return own === undefined ? EVERY_PORT : { low: own, high: own };
  }
  if (port === "*") return EVERY_PORT;
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/u.exec(port);
  if (!match) return undefined;
  const low = Number(match[1]);
  const high = Number(match[2] ?? match[1]);
  return low >= LOWEST_PORT && high <= HIGHEST_PORT && low <= high ? { low, high } : undefined;
}

function parseTarget(host: string): Parsed<Target> {
  if (host === "*") return parsed({ k: "any" });
  if (host.startsWith("@")) {
    const name = CLASS_NAMES.find((one) => one === host.toLowerCase());
    return name
      ? parsed({ k: "class", name })
      : failed(`\`${host}\` is not a kind of address`, 0, `write one of ${CLASS_NAMES.join(", ")}`);
  }
  const [base = "", bits, ...more] = host.replace(/^\[([^\]]*)\](?=\/|$)/u, "$1").split("/");
  const address = addressOf(base);
  if (address) {
    if (more.length > 0) return failed(`\`${host}\` is not a block of addresses`, 0, "write one `/` and a prefix length");
    if (bits !== undefined && address.family === 4 && base.includes(":"))
      return failed(`\`${host}\` is IPv4 in IPv6`, 0, `write the IPv4 block`);
    const width = Number(SIZE[address.family]);
    if (bits !== undefined && (!/^\d{1,3}$/u.test(bits) || Number(bits) > width))
      return failed(`\`/${bits}\` is not a prefix length`, 0, `write 0 to ${width}`);
    return parsed({ k: "range", range: cidr(address, bits === undefined ? width : Number(bits)) });
  }
  if (host.startsWith("*.")) {
    const suffix = canonicalName(host.slice(2));
    return suffix === undefined ? failed(`\`${host}\` is not a host`, 0, "write `*.example.com`") : parsed({ k: "suffix", suffix });
  }
  if (host.includes("*")) return failed("`*` must be a whole first label", 0, "write `*.example.com`, or `*` for the public network");
  const name = canonicalName(host);
  return name === undefined
    ? failed(`\`${host}\` is not a host`, 0, "write a name such as `api.example.com`, an address, or `*`")
    : parsed({ k: "name", name });
}

function printHostParts({ scheme, target, low, high }: Omit<HostPattern, "text">): string {
  const own = scheme === null ? 443 : DEFAULT_PORTS[scheme];
  const port =
    low === high && low === own
      ? ""
      : low === LOWEST_PORT && high === HIGHEST_PORT
        ? own === undefined
          ? ""
          : ":*"
        : low === high
          ? `:${low}`
          : `:${low}-${high}`;
  return `${scheme === null ? "" : `${scheme}://`}${printTarget(target, port !== "")}${port}`;
}

function printTarget(target: Target, hasPort: boolean): string {
  switch (target.k) {
    case "any":
      return "*";
    case "name":
      return target.name;
    case "suffix":
      return `*.${target.suffix}`;
    case "class":
      return target.name;
    case "range": {
      const { family, low, high } = target.range;
      const bits = Number(SIZE[family]) - (high - low + 1n).toString(2).length + 1;
      const text = printAddress({ family, value: low });
      return `${family === 6 && hasPort ? `[${text}]` : text}${bits === Number(SIZE[family]) ? "" : `/${bits}`}`;
    }
  }
}

/** Names that lead to this machine or network without being addresses. */
export const LOCAL_SUFFIXES = ["localhost", "localdomain", "local", "internal", "intranet", "lan", "home.arpa"] as const;
/** A name of one label is looked up in the network that this machine stands in. */
const isLocal = (name: string): boolean => !name.includes(".") || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));

/** Whether a name stands for this machine. */
export const isLoopbackName = (name: string): boolean => /^(?:localhost|.*\.localhost)$/u.test(name);

/** Whether a host is on the public network, as far as its spelling tells. */
export function isPublic(host: string): boolean {
  const address = addressOf(host);
  if (address) return classOfAddress(address) === undefined;
  const name = canonicalName(host);
  return name !== undefined && !isLocal(name);
}

/** Whether a target holds a host in its one spelling, which is an address or none. */
export const targetMatches = (target: Target, host: string, address: Address | undefined): boolean => {
  switch (target.k) {
    case "any":
      return isPublic(host);
    case "name":
      return address === undefined && host === target.name;
    case "suffix":
      return address === undefined && host.endsWith(`.${target.suffix}`);
    case "range":
      return address !== undefined && within(address, target.range);
    case "class":
      return address ? classOfAddress(address) === target.name : target.name === "@loopback" && isLoopbackName(host);
  }
};

/** A host as patterns are held against it. */
export interface ReadHost {
  readonly address: Address | undefined;
  /** As names are compared; undefined when it is no host. */
  readonly name: string | undefined;
}
const read = new WeakMap<Endpoint, ReadHost>();
/** A host is read once, however many patterns it is held against. */
export function readHost(endpoint: Endpoint): ReadHost {
  let found = read.get(endpoint);
  if (!found) {
    const address = addressOf(endpoint.host);
    read.set(endpoint, (found = { address, name: address ? endpoint.host : canonicalName(endpoint.host) }));
  }
  return found;
}

/** Whether an endpoint names a host at all. */
export const isHost = (endpoint: Endpoint): boolean => readHost(endpoint).name !== undefined;

/** Whether a pattern matches an endpoint; what is no host matches none. */
export function matchHost(pattern: HostPattern, endpoint: Endpoint): boolean {
  const { scheme, port } = endpoint;
  if (pattern.scheme !== null && pattern.scheme !== scheme) return false;
  if (!(port >= pattern.low && port <= pattern.high)) return false;
  const { address, name } = readHost(endpoint);
  return name !== undefined && targetMatches(pattern.target, name, address);
}

export const printEndpoint = ({ scheme, host, port }: Endpoint): string =>
  `${scheme === "tcp" ? "" : `${scheme}://`}${host.includes(":") ? `[${host}]` : host}:${port}`;
