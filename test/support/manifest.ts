import type { Policy } from "../../src/model/policy.ts";
import { authorityDigest, runtimeEntry, sealed } from "../../src/manifest/build.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import type { RuntimeConfig } from "../../src/schema/runtime.ts";
import { ANALYSER_VERSION, MANIFEST_VERSION } from "../../src/schema/manifest.ts";

/** What a test says of a tool in a reviewed manifest. */
export interface Reviewed {
  readonly policy: Policy | null;
  readonly facts?: readonly string[];
  readonly unknowns?: readonly string[];
  readonly origin?: "code" | "file" | null;
}

/** A sealed manifest with the given tools, by exposed name, of the server `pkg/server`. */
export function manifestOf(tools: Readonly<Record<string, Reviewed>>, runtime: RuntimeConfig = {}): Manifest {
  return sealed({
    manifestVersion: MANIFEST_VERSION,
    generator: { name: "toolfence", version: "0.0.0", analyser: ANALYSER_VERSION },
    tools: Object.fromEntries(
      Object.entries(tools).map(
        ([name, { policy, facts = [], unknowns = ["unknown.call 1"], origin = policy === null ? null : "file" }]) => {
          const found = { capabilities: [...facts], unknowns: [...unknowns], requests: [], assets: [] };
          return [
            `pkg/server.${name}`,
            {
              framework: "ai",
              source: "src/tools.ts",
              confidence: "exact",
              policy: policy as never,
              origin,
              facts: found,
              hints: {},
              description: null,
              inputSchema: null,
              risk: "low" as const,
              digest: authorityDigest(policy, found),
            },
          ];
        },
      ),
    ),
    runtime: runtimeEntry(runtime),
    startup: { capabilities: [], unknowns: [], requests: [], assets: [] },
    unattributed: { capabilities: [], unknowns: [], requests: [], assets: [] },
    assumptions: [],
    capabilities: [],
  });
}
