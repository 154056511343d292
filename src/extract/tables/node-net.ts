import type { Table } from "./format.ts";

const pure = (...names: string[]): Record<string, string> => ({ [names.join(" ")]: "pure" });

export const http: Table = {
  rest: "pure",
  rows: {
    "request get": "!request ->type:Stream",
    "Agent.createConnection Agent.new.createConnection globalAgent.createConnection": "!connect",
    "createServer Server": "->type:Server",
    ClientRequest: "!request ->type:Stream",
    Agent: "->type:Agent",
    ...pure(
      "METHODS",
      "STATUS_CODES",
      "globalAgent",
      "IncomingMessage",
      "OutgoingMessage",
      "ServerResponse",
      "validateHeaderName",
      "validateHeaderValue",
      "maxHeaderSize",
      "setMaxIdleHTTPParsers",
      "setGlobalProxyFromEnv",
    ),
    "WebSocket EventSource": "net.connect@0",
    ...pure("CloseEvent", "MessageEvent"),
  },
};

export const http2: Table = {
  rest: "pure",
  rows: { connect: "net.connect@0 ->type:Stream", "createServer createSecureServer performServerHandshake": "->type:Server" },
};

export const net: Table = {
  rest: "pure",
  rows: {
    "connect createConnection": "!connect ->type:Socket",
    "createServer Server": "->type:SocketServer =>type:Peer",
    "Socket Stream": "->type:Socket",
    "Socket.connect Socket.new.connect Socket.prototype.connect Stream.prototype.connect": "!connect",
    "Server.listen Server.new.listen Server.prototype.listen": "!listen",
  },
};

export const tls: Table = {
  rest: "pure",
  rows: { connect: "!connect ->type:Socket", "createServer Server": "->type:SocketServer =>type:Peer", TLSSocket: "->type:Socket" },
};

export const dgram: Table = { rest: "pure", rows: { "createSocket Socket": "->type:Datagram" } };

const RESOLVE = "net.resolve@0";
const LOOKUPS =
  "lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse";

export const dns: Table = {
  rest: "pure",
  links: { promises: "node:dns/promises" },
  rows: { [LOOKUPS]: RESOLVE, Resolver: "->type:Resolver" },
};
export const dnsPromises: Table = { rest: "pure", rows: { [LOOKUPS]: RESOLVE, Resolver: "->type:Resolver" } };

export const netTypes: Record<string, Table> = {
  "type:Server": { rest: "pure ->this", rows: { listen: "!listen ->this" } },
  "type:SocketServer": {
    rest: "pure ->this",
    rows: { listen: "!listen ->this", "on once addListener prependListener prependOnceListener": "pure ->this =>type:Peer" },
  },
  "type:Datagram": { rest: "pure", rows: { bind: "net.listen", "connect send": "net.connect" } },
  "type:Agent": { rest: "pure", rows: { "createConnection createSocket": "!connect" } },
  "type:Resolver": { rest: "pure", rows: { [LOOKUPS]: RESOLVE } },
};
