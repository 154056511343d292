import type { PackageModel } from "./kinds.ts";
import { NET } from "./kinds.ts";

/** Providers of models for the `ai` package: the vendors' own, and others. */
const PROVIDERS = `
@ai-sdk/alibaba @ai-sdk/assemblyai @ai-sdk/black-forest-labs @ai-sdk/bytedance @ai-sdk/deepgram @ai-sdk/elevenlabs @ai-sdk/fal @ai-sdk/fireworks
@ai-sdk/gladia @ai-sdk/huggingface @ai-sdk/hume @ai-sdk/lmnt @ai-sdk/luma @ai-sdk/moonshotai @ai-sdk/open-responses @ai-sdk/prodia @ai-sdk/replicate
@ai-sdk/revai @databricks/ai-sdk-provider @aihubmix/ai-sdk-provider @helicone/ai-sdk-provider @requesty/ai-sdk @soniox/vercel-ai-sdk-provider
@llmgateway/ai-sdk-provider
@ai-sdk/amazon-bedrock @ai-sdk/anthropic @ai-sdk/azure @ai-sdk/baseten @ai-sdk/cerebras @ai-sdk/cohere @ai-sdk/deepinfra @ai-sdk/deepseek
@ai-sdk/google @ai-sdk/google-vertex @ai-sdk/groq @ai-sdk/mistral @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/perplexity @ai-sdk/togetherai
@ai-sdk/vercel @ai-sdk/xai
@openrouter/ai-sdk-provider ollama-ai-provider ollama-ai-provider-v2
`;

/** What a handle does when a program asks it, with no `ai` between. */
const ASKED: Readonly<Record<string, string>> = {
  "doGenerate doStream doEmbed doRerank doStart doStatus doEvaluate doCreateClientSecret getToken": NET,
};

/** What makes handles of models does nothing; what asks them connects. */
export const provider = (rows: Readonly<Record<string, string>> = {}): PackageModel => ({
  range: ">=0",
  rest: "->self",
  rows: { ...ASKED, ...rows },
});

/** Packages around `ai`: providers, and what binds it to other frameworks. */
export const modelProviderModels: Readonly<Record<string, PackageModel>> = {
  ...Object.fromEntries(
    PROVIDERS.split(/\s+/u)
      .filter(Boolean)
      .map((name) => [name, provider()]),
  ),
  "@ai-sdk/gateway": provider({ "getAvailableModels getCredits getSpendReport getGenerationInfo": NET }),
  "ai-sdk-ollama": provider({ "generateText streamText generate stream execute": NET }),
  // A program of the machine answers.
  "ai-sdk-provider-codex-cli": { range: ">=0", rest: "exec.spawn", rows: {} },
  // A deployment is asked over the network.
  "@ai-sdk/langchain": {
    range: ">=1",
    rest: "pure",
    rows: { "LangSmithDeploymentTransport.sendMessages LangSmithDeploymentTransport.reconnectToStream": NET },
  },
  "@ai-sdk/rsc": { range: ">=1", rest: "pure", rows: { streamUI: NET } },
  "@ai-sdk/ui-utils": { range: ">=1", rest: "pure", rows: { "callChatApi callCompletionApi": NET } },
  ...Object.fromEntries(
    ["@ai-sdk/solid", "@ai-sdk/svelte", "@ai-sdk/vue"].map((name) => [
      name,
      {
        range: ">=1",
        rest: "pure",
        rows: {
          "useChat useCompletion useAssistant useObject experimental_useObject": "->self",
          "sendMessage regenerate resumeStream append reload submit complete handleSubmit submitMessage": NET,
        },
      },
    ]),
  ),
  "@ai-sdk/devtools": {
    range: ">=0",
    rest: "pure",
    // What it notes stands in a folder beside the program, and its viewer is told of it.
    rows: { "devToolsMiddleware DevToolsTelemetry": "fs.read fs.write net.connect=localhost" },
  },
};
