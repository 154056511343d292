import type { Agent, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { answerTo, refuse } from "./answers.ts";
import type { Telling } from "./forward.ts";
import { sameRequest } from "./forward.ts";
import type { Header } from "./headers.ts";
import { endToEnd, hasBody } from "./headers.ts";
import { join } from "./join.ts";
import { NOT_FOR_PROXIES, parseAbsolute } from "./target.ts";

const head = (first: string, headers: readonly Header[]): string =>
  [first, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");

/**
 * Switches protocols if the server does. A server that only answers has its answer passed on, and the connection ends with it on both
 * sides: what the client sends behind its request is for another protocol, and must not be read as requests.
 */
export function upgrade(message: IncomingMessage, client: Socket, early: Buffer, agent: Agent, telling: Telling): void {
  const target = parseAbsolute(message.url ?? "");
  if (!target) {
    telling.refused("http", message.url ?? "", "it is not an absolute `http:` URL");
    refuse(client, 400, NOT_FOR_PROXIES);
    return;
  }
  if (hasBody(message)) {
    telling.refused("http", message.url ?? "", "it switches protocols, and has a body");
    refuse(client, 400, "A switch of protocols with a body is not passed on.");
    return;
  }
  const switching: Header[] = [
    ["Connection", "Upgrade"],
    ["Upgrade", message.headers.upgrade ?? ""],
  ];
  const upstream = sameRequest(message, target, agent, telling, [...switching, ...endToEnd(message)]);
  client.once("close", () => upstream.destroy());
  upstream.on("upgrade", (answer: IncomingMessage, socket: Socket, first: Buffer) => {
    const own: Header[] = [
      ["Connection", "Upgrade"],
      ["Upgrade", answer.headers.upgrade ?? ""],
    ];
    client.write(head("HTTP/1.1 101 Switching Protocols", [...own, ...endToEnd(answer)]), "latin1");
    client.write(first);
    socket.allowHalfOpen = true;
    socket.write(early);
    join(client, socket);
  });
  upstream.on("response", (answer) => {
    const status = answer.statusCode ?? 502;
    if (status < 200 || status > 599) {
      answer.destroy();
      refuse(client, 502, "The answer cannot be passed on.");
      return;
    }
    // Its end is the end of the connection, whatever length it has said.
    const headers = endToEnd(answer).filter(([name]) => name.toLowerCase() !== "content-length");
    client.write(
      head(`HTTP/1.1 ${status} ${(answer.statusMessage ?? "").replaceAll(/[^\t\x20-\x7e]/gu, "")}`, [["Connection", "close"], ...headers]),
      "latin1",
    );
    answer.on("error", () => client.destroy());
    answer.once("end", () => upstream.destroy());
    answer.pipe(client);
  });
  upstream.on("error", (error) => {
    if (client.writable && client.bytesWritten === 0) refuse(client, ...answerTo(error, target));
    else client.destroy();
  });
  upstream.end();
}
