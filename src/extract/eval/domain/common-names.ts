/** Members that every object, array, string, function or promise has; calling them on an unknown value is harmless. */
export const COMMON = new Set(
  `
toString toLocaleString valueOf hasOwnProperty isPrototypeOf toJSON charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize
padEnd padStart repeat replace replaceAll search slice split startsWith substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimEnd trimStart at
copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach join keys map pop push reduce reduceRight reverse shift some sort splice toReversed toSorted toSpliced unshift values with
has set add clear then catch finally getTime toISOString toFixed toPrecision next return throw test bind
append getAll on once off emit addListener removeListener removeAllListeners addEventListener removeEventListener dispatchEvent abort addAbortListener throwIfAborted subscribe unsubscribe
parse safeParse parseAsync safeParseAsync optional describe nullable default refine transform extend merge pick omit partial json text arrayBuffer blob formData clone subarray readUInt8 getReader
`
    .split(/\s+/u)
    .filter(Boolean),
);

/** Those of them that are as well what a service does: what a package nobody knows has made may be one. */
export const SERVING = new Set("search add set clear append push subscribe unsubscribe find emit getAll merge".split(" "));

/** Methods of texts and numbers alone: whoever calls them on what a service handed out calls no service. */
export const TEXTUAL = new Set(
  `
charAt charCodeAt codePointAt endsWith includes indexOf lastIndexOf localeCompare padEnd padStart replace replaceAll slice split startsWith
substring substr toLowerCase toUpperCase trim trimEnd trimStart getTime toISOString toFixed toPrecision
toString toLocaleString toLocaleDateString toLocaleTimeString toDateString valueOf toJSON hasOwnProperty
`
    .split(/\s+/u)
    .filter(Boolean),
);

/** More of what data has that a model sends, or a schema makes of it: texts, numbers, lists, sets, dates and bytes. */
const DATA = new Set(
  `
anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup trimLeft trimRight isWellFormed toWellFormed
toExponential propertyIsEnumerable toLocaleDateString toLocaleTimeString toDateString toTimeString toUTCString getTimezoneOffset
getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds
getUTCFullYear getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds getUTCMilliseconds
setFullYear setMonth setDate setHours setMinutes setSeconds setMilliseconds setTime setUTCFullYear setUTCMonth setUTCDate setUTCHours setUTCMinutes setUTCSeconds setUTCMilliseconds
union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom equals compare bytes
`
    .split(/\s+/u)
    .filter(Boolean),
);
export const isOfData = (name: string): boolean => DATA.has(name) || /^(?:read|write)(?:Big)?(?:U?[Ii]nt|Float|Double)/u.test(name);

/** Methods by which a text, or a URL, is itself. */
export const AS_TEXT = new Set(["toString", "valueOf", "toJSON"]);

/** Methods by which a container keeps or compares what it is given, without calling it. */
export const KEEPING = new Set("push unshift add set has get delete includes indexOf lastIndexOf concat fill".split(" "));

/** Those by which anything at all only compares what it is given with what it has. */
export const COMPARING = new Set("includes indexOf lastIndexOf".split(" "));

/** Methods of what frameworks hand to an executor: they speak to the caller, not to the world. */
export const PROTOCOL = new Set(
  `
log debug info warn warning error notice critical alert emergency trace fatal child isEnabled
sendNotification sendRequest emitCustomEvent sendLoggingMessage notification notify progress report reportProgress streamContent
elicit elicitInput createMessage requestSampling sample closeSSEStream closeStandaloneSSEStream listRoots ping
write writer writeData merge update custom metadata ask setStatus setTitle render handleText handleLLMNewToken handleToolStart handleToolEnd handleToolError
getChild getCallOptions addEvent setAttribute setAttributes recordException end isCancellationRequested onCancellationRequested
getSessionId getSessionFile getSessionName getBranch getEntries getLeafId getContextUsage
interrupt suspend resume sendFileContent sendChunk respond resolve reject fail recoveryFor requireAuth createTask getTask getTaskResult storeTaskResult
updateTaskStatus requestState closeSSE elicitation streamWriter createChildSpan
`
    .split(/\s+/u)
    .filter(Boolean),
);

/** Those of them that are as well names of what reaches the world, where they are no methods. */
export const AMBIGUOUS = new Set(
  "write update ask custom merge end child sample ping fail notify report progress notification metadata".split(" "),
);

/** The same of a context itself, such as a refinement is handed, and of no part of one. */
export const OWN_PROTOCOL = new Set(["addIssue"]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What has such names is data of a protocol, or a schema's, whoever made it. */
export const OF_PROTOCOLS: readonly (readonly [holder: RegExp, methods: ReadonlySet<string>])[] = [
  [/^(?:headers|searchParams|cookies|appState|formData)$/iu, words("get getAll has keys entries values forEach getSetCookie")],
  [/^_(?:def|zod)$/u, words("shape getter innerType schema items options entries values")],
];

/** What a logger is called. */
export const LOGGER = /(?:^|_)(?:log|logger|LOG|LOGGER)$|[a-z](?:Log|Logger)$/u;

/**
 * What something is that nothing is known of but how it is called: by the name of what holds it, the methods that
 * reach nothing. A logger that is handed in logs; headers are looked up; a server's notes go to its own client.
 */
export const BY_NAME: readonly (readonly [holder: RegExp, methods: ReadonlySet<string>])[] = [
  [LOGGER, words("log info debug warn warning error trace verbose fatal notice critical silly http isLevelEnabled")],
  ...OF_PROTOCOLS,
  // What an editor shows of an extension, and keeps for it.
  [/(?:^|[a-z_])output_?channel$/iu, words("append appendLine appendLog info warn error debug trace log show hide clear replace")],
  [/^(?:global|workspace)State$/u, words("get keys update")],
  // What a platform, or a server of the protocol, is told: to wait for what runs already, and what the caller is to see.
  [/^(?:ctx|context|execution_?ctx|execution_?context|event)$/iu, words("waitUntil passThroughOnException")],
  // Of OpenTelemetry: what is to be traced is run, and may be anything; what is traced is told.
  [
    /^(?:span|.*Span)$/u,
    words("setAttribute setAttributes addEvent addLink recordException setStatus updateName end isRecording spanContext"),
  ],
  [/^mcpReq$/u, words("send notify log elicitInput requestSampling")],
  // What an application streams to whoever asked.
  [/^data_?stream$/iu, words("write writeData writeMessageAnnotation appendMessageAnnotation writeSource merge append update onError")],
  [
    /^(?:mcp_?)?server$/iu,
    words(
      "notification sendLoggingMessage sendNotification sendResourceUpdated sendResourceListChanged sendToolListChanged sendPromptListChanged elicitInput createMessage listRoots",
    ),
  ],
];

/** Functions that are handed in to be told what happens. */
export const isLogging = (name: string): boolean =>
  /^(?:on|debug|emit)?[lL]og(?:ger|Fn|Func|Function|Callback|Handler|Message|Line)?$/u.test(name);
