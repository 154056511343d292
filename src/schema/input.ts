import { z } from "zod";
import type { InputShape, Property } from "../model/input/shape.ts";

const checks = z.array(z.string()).optional();
const bounded = { min: z.number().optional(), max: z.number().optional(), checks };

/** Properties by name, in order. */
export const propertiesSchema: z.ZodType<Property[]> = z.lazy(() =>
  z.array(z.strictObject({ name: z.string(), optional: z.literal(true).optional(), shape: inputShapeSchema })),
);

/** The form in which a manifest holds it. */
export const inputShapeSchema: z.ZodType<InputShape> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("any") }),
    z.strictObject({ kind: z.literal("opaque"), digest: z.string() }),
    z.strictObject({ kind: z.literal("named"), values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])) }),
    z.strictObject({ kind: z.literal("boolean") }),
    z.strictObject({ kind: z.enum(["string", "number"]), ...bounded }),
    z.strictObject({ kind: z.literal("list"), of: inputShapeSchema, ...bounded }),
    z.strictObject({
      kind: z.literal("object"),
      properties: propertiesSchema,
      rest: inputShapeSchema.optional(),
      checks,
    }),
    z.strictObject({ kind: z.literal("union"), of: z.array(inputShapeSchema) }),
  ]),
);
