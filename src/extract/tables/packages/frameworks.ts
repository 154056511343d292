import type { PackageModel } from "./kinds.ts";
import { each, runner } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** What programs are built on and configured by, and stores that they keep: a line each, as in `by-row.ts`, and read in the same way. */
const ROWS = `
@inngest/agent-kit | pure | createAgent createRoutingAgent getDefaultRoutingAgent createNetwork: ->self; run infer: net.connect ->self; state.data: is:0
@google/adk | pure | runAsync runLive runEphemeral generateContentAsync: net.connect; Gemini.connect ApigeeLlm.connect loadWebPage getTools: net.connect; MCPToolset.getTools: net.connect exec.spawn; executeCode: exec.spawn net.connect; loadSkillFromDir FileArtifactService.loadArtifact FileArtifactService.listArtifactKeys: fs.read; FileArtifactService.saveArtifact FileArtifactService.deleteArtifact: fs.write; ${each("GcsArtifactService", "saveArtifact loadArtifact deleteArtifact listArtifactKeys listVersions")}: net.connect; ${each("DatabaseSessionService VertexAiSessionService", "createSession getSession listSessions deleteSession appendEvent")}: net.connect; addSessionToMemory searchMemory: net.connect; ${each("InMemoryMemoryService", "addSessionToMemory searchMemory")}: pure
fastmcp | pure | imageContent audioContent: net.connect@0.url fs.read@0.path
@opencode-ai/plugin | pure | PluginInput.$: !shellTag ->type:Stream; client.postSessionIdPermissionsPermissionId: net.connect; ${each("client.session", "list create status get delete update children todo init fork abort share unshare diff summarize messages prompt message promptAsync command shell revert unrevert")} ${each("client.tui", "appendPrompt submitPrompt clearPrompt openHelp openSessions openThemes openModels executeCommand showToast publish")} client.app.log client.app.agents client.file.list client.file.read client.file.status client.find.text client.find.files client.find.symbols client.config.get client.config.update client.config.providers client.project.list client.project.current client.event.subscribe client.global.event client.mcp.status client.mcp.add client.mcp.connect client.mcp.disconnect client.provider.list client.provider.auth client.auth.set client.auth.remove client.command.list client.path.get client.tool.ids client.tool.list client.instance.dispose client.vcs.get client.lsp.status client.formatter.status ${each("client.pty", "list create get update remove connect")}: net.connect
@github/copilot-sdk | pure | CopilotClient.start CopilotClient.createSession CopilotClient.resumeSession: exec.spawn net.connect ->self; send sendAndWait listModels listSessions getAuthStatus ping deleteSession: net.connect
@copilotkit/runtime | pure | process processRuntimeRequest handle: net.connect; loadAgentsFromLangGraph discoverAgentsFromEndpoints: net.connect
@nestjs/microservices | pure | ClientProxyFactory.create getService: ->self; ${each("ClientProxy ClientProxyFactory.create ClientKafka ClientMqtt ClientNats ClientRMQ ClientRedis ClientTCP ClientGrpcProxy", "send emit connect")}: net.connect
@ts-rest/core | net.connect | initClient: ->self; initContract initTsRest checkZodSchema convertQueryParamsToUrlString encodeQueryParams encodeQueryParamsJson evaluateFetchApiArgs exhaustiveGuard extractZodObjectShape getCompleteUrl getRouteQuery getRouteResponses insertParamsIntoPath isAppRoute isAppRouteMutation isAppRouteNoBody isAppRouteOtherResponse isAppRouteQuery isAppRouteResponse isErrorResponse isResponse isSuccessResponse isUnknownErrorResponse isUnknownResponse isUnknownSuccessResponse isZodObject isZodObjectStrict isZodType parseJsonQueryObject validateResponse zodErrorResponse zodMerge: pure
ts-json-schema-generator | fs.read | createGenerator createProgram: fs.read ->self
nunjucks | pure | configure Environment: ->self; render getTemplate configure.render configure.getTemplate: fs.read; precompile: fs.read@0
eta | pure | render renderAsync readFile: fs.read
@ast-grep/napi | pure | findInFiles parseFiles: fs.read
image-size | pure | default imageSize sizeOf: !named; imageSizeFromFile: fs.read@0
@ui5/linter | fs.read | declareNamespace declareModule declareLibrary namespace module class enum interface method methods property properties event events function functions constructor managedObjectSetting managedObjectSettings metadataProperty match: pure; ui5lint lint: fs.read fs.write code.load
neovim | net.connect | attach: net.connect@0.socket env.read=NVIM_NODE_LOG_FILE fs.write={env:NVIM_NODE_LOG_FILE} ->self; findNvim: fs.read exec.spawn env.read; loadPlugin: fs.read code.load
vscode-jsonrpc | pure | createClientPipeTransport createClientSocketTransport: net.connect; createServerPipeTransport createServerSocketTransport: net.listen
@tauri-apps/plugin-fs | pure | readFile readTextFile readTextFileLines readDir exists stat lstat size watch watchImmediate: fs.read@0; writeFile writeTextFile truncate: fs.write@0; create mkdir: fs.write.create@0; copyFile: fs.read@0 fs.write@1; rename: fs.write.delete@0 fs.write@1; remove: fs.write.delete@0; open: fs.read@0 fs.write@0 ->self; open.read open.seek open.stat: fs.read; open.write open.truncate: fs.write
@tauri-apps/plugin-http | pure | fetch: !fetch
@tauri-apps/plugin-shell | pure | Command: ->self; spawn execute open: exec.spawn
@nyariv/sandboxjs | pure | compile compileAsync compileExpression compileExpressionAsync audit: code.eval@0
@yarnpkg/pnp | pure | hydratePnpFile: fs.read@0; resolveToUnqualified resolveRequest resolveUnqualified: fs.read
antlr4ts | pure | parseFile: fs.read@0
@mariozechner/clipboard | code.native
@temporalio/activity | pure | getClient: ->self; getClient.workflow getClient.schedule: net.connect; getClient.workflow.start getClient.workflow.execute getClient.workflow.signalWithStart: net.connect
@sap/cds | pure | load get resolve env plugins compile: fs.read; connect connect.to: fs.read code.load net.connect ->self; connect.run connect.send connect.emit connect.publish connect.dispatch connect.read connect.create connect.update connect.upsert connect.delete run send emit publish dispatch deploy: net.connect; serve: fs.read code.load; utils.read utils.exists utils.isdir utils.isfile utils.find: fs.read@0; utils.write utils.append utils.copy: fs.write; utils.mkdirp: fs.write.create@0; utils.rimraf utils.rmdir utils.rm: fs.write.delete@0; utils.sh: exec.spawn
@ui5/project | fs.read | graphFromPackageDependencies graphFromStaticFile graphFromObject: fs.read fs.write net.connect ->self; getRoot getProject getProjects getDependencies: ->self; getName getType getNamespace getVersion getRootPath getFrameworkName getFrameworkVersion getFrameworkDependencies getSpecVersion getKind isFrameworkProject: pure; build: fs.read fs.write code.load; fetchAllVersions fetchAllTags resolveVersion: fs.read net.connect; install: net.connect fs.write; getTask getMiddleware: code.load; toFile: fs.write
@dynatrace-sdk/client-query | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@dynatrace-sdk/client-platform-management-service | net.connect
@dynatrace-sdk/client-automation | net.connect
@dynatrace/openkit-js | net.connect={telemetry} | withOperatingSystem withManufacturer withModelId withApplicationVersion withDataCollectionLevel withCrashReportingLevel withLogLevel withLoggerFactory withCommunicationChannel withScreenResolution withScreenOrientation withConnectionType: pure
@nanocollective/prompt-scrub | pure | scrub: fs.read fs.write env.read; rehydrate: fs.read env.read; save: fs.write; destroy: fs.write.delete; listAll: fs.read; getEncryptionKey: env.read=PROMPT_SCRUB_KEY
@zodios/core | net.connect | makeApi makeEndpoint makeErrors makeParameters makeCrudApi apiBuilder parametersBuilder mergeApis prefixApi checkApi isErrorFromPath isErrorFromAlias formDataPlugin formURLPlugin headerPlugin zodValidationPlugin use eject: pure
@zodios/fetch | net.connect | makeApi makeEndpoint makeErrors makeParameters makeCrudApi apiBuilder parametersBuilder mergeApis prefixApi checkApi isErrorFromPath isErrorFromAlias formDataPlugin formURLPlugin headerPlugin zodValidationPlugin use eject: pure
autumn-js | net.connect=api.useautumn.com:443 | secretKeyCheck: env.read=AUTUMN_SECRET_KEY; autumnHandler: net.connect=api.useautumn.com:443 env.read=AUTUMN_SECRET_KEY
@convex-dev/rag | net.connect | defaultChunker guessMimeTypeFromExtension guessMimeTypeFromContents contentHashFromArrayBuffer hybridRank vEntryId: pure
@vaultsfyi/sdk | net.connect=api.vaults.fyi:443
@electric-sql/client | net.connect | isChangeMessage isControlMessage snakeToCamel camelToSnake: pure
@base-org/account | net.connect | getHash encodeProlink decodeProlink createProlinkUrl createBaseAccountSDK getProvider: pure; charge revoke getOrCreateSubscriptionOwnerWallet: net.connect env.read
@vectorstores/core | pure | loadData: fs.read@0 net.connect@0; persist: fs.write@0; fromPersistPath fromPersistDir exists walk: fs.read@0; createVectorStores storageContextFromDefaults: fs.read fs.write
vectra | fs.read | createIndex: fs.write.create; deleteIndex deleteDocument: fs.write.delete; insertItem upsertItem batchInsertItems deleteItem endUpdate: fs.read fs.write; upsertDocument: fs.read fs.write net.connect; queryDocuments: fs.read net.connect; createEmbeddings: net.connect; WebFetcher.fetch: net.connect@0; cancelUpdate: pure
faiss-node | pure | read: fs.read@0; write: fs.write@0
usearch | pure | save: fs.write@0; load view: fs.read@0
sqlite-vec | pure | load: code.native
node-sqlite3-wasm | pure | default Database: !sqlite ->type:Database
fastembed | pure | init: fs.read fs.write net.connect code.native
docker-compose | exec.spawn=docker | mapPsOutput mapImListOutput: pure
elysia | pure | listen: !listen; file: fs.read@0
bull | net.connect | on: pure
bee-queue | net.connect | on createJob: pure
pg-boss | net.connect | on off: pure
dotenv-flow | pure | default config load: fs.read env.read env.write; listFiles: fs.read; parse: fs.read@0; unload: fs.read env.write
dotenv-safe | pure | default config: fs.read env.read env.write
nconf | pure | file add load loadFiles loadFilesSync: fs.read; env: env.read; save: fs.write
convict | pure | default: env.read fs.read ->self; loadFile: fs.read@0
applescript | pure | execString execFile: exec.spawn=osascript
rollbar | pure | log debug info warn warning error critical wait: net.connect={telemetry}
zeromq | pure | bind bindSync: net.listen@0; connect: net.connect@0
bonjour-service | net.connect net.listen
node-ssdp | pure | search start advertise: net.connect net.listen
whoiser | net.connect | firstResult: pure
speedtest-net | net.connect fs.write exec.spawn
node-localstorage | pure | LocalStorage: fs.read@0 fs.write.create@0; setItem: fs.write; getItem key: fs.read; removeItem clear: fs.write.delete
jsonld | net.connect | fromRDF registerRDFParser useDocumentLoader: pure
@seald-io/nedb | fs.read fs.write | default Datastore: ->self; find findOne count findAsync findOneAsync countAsync getAllData sort limit skip exec execAsync on: pure
lokijs | pure | default Loki: fs.read fs.write; loadDatabase: fs.read; saveDatabase save close: fs.write; deleteDatabase: fs.write.delete
tedious | pure | connect execSql execSqlBatch execBulkLoad callProcedure beginTransaction commitTransaction rollbackTransaction prepare execute: net.connect
tsconfck | fs.read | toJson: pure
@swc/core | fs.read | bundle: fs.read code.load; printSync print: pure
madge | pure | default: fs.read@0 ->self; dot svg: exec.spawn; image: exec.spawn fs.write@0
depcheck | pure | default: fs.read@0 code.load
pacote | fs.read fs.write net.connect | extract tarball.file: fs.read net.connect fs.write@1
libnpmsearch | net.connect=registry.npmjs.org:443
@manypkg/get-packages | pure | getPackages getPackagesSync: fs.read@0
git-raw-commits | exec.spawn=git
@actions/core | pure | getInput getMultilineInput getBooleanInput getState isDebug: env.read; exportVariable addPath setOutput saveState: env.read env.write fs.write; write clear: env.read fs.write; getIDToken: env.read net.connect; getDetails: exec.spawn
@actions/exec | pure | exec getExecOutput: exec.spawn@0
obs-websocket-js | pure | connect: net.connect@0; call callBatch reidentify: net.connect
@anthropic-ai/mcpb | fs.read | buildManifest createMcpConfig: pure; packExtension unpackExtension initExtension signMcpbFile unsignMcpbFile cleanMcpb: fs.read fs.write; verifyMcpbFile verifyCertificateChain: fs.read fs.write exec.spawn
mcp-proxy | pure | startHTTPServer: net.listen; startStdioServer: net.connect
rdflib | pure | load nowOrWhenFetched putBack createContainer: net.connect@0; webOperation: net.connect@1; update updateMany: net.connect
@mastra/memory | net.connect
llamaindex | net.connect | Document TextNode SentenceSplitter Settings tool FunctionTool PromptTemplate from setNodes: pure; persist: fs.write@0; fromPersistPath fromPersistDir: fs.read@0; storageContextFromDefaults: fs.read fs.write
node-llama-cpp | code.native | loadModel: fs.read code.native; resolveModelFile createModelDownloader download combineModelDownloaders: net.connect fs.write; readGgufFileInfo: fs.read@0 net.connect@0; getLlama: code.native net.connect fs.write exec.spawn; defineChatSessionFunction: pure
serialport | fs.read fs.write code.native | on once pipe: pure
rotating-file-stream | fs.write | createStream: fs.write@0 ->self
pino-roll | fs.read fs.write fs.write.delete
file-stream-rotator | fs.read fs.write fs.write.delete
tracer | pure | dailyfile: ->self; dailyfile.log dailyfile.trace dailyfile.debug dailyfile.info dailyfile.warn dailyfile.error dailyfile.fatal: fs.write fs.write.delete exec.spawn; console colorConsole: ->self
icqq | net.connect | createClient: fs.read fs.write ->self; segment on once off: pure; cleanCache: fs.write.delete; sendFile upload: fs.read@0 net.connect
`;

export const frameworkModels: Readonly<Record<string, PackageModel>> = {
  ...modelsOf(ROWS),
  "@virtuals-protocol/game": {
    range: ">=0.1",
    rest: "net.connect",
    rows: { "GameFunction GameWorker ExecutableGameFunctionResponse toJSON setLogger log": "pure" },
  },
  "nano-spawn": runner(">=1", { default: "!spawn" }),
};
