import type { IncomingMessage } from "node:http";
import type { Target } from "./target.ts";

export type Header = [name: string, value: string];

/** What holds between two neighbours on the way, and not from end to end. */
const HOP_BY_HOP = new Set(
  "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(" "),
);

/** The value of a header as it came, where it came: Node's own list of them leaves some out. */
function valueOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1];
  return undefined;
}

/** A body of unknown length stays framed, so that no server takes it for a second request. */
export const framing = ({ rawHeaders }: IncomingMessage): Header[] =>
  valueOf(rawHeaders, "transfer-encoding") === undefined ? [] : [["Transfer-Encoding", "chunked"]];

/** Whether a request brings a body along. */
export const hasBody = ({ rawHeaders }: IncomingMessage): boolean =>
  valueOf(rawHeaders, "transfer-encoding") !== undefined || !["0", undefined].includes(valueOf(rawHeaders, "content-length")?.trim());

export const hostHeader = ({ host, port }: Target): string => {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === 80 ? name : `${name}:${port}`;
};

/** The headers of a message that are meant for its other end; `Host` is written anew from what was judged. */
export function endToEnd({ rawHeaders }: IncomingMessage): Header[] {
  const named = new Set<string>();
  const kept: [lower: string, header: Header][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    const lower = name.toLowerCase();
    if (lower === "connection") for (const one of value.toLowerCase().split(",")) named.add(one.trim());
    if (!HOP_BY_HOP.has(lower) && lower !== "host") kept.push([lower, [name, value]]);
  }
  // Without its length, a body would be taken for the next request.
  named.delete("content-length");
  return kept.flatMap(([lower, header]) => (named.has(lower) ? [] : [header]));
}
