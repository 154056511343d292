import { z } from "zod";
import { policySchema } from "./policy.ts";

export const MANIFEST_VERSION = 1;

const facts = z.strictObject({
  capabilities: z.array(z.string()).describe("`capability resource`, one a line, sorted."),
  unknowns: z.array(z.string()).describe("`reason file`, one a line, sorted."),
});

/** `toolfence.manifest.json` */
export const manifestSchema = z.strictObject({
  manifestVersion: z.literal(MANIFEST_VERSION),
  generator: z.strictObject({ name: z.literal("toolfence"), version: z.string() }),
  digest: z.string().describe("Over everything else; detects accidents."),
  tools: z.record(
    z.string(),
    z.strictObject({
      framework: z.string(),
      source: z.string(),
      confidence: z.string(),
      policy: policySchema.nullable(),
      facts,
      digest: z.string().describe("Over the tool's authority: its policy where it has one, else its facts."),
    }),
  ),
  startup: facts,
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestTool = Manifest["tools"][string];
