import { isDeepStrictEqual } from "node:util";
import { authorityDigest } from "../manifest/build.ts";
import { digestOf } from "../manifest/digest.ts";
import { byServer } from "../model/identity.ts";
import type { Manifest, ManifestFacts, ManifestTool } from "../schema/manifest.ts";
import type { Diagnostic } from "../schema/report.ts";
import type { Sink } from "./combination.ts";
import { combinedSink, combinedUses, sensitiveSink } from "./combination.ts";
import { compareObserved, NO_FACTS } from "./observed.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { compareTool } from "./tool.ts";
import { visible } from "../model/json-text.ts";

/** What is compared as one: a tool, or a package's code outside every tool. Approvals name units. */
export const STARTUP = "(startup)";
export const UNATTRIBUTED = "(unattributed)";
export const ASSUMPTIONS = "(assumptions)";
export const TOGETHER = "(together)";

/** Known by what it says, not by where or in which words: rule, unit, and canonical values. */
const fingerprint = (unit: string | null, row: Row): string =>
  digestOf([row.id, unit, row.from ?? null, row.to ?? row.witness ?? null]).slice("sha256:".length, "sha256:".length + 12);

/** A row with its unit and place. */
export const diagnosticOf = (unit: string | null, row: Row, file: string | null = null, line: number | null = null): Diagnostic => ({
  id: row.id,
  severity: row.severity,
  gating: row.gating,
  tool: unit,
  message: row.message,
  witness: row.witness ?? null,
  from: row.from ?? null,
  to: row.to ?? null,
  dominatedBy: row.dominatedBy ?? null,
  fingerprint: fingerprint(unit, row),
  approval: null,
  file,
  line,
});

/** Compares two manifests: everything newly allowed gates, everything else is information. */
export function compareManifests(base: Manifest, next: Manifest): Diagnostic[] {
  if (base === next) return [];
  const ids = [...new Set([...Object.keys(base.tools), ...Object.keys(next.tools)])].sort();
  const tools = ids.flatMap((id) =>
    [...compareTool(base.tools[id], next.tools[id]), ...renamed(base, next, id)].map((row) =>
      diagnosticOf(id, row, next.tools[id]?.source ?? null),
    ),
  );
  const outside = (unit: string, before: ManifestFacts, after: ManifestFacts, id: string): Diagnostic[] =>
    compareObserved(before, after, id).map((row) => diagnosticOf(unit, row));
  return [
    ...tools,
    ...outside(STARTUP, base.startup, next.startup, "package.startup.widened"),
    ...outside(UNATTRIBUTED, base.unattributed, next.unattributed, "package.unattributed.widened"),
    ...together(base, next).map((row) => diagnosticOf(TOGETHER, row)),
    ...assumptions(base, next).map((row) => diagnosticOf(ASSUMPTIONS, row)),
    ...defaults(base, next).map((row) => diagnosticOf(null, row)),
    ...generator(base, next).map((row) => diagnosticOf(null, row)),
  ];
}

const same = (a: ManifestTool, b: ManifestTool): boolean =>
  a.digest === b.digest && a.framework === b.framework && a.inputSchema === b.inputSchema;

/** A new tool that looks like one that is gone: said, but it is compared as new. */
function renamed(base: Manifest, next: Manifest, id: string): Row[] {
  const tool = next.tools[id];
  if (!tool || base.tools[id] || tool.facts.capabilities.length === 0) return [];
  const old = Object.keys(base.tools).find((one) => {
    const before = base.tools[one];
    return !next.tools[one] && before !== undefined && same(before, tool);
  });
  return old === undefined ? [] : [info("tool.renamed", `It has the authority of \`${old}\`, which is gone; a new name is a new tool.`)];
}

/** What is newly taken on trust, and what no longer is. */
function assumptions(base: Manifest, next: Manifest): Row[] {
  const beyond = (list: readonly string[], other: readonly string[]): string[] => list.filter((line) => !other.includes(line));
  return [
    ...beyond(next.assumptions, base.assumptions).map((line) =>
      gate("assumption.added", "high", `The analysis takes something on trust: \`${visible(line)}\`.`, visible(line), { to: line }),
    ),
    ...beyond(base.assumptions, next.assumptions).map((line) =>
      info("assumption.removed", `The analysis no longer takes on trust: \`${visible(line)}\`.`),
    ),
  ];
}

type Tools = Pick<Manifest, "tools">;

/** Whether a tool, or two together, can read what is sensitive and send it elsewhere. */
const canSend = (some: Tools): boolean => combinedSink(some) !== undefined || Object.values(some.tools).some((tool) => sensitiveSink(tool));

/** What the tools of a server, else all tools, can do together that none can by itself, for the first time. */
function together(base: Tools, next: Tools): Row[] {
  if (isDeepStrictEqual(base.tools, next.tools)) return [];
  const before = byServer(base.tools);
  const newly = (now: Tools, then: Tools | undefined): Sink[] => {
    const sink = then && canSend(then) ? undefined : combinedSink(now);
    return sink ? [sink] : [];
  };
  const ofServers = [...byServer(next.tools)].flatMap(([server, tools]) => {
    const then = before.get(server);
    return newly({ tools }, then && { tools: then });
  });
  return (ofServers.length > 0 ? ofServers : newly(next, base)).map(({ reads, sends }) =>
    gate(
      "agent.combination.enabled",
      "high",
      "Two tools together can now read what is sensitive and send it elsewhere: a model may hand on what it reads.",
      `${visible(reads)} to ${visible(sends)}`,
      { to: `${reads} ${sends}` },
    ),
  );
}

/** Limits that hold where nobody set one, and are higher by another version of the runtime: once, whatever the number of tools. */
function defaults(base: Manifest, next: Manifest): Row[] {
  const told = (manifest: Manifest): Map<string, number> =>
    new Map(
      Object.values(manifest.tools)
        .flatMap(({ clauses }) => clauses)
        .flatMap((line) => {
          const [, key, value] = /^default (limits\.\w+) (\d+)$/u.exec(line) ?? [];
          return key === undefined ? [] : [[key, Number(value)] as const];
        }),
    );
  const before = told(base);
  return [...told(next)]
    .filter(([key, value]) => value > (before.get(key) ?? Infinity))
    .map(([key, value]) =>
      gate(
        "manifest.defaults.widened",
        "high",
        `What holds where no policy sets \`${key}\` went from ${before.get(key) ?? 0} to ${value}.`,
        `${key} = ${(before.get(key) ?? 0) + 1}`,
        { from: `${key} ${before.get(key) ?? 0}`, to: `${key} ${value}` },
      ),
    );
}

function generator(base: Manifest, next: Manifest): Row[] {
  const [was, is] = [base.generator, next.generator];
  const row = (words: string): Row => info("manifest.generator.changed", words);
  return [
    ...(was.analyser === is.analyser
      ? []
      : [
          row(
            `The base was written by another analyser (${was.analyser}, now ${is.analyser}); facts may differ without a change of code. \`--regenerate-base\` compares like with like.`,
          ),
        ]),
    ...(was.model === is.model
      ? []
      : [
          row(
            `The base was written when policies were read otherwise (${was.model}, now ${is.model}); the same policy may allow something else now.`,
          ),
        ]),
  ];
}

const outsideTools = (manifest: Manifest): ReadonlyMap<string, ManifestFacts> =>
  new Map([
    [STARTUP, manifest.startup],
    [UNATTRIBUTED, manifest.unattributed],
    [TOGETHER, { ...NO_FACTS, capabilities: combinedUses(manifest) }],
    [ASSUMPTIONS, { ...NO_FACTS, capabilities: manifest.assumptions }],
  ]);

/** The digest of what a unit may do, and what it may do, as approvals have it; undefined where there is no such unit. */
export function unitOf(manifest: Manifest, unit: string): { readonly digest: string; readonly tool: ManifestTool } | undefined {
  const outside = outsideTools(manifest).get(unit);
  const tool = outside ? emptyTool(outside) : Object.hasOwn(manifest.tools, unit) ? manifest.tools[unit] : undefined;
  return tool && { digest: tool.digest, tool };
}

const emptyTool = (facts: ManifestFacts): ManifestTool => ({
  framework: "",
  source: "",
  confidence: "",
  policy: null,
  origin: null,
  clauses: [],
  verdicts: [],
  facts,
  hints: [],
  description: null,
  inputSchema: null,
  input: null,
  risk: "low",
  digest: authorityDigest(null, facts),
});
