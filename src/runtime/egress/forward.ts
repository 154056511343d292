import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { pipeline } from "node:stream";
import { NotDialled } from "./dial.ts";
import type { AbsoluteTarget, Target } from "./target.ts";
import { parseAbsolute } from "./target.ts";

/** What holds between two neighbours on the way, and not from end to end. */
const HOP_BY_HOP = new Set(
  "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(" "),
);

type Header = [name: string, value: string];

const NOT_FOR_PROXIES = "Only absolute `http:` URLs and `CONNECT` are for proxies.";

/** The request as it came, to the target that was judged. */
function sameRequest({ method = "GET" }: IncomingMessage, target: AbsoluteTarget, agent: Agent, headers: readonly Header[]): ClientRequest {
  const { host, port, path } = target;
  return request({ agent, host, port, method, path, setHost: false, headers: [["Host", hostHeader(target)], ...headers].flat() });
}

/** Passes a request in absolute form on, to what was judged and nothing else. */
export function forward(
  message: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  refusal: (protocol: "http", target: string, reason: string) => void,
): void {
  const target = parseAbsolute(message.url ?? "");
  if (!target) {
    refusal("http", message.url ?? "", "it is not an absolute `http:` URL");
    response.writeHead(400, { "content-type": "text/plain", connection: "close" }).end(`${NOT_FOR_PROXIES}\n`);
    return;
  }
  const upstream = sameRequest(message, target, agent, [...endToEnd(message), ...framing(message)]);
  upstream.on("response", (answer) => {
    try {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer).flat());
    } catch {
      // A status or header that no answer may have.
      answer.destroy();
      response.writeHead(502, { "content-type": "text/plain" }).end("The answer cannot be passed on.\n");
      return;
    }
    pass(answer, response);
  });
  // Nobody waits for the answer any more.
  response.once("close", () => {
    if (!response.writableFinished) upstream.destroy();
  });
  upstream.on("upgrade", (_answer, socket) => {
    socket.destroy();
    if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" }).end("The server switches protocols unasked.\n");
  });
  upstream.on("error", (error) => {
    const [status, text] = answerTo(error, target);
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain" }).end(`${text}\n`);
    else response.destroy();
  });
  pass(message, upstream);
}

/**
 * Hands a message on as it comes; what breaks on one side ends the other. `pipeline` would do it with an
 * `AbortController` for each, which costs as much as all the rest.
 */
function pass(from: IncomingMessage, to: Writable): void {
  if (to.destroyed || to.writableEnded) {
    from.destroy();
    return;
  }
  from.on("error", () => undefined);
  to.on("error", () => undefined);
  from.once("close", () => {
    if (!from.readableEnded) to.destroy();
  });
  to.once("close", () => {
    if (!from.readableEnded) from.destroy();
  });
  from.pipe(to);
}

/** Switches protocols if the server does; a server that only answers must not be sent more on this connection unread. */
export function upgrade(message: IncomingMessage, client: Socket, head: Buffer, agent: Agent): void {
  const target = parseAbsolute(message.url ?? "");
  if (!target) {
    refuse(client, 400, NOT_FOR_PROXIES);
    return;
  }
  const switching: Header[] = [
    ["Connection", "Upgrade"],
    ["Upgrade", message.headers.upgrade ?? ""],
  ];
  const upstream = sameRequest(message, target, agent, [...switching, ...endToEnd(message)]);
  upstream.on("upgrade", (answer: IncomingMessage, socket: Socket, first: Buffer) => {
    const lines = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", `Upgrade: ${answer.headers.upgrade ?? ""}`];
    for (const [name, value] of endToEnd(answer)) lines.push(`${name}: ${value}`);
    client.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    client.write(first);
    socket.write(head);
    join(client, socket);
  });
  upstream.on("response", (answer) => {
    answer.resume();
    refuse(client, 502, "The server does not switch protocols.");
  });
  upstream.on("error", (error) => {
    refuse(client, ...answerTo(error, target));
  });
  upstream.end();
}

/** A body of unknown length stays framed, so that no server takes it for a second request. */
const framing = ({ headers }: IncomingMessage): Header[] =>
  headers["transfer-encoding"] === undefined ? [] : [["Transfer-Encoding", "chunked"]];

const hostHeader = ({ host, port }: Target): string => {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === 80 ? name : `${name}:${port}`;
};

/** The headers of a message that are meant for its other end; `Host` is written anew from what was judged. */
function endToEnd({ rawHeaders, headers }: IncomingMessage): Header[] {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/\s*,\s*/u));
  // Without its length, a body would be taken for the next request.
  named.delete("content-length");
  const out: Header[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower) && lower !== "host") out.push([name, rawHeaders[index + 1] ?? ""]);
  }
  return out;
}

/** What a client is told when nothing was dialled. */
export function answerTo(error: unknown, target: Target): [status: number, text: string] {
  const refused = error instanceof NotDialled && error.isRefusal;
  const why = error instanceof NotDialled ? error.message : "the connection broke";
  return [refused ? 403 : 502, `toolfence: \`${target.host}:${target.port}\` ${refused ? "is refused" : "was not reached"}: ${why}.`];
}

const REASONS: Readonly<Record<number, string>> = { 400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway" };

export function refuse(client: Duplex, status: number, text: string): void {
  const body = `${text}\n`;
  client.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Lets two connections speak to each other until one ends. */
export function join(client: Socket, upstream: Socket): void {
  pipeline(client, upstream, () => undefined);
  pipeline(upstream, client, () => undefined);
}
