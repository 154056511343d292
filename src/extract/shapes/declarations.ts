import type { ClassShape, DecoratorShape, FileShape, SinkShape } from "./format.ts";
import { LANGCHAIN } from "./package-names.ts";

/** Tools that are classes: what they extend or implement, and which method runs. */
export const classShapes: readonly ClassShape[] = [
  { framework: "langchain", packages: LANGCHAIN, base: "StructuredTool", name: "THIS.name", exec: ["_call"] },
  { framework: "langchain", packages: LANGCHAIN, base: "Tool", name: "THIS.name", exec: ["_call"] },
  { framework: "llamaindex", packages: ["llamaindex", "@llamaindex/core"], base: "BaseTool", name: "THIS.metadata.name", exec: ["call"] },
  { framework: "google-adk", packages: ["@google/adk"], base: "BaseTool", name: "SUPER0.name|THIS.name", exec: ["runAsync"] },
  { framework: "strands", packages: ["@strands-agents/sdk"], base: "Tool", name: "THIS.name", exec: ["stream"] },
  { framework: "mcp-framework", packages: ["mcp-framework"], base: "MCPTool", name: "THIS.name", exec: ["execute"] },
  { framework: "vscode", packages: ["vscode"], base: "LanguageModelTool", name: "CLASS", exec: ["invoke"] },
  {
    framework: "gemini-cli",
    packages: ["@google/gemini-cli-core"],
    base: "BaseDeclarativeTool",
    name: "SUPER0|STATIC.Name|THIS.name",
    exec: ["createInvocation().execute"],
    isUnmistakable: true,
  },
];

export const decoratorShapes: readonly DecoratorShape[] = [
  { framework: "mcp-nest", packages: ["@rekog/mcp-nest"], decorator: "Tool", name: "A0.name|MEMBER" },
  { framework: "goat", packages: ["@goat-sdk/core"], decorator: "Tool", name: "A0.name|SNAKE" },
  { framework: "agentkit", packages: ["@coinbase/agentkit"], decorator: "CreateAction", name: "A0.name|MEMBER" },
];

const MASTRA = ["@mastra/core", "@mastra/core/agent", "@mastra/core/mcp", "@mastra/mcp"];

/** Calls that are handed a collection of tools. */
export const sinkShapes: readonly SinkShape[] = [
  ...["generateText", "streamText", "ToolLoopAgent", "Experimental_Agent", "Agent"].map((callee): SinkShape => ({
    framework: "ai-sdk",
    packages: ["ai", "@ai-sdk/workflow"],
    callee,
    at: "A0.tools",
    name: "KEY",
    exec: ["execute"],
  })),
  ...["Agent", "MCPServer"].map((callee): SinkShape => ({
    framework: "mastra",
    packages: MASTRA,
    callee,
    at: "A0.tools",
    name: "KEY",
    exec: ["execute"],
  })),
  { framework: "fastmcp", packages: ["fastmcp"], callee: "addTools", at: "A0", name: "name", exec: ["execute"] },
  {
    framework: "claude-agent-sdk",
    packages: ["@anthropic-ai/claude-agent-sdk", "@anthropic-ai/claude-code"],
    callee: "createSdkMcpServer",
    at: "A0.tools",
    name: "name",
    exec: ["handler"],
  },
  {
    framework: "copilotkit",
    packages: ["@copilotkit/runtime"],
    callee: "CopilotRuntime",
    at: "A0.actions",
    name: "name",
    exec: ["handler"],
  },
  {
    framework: "openai",
    packages: ["openai"],
    callee: "runTools",
    at: "A0.tools",
    name: "function.name|FN:function.function",
    exec: ["function.function"],
  },
  { framework: "anthropic", packages: ["@anthropic-ai/sdk"], callee: "toolRunner", at: "A0.tools", name: "name", exec: ["run"] },
  ...["createAgent", "createReactAgent", "ToolNode", "bindTools"].map((callee): SinkShape => ({
    framework: "langchain",
    packages: [...LANGCHAIN, "@langchain/langgraph", "@langchain/langgraph/prebuilt"],
    callee,
    at: callee === "ToolNode" || callee === "bindTools" ? "A0" : "A0.tools",
    name: "name",
    exec: ["func"],
    keeps: true,
  })),
];

/** Files that are tools by where they lie. */
export const fileShapes: readonly FileShape[] = [
  {
    framework: "xmcp",
    dependency: "xmcp",
    path: /(?:^|\/)(?:src\/)?tools\/(?:.*\/)?[^/]+\.[cm]?[jt]sx?$/u,
    exports: "default",
    exec: [""],
    name: "metadata.name",
  },
  {
    framework: "nuxt",
    dependency: "@nuxtjs/mcp-toolkit",
    path: /(?:^|\/)server\/mcp\/tools\/(?:.*\/)?[^/]+\.[cm]?[jt]s$/u,
    exports: "default",
    exec: ["handler"],
    name: "default.name",
  },
  {
    framework: "opencode",
    path: /(?:^|\/)\.opencode\/tools?\/[^/]+\.[cm]?[jt]s$/u,
    exports: "*",
    exec: ["execute"],
  },
];
