import { z } from "zod";
import { daySchema } from "./day.ts";
import { SEVERITIES } from "./report.ts";
import { runtimeSchema } from "./runtime.ts";

const assumptionSchema = z.strictObject({
  unknown: z.string().min(1).describe("The unknown, as a scan prints it: `unknown.call`, `unknown.package:NAME`."),
  at: z.string().min(1).optional().describe("Where it stands, as a `$WORKSPACE` pattern. An unknown without a name needs it."),
  says: z.array(z.string()).describe("What is done there: `capability resource`, each as a scan prints it; empty for nothing."),
  reason: z.string().trim().min(1).describe("Why this is known."),
  expires: daySchema.optional().describe("The last day on which it is good, YYYY-MM-DD."),
});

const exemptionSchema = z.strictObject({
  finding: z.string().min(1).describe("A finding's id, or a beginning of it."),
  tool: z.string().min(1).optional().describe("The identity of the tool; every tool where it is absent."),
  reason: z.string().trim().min(1).describe("Why it may stand for now."),
  expires: daySchema.describe("The last day on which it is good, YYYY-MM-DD."),
  ticket: z.string().optional(),
});

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
  exemptions: z.array(exemptionSchema).optional().describe("Findings that fail nothing until a day."),
  requireAnalysis: z.boolean().optional().describe("Whether an unknown that no policy accepts is a finding of `check`."),
  ignore: z.array(z.string().min(1)).optional().describe("Files, as `$WORKSPACE` patterns, that declare no tools of this package."),
  assumptions: z.array(assumptionSchema).optional().describe("What stands behind unknowns, said by somebody who knows."),
  renamed: z
    .record(z.string().min(1), z.string().min(1))
    .optional()
    .describe("New identity of a tool to the one that it had; it is compared with itself where the old one is gone."),
  runtime: runtimeSchema.optional().describe("How a fence decides beyond the policies; the manifest shows it."),
});

export type Config = z.infer<typeof configSchema>;
