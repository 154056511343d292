import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

test.each([
  ["StdioClientTransport", "client/stdio.js", "exec.spawn {dynamic}"],
  ["StreamableHTTPClientTransport", "client/streamableHttp.js", "net.connect {dynamic}"],
])("an MCP client reaches its server by its transport: %s", (name, from, expected) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ${name} } from "@modelcontextprotocol/sdk/${from}";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => {
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new ${name}({} as any));
} });`,
    }),
  ).toEqual({ t: expected });
});
