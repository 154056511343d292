import { Budget } from "../glob/search.ts";
import type { Endpoint, HostPattern } from "../host.ts";
import { isLoopbackName } from "../host.ts";
import { hostsAt, matchAnyHost } from "../host-index.ts";
import { classOfAddress, parseAddress } from "../ip.ts";
import type { Region } from "../region.ts";
import { holds, isNothing, patternsOf } from "../region.ts";
import { SENSITIVE_HOSTS } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { gains } from "./excess.ts";
import { boundaries, hostSpecimens } from "./specimens.ts";

/** Whether a host is this machine, its network, or a metadata service. */
function isNear(host: string): boolean {
  const address = parseAddress(host);
  return isLoopbackName(host) || (address !== undefined && classOfAddress(address) !== undefined);
}

/**
 * An endpoint that `next` holds and `base` does not. Exact: a host of each kind that the patterns tell apart is tried, at each
 * port and scheme where they change; those nearby first, as they are the most alarming.
 */
export function excessHosts(base: Region<HostPattern>, next: Region<HostPattern>, budget: Budget = new Budget()): Excess<Endpoint> {
  const gained = gains(base, next);
  if (isNothing(gained)) return null;
  const spoken = patternsOf(gained);
  const specimens = hostSpecimens(spoken);
  const first = (hosts: readonly string[]): Endpoint | "none" | "unknown" => {
    for (const host of hosts) {
      const here = hostsAt(spoken, { scheme: "tcp", host, port: LOOKED_UP });
      for (const event of boundaries(host, here)) {
        budget.left -= 1 + here.length;
        if (budget.left < 0) return "unknown";
        if (holds(gained, event, matchAnyHost)) return event;
      }
    }
    return "none";
  };
  const near = first([...SENSITIVE_HOSTS, ...specimens.filter(isNear)]);
  const found = near === "none" ? first(specimens) : near;
  if (found === "unknown") return { k: "unknown" };
  return found === "none" ? null : { k: "event", event: found, sensitive: found === near };
}

/** A host is looked up without regard to the port. */
const LOOKED_UP = 443;
