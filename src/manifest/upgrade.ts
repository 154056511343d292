import { capabilitySet } from "../model/capability.ts";
import { computedRisk } from "../model/risk.ts";
import type {
  Manifest,
  ManifestFacts,
  ManifestV1,
  ManifestV2,
  ManifestV3,
  ManifestV4,
  ManifestV5,
  ManifestV6,
  ManifestV7,
} from "../schema/manifest.ts";
import { MANIFEST_VERSION, MODEL_VERSION } from "../schema/manifest.ts";
import { authorityDigest, hintLines, sealed, serverEntries, usesOf } from "./build.ts";
import { clauseLines, verdictLines } from "./clauses.ts";
import { countReasons } from "./lines.ts";

/** What facts did not tell before version 5. */
const UNTOLD = { requests: [], assets: [] };
type OldFacts = ManifestV4["startup"];
type FactsV5 = ManifestV5["startup"];

/** Version 1 named the file of each unknown; since then they are counted. */
const facts = (old: OldFacts): FactsV5 => ({
  ...UNTOLD,
  capabilities: old.capabilities,
  unknowns: countReasons(old.unknowns.map((line) => line.slice(0, Math.max(line.indexOf(" "), 0)) || line)),
});

/** What a manifest that says nothing of the runtime is taken to say. */
const SILENT: Manifest["runtime"] = { config: {}, denied: [] };

/** Brings a manifest of version 7 up to date: what each server may do and what an absent hint means follow from it. */
export function upgradeV7({ digest: _, ...old }: ManifestV7): Manifest {
  const tools = Object.fromEntries(Object.entries(old.tools).map(([id, tool]) => [id, { ...tool, hints: hintLines(tool.hints) }]));
  return sealed({ ...old, manifestVersion: MANIFEST_VERSION, tools, servers: serverEntries(tools) });
}

/** Brings a manifest of version 6 up to date: it did not say what input schemas take. */
export const upgradeV6 = (old: ManifestV6): Manifest =>
  upgradeV7({
    ...old,
    manifestVersion: 7,
    tools: Object.fromEntries(Object.entries(old.tools).map(([id, tool]) => [id, { ...tool, input: null }])),
  });

/** Brings a manifest of version 5 up to date: it did not say which package makes a use; where clauses come from follows from it. */
export function upgradeV5(old: ManifestV5): Manifest {
  const told = (one: FactsV5): ManifestFacts => ({ ...one, packages: [] });
  return upgradeV6({
    ...old,
    manifestVersion: 6,
    generator: { ...old.generator, model: MODEL_VERSION },
    tools: Object.fromEntries(
      Object.entries(old.tools).map(([id, tool]) => [
        id,
        {
          ...tool,
          facts: told(tool.facts),
          clauses: clauseLines(tool.policy, tool.origin, old.runtime.config),
          verdicts: verdictLines(tool.policy, tool.facts.capabilities),
        },
      ]),
    ),
    startup: told(old.startup),
    unattributed: told(old.unattributed),
  });
}

/** Brings a manifest of version 4 up to date: it named neither requests nor assets. */
export function upgradeV4(old: ManifestV4): Manifest {
  const without = (one: OldFacts): FactsV5 => ({ ...one, ...UNTOLD });
  return upgradeV5({
    ...old,
    manifestVersion: 5,
    tools: Object.fromEntries(Object.entries(old.tools).map(([id, tool]) => [id, { ...tool, facts: without(tool.facts) }])),
    startup: without(old.startup),
    unattributed: without(old.unattributed),
  });
}

/** Brings a manifest of version 3 up to date. */
export const upgradeV3 = (old: ManifestV3): Manifest => upgradeV4({ ...old, manifestVersion: 4, assumptions: [] });

/** Brings a manifest of version 2 up to date. */
export const upgradeV2 = (old: ManifestV2): Manifest => upgradeV3({ ...old, manifestVersion: 3, runtime: SILENT });

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
  return upgradeV5({
    digest: old.digest,
    manifestVersion: 5,
    generator: { ...old.generator, analyser: 0 },
    tools,
    runtime: SILENT,
    startup: facts(old.startup),
    unattributed: { capabilities: [], unknowns: [], ...UNTOLD },
    assumptions: [],
    capabilities: capabilitySet(uses.map((use) => use.capability)),
  });
}

/** A base that was written before requests and assets were told: taken to have had those of the head, since nobody knows. */
export function toldAsIn(base: Manifest, head: Manifest): Manifest {
  const as = (facts: ManifestFacts, now: ManifestFacts | undefined): ManifestFacts => ({
    ...facts,
    requests: now?.requests ?? [],
    assets: now?.assets ?? [],
  });
  return {
    ...base,
    tools: Object.fromEntries(
      Object.entries(base.tools).map(([id, tool]) => [id, { ...tool, facts: as(tool.facts, head.tools[id]?.facts) }]),
    ),
    startup: as(base.startup, head.startup),
    unattributed: as(base.unattributed, head.unattributed),
  };
}
