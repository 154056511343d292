import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import { answerTo, ownHeaders } from "./answers.ts";
import type { Header } from "./headers.ts";
import { endToEnd, framing, hasBody, hostHeader } from "./headers.ts";
import type { AbsoluteTarget } from "./target.ts";
import { NOT_FOR_PROXIES, parseAbsolute } from "./target.ts";

/** More of a body that nobody takes is not read to answer its client. */
const MAX_DRAINED = 16 * 1024 * 1024;
/** Answers of a server that are not the last one. */
const MAX_INTERIM = 32;

/** What becomes of a request is told: it throws where that fails. */
export interface Telling {
  readonly refused: (protocol: "http", target: string, reason: string) => void;
  /** Of a request that goes out. A connection that was made for it has been told: once. */
  readonly allowed: (target: AbsoluteTarget, socket: Socket) => void;
}

/** The request as it came, to the target that was judged. */
export function sameRequest(
  message: IncomingMessage,
  target: AbsoluteTarget,
  agent: Agent,
  telling: Telling,
  headers: readonly Header[],
): ClientRequest {
  const { method = "GET" } = message;
  const { host, port, path } = target;
  const out = request({ agent, host, port, method, path, setHost: false, headers: [["Host", hostHeader(target)], ...headers].flat() });
  // A header that is not seen is one that is not passed on, and it may say where the body ends.
  out.maxHeadersCount = 0;
  out.on("timeout", () => out.destroy());
  // Nothing has been sent yet.
  out.once("socket", (socket) => {
    try {
      telling.allowed(target, socket);
    } catch (error) {
      out.destroy(error as Error);
    }
  });
  let interim = 0;
  out.on("information", () => {
    if (++interim > MAX_INTERIM) out.destroy();
  });
  return out;
}

/** Passes a request in absolute form on, to what was judged and nothing else. */
export function forward(message: IncomingMessage, response: ServerResponse, agent: Agent, telling: Telling): void {
  const target = parseAbsolute(message.url ?? "");
  if (!target || !["1.0", "1.1"].includes(message.httpVersion)) {
    telling.refused("http", message.url ?? "", "it is not an absolute `http:` URL");
    say(message, response, 400, NOT_FOR_PROXIES);
    return;
  }
  const upstream = sameRequest(message, target, agent, telling, [...endToEnd(message), ...framing(message)]);
  let received: IncomingMessage | undefined;
  upstream.on("continue", () => {
    continued.add(response);
    response.writeContinue();
  });
  upstream.on("response", (answer) => {
    received = answer;
    try {
      if (answer.statusCode === 101) throw new RangeError("a switch of protocols that is none");
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer).flat());
    } catch {
      // A status or header that no answer may have.
      answer.destroy();
      say(message, response, 502, "The answer cannot be passed on.");
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
    if (!response.headersSent) say(message, response, 502, "The server switches protocols unasked.");
  });
  upstream.on("error", (error) => {
    // What comes behind an answer that is whole takes nothing from it.
    if (response.destroyed || received?.complete === true) return;
    if (response.headersSent) response.destroy();
    else say(message, response, ...answerTo(error, target));
  });
  take(message, upstream);
}

/** Answers whose clients were told to send on. */
const continued = new WeakSet<ServerResponse>();

/** Answers by ourselves. What is left of the request is read and dropped, or its client would never hear the answer. */
function say(message: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  // Who asked first whether to send a body does not send it now, and may not wait for us to wait for it.
  const isAsking = message.headers.expect?.toLowerCase() === "100-continue" && !continued.has(response);
  if (isAsking) response.shouldKeepAlive = false;
  response.writeHead(status, { ...ownHeaders(status), "Content-Length": Buffer.byteLength(body) }).write(body);
  const end = (): void => {
    response.end();
  };
  if (message.complete || isAsking) end();
  else message.once("end", end);
  let left = MAX_DRAINED;
  message.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
  message.resume();
}

/** Hands the body of a request on; where nobody takes it any more, whoever answers sees to what is left of it. */
function take(message: IncomingMessage, upstream: ClientRequest): void {
  message.on("error", () => undefined);
  if (!hasBody(message)) {
    message.resume();
    upstream.end();
    return;
  }
  message.once("close", () => {
    if (!message.complete) upstream.destroy();
  });
  upstream.once("close", () => {
    message.unpipe(upstream);
  });
  message.pipe(upstream);
}

/**
 * Hands an answer on as it comes; what breaks on one side ends the other. `pipeline` would do it with an
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
    if (!from.complete) to.destroy();
  });
  to.once("close", () => {
    if (!from.readableEnded) from.destroy();
  });
  from.pipe(to);
}
