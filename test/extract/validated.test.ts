import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { readFileSync, writeFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const handlers: Record<string, (a: any) => any> = { read: (a) => readFileSync(a.path), write: (a) => writeFileSync(a.path, "") };
const server = new Server({ name: "s", version: "1" }, {});
`;
const handled = (name: string): string =>
  `server.setRequestHandler(CallToolRequestSchema, async (request) => { ${name} return handlers[name]!(args); });`;

describe("a name that a schema hands on still chooses", () => {
  test.each([
    ["zod's `parse`", `import { z } from "zod"; const P = z.object({ name: z.string(), arguments: z.any() });`, "P.parse(request.params)"],
    ["zod's `safeParse`", `import { z } from "zod"; const P = z.object({ name: z.string() });`, "P.safeParse(request.params).data!"],
    ["joi's `validate`", `import Joi from "joi"; const P = Joi.object({ name: Joi.string() });`, "P.validate(request.params).value"],
  ])("%s", (_, schema, parsed) => {
    const { read, write } = toolsOf({ "t.ts": HEAD + schema + handled(`const { name, arguments: args } = ${parsed};`) });
    expect([read, write]).toEqual(["fs.read {dynamic}", "fs.write {dynamic}"]);
  });
  test("not behind one that may make another name", () => {
    const schema = `import { z } from "zod"; const P = z.object({ name: z.string().transform((name) => handlers[name] ? name : "read") });`;
    const told = toolsOf({ "t.ts": HEAD + schema + handled("const { name, arguments: args } = P.parse(request.params) as any;") });
    expect(told).toEqual({ "{dynamic}": "fs.read {dynamic}, fs.write {dynamic}" });
  });
  test.each([
    ["a default", `z.object({ mode: z.enum(["shell", "noop"]).default("shell") }).parse({}).mode === "shell"`],
    ["a text in other letters", `z.string().toLowerCase().parse("SHELL") === "shell"`],
    ["what is caught", `z.enum(["read", "none"]).catch("read").parse("bogus") === "read"`],
    ["a default behind `safeParse`", `z.object({ mode: z.string().default("a") }).safeParse({}).data!.mode === "a"`],
  ])("%s decides as well: nothing is pruned by what goes in", (_, condition) => {
    const tool = `import { z } from "zod"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { unlinkSync } from "node:fs";
new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => { if (${condition}) unlinkSync("/x"); return { content: [] }; });`;
    expect(toolsOf({ "t.ts": tool })).toEqual({ t: "fs.write.delete /x" });
  });
  test("what the model sends is no argument as it came any more, since a schema may change it", () => {
    const tool = `import { z } from "zod"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { readFileSync } from "node:fs";
const P = z.object({ path: z.string().trim() });
new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async (a: any) => readFileSync(P.parse(a).path));`;
    expect(toolsOf({ "t.ts": tool })).toEqual({ t: "fs.read {dynamic}" });
  });
});

describe("a function that a schema is made by", () => {
  const made = (
    helper: string,
    inner: string,
  ): string => `import { z } from "zod"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { unlinkSync } from "node:fs"; ${helper}
const schemaOf = shaped((t) => ({ a: ${inner} }));
new McpServer({ name: "s", version: "1" }).registerTool("t", { inputSchema: schemaOf((key: string) => key) }, async () => ({ content: [] }));`;
  const SHAPED = "const shaped = (make: (t: (key: string) => string) => any) => make;";
  test("is not called by the model: what it is given is known", () => {
    expect(toolsOf({ "t.ts": made(SHAPED, `z.string().describe(t("a"))`) })).toEqual({ t: "" });
  });
  test("what stands in the schema that it makes runs", () => {
    expect(toolsOf({ "t.ts": made(SHAPED, `z.string().refine((one) => { unlinkSync("/x"); return one === ""; })`) })).toEqual({
      t: "fs.write.delete /x",
    });
  });
  test("a helper that puts it into a schema has it run", () => {
    const refined = `const shaped = (check: (one: any) => any) => (_: any) => ({ a: z.string().refine(check) });`;
    expect(toolsOf({ "t.ts": made(refined, `unlinkSync("/x")`) })).toEqual({ t: "fs.write.delete /x" });
  });
});
