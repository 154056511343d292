import { z } from "zod";
import { RISKS } from "../model/policy.ts";

export const AUDIT_VERSION = 1;

const id = z.string().min(1);
const common = {
  v: z.literal(AUDIT_VERSION),
  seq: z.int().nonnegative().describe("Counts the records of one run without gaps."),
  time: z.iso.datetime(),
  run: id,
  manifest: z.string().nullable().describe("Digest of the manifest that the run is bound to."),
};
const chain = {
  prev: z.string().describe("Hash of the record before it; of the log's last one for the first of a run, empty in an empty log."),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .describe("SHA-256 of the line up to this field."),
};
const call = {
  session: id,
  call: id,
  tool: id,
  risk: z.enum(RISKS).nullable().optional().describe("Of the tool; absent in older logs, but for decisions."),
  backend: z
    .enum(["gate", "worker", "process", "interceptor"])
    .optional()
    .describe(
      "Where the call runs: behind the gate alone, in a sandboxed worker, or in a process of its own; or an interceptor gave a result in its place. Absent in older logs.",
    ),
};
const record = <K extends string, S extends z.ZodRawShape>(
  kind: K,
  shape: S,
): z.ZodObject<typeof common & { kind: z.ZodLiteral<K> } & S & typeof chain, z.core.$strict> =>
  z.strictObject({ ...common, kind: z.literal(kind), ...shape, ...chain });

const denial = z.strictObject({
  id,
  clause: z.string(),
  origin: z.enum(["policy", "default", "config", "run"]),
  value: z.string(),
  change: z.string(),
});

/** One line of an audit log. Written before what it speaks of, but for results. */
export const auditSchema = z.discriminatedUnion("kind", [
  record("run.start", {
    mode: z.enum(["enforce", "report", "off"]),
    unmanaged: z.enum(["refuse", "allow"]),
    backend: z.string(),
    pid: z.int(),
  }),
  record("decision", {
    ...call,
    verdict: z.enum(["allow", "deny", "report", "ask"]).describe("`report`: would be refused, and was let pass."),
    denial: denial.nullable(),
    risk: z.enum(RISKS).nullable(),
    arguments: z.unknown().optional().describe("Redacted; absent where the log leaves them out."),
    redactions: z.int().nonnegative(),
  }),
  record("approval", { ...call, request: id, answer: z.enum(["once", "session", "always", "deny"]), by: z.string(), reason: z.string() }),
  record("effect", {
    ...call,
    what: z.string(),
    target: z.string(),
    verdict: z.enum(["allow", "deny", "report"]),
    redactions: z.int().nonnegative(),
  }),
  record("result", {
    ...call,
    verdict: z.enum(["completed", "failed", "timed out"]).describe("A refusal is no failure: it has no result."),
    milliseconds: z.number().nonnegative(),
    truncated: z.boolean(),
    error: z.string().nullable(),
  }),
  record("run.end", { calls: z.int().nonnegative(), lost: z.int().nonnegative() }),
  record("log.repaired", { torn: z.string().describe("SHA-256 of the torn line."), bytes: z.int().nonnegative() }),
  record("log.lost", { records: z.int().positive() }),
  record("log.rotated", { from: z.string() }),
]);

export type AuditRecord = z.infer<typeof auditSchema>;
type Body<R> = R extends AuditRecord ? Omit<R, "v" | "seq" | "time" | "run" | "manifest" | "prev" | "hash"> : never;
/** What is recorded; the log adds the rest. */
export type AuditEvent = Body<AuditRecord>;
