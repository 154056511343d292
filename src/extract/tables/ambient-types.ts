/** Types that no module declares: those of a platform, of the language and of the Web. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter(Boolean));

const BINDINGS = words(`
  KVNamespace Fetcher Service DurableObjectNamespace DurableObjectStub DurableObjectStorage DurableObjectState DurableObjectTransaction SqlStorage
  Queue Hyperdrive AnalyticsEngineDataset Workflow Ai SendEmail BrowserWorker ImagesBinding WorkerLoader WorkerStub DispatchNamespace Pipeline
`);

/** Ambient types of a platform's bindings (Cloudflare Workers): whoever holds one reaches a service. */
export const isBinding = (name: string): boolean => BINDINGS.has(name) || /^(?:D1|R2|Vectorize)\w*$/u.test(name);

const DATA = words(`
  Date RegExp DataView Blob File FormData Headers Request RequestInit RequestInfo Response ResponseInit BodyInit HeadersInit URL URLSearchParams
  Crypto CryptoKey CryptoKeyPair JsonWebKey Number String Boolean BigInt Symbol Object PropertyKey PropertyDescriptor PropertyDescriptorMap
  TypedPropertyDescriptor Generator AsyncGenerator TemplateStringsArray ImportMeta ExecutionContext ScheduledController Console IArguments
  Uppercase Lowercase Capitalize Uncapitalize Extract Exclude ThisType NoInfer ConstructorParameters ThisParameterType OmitThisParameter
  Iterator AsyncIterator Iterable AsyncIterable IterableIterator AsyncIterableIterator IteratorResult BufferEncoding BufferSource
  Node NodeList NodeListOf Document DocumentFragment Element Window Location Navigator Screen History Storage Range Selection Text Comment Attr
  Map Set ReadonlyMap ReadonlySet WeakMap WeakSet WeakRef Array ReadonlyArray Record Partial Required Readonly Pick Omit NonNullable Awaited Promise PromiseLike
  Timer Timeout Immediate CloseEvent DOMException DOMParser DOMRect DOMMatrix GPUDevice
`);

/**
 * Whether a type is of the language or of the Web and holds data alone. What else has no declaration in a module is ambient in the sources, or of a
 * package of types, and nothing is known of it.
 */
export const isLibraryData = (name: string): boolean =>
  DATA.has(name) ||
  /^(?:\w*Error|\w*Array|\w*Buffer|\w*Event|\w*EventInit|\w*Signal|\w*Controller|\w*Stream|\w*Stream\w*(?:Reader|Writer)|Text\w+|HTML\w+|SVG\w+|CSS\w*|Intl|WebAssembly|Temporal)$/u.test(
    name,
  );
