import { z } from "zod";
import { RISKS } from "../model/policy.ts";
import { policySchema } from "./policy.ts";
import { runtimeSchema } from "./runtime.ts";

/** The version that is written; older ones are read and brought up to it. */
export const MANIFEST_VERSION = 5;
/** Grows whenever the analyser may find other facts in the same code. */
export const ANALYSER_VERSION = 2;

const lines = z.array(z.string());
const oldFacts = z.strictObject({
  capabilities: lines.describe("`capability resource`, one a line, sorted."),
  unknowns: lines.describe("`reason` and how often, one a line, sorted."),
});
const facts = oldFacts.extend({
  requests: lines.describe("`METHOD resource` of each HTTP request that does more than read, `*` for any method, one a line, sorted."),
  assets: lines.describe("`path digest` of each file that is run or loaded without being analysed, one a line, sorted."),
});
const generator = z.strictObject({ name: z.literal("toolfence"), version: z.string(), analyser: z.int() });
const hint = z.union([z.boolean(), z.literal("dynamic")]).optional();
const digest = z.string();

const tool = z.strictObject({
  framework: z.string(),
  source: z.string(),
  confidence: z.string(),
  policy: policySchema.nullable(),
  origin: z.enum(["code", "file"]).nullable().describe("Where the policy stands."),
  facts,
  hints: z.strictObject({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
  description: digest.nullable(),
  inputSchema: digest.nullable(),
  risk: z.enum(RISKS).describe("The least that a label may claim for this authority."),
  digest: digest.describe("Over the tool's authority: its policy where it has one, else its facts."),
});

/** `toolfence.manifest.json` */
export const manifestSchema = z.strictObject({
  manifestVersion: z.literal(MANIFEST_VERSION),
  generator,
  digest: digest.describe("Over everything else; detects accidents."),
  tools: z.record(z.string(), tool),
  runtime: z
    .strictObject({
      config: runtimeSchema,
      denied: lines.describe("`origin kind pattern`, one a line, sorted: what is refused whatever a policy grants."),
    })
    .describe("How a fence decides beyond the policies."),
  startup: facts,
  unattributed: facts,
  assumptions: lines.describe("`unknown where: what is assumed`, one a line, sorted."),
  capabilities: lines.describe("What all tools together may do."),
});

/** What version 4 was: it did not know of assets. */
export const manifestSchemaV4 = manifestSchema.extend({
  manifestVersion: z.literal(4),
  tools: z.record(z.string(), tool.extend({ facts: oldFacts })),
  startup: oldFacts,
  unattributed: oldFacts,
});

/** What version 3 was: it had no assumptions. */
export const manifestSchemaV3 = manifestSchemaV4.omit({ assumptions: true }).extend({ manifestVersion: z.literal(3) });

/** What version 2 was: it said nothing of the runtime. */
export const manifestSchemaV2 = manifestSchemaV3.omit({ runtime: true }).extend({ manifestVersion: z.literal(2) });

/** What version 1 was. */
export const manifestSchemaV1 = z.strictObject({
  manifestVersion: z.literal(1),
  generator: z.strictObject({ name: z.literal("toolfence"), version: z.string() }),
  digest,
  tools: z.record(
    z.string(),
    z.strictObject({
      framework: z.string(),
      source: z.string(),
      confidence: z.string(),
      policy: policySchema.nullable(),
      facts: oldFacts,
      digest,
    }),
  ),
  startup: oldFacts,
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestV4 = z.infer<typeof manifestSchemaV4>;
export type ManifestV3 = z.infer<typeof manifestSchemaV3>;
export type ManifestV2 = z.infer<typeof manifestSchemaV2>;
export type ManifestV1 = z.infer<typeof manifestSchemaV1>;
export type ManifestTool = Manifest["tools"][string];
export type ManifestFacts = Manifest["startup"];
