import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const REGISTRY = `import { rm } from "node:fs/promises"; import { type } from "arktype"; import { z } from "zod";
class Registry extends Map<unknown, (request: any) => unknown> { register(schema: unknown, run: (request: any) => unknown) { return this.set(schema, run); } }
declare const tools: Registry;`;

test.each([
  ["of ArkType", `type({ name: '"wipe"', arguments: { path: "string" } }).describe("Wipes")`],
  ["in the other quotes", `type({ name: "'wipe'", arguments: { path: "string" } })`],
  ["of zod", `z.object({ name: z.literal("wipe"), arguments: z.object({ path: z.string() }) })`],
])("what is registered under the schema of one request is its tool: %s", (_name, schema) => {
  expect(
    toolsOf({
      "t.ts": `${REGISTRY}\nexport function register() { tools.register(${schema}, async ({ arguments: a }) => { await rm(a.path); return "" }); }`,
    }),
  ).toEqual({ wipe: "fs.write.delete {param:path}" });
});

test.each([
  ["whose name may be several", `type({ name: '"wipe" | "look"', arguments: { path: "string" } })`],
  ["that sends nothing", `type({ name: '"wipe"' })`],
  ["of another function", `make({ name: '"wipe"', arguments: { path: "string" } })`],
])("and no other schema: one %s", (_name, schema) => {
  expect(
    toolsOf({
      "t.ts": `${REGISTRY}\ndeclare const make: any; export function register() { tools.register(${schema}, async ({ arguments: a }) => { await rm(a.path); return "" }); }`,
    }),
  ).toEqual({});
});
