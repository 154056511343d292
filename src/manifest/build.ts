import type { Manifest, ManifestTool } from "../schema/manifest.ts";
import { MANIFEST_VERSION } from "../schema/manifest.ts";
import type { Scan, ScannedTool } from "../schema/scan.ts";
import { digestOf } from "./digest.ts";

const lines = (list: readonly string[]): string[] => [...new Set(list)].sort();

const factsOf = (part: {
  readonly effects: readonly { capability: string; resource: string }[];
  readonly unknowns: readonly { reason: string; file: string }[];
}): ManifestTool["facts"] => ({
  capabilities: lines(part.effects.map((effect) => `${effect.capability} ${effect.resource}`)),
  unknowns: lines(part.unknowns.map((one) => `${one.reason} ${one.file}`)),
});

function toolEntry(tool: ScannedTool): ManifestTool {
  const facts = factsOf(tool);
  const authority = tool.policy ?? facts;
  return {
    framework: tool.framework,
    source: tool.file,
    confidence: tool.confidence,
    policy: tool.policy,
    facts,
    digest: digestOf(authority),
  };
}

/** The manifest of a scan; the same scan gives the same bytes on every machine. */
export function buildManifest(scan: Scan, version: string): Manifest {
  const body = {
    manifestVersion: MANIFEST_VERSION,
    generator: { name: "toolfence" as const, version },
    tools: Object.fromEntries(scan.tools.map((tool) => [tool.id, toolEntry(tool)])),
    startup: factsOf(scan.startup),
  } as const;
  return { ...body, digest: digestOf(body) };
}
