import { z } from "zod";

/** How a finding is known: twelve hexadecimal digits. */
export const FINGERPRINT = /^[0-9a-f]{12}$/u;

export const SEVERITIES = ["info", "low", "medium", "high", "critical"] as const;

const approval = z.strictObject({
  by: z.string(),
  reason: z.string(),
  date: z.string(),
  expires: z.string().nullable(),
  ticket: z.string().nullable(),
});

/** What `check`, `verify` and `diff` print with `--json`. */
export const reportSchema = z.strictObject({
  schemaVersion: z.literal(1),
  command: z.enum(["check", "verify", "diff"]),
  folder: z.string().optional().describe("The folder that was judged, from the repository's root; absent where it is the root."),
  base: z.string().nullable().describe("What the head was compared with, and why."),
  compared: z.int().describe("How many tools were compared."),
  diagnostics: z.array(
    z.strictObject({
      id: z.string(),
      severity: z.enum(SEVERITIES),
      gating: z.boolean().describe("False for information, and for what is approved or exempt."),
      tool: z
        .string()
        .nullable()
        .describe("The identity of a tool, `(startup)`, `(unattributed)`, `(together)`, `(assumptions)`, or null for the package."),
      message: z.string(),
      witness: z.string().nullable().describe("An example of what is newly allowed."),
      from: z.string().nullable(),
      to: z.string().nullable(),
      dominatedBy: z.string().nullable().describe("A grant that implies this one; it gates all the same."),
      fingerprint: z.string().describe("Of rule, tool and values; the same in every wording and at every line."),
      dependency: z
        .strictObject({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })
        .optional()
        .describe("The package that makes the use, with its versions in the base's and the head's summaries."),
      approval: approval.nullable(),
      exemption: z
        .strictObject({ reason: z.string(), expires: z.string(), ticket: z.string().nullable() })
        .optional()
        .describe("Why it fails nothing until a day, by the configuration."),
      file: z.string().nullable(),
      line: z.int().nullable(),
    }),
  ),
  exitCode: z.int(),
});

export type Report = z.infer<typeof reportSchema>;
export type Diagnostic = Report["diagnostics"][number];
export type Severity = Diagnostic["severity"];
