import type { Endpoint, HostPattern } from "../../model/host.ts";
import { isPublic, matchHost } from "../../model/host.ts";
import type { Grants } from "../../model/policy.ts";
import type { Denial } from "../denied.ts";
import { harmless } from "../denied.ts";
import type { Use } from "./use.ts";

/** Where a bare name gives no scheme or port, any of the pattern's own will do. */
function reaches(pattern: HostPattern, { scheme, host, port }: Endpoint): boolean {
  return matchHost(pattern, {
    host,
    scheme: scheme === "tcp" ? (pattern.scheme ?? scheme) : scheme,
    port: port === 0 ? pattern.low : port,
  });
}

/** The policy's hosts. To a tool that reaches no host a public URL is data; addresses of this machine and network must be granted. */
export function hostScope(
  { text, endpoint, mustBeGranted, facet = "net.connect" }: Extract<Use, { k: "host" }>,
  grants: Grants | null,
): Denial | undefined {
  const denial = (why: string): Denial => ({
    id: "net.outside",
    clause: facet,
    origin: "policy",
    value: text,
    reason: `the address \`${harmless(text)}\` ${why}`,
    change: facet,
  });
  if (endpoint === null) return denial("cannot be read as a URL with one meaning");
  if (!grants) return isPublic(endpoint.host) ? undefined : denial("lies on this machine or its network");
  const { allow, deny } = grants[facet];
  if (deny.some((pattern) => reaches(pattern, endpoint))) return denial("is outside what this tool may reach");
  if (allow === "any" || allow.some((pattern) => reaches(pattern, endpoint))) return undefined;
  if (!mustBeGranted && isPublic(endpoint.host)) return undefined;
  return denial("is outside what this tool may reach");
}
