import type { PackageModel } from "./kinds.ts";
import { FETCH, NET, hooked, httpClient, service } from "./kinds.ts";

/** Sockets as `ws` has them. */
const webSocket = (range: string): PackageModel => ({
  range,
  rest: "pure",
  rows: {
    "default WebSocket": "net.connect@0 ->type:WebSocket",
    "WebSocketServer Server default.Server": "net.listen ->type:WebSocketServer",
  },
});

/** Clients of HTTP and of one service's HTTP interface. */
export const httpModels: Readonly<Record<string, PackageModel>> = {
  "make-fetch-happen": httpClient(">=8"),
  axios: httpClient(">=0.20", {
    "isAxiosError isCancel toFormData all spread getUri": "pure",
    "postForm putForm patchForm": FETCH,
    Axios: "->client",
    "interceptors.request.use interceptors.response.use": "keeps",
  }),
  got: httpClient(">=11", { "stream paginate": FETCH }),
  ky: httpClient(">=0.30"),
  redaxios: httpClient(">=0.4"),
  h3: { range: ">=1", rest: "pure", rows: { "proxyRequest sendProxy fetchWithEvent": NET, serve: "net.listen" } },
  "prom-client": { range: ">=12", rest: "pure", rows: { "pushAdd push": NET } },
  "ky-universal": httpClient(">=0.11"),
  "node-fetch": httpClient(">=2", {
    "fileFrom fileFromSync blobFrom blobFromSync": "fs.read@0",
    "Headers Request Response FetchError AbortError isRedirect": "pure",
  }),
  "node-fetch-native": httpClient(">=1", { fetch: FETCH }),
  // It gives back the `fetch` that it is given, with a jar of cookies.
  "fetch-cookie": { range: ">=2", rest: "pure", rows: { default: "->0" } },
  "cross-fetch": httpClient(">=3", { fetch: FETCH }),
  "isomorphic-fetch": httpClient(">=3"),
  ofetch: httpClient(">=1", { "ofetch $fetch fetch raw native": FETCH }),
  wretch: { ...httpClient(">=2"), rest: NET },
  superagent: { ...httpClient(">=6", { attach: "net.connect fs.read@1 ->self" }), rest: NET },
  needle: httpClient(">=3", { "default request": "net.connect@1" }),
  request: httpClient(">=2"),
  "request-promise": httpClient(">=4"),
  undici: {
    range: ">=5",
    rest: "pure",
    rows: {
      fetch: "!fetch",
      "request stream pipeline connect upgrade": "!fetch",
      "WebSocket EventSource": "net.connect@0",
      "Client.request Pool.request Agent.request Client.new.request Pool.new.request Agent.new.request Client.new.connect": NET,
    },
  },
  phin: httpClient(">=3"),
  "node-libcurl": service(">=3"),
  ws: webSocket(">=7"),
  "isomorphic-ws": webSocket(">=4"),
  "socket.io-client": { range: ">=3", rest: "pure", rows: { "default io connect Socket": "net.connect@0 ->type:SocketIo" } },
  "socket.io": {
    range: ">=3",
    rest: "net.connect",
    rows: {
      "default Server default.Server": "net.listen ->type:SocketIoServer",
      "Socket RemoteSocket": "->type:SocketIo",
      Namespace: "->type:SocketIoServer",
    },
  },
  eventsource: { range: ">=1", rest: "pure", rows: { "default EventSource": "net.connect@0" } },
  "graphql-request": hooked(service(">=4", undefined, { gql: "pure" }), "GraphQLClient"),
  "@apollo/client": service(">=3", undefined, { "gql InMemoryCache createHttpLink": "pure" }),
  "@octokit/rest": service(">=18", "api.github.com:443"),
  "@octokit/core": service(">=3", "api.github.com:443"),
  "@octokit/graphql": service(">=4", "api.github.com:443"),
  octokit: service(">=2", "api.github.com:443"),
  "@octokit/request": service(">=5", "api.github.com:443"),
  "@octokit/auth-app": service(">=3", "api.github.com:443"),
  "@actions/github": service(">=5", "api.github.com:443"),
  "@hey-api/client-fetch": httpClient(">=0.5", {
    createClient: "->client",
    "createClient.get createClient.post createClient.put createClient.patch createClient.delete createClient.request": FETCH,
    "createConfig buildUrl setConfig getConfig": "pure",
  }),
  "get-it": httpClient(">=8", {
    // 8 has getIt, 9 createRequester; what both make is called as a client is.
    "getIt createRequester clone createNodeFetch": "->client",
    "getIt.() createRequester.() clone.() createNodeFetch.()": FETCH,
    "adapter isHttpError isTimeoutError": "pure",
    use: "keeps",
  }),
  "get-it/middleware": { range: ">=8", rest: "pure", rows: {} },
  "@better-fetch/fetch": httpClient(">=1", {
    "betterFetch getFetch": FETCH,
    createFetch: "->client",
    "createFetch.()": FETCH,
  }),
};
