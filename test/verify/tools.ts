import { authorityDigest, hintLines, runtimeEntry, sealed, serverEntries, usesOf } from "../../src/manifest/build.ts";
import { clauseLines, verdictLines } from "../../src/manifest/clauses.ts";
import { computedRisk } from "../../src/model/risk.ts";
import type { Policy } from "../../src/model/policy.ts";
import type { Manifest, ManifestFacts, ManifestTool } from "../../src/schema/manifest.ts";
import { MANIFEST_VERSION } from "../../src/schema/manifest.ts";

export const facts = (...capabilities: string[]): ManifestFacts => ({
  capabilities: [...capabilities].sort(),
  unknowns: [],
  requests: [],
  packages: [],
  assets: [],
});

/** A tool as a manifest has it, with everything that follows from policy and facts. */
export function toolWith(policy: Policy | null, own: ManifestFacts = facts(), rest: Partial<ManifestTool> = {}): ManifestTool {
  return {
    framework: "mcp",
    source: "tools.ts",
    confidence: "exact",
    policy: policy as ManifestTool["policy"],
    origin: policy ? "code" : null,
    clauses: clauseLines(policy, "code", {}),
    verdicts: verdictLines(policy, own.capabilities),
    facts: own,
    hints: hintLines({}),
    description: "sha256:d",
    inputSchema: "sha256:s",
    input: null,
    risk: computedRisk(usesOf(policy, own)),
    digest: authorityDigest(policy, own),
    ...rest,
  };
}

export const manifestOf = (
  tools: Readonly<Record<string, ManifestTool>>,
  rest: Partial<Pick<Manifest, "startup" | "unattributed" | "assumptions" | "generator">> = {},
): Manifest =>
  sealed({
    manifestVersion: MANIFEST_VERSION,
    generator: { name: "toolfence", version: "0.0.0", analyser: 1, model: 1 },
    tools: { ...tools },
    runtime: runtimeEntry({}),
    startup: facts(),
    unattributed: facts(),
    assumptions: [],
    servers: serverEntries(tools),
    capabilities: [],
    ...rest,
  });
