import { z } from "zod";
import { APPROVALS, CODES, CONTROLS, ISOLATIONS, RISKS } from "../model/policy.ts";

const text = z.string().min(1);
const scope = z.union([
  z.enum(["none", "any"]),
  z.array(text),
  z.strictObject({ allow: z.union([z.literal("any"), z.array(text)]), deny: z.array(text) }),
]);
const parts = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> => z.strictObject(shape);
const count = z.int().positive();

/** The policy that an author writes next to a tool, or in `toolfence.policy.json`. */
export const policySchema = parts({
  risk: z.enum(RISKS).optional().describe("A label; computed risk stands beside it."),
  fs: parts({
    read: scope.optional(),
    write: scope.optional(),
    create: scope.optional(),
    modify: scope.optional(),
    delete: scope.optional(),
  }).optional(),
  net: z
    .union([scope, parts({ connect: scope.optional(), listen: scope.optional(), resolve: scope.optional() })])
    .optional()
    .describe("A list means connect; connect includes resolve."),
  env: z
    .union([scope, parts({ read: scope.optional(), write: scope.optional() })])
    .optional()
    .describe("A list means read."),
  exec: z
    .union([
      z.enum(["none", "any"]),
      z.array(
        z.union([
          text,
          parts({
            command: text,
            args: z.union([z.literal("any"), z.array(z.string())]),
            shell: z.literal(true).optional(),
            cwd: z.array(text).optional(),
          }),
        ]),
      ),
    ])
    .optional(),
  control: z.array(z.enum(CONTROLS)).optional(),
  code: z.array(z.enum(CODES)).optional(),
  accept: z
    .record(z.templateLiteral(["unknown.", z.string()]), text)
    .optional()
    .describe("Unknowns that are accepted; the value is the reason."),
  secrets: z.array(text).optional(),
  host: z.array(text).optional().describe("Functions of the host that a worker may call."),
  untrustedOutput: z.boolean().optional(),
  constraints: parts({
    maxInvocations: count.optional(),
    onlyAfter: z.array(text).optional(),
    forbidden: z.literal(true).optional(),
  }).optional(),
  limits: parts({
    timeMs: count.optional(),
    memoryMb: count.optional(),
    outputBytes: count.optional(),
    processes: count.optional(),
    fileBytes: count.optional(),
    openFiles: count.optional(),
    cpuMs: count.optional(),
  }).optional(),
  approval: z.enum(APPROVALS).optional(),
  isolation: z.enum(ISOLATIONS).optional(),
  reason: text.optional(),
});

/** `toolfence.policy.json`: policies for tools whose code cannot be edited, by identity. */
export const policyFileSchema = parts({
  $schema: z.string().optional(),
  reviewed: z.boolean().optional().describe("False as `init` writes it."),
  tools: z.record(z.string(), policySchema),
});
