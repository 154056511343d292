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
  const all = Array.from({ length: rawHeaders.length / 2 }, (_, at): Header => [rawHeaders[2 * at] ?? "", rawHeaders[2 * at + 1] ?? ""]);
  const connection = all.filter(([name]) => name.toLowerCase() === "connection");
  const named = new Set(
    connection.flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(",")
        .map((one) => one.trim()),
    ),
  );
  // Without its length, a body would be taken for the next request.
  named.delete("content-length");
  return all.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && !named.has(lower) && lower !== "host";
  });
}
