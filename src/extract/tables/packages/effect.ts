import type { PackageModel } from "./kinds.ts";
import { NET } from "./kinds.ts";

/** Members of the service that Effect has for files, and of the one for commands, by the tags that code asks for them by. */
const of = (service: string, names: string): string =>
  names
    .split(" ")
    .map((name) => `${service}.${name}`)
    .join(" ");

const FILES: Readonly<Record<string, string>> = {
  [of(
    "FileSystem",
    "access exists glob lstat readDirectory readDirectoryEntries readFile readFileString readLink realPath stat stream watch",
  )]: "fs.read@0",
  [of("FileSystem", "makeDirectory symlink link")]: "fs.write.create@0",
  [of("FileSystem", "makeTempDirectory makeTempDirectoryScoped makeTempFile makeTempFileScoped")]: "fs.write.create",
  [of("FileSystem", "chmod chown sink truncate utimes writeFile writeFileString")]: "fs.write@0",
  [of("FileSystem", "remove")]: "fs.write.delete@0",
  [of("FileSystem", "copy copyFile")]: "fs.read@0 fs.write@1",
  [of("FileSystem", "rename")]: "fs.write.delete@0 fs.write@1",
  [of("FileSystem", "open")]: "fs.read@0 fs.write@0",
};

const REQUESTS = of("HttpClient", "execute get head post patch put del options");

/** What makes another client of one, the same as far as it matters. */
const CLIENTS = of(
  "HttpClient",
  "filterStatusOk filterStatus filterOrFail filterOrElse mapRequest mapRequestEffect mapRequestInput mapRequestInputEffect retry retryTransient tap tapError tapRequest transform transformResponse catchAll catchTag catchTags followRedirects withCookiesRef withTracerPropagation withTracerDisabledWhen withSpanNameGenerator withScope",
);

/** What describes a request; a file that it sends is read as it is named. */
const DESCRIBING = of(
  "HttpClientRequest",
  "get post put patch del head options make setHeader setHeaders setMethod setUrl setUrlParam setUrlParams appendUrl appendUrlParam appendUrlParams prependUrl updateUrl toUrl setHash accept acceptJson basicAuth bearerToken setBody bodyJson bodyUnsafeJson bodyText bodyUint8Array bodyFormData bodyFormDataRecord bodyUrlParams bodyStream schemaBodyJson",
);

/** Modules of the platform that only describe. */
const PLAIN =
  "Path Headers Cookies Etag HttpBody HttpMethod UrlParams Url HttpClientResponse HttpClientError HttpApiEndpoint HttpApiGroup HttpApiSchema HttpApiError HttpApiSecurity HttpTraceContext MsgPack Ndjson ChannelSchema Error OpenApi OpenApiJsonSchema Template Transferable FetchHttpClient".split(
    " ",
  );

const COMMANDS =
  "env workingDirectory feed stdin stdout stderr pipeTo runInShell flatten isCommand exitCode lines start stream streamLines string";

/** Effect: what is composed is data, until it runs; what reaches the world are services that a platform provides. */
export const effectModels: Readonly<Record<string, PackageModel>> = {
  effect: {
    range: ">=3",
    rest: "pure",
    rows: {
      "Effect.fn Effect.fnUntraced Effect.fnUntracedEager fn fnUntraced fnUntracedEager": "->through",
      ...FILES,
      [REQUESTS]: NET,
      "HttpClient.pipe": "->this",
      "ChildProcess.make": "exec.spawn@0",
    },
  },
  "@effect/platform": {
    range: ">=0.60",
    rest: "unlisted",
    links: Object.fromEntries(PLAIN.map((name) => [name, "pure"])),
    rows: {
      ...FILES,
      [REQUESTS]: NET,
      [CLIENTS]: "->0",
      "HttpClient.pipe pipe": "->this",
      [DESCRIBING]: "pure",
      "HttpClientRequest.bodyFile": "fs.read",
      "HttpApiClient.make HttpApiClient.makeWith Socket.makeWebSocket": `${NET} ->self`,
      "Command.make": "exec.spawn@0",
      // What is made is counted as it is made.
      [of("Command", COMMANDS)]: "pure",
      [of("CommandExecutor", "start string lines stream streamLines exitCode")]: "exec.spawn",
      [of("Terminal", "display readLine readInput columns rows")]: "pure",
    },
  },
};
