import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

describe("chains, agents and stores of LangChain's until version 1", () => {
  const NET = "net.connect {dynamic}";
  test.each<[string, string, string]>([
    ['import { AgentExecutor } from "langchain/agents";', "new AgentExecutor({} as any).invoke({})", NET],
    ['import { createOpenAIFunctionsAgent } from "langchain/agents";', "(await createOpenAIFunctionsAgent({} as any)).invoke({})", NET],
    ['import { LLMChain } from "langchain/chains";', "new LLMChain({} as any).call({})", NET],
    ['import { RetrievalQAChain } from "@langchain/classic/chains";', "RetrievalQAChain.fromLLM({} as any, {} as any).invoke({})", NET],
    ['import { loadSummarizationChain } from "langchain/chains";', "loadSummarizationChain({} as any).run(a.t)", NET],
    ['import { MemoryVectorStore } from "langchain/vectorstores/memory";', "new MemoryVectorStore({} as any).similaritySearch(a.q)", NET],
    [
      'import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";',
      "(await MemoryVectorStore.fromTexts([], [], {} as any)).asRetriever().invoke(a.q)",
      NET,
    ],
    ['import { pull } from "langchain/hub";', 'pull("a/b")', NET],
    ['import { WebBrowser } from "langchain/tools/webbrowser";', "new WebBrowser({} as any).call(a.u)", NET],
    [
      'import { SqlDatabase } from "langchain/sql_db";',
      "(await SqlDatabase.fromDataSourceParams({} as any)).run(a.q)",
      `fs.read {dynamic}, fs.write {dynamic}, ${NET}`,
    ],
    [
      'import { LocalFileStore } from "langchain/storage/file_system";',
      '(await LocalFileStore.fromPath("/s")).mget([])',
      "fs.read {dynamic}, fs.write /s",
    ],
    [
      'import { StructuredOutputParser } from "langchain/output_parsers";',
      "StructuredOutputParser.fromZodSchema({} as any).parse(a.t)",
      "",
    ],
    ['import { PromptTemplate } from "langchain/prompts";', "new PromptTemplate({} as any).invoke({})", ""],
    ['import { InMemoryStore } from "langchain/storage/in_memory";', "new InMemoryStore().mset([])", ""],
    [
      'import { RecursiveCharacterTextSplitter } from "langchain/text_splitter";',
      "new RecursiveCharacterTextSplitter().transformDocuments([])",
      "",
    ],
    [
      'import { CommaSeparatedListOutputParser } from "@langchain/classic/output_parsers";',
      "new CommaSeparatedListOutputParser().invoke(a.t)",
      "",
    ],
    ['import { PromptTemplate } from "langchain/prompts";', 'PromptTemplate.fromTemplate("x").invoke({})', ""],
    [
      'import { readFileSync } from "node:fs"; import { DynamicTool } from "langchain/tools"; const it = new DynamicTool({ name: "n", description: "d", func: async () => String(readFileSync("/srv/a")) });',
      "it.invoke(a.q)",
      "fs.read /srv/a",
    ],
  ])("%s %s", (imports, body, told) => {
    expect(toolRunning(imports, body)).toBe(told);
  });
});

describe("frameworks that ask models", () => {
  test.each<[string, string, string]>([
    ['import { createAgent } from "@inngest/agent-kit";', "createAgent({} as any).run(a.q)", "net.connect {dynamic}"],
    ['import { createNetwork } from "@inngest/agent-kit";', "createNetwork({} as any).run(a.q)", "net.connect {dynamic}"],
    ['import { Runner } from "@google/adk";', "new Runner({} as any).runAsync({} as any)", "net.connect {dynamic}"],
    ['import { InMemoryMemoryService } from "@google/adk";', "new InMemoryMemoryService().searchMemory(a)", ""],
    [
      'import { CopilotClient } from "@github/copilot-sdk";',
      "new CopilotClient().createSession({} as any)",
      "exec.spawn {dynamic}, net.connect {dynamic}",
    ],
    ['import { Agent } from "@mariozechner/pi-agent-core";', "new Agent().prompt(a.q)", "net.connect {dynamic}"],
    ['import { run, Agent } from "@openai/agents-core";', "run(new Agent({} as any), a.q)", "net.connect {dynamic}"],
    ['import { generate } from "@genkit-ai/ai";', "generate({} as any, {} as any)", "net.connect {dynamic}"],
    [
      'import { ReActAgent } from "beeai-framework/agents/react/agent";',
      "new ReActAgent({} as any).run({} as any)",
      "net.connect {dynamic}",
    ],
  ])("%s %s", (imports, body, told) => {
    expect(toolRunning(imports, body)).toBe(told);
  });

  test("a workflow is the one that the framework was made with under its name", () => {
    const tool = (id: string, name: string): string =>
      `export const ${id} = createTool({ id: "${id}", description: "d", execute: async ({ mastra }) => (await mastra.getWorkflow(${name}).createRunAsync()).start({}) });\n`;
    const files = {
      "mastra.ts": `import { readFileSync, writeFileSync } from "node:fs"; import { Mastra } from "@mastra/core"; import { createStep, createWorkflow } from "@mastra/core/workflows";
const read = createWorkflow({ id: "r" } as any).then(createStep({ id: "a", execute: async () => readFileSync("/srv/a") } as any)).commit();
const write = createWorkflow({ id: "w" } as any).then(createStep({ id: "b", execute: async () => writeFileSync("/srv/b", "") } as any)).commit();
export const mastra = new Mastra({ workflows: { read, write } });
export const own = async () => (await mastra.getWorkflow("read").createRunAsync()).start({});`,
      "t.ts": `import { createTool } from "@mastra/core/tools"; import { own } from "./mastra";
${tool("reads", '"read"')}${tool("writes", '"write"')}export const asks = createTool({ id: "asks", description: "d", execute: async () => own() });`,
    };
    expect(toolsOf(files)).toEqual({ reads: "fs.read /srv/a", writes: "fs.write /srv/b", asks: "fs.read /srv/a" });
  });
});

describe("packages that read files by some of their functions", () => {
  test.each<[string, string, string]>([
    ['import nunjucks from "nunjucks";', 'nunjucks.configure("/v").render("a.html")', "fs.read {dynamic}"],
    ['import nunjucks from "nunjucks";', "nunjucks.renderString(a.t, {})", ""],
    ['import sizeOf from "image-size";', "sizeOf(a.path)", "fs.read {param:path}"],
    ['import { imageSize } from "image-size";', "imageSize(Buffer.from(a.data))", ""],
    ['import { Eta } from "eta"; const eta = new Eta({ views: "/v" });', 'eta.render("a", {})', "fs.read {dynamic}"],
    ['import { findInFiles } from "@ast-grep/napi";', "findInFiles({} as any, () => 0)", "fs.read {dynamic}"],
    ['import { createGenerator } from "ts-json-schema-generator";', 'createGenerator({}).createSchema("A")', "fs.read {dynamic}"],
    [
      'import { UI5LinterEngine } from "@ui5/linter";',
      "new UI5LinterEngine().lint(a)",
      "code.load {dynamic}, fs.read {dynamic}, fs.write {dynamic}",
    ],
    ['import { RE2JS } from "re2js";', "RE2JS.compile(a.re).matcher(a.t).find()", ""],
  ])("%s %s", (imports, body, told) => {
    expect(toolRunning(imports, body)).toBe(told);
  });
});

describe("packages that connect by some of their functions", () => {
  test.each<[string, string, string]>([
    [
      'import { ClientProxyFactory } from "@nestjs/microservices"; const c = ClientProxyFactory.create({});',
      "c.send({}, a)",
      "net.connect {dynamic}",
    ],
    ['import { createClientPipeTransport } from "vscode-jsonrpc/node";', "createClientPipeTransport(a.pipe)", "net.connect {dynamic}"],
    [
      'import { attach } from "neovim";',
      'attach({ socket: "/tmp/nvim" })',
      "env.read NVIM_NODE_LOG_FILE, fs.write {env:NVIM_NODE_LOG_FILE}, net.connect {dynamic}",
    ],
    ['import mongoose from "mongoose";', "mongoose.createConnection(a.uri)", "net.connect {dynamic}"],
    ['import { Axios } from "axios"; const c = new Axios({});', 'c.get("https://a.io")', "net.connect https://a.io:443"],
    [
      'import { inArray } from "drizzle-orm"; import { sqliteTable, text } from "drizzle-orm/sqlite-core";',
      'inArray(sqliteTable("t", { n: text("n") }).n, a.l)',
      "",
    ],
    [
      'import { migrate } from "drizzle-orm/better-sqlite3/migrator";',
      'migrate({} as any, { migrationsFolder: "./m" })',
      "fs.read {dynamic}, fs.write {dynamic}",
    ],
    ['import { initClient } from "@ts-rest/core"; const c = initClient({} as any, {} as any);', "c.users.get({})", "net.connect {dynamic}"],
  ])("%s %s", (imports, body, told) => {
    expect(toolRunning(imports, body)).toBe(told);
  });
});

describe("what frameworks of tools have ready beside them", () => {
  test.each<[string, string, string]>([
    ['import { imageContent } from "fastmcp";', "imageContent({ url: a.url })", "net.connect {param:url}"],
    ['import { imageContent } from "fastmcp";', "imageContent({ path: a.path })", "fs.read {param:path}"],
    ['import { imageContent } from "fastmcp";', "imageContent(a)", "fs.read {dynamic}, net.connect {dynamic}"],
    ['import { audioContent } from "fastmcp";', "audioContent({ buffer: Buffer.from(a.text) })", ""],
    ['import { UserError } from "fastmcp";', "{ throw new UserError(a.text); }", ""],
  ])("%s: %s does %s", (before, body, does) => {
    expect(toolRunning(before, body)).toBe(does);
  });

  test("a client that opencode hands to a plugin speaks to its server; a tool is named by the key that the plugin gives it, through barrels", () => {
    expect(
      toolsOf({
        "tools/look.ts": `import { tool, type PluginInput } from "@opencode-ai/plugin";
export const createLook = (ctx: PluginInput) => tool({ description: "d", args: { q: tool.schema.string() }, async execute(args) {
  return ctx.client.session.prompt({ path: { id: "1" }, body: { parts: [args.q] } }); } });
export const createList = (ctx: PluginInput) => tool({ description: "d", args: {}, async execute(args) { return ctx.$\`ls\`; } });
export const createNone = (ctx: PluginInput) => tool({ description: "d", args: {}, async execute(args) { return ctx.directory; } });`,
        "tools/index.ts": `export { createList, createLook, createNone } from "./look";`,
        "index.ts": `import type { Plugin } from "@opencode-ai/plugin"; import { createList, createLook, createNone } from "./tools";
export const plugin: Plugin = async (ctx) => ({ tool: { look_at: createLook(ctx), list_it: createList(ctx), none: createNone(ctx) } });`,
      }),
    ).toEqual({ look_at: "net.connect {dynamic}", list_it: "exec.shell ls", none: "" });
  });

  test("a query engine is a tool by its metadata, and by itself", () => {
    expect(
      toolsOf({
        "t.ts": `import { QueryEngineTool } from "llamaindex"; declare const queryEngine: any;
export const tools = [new QueryEngineTool({ queryEngine, metadata: { name: "budget", description: "d" } }), new QueryEngineTool({ queryEngine })];`,
      }),
    ).toEqual({ budget: "net.connect {dynamic}", query_engine_tool: "net.connect {dynamic}" });
  });

  test("a tool that is registered by a helper of Azure's for VS Code is one", () => {
    expect(
      toolsOf({
        "t.ts": `import { registerLMTool } from "@microsoft/vscode-azext-utils"; import { readFileSync } from "node:fs";
class Read { async invoke(options: any) { return readFileSync("/etc/hosts", "utf8"); } }
registerLMTool("read-hosts", new Read());`,
      }),
    ).toEqual({ "read-hosts": "fs.read /etc/hosts" });
  });

  test("tools that are paid for are tools of their servers", () => {
    const reads = `async () => ({ content: [{ type: "text", text: readFileSync("/etc/hosts", "utf8") }] })`;
    expect(
      toolsOf({
        "t.ts": `import { experimental_PaidMcpAgent as PaidMcpAgent } from "@stripe/agent-toolkit/cloudflare"; import { registerPaidTool } from "@stripe/agent-toolkit/modelcontextprotocol";
import { createPaidMcpHandler } from "x402-mcp"; import { readFileSync } from "node:fs"; declare const server: any;
export function own(agent: PaidMcpAgent<any, any, any>) { agent.paidTool("own", "d", {}, ${reads}, { checkout: {} }); }
registerPaidTool(server, "by_server", "d", {}, ${reads}, { checkout: {} });
export const POST = createPaidMcpHandler((mcp) => { mcp.paidTool("by_x402", "d", { price: 0.01 }, {}, {}, ${reads}); });`,
      }),
    ).toEqual({ own: "fs.read /etc/hosts", by_server: "fs.read /etc/hosts", by_x402: "fs.read /etc/hosts" });
  });

  test("a function that is made for a model by what it is told and what it runs is a tool", () => {
    expect(
      toolsOf({
        "t.ts": `import { createAIFunction } from "@agentic/core"; import { readFileSync } from "node:fs";
export const read = createAIFunction({ name: "read_hosts", description: "d", inputSchema: {} as any }, async () => readFileSync("/etc/hosts", "utf8"));`,
      }),
    ).toEqual({ read_hosts: "fs.read /etc/hosts" });
  });
});
