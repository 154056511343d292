import { Budget } from "../glob/search.ts";
import type { Endpoint, HostPattern } from "../host.ts";
import { isLoopbackName, LOCAL_SUFFIXES, matchHost, parseHost } from "../host.ts";
import { classOfAddress, CLASS_NAMES, parseAddress } from "../ip.ts";
import type { Region } from "../region.ts";
import { holds, patternsOf, scopesOf } from "../region.ts";
import { mustParse } from "../result.ts";
import { SENSITIVE_HOSTS } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { worthAsking } from "./excess.ts";
import { boundaries, Specimens } from "./specimens.ts";

/** What `any` allows, as patterns, but for names of one label. */
let anyHost: readonly HostPattern[] | undefined;
const everyHost = (): readonly HostPattern[] =>
  (anyHost ??= ["*", ...CLASS_NAMES, ...LOCAL_SUFFIXES.map((suffix) => `*.${suffix}`)].map((text) => mustParse(parseHost(`${text}:*`))));

/** Names of one label stand below no suffix: each that is spoken of is a kind of its own, and so are all others together. */
const singles = (all: readonly HostPattern[], other: string): HostPattern[] =>
  [...new Set([...all.flatMap(({ target }) => (target.k === "name" && !target.name.includes(".") ? [target.name] : [])), other])].map(
    (name) => ({ text: name, scheme: null, target: { k: "name", name }, low: 1, high: 65_535 }),
  );

const byLength = (a: HostPattern, b: HostPattern): number => a.text.length - b.text.length;
/** Whether a host is this machine, its network, or a metadata service. */
const isNear = (host: string): boolean => isLoopbackName(host) || classOf(host) !== undefined;
const classOf = (host: string): string | undefined => {
  const address = parseAddress(host);
  return address && classOfAddress(address);
};

/**
 * An endpoint that `next` holds and `base` does not. Exact: every region between pattern boundaries is tried, those nearby
 * first, as they are the most alarming.
 */
export function excessHosts(base: Region<HostPattern>, next: Region<HostPattern>, budget: Budget = new Budget()): Excess<Endpoint> {
  const asked = worthAsking(base, next);
  const spoken = [...patternsOf(base), ...patternsOf(next)];
  const specimens = new Specimens(spoken);
  const seeds = scopesOf(asked)
    .flatMap(({ scope, plus }) =>
      plus ? (scope.allow === "any" ? [...everyHost(), ...singles(spoken, specimens.single)] : scope.allow) : [],
    )
    .sort(byLength);
  const all = [...seeds, ...spoken];
  let cut = false as boolean;
  const gained = (event: Endpoint): boolean => {
    budget.left -= all.length;
    return holds(asked, event, matchHost) && !holds(base, event, matchHost);
  };
  const search = (hosts: (seed: HostPattern) => readonly string[]): Endpoint | undefined => {
    for (const seed of seeds) {
      budget.left -= all.length;
      for (const host of hosts(seed)) {
        if (budget.left < 0) {
          cut = true;
          return undefined;
        }
        const found = boundaries(seed, host, all).find(gained);
        if (found) return found;
      }
    }
    return undefined;
  };
  const ports = new Map(seeds.map((seed) => [`${seed.scheme ?? "tcp"}:${seed.low}`, seed]));
  for (const host of SENSITIVE_HOSTS)
    for (const { scheme, low } of ports.values()) {
      const event = { scheme: scheme ?? "tcp", host, port: low };
      if (budget.left >= 0 && gained(event)) return { k: "event", event, sensitive: true };
    }
  const near = search(({ target }) => specimens.of(target).filter(isNear));
  if (near) return { k: "event", event: near, sensitive: true };
  const found = search(({ target }) => specimens.of(target));
  if (found) return { k: "event", event: found, sensitive: false };
  return cut ? { k: "unknown" } : null;
}
