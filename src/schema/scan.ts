import { z } from "zod";
import { inputShapeSchema } from "./input.ts";
import { policySchema } from "./policy.ts";

const place = { file: z.string(), line: z.int().nonnegative() };
const step = z.strictObject({ ...place, what: z.string() });
const effect = z.strictObject({
  capability: z.string(),
  resource: z.string(),
  methods: z.array(z.string()).optional().describe("HTTP methods of a request; `*` where the source does not say."),
  verdict: z.enum(["inside", "outside", "depends"]).nullable().describe("Null without a policy."),
  heldBy: z.enum(["gate", "sandbox", "nothing"]).nullable(),
  provenance: z.string(),
  path: z.array(step),
});
const unknown = z.strictObject({ reason: z.string(), ...place });
const assets = z
  .array(z.strictObject({ file: z.string(), digest: z.string() }))
  .describe("Files of the repository that are run or loaded without being analysed.");
const hint = z.union([z.boolean(), z.literal("dynamic")]).optional();
const finding = z.strictObject({
  id: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  about: z.string().describe("What it is about, wherever that stands: a use by capability and resource, else the message."),
  ...place,
});

/** `toolfence scan --json` */
export const scanSchema = z.strictObject({
  schemaVersion: z.literal(1),
  root: z.string(),
  tools: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      framework: z.string(),
      ...place,
      confidence: z.enum(["exact", "resolved", "wrapped", "dispatch", "opaque", "dynamic"]),
      executor: z.strictObject(place).nullable(),
      effects: z.array(effect),
      unknowns: z.array(unknown),
      assets,
      description: z.string().nullable().describe("What the model is told; null where it is computed."),
      inputSchema: z.string().nullable().describe("Digest of the input schema, formatting aside; null where it cannot be read."),
      input: inputShapeSchema.nullable().describe("What that schema takes; null where it cannot be read."),
      policyOrigin: z.enum(["code", "file"]).nullable(),
      hints: z.strictObject({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
      policy: policySchema.nullable(),
      findings: z.array(finding),
    }),
  ),
  startup: z.strictObject({ effects: z.array(effect), unknowns: z.array(unknown), assets }),
  unattributed: z.strictObject({ effects: z.array(effect), assets }),
  unmatchedPolicies: z.array(z.string()).describe("Tools that the policy file speaks of and nobody declares."),
  unreviewedPolicies: z.boolean().describe("Whether the policy file says that nobody has reviewed it."),
  assumptions: z
    .array(
      z.strictObject({
        unknown: z.string(),
        at: z.string().nullable(),
        says: z.array(z.string()),
        reason: z.string(),
        expires: z.string().nullable(),
        answers: z.int().describe("How many unknowns it answers."),
      }),
    )
    .describe("What was said by people, in place of what could not be seen."),
  stats: z.strictObject({ files: z.int(), tools: z.int(), unknowns: z.int(), milliseconds: z.number() }),
});

export type Scan = z.infer<typeof scanSchema>;
export type ScannedTool = Scan["tools"][number];
export type ScannedEffect = ScannedTool["effects"][number];
export type Finding = ScannedTool["findings"][number];
