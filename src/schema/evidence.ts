import { z } from "zod";

const uses = z
  .record(z.string(), z.array(z.string()))
  .describe("By use (`capability resource`): the call path, as `file:line what`, the executor's first.");

/** `toolfence manifest --evidence FILE`: where each use of a manifest stands. Changes with every line of code, so it is not committed. */
export const evidenceSchema = z.strictObject({
  schemaVersion: z.literal(1),
  manifest: z.string().describe("The digest of the manifest that it belongs to."),
  tools: z.record(z.string(), uses),
  startup: uses,
  unattributed: uses,
});

export type Evidence = z.infer<typeof evidenceSchema>;
