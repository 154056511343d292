/** Six lines that every example starts with; what is linted begins at line 7. */
export const header = `import { readFile, unlink, writeFile, rename, appendFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { tool } from "ai";
import { withPolicy, definePolicy } from "toolfence";
const server = new McpServer({ name: "s", version: "1" });
`;

/** An AI SDK tool around an executor's body, under a policy. */
export const guarded = (policy: string, body: string, parameters = "{ path }"): string =>
  `${header}export const t = withPolicy(${policy}, tool({ description: "d", inputSchema: {}, execute: async (${parameters}) => ${body} }));\n`;

/** The same without a policy. */
export const bare = (body: string, parameters = "{ path }"): string =>
  `${header}export const t = tool({ description: "d", inputSchema: {}, execute: async (${parameters}) => ${body} });\n`;
