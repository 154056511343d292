import { z } from "zod";

/** What `check`, `verify` and `diff` print with `--json`. */
export const reportSchema = z.strictObject({
  schemaVersion: z.literal(1),
  command: z.enum(["check", "verify", "diff"]),
  base: z.string().nullable().describe("What the head was compared with, and why."),
  diagnostics: z.array(
    z.strictObject({
      id: z.string(),
      severity: z.enum(["critical", "high", "medium", "low", "info"]),
      gating: z.boolean(),
      tool: z.string().nullable(),
      message: z.string(),
      witness: z.string().nullable().describe("An example of what is newly allowed."),
      file: z.string().nullable(),
      line: z.int().nullable(),
    }),
  ),
  exitCode: z.int(),
});

export type Report = z.infer<typeof reportSchema>;
export type Diagnostic = Report["diagnostics"][number];
export type Severity = Diagnostic["severity"];
