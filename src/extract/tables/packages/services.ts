import type { PackageModel } from "./kinds.ts";
import { NET, service } from "./kinds.ts";

/** Clients of services. */
export const servicesModels: Readonly<Record<string, PackageModel>> = {
  openai: service(">=4", "api.openai.com:443", { "toFile zodFunction zodResponseFormat zodTextFormat zodResponsesFunction": "pure" }),
  "@anthropic-ai/sdk": service(">=0.20", "api.anthropic.com:443", { "betaZodTool betaTool": "pure" }),
  "@google/genai": service(">=0.5", "generativelanguage.googleapis.com:443", {
    "createUserContent createPartFromBase64 createPartFromUri createPartFromText createModelContent mcpToTool": "pure",
  }),
  "@google/generative-ai": service(">=0.5", "generativelanguage.googleapis.com:443", { getGenerativeModel: "->this" }),
  "@mistralai/mistralai": service(">=0.1", "api.mistral.ai:443"),
  "cohere-ai": service(">=7", "api.cohere.com:443"),
  "groq-sdk": service(">=0.3", "api.groq.com:443"),
  ollama: service(">=0.5"),
  replicate: service(">=0.20", "api.replicate.com:443"),
  "together-ai": service(">=0.6"),
  "@huggingface/inference": service(">=2", "router.huggingface.co:443"),
  "@tavily/core": service(">=0.0.1", "api.tavily.com:443", { tavily: "->self" }),
  "exa-js": service(">=1", "api.exa.ai:443"),
  "@mendable/firecrawl-js": service(">=1", "api.firecrawl.dev:443"),
  firecrawl: service(">=1", "api.firecrawl.dev:443"),
  "@e2b/code-interpreter": service(">=1", undefined, {
    "Sandbox.create Sandbox.connect Sandbox.list": "net.connect env.read=E2B_API_KEY ->self",
  }),
  e2b: service(">=1", undefined, { "Sandbox.create Sandbox.connect Sandbox.list": "net.connect env.read=E2B_API_KEY ->self" }),
  "@daytonaio/sdk": service(">=0.1", undefined, {
    Daytona: "env.read=DAYTONA_API_KEY",
    "Daytona.new.create Daytona.new.get": "net.connect ->self",
  }),
  "@daytona/sdk": service(">=0.1", undefined, {
    Daytona: "env.read=DAYTONA_API_KEY",
    "Daytona.new.create Daytona.new.get": "net.connect ->self",
  }),
  "@vercel/sandbox": service(">=0.0.1"),
  "@vercel/blob": service(">=0.20"),
  "@vercel/kv": service(">=1"),
  stripe: service(">=10", "api.stripe.com:443", { "webhooks.constructEvent": "pure" }),
  twilio: service(">=3"),
  "@sendgrid/mail": service(">=7", "api.sendgrid.com:443", { setApiKey: "pure" }),
  resend: service(">=1", "api.resend.com:443"),
  nodemailer: service(">=6", undefined, { createTransport: "->self" }),
  "@slack/web-api": service(">=5", "slack.com:443"),
  "@slack/bolt": service(">=3"),
  "discord.js": service(">=13"),
  telegraf: service(">=4"),
  "@notionhq/client": service(">=1", "api.notion.com:443", { "isFullPage isFullDatabase isNotionClientError": "pure" }),
  "@linear/sdk": service(">=1", "api.linear.app:443"),
  "jira.js": service(">=2"),
  airtable: service(">=0.11"),
  googleapis: service(">=60", undefined, { "google.auth.OAuth2 google.auth.GoogleAuth google.options": "pure" }),
  "google-auth-library": service(">=7"),
  "@google-cloud/storage": service(">=5"),
  "@google-cloud/bigquery": service(">=5"),
  "@google-cloud/logging": service(">=9"),
  "@google-cloud/firestore": service(">=4"),
  "@google-cloud/vertexai": service(">=1"),
  "firebase-admin": service(">=9", undefined, {
    "initializeApp cert applicationDefault getApps": "pure",
    "credential.cert credential.applicationDefault": "pure",
  }),
  firebase: service(">=9", undefined, { initializeApp: "pure" }),
  "@supabase/supabase-js": service(">=1", undefined, { createClient: "->self" }),
  "@upstash/redis": service(">=1"),
  "@upstash/vector": service(">=1"),
  "@upstash/context7-sdk": service(">=0.0.1", "context7.com:443"),
  "@pinecone-database/pinecone": service(">=1", undefined, { "index Index namespace": "->this" }),
  "@qdrant/js-client-rest": service(">=1"),
  chromadb: service(">=1"),
  "weaviate-client": service(">=2"),
  "@elastic/elasticsearch": service(">=7"),
  "@opensearch-project/opensearch": service(">=1"),
  algoliasearch: service(">=4"),
  meilisearch: service(">=0.20"),
  "@azure/identity": service(">=3"),
  "@azure/storage-blob": service(">=12", undefined, { "getContainerClient getBlobClient getBlockBlobClient": "->this" }),
  "azure-devops-node-api": service(">=11"),
  "@kubernetes/client-node": service(">=0.16", undefined, {
    "KubeConfig.new.loadFromDefault KubeConfig.new.loadFromFile": "fs.read env.read",
    "KubeConfig.new.makeApiClient": "->this",
    "KubeConfig.new.loadFromString KubeConfig.new.loadFromOptions KubeConfig.new.getContexts KubeConfig.new.getCurrentContext KubeConfig.new.setCurrentContext KubeConfig.new.getCurrentCluster KubeConfig.new.exportConfig KubeConfig.new.getContextObject KubeConfig.new.addContext KubeConfig.new.addCluster KubeConfig.new.addUser KubeConfig.new.getClusters KubeConfig.new.getUsers KubeConfig.new.getCurrentUser":
      "pure",
  }),
  "@sentry/node": { range: ">=7", rest: "pure", rows: {} },
  "posthog-node": service(">=2"),
  "@browserbasehq/sdk": service(">=2", "api.browserbase.com:443"),
  "@browserbasehq/stagehand": service(">=1", undefined, { "new context.pages context.newPage": "->this" }),
  agentmail: service(">=0.0.1"),
  "youtube-transcript": service(">=1", "www.youtube.com:443"),
  "@atproto/api": service(">=0.6"),
  viem: service(">=1", undefined, {
    "parseUnits formatUnits parseEther formatEther encodeFunctionData decodeFunctionResult getAddress isAddress parseAbi parseAbiItem parseEventLogs keccak256 toHex fromHex hexToString stringToHex toBytes encodeAbiParameters decodeAbiParameters decodeEventLog encodePacked concat pad zeroAddress erc20Abi namehash padHex hexToBigInt numberToHex isHex maxUint256 size slice concatHex hashMessage hashTypedData recoverAddress parseGwei formatGwei encodeDeployData getContractAddress http fallback webSocket custom defineChain":
      "pure",
    "createPublicClient createWalletClient createClient createTestClient extend": "->self",
    getContract: "->self",
  }),
  ethers: service(">=5", undefined, {
    "utils.parseEther utils.formatEther parseEther formatEther parseUnits formatUnits utils.parseUnits utils.formatUnits isAddress getAddress Wallet.createRandom keccak256 toUtf8Bytes":
      "pure",
  }),
  "@solana/web3.js": service(">=1", undefined, {
    "PublicKey Keypair.generate Keypair.fromSecretKey Transaction SystemProgram.transfer toBase58 toBuffer toBytes PublicKey.findProgramAddressSync add clusterApiUrl":
      "pure",
  }),
  "@modelcontextprotocol/sdk": {
    range: ">=1",
    rest: "pure",
    rows: {
      "Client.connect": "net.connect exec.spawn",
      "Client.callTool Client.listTools Client.readResource Client.listResources Client.listResourceTemplates Client.getPrompt Client.listPrompts Client.ping Client.complete Client.request Client.subscribeResource":
        NET,
    },
  },
  "@modelcontextprotocol/client": service(">=2", undefined, {
    StdioClientTransport: "exec.spawn",
    "setRequestHandler setNotificationHandler": "pure",
  }),
};
