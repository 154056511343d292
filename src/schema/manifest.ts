import { z } from "zod";
import { RISKS } from "../model/policy.ts";
import { inputShapeSchema } from "./input.ts";
import { policySchema } from "./policy.ts";
import { runtimeSchema } from "./runtime.ts";

/** The version that is written; older ones are read and brought up to it. */
export const MANIFEST_VERSION = 8;
/** Grows whenever the analyser may find other facts in the same code. */
export const ANALYSER_VERSION = 36;
/** Grows whenever the same policy may mean something else. */
export const MODEL_VERSION = 1;

const lines = z.array(z.string());
const oldFacts = z.strictObject({
  capabilities: lines.describe("`capability resource`, one a line, sorted."),
  unknowns: lines.describe("`reason` and how often, one a line, sorted."),
});
const factsV5 = oldFacts.extend({
  requests: lines.describe("`METHOD resource` of each HTTP request that does more than read, `*` for any method, one a line, sorted."),
  assets: lines.describe("`path digest` of each file that is run or loaded without being analysed, one a line, sorted."),
});
const facts = factsV5.extend({
  packages: lines.describe("`package capability resource` of each use that a package makes, one a line, sorted."),
});
const oldGenerator = z.strictObject({ name: z.literal("toolfence"), version: z.string(), analyser: z.int() });
const generator = oldGenerator.extend({
  analyser: z.int().describe("Grows whenever other facts may be found in the same code."),
  model: z.int().describe("Grows whenever the same policy may mean something else."),
});
const hint = z.union([z.boolean(), z.literal("dynamic")]).optional();
const digest = z.string();

const toolV5 = z.strictObject({
  framework: z.string(),
  source: z.string(),
  confidence: z.string(),
  policy: policySchema.nullable(),
  origin: z.enum(["code", "file"]).nullable().describe("Where the policy stands."),
  facts: factsV5,
  hints: z.strictObject({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
  description: digest.nullable(),
  inputSchema: digest.nullable(),
  risk: z.enum(RISKS).describe("The least that a label may claim for this authority."),
  digest: digest.describe("Over the tool's authority: its policy where it has one, else its facts."),
});

const toolV6 = toolV5.extend({
  facts,
  clauses: lines.describe(
    "`origin key value` of all that holds for the tool, by its policy, the configuration or a default, one a line, sorted.",
  ),
  verdicts: lines.describe("`verdict [holder] capability resource` of each use against the policy, one a line, sorted."),
});

const toolV7 = toolV6.extend({ input: inputShapeSchema.nullable().describe("What the input schema takes; null where it cannot be read.") });

const tool = toolV7.extend({
  hints: lines.describe("`origin hint value` of each hint that an MCP client goes by: said in the `code`, else what its `default` means."),
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
  servers: z.record(z.string(), lines).describe("What the tools of each server together may do."),
  capabilities: lines.describe("What all tools together may do."),
});

/** What version 7 was: it did not say what each server may do, nor what an absent hint means. */
export const manifestSchemaV7 = manifestSchema
  .omit({ servers: true })
  .extend({ manifestVersion: z.literal(7), tools: z.record(z.string(), toolV7) });

/** What version 6 was: of input schemas it knew a digest alone. */
export const manifestSchemaV6 = manifestSchemaV7.extend({ manifestVersion: z.literal(6), tools: z.record(z.string(), toolV6) });

/** What version 5 was: it told neither where a clause comes from nor which package makes a use. */
export const manifestSchemaV5 = manifestSchemaV6.extend({
  manifestVersion: z.literal(5),
  generator: oldGenerator,
  tools: z.record(z.string(), toolV5),
  startup: factsV5,
  unattributed: factsV5,
});

/** What version 4 was: it did not know of assets. */
export const manifestSchemaV4 = manifestSchemaV5.extend({
  manifestVersion: z.literal(4),
  tools: z.record(z.string(), toolV5.extend({ facts: oldFacts })),
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
export type ManifestV7 = z.infer<typeof manifestSchemaV7>;
export type ManifestV6 = z.infer<typeof manifestSchemaV6>;
export type ManifestV5 = z.infer<typeof manifestSchemaV5>;
export type ManifestV4 = z.infer<typeof manifestSchemaV4>;
export type ManifestV3 = z.infer<typeof manifestSchemaV3>;
export type ManifestV2 = z.infer<typeof manifestSchemaV2>;
export type ManifestV1 = z.infer<typeof manifestSchemaV1>;
export type ManifestTool = Manifest["tools"][string];
export type ManifestFacts = Manifest["startup"];
