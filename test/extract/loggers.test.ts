import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const made = (
  transports: string,
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import winston from "winston";
const inner = winston.createLogger({ level: "info", transports: ${transports} });
export const logger = { info: (m: string) => inner.child({ a: 1 }).info(m) };
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { logger.info("a"); return { content: [] }; });`;

test("what logs to a file writes that file, and what logs to the console does not", () => {
  expect(
    toolsOf({ "t.ts": made(`[new winston.transports.Console(), new winston.transports.File({ filename: "/var/log/a.log" })]`) }),
  ).toEqual({
    t: "fs.write /var/log/a.log",
  });
  expect(toolsOf({ "t.ts": made("[new winston.transports.Console()]") })).toEqual({ t: "" });
  expect(toolsOf({ "t.ts": made(`new winston.transports.Http({ host: "log.example" })`) })).toEqual({ t: "net.connect log.example" });
});
