import type { PackageModel } from "./kinds.ts";
import { each } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** Clients of services of which a few words say all, a line each as in `by-row.ts`. */
const ROWS = `
@alkemio/client-lib | net.connect | createConfigUsingEnvVars: env.read=API_ENDPOINT_PRIVATE_GRAPHQL env.read=AUTH_ADMIN_EMAIL env.read=AUTH_ADMIN_PASSWORD env.read=AUTH_ORY_KRATOS_PUBLIC_BASE_URL
@auth/core | unlisted | Auth: net.connect; authorize sendVerificationRequest: net.connect
@aws-lambda-powertools/parameters | net.connect env.read
@azure/ai-text-analytics | net.connect
@azure/msal-browser | net.connect | getAllAccounts getAccount getActiveAccount setActiveAccount addEventCallback removeEventCallback addPerformanceCallback removePerformanceCallback getConfiguration getLogger setLogger initializeWrapperLibrary setNavigationClient hydrateCache: pure; PublicClientApplication createStandardPublicClientApplication createNestablePublicClientApplication: net.connect ->self
@capacities/api | net.connect=api.capacities.io:443 | CapacitiesApiError: pure
@chat-adapter/discord | net.connect | createDiscordAdapter: env.read ->self; DiscordAdapter: env.read
@chat-adapter/gchat | net.connect | createGoogleChatAdapter: env.read ->self; GoogleChatAdapter: env.read; cardToFallbackText cardToGoogleCard decodePubSubMessage: pure
@chat-adapter/github | net.connect | createGitHubAdapter: env.read ->self; GitHubAdapter: env.read
@chat-adapter/linear | net.connect | createLinearAdapter: env.read ->self; LinearAdapter: env.read; assertAgentSessionThread: pure
@chat-adapter/shared | unlisted | downloadAttachment: net.connect
@chat-adapter/state-ioredis | net.connect | createIoRedisState: ->self
@chat-adapter/state-pg | net.connect | createPostgresState: env.read=POSTGRES_URL env.read=DATABASE_URL ->self
@chat-adapter/state-redis | net.connect | createRedisState: env.read=REDIS_URL ->self
@chat-adapter/whatsapp | net.connect | createWhatsAppAdapter: env.read ->self; getWhatsAppMediaType splitMessage validateFileSize: pure
@cloudflare/containers | net.connect | getContainer: ->self; switchPort: pure
@commet/node | net.connect
@depot/sdk-node | net.connect=api.depot.dev:443
@digital-alchemy/hass | net.connect
@docusign/iam-sdk | net.connect
@dodopayments/core | net.connect
@dynatrace-sdk/client-davis-analyzers | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@dynatrace-sdk/client-davis-copilot | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@dynatrace-sdk/client-document | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@fastify/http-proxy | net.connect
@fastify/mongodb | net.connect
@fastify/oauth2 | net.connect
@fastify/postgres | net.connect
@fastify/redis | net.connect
@fastify/reply-from | net.connect
@formbricks/hub | net.connect
@freshbooks/api | net.connect
@getmetal/metal-sdk | net.connect=api.getmetal.io:443
@gomomento/sdk-core | unlisted | fromEnvironmentVariable fromEnvVar fromEnvVarV2 EnvMomentoTokenProvider EnvMomentoV2TokenProvider: env.read
@gradio/client | net.connect fs.read | on: pure
@hackmd/api | net.connect=api.hackmd.io:443
@hocuspocus/provider | net.connect | on off: pure
@hocuspocus/server | unlisted | configure: ->self; listen: net.listen
@hono/clerk-auth | unlisted | clerkMiddleware: net.connect env.read; getAuth: pure
@hono/oauth-providers | net.connect
@hono/sentry | pure | sentry: net.connect={telemetry}; getSentry: ->self; captureException captureMessage captureEvent captureCheckIn flush close: net.connect={telemetry}
@imagekit/nodejs | net.connect | default ImageKit: env.read; helper.buildSrc helper.buildTransformationString helper.getAuthenticationParameters helper.getResponsiveImageAttributes toFile: pure; webhooks.unwrap webhooks.unsafeUnwrap: env.read
@langchain/baidu-qianfan | net.connect | bindTools withStructuredOutput bind pipe: ->self
@marsaud/smb2 | net.connect
@mattermost/client | net.connect | setUrl setToken setUserAgent getUrl getToken getBaseRoute getUserRoute getChannelRoute getTeamRoute addMessageListener removeMessageListener: pure
@mem0/community | net.connect | mem0MemoryContextToSystemPrompt mem0MemoryToMessages condenseMem0MemoryIntoHumanMessage: pure
@mittwald/api-client | net.connect | newUnauthenticated newWithToken newWithCredentials: ->self; assertStatus assertOneOfStatus extractTotalCountHeader: pure
@mittwald/api-client-commons | net.connect | assertStatus assertOneOfStatus extractTotalCountHeader: pure
@nestjs-modules/mailer | unlisted | sendMail: net.connect fs.read@0.template fs.read@0.attachments.*.path; verifyTransporter verifyAllTransporters: net.connect; forRoot forRootAsync addTransporter: ->self
@nextcloud/axios | net.connect
@pnp/graph | net.connect ->self | using graphfi: ->self
@pnp/nodejs | net.connect
@pnp/sp | net.connect ->self | using spfi: ->self
@resonatehq/sdk | net.connect | Resonate: env.read
@ringcentral/sdk | net.connect | on off once removeListener loginUrl parseLoginRedirect platform createSubscription: ->self
@rockset/client | net.connect | default: ->self
@s2-dev/streamstore | net.connect
@sentry/api | net.connect
@stripe/stripe-js | net.connect | loadStripe: net.connect=js.stripe.com:443 ->self; setLoadParameters elements create mount unmount destroy on once off: pure
@switchboard-xyz/common | net.connect | fromObject toObject toJSON encode decode encodeDelimited decodeDelimited verify compute computeOracleFeedId default: pure
@team-plain/graphql | net.connect=core-api.uk.plain.com:443
@temporalio/workflow | net.connect | proxyActivities proxyLocalActivities proxySinks getExternalWorkflowHandle createNexusClient createNexusServiceClient: ->self; sleep condition defineSignal defineQuery defineUpdate setHandler setDefaultSignalHandler setDefaultQueryHandler setDefaultUpdateHandler workflowInfo currentUpdateInfo inWorkflowContext patched deprecatePatch uuid4 makeContinueAsNewFunc allHandlersFinished rootCause isCancellation log.info log.debug log.warn log.error log.trace CancellationScope.cancellable CancellationScope.nonCancellable CancellationScope.withTimeout CancellationScope.current run cancel setCurrentDetails getCurrentDetails overrideSdkInternalFlag: pure
@tonejs/midi | unlisted | fromUrl Midi.fromUrl: net.connect@0
@trigger.dev/platform | net.connect
@tursodatabase/api | net.connect=api.turso.tech:443
@tus/server | unlisted | listen: net.listen
@unkey/api | net.connect=api.unkey.com:443
@unkey/cache | net.connect | createCache Namespace DefaultStatefulContext: ->self; ${each("MemoryStore", "get set remove")}: pure
@vitalets/google-translate-api | net.connect
@wise-old-man/utils | net.connect=api.wiseoldman.net:443 | findCountry findCountryByCode findCountryByName formatNumber getCombatLevel getExpForLevel getLevel getMinimumValue getParentEfficiencyMetric isActivity isBoss isComputedMetric isCountry isGroupRole isMetric isPeriod isPlayerBuild isPlayerStatus isPlayerType isSkill padNumber parsePeriodExpression roundNumber: pure
@x402/hono | net.connect | setSettlementOverrides HonoAdapter: pure
@xata.io/client | net.connect | buildClient: env.read ->self; BaseClient buildClient.(): env.read; getAPIKey getBranch getDatabaseURL getPreviewBranch: env.read; XataPlugin serialize deserialize parseProviderString parseWorkspacesUrlParts isHostProviderAlias isHostProviderBuilder buildProviderString: pure
@zoom/rivet | net.connect | start: net.listen; event onShortcut onSubmit onButtonClick: pure
activedirectory2 | net.connect
adaptivecards | net.connect | parse serialize setProperty getValue toJSON validateProperties isValid: pure
akamai-edgegrid | net.connect | default: fs.read env.read ->self; auth enableLogging: pure
azure-devops-extension-api | net.connect | getClient: ->self
backblaze-b2 | net.connect
botbuilder-core | net.connect | CardFactory.adaptiveCard CardFactory.animationCard CardFactory.audioCard CardFactory.heroCard CardFactory.oauthCard CardFactory.o365ConnectorCard CardFactory.receiptCard CardFactory.signinCard CardFactory.thumbnailCard CardFactory.videoCard CardFactory.actions CardFactory.images CardFactory.media MessageFactory.text MessageFactory.suggestedActions MessageFactory.attachment MessageFactory.list MessageFactory.carousel MessageFactory.contentUrl ActivityFactory.fromObject TurnContext.getConversationReference TurnContext.applyConversationReference TurnContext.getReplyConversationReference TurnContext.removeRecipientMention TurnContext.getMentions TurnContext.removeMentionText TurnContext.startsWithAtMention createProperty MemoryStorage.read MemoryStorage.write MemoryStorage.delete use onTurn onMessage onMembersAdded onMembersRemoved onConversationUpdate onMessageReaction onReactionsAdded onReactionsRemoved onEvent onTokenResponseEvent onUnrecognizedActivityType onDialog onEndOfConversation onTyping onInstallationUpdate: pure
botbuilder-dialogs | net.connect | addDialog addStep addProperty createDialogSet ListStyle: pure
botframework-connector | net.connect
browser-image-compression | unlisted | default imageCompression: net.connect=cdn.jsdelivr.net:443
castv2-client | net.connect ->self | on once off: pure
client-oauth2 | net.connect | getUri createToken sign expired expiresIn: pure
connect-redis | net.connect | default RedisStore: ->self; on once off: pure
detect-port-alt | net.listen
dingtalk-stream | net.connect | registerCallbackListener registerCallBackListener registerAllEventListener on: pure
dns2 | net.connect | createServer createUDPServer createTCPServer createDOHServer: ->self; listen: net.listen; Packet.createResponseFromRequest Packet.createResourceFromQuestion Packet.parse on: pure
epubjs | net.connect | default ePub: net.connect@0 ->self
express-ws | unlisted | default: ->self; listen: !listen
facebook-nodejs-business-sdk | net.connect | FacebookAdsApi.init init setDebug: ->self; AdVideo.create createAdVideo uploadVideo: net.connect fs.read
falkordb | net.connect | selectGraph: ->self; on once off: pure
fast-npm-meta | net.connect=npm.antfu.dev:443
freshdesk | net.connect
garmin-connect | net.connect | exportTokenToFile: fs.write@0; loadTokenByFile: fs.read@0; exportToken loadToken: pure; downloadOriginalActivityData: net.connect fs.write@1; uploadActivity: net.connect fs.read@0
get-ssl-certificate | net.connect@0
global-agent | unlisted | bootstrap createGlobalProxyAgent: env.read
google-ads-api | net.connect | fromMicros toMicros normaliseQuery getGoogleAdsError: pure
google-trends-api | net.connect=trends.google.com:443
harvest | net.connect
home-assistant-js-websocket | net.connect | createLongLivedTokenAuth genClientId parseQuery getUser.() addEventListener removeEventListener: pure
imagekit | net.connect | url getAuthenticationParameters pHashDistance verifyWebhookEvent: pure
imap-simple | net.connect | getParts on once: pure
infisical-node | net.connect env.read | createSymmetricKey encryptSymmetric decryptSymmetric: pure
instapaper | net.connect
kiteconnect | net.connect | getLoginURL setAccessToken setSessionExpiryHook on: pure
ldapjs | net.connect | createClient: net.connect@0.url ->self; createServer: ->self; listen: net.listen; parseFilter parseDN filters.parseString on once off: pure
ldapts | net.connect
leetcode-query | net.connect=leetcode.com:443 net.connect=leetcode.cn:443 | Cache cache: pure
mastodon-api | net.connect | on: pure
mcp-auth | unlisted | fetchServerConfig fetchServerConfigByWellKnownUrl: net.connect@0; bearerAuth: net.connect; verifyAccessToken getMetadata getJwksUri createVerifyJwt.(): net.connect
metascraper-clearbit | net.connect
metascraper-iframe | net.connect
metascraper-logo-favicon | net.connect
metascraper-youtube | net.connect
multer-s3 | net.connect | default AUTO_CONTENT_TYPE: pure
node-firebird | net.connect | escape on once off: pure
node-hue-api | net.connect | createLocal createRemote createInsecureLocal: ->self; LightState GroupState GroupLightState SceneLightState on off: pure
node-osc | net.connect | Server: net.listen@0; Message Bundle encode decode on once off append: pure
oidc-provider | unlisted | default Provider: ->self; listen: !listen; callback: net.connect
onvif | net.connect | on once off: pure
osc | net.connect | open UDPPort.open: net.connect net.listen; listen: net.listen; readPacket writePacket readMessage writeMessage readBundle writeBundle timeTag ntpToJSTime jsToNTPTime on once off: pure
passport-azure-ad | unlisted | authenticate: net.connect
passport-github | unlisted | authenticate userProfile: net.connect
passport-google-oauth20 | unlisted | authenticate userProfile: net.connect
pinecone-client | net.connect env.read
posthog-react-native | net.connect={telemetry} | PostHogProvider PostHogErrorBoundary PostHogMaskView: pure; usePostHog: ->self
public-ip | net.connect
remix-utils | unlisted | useEventSource: net.connect@0; createJWKAuthMiddleware unstable_createJWKAuthMiddleware: net.connect
rpc-websockets | net.connect | on once off: pure
shodan-client | net.connect
single-file-core | net.connect
ssl-checker | net.connect@0
statsig-node | net.connect | Statsig.initialize initialize: net.connect
tcp-ping | net.connect@0
todoist | net.connect
toggl-api | net.connect
tone | unlisted | load loadAll fromUrl Buffer.fromUrl ToneAudioBuffer.load ToneAudioBuffer.fromUrl: net.connect@0; Player GrainPlayer: net.connect@0; Sampler Players: net.connect
ts-caldav | net.connect
virustotal-api | net.connect
wakeonlan | net.connect
weaviate-ts-client | net.connect | default client: ->self
web-auth-library | net.connect
webex | net.connect | init: ->self; on once off: pure
whois-json | net.connect
wikibase-sdk | net.connect | WBK default: ->self; isEntityId isItemId isPropertyId isLexemeId isFormId isSenseId isGuid isHash isNumericId isStatement simplify.entity simplify.entities simplify.labels simplify.descriptions simplify.aliases simplify.claims simplify.claim simplify.propertyClaims simplify.qualifiers simplify.sitelinks simplify.sparqlResults simplifyEntity simplifyEntities simplifyClaims simplifyClaim simplifySparqlResults getSitelinkUrl getSitelinkData isSitelinkKey getImageUrl getNumericId wikibaseTimeToISOString wikibaseTimeToEpochTime wikibaseTimeToSimpleDay wikibaseTimeToDateObject truthyClaims truthyPropertyClaims: pure
xmlrpc | unlisted | createClient createSecureClient: ->self; methodCall: net.connect; createServer createSecureServer: net.listen
zendesk-node-api | net.connect
zeroentropy | net.connect=api.zeroentropy.dev:443 | default ZeroEntropy: env.read=ZEROENTROPY_API_KEY env.read=ZEROENTROPY_BASE_URL; toFile: pure; fileFromPath: fs.read@0
zoominfo-api-auth-client | net.connect=api.zoominfo.com:443
zotero-api-client | net.connect | api items collections tags searches library top trash children itemTypes template default: ->self
`;

export const remoteRowModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
