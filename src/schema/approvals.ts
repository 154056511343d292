import { z } from "zod";
import { daySchema } from "./day.ts";
import { propertiesSchema } from "./input.ts";
import { policySchema } from "./policy.ts";
import { FINGERPRINT } from "./report.ts";

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/u, "write a digest as `sha256:` and 64 hexadecimal digits");

/** One line of `toolfence.approvals.jsonl`: somebody looked at one change of one tool's authority, and agreed. */
export const approvalSchema = z.strictObject({
  tool: z.string().min(1).describe("The identity of a tool, `(startup)`, `(unattributed)`, `(together)` or `(assumptions)`."),
  from: digest.nullable().describe("The authority before; null for a new tool."),
  to: digest.describe("The authority after."),
  authority: z.strictObject({
    policy: policySchema.nullable(),
    capabilities: z.array(z.string()),
    unknowns: z.array(z.string()),
    requests: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    input: propertiesSchema.optional().describe("What the arguments may be that get into a resource."),
  }),
  fingerprints: z
    .array(z.string().regex(FINGERPRINT))
    .min(1)
    .optional()
    .describe("The findings of this change that were looked at; all of them where it is absent."),
  rules: z.array(z.string()).optional().describe("With fingerprints: the kinds of finding of which all were looked at."),
  reason: z.string(),
  by: z.string().min(1),
  date: daySchema,
  expires: daySchema.optional(),
  ticket: z.string().optional(),
});

export type Approval = z.infer<typeof approvalSchema>;
