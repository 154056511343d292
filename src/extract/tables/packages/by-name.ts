import type { PackageModel } from "./kinds.ts";
import { service } from "./kinds.ts";

/** Clients of which nothing has to be told apart: whatever they are asked goes over the network, to a host where there is one. */
const CLIENTS = `
@lifi/sdk valyu-js@api.valyu.ai parallel-web@api.parallel.ai @supadata/js@api.supadata.ai supermemory@api.supermemory.ai @supermemory/tools@api.supermemory.ai
@exalabs/ai-sdk@api.exa.ai @perplexity-ai/ai-sdk@api.perplexity.ai @perplexity-ai/perplexity_ai@api.perplexity.ai @parallel-web/ai-sdk-tools@api.parallel.ai @tavily/ai-sdk@api.tavily.com
firecrawl-aisdk@api.firecrawl.dev @valyu/ai-sdk@api.valyu.ai @airweave/sdk @takoviz/ai-sdk
@youdotcom-oss/sdk bedrock-agentcore ai-sdk-tool-code-execution @upstash/box @upstash/search @upstash/workflow
@vercel/edge-config @vercel/sdk@api.vercel.com @vercel/queue @openrouter/sdk@openrouter.ai @fal-ai/client @fal-ai/serverless-client @honcho-ai/sdk @vectorize-io/hindsight-client
@elevenlabs/client@api.elevenlabs.io @11labs/client @deepgram/sdk@api.deepgram.com @cartesia/cartesia-js@api.cartesia.ai @runwayml/sdk lumaai
@clerk/backend@api.clerk.com @clerk/clerk-sdk-node@api.clerk.com @clerk/nextjs @clerk/express auth0 @auth0/nextjs-auth0 @workos-inc/node@api.workos.com @descope/node-sdk @scalekit-sdk/node
@kinde-oss/kinde-typescript-sdk @stytch/vanilla-js stytch better-auth @better-auth/infra @better-auth/sso @authzed/authzed-node @cerbos/grpc @cerbos/http @openfga/sdk permitio
contentful contentful-management@api.contentful.com @sanity/client @prismicio/client storyblok-js-client @storyblok/js @directus/sdk
@shopify/storefront-api-client @shopify/admin-api-client @woocommerce/woocommerce-rest-api @medusajs/js-sdk @commercetools/platform-sdk
@paypal/paypal-server-sdk @paypal/agent-toolkit @stripe/agent-toolkit@api.stripe.com @lemonsqueezy/lemonsqueezy.js@api.lemonsqueezy.com @polar-sh/sdk@api.polar.sh dodopayments
@paddle/paddle-node-sdk braintree adyen @adyen/api-library mollie-api-node @mollie/api-client chargebee xero-node node-quickbooks intuit-oauth
pipedrive @mailchimp/mailchimp_transactional @getbrevo/brevo customerio-node klaviyo-api mailgun.js
intercom-client node-zendesk asana clickup.js @doist/todoist-api-typescript@api.todoist.com trello.js jira-client
@gitbeaker/node @gitbeaker/core gitea-js bitbucket @coderabbitai/bitbucket circleci @netlify/api@api.netlify.com
supabase-management-js @dyad-sh/supabase-management-js @cloudflare/sandbox @digitalocean/dots dots-wrapper heroku-client
@datadog/datadog-api-client @grafana/faro-core @honeycombio/opentelemetry-node @pagerduty/pdjs launchdarkly-node-server-sdk @launchdarkly/node-server-sdk configcat-node
 @growthbook/growthbook @amplitude/analytics-node @amplitude/node mixpanel analytics-node @rudderstack/rudder-sdk-node @vscode/extension-telemetry @vercel/analytics @vercel/speed-insights
 @logtail/node @axiomhq/js next-axiom @highlight-run/node @baselime/node-opentelemetry @helicone/helpers @braintrust/api @arizeai/phoenix-client @traceloop/node-server-sdk humanloop
@literalai/client autoevals langfuse-langchain langfuse-vercel langchainhub @letta-ai/vercel-ai-sdk-provider
ragie @nomic-ai/atlas @datastax/astra-db-ts @turbopuffer/turbopuffer @azure/search-documents trieve-ts-sdk
@google/maps @mapbox/mapbox-sdk@api.mapbox.com openmeteo openweather-api-node yahoo-finance2 @polygon.io/client-js alphavantage finnhub @alpacahq/alpaca-trade-api coingecko-api-v3 @coingecko/coingecko-typescript ccxt
binance-api-node binance @binance/connector kucoin-node-sdk kraken-api coinbase @coinbase/x402 @x402/fetch @x402/axios x402-fetch x402-axios @opensea/stream-js alchemy-sdk moralis @moralisweb3/common-core
@mysten/sui @cosmjs/stargate @cosmjs/tendermint-rpc @cosmjs/cosmwasm-stargate @aptos-labs/ts-sdk starknet tronweb xrpl stellar-sdk @stellar/stellar-sdk algosdk @near-js/accounts @ton/ton @polkadot/api @taquito/taquito
@safe-global/api-kit @safe-global/protocol-kit @lit-protocol/lit-node-client @irys/upload-ethereum arweave nft.storage pinata ipfs-http-client @filoz/synapse-sdk permissionless @biconomy/account
@thirdweb-dev/sdk thirdweb @privy-io/node @turnkey/sdk-server @turnkey/http @dynamic-labs/sdk-api-core @crossmint/wallets-sdk @bitgo/sdk-api fireblocks-sdk @fireblocks/ts-sdk web3-eth web3-core
apollo-boost apollo-link-http apollo-client @urql/core urql graphql-ws subscriptions-transport-ws @orpc/client nice-grpc @grpc/grpc-js @connectrpc/connect-node @connectrpc/connect-web @nats-io/transport-node nats
 @microsoft/teams-ai @microsoft/teams.apps @azure/openai @azure/ai-projects @azure/ai-agents @azure/ai-form-recognizer @azure/communication-email @azure/service-bus @azure/event-hubs @azure/data-tables @azure/app-configuration
@slack/webhook@hooks.slack.com @discordjs/rest matrix-js-sdk @line/bot-sdk viber-bot messagebird @vonage/server-sdk plivo telnyx @telnyx/webrtc @bandwidth/messaging livekit-server-sdk @daily-co/daily-js
 @twurple/api snoowrap youtube-transcript-api youtube-search-api yt-search spotify-web-api-node@api.spotify.com @spotify/web-api-ts-sdk@api.spotify.com soundcloud-scraper lastfm genius-lyrics instagram-private-api linkedin-api-client @farcaster/hub-nodejs @neynar/nodejs-sdk masto megalodon
dropbox@api.dropboxapi.com @microsoft/mgt-element webdav onedrive-api imap emailjs-imap-client pop3 smtp-client @emailjs/nodejs
notion-to-md notion-md-crawler evernote yanki-connect confluence.js confluence-api coda-js smartsheet @typeform/api-client caldav tsdav
 serpapi@serpapi.com google-search-results-nodejs brave-search@api.search.brave.com linkup-sdk@api.linkup.so @mendable/firecrawl scrapingbee zenrows @spider-cloud/spider-client @onkernel/sdk steel-sdk@api.steel.dev browser-use-sdk
open-graph-scraper link-preview-js unfurl.js rss-parser feed-read feedparser-promised @extractus/article-extractor @extractus/feed-extractor article-parser wikijs@en.wikipedia.org wtf_wikipedia arxiv-api node-arxiv pubmed-api react-tweet newsapi@newsapi.org
@e2b/desktop @e2b/sdk @mastra/e2b @mastra/daytona tplink-smarthome-api @codesandbox/sdk @codesandbox/api freestyle-sandboxes
@pipedream/sdk@api.pipedream.com @nangohq/node@api.nango.dev @mergeapi/merge-node-client @unified-api/typescript-sdk @apideck/node @makehq/sdk @temporalio/client @trigger.dev/sdk @hatchet-dev/typescript-sdk @restatedev/restate-sdk-clients windmill-client @dust-tt/client dify-client @botpress/client@api.botpress.cloud
@octoai/client sambanova @cerebras/cerebras_cloud_sdk@api.cerebras.ai zhipuai @alicloud/openapi-client @baiducloud/qianfan @volcengine/openapi @ibm-cloud/platform-services
pocketbase @gomomento/sdk @nhost/nhost-js appwrite @instantdb/admin @liveblocks/node pusher ably pubnub centrifuge phoenix partysocket socketcluster-client reconnecting-websocket reconnecting-eventsource @microsoft/signalr web-push onesignal-node expo-server-sdk
@elizaos/plugin-tee @mastra/client-js @copilotkit/sdk-js @inkeep/agents-sdk @botpress/sdk @voltagent/sdk @avnu/avnu-sdk @balmy/sdk @meteora-ag/dlmm @mayanfinance/swap-sdk @kamino-finance/klend-sdk solana-agent-kit helius-sdk
 vscode-tas-client @vscode/copilot-api @safe-global/sdk-starter-kit @lit-protocol/wrapped-keys @dynamic-labs/solana-core @goat-sdk/plugin-spl-token radix-web3.js zetrix-sdk-nodejs @chromia/ft4 postchain-client @zilliqa-js/zilliqa @zilliqa-js/account
loops@app.loops.so twitter-api-sdk@api.twitter.com @team-plain/typescript-sdk svix dub sendblue @composio/client @humanlayer/sdk @okx-dex/okx-dex-sdk
@bonfida/spl-name-service @onsol/tldparser flash-sdk @voltr/vault-sdk @mercurial-finance/dynamic-amm-sdk @cks-systems/manifest-sdk @lightprotocol/compressed-token
@lightprotocol/stateless.js @balancer/sdk sushi @zerodev/ecdsa-validator @turnkey/solana @turnkey/sdk-react @turnkey/sdk-browser @privy-io/react-auth @privy-io/expo
@getpara/react-sdk @dynamic-labs/sdk-react-core @dynamic-labs/ethereum @dynamic-labs/solana @crossmint/common-sdk-base
@solana-mobile/mobile-wallet-adapter-protocol-web3js @x402/core @x402/svm @trigger.dev/react-hooks @trpc/next @trpc/react-query @trpc/tanstack-react-query oidc-client-ts react-oidc-context
@open-policy-agent/opa livekit-client @11labs/react @keyv/postgres @socket.io/redis-adapter @googlemaps/places@places.googleapis.com @apple/app-store-server-library
@langchain/google-gauth @chroma-core/openai unspeech @xsai/generate-text @xsai/stream-text @xsai/embed @xsai/generate-speech @xsai/generate-transcription @xsai/model
@xsai/shared-chat @redis/search @redis/json @redis/time-series @redis/bloom pg-cursor pg-query-stream @libsql/hrana-client @algolia/client-search @algolia/recommend
@algolia/client-analytics @algolia/client-personalization @algolia/requester-node-http @supabase/postgrest-js @supabase/realtime-js @supabase/storage-js @supabase/auth-js
@supabase/functions-js @stomp/stompjs @mastra/pg arangojs influx dynamoose redis-om node-vault etcd3 oceanic.js twitter @twurple/auth @twurple/chat @twurple/eventsub-ws
fb africastalking sparkpost @onesignal/node-onesignal@api.onesignal.com bitmex-realtime-api bitfinex-api-node @nktkas/hyperliquid @polymarket/clob-client musicbrainz-api
@paypal/checkout-server-sdk razorpay@api.razorpay.com mercadopago@api.mercadopago.com gocardless-nodejs coinbase-commerce-node@api.commerce.coinbase.com
@wormhole-foundation/sdk @wormhole-foundation/sdk-connect @dfns/sdk supertokens-node @logto/node @logto/client @scaleway/sdk ovh @uploadcare/upload-client
@uploadcare/rest-client tuyapi @solanafm/explorer-kit-idls @solanafm/explorer-kit
`;

/** Clients by name: what a model of their own would say of each is the same. */
export const clientModels: Readonly<Record<string, PackageModel>> = Object.fromEntries(
  CLIENTS.split(/\s+/u)
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf("@", 1);
      return at === -1 ? [entry, service(">=0")] : [entry.slice(0, at), service(">=0", `${entry.slice(at + 1)}:443`)];
    }),
);
