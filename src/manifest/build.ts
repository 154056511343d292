import { printAssumption } from "../model/assumptions.ts";
import { capabilitySet } from "../model/capability.ts";
import { clausesOf } from "../model/clauses.ts";
import { DENIED_COMMAND_KINDS, DENIED_PATHS } from "../model/denied.ts";
import type { Hints } from "../model/hints.ts";
import { HINT_DEFAULTS, HINT_NAMES } from "../model/hints.ts";
import { byServer } from "../model/identity.ts";
import { boundProperties } from "../model/input/bound.ts";
import type { Property } from "../model/input/shape.ts";
import type { Policy } from "../model/policy.ts";
import type { Use } from "../model/risk.ts";
import { computedRisk } from "../model/risk.ts";
import type { Manifest, ManifestFacts, ManifestTool } from "../schema/manifest.ts";
import { ANALYSER_VERSION, MANIFEST_VERSION, MODEL_VERSION } from "../schema/manifest.ts";
import type { RuntimeConfig } from "../schema/runtime.ts";
import type { Scan, ScannedTool } from "../schema/scan.ts";
import { clauseLines, judgedLines } from "./clauses.ts";
import { digestOf } from "./digest.ts";
import { countReasons, lines, useOfLine } from "./lines.ts";

/** Methods by which nothing is changed. */
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

interface Seen {
  readonly effects: readonly (Use & { readonly methods?: readonly string[] | undefined; readonly provenance: string })[];
  readonly unknowns: readonly { readonly reason: string }[];
  readonly assets: readonly { readonly file: string; readonly digest: string }[];
}

/** The package that a use comes from, by its model or its summary; its version stands in the lock file. */
const packageOf = (provenance: string): string | undefined => /^(?:model|summary):(.+?)(?:@[^@/]*)?$/u.exec(provenance)?.[1];

const factsOf = (part: Seen): ManifestFacts => ({
  capabilities: lines(part.effects.map((effect) => `${effect.capability} ${effect.resource}`)),
  unknowns: countReasons(part.unknowns.map((one) => one.reason)),
  requests: lines(
    part.effects.flatMap(({ resource, methods = [] }) =>
      methods.filter((method) => !READS.has(method)).map((method) => `${method} ${resource}`),
    ),
  ),
  packages: lines(
    part.effects.flatMap(({ capability, resource, provenance }) => {
      const name = packageOf(provenance);
      return name === undefined ? [] : [`${name} ${capability} ${resource}`];
    }),
  ),
  assets: lines(part.assets.map(({ file, digest }) => `${file} ${digest}`)),
});

/** What a tool may do: what its policy grants, else what it was seen to do. */
export const usesOf = (policy: Policy | null, facts: Pick<ManifestFacts, "capabilities">): Use[] =>
  policy
    ? clausesOf(policy).map(({ capability, grant }) => ({
        capability: capability === "exec" ? "exec.spawn" : capability,
        resource: typeof grant === "string" ? grant : [grant.command, ...(grant.args === "any" ? [] : grant.args)].join(" "),
      }))
    : facts.capabilities.map(useOfLine);

/** Facts, of which older files lack some; `input` is what the arguments may be that get into a resource. */
type Authority = Pick<ManifestFacts, "capabilities" | "unknowns"> & {
  readonly requests?: readonly string[] | undefined;
  readonly assets?: readonly string[] | undefined;
  readonly input?: readonly Property[] | undefined;
};

/** Over a tool's authority alone: its policy, else its facts, and what is run for it unseen. */
export function authorityDigest(
  policy: Policy | null,
  { capabilities, unknowns, requests = [], assets = [], input = [] }: Authority,
): string {
  const authority = policy ?? { capabilities, unknowns, ...(requests.length > 0 && { requests }), ...(input.length > 0 && { input }) };
  return digestOf(assets.length === 0 ? authority : { authority, assets });
}

function toolEntry(tool: ScannedTool, config: RuntimeConfig): ManifestTool {
  const facts = factsOf(tool);
  return {
    framework: tool.framework,
    source: tool.file,
    confidence: tool.confidence,
    policy: tool.policy,
    origin: tool.policyOrigin,
    clauses: clauseLines(tool.policy, tool.policyOrigin, config),
    verdicts: judgedLines(tool.policy, tool.effects),
    facts,
    hints: hintLines(tool.hints),
    description: tool.description === null ? null : digestOf(tool.description),
    inputSchema: tool.inputSchema,
    input: tool.input,
    risk: computedRisk(usesOf(tool.policy, facts)),
    digest: authorityDigest(tool.policy, { ...facts, input: boundProperties(tool.input, facts.capabilities) }),
  };
}

/** Every hint, with where its value comes from: absent is not the same as false. */
export const hintLines = (hints: Hints): string[] =>
  lines(
    HINT_NAMES.map((name) => {
      const said = hints[name];
      return said === undefined ? `default ${name} ${String(HINT_DEFAULTS[name])}` : `code ${name} ${String(said)}`;
    }),
  );

/** What tools together may do. */
const unionOf = (tools: readonly Pick<ManifestTool, "policy" | "facts">[]): string[] =>
  capabilitySet(tools.flatMap(({ policy, facts }) => usesOf(policy, facts)).map((use) => use.capability));

/** What the tools of each server together may do, by its name in their identities. */
export const serverEntries = (tools: Manifest["tools"]): Manifest["servers"] =>
  Object.fromEntries([...byServer(tools)].map(([server, own]) => [server, unionOf(Object.values(own))]));

/** How a fence decides, with the lists that it brings along. */
export const runtimeEntry = (config: RuntimeConfig): Manifest["runtime"] => ({
  config,
  denied: lines([
    ...DENIED_PATHS.map((pattern) => `default path ${pattern}`),
    ...DENIED_COMMAND_KINDS.map((kind) => `default command ${kind}`),
    ...(config.deniedPaths ?? []).map((pattern) => `config path ${pattern}`),
    ...(config.deniedCommands ?? []).map((one) => `config command ${typeof one === "string" ? one : JSON.stringify(one)}`),
  ]),
});

/** The manifest of a scan; the same scan gives the same bytes on every machine. */
export function buildManifest(scan: Scan, version: string, runtime: RuntimeConfig = {}): Manifest {
  const tools = Object.fromEntries(scan.tools.map((tool) => [tool.id, toolEntry(tool, runtime)]));
  return sealed({
    manifestVersion: MANIFEST_VERSION,
    generator: { name: "toolfence", version, analyser: ANALYSER_VERSION, model: MODEL_VERSION },
    tools,
    runtime: runtimeEntry(runtime),
    startup: factsOf(scan.startup),
    unattributed: factsOf({ ...scan.unattributed, unknowns: [] }),
    assumptions: lines(scan.assumptions.map(printAssumption)),
    servers: serverEntries(tools),
    capabilities: unionOf(Object.values(tools)),
  });
}

/** A manifest with the digest that it is checked by. */
export const sealed = (body: Omit<Manifest, "digest">): Manifest => ({ ...body, digest: digestOf(body) });
