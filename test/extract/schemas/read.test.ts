import { describe, expect, test } from "vitest";
import { scanFolder } from "../../../src/analyze.ts";
import type { InputShape } from "../../../src/model/input/shape.ts";
import { folder } from "../../support/folder.ts";

/** What the only tool of a package takes. */
function inputOf(files: Record<string, string>): InputShape | null | undefined {
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "p" }', ...files })).scan;
  expect(tools).toHaveLength(1);
  return tools[0]?.input;
}

/** The shape of one property `a`, written in Zod, TypeBox or JSON Schema. */
function propertyOf(text: string, around = (a: string): string => `{ a: ${a} }`): string {
  const input = inputOf({
    "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { Type } from "@sinclair/typebox";
const server = new McpServer({ name: "s", version: "1.0.0" });
enum Size { Small = "s", Large = "l" }
server.registerTool("t", { description: "d", inputSchema: ${around(text)} }, async (args) => ({ content: [] }));`,
  });
  const [property, second] = input?.kind === "object" ? input.properties : [];
  if (!property || second) return JSON.stringify(input);
  return JSON.stringify({ ...(property.optional && { optional: true }), ...property.shape });
}

describe("Zod", () => {
  test.each([
    ["z.string()", '{"kind":"string"}'],
    ["z.string().min(1).max(5).describe('x')", '{"kind":"string","min":1,"max":5}'],
    ["z.string().max(5).max(3)", '{"kind":"string","max":3}'],
    ["z.string().regex(/^a+$/i)", '{"kind":"string","checks":["/^a+$/i"]}'],
    ["z.string().email().optional()", '{"optional":true,"kind":"string","checks":["email"]}'],
    ["z.email()", '{"kind":"string","checks":["email"]}'],
    ["z.number().int().positive()", '{"kind":"number","checks":["a whole number","above 0"]}'],
    ["z.coerce.number().nonnegative()", '{"kind":"number","min":0}'],
    ["z.enum(['b', 'a'])", '{"kind":"named","values":["a","b"]}'],
    ["z.enum(Size)", '{"kind":"named","values":["s","l"]}'],
    ["z.literal('x').default('x')", '{"optional":true,"kind":"named","values":["x"]}'],
    ["z.array(z.string()).default([])", '{"optional":true,"kind":"list","of":{"kind":"string"}}'],
    ["z.boolean().nullable()", '{"kind":"union","of":[{"kind":"boolean"},{"kind":"named","values":[null]}]}'],
    ["z.array(z.string().length(2)).nonempty()", '{"kind":"list","of":{"kind":"string","min":2,"max":2},"min":1}'],
    [
      "z.union([z.literal('a'), z.number(), z.literal('b')])",
      '{"kind":"union","of":[{"kind":"number"},{"kind":"named","values":["a","b"]}]}',
    ],
    ["z.record(z.string(), z.number())", '{"kind":"object","properties":[],"rest":{"kind":"number"}}'],
    [
      "z.object({ b: z.any() }).passthrough()",
      '{"kind":"object","properties":[{"name":"b","shape":{"kind":"any"}}],"rest":{"kind":"any"}}',
    ],
    [
      "z.object({ b: z.any(), c: z.any() }).omit({ c: true }).partial()",
      '{"kind":"object","properties":[{"name":"b","shape":{"kind":"any"},"optional":true}]}',
    ],
    [
      "z.object({}).extend({ b: z.null() }).strict()",
      '{"kind":"object","properties":[{"name":"b","shape":{"kind":"named","values":[null]}}]}',
    ],
    ["z.preprocess((a) => a, z.string())", '{"kind":"string"}'],
  ])("%s", (text, shape) => {
    expect(propertyOf(text)).toBe(shape);
  });

  test("a default that is made may be anything", () => {
    expect(JSON.parse(propertyOf("z.string().default(() => make())"))).toMatchObject({
      optional: true,
      kind: "union",
      of: [{ kind: "string" }, { kind: "opaque" }],
    });
  });

  test("code that checks is known by what it says", () => {
    const checks = (text: string): string[] => (JSON.parse(propertyOf(text)) as { checks: string[] }).checks;
    const [two, same, other] = [
      checks("z.string().refine((a) => a !== 'x').refine((a) => a.length > 1)"),
      checks("z.string().refine((b) => b !== 'x').refine((b) => b.length > 1)"),
      checks("z.string().refine(() => true)"),
    ];
    expect([two.length, other.length]).toEqual([2, 1]);
    expect(same).toEqual(two);
    expect(two).not.toContain(other[0]);
    expect(other[0]).toMatch(/^refined by sha256:[0-9a-f]{64}$/u);
  });

  test("a schema that names itself, or what every object has, or itself many times over, is read in no time", () => {
    const input = (text: string): string | undefined =>
      inputOf({
        "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "s", version: "1.0.0" });
${text}
server.registerTool("t", { description: "d", inputSchema: X0 }, async () => ({ content: [] }));`,
      })?.kind;
    expect(input("const X0 = { ...X0, a: z.string() };")).toBe("opaque");
    expect(input("const X0 = { a: z.string().hasOwnProperty(3), b: z.string().valueOf() };")).toBe("object");
    const fan = Array.from(
      { length: 14 },
      (_, n) =>
        `const X${n} = z.object({ ${"abcdef"
          .split("")
          .map((key) => `${key}: X${n + 1}`)
          .join(", ")} });`,
    );
    expect(input(`${fan.reverse().join("\n")} const X14 = z.string();`.replace(/^/u, ""))).toBe("opaque");
  });

  test.each([
    ["const A: any = A.optional(); const S = { a: A };"],
    ["const z2: any = z2.z2; const S = { a: z2.string() };"],
    ["const T: any = [T]; const S = { type: T };"],
    ["const O: any = z.object(O); const S = { a: O };"],
    ["const S: any = S.shape;"],
    ["const S: any = { ...S };"],
    ["const f = (): any => f(); const S = { a: f() };"],
  ])("what is made of itself ends: %s", (text) => {
    const input = inputOf({
      "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "s", version: "1.0.0" });
${text}
server.registerTool("t", { description: "d", inputSchema: S }, async () => ({ content: [] }));`,
    });
    expect(JSON.stringify(input)).toContain('"opaque"');
  });

  test("a transform is opaque", () => {
    expect(propertyOf("z.string().transform((a) => a.length)")).toMatch(/^\{"kind":"opaque","digest":"sha256:[0-9a-f]{64}"\}$/u);
  });
});

describe("JSON Schema and TypeBox", () => {
  const json = (a: string): string => `{ type: "object", properties: { a: ${a} }, required: ["a"], additionalProperties: false } as const`;
  test.each([
    ['{ type: "string", pattern: "^a", maxLength: 3 }', '{"kind":"string","max":3,"checks":["/^a/"]}'],
    [
      '{ type: ["integer", "null"], minimum: 1 }',
      '{"kind":"union","of":[{"kind":"number","min":1,"checks":["a whole number"]},{"kind":"named","values":[null]}]}',
    ],
    ['{ enum: ["a", 1] }', '{"kind":"named","values":["a",1]}'],
    ['{ type: "array", items: { type: "boolean" } }', '{"kind":"list","of":{"kind":"boolean"}}'],
    ['{ type: "object" }', '{"kind":"object","properties":[],"rest":{"kind":"any"}}'],
    ['{ anyOf: [{ const: "a" }, { type: "number" }] }', '{"kind":"union","of":[{"kind":"number"},{"kind":"named","values":["a"]}]}'],
    ['{ description: "all" }', '{"kind":"any"}'],
  ])("%s", (text, shape) => {
    expect(propertyOf(text, json)).toBe(shape);
  });

  test.each([
    ["Type.String({ minLength: 2 })", '{"kind":"string","min":2}'],
    ["Type.Optional(Type.Integer({ maximum: 9 }))", '{"optional":true,"kind":"number","checks":["a whole number"],"max":9}'],
    ["Type.Union([Type.Literal('a'), Type.Null()])", '{"kind":"named","values":["a",null]}'],
    ["Type.Array(Type.Boolean(), { maxItems: 2 })", '{"kind":"list","of":{"kind":"boolean"},"max":2}'],
  ])("%s", (text, shape) => {
    expect(propertyOf(text, (a) => `Type.Object({ a: ${a} }, { additionalProperties: false })`)).toBe(shape);
  });
});

describe("schemas elsewhere", () => {
  const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });`;
  const A = { kind: "object", properties: [{ name: "a", shape: { kind: "string", max: 4 } }] };

  test("behind a barrel, in a mapping, by `.shape`", () => {
    expect(
      inputOf({
        "one.ts": `import { z } from "zod"; export const schemas = { first: z.object({ a: z.string().max(4) }) };`,
        "index.ts": `export * from "./one.ts";`,
        "t.ts": `import * as all from "./index.ts"; ${SERVER}
server.registerTool("t", { description: "d", inputSchema: all.schemas.first.shape }, async () => ({ content: [] }));`,
      }),
    ).toEqual(A);
  });

  test("handed to a helper that registers, and as an argument by itself", () => {
    expect(
      inputOf({
        "t.ts": `import { z } from "zod"; ${SERVER}
const add = (name: string, schema: any, run: any) => server.registerTool(name, { description: "d", inputSchema: schema }, run);
add("t", { a: z.string().max(4) }, async () => ({ content: [] }));`,
      }),
    ).toEqual(A);
    expect(
      inputOf({
        "t.ts": `import { z } from "zod"; ${SERVER}
server.tool("t", "d", { a: z.string().max(4) }, { readOnlyHint: true }, async () => ({ content: [] }));`,
      }),
    ).toEqual(A);
  });

  test("by a library that a module of the sources hands on", () => {
    const tool = `${SERVER}
server.registerTool("t", { description: "d", inputSchema: { a: zod.string().max(4) } }, async () => ({ content: [] }));`;
    for (const third of [
      'export { z as zod } from "zod";',
      'import { z } from "zod"; export { z as zod };',
      'import { z } from "zod"; export const zod = z;',
    ])
      expect(inputOf({ "third.ts": third, "t.ts": `import { zod } from "./third.js"; ${tool}` })).toEqual(A);
    expect(
      inputOf({
        "third.ts": 'export * from "./zod.js";',
        "zod.ts": 'export * as zod from "zod";',
        "t.ts": `import { zod } from "./third.js"; ${tool}`,
      }),
    ).toEqual(A);
  });

  test("in a field of a class", () => {
    expect(
      inputOf({
        "t.ts": `import { StructuredTool } from "@langchain/core/tools"; import { z } from "zod";
export class T extends StructuredTool { name = "t"; description = "d"; schema = z.object({ a: z.string().max(4) }); async _call() { return ""; } }`,
      }),
    ).toEqual(A);
  });
});
