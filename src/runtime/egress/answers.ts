import type { Duplex } from "node:stream";
import { NotDialled } from "./dial.ts";
import type { Target } from "./target.ts";

/** What the proxy answers by itself: a status, and why (RFC 9209), so that nobody takes it for an answer of the server. */
const STATUSES: Readonly<Record<number, readonly [words: string, error: string]>> = {
  400: ["Bad Request", "http_request_error"],
  403: ["Forbidden", "http_request_denied"],
  502: ["Bad Gateway", "destination_unavailable"],
  503: ["Service Unavailable", "connection_limit_reached"],
};

/** The headers of such an answer. */
export const ownHeaders = (status: number): Readonly<Record<string, string>> => ({
  "Content-Type": "text/plain; charset=utf-8",
  "Proxy-Status": `toolfence; error=${STATUSES[status]?.[1] ?? "proxy_internal_error"}`,
});

/** What a client is told when nothing was dialled. */
export function answerTo(error: unknown, target: Target): [status: number, text: string] {
  const refused = error instanceof NotDialled && error.isRefusal;
  const why = error instanceof NotDialled ? error.message : "the connection broke";
  return [refused ? 403 : 502, `toolfence: \`${target.host}:${target.port}\` ${refused ? "is refused" : "was not reached"}: ${why}.`];
}

/** Answers on a connection on which nothing else was answered, and ends it. */
export function refuse(client: Duplex, status: number, text: string): void {
  const body = `${text}\n`;
  const headers = Object.entries({ ...ownHeaders(status), "Content-Length": String(Buffer.byteLength(body)), Connection: "close" });
  client.end(
    `HTTP/1.1 ${status} ${STATUSES[status]?.[0] ?? ""}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
}
