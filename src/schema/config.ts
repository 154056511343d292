import { z } from "zod";
import { SEVERITIES } from "./report.ts";
import { runtimeSchema } from "./runtime.ts";

/** `toolfence.json` or `toolfence.yaml`. What the gate goes by is read from the base; what the analysis goes by, from the head. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  failOn: z
    .enum([...SEVERITIES, "any", "none"])
    .optional()
    .describe("The least severity that fails `verify`; `any` by default."),
  rules: z
    .record(z.string(), z.enum([...SEVERITIES, "off"]))
    .optional()
    .describe("Severity by finding id, or by a prefix of it; `off` reports nothing."),
  requireAnalysis: z.boolean().optional().describe("Whether an unknown that no policy accepts is a finding of `check`."),
  ignore: z.array(z.string().min(1)).optional().describe("Files, as `$WORKSPACE` patterns, that declare no tools of this package."),
  runtime: runtimeSchema.optional().describe("How a fence decides beyond the policies; the manifest shows it."),
});

export type Config = z.infer<typeof configSchema>;
