import type { PackageModel } from "./kinds.ts";
import { each } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** Plugins and adapters of frameworks, and helpers of the machine, of which a few words say all, a line each as in `by-row.ts`. */
const ROWS = `
@arizeai/openinference-core | pure | OITracer: env.read ->self
@arizeai/openinference-instrumentation-langchain | pure | default LangChainInstrumentation: env.read ->self
@arizeai/openinference-instrumentation-openai | pure | default OpenAIInstrumentation: env.read ->self
@better-auth/core | pure | refreshAccessToken validateAuthorizationCode clientCredentialsToken validateToken getJwks verifyAccessTokenRequest verifyBearerToken verifyJwsAccessToken verifyProviderIdToken getUserInfo verifyIdToken fetchRefusingRedirects revokeToken: net.connect; getEnvVar getBooleanEnvVar: env.read@0; getColorDepth: env.read; env: get:env.read
@bull-board/api | pure | createBullBoard: fs.read; ${each("BullMQAdapter BullAdapter BullMQProAdapter", "getRedisInfo getDatastoreStats getWorkers clean getArmedJobSchedulerId addJob getJob getJobs getJobCounts getJobLogs getMetrics isPaused pause resume empty obliterate promoteAll removeJobScheduler getJobSchedulers getJobSchedulersCount runJobSchedulerNow updateJobScheduler getGlobalConcurrency setGlobalConcurrency getConfiguredRateLimit setConfiguredRateLimit removeConfiguredRateLimit getActiveRateLimitTtl releaseActiveRateLimit")}: net.connect
@fastify/multipart | pure | saveRequestFiles: fs.write
@genkit-ai/core | pure | defineFlow: ->2; flow: ->1; ReflectionServer.start: net.listen fs.write; ReflectionServer.stop: fs.write.delete; ReflectionServerV2.start: net.connect; enableTelemetry ensureBasicTelemetryInstrumentation: env.read net.connect={telemetry}; flushTracing: net.connect={telemetry}; getCurrentEnv isDevEnv: env.read=GENKIT_ENV
@genkit-ai/dev-local-vectorstore | pure | default devLocalVectorstore: fs.read fs.write
@genkit-ai/express | pure | startFlowServer FlowServer.start: net.listen
@genkit-ai/firebase | pure | enableFirebaseTelemetry: env.read net.connect={telemetry}; defineFirestoreRetriever: net.connect
@genkit-ai/google-cloud | pure | enableGoogleCloudTelemetry: env.read net.connect={telemetry}
@genkit-ai/google-genai | pure | googleAI vertexAI: env.read
@genkit-ai/googleai | pure | default googleAI: env.read
@genkit-ai/next | pure | runFlow: net.connect@0.url; streamFlow: net.connect@0.url
@genkit-ai/vertexai | pure | default vertexAI: env.read; getBigQueryDocumentRetriever getBigQueryDocumentIndexer getFirestoreDocumentRetriever getFirestoreDocumentIndexer: net.connect
@keyv/sqlite | fs.read fs.write | on: pure
@mastra/mcp | pure | ${each("MCPClient MCPConfiguration", "getTools getToolsets listTools listToolsets listToolsWithErrors listToolsetsWithErrors listToolDefinitions listToolDefinitionsWithErrors")} MastraMCPClient.tools InternalMastraMCPClient.tools: net.connect exec.spawn ->type:McpTools; toolFromDefinition toolsFromDefinitions: ->type:McpTools; getResources reconnectServer authenticate resources.list resources.templates resources.read resources.subscribe resources.unsubscribe resources.onUpdated resources.onListChanged prompts.list prompts.get prompts.onListChanged elicitation.onRequest progress.onUpdate tools.onListChanged: net.connect exec.spawn; ${each("MastraMCPClient InternalMastraMCPClient", "connect listResources readResource subscribeResource unsubscribeResource listResourceTemplates listPrompts getPrompt forceReconnect toolDefinitions finishAuth")}: net.connect exec.spawn; MCPClientServerProxy.executeTool MCPClientServerProxy.listResources MCPClientServerProxy.readResource: net.connect exec.spawn; auth discoverAuthorizationServerMetadata discoverOAuthMetadata discoverOAuthProtectedResourceMetadata exchangeAuthorization refreshAuthorization createIntrospectionValidator: net.connect; createOAuthCallbackServer: net.listen
@microsoft/vscode-azext-azureauth | unlisted | getSessionFromVSCode signInToTenant getUnauthenticatedTenants VSCodeAzureSubscriptionProvider.signIn isSignedIn getAccounts getTenants getTenantsForAccount getAvailableSubscriptions getSubscriptions getSubscriptionsForTenant: net.connect; VSCodeAzureSubscriptionProvider: ->self; getConfiguredAzureEnv getConfiguredAuthProviderId isNotSignedInError NotSignedInError isGetSubscriptionsTenantFilter isGetSubscriptionsAccountFilter onDidSignIn onDidSignOut onRefreshSuggested: pure
@microsoft/vscode-azext-azureutils | net.connect | createAzureClient createAzureSubscriptionClient createGenericClient createStorageClient createManagedServiceIdentityClient createAuthorizationManagementClient: ->self; openInPortal: exec.spawn; addPolicy removePolicy parseClientContext parseAzureResourceId parseAzureResourceGroupId getResourceGroupFromId createPortalUri setupAzureLogger addBasicAuthenticationCredentialsToClient createRoleId registerAzureUtilsExtensionVariables: pure
@microsoft/vscode-azext-utils | unlisted | callWithTelemetryAndErrorHandling callWithTelemetryAndErrorHandlingSync: net.connect={telemetry} ->unknown; callWithMaskHandling: ->unknown; openUrl: exec.spawn; findFreePort: net.listen; AzExtFsExtra.isDirectory AzExtFsExtra.isFile AzExtFsExtra.pathExists AzExtFsExtra.readFile AzExtFsExtra.readJSON AzExtFsExtra.readDirectory: fs.read@0; AzExtFsExtra.ensureDir AzExtFsExtra.ensureFile AzExtFsExtra.writeFile AzExtFsExtra.appendFile AzExtFsExtra.writeJSON AzExtFsExtra.emptyDir: fs.write@0; AzExtFsExtra.deleteResource: fs.write.delete@0; AzExtFsExtra.copy: fs.read@0 fs.write@1; addExtensionValueToMask maskValue maskUserInfo parseError UserCancelledError isUserCancelledError NoResourceFoundError nonNullProp nonNullValue nonNullOrEmptyValue nonNullValueAndProp isNullOrUndefined createContextValue createSubscriptionContext appendExtensionUserAgent registerCommand registerCommandWithTreeNodeUnwrapping registerEvent registerErrorHandler registerTelemetryHandler registerOnActionStartHandler registerUIExtensionVariables createAzExtOutputChannel createAzExtLogOutputChannel append appendLine appendLog info warn error debug trace show hide clear replace: pure
@nestjs/platform-express | pure | useStaticAssets: fs.read@0; setBaseViewsDir: fs.read; listen: !listen; FileInterceptor FileFieldsInterceptor: fs.write@1.dest; FilesInterceptor: fs.write@2.dest; AnyFilesInterceptor: fs.write@0.dest
@nestjs/platform-socket.io | pure | createIOServer: net.listen
@nestjs/serve-static | pure | forRoot forRootAsync ServeStaticModule.forRoot ServeStaticModule.forRootAsync: fs.read
@nestjs/typeorm | pure | forRoot forRootAsync TypeOrmModule.forRoot TypeOrmModule.forRootAsync: net.connect
@netlify/functions | pure | purgeCache: net.connect=api.netlify.com:443 env.read
@react-router/node | pure | createFileSessionStorage: fs.read fs.write ->self; openFile: fs.read; getSession: fs.read; commitSession: fs.write; destroySession: fs.write.delete
@simplewebauthn/server | pure | verifyRegistrationResponse: net.connect; MetadataService.initialize MetadataService.getStatement initialize getStatement isCertRevoked validateCertificatePath verifyMDSBlob: net.connect
@temporalio/common | pure | loadDataConverter: code.load@0.payloadConverterPath
@vercel/otel | pure | registerOTel: env.read net.connect={telemetry}; OTLPHttpJsonTraceExporter.export OTLPHttpProtoTraceExporter.export: net.connect={telemetry}
check-disk-space | exec.spawn fs.read
exifr | pure | default parse gps orientation rotation thumbnail thumbnailUrl sidecar read parseFile: fs.read@0 net.connect@0
firebase-functions | pure | defineString defineSecret defineInt defineFloat defineBoolean defineList defineJsonSecret: ->self; value: env.read; firebaseConfig: fs.read env.read
genkitx-anthropic | pure | default anthropic: env.read=ANTHROPIC_API_KEY
genkitx-openai | pure | default openAI: env.read=OPENAI_API_KEY
genkitx-pinecone | pure | default pinecone: env.read=PINECONE_API_KEY; createPineconeIndex describePineconeIndex deletePineconeIndex configurePineconeRetriever configurePineconeIndexer: net.connect env.read=PINECONE_API_KEY
git-last-commit | exec.spawn=git
http-proxy-middleware | pure | default createProxyMiddleware legacyCreateProxyMiddleware createHonoProxyMiddleware: net.connect; fixRequestBody responseInterceptor: pure
jsonpath-plus | pure | default JSONPath JSONPathClass evaluate: code.eval; toPathArray toPathString toPointer: pure
koa-body | pure | default koaBody: fs.write
libsql | pure | default Database: !sqlite ->type:Database
magicast | pure | loadFile: fs.read@0; writeFile: fs.write@1
nedb | fs.read fs.write
nestjs-temporal-core | pure | startWorkflow signalWorkflow signalWithStart queryWorkflow getWorkflowHandle terminateWorkflow cancelWorkflow signalWorkflowHandle queryWorkflowHandle updateWorkflow updateWorkflowHandle startUpdateWorkflow startUpdateWorkflowHandle completeActivity failActivity heartbeatActivity reportActivityCancellation startStandaloneActivity executeStandaloneActivity listStandaloneActivities countStandaloneActivities getWorkflowResult performHealthCheck createSchedule upsertSchedule getSchedule pauseSchedule unpauseSchedule triggerSchedule deleteSchedule updateSchedule describeSchedule listSchedules: net.connect; startWorker startWorkerByTaskQueue registerWorker: net.connect fs.read code.load code.native; stopWorker stopWorkerByTaskQueue: net.connect; getStandaloneActivityHandle getRawClient: ->self
nypm | exec.spawn fs.read | detectPackageManager: fs.read
oci-common | pure | ConfigFileAuthenticationDetailsProvider SessionAuthDetailProvider: fs.read@0 ->self; refreshSessionToken: net.connect; ConfigFileReader.parseFileFromPath ConfigFileReader.fileExists parseFileFromPath fileExists: fs.read@0; ConfigFileReader.parseDefault parseDefault: fs.read env.read; InstancePrincipalsAuthenticationDetailsProviderBuilder.build OkeWorkloadIdentityAuthenticationDetailsProvider.builder: net.connect fs.read env.read ->self; ResourcePrincipalAuthenticationDetailsProvider.builder: net.connect fs.read env.read ->self; Region.fromRegionId Region.getRegionIdFromShortCode Region.register: fs.read env.read; Region.enableInstanceMetadata enableInstanceMetadata: net.connect; FetchHttpClient.send FetchHttpClient.new.send send: net.connect; signHttpRequest getPrivateKey getPassphrase: pure; genericWaiter genericTerminalConditionWaiter makeServiceCall: pure
os-locale | env.read
proxy-from-env | pure | default getProxyForUrl: env.read
remix-auth | pure | authenticate: net.connect
request-light | pure | xhr default.xhr: net.connect@0.url fs.read@0.url
rss | pure | item RSS.item: fs.read@0.enclosure.file
smtp-server | pure | default SMTPServer: ->self; listen: !listen
sudo-prompt | pure | exec: exec.spawn fs.write
system-ca | fs.read code.native env.read
throng | exec.spawn
ts-graphviz | pure | toFile: exec.spawn fs.write@1; toStream: exec.spawn
`;

export const platformRowModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
