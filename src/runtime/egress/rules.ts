import type { HostPattern } from "../../model/host.ts";
import { isPublic, matchHost } from "../../model/host.ts";
import type { AddressClass } from "../../model/ip.ts";
import { classOfAddress, parseAddress } from "../../model/ip.ts";
import type { Scope } from "../../model/scope.ts";
import type { Target } from "./target.ts";

/** Undefined when it may pass, else why not. */
export type Refusal = string | undefined;

/** A tunnel carries what its ends agree on; it is granted by, and denied for, any scheme. Else what is spoken is seen. */
export type Form = "tunnel" | "http";
const SPOKEN = ["http", "ws", "tcp"];

const speaks = (pattern: HostPattern, form: Form, host: string, port: number): boolean =>
  form === "tunnel"
    ? matchHost(pattern, { scheme: pattern.scheme ?? "tcp", host, port })
    : SPOKEN.some((scheme) => matchHost(pattern, { scheme, host, port }));

/** Whether a policy's `net.connect` lets anything go to a host and port, before the name is resolved. */
export function judgeTarget(scope: Scope<HostPattern>, { host, port }: Target, form: Form): Refusal {
  const matches = (pattern: HostPattern): boolean => speaks(pattern, form, host, port);
  if (scope.deny.some(matches)) return "the policy denies it";
  if (scope.allow === "any" || scope.allow.some(matches)) return undefined;
  return "the policy does not grant it";
}

/** Kinds of address that a name which is itself a local one may lead to. */
const OF_LOCAL_NAMES: ReadonlySet<AddressClass> = new Set(["@private"]);

/**
 * Whether an address that a name was resolved to may be dialled: not this machine, its network or a
 * metadata service, unless the policy grants the address itself (rebinding, mixed answers).
 *
 * @param own the addresses of this machine's interfaces.
 */
export function judgeAddress(scope: Scope<HostPattern>, { host, port }: Target, address: string, own: ReadonlySet<string>): Refusal {
  const matches = (pattern: HostPattern): boolean =>
    (pattern.target.k === "range" || pattern.target.k === "class") && speaks(pattern, "tunnel", address, port);
  if (scope.deny.some(matches)) return `it leads to \`${address}\`, which the policy denies`;
  const parsed = parseAddress(address);
  if (!parsed) return `it leads to \`${address}\`, which is no address`;
  const kind = classOfAddress(parsed);
  if (kind === undefined && !own.has(address)) return undefined;
  if (scope.allow === "any" || scope.allow.some(matches)) return undefined;
  const isLoopbackName = host === "localhost" || host.endsWith(".localhost");
  if (kind !== undefined && !isPublic(host) && !parseAddress(host) && (isLoopbackName ? kind === "@loopback" : OF_LOCAL_NAMES.has(kind)))
    return undefined;
  return `it leads to ${kind === undefined ? "this machine" : `an address of the kind \`${kind}\``} (\`${address}\`), which the policy does not grant`;
}
