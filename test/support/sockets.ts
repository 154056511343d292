import type { AddressInfo, Server, Socket } from "node:net";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on loopback until the test ends; gives the port. */
export function listening(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      done((server.address() as AddressInfo).port);
    });
  });
}

/** A connection of raw bytes, with all that it was answered so far. */
export interface Client {
  readonly socket: Socket;
  readonly text: () => string;
}

/** Connects to a port of loopback until the test ends. */
export function client(port: number, allowHalfOpen = false): Client {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, text: () => text };
}
