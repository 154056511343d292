import { usesOf } from "../manifest/build.ts";
import { hasHole } from "../model/holes.ts";
import { judge } from "../model/resource.ts";
import { normalise } from "../model/policy.ts";
import { isSecretName } from "../model/risk.ts";
import type { ManifestTool } from "../schema/manifest.ts";

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

/**
 * What sensitive thing a tool can read and where it can send it, when it can do both: a secret variable or
 * file, and a host that is not named (any, computed, or a wildcard).
 */
export function sensitiveSink(tool: ManifestTool): { readonly reads: string; readonly sends: string } | undefined {
  const uses = usesOf(tool.policy, tool.facts);
  const reads = uses.find(
    ({ capability, resource }) =>
      (capability === "env.read" && (resource === "any" || resource === "*" || isSecretName(resource))) ||
      (capability === "fs.read" && (WIDE.test(resource) || (!hasHole(resource) && judge("fs.read", resource, SENSITIVE) === "inside"))),
  );
  const sends = uses.find(
    ({ capability, resource }) =>
      capability === "net.connect" &&
      (resource === "any" || resource.includes("*") || hasHole(resource)) &&
      (resource === "any" || hasHole(resource) || judge("net.connect", resource, LOCAL) !== "inside"),
  );
  return reads && sends ? { reads: reads.resource, sends: sends.resource } : undefined;
}
