import { usesOf } from "../manifest/build.ts";
import { hasHole } from "../model/holes.ts";
import { normalise } from "../model/policy.ts";
import { judge } from "../model/resource.ts";
import { isSecretName } from "../model/risk.ts";
import type { Use } from "../model/risk.ts";
import type { Manifest, ManifestTool } from "../schema/manifest.ts";

/** Places whose content is worth sending away. */
const SENSITIVE = normalise({
  fs: {
    read: [
      "$HOME/.ssh/**",
      "$HOME/.aws/**",
      "$HOME/.config/gcloud/**",
      "$HOME/{.netrc,.npmrc,.gnupg/**,.kube/**,.docker/**}",
      "/etc/**",
      "/proc/**",
      "/**/.env",
      "$WORKSPACE/**/.env",
    ],
  },
}).grants;
const LOCAL = normalise({ net: ["@loopback:*"] }).grants;
const WIDE = /^(?:any|\{dynamic\}|\{param:.*\}|\/\*\*|\$HOME(?:\/\*\*)?)$/u;

type Reads = (use: Use) => boolean;
const isSensitive: Reads = ({ capability, resource }) =>
  (capability === "env.read" && (resource === "any" || resource === "*" || isSecretName(resource))) ||
  (capability === "fs.read" && (WIDE.test(resource) || (!hasHole(resource) && judge("fs.read", resource, SENSITIVE) === "inside")));
const leavesFreely: Reads = ({ capability, resource }) =>
  capability === "net.connect" &&
  (resource === "any" || resource.includes("*") || hasHole(resource)) &&
  (resource === "any" || hasHole(resource) || judge("net.connect", resource, LOCAL) !== "inside");

/** A sensitive thing that can be read, and where it can be sent. */
export interface Sink {
  readonly reads: string;
  readonly sends: string;
}

/**
 * What sensitive thing a tool can read and where it can send it, when it can do both: a secret variable or
 * file, and a host that is not named (any, computed, or a wildcard).
 */
export function sensitiveSink(tool: ManifestTool): Sink | undefined {
  const uses = usesOf(tool.policy, tool.facts);
  const [reads, sends] = [uses.find(isSensitive), uses.find(leavesFreely)];
  return reads && sends ? { reads: reads.resource, sends: sends.resource } : undefined;
}

/** The uses of all tools of a server that make such a combination together, one a line with its tool, sorted. */
export function combinedUses({ tools }: Pick<Manifest, "tools">): string[] {
  return Object.entries(tools)
    .flatMap(([id, { policy, facts }]) =>
      usesOf(policy, facts)
        .filter((use) => isSensitive(use) || leavesFreely(use))
        .map(({ capability, resource }) => `${capability} ${resource} (${id})`),
    )
    .sort();
}

/** Such a combination that no tool has by itself: what one tool reads, a model may hand to another. */
export function combinedSink({ tools }: Pick<Manifest, "tools">): Sink | undefined {
  if (Object.values(tools).some((tool) => sensitiveSink(tool))) return undefined;
  const first = (is: Reads): string | undefined => {
    for (const [id, { policy, facts }] of Object.entries(tools).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const found = usesOf(policy, facts).find(is);
      if (found) return `${found.resource} (${id})`;
    }
    return undefined;
  };
  const [reads, sends] = [first(isSensitive), first(leavesFreely)];
  return reads !== undefined && sends !== undefined ? { reads, sends } : undefined;
}
