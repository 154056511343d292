import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type * as Zod3 from "zod/v3";
import { withPolicy } from "../../../src/index.ts";
import { schemaRoles } from "../../../src/runtime/gate/schema-roles.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

const load = createRequire(import.meta.url);
const { z: z3 } = load("zod/v3") as typeof Zod3;

describe("what a schema says of its arguments", () => {
  const properties = {
    page: { type: "string", format: "uri" },
    pages: { type: "array", items: { type: "string", format: "uri-reference" } },
    machine: { anyOf: [{ type: "string", format: "ipv4" }, { type: "null" }] },
    note: { type: "string" },
    when: { type: "string", format: "date-time" },
  };
  const told = { page: "url", pages: "url", machine: "host" };
  test.each<readonly [string, object]>([
    ["JSON Schema", { inputSchema: { type: "object", properties } }],
    ["JSON Schema in an object of the AI SDK", { inputSchema: { jsonSchema: { type: "object", properties } } }],
    ["parameters of OpenAI", { parameters: { type: "object", properties } }],
    [
      "zod 4",
      {
        inputSchema: z.object({
          page: z.url(),
          pages: z.array(z.url()).optional(),
          machine: z.ipv4().nullable(),
          note: z.string(),
        }),
      },
    ],
    [
      "zod 4, a bare shape",
      { inputSchema: { page: z.url().default("https://a.example/"), pages: z.array(z.url()), machine: z.union([z.ipv4(), z.ipv6()]) } },
    ],
    [
      "zod 3",
      {
        schema: z3.object({
          page: z3.string().url().optional(),
          pages: z3.array(z3.string().url()),
          machine: z3.string().ip(),
          note: z3.string(),
        }),
      },
    ],
    [
      "zod 3, refined",
      { schema: z3.object({ page: z3.string().url(), pages: z3.string().url(), machine: z3.string().ip() }).refine(() => true) },
    ],
  ])("%s", (_, tool) => {
    expect(Object.fromEntries(schemaRoles(tool))).toEqual(told);
  });

  test.each<readonly [string, object]>([
    ["no schema", {}],
    ["what is none", { inputSchema: 1, parameters: "x" }],
    [
      "one that throws",
      {
        inputSchema: {
          get properties(): never {
            throw new Error("no");
          },
        },
      },
    ],
    [
      "one without end",
      (() => {
        const schema: Record<string, unknown> = {};
        schema["jsonSchema"] = schema;
        return { inputSchema: schema };
      })(),
    ],
  ])("%s says nothing", (_, tool) => {
    expect(schemaRoles(tool).size).toBe(0);
  });
});

test("a schema is looked for eight levels deep", () => {
  const nested = (depth: number): object => (depth === 0 ? { properties: { page: { format: "uri" } } } : { jsonSchema: nested(depth - 1) });
  const field = (depth: number): object => (depth === 0 ? { format: "uri" } : { items: field(depth - 1) });
  expect([8, 9].map((depth) => schemaRoles({ inputSchema: nested(depth) }).size)).toEqual([1, 0]);
  expect([8, 9].map((depth) => schemaRoles({ inputSchema: { properties: { page: field(depth) } } }).size)).toEqual([1, 0]);
});

describe("an argument that the schema calls an address is judged as one", () => {
  const policy = { net: ["api.example"] };
  const inputSchema = z.object({ page: z.url(), value: z.url(), path: z.url() });
  const execute = async () => Promise.resolve("ran");
  const verdict = async (run: (input: object) => Promise<unknown>, input: object): Promise<unknown> =>
    run(input).catch((error: unknown) => (error as { readonly denial?: { readonly id: string } }).denial?.id);
  const fence = () => fenceIn({ manifest: manifestOf({ t: { policy } }), workspace: folder({}) });
  const tools = {
    without: () => fence().wrap({ name: "t", execute }).execute,
    fenced: () =>
      fence().wrap({ name: "t", inputSchema, execute } as { name: string; execute: (input: object) => Promise<unknown> }).execute,
    alone: () => withPolicy(policy, { inputSchema, execute } as { execute: (input: object) => Promise<unknown> }).execute,
  };
  test.each([
    [{ page: "evil.example" }, "ran", "net.outside"],
    [{ page: "api.example" }, "ran", "ran"],
    [{ value: "https://evil.example/" }, "ran", "net.outside"],
    // A name that says what is opened says more.
    [{ path: "/etc/shadow" }, "path.denied", "path.denied"],
  ])("%j: %s without the schema, %s with it", async (input, without, within) => {
    expect([await verdict(tools.without(), input), await verdict(tools.fenced(), input), await verdict(tools.alone(), input)]).toEqual([
      without,
      within,
      within,
    ]);
  });

  test("for a tool of an MCP server as well", async () => {
    const handlers = new Map<string, (request: object) => Promise<unknown>>([["tools/call", async () => Promise.resolve({ content: [] })]]);
    const server = {
      _requestHandlers: handlers,
      setRequestHandler: () => undefined,
      _registeredTools: { t: { handler: execute, inputSchema } },
    };
    fence().mcpServer(server);
    const call = async (page: string): Promise<unknown> => handlers.get("tools/call")?.({ params: { name: "t", arguments: { page } } });
    expect([await call("api.example"), await call("evil.example")]).toMatchObject([{ content: [] }, { isError: true }]);
  });
});
