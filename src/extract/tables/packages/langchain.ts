import type { PackageModel } from "./kinds.ts";
import { NET, each, service } from "./kinds.ts";

/** Loaders of files, or of what is in memory already. */
const DOCUMENTS =
  "PDFLoader TextLoader CSVLoader DocxLoader EPubLoader PPTXLoader SRTLoader JSONLoader JSONLinesLoader DirectoryLoader".split(" ");

/** What reads a document, as it is made. */
const LOADERS: Readonly<Record<string, string>> = {
  [DOCUMENTS.join(" ")]: "!documents",
  [DOCUMENTS.flatMap((name) => [`${name}.load`, `${name}.loadAndSplit`]).join(" ")]: "pure",
};

const CHAINED = "bindTools withStructuredOutput bind withConfig withRetry withFallbacks pipe";
const RUNS = "invoke stream batch streamEvents streamLog transform generate generatePrompt predict predictMessages call callPrompt";
const STORES = "VectorStore VectorStoreInterface SaveableVectorStore";

/** What of LangChain's core acts when it is handed in or made: models, chains of them, stores and retrievers. Messages, prompts and parsers are data. */
const CORE: PackageModel = {
  range: ">=0.1",
  rest: "pure",
  isKeeper: true,
  rows: {
    [each("BaseChatModel BaseLanguageModel BaseLanguageModelInterface BaseLLM LLM SimpleChatModel Runnable RunnableInterface", RUNS)]: NET,
    [each(CHAINED, RUNS)]: NET,
    [CHAINED]: "->self",
    // What functions of the program are made into a step of.
    "RunnableMap RunnableMap.from RunnableParallel RunnableBranch RunnableBranch.from RunnablePassthrough.assign": "->client",
    [each("RunnableMap RunnableMap.from RunnableParallel RunnableBranch RunnableBranch.from assign", RUNS)]: "runs",
    "RunnableSequence.from pipe": "->client",
    [each("RunnableSequence.from pipe", RUNS)]: `${NET} runs`,
    "fromTemplate fromMessages": "->self",
    [each("BaseRetriever BaseRetrieverInterface asRetriever", "invoke batch stream getRelevantDocuments")]: NET,
    [each(
      STORES,
      "similaritySearch similaritySearchWithScore similaritySearchVectorWithScore maxMarginalRelevanceSearch addDocuments addVectors delete",
    )]: NET,
    asRetriever: "->self",
    [each("Embeddings EmbeddingsInterface", "embedQuery embedDocuments")]: NET,
    [each("BaseStore BaseStoreInterface", "mget mset mdelete yieldKeys")]: NET,
    // What a program hands to all that runs is its own.
    "RunnableConfig.configurable ToolRunnableConfig.configurable": "is:0",
    "ToolRuntime.context": "is:1",
    "ToolRuntime.configurable": "is:any",
  },
};

/** Models and stores of LangChain's, each a client of one service. */
const PROVIDERS =
  "anthropic aws cerebras cloudflare cohere deepseek exa fireworks google google-genai google-vertexai google-vertexai-web google-webauth groq ibm mistralai mongodb neo4j ollama openai openrouter perplexity pgvector pinecone qdrant redis together-ai weaviate".split(
    " ",
  );

/** What whoever holds a database of TypeORM's may reach: it may be a file, or a server. */
const DATABASE = `${NET} fs.read fs.write`;

const PROMPTS =
  "PromptTemplate ChatPromptTemplate FewShotPromptTemplate FewShotChatMessagePromptTemplate PipelinePromptTemplate MessagesPlaceholder SystemMessagePromptTemplate HumanMessagePromptTemplate fromTemplate fromMessages fromExamples";
const PARSERS =
  "StringOutputParser BytesOutputParser ListOutputParser CommaSeparatedListOutputParser CustomListOutputParser NumberedListOutputParser MarkdownListOutputParser StructuredOutputParser AsymmetricStructuredOutputParser JsonMarkdownStructuredOutputParser JsonOutputParser JsonOutputFunctionsParser JsonKeyOutputFunctionsParser JsonOutputToolsParser JsonOutputKeyToolsParser RegexParser RouterOutputParser CombiningOutputParser DatetimeOutputParser HttpResponseOutputParser ExpressionParser XMLOutputParser fromZodSchema fromNamesAndDescriptions";
const SPLITTERS =
  "RecursiveCharacterTextSplitter CharacterTextSplitter TokenTextSplitter MarkdownTextSplitter LatexTextSplitter fromLanguage";

/** Chains and agents as they were until version 1, and are since then in a package of their own: they ask models, whatever they were made of. */
const CLASSIC: PackageModel = {
  range: ">=0.1",
  rest: "pure",
  isKeeper: true,
  rows: {
    ...CORE.rows,
    ...LOADERS,
    [`${RUNS} run apply evaluateStrings evaluateComparisonStrings evaluateStringPairs evaluateAgentTrajectory`]: NET,
    "fromLLM fromLLMs fromLLMAndTools fromAgentAndTools fromQAChain fromChainType fromLLMAndPrompts fromLLMAndRetrievers fromExistingIndex":
      "->self",
    "loadSummarizationChain loadQAChain loadQAMapReduceChain loadQARefineChain loadQAStuffChain loadQueryConstructorRunnable loadEvaluator":
      "->self",
    "createExtractionChain createExtractionChainFromZod createHistoryAwareRetriever createOpenAIFnRunnable createRetrievalChain createSqlQueryChain":
      "->self",
    "createStructuredOutputChain createStructuredOutputChainFromZod createStructuredOutputRunnable createStuffDocumentsChain createTaggingChain createTaggingChainFromZod":
      "->self",
    "createConversationalRetrievalAgent createJsonAgent createOpenAIFunctionsAgent createOpenAIToolsAgent createOpenApiAgent createReactAgent createSqlAgent":
      "->self",
    "createStructuredChatAgent createToolCallingAgent createVectorStoreAgent createVectorStoreRouterAgent createXmlAgent createRetrieverTool":
      "->self",
    "initializeAgentExecutor initializeAgentExecutorWithOptions createAgent initChatModel asRetriever": "->self",
    // A tool runs what it was made of.
    [each("tool DynamicTool DynamicStructuredTool StructuredTool Tool", "invoke call run stream batch")]: "pure",
    // Prompts, parsers and splitters make one text of another.
    [each(`${PROMPTS} ${PARSERS} ${SPLITTERS}`, "invoke stream batch transform transformDocuments")]: "pure",
    // What a store holds is found by what a model makes of it.
    "MemoryVectorStore.fromTexts MemoryVectorStore.fromDocuments": `${NET} ->self`,
    "similaritySearch similaritySearchWithScore maxMarginalRelevanceSearch addDocuments getRelevantDocuments compressDocuments embedQuery embedDocuments":
      NET,
    [each(
      "ConversationSummaryMemory ConversationSummaryBufferMemory EntityMemory VectorStoreRetrieverMemory CombinedMemory",
      "saveContext loadMemoryVariables predictNewSummary",
    )]: NET,
    "MetadataTagger.transformDocuments createMetadataTagger.transformDocuments createMetadataTaggerFromZod.transformDocuments OutputFixingParser.parse OutputFixingParser.fromLLM.parse runOnDataset createOpenAPIChain loadChain loadAgent":
      NET,
    "pull push basePull": `${NET} ->self`,
    "OpenAIAssistantRunnable.createAssistant createAssistant getAssistant modifyAssistant deleteAssistant createFile retrieveFile deleteFile": `${NET} ->self`,
    "SqlDatabase.fromDataSourceParams SqlDatabase.fromOptionsParams": `${DATABASE} ->self`,
    [each("SqlDatabase fromDataSourceParams fromOptionsParams", "run getTableInfo")]: DATABASE,
    [each("QuerySqlTool InfoSqlTool ListTablesSqlTool QueryCheckerTool SqlDatabaseChain createSqlAgent", "invoke call run")]: DATABASE,
    [each("ReadFileTool", "invoke call")]: "fs.read",
    [each("WriteFileTool", "invoke call")]: "fs.write",
    "LocalFileStore.fromPath LocalFileCache.create": "fs.write@0 ->self",
    "LocalFileStore.mget LocalFileStore.yieldKeys fromPath.mget fromPath.yieldKeys LocalFileCache.lookup LocalFileCache.create.lookup NodeFileStore.readFile":
      "fs.read",
    "LocalFileStore.mset LocalFileStore.mdelete fromPath.mset fromPath.mdelete LocalFileCache.update LocalFileCache.create.update NodeFileStore.writeFile":
      "fs.write",
  },
};

/** LangChain: its core, its chains, and its clients of services. */
export const langchainModels: Readonly<Record<string, PackageModel>> = {
  "@langchain/core": CORE,
  langchain: CLASSIC,
  "@langchain/classic": CLASSIC,
  "@langchain/community": { range: ">=0.0.1", rest: NET, rows: LOADERS },
  ...Object.fromEntries(
    PROVIDERS.map(
      (name) => [`@langchain/${name}`, service(">=0.0.1", undefined, { "bindTools withStructuredOutput bind pipe": "->self" })] as const,
    ),
  ),
};
