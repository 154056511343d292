import type { PackageModel } from "./kinds.ts";
import { FETCH, browserDriver, each, httpClient } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** A socket of WhatsApp's, and the tools around one; a picture or film to be sent may be a file, and a film's thumbnail is made by a program. */
const whatsapp: PackageModel = {
  range: ">=6",
  rest: "net.connect",
  rows: {
    "default makeWASocket": "net.connect ->self",
    "on once off process removeAllListeners ev.on ev.off ev.process ev.emit": "pure",
    useMultiFileAuthState: "fs.read@0 fs.write@0 ->self",
    "saveCreds keys.set keys.clear": "fs.write",
    "keys.get": "fs.read",
    readAndEmitEventStream: "fs.read@0",
    captureEventStream: "fs.write@1",
    makeInMemoryStore: "->self",
    "readFromFile makeInMemoryStore.readFromFile": "fs.read@0",
    "writeToFile makeInMemoryStore.writeToFile": "fs.write@0",
    "sendMessage prepareWAMessageMedia generateWAMessageContent generateWAMessage": "net.connect fs.read fs.write exec.shell",
    "updateProfilePicture generateProfilePicture": "net.connect fs.read",
    "extractImageThumb getAudioDuration getAudioWaveform": "fs.read@0",
    "bind loadMessage loadMessages mostRecentMessage addTransactionCapability makeCacheableSignalKeyStore initAuthCreds newLTHashState":
      "pure",
    "generateMessageID generateMessageIDV2 generateMdTagPrefix generateRegistrationId generateSignalPubKey generateForwardMessageContent generateWAMessageFromContent prepareDisappearingMessageSettingContent":
      "pure",
    "getContentType normalizeMessageContent extractMessageContent getDevice updateMessageWithReceipt updateMessageWithReaction updateMessageWithPollUpdate getAggregateVotesInPollMessage aggregateMessageKeysNotFromMe assertMediaContent cleanMessage isRealMessage shouldIncrementChatUnread getChatId decryptPollVote":
      "pure",
    "jidEncode jidDecode jidNormalizedUser areJidsSameUser isJidUser isLidUser isJidBroadcast isJidGroup isJidStatusBroadcast isJidNewsletter isJidNewsLetter":
      "pure",
    "getBinaryNodeChild getBinaryNodeChildren getAllBinaryNodeChildren getBinaryNodeChildString getBinaryNodeChildBuffer getBinaryNodeChildUInt binaryNodeToString encodeBinaryNode decodeBinaryNode decompressingIfRequired getBinaryNodeMessages reduceBinaryNodeToDictionary assertNodeErrorFree":
      "pure",
    "delay delayCancellable debouncedTimeout promiseTimeout unixTimestampSeconds toNumber toBuffer toReadable encodeBigEndian trimUndefined bytesToCrockford extractUrlFromText getUrlFromDirectPath extensionForMediaMessage getStatusFromReceiptType getErrorCodeFromStreamError getPlatformId isWABusinessPlatform Browsers.macOS Browsers.ubuntu Browsers.windows Browsers.baileys Browsers.appropriate":
      "pure",
  },
};

/**
 * Clients, readers of documents and helpers that tools of agents use beside the rest, a line each, as in `by-row.ts`. Each was read in its
 * newest version, and what it depends on with it.
 */
const ROWS = `
backlog-js | net.connect | getAuthorizationURL: pure
@actual-app/api | fs.read fs.write net.connect | init: env.read fs.read fs.write net.connect; loadBudget: fs.read fs.write; importBudget: fs.read@0 fs.write; exportBudget getBudgetMonths getBudgetMonth getTransactions getAccounts getAccountBalance getAccountGroups getCategoryGroups getCategories getNote getCommonPayees getPayees getTags getRules getPayeeRules getSchedules getIDByName getPreferences runQuery aqlQuery: fs.read; getServerVersion: net.connect; q filter unfilter select calculate groupBy orderBy limit offset raw withDead withoutValidatedRefs options serialize serializeAsString reset: pure; utils.amountToInteger utils.integerToAmount: pure
expo-calendar | pure | getCalendars getDefaultCalendarSync listEvents getSourcesSync getCalendarsAsync getDefaultCalendarAsync getEventsAsync getEventAsync getAttendeesForEventAsync getRemindersAsync getReminderAsync getSourcesAsync getSourceAsync getReminders getAttendees getEvents getOccurrenceSync: fs.read; createCalendar createEvent createReminder createAttendee createCalendarAsync updateCalendarAsync createEventAsync updateEventAsync createAttendeeAsync updateAttendeeAsync createReminderAsync updateReminderAsync createEventInCalendarAsync editEventInCalendarAsync update editInCalendarAsync: fs.write; delete deleteCalendarAsync deleteEventAsync deleteAttendeeAsync deleteReminderAsync: fs.write.delete
@livestore/livestore | pure | createStore createStorePromise: fs.read fs.write net.connect ->self; commit shutdown createStore.commit createStorePromise.commit: fs.write net.connect; query subscribe subscribeStream events eventsStream manualRefresh createStore.query createStorePromise.query: fs.read
dd-trace | net.connect={telemetry} | init: net.connect={telemetry} env.read fs.read ->self; use setUrl setUser: ->this; wrap: ->through; inject extract scope active activate bind getRumData setBaggageItem getBaggageItem getAllBaggageItems removeBaggageItem removeAllBaggageItems setTag addTags context toTraceId toSpanId toTraceparent: pure
applicationinsights | net.connect={telemetry} | setup: env.read fs.read ->self; start initialize useAzureMonitor: net.connect={telemetry} env.read fs.read fs.write ->self; setAutoCollectConsole setAutoCollectExceptions setAutoCollectPerformance setAutoCollectRequests setAutoCollectDependencies setAutoCollectHeartbeat setAutoCollectPreAggregatedMetrics setAzureMonitorOptions setAutoDependencyCorrelation setAutoCollectIncomingRequestAzureFunctions setDistributedTracingMode setInternalLogging setUseDiskRetryCaching setSendLiveMetrics enableWebInstrumentation: ->self; wrapWithCorrelationContext: ->0; getCorrelationContext addTelemetryProcessor clearTelemetryProcessors setAutoPopulateAzureProperties getAuthorizationHandler getStatsbeat pushWarningToLog: pure
newrelic | net.connect={telemetry} | instrument instrumentDatastore instrumentWebframework instrumentMessages instrumentConglomerate instrumentLoadedModule setTransactionName setControllerName setDispatcher addIgnoringRule addNamingRule getBrowserTimingHeader getLinkingMetadata getTraceMetadata obfuscateSql setErrorGroupCallback setLlmTokenCountCallback ignoreApdex: pure; setLambdaHandler: ->0
hot-shots | net.connect={telemetry} | default StatsD: env.read; childClient: ->self; timer asyncTimer asyncDistTimer: ->0; on once off: pure
opik | net.connect | Opik: env.read fs.read; track: ->through; generateId disableLogger setLoggerLevel logger.debug logger.info logger.warn logger.error getTrackContext getDistributedTraceHeaders: pure
@azure/core-rest-pipeline | pure | sendRequest: net.connect; createDefaultHttpClient: ->self; createPipelineFromOptions proxyPolicy getDefaultProxySettings: env.read
@azure/core-client | pure | sendRequest sendOperationRequest: net.connect; createClientPipeline: env.read
@azure/storage-queue | net.connect | getQueueClient getMessagesClient getMessageIdClient: ->this
@azure/storage-file-datalake | net.connect | getFileSystemClient getDirectoryClient getFileClient getSubdirectoryClient getDataLakeLeaseClient: ->this; uploadFile: net.connect fs.read@0
@azure/monitor-query | net.connect
@azure/keyvault-certificates | net.connect
@redis/client | net.connect | createClient createClientPool createCluster createSentinel duplicate withTypeMapping: ->self; defineScript on once off: pure
@keyv/redis | net.connect | createKeyv createKeyvNonBlocking createClient createCluster createSentinel: ->self; createKeyPrefix getKeyWithoutPrefix isCluster isSentinel on once off: pure
@duckdb/node-api | pure | DuckDBInstance.create DuckDBInstance.fromCache: !sqlite ->self; DuckDBConnection.create connect: ->self; run runAndRead runAndReadAll runAndReadUntil stream streamAndRead streamAndReadAll streamAndReadUntil start startThenRead startThenReadAll startThenReadUntil startStream startStreamThenRead startStreamThenReadAll startStreamThenReadUntil prepare extractStatements getTableNames: fs.read fs.write net.connect; createAppender: ->self; flushSync: fs.write
duckdb | pure | Database Database.create cached.Database: !sqlite ->self; connect: ->self; run all each exec get prepare stream arrowIPCAll arrowIPCStream: fs.read fs.write net.connect
pg-pool | net.connect | on once off release: pure
pg-promise | net.connect | default default.(): ->self; QueryFile utils.enumSql: fs.read@0; as.format as.array as.csv as.json as.name as.alias as.value as.text as.number as.bool as.buffer as.date helpers.insert helpers.update helpers.values helpers.sets helpers.concat helpers.ColumnSet helpers.Column helpers.TableName minify utils.camelize utils.camelizeVar utils.objectToCode utils.buildSqlModule: pure
pg-connection-string | pure | default parse parseIntoClientConfig: fs.read
slonik | net.connect | createPool: ->self; sql sql.type sql.typeAlias sql.unsafe sql.fragment sql.join sql.identifier sql.array sql.unnest sql.literalValue sql.json sql.jsonb sql.binary sql.date sql.timestamp sql.interval sql.uuid createSqlTag createSqlTokenSqlFragment isSqlToken parseDsn stringifyDsn createTypeParserPreset createBigintTypeParser createDateTypeParser createIntervalTypeParser createNumericTypeParser createTimestampTypeParser createTimestampWithTimeZoneTypeParser createDriverFactory createPgDriverFactory: pure
oracledb | net.connect | initOracleClient: code.native fs.read; getConnection createPool: net.connect fs.read env.read; on once off release: pure
nano | net.connect | default use scope db.use db.scope: ->self
surrealdb | net.connect | surql expr raw eq eeq ne gt gte lt lte contains containsAny containsAll containsNone inside outside intersects matches between and or not s d r u escapeIdent escapeNumber escapeIdPart escapeRangeBound toSurqlString jsonify equals mergeBindings on subscribe createRemoteEngines applyDiagnostics isVersionSupported isRetryableConflict parseRpcError: pure
pouchdb | fs.read fs.write net.connect | plugin defaults on once off removeListener: pure
@influxdata/influxdb-client | net.connect | getWriteApi getQueryApi: ->self; useDefaultTags tag booleanField intField uintField floatField stringField timestamp: pure ->this; measurement toLineProtocol flux fluxBool fluxDateTime fluxDuration fluxExpression fluxFloat fluxInteger fluxRegExp fluxString toFluxValue sanitizeFloat sanitizeInteger escape currentTime convertTimeToNanos: pure
@influxdata/influxdb3-client | net.connect | InfluxDBClient: env.read; Point.measurement Point.fromValues setMeasurement setTimestamp setTag setField setFields setFloatField setIntegerField setUintegerField setStringField setBooleanField removeTag removeField copy: pure ->self; getMeasurement getTimestamp getTag getTagNames getField getFieldNames getFieldType getFloatField getIntegerField getStringField getBooleanField hasFields toLineProtocol asPoint: pure
@clickhouse/client-web | net.connect | createClient: ->self
@elastic/transport | pure | request sniff: net.connect
rhea | net.connect | connect: net.connect env.read fs.read ->self; listen: net.listen; create_container: ->self; on once off generate_uuid uuid_to_string string_to_uuid get_option message.encode message.decode message.data_section message.sequence_section message.data_sections filter.selector: pure
amqp-connection-manager | net.connect | connect createChannel: net.connect ->self; on once off addSetup removeSetup: pure
@nats-io/nats-core | net.connect | wsconnect: net.connect ->self; headers createInbox nuid.next backoff deadline deferred delay millis nanos syncIterator credsAuthenticator jwtAuthenticator nkeyAuthenticator tokenAuthenticator usernamePasswordAuthenticator buildAuthenticator canonicalMIMEHeaderKey hasWsProtocol isClosed isDraining getServer stats info string json: pure
@nats-io/jetstream | net.connect | jetstream: ->self; isPullConsumer isPushConsumer string json: pure
graphile-worker | net.connect | run runOnce: net.connect fs.read code.load ->self; makeWorkerUtils: net.connect ->self; getTasks: fs.read@1 code.load; getCronItems: fs.read@1; parseCrontab parseCronItem parseCronItems consoleLogFactory on once off: pure
@slack/oauth | net.connect=slack.com:443 | generateInstallUrl handleInstallPath defaultCallbackFailure defaultCallbackSuccess: pure; FileInstallationStore.storeInstallation: fs.write; FileInstallationStore.fetchInstallation: fs.read; FileInstallationStore.deleteInstallation: fs.write.delete; FileStateStore.generateStateParam: fs.write; FileStateStore.verifyStateParam: fs.read fs.write.delete
simple-oauth2 | pure | getToken refresh revoke revokeAll: net.connect; createToken: ->self
gcp-metadata | net.connect env.read | getGCPResidency detectGCPResidency isGoogleCloudServerless isGoogleComputeEngine isGoogleComputeEngineLinux isGoogleComputeEngineMACAddress: fs.read env.read; setGCPResidency resetIsAvailableCache requestTimeout: pure
google-spreadsheet | net.connect | get set assign toObject getCell getCellByA1 discardUnsavedChanges clearAllFormatting resetLocalCache: pure
@1password/sdk | net.connect | createClient: net.connect ->self; DesktopAuth: code.native fs.read; validateSecretReference generatePassword: pure
@infisical/sdk | net.connect | auth secrets folders environments projects dynamicSecrets kms: ->self; accessToken getAccessToken: pure; listSecrets listSecretsWithImports: net.connect env.write; awsIamAuth.login: net.connect env.read fs.read exec.spawn
@keycloak/keycloak-admin-client | net.connect | registerTokenProvider setAccessToken setRefreshToken isTokenExpired isRefreshTokenExpired getRequestOptions getGlobalRequestArgOptions setConfig: pure
@okta/okta-sdk-nodejs | net.connect | Client: env.read fs.read
jenkins | net.connect | default: ->self
docker-modem | net.connect | default Modem: env.read fs.read; demuxStream followProgress buildQuerystring buildPayload: pure
telegram | net.connect | sendFile uploadFile sendMessage editMessage: net.connect fs.read; downloadMedia downloadFile downloadProfilePhoto: net.connect fs.write; StoreSession: fs.read@0 fs.write@0; StoreSession.save session.StoreSession.save: fs.write; save addEventHandler removeEventHandler listEventHandlers setLogLevel setParseMode on: pure
node-mailjet | ->self | request: net.connect=api.mailjet.com:443
mailersend | net.connect=api.mailersend.com:443 | setFrom setFromName setTo setCc setBcc setReplyTo setInReplyTo setSubject setText setHtml setTemplateId setAttachments setPersonalization setTags setSendAt setSettings setPrecedenceBulk setHeaders setReferences setListUnsubscribe setName setEmail setDomainId setEnabled setEvents setUrl setVersion setLanguage setFilter setForwards: pure ->this
mailtrap | net.connect | MailtrapTransport: net.connect fs.read; verifyWebhookSignature: pure
gitlab | net.connect
google-play-scraper | net.connect=play.google.com:443 code.eval | memoized: ->self
app-store-scraper | net.connect | memoized: ->self
webflow-api | net.connect | authorizeURL verifySignature: pure
@tryghost/admin-api | net.connect | default: ->self; images.upload media.upload files.upload themes.upload: net.connect fs.read
ynab | net.connect=api.ynab.com:443 | getCurrentDateInISOFormat getCurrentMonthInISOFormat convertMilliUnitsToCurrencyAmount: pure
robots-txt-parser | net.connect | default: ->self; parseRobots setUserAgent setAllowOnNeutral clearCache canCrawlSync canVisit getSitemapsSync getCrawlDelaySync getCrawlableLinksSync getPreferredHostSync isCached: pure
sns-validator | pure | validate: net.connect
cacheable-request | net.connect | addHook removeHook getHook runHook onResponse: pure
@netlify/blobs | net.connect | getStore getDeployStore: env.read=NETLIFY_BLOBS_CONTEXT ->self; connectLambda setEnvironmentContext: env.write=NETLIFY_BLOBS_CONTEXT
@apidevtools/swagger-parser | fs.read net.connect | $refs.paths $refs.values $refs.get $refs.set $refs.exists: pure
@readme/openapi-parser | pure | parse bundle dereference validate: fs.read net.connect
@scalar/openapi-parser | pure | readFiles: fs.read; fetchUrls: net.connect
swagger-client | net.connect | default: net.connect@0 ->self; buildRequest serializeRes serializeHeaders makeApisTagOperation clearCache getBaseUrl helpers.opId helpers.eachOperation: pure
@mdx-js/mdx | pure | evaluate evaluateSync run runSync: code.eval@0
ow | pure | default create.(): fs.read
@oclif/core | pure | run execute Config.load runCommand runHook loadHelpClass: fs.read env.read code.load; ModuleLoader.load ModuleLoader.loadWithData ModuleLoader.isPathModule: fs.read code.load; parse: env.read
wait-on | net.connect fs.read exec.shell
wait-port | net.connect
is-port-reachable | net.connect
get-port-please | net.listen | getPort checkPort: net.listen env.read; isSafePort isUnsafePort getSocketAddress isSocketSupported: pure; cleanSocket: fs.write.delete@0
ping | exec.spawn
sitemap | pure | xmlLint: exec.spawn=xmllint; simpleSitemapAndIndex: fs.read fs.write
mcp-remote | net.connect fs.read fs.write exec.spawn
mcp-use | unlisted | loadConfigFile MCPClient.fromConfigFile: fs.read@0 ->self; MCPClient.fromDict MCPClient.getSession getSession: ->self; saveConfig: fs.write@0; createSession createAllSessions MCPClient.createSession MCPClient.createAllSessions MCPSession.connect MCPSession.initialize MCPAgent.initialize: net.connect exec.spawn ->self; MCPSession.callTool MCPSession.listTools MCPSession.listResources MCPSession.listAllResources MCPSession.listResourceTemplates MCPSession.readResource MCPSession.listPrompts MCPSession.getPrompt MCPSession.complete MCPSession.request MCPClient.searchTools createSession.callTool createSession.listTools createSession.readResource: net.connect; MCPAgent.run MCPAgent.stream MCPAgent.streamEvents MCPAgent.prettyStreamEvents: net.connect exec.spawn; executeCode MCPClient.executeCode: code.eval@0 net.connect; getServerNames MCPSession.getRoots MCPSession.on setDisallowedTools getDisallowedTools setMetadata getMetadata setTags getTags getConversationHistory clearConversationHistory getSystemMessage setSystemMessage getPackageVersion logger.debug logger.info logger.warn logger.error: pure
@google-analytics/data | net.connect
@google-analytics/admin | net.connect
@googlemaps/routing | net.connect=routes.googleapis.com:443
sqs-consumer | net.connect | create: ->self; on once off updateOption: pure
node-statsd | net.connect={telemetry}
prometheus-query | net.connect
stompit | net.connect | connect: net.connect ->self; ConnectFailover: fs.read; on once off: pure
oauth | net.connect | getAuthorizeUrl buildAuthHeader setAuthMethod useAuthorizationHeaderforGET authHeader signUrl: pure
passport-oauth2 | pure | authenticate userProfile: net.connect
aws-jwt-verify | pure | verify hydrate: net.connect
@okta/jwt-verifier | pure | verifyAccessToken verifyIdToken: net.connect
@1password/connect | net.connect | OnePasswordConnect: ->self; build reset setVault setTitle addTag addField addSection toggleFavorite addUrl setCategory: pure ->this
@duffel/api | net.connect=api.duffel.com:443
amadeus | net.connect | default: env.read
recurly | net.connect
@mirohq/miro-api | net.connect | Miro: env.read; getAuthUrl: pure
scrapegraph-js | net.connect
scrapfly-sdk | net.connect | saveScreenshot: fs.write@2; cloudBrowserExtensionUpload: net.connect fs.read@0; save: fs.write@0
@socketsecurity/sdk | net.connect | createFullScan createDependenciesSnapshot createOrgFullScanFromArchive uploadManifestFiles: net.connect fs.read; downloadOrgFullScanFilesAsTar streamFullScan: net.connect fs.write
@linode/api-v4 | net.connect=api.linode.com:443 | setToken: pure
app-store-server-api | net.connect | decodeTransactions decodeTransaction decodeRenewalInfo decodeNotificationPayload isDecodedNotificationDataPayload isDecodedNotificationSummaryPayload: pure
wpapi | ->self | get delete headers then discover: net.connect ->self; create update: net.connect fs.read ->self
@actions/io | pure | cp: fs.read@0 fs.write@1; mv: fs.write.delete@0 fs.write@1; rmRF: fs.write.delete@0; mkdirP: fs.write.create@0; which findInPath: fs.read env.read=PATH
@actions/glob | pure | create: ->self; glob globGenerator: fs.read; hashFiles: fs.read env.read
@actions/http-client | pure | get del post patch put head options getJson postJson putJson patchJson: net.connect@0; request sendStream: net.connect@1; requestRaw requestRawWithCallback: net.connect; getProxyUrl getAgent getAgentDispatcher: env.read
npm-packlist | fs.read
keyv-file | fs.read fs.write | default KeyvFile: fs.read; get getSync getMany has keys iterator: fs.read; set delete deleteMany clear disconnect: fs.write
whois | net.connect
pdf.js-extract | pure | extract: fs.read@0
pdfreader | pure | parseFileItems: fs.read@0
@hyzyla/pdfium | pure | init: fs.read code.native ->self
mupdf | pure | openDocument: fs.read@0 ->self; save: fs.write@0
any-text | fs.read@0
markitdown-ts | net.connect exec.shell | convert: fs.read@0 net.connect@0 exec.shell
pptx-automizer | ->self | load loadRoot loadMedia: fs.read ->self; write: fs.read fs.write@0; stream getJSZip getInfo setCreationIds: fs.read
xlsx-populate | pure | fromFileAsync: fs.read@0 ->self; fromDataAsync fromBlankAsync: ->self; toFileAsync: fs.write@0
xlsx-js-style | pure | readFile: fs.read@0; writeFile writeFileXLSX: fs.write@1; writeFileAsync: fs.write@0
epub | pure | default EPub: ->self; parse open getChapter getChapterRaw getImage getFile readFile: fs.read
html-docx-js | pure | asBlob: fs.read
node-tesseract-ocr | pure | recognize: exec.shell fs.read@0 net.connect@0
`;

/** What tools of agents use beside the rest. */
export const toolboxModels: Readonly<Record<string, PackageModel>> = {
  ...modelsOf(ROWS),
  "@whiskeysockets/baileys": whatsapp,
  baileys: whatsapp,
  // A browser that runs elsewhere.
  "@cloudflare/puppeteer": browserDriver(">=0", {}),
  "@cloudflare/playwright": browserDriver(">=0", {}),
  "got-scraping": httpClient(">=3", {
    gotScraping: FETCH,
    [each("gotScraping", "get post put patch delete head stream paginate")]: FETCH,
  }),
};
