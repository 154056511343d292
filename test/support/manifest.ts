import type { Policy } from "../../src/model/policy.ts";
import { authorityDigest, hintLines, runtimeEntry, sealed } from "../../src/manifest/build.ts";
import { clauseLines, verdictLines } from "../../src/manifest/clauses.ts";
import type { Manifest, ManifestFacts } from "../../src/schema/manifest.ts";
import type { RuntimeConfig } from "../../src/schema/runtime.ts";
import { ANALYSER_VERSION, MANIFEST_VERSION, MODEL_VERSION } from "../../src/schema/manifest.ts";

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
    generator: { name: "toolfence", version: "0.0.0", analyser: ANALYSER_VERSION, model: MODEL_VERSION },
    tools: Object.fromEntries(
      Object.entries(tools).map(
        ([name, { policy, facts = [], unknowns = ["unknown.call 1"], origin = policy === null ? null : "file" }]) => {
          const found = { capabilities: [...facts], unknowns: [...unknowns], requests: [], packages: [], assets: [] };
          return [
            `pkg/server.${name}`,
            {
              framework: "ai",
              source: "src/tools.ts",
              confidence: "exact",
              policy: policy as never,
              origin,
              clauses: clauseLines(policy, origin, runtime),
              verdicts: verdictLines(policy, facts),
              facts: found,
              hints: hintLines({}),
              description: null,
              inputSchema: null,
              input: null,
              risk: "low" as const,
              digest: authorityDigest(policy, found),
            },
          ];
        },
      ),
    ),
    runtime: runtimeEntry(runtime),
    startup: { capabilities: [], unknowns: [], requests: [], packages: [], assets: [] },
    unattributed: { capabilities: [], unknowns: [], requests: [], packages: [], assets: [] },
    assumptions: [],
    servers: {},
    capabilities: [],
  });
}

/** The manifest as it was before it said what each server may do and what an absent hint means. */
export function withoutServers({ digest: _, servers: _servers, ...body }: Manifest) {
  return { ...body, tools: Object.fromEntries(Object.entries(body.tools).map(([id, tool]) => [id, { ...tool, hints: {} }])) };
}

/** The manifest as it was before it said what input schemas take. */
export function withoutInputs(of: Manifest) {
  const body = withoutServers(of);
  return { ...body, tools: Object.fromEntries(Object.entries(body.tools).map(([id, { input: _input, ...tool }]) => [id, tool])) };
}

/** The manifest as it was before it said where clauses come from, and which package makes a use. */
export function withoutOrigins(of: Manifest) {
  const body = withoutServers(of);
  const { name, version, analyser } = body.generator;
  const generator = { name, version, analyser };
  const old = ({ packages: _packages, ...facts }: ManifestFacts) => facts;
  const tools = Object.fromEntries(
    Object.entries(body.tools).map(([id, { clauses: _clauses, verdicts: _verdicts, input: _input, ...tool }]) => [
      id,
      { ...tool, facts: old(tool.facts) },
    ]),
  );
  return { ...body, generator, tools, startup: old(body.startup), unattributed: old(body.unattributed) };
}

/** The manifest as it was before assets: of facts, capabilities and unknowns. */
export function withoutAssets(of: Manifest) {
  const body = withoutOrigins(of);
  const old = ({ assets: _assets, requests: _requests, ...facts }: (typeof body)["startup"]) => facts;
  const tools = Object.fromEntries(Object.entries(body.tools).map(([id, tool]) => [id, { ...tool, facts: old(tool.facts) }]));
  return { ...body, tools, startup: old(body.startup), unattributed: old(body.unattributed) };
}
