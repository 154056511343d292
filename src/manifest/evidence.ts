import stringify from "json-stable-stringify";
import type { Evidence } from "../schema/evidence.ts";
import type { Scan, ScannedEffect } from "../schema/scan.ts";
import { escapedJson } from "../model/json-text.ts";

/** The first path of each use. */
function usesIn(effects: readonly ScannedEffect[]): Record<string, string[]> {
  const out = new Map<string, string[]>();
  for (const { capability, resource, path } of effects) {
    const use = `${capability} ${resource}`;
    if (!out.has(use))
      out.set(
        use,
        path.map(({ file, line, what }) => `${file}:${line} ${what}`),
      );
  }
  return Object.fromEntries(out);
}

/** Where each use of a scan stands, with the digest of the manifest that the scan gave; stable like the manifest. */
export function printEvidence(scan: Scan, digest: string): string {
  const evidence: Evidence = {
    schemaVersion: 1,
    manifest: digest,
    tools: Object.fromEntries(scan.tools.map((tool) => [tool.id, usesIn(tool.effects)])),
    startup: usesIn(scan.startup.effects),
    unattributed: usesIn(scan.unattributed.effects),
  };
  return `${escapedJson(stringify(evidence, { space: 2 }) ?? "")}\n`;
}
