import type { PackageModel } from "./kinds.ts";
import { NET, each, service } from "./kinds.ts";

const GENERATES =
  "generate stream network generateVNext streamVNext generateLegacy streamLegacy generateText streamText generateObject streamObject";

const OPENAI_AGENTS: PackageModel = {
  range: ">=0.0.1",
  rest: "pure",
  rows: {
    "run Runner.new.run": NET,
    "MCPServerStdio.new.connect": "exec.spawn",
    "MCPServerStreamableHttp.new.connect": NET,
    "RunContext.context": "is:0",
  },
};

/** Agent frameworks and the models that they call; our own gated input and output among them. */
export const agentsModels: Readonly<Record<string, PackageModel>> = {
  // granted or not, it is what the tool does
  toolfence: {
    range: ">=0.1",
    rest: "pure",
    rows: {
      "io.readText io.list": "fs.read@0",
      "io.writeText": "fs.write@0",
      "io.fetch": "!fetch",
      "io.exec": "!spawn",
      "io.env": "env.read@0",
      createFence: "fs.read fs.write ->self",
      "createFence.wrap createFence.mcpServer": "->0",
      runConfined: "exec.spawn",
      "pendingApprovals resolveApproval": "fs.write",
      listPending: "fs.read",
    },
  },
  ai: {
    range: ">=3",
    rest: "pure",
    rows: {
      "generateText streamText generateObject streamObject embed embedMany generateImage experimental_generateImage generateSpeech experimental_generateSpeech transcribe experimental_transcribe rerank":
        NET,
      "ToolLoopAgent Experimental_Agent": "->self",
      "ToolLoopAgent.new.generate ToolLoopAgent.new.stream Experimental_Agent.new.generate Experimental_Agent.new.stream": NET,
      "createMCPClient experimental_createMCPClient": `${NET} exec.spawn ->type:McpClient`,
    },
  },
  "@elizaos/core": {
    range: ">=0.1",
    rest: "pure",
    rows: {
      "generateText generateObject generateObjectDeprecated generateObjectArray generateMessageResponse generateShouldRespond generateTrueOrFalse generateImage generateCaption embed useModel":
        NET,
      // What a runtime keeps is the host's.
      "IAgentRuntime.* AgentRuntime.* Runtime.*": "pure",
      "IAgentRuntime.fetch AgentRuntime.fetch": NET,
      // Whatever a plugin has put there.
      "IAgentRuntime.getService AgentRuntime.getService": "->unknown",
    },
  },
  "@mastra/core": {
    range: ">=0.1",
    rest: "pure",
    isKeeper: true,
    rows: {
      "createStep createWorkflow then parallel branch dowhile dountil foreach map commit createRun createRunAsync": "->client",
      "createRun.start createRunAsync.start createRun.stream createRunAsync.stream": "runs",
      Mastra: "->client",
      "getWorkflow getWorkflowById getLegacyWorkflow": "->held.workflows",
      "getAgent getAgentById getVector getStorage": "->self",
      [GENERATES]: NET,
      [each("MastraVector getVector", "query upsert createIndex deleteIndex updateVector deleteVector describeIndex listIndexes")]: NET,
    },
  },
  "@voltagent/core": { range: ">=0.1", rest: "pure", rows: { [each("Agent", GENERATES)]: NET } },
  "@strands-agents/sdk": { range: ">=0.1", rest: "pure", rows: { [each("Agent", "invoke stream")]: NET } },
  inngest: { range: ">=3", rest: "pure", rows: { "Inngest.send Inngest.new.send": NET } },
  "@cyanheads/mcp-ts-core": {
    range: ">=0.1",
    rest: "unlisted",
    links: { z: "pkg:zod" },
    rows: {
      "tool resource prompt disabledTool createApp parseEnvConfig z JsonRpcErrorCode McpError requestContextService logger": "pure",
      "notFound conflict forbidden unauthorized validationError invalidParams invalidRequest internalError serviceUnavailable rateLimited timeout configurationError databaseError serializationError":
        "pure",
      "recoveryFor fail enrich debug info notice warning error": "pure",
      "httpErrorFromResponse withRetry requestContextService.createRequestContext": "pure",
      fetchWithTimeout: "!fetch",
    },
  },
  "@langchain/mcp-adapters": { range: ">=0.1", rest: "net.connect exec.spawn", rows: {} },
  "@openai/agents": OPENAI_AGENTS,
  "@openai/agents-core": OPENAI_AGENTS,
  "beeai-framework": { range: ">=0.1", rest: "pure", rows: { "run create createStream createStructure createEmbedding": NET } },
  "mcp-framework": { range: ">=0.1", rest: "pure", rows: { fetch: "!fetch" } },
  "@ai-sdk/mcp": {
    range: ">=0.0.1",
    rest: `${NET} exec.spawn`,
    rows: { "createMCPClient experimental_createMCPClient": `${NET} exec.spawn ->type:McpClient` },
  },
  agnost: service(">=0.0.1", undefined, { "trackMCP createConfig": "pure" }),
  "@coinbase/agentkit": service(">=0.1", undefined, {
    "customActionProvider CreateAction getNetwork getName getAddress supportsNetwork": "pure",
  }),
  "@coinbase/onchainkit": service(">=0.30", undefined, { "getOnrampBuyUrl getOnrampUrl": "pure" }),
  "@coinbase/cdp-sdk": service(">=1", undefined, {}),
  "@zerodev/intent": service(">=0.0.1", undefined, { createIntentClient: "->self" }),
  "@zerodev/sdk": service(">=5"),
  "@cloudflare/workers-types": { range: ">=4", rest: NET, rows: {} },
  "@silvia-odwyer/photon-node": { range: ">=0.3", rest: "code.native", rows: {} },
  "@jimp/core": { range: ">=1", rest: "pure", rows: { createJimp: "->self", read: "fs.read@0", write: "fs.write@0" } },
  "@anthropic-ai/sandbox-runtime": {
    range: ">=0.0.1",
    rest: "exec.spawn fs.write",
    rows: { "wrapWithSandbox isSupportedPlatform": "pure" },
  },
  "@langchain/tavily": service(">=0.0.1", "api.tavily.com:443"),
  "@langchain/langgraph-sdk": service(">=0.0.1", undefined, { "typedUi typedUi.push typedUi.delete": "pure" }),
  langsmith: service(">=0.1", "api.smith.langchain.com:443", {
    "traceable wrapOpenAI wrapSDK": "->0",
    "getCurrentRunTree isTraceableFunction": "pure",
  }),
  "portkey-ai": service(">=1"),
  "@anthropic-ai/vertex-sdk": service(">=0.3"),
  "@anthropic-ai/bedrock-sdk": service(">=0.3"),
};
