import { z } from "zod";
import { approvalSchema } from "./approvals.ts";
import { auditSchema } from "./audit.ts";
import { configSchema } from "./config.ts";
import { evidenceSchema } from "./evidence.ts";
import { manifestSchema } from "./manifest.ts";
import { packagesSchema } from "./packages.ts";
import { policyFileSchema, policySchema } from "./policy.ts";
import { reportSchema } from "./report.ts";
import { runtimeSchema } from "./runtime.ts";
import { scanSchema } from "./scan.ts";

/** Everything that `toolfence schema NAME` prints. */
export const schemas = {
  scan: scanSchema,
  report: reportSchema,
  manifest: manifestSchema,
  policy: policySchema,
  "policy-file": policyFileSchema,
  config: configSchema,
  approval: approvalSchema,
  runtime: runtimeSchema,
  audit: auditSchema,
  packages: packagesSchema,
  evidence: evidenceSchema,
} as const;

export type SchemaName = keyof typeof schemas;

export const jsonSchema = (name: SchemaName): unknown => z.toJSONSchema(schemas[name], { target: "draft-7" });
