import { Budget } from "../glob/search.ts";
import type { Endpoint, HostPattern } from "../host.ts";
import { boundaries, LOCAL_SUFFIXES, matchHost, parseHost, specimens } from "../host.ts";
import { CLASS_NAMES } from "../ip.ts";
import type { Region } from "../region.ts";
import { holds, patternsOf, scopesOf } from "../region.ts";
import { mustParse } from "../result.ts";
import { SENSITIVE_HOSTS } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { worthAsking } from "./excess.ts";

/** What `any` allows, as patterns. */
let anyHost: readonly HostPattern[] | undefined;
const everyHost = (): readonly HostPattern[] =>
  (anyHost ??= ["*", ...CLASS_NAMES, ...LOCAL_SUFFIXES.map((suffix) => `*.${suffix}`), "x-any"].map((text) =>
    mustParse(parseHost(`${text}:*`)),
  ));

/** An endpoint that `next` holds and `base` does not. Exact: every region between pattern boundaries is tried. */
export function excessHosts(base: Region<HostPattern>, next: Region<HostPattern>, budget: Budget = new Budget()): Excess<Endpoint> {
  const asked = worthAsking(base, next);
  // A name of one label is below no suffix: each that is spoken of stands for itself.
  const named = [...patternsOf(base), ...patternsOf(next)].flatMap((one) =>
    one.target.k === "name" ? [{ ...one, low: 1, high: 65_535, scheme: null }] : [],
  );
  const seeds = scopesOf(asked).flatMap(({ scope, plus }) =>
    plus ? (scope.allow === "any" ? [...everyHost(), ...named] : scope.allow) : [],
  );
  const all = [...seeds, ...patternsOf(base), ...patternsOf(next)];
  const gained = (event: Endpoint): boolean => {
    budget.left -= all.length;
    return holds(asked, event, matchHost) && !holds(base, event, matchHost);
  };
  let found: Endpoint | undefined;
  for (const seed of seeds) {
    for (const host of SENSITIVE_HOSTS) {
      const event = { scheme: seed.scheme ?? "tcp", host, port: seed.low };
      if (gained(event)) return { k: "event", event, sensitive: true };
    }
    for (const host of found ? [] : specimens(seed.target, all)) {
      if (found || budget.left < 0) break;
      found = boundaries(seed, host, all).find(gained);
    }
  }
  if (found) return { k: "event", event: found, sensitive: false };
  return budget.left < 0 ? { k: "unknown" } : null;
}
