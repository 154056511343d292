import { capabilitySet } from "../model/capability.ts";
import { computedRisk } from "../model/risk.ts";
import type { Manifest, ManifestFacts, ManifestV1, ManifestV2, ManifestV3 } from "../schema/manifest.ts";
import { MANIFEST_VERSION } from "../schema/manifest.ts";
import { authorityDigest, countReasons, sealed, usesOf } from "./build.ts";

/** Version 1 named the file of each unknown; since then they are counted. */
const facts = (old: ManifestFacts): ManifestFacts => ({
  capabilities: old.capabilities,
  unknowns: countReasons(old.unknowns.map((line) => line.slice(0, Math.max(line.indexOf(" "), 0)) || line)),
});

/** What a manifest that says nothing of the runtime is taken to say. */
const SILENT: Manifest["runtime"] = { config: {}, denied: [] };

/** Brings a manifest of version 3 up to date. */
export function upgradeV3({ digest: _, ...old }: ManifestV3): Manifest {
  return sealed({ ...old, manifestVersion: MANIFEST_VERSION, assumptions: [] });
}

/** Brings a manifest of version 2 up to date. */
export function upgradeV2({ digest: _, ...old }: ManifestV2): Manifest {
  return sealed({ ...old, manifestVersion: MANIFEST_VERSION, runtime: SILENT, assumptions: [] });
}

/** Brings a manifest of version 1 up to date; what it did not record is as if it had said nothing. */
export function upgrade(old: ManifestV1): Manifest {
  const tools = Object.fromEntries(
    Object.entries(old.tools).map(([id, tool]) => {
      const own = facts(tool.facts);
      return [
        id,
        {
          ...tool,
          facts: own,
          origin: tool.policy ? ("code" as const) : null,
          hints: {},
          description: null,
          inputSchema: null,
          risk: computedRisk(usesOf(tool.policy, own)),
          digest: authorityDigest(tool.policy, own),
        },
      ];
    }),
  );
  const uses = Object.values(tools).flatMap((tool) => usesOf(tool.policy, tool.facts));
  return sealed({
    manifestVersion: MANIFEST_VERSION,
    generator: { ...old.generator, analyser: 0 },
    tools,
    runtime: SILENT,
    startup: facts(old.startup),
    unattributed: { capabilities: [], unknowns: [] },
    assumptions: [],
    capabilities: capabilitySet(uses.map((use) => use.capability)),
  });
}
