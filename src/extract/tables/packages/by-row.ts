import type { PackageModel } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/**
 * Packages of which a few words say all, a line each: the name, what every call does that no row is for, and the rows. Each was compared
 * with what its newest version publishes: it speaks of the file system, of connections and of programs where the line does, and nowhere else.
 */
const ROWS = `
@apidevtools/json-schema-ref-parser | fs.read net.connect
app-root-dir | pure | get: fs.read
arch | pure | default: fs.read exec.spawn
arctic | pure | createAuthorizationURL: pure; generateState generateCodeVerifier decodeIdToken: pure; validateAuthorizationCode refreshAccessToken revokeToken: net.connect
argparse | pure | parse_args parseArgs parse_known_args parseKnownArgs: fs.read
awilix | pure | loadModules: fs.read code.load; listModules: fs.read; createContainer createScope register: ->self; resolve build: ->made
axe-core | pure | run: net.connect
@babel/core | pure | transform transformSync transformAsync parse parseSync parseAsync loadOptions loadOptionsSync loadOptionsAsync loadPartialConfig loadPartialConfigSync loadPartialConfigAsync createConfigItem createConfigItemSync createConfigItemAsync: fs.read code.load; transformFile transformFileSync transformFileAsync: fs.read@0 code.load; transformFromAst transformFromAstSync transformFromAstAsync: fs.read code.load
bash-tool | pure | createBashTool: fs.read
beasties | fs.read net.connect
better-sqlite3-multiple-ciphers | pure | default Database: !sqlite ->type:Database
bin-links | fs.write
@blocknote/core | pure | createThread addComment updateComment deleteComment deleteThread resolveThread unresolveThread addReaction deleteReaction addThreadToDocument: net.connect
botid | pure | checkBotId: net.connect
browserify | fs.read
browserstack-local | pure | start stop: exec.spawn fs.read fs.write net.connect
browserslist | pure | default loadConfig findConfig coverage: fs.read
builder-util-runtime | pure | request doApiRequest download downloadToBuffer doDownload httpRequest: net.connect fs.write
cacache | fs.read fs.write | get get.stream get.byDigest get.info get.hasContent ls ls.stream index.compact: fs.read@0; put put.stream: fs.write@0; rm rm.all rm.entry rm.content verify clearMemoized: fs.write.delete@0
@capacitor/core | pure | CapacitorHttp.request CapacitorHttp.get CapacitorHttp.post CapacitorHttp.put CapacitorHttp.patch CapacitorHttp.delete: net.connect
capnweb | net.connect ->self | newWebSocketRpcSession newHttpBatchRpcSession: net.connect@0 ->self; newWorkersRpcResponse newWorkersWebSocketRpcResponse newHttpBatchRpcResponse nodeHttpBatchRpcResponse serialize deserialize: pure
cfn-response | pure | send: net.connect
chartjs-node-canvas | pure | registerFont: fs.read@0
chat | net.connect | Card CardText Button Actions Divider Section Fields Field Image LinkButton Select SelectOption RadioSelect TextInput Modal CardLink Table toAiMessages toPlainText parseMarkdown stringifyMarkdown paragraph text strong emphasis root getEmoji emoji onNewMention onSubscribedMessage onNewMessage onAction onReaction onSlashCommand onModalSubmit onModalClose onAssistantThreadStarted: pure; getAdapter: ->self
@chat-adapter/slack | net.connect | createSlackAdapter: ->self
@chat-adapter/teams | net.connect | createTeamsAdapter: ->self
@chat-adapter/telegram | net.connect | createTelegramAdapter: ->self
chownr | pure | default sync chownr chownrSync: fs.write.modify@0
clean-css | pure | minify: fs.read net.connect
cmd-shim | fs.read fs.write
@coinbase/coinbase-sdk | net.connect | configureFromJson Coinbase.configureFromJson: fs.read; configure Coinbase.configure: pure; saveSeed saveSeedToFile: fs.write@0; loadSeed loadSeedFromFile: net.connect fs.read@0
config | fs.read | get has: pure; util.loadFileConfigs util.parseFile util.loadConfigs: fs.read
consolidate | fs.read code.eval code.load
copyfiles | pure | default: fs.read fs.write
cowsay | fs.read
crossws | pure | serve: net.listen; createWebSocketProxy: net.connect
cssnano | pure | default: fs.read code.load
decompress | pure | default: fs.read@0 fs.write@1
default-browser | pure | default: exec.spawn
detect-libc | pure | family familySync isNonGlibcLinux isNonGlibcLinuxSync version versionSync: fs.read exec.spawn
detect-package-manager | pure | detect: fs.read exec.spawn; getNpmVersion: exec.spawn
detect-port | pure | default detect detectPort waitPort: net.listen
editorconfig | pure | parse parseSync: fs.read; parseFromFiles parseFromFilesSync parseString parseBuffer: pure
electron-devtools-installer | net.connect fs.read fs.write
electron-updater | net.connect fs.write exec.spawn
electron-window-state | pure | default: fs.read fs.write
@electron/notarize | exec.spawn fs.read fs.write
empathic | fs.read
engine.io | pure | listen: net.listen; attach Server: pure
engine.io-client | pure | default Socket: net.connect@0
enhanced-resolve | pure | default sync create create.sync: fs.read; ResolverFactory.createResolver: ->self; resolve resolveSync resolvePromise: fs.read
escalade | pure | default sync: fs.read@0
eslint | pure | lintText ESLint.lintText lintFiles ESLint.lintFiles calculateConfigForFile loadFormatter findConfigFile loadESLint: fs.read code.load; outputFixes ESLint.outputFixes: fs.write
@esotericsoftware/spine-webgl | pure | loadText loadBinary loadTexture loadTextureAtlas loadJson loadSpineAtlas loadAll: net.connect
expo-image | pure | prefetch Image.prefetch loadAsync Image.loadAsync: net.connect@0
external-editor | pure | edit editAsync ExternalEditor: exec.spawn fs.read fs.write env.read
@fastify/static | pure | default: fs.read
faye-websocket | pure | Client: net.connect@0; default isWebSocket: pure
fb-watchman | pure | Client: ->self; command: exec.spawn=watchman net.connect; capabilityCheck: exec.spawn=watchman net.connect
fetch-blob | pure | blobFrom blobFromSync fileFrom fileFromSync: fs.read@0
fetch-retry | pure | default: ->0
@ffmpeg/util | pure | fetchFile: net.connect@0; toBlobURL downloadWithProgress importScript: net.connect@0
file-entry-cache | pure | create createFromFile: fs.read ->self; reconcile: fs.write; getFileDescriptor hasFileChanged normalizeEntries analyzeFiles getUpdatedFiles: fs.read; destroy deleteCacheFile: fs.write.delete
file-system-cache | fs.read fs.write
find-cache-dir | fs.write.create | default: fs.read
find-root | pure | default: fs.read@0
flat-cache | pure | create load loadFile createFromFile: fs.read ->self; save: fs.write; clearCacheById clearAll removeCacheFile destroy: fs.write.delete
flora-colossus | fs.read
follow-redirects | pure | http.get http.request https.get https.request get request: !fetch; wrap: ->self
foreground-child | pure | default foregroundChild: !spawn
formidable | pure | default formidable IncomingForm Formidable: fs.write ->self
fs-capacitor | pure | WriteStream: fs.write.create
fs-minipass | pure | ReadStream ReadStreamSync: fs.read@0; WriteStream WriteStreamSync: fs.write@0
fs-readdir-recursive | pure | default: fs.read@0
fs.realpath | pure | default realpath realpathSync: fs.read@0
ftp | net.connect fs.read
fuels | net.connect | launchTestNode launchNode: exec.spawn fs.write net.connect; bn hashMessage sha256 hash toHex arrayify hexlify isB256 getRandomB256: pure
galactus | fs.read fs.write.delete
gaxios | pure | default request instance.request fetch: !fetch
gaze | pure | default Gaze add: fs.read
get-tsconfig | pure | getTsconfig parseTsconfig readTsconfig: fs.read; createPathsMatcher createFilesMatcher: pure
get-uri | pure | getUri default: fs.read@0 net.connect@0
@getpara/solana-web3.js-v1-integration | pure | signBytes signTransaction signVersionedTransaction sendTransaction createTestTransaction: net.connect
getos | pure | default: fs.read exec.spawn
giget | pure | downloadTemplate startShell registryProvider: net.connect fs.write exec.spawn
git-rev-sync | fs.read exec.spawn=git
gitconfiglocal | pure | default: fs.read
global-directory | fs.read
global-dirs | fs.read
global-prefix | fs.read
globule | pure | find findMapping: fs.read
growl | pure | default: exec.spawn fs.read
@hapi/hapi | pure | server Server: ->self; start initialize: net.listen
@hapi/wreck | pure | request get post put patch delete: !fetch; read toReadableStream parseCacheControl: pure; defaults: ->client
hasha | pure | fromFile fromFileSync hashFile hashFileSync: fs.read@0
header-generator | pure | HeaderGenerator: fs.read
hls.js | net.connect | isSupported isMSESupported on once off destroy attachMedia detachMedia: pure
html-minifier | fs.read
html-to-docx | pure | default: net.connect fs.read
html-to-image | net.connect
html2canvas | net.connect
http-basic | pure | default: net.connect@1 fs.read fs.write
http-proxy | pure | createProxyServer createServer createProxy: ->self; web ws: net.connect; listen: !listen
http-server | fs.read | createServer: ->self; listen: !listen
@huggingface/hub | net.connect | uploadFile uploadFiles uploadFilesWithProgress commit commitIter createRepo deleteFile deleteFiles deleteRepo: net.connect fs.read; snapshotDownload downloadFileToCacheDir: net.connect fs.write; scanCacheDir scanCachedRepo: fs.read
husky | fs.write exec.spawn
ibm-cloud-sdk-core | net.connect fs.read | getAuthenticatorFromEnvironment readExternalSources: fs.read env.read; isEmptyObject isHTML removeSuffix toLowerKeys: pure
@iconify/react | pure | loadIcons loadIcon: net.connect=api.iconify.design:443; Icon InlineIcon: net.connect=api.iconify.design:443
@iconify/vue | pure | loadIcons loadIcon: net.connect=api.iconify.design:443; Icon: net.connect=api.iconify.design:443
imagemin-mozjpeg | exec.spawn
imagemin-pngquant | exec.spawn
@inngest/realtime | pure | subscribe getSubscriptionToken useInngestSubscription: net.connect
is-admin | exec.spawn
is-directory | pure | default sync: fs.read@0
is-inside-container | pure | default: fs.read
is-localhost-ip | pure | default: net.connect@0 net.listen
is-wsl | pure | default: fs.read=/proc/version
@isaacs/fs-minipass | pure | ReadStream ReadStreamSync: fs.read@0; WriteStream WriteStreamSync: fs.write@0
jasmine | fs.read code.load
jest-worker | code.worker exec.spawn code.load
joycon | pure | load loadSync resolve resolveSync: fs.read code.load; clearCache addLoader: pure
jspdf | pure | save: fs.write@0; output: fs.write; loadFile loadImageFile addFont addImage getImageProperties: fs.read@0 net.connect@0; html: fs.read net.connect
jwks-rsa | net.connect
klaw | pure | default: fs.read@0
koa-send | pure | default: fs.read@1
kokoro-js | net.connect fs.read fs.write
@langchain/langgraph-api | net.listen fs.read fs.write code.load exec.spawn
@langchain/langgraph-checkpoint-postgres | net.connect | fromConnString: pure ->self
@langchain/langgraph-checkpoint-sqlite | fs.read fs.write
@langchain/xai | net.connect | bindTools withStructuredOutput bind pipe: ->self
@larksuiteoapi/node-sdk | net.connect | writeFile: fs.write@0; send sendMessage channel.send upload: net.connect fs.read; adaptDefault adaptExpress adaptKoa adaptKoaRouter generateChallenge register: pure; withTenantToken withTenantKey withUserAccessToken withHelpDeskCredential withAll: pure
launch-editor | pure | default: exec.spawn fs.read
less | pure | render: fs.read net.connect code.eval; parse: fs.read
@libsql/isomorphic-ws | pure | WebSocket: net.connect@0 ->type:WebSocket
liftoff | fs.read code.load
lilconfig | pure | lilconfig lilconfigSync: ->self; search load: fs.read code.load
lint-staged | exec.spawn fs.read fs.write code.load
lmdb | fs.read fs.write | open: fs.read@0 fs.write@0 ->self
local-pkg | pure | importModule: code.load@0; resolveModule getPackageInfo getPackageInfoSync loadPackageJSON loadPackageJSONSync isPackageListed isPackageListedSync isPackageExists getPackageInfoSync: fs.read
locate-path | pure | default sync locatePath locatePathSync: fs.read
@logtail/winston | net.connect={telemetry}
@mantine/hooks | pure | useFetch: net.connect@0
@mastra/rag | pure | rerank rerankWithScorer extractMetadata chunk createVectorQueryTool createGraphRAGTool: net.connect
@microsoft/fetch-event-source | pure | fetchEventSource: !fetch
minipass-fetch | pure | default: !fetch; Headers Request Response FetchError: pure
@mintplex-labs/piper-tts-web | net.connect fs.read fs.write
mlly | pure | evalModule loadModule: code.eval@0; resolve resolveSync resolvePath resolvePathSync resolveImports lookupNodeModuleSubpath isValidNodeImport: fs.read; loadURL: fs.read@0; createCommonJS: pure; resolveModuleExportNames: fs.read
@contentful/node-apps-toolkit | pure | getManagementToken: net.connect
@mongodb-js/devtools-proxy-support | net.connect fs.read | useOrCreateAgent createAgent createFetch: pure ->self; isExistingAgentInstance extractProxySecrets mergeProxySecrets proxyForUrl translateToElectronProxyConfig proxyConfForEnvVars: pure
mongodb-log-writer | pure | createLogWriter: fs.write.create; cleanupOldLogFiles: fs.write.delete
mongodb-runner | net.connect exec.spawn fs.read fs.write
mwn | net.connect | Mwn: !uploads ->self; Mwn.init init: net.connect !uploads ->self; upload: net.connect fs.read@0; download downloadFromUrl: net.connect fs.write; setOptions setApiUrl setRequestOptions setDefaultParams setUserAgent initOAuth: pure
newman | pure | run: fs.read fs.write net.connect code.eval code.load
multer | pure | default: fs.write ->self; diskStorage: fs.write; memoryStorage: pure
multicast-dns | net.connect net.listen
@nestjs/platform-fastify | pure | useStaticAssets: fs.read; listen: !listen
next-auth | pure | default NextAuth: net.connect ->self; getServerSession getToken: pure; signIn signOut getSession getProviders getCsrfToken: net.connect
@next/env | pure | loadEnvConfig: fs.read@0 env.write; updateInitialEnv processEnv resetEnv: env.write
node-notifier | exec.spawn fs.read net.connect | notify: exec.spawn fs.read net.connect
node-sass | pure | render renderSync: fs.read
node-xlsx | pure | parse parseMetadata: fs.read@0; build: pure
@nodelib/fs.scandir | pure | scandir scandirSync: fs.read@0
@nodelib/fs.stat | pure | stat statSync: fs.read@0
npm-check-updates | pure | run default: net.connect fs.read fs.write exec.spawn
npm-registry-fetch | pure | default json json.stream: net.connect fs.read fs.write
npm-run-all | pure | default: exec.spawn
@npmcli/promise-spawn | pure | default: !spawn; open: exec.spawn
@opencode-ai/sdk | net.connect | createOpencodeServer createOpencodeTui createOpencode: exec.spawn=opencode net.connect ->self; createOpencodeClient: ->self
opener | pure | default: exec.spawn
opentype.js | pure | load: net.connect@0 fs.read@0; loadSync: fs.read@0; download: fs.write@0
pac-resolver | pure | createPacResolver default: code.eval@1 net.connect
package-json | pure | default: net.connect
package-manager-detector | pure | detect detectSync getUserAgent: fs.read
parquetjs | pure | ParquetReader.openFile: fs.read@0; ParquetWriter.openFile: fs.write@1; appendRow: fs.write
path-type | pure | isFile isDirectory isSymlink isFileSync isDirectorySync isSymlinkSync: fs.read@0
@picovoice/porcupine-node | code.native fs.read
pidtree | pure | default: exec.spawn
pidusage | pure | default: exec.spawn fs.read
pixi-live2d-display | pure | Live2DModel.from Live2DModel.fromSync fromSync Live2DFactory.setupLive2DModel: net.connect
pixi.js-legacy | pure | Assets.load Assets.loadBundle Assets.backgroundLoad Assets.backgroundLoadBundle Loader.load Texture.from Texture.fromURL BaseTexture.from Sprite.from: net.connect; Assets.init: net.connect
pkg-types | pure | readPackageJSON readPackage readTSConfig readGitConfig resolvePackageJSON resolveTSConfig resolveLockfile findFile findNearestFile findFarthestFile findWorkspaceDir resolveGitConfig findPackage: fs.read; writePackageJSON writePackage writeTSConfig writeGitConfig updatePackage: fs.write@0; definePackageJSON defineTSConfig parseGitConfig stringifyGitConfig normalizePackage sortPackage: pure
@pnpm/find-workspace-dir | fs.read
polka | pure | default: ->self; listen: !listen
@posthog/ai | net.connect | withTracing: ->0
pptxgenjs | pure | writeFile: fs.write fs.read net.connect; write stream: fs.read net.connect
rc | pure | default: fs.read
@react-router/fs-routes | pure | flatRoutes: fs.read
@react-three/fiber | pure | useLoader useLoader.preload: net.connect@1
react-use-websocket | pure | default useWebSocket useSocketIO useEventSource: net.connect@0
read-package-json | fs.read@0
recursive-readdir | pure | default: fs.read@0
@redocly/openapi-core | fs.read net.connect | lint lintDocument bundle bundleDocument loadConfig createConfig: fs.read net.connect
registry-url | pure | default: fs.read
remotion | pure | prefetch: net.connect@0
repomix | fs.read fs.write exec.spawn net.connect | defineConfig mergeConfigs buildCliConfig defaultIgnoreList setLogLevel isExplicitRemoteUrl isValidRemoteValue isValidShorthand parseRemoteValue generateFileTree generateTreeString treeToString sortPaths TokenCounter: pure; searchFiles: fs.read@0
require-directory | pure | default: fs.read code.load
resolve | pure | default sync: fs.read; isCore: pure
resolve-from | pure | default silent: fs.read
satori | net.connect
send | pure | default: fs.read@1
serve-favicon | pure | default: fs.read@0
serve-index | pure | default: fs.read@0
simple-get | pure | default concat get post put patch head delete: !fetch
sirv | pure | default: fs.read@0
sockjs-client | pure | default: net.connect@0
socks | pure | SocksClient.createConnection SocksClient.createConnectionChain createConnection createConnectionChain connect: net.connect
sonic-boom | pure | default SonicBoom: fs.write
stacktrace-js | pure | get fromError generateArtificially report instrument default.get default.fromError default.report: net.connect
stylelint | pure | lint default.lint: fs.read code.load; resolveConfig: fs.read code.load
stylus | pure | default render: fs.read code.load ->self
@supabase/node-fetch | pure | default: !fetch
sync-fetch | pure | default: net.connect@0 exec.spawn
tcp-port-used | net.connect
teeny-request | pure | teenyRequest default: net.connect
@telemetrydeck/sdk | net.connect={telemetry}
term-size | pure | default: exec.spawn
tesseract.js | net.connect fs.read fs.write | createWorker createScheduler recognize detect: net.connect fs.read fs.write code.worker ->self
testcontainers | net.connect fs.read exec.spawn
then-request | pure | default: net.connect@1
touch | pure | default sync: fs.write.create@0
tsconfig | pure | resolve resolveSync load loadSync find findSync readFile readFileSync: fs.read
tsdown | pure | build: fs.read fs.write code.load; defineConfig: pure
tus-js-client | net.connect fs.read fs.write | isSupported canStoreURLs: pure
type-graphql | pure | buildSchema buildSchemaSync buildTypeDefsAndResolvers: fs.write
typescript-formatter | fs.read fs.write
unfetch | pure | default: !fetch
@unocss/preset-web-fonts | net.connect fs.write
unstorage | pure | createStorage prefixStorage: ->self; getItem getItems getItemRaw getMeta getKeys hasItem keys get has: fs.read net.connect; setItem setItems setItemRaw removeItem clear setMeta removeMeta set del remove: fs.write net.connect
update-check | pure | default: net.connect fs.read fs.write
v8-compile-cache | pure | install: fs.read fs.write
v8flags | pure | default: exec.spawn fs.write
vectordb | net.connect fs.read fs.write
@vercel/oidc | pure | getVercelOidcToken getVercelToken: fs.read fs.write env.read net.connect; getVercelOidcTokenSync: env.read
vinyl-fs | pure | src: fs.read@0; dest: fs.write@0; symlink: fs.write.create@0
vite | pure | createServer preview: net.listen fs.read code.load ->self; build: fs.read fs.write code.load; loadConfigFromFile resolveConfig: fs.read code.load; transformWithEsbuild: exec.spawn; loadEnv: fs.read; defineConfig mergeConfig createLogger normalizePath: pure
@vscode/test-electron | net.connect fs.read fs.write exec.spawn
walkdir | pure | default sync async find stream: fs.read@0
watchpack | pure | watch: fs.read
wav | pure | FileWriter: fs.write@0
whatwg-fetch | pure | fetch: !fetch
winreg | exec.spawn=reg
worker-farm | pure | default: exec.spawn code.load
write | pure | default sync: fs.write@0; stream: fs.write@0
xdg-app-paths | env.read
xdg-portable | env.read
xmlhttprequest | pure | XMLHttpRequest: ->self; open: net.connect@1 fs.read@1; send: net.connect fs.read exec.spawn
xmlhttprequest-ssl | pure | XMLHttpRequest default: ->self; open: net.connect@1 fs.read@1; send: net.connect fs.read exec.spawn
@xmtp/agent-sdk | net.connect fs.read fs.write
@yarnpkg/fslib | fs.read fs.write | npath.toPortablePath npath.fromPortablePath ppath.join ppath.dirname ppath.basename ppath.resolve ppath.relative npath.join npath.dirname npath.basename npath.resolve npath.relative toFilename convertPath: pure
yazl | pure | addFile: fs.read@0
youtube-transcript-plus | net.connect=www.youtube.com:443 | FsCache: fs.read fs.write
@antfu/ni | fs.read exec.spawn | parseNi parseNr parseNlx parseNun parseNci parseNa getCommand: pure; detect: fs.read
@bugsnag/js | net.connect | Event.addMetadata Event.addFeatureFlag Event.setUser addMetadata clearMetadata leaveBreadcrumb setUser getUser addOnError addOnBreadcrumb addFeatureFlag isStarted getPlugin: pure
cls-hooked | pure | get: ->unknown
level | fs.read fs.write
@nestjs/axios | pure | request get delete head post put patch postForm putForm patchForm query axiosRef.request axiosRef.get axiosRef.delete axiosRef.head axiosRef.post axiosRef.put axiosRef.patch axiosRef: !fetch
@mastra/libsql | fs.read fs.write net.connect | LibSQLStore LibSQLVector DefaultStorage DefaultVectorDB: ->self
tsyringe | pure | resolve resolveAll: ->made
typedi | pure | Container.get get getMany: ->made
p-throttle | pure | default: ->self; (): ->0
@nestjs/core | pure | create createApplicationContext createMicroservice select: ->self; get resolve: ->made; listen: !listen
puppeteer-chromium-resolver | net.connect fs.read fs.write exec.spawn
typechat | pure | createLanguageModel createOpenAILanguageModel createAzureOpenAILanguageModel createJsonTranslator createProgramTranslator: ->self; complete translate: net.connect; processRequests: fs.read
microsoft-cognitiveservices-speech-sdk | ->self | fromAudioFileOutput: fs.write@0 ->self; recognizeOnceAsync startContinuousRecognitionAsync startKeywordRecognitionAsync startTranscribingAsync speakTextAsync speakSsmlAsync getVoicesAsync openConnection listenOnceAsync connect: net.connect
cjson | pure | load extend.load: fs.read@0
@hiero-ledger/sdk | ->self | execute executeAll executeWithSigner getReceipt getReceiptWithSigner getRecord getRecordWithSigner getCost ping pingAll updateNetwork: net.connect ->self; fromConfigFile: fs.read@0 ->self
@hashgraph/sdk | ->self | execute executeAll executeWithSigner getReceipt getReceiptWithSigner getRecord getRecordWithSigner getCost ping pingAll updateNetwork: net.connect ->self; fromConfigFile: fs.read@0 ->self
@chronark/zod-bird | net.connect | Tinybird buildPipe buildIngestEndpoint: ->self
@sqds/multisig | net.connect | getMultisigPda getVaultPda getTransactionPda getProposalPda getBatchTransactionPda getEphemeralSignerPda getSpendingLimitPda getProgramConfigPda: pure
terminate | exec.spawn control.signal
@openai/codex-sdk | ->self | run runStreamed: exec.spawn net.connect
@ai-zen/node-fetch-event-source | net.connect@0
proxy-agent | pure | default ProxyAgent: env.read
tinypool | pure | default Tinypool: ->self; run: code.worker
@aws-sdk/credential-provider-node | fs.read env.read net.connect exec.spawn
minio | net.connect | Client: ->self; fPutObject: net.connect fs.read@2; fGetObject: net.connect fs.write@2; CopyConditions PostPolicy isValidBucketName: pure
fix-path | pure | default: exec.spawn env.write
os-name | pure | default: fs.read exec.spawn
bplist-parser | pure | parseFile parseFileSync: fs.read@0
webdriverio | net.connect ->self | remote multiremote attach: exec.spawn net.connect ->self
chrome-cookies-secure | fs.read exec.spawn
svelte-eslint-parser | pure | parse parseForESLint: fs.read
onnxruntime-web | pure | InferenceSession.create: fs.read net.connect code.native ->self
gitaware-glob | fs.read
@rss3/js-sdk | net.connect | dataClient searchClient: ->self; timeRange getActions getSummaryActions getTagType markdownToTxt truncateText handleMetadata format formatPlain tokenizeAction tokenizeActivity tokenizeToActions tokenizeToSummaryActions hasMultiPrimaryActions flatActivity formatContent extractContent formatTitle checkTargetExist summaryOfHTML formatTokenValue formatThousands formatPrecision formatUnits formatProfiles extractProfile extractPrimaryProfile extractAsset isAddress isMastodon isSupportedNS formatAddress formatAddressAndNS addressToAvatarURL getIcon extractHighlight extractAction extractAuthorFromExtension extractMetadata extractAuthorFromStringArray extractMetadataContent extractWiki formatLabel formatLink: pure
@salesforce/kit | pure | getString getBoolean getNumber requireString requireBoolean requireNumber: env.read; setString setBoolean setNumber unset: env.write
`;

export const rowModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
