/** The packages by which a framework's primitives come. */
export const MCP_V1 = ["@modelcontextprotocol/sdk"];
export const MCP = ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "@modelcontextprotocol/core", "mcp-handler", "agents"];
export const AI = ["ai", "@ai-sdk/provider-utils"];
export const LANGCHAIN = ["@langchain/core", "langchain"];
export const OPENAI_AGENTS = ["@openai/agents", "@openai/agents-core", "@openai/agents-realtime"];
export const PI = [
  "@mariozechner/pi-coding-agent",
  "@mariozechner/pi-agent-core",
  "@earendil-works/pi-coding-agent",
  "@earendil-works/pi-agent-core",
  "openclaw",
];
