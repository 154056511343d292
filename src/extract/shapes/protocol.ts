import type { CallShape } from "./format.ts";
import { MCP, MCP_V1 } from "./package-names.ts";

/** Tools that are declared to a server of the protocol's own SDK. */
export const protocolShapes: readonly CallShape[] = [
  { framework: "mcp", packages: MCP, callee: "registerTool", name: "A0", exec: ["LAST"], config: "A1", loose: "named-function" },
  { framework: "mcp", packages: ["@modelcontextprotocol/ext-apps"], callee: "registerAppTool", name: "A1", exec: ["LAST"], config: "A2" },
  {
    framework: "mcp",
    packages: MCP,
    callee: "registerToolTask",
    name: "A0",
    exec: ["LAST.createTask", "LAST.getTask", "LAST.getTaskResult"],
    config: "A1",
  },
  {
    framework: "mcp",
    packages: MCP_V1,
    callee: "tool",
    name: "A0",
    exec: ["LAST"],
    config: "A1|A2|A3",
    positional: true,
    loose: "named-function",
  },
  {
    framework: "mcp",
    packages: ["@stripe/agent-toolkit"],
    callee: "paidTool",
    name: "A0",
    exec: ["A3"],
    config: "A1|A2",
    loose: "named-function",
  },
  { framework: "mcp", packages: ["@stripe/agent-toolkit"], callee: "registerPaidTool", name: "A1", exec: ["A4"], config: "A2|A3" },
  { framework: "mcp", packages: ["x402-mcp"], callee: "paidTool", name: "A0", exec: ["LAST"], config: "A1|A3", loose: "named-function" },
  {
    framework: "mcp",
    packages: MCP,
    callee: "setRequestHandler",
    name: "",
    exec: ["LAST"],
    first: ["CallToolRequestSchema", "tools/call"],
    dispatch: true,
    loose: "request",
  },
];
