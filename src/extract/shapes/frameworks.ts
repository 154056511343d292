import type { CallShape, ClassShape, DecoratorShape, FileShape, SinkShape } from "./format.ts";

const MCP_V1 = ["@modelcontextprotocol/sdk"];
const MCP = ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "@modelcontextprotocol/core", "mcp-handler", "agents"];
const AI = ["ai", "@ai-sdk/provider-utils"];
const AI_HOOKS = ["A0.needsApproval", "A0.description", "A0.onInputStart", "A0.onInputDelta", "A0.onInputAvailable", "A0.toModelOutput"];
const AI_VERSIONS = ["", "_20241022", "_20250124", "_20250429", "_20250728"];
const LANGCHAIN = ["@langchain/core", "langchain"];
const OPENAI_AGENTS = ["@openai/agents", "@openai/agents-core", "@openai/agents-realtime"];
const PI = ["@mariozechner/pi-coding-agent", "@mariozechner/pi-agent-core", "openclaw"];

/** Tools that are declared by calling a function or a method. */
export const callShapes: readonly CallShape[] = [
  { framework: "mcp", packages: MCP, callee: "registerTool", name: "A0", exec: ["LAST"], config: "A1", loose: "named-function" },
  {
    framework: "mcp",
    packages: MCP,
    callee: "registerToolTask",
    name: "A0",
    exec: ["LAST.createTask", "LAST.getTask", "LAST.getTaskResult"],
    config: "A1",
  },
  { framework: "mcp", packages: MCP_V1, callee: "tool", name: "A0", exec: ["LAST"], config: "A1|A2|A3", loose: "named-function" },
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
  {
    framework: "ai-sdk",
    packages: AI,
    callee: "tool",
    name: "KEY|A0.name",
    exec: ["A0.execute"],
    hooks: AI_HOOKS,
    config: "A0",
  },
  { framework: "ai-sdk", packages: AI, callee: "dynamicTool", name: "KEY|A0.name", exec: ["A0.execute"], hooks: AI_HOOKS, config: "A0" },
  ...["bash", "computer", "textEditor", "shell", "localShell", "applyPatch"].flatMap((stem) =>
    AI_VERSIONS.map((version): CallShape => ({
      framework: "ai-sdk",
      packages: ["@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/google", "@ai-sdk/amazon-bedrock"],
      callee: `${stem}${version}`,
      name: `KEY|=${stem}`,
      exec: ["A0.execute"],
      config: "A0",
    })),
  ),
  { framework: "langchain", packages: LANGCHAIN, callee: "tool", name: "A1.name|KEY", exec: ["A0"], config: "A1" },
  { framework: "langchain", packages: LANGCHAIN, callee: "DynamicStructuredTool", name: "A0.name|KEY", exec: ["A0.func"], config: "A0" },
  { framework: "langchain", packages: LANGCHAIN, callee: "DynamicTool", name: "A0.name|KEY", exec: ["A0.func"], config: "A0" },
  {
    framework: "openai-agents",
    packages: OPENAI_AGENTS,
    callee: "tool",
    name: "A0.name|FN:A0.execute",
    exec: ["A0.execute"],
    hooks: ["A0.needsApproval", "A0.isEnabled", "A0.errorFunction"],
    config: "A0",
    normalise: "underscores",
  },
  {
    framework: "openai-agents",
    packages: OPENAI_AGENTS,
    callee: "shellTool",
    name: "A0.name|=shell",
    exec: ["A0.shell.run"],
    config: "A0",
  },
  {
    framework: "openai-agents",
    packages: OPENAI_AGENTS,
    callee: "applyPatchTool",
    name: "A0.name|=apply_patch",
    exec: ["A0.editor.createFile", "A0.editor.updateFile", "A0.editor.deleteFile"],
    config: "A0",
  },
  {
    framework: "claude-agent-sdk",
    packages: ["@anthropic-ai/claude-agent-sdk", "@anthropic-ai/claude-code"],
    callee: "tool",
    name: "A0",
    exec: ["A3"],
    config: "A1|A4",
  },
  {
    framework: "anthropic",
    packages: ["@anthropic-ai/sdk"],
    callee: "betaZodTool",
    name: "A0.name",
    exec: ["A0.run", "A0.close"],
    config: "A0",
  },
  {
    framework: "anthropic",
    packages: ["@anthropic-ai/sdk"],
    callee: "betaTool",
    name: "A0.name",
    exec: ["A0.run", "A0.close"],
    config: "A0",
  },
  {
    framework: "anthropic",
    packages: ["@anthropic-ai/sdk"],
    callee: "betaStandardSchemaTool",
    name: "A0.name",
    exec: ["A0.run", "A0.close"],
    config: "A0",
  },
  {
    framework: "anthropic",
    packages: ["@anthropic-ai/sdk"],
    callee: "betaMemoryTool",
    name: "A0.name|=memory",
    exec: ["A0.view", "A0.create", "A0.str_replace", "A0.insert", "A0.delete", "A0.rename"],
    config: "A0",
  },
  { framework: "openai", packages: ["openai"], callee: "zodFunction", name: "A0.name", exec: ["A0.function"], config: "A0" },
  { framework: "openai", packages: ["openai"], callee: "zodResponsesFunction", name: "A0.name", exec: ["A0.function"], config: "A0" },
  { framework: "openai", packages: ["openai"], callee: "ParsingToolFunction", name: "A0.name", exec: ["A0.function"], config: "A0" },
  { framework: "openai", packages: ["openai"], callee: "runnerFunction", name: "A0.tool.name|A0.name", exec: ["A0.execute"], config: "A0" },
  { framework: "openai", packages: ["openai"], callee: "standardFunction", name: "A0.name", exec: ["A0.function"], config: "A0" },
  {
    framework: "mastra",
    packages: ["@mastra/core", "@mastra/core/tools"],
    callee: "createTool",
    name: "KEY|A0.id",
    exec: ["A0.execute"],
    hooks: ["A0.requireApproval", "A0.onInputStart", "A0.onInputAvailable", "A0.onOutput", "A0.toModelOutput"],
    config: "A0",
  },
  {
    framework: "mastra",
    packages: ["@mastra/core", "@mastra/core/tools"],
    callee: "Tool",
    name: "KEY|A0.id",
    exec: ["A0.execute"],
    config: "A0",
  },
  {
    framework: "fastmcp",
    packages: ["fastmcp"],
    callee: "addTool",
    name: "A0.name",
    exec: ["A0.execute"],
    hooks: ["A0.canAccess"],
    config: "A0",
    loose: "definition",
  },
  {
    framework: "genkit",
    packages: ["genkit", "@genkit-ai/ai"],
    callee: "defineTool",
    name: "A0.name",
    exec: ["A1"],
    config: "A0",
    loose: "definition",
  },
  { framework: "genkit", packages: ["genkit", "@genkit-ai/ai"], callee: "dynamicTool", name: "A0.name", exec: ["A1"], config: "A0" },
  { framework: "genkit", packages: ["genkit", "@genkit-ai/ai"], callee: "tool", name: "A0.name", exec: ["A1"], config: "A0" },
  { framework: "voltagent", packages: ["@voltagent/core"], callee: "createTool", name: "A0.name", exec: ["A0.execute"], config: "A0" },
  { framework: "voltagent", packages: ["@voltagent/core"], callee: "tool", name: "A0.name", exec: ["A0.execute"], config: "A0" },
  {
    framework: "llamaindex",
    packages: ["llamaindex", "@llamaindex/core"],
    callee: "from",
    name: "A1.name|A0.name",
    exec: ["A0", "A0.execute"],
    config: "A1",
  },
  {
    framework: "llamaindex",
    packages: ["llamaindex", "@llamaindex/core"],
    callee: "tool",
    name: "A1.name|A0.name",
    exec: ["A0", "A0.execute"],
    config: "A1",
  },
  {
    framework: "llamaindex",
    packages: ["llamaindex", "@llamaindex/core"],
    callee: "FunctionTool",
    name: "A1.name",
    exec: ["A0"],
    config: "A1",
  },
  { framework: "voltagent", packages: ["@voltagent/core"], callee: "Tool", name: "A0.name", exec: ["A0.execute"], config: "A0" },
  {
    framework: "google-adk",
    packages: ["@google/adk"],
    callee: "FunctionTool",
    name: "A0.name|FN:A0.execute",
    exec: ["A0.execute"],
    hooks: ["A0.requireConfirmation"],
    config: "A0",
  },
  {
    framework: "google-adk",
    packages: ["@google/adk"],
    callee: "LongRunningFunctionTool",
    name: "A0.name|FN:A0.execute",
    exec: ["A0.execute"],
    config: "A0",
  },
  { framework: "strands", packages: ["@strands-agents/sdk"], callee: "tool", name: "A0.name", exec: ["A0.callback"], config: "A0" },
  {
    framework: "agentkit-inngest",
    packages: ["@inngest/agent-kit"],
    callee: "createTool",
    name: "A0.name",
    exec: ["A0.handler"],
    config: "A0",
  },
  { framework: "copilotkit", packages: ["@copilotkit/runtime"], callee: "defineTool", name: "A0.name", exec: ["A0.execute"], config: "A0" },
  {
    framework: "copilotkit",
    packages: ["@copilotkit/react-core"],
    callee: "useCopilotAction",
    name: "A0.name",
    exec: ["A0.handler"],
    config: "A0",
  },
  {
    framework: "copilotkit",
    packages: ["@copilotkit/react-core"],
    callee: "useFrontendTool",
    name: "A0.name",
    exec: ["A0.handler"],
    config: "A0",
  },
  { framework: "copilot-sdk", packages: ["@github/copilot-sdk"], callee: "defineTool", name: "A0", exec: ["A1.handler"], config: "A1" },
  { framework: "vscode", packages: ["vscode"], callee: "registerTool", name: "A0", exec: ["A1.invoke", "A1.prepareInvocation"] },
  {
    framework: "pi",
    packages: PI,
    callee: "registerTool",
    name: "A0.name|A1.name",
    exec: ["A0.execute"],
    config: "A0",
    loose: "definition",
    input: 1,
  },
  { framework: "pi", packages: PI, callee: "defineTool", name: "A0.name|KEY", exec: ["A0.execute"], config: "A0", input: 1 },
  { framework: "opencode", packages: ["@opencode-ai/plugin"], callee: "tool", name: "KEY", exec: ["A0.execute"], config: "A0" },
  { framework: "mcp-use", packages: ["mcp-use"], callee: "tool", name: "A0.name", exec: ["A1", "A0.cb"], config: "A0" },
  { framework: "tanstack", packages: ["@tanstack/ai"], callee: "server", name: "RECV.A0.name|KEY", exec: ["A0"] },
  { framework: "tanstack", packages: ["@tanstack/ai"], callee: "client", name: "RECV.A0.name|KEY", exec: ["A0"] },
  { framework: "webmcp", packages: ["@mcp-b/global"], callee: "registerTool", name: "A0.name", exec: ["A0.execute"], config: "A0" },
];

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
  },
];

export const decoratorShapes: readonly DecoratorShape[] = [
  { framework: "mcp-nest", packages: ["@rekog/mcp-nest"], decorator: "Tool", name: "A0.name|MEMBER" },
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
    framework: "opencode",
    path: /(?:^|\/)\.opencode\/tools?\/[^/]+\.[cm]?[jt]s$/u,
    exports: "*",
    exec: ["execute"],
  },
];

/** Exported names that stay framework primitives even where the framework's own source is at hand. */
export const frameworkExports: ReadonlySet<string> = new Set([
  ...callShapes.flatMap((shape) => shape.packages.flatMap((name) => [`${name} ${shape.callee}`])),
  ...classShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.base}`)),
  ...decoratorShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.decorator}`)),
  ...[...MCP].flatMap((name) => [`${name} McpServer`, `${name} Server`, `${name} CallToolRequestSchema`, `${name} ListToolsRequestSchema`]),
  ...sinkShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.callee}`)),
  "@tanstack/ai toolDefinition",
  "langchain createAgent",
  "langchain initChatModel",
  "@langchain/langgraph createReactAgent",
  "ai generateText",
  "ai streamText",
  "ai generateObject",
  "@openai/agents run",
  "toolfence withPolicy",
  "toolfence definePolicy",
  "fastmcp FastMCP",
  "genkit genkit",
  "genkit Genkit",
  "mcp-use MCPServer",
]);

const nameOf = (shape: { readonly callee: string } | { readonly base: string } | { readonly decorator: string }): string =>
  "callee" in shape ? shape.callee : "base" in shape ? shape.base : shape.decorator;
const SHAPES = [...callShapes, ...classShapes, ...decoratorShapes, ...sinkShapes];
const DECLARING = [...callShapes, ...classShapes, ...decoratorShapes];

/** Words that say nothing by themselves. */
const EVERYDAY = new Set(["from", "server", "client", "shell", "bash", "computer", "tool", "Tool"]);
/** `tool` and `Tool` as they must stand where something is declared with them: called, or taken under another name. */
const CALLED = /\b[Tt]ool\s*(?:\(|<[^;{}()]{0,200}>\s*\(|as\b|`)/u;

/** Names by which a file gives itself away as one that may declare tools. */
const NAMES = new RegExp(
  `\\b(?:${[...new Set(DECLARING.map(nameOf))].filter((name) => !EVERYDAY.has(name)).join("|")}|toolDefinition|inputSchema|input_schema|functionDeclarations|withPolicy)\\b|\\b(?:extends|implements)\\s+\\w*Tool(?:Base)?\\b`,
  "u",
);
/** A file that imports a framework may register with it, under whatever name. */
const IMPORTS = new RegExp(
  `["'](?:${[...new Set(SHAPES.flatMap((shape) => shape.packages))].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&")).join("|")})(?:/[^"']*)?["']`,
  "u",
);
const DEFINITION = [
  /\bdescription\b/u,
  /\b(?:execute|handler|handle|func|callback|logic|invoke|run)\b/u,
  /\b(?:parameters|schema|args|paramsSchema|argsSchema|inputShape)\b/u,
];

/** A cheap look at a file: whether it can hold a tool at all. `path` has `/` between its parts. */
export const mayHoldTools = (text: string, path = ""): boolean =>
  NAMES.test(text) ||
  CALLED.test(text) ||
  (/[Tt]ool|action/u.test(text) && IMPORTS.test(text)) ||
  DEFINITION.every((pattern) => pattern.test(text)) ||
  fileShapes.some((shape) => shape.path.test(path));
