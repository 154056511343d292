import type { IncomingMessage } from "node:http";
import { createServer as createHttpServer } from "node:http";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { normalise } from "../../../src/model/policy.ts";
import { createEgress } from "../../../src/runtime/egress/proxy.ts";
import { client, listening } from "../../support/sockets.ts";

/** A server behind the proxy, with what it was asked and its connections; and the proxy's port. */
async function behind(answer: (request: IncomingMessage, socket: Socket) => void) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((request) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""} ${request.headers.host ?? ""}`);
    answer(request, request.socket);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  const port = await listening(server);
  const egress = createEgress({ scope: normalise({ net: [`127.0.0.1:${port}`] }).grants["net.connect"] });
  onTestFinished(() => {
    egress.close();
  });
  const front = createServer();
  egress.serve(front);
  return { asked, sockets, port, proxy: await listening(front) };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("a body does not become a request, whatever the client calls its own", async () => {
  const { asked, port, proxy } = await behind((request, socket) => {
    request.resume().once("end", () => socket.write(OK));
  });
  for (const method of ["GET", "DELETE", "OPTIONS", "POST"]) {
    const body = "GET /admin HTTP/1.1\r\nHost: denied.example\r\n\r\n";
    const { socket, text } = client(proxy);
    socket.write(
      `${method} http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: content-length, host\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await vi.waitFor(() => {
      expect(text()).toContain("ok");
    });
  }
  await wait(50);
  expect(asked).toEqual(["GET", "DELETE", "OPTIONS", "POST"].map((method) => `${method} / 127.0.0.1:${port}`));
});

test.each([
  ["before the answer", 60],
  ["in the middle of it", 0],
])("a client that goes %s leaves no connection behind", async (_, late) => {
  const { sockets, port, proxy } = await behind((_request, socket) => {
    setTimeout(() => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n${"x".repeat(1000)}`);
      setTimeout(() => socket.write("x".repeat(2_999_000)), 60);
    }, late);
  });
  for (let i = 0; i < 10; i++) {
    const { socket, text } = client(proxy);
    socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    if (late === 0) await vi.waitFor(() => expect(text()).toContain("200 OK"));
    else await wait(10);
    socket.destroy();
  }
  await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 2000 });
  const { socket, text } = client(proxy);
  socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await vi.waitFor(() => expect(text()).toContain("200 OK"));
});

test("a server that goes in the middle of an answer, or of a request, ends it", async () => {
  const { port, proxy } = await behind((request, socket) => {
    if (request.method === "GET") socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    setTimeout(() => socket.destroy(), 20);
  });
  const get = client(proxy);
  get.socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  const post = client(proxy);
  post.socket.write(`POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc`);
  await vi.waitFor(() => {
    expect([get.socket.closed, get.text().endsWith("abc")]).toEqual([true, true]);
  });
  await vi.waitFor(() => {
    expect(post.socket.closed || post.text().startsWith("HTTP/1.1 502")).toBe(true);
  });
});

test("a switch of protocols that nobody asked for is an answer of ours", async () => {
  const { port, proxy } = await behind((_, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n");
  });
  const { socket, text } = client(proxy);
  socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 502 /u));
});
