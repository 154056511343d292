import type { Socket } from "node:net";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import type { EgressDecision, EgressOptions } from "../../../src/runtime/egress/proxy.ts";
import { createEgress } from "../../../src/runtime/egress/proxy.ts";
import { client, listening } from "../../support/sockets.ts";

/** A server that answers bytes with bytes, and a proxy in front of it. `P` in the policy is the server's port. */
async function world(answer: (text: string, socket: Socket) => void, net: Policy["net"], more: Partial<EgressOptions> = {}) {
  const received: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const index = received.push("") - 1;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received[index] = (received[index] ?? "") + chunk.toString("latin1");
      answer(chunk.toString("latin1"), socket);
    });
    socket.on("end", () => {
      answer("", socket);
    });
  });
  const port = await listening(server);
  const decisions: EgressDecision[] = [];
  const policy = JSON.parse(JSON.stringify({ net }).replaceAll(":P", `:${port}`)) as Policy;
  const egress = createEgress({
    scope: normalise(policy).grants["net.connect"],
    resolve: () => Promise.resolve(["127.0.0.1"]),
    onDecision: (one) => decisions.push(one),
    ...more,
  });
  onTestFinished(() => {
    egress.close();
  });
  const front = createServer();
  egress.serve(front);
  const proxy = await listening(front);
  return { received, decisions, port, egress, client: () => client(proxy, true) };
}
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const LOCAL = ["a.test:P", "@loopback:P"];
const until = (check: () => void) => vi.waitFor(check, { timeout: 5000 });

describe("what a tunnel may carry is anything, and so is what denies it", () => {
  test.each(["ssh", "ftp", "postgres", "https"])("a denial of `%s:`", async (scheme) => {
    const { client, port } = await world(() => undefined, {
      connect: { allow: ["*.test:*", "@loopback:P"], deny: [`${scheme}://a.test:P`] },
    });
    const { socket, text } = client();
    socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
    await until(() => expect(text()).toContain("the policy denies it"));
  });
  test("a grant of `ssh:` is one of a tunnel, and not of a plain request", async () => {
    const { client, port } = await world(() => undefined, ["ssh://a.test:P", "@loopback:P"]);
    const [one, other] = [client(), client()];
    one.socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
    other.socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`);
    await until(() => expect([one.text(), other.text()]).toEqual([expect.stringContaining(" 200 "), expect.stringContaining(" 403 ")]));
  });
});

describe("nothing is sent for nobody", () => {
  test.each([
    ["CONNECT", (port: number) => `CONNECT a.test:${port} HTTP/1.1\r\n\r\nsecret`],
    ["absolute form", (port: number) => `GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`],
  ])("%s: ended while the name is looked up, nothing is told or reached", async (_name, request) => {
    const answers: (() => void)[] = [];
    const resolve = (): Promise<readonly string[]> => new Promise((done) => answers.push(() => done(["127.0.0.1"])));
    const { client, decisions, egress, port, received } = await world(() => undefined, LOCAL, { resolve });
    client().socket.write(request(port));
    await until(() => expect(answers.length).toBe(1));
    egress.close();
    answers[0]?.();
    await wait(100);
    expect([received, decisions]).toEqual([[], []]);
  });
  test("the same, not ended, is told and reaches the server", async () => {
    const { client, decisions, port, received } = await world(() => undefined, LOCAL);
    client().socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\nsecret`);
    await until(() => expect([received, decisions.map(({ verdict }) => verdict)]).toEqual([["secret"], ["allow"]]));
  });
});

describe("requests", () => {
  test("however many headers there are, each is seen: none hides where the body ends", async () => {
    const { client, port, received } = await world((_, socket) => socket.write(OK), LOCAL);
    const body = "POST /smuggled HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    const { socket, text } = client();
    socket.write(
      `GET http://a.test:${port}/ HTTP/1.1\r\n${"a:\r\n".repeat(1000)}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    await until(() => expect(text()).toContain("ok"));
    expect(received[0]?.replaceAll("a: \r\n", "")).toContain("Transfer-Encoding: chunked");
    expect(received[0]).toContain(`\r\n\r\n${body.length.toString(16)}\r\nPOST /smuggled`);
  });
  test("headers that trickle in end the connection", { timeout: 20_000 }, async () => {
    const { client } = await world(() => undefined, LOCAL);
    const { socket } = client();
    socket.write("GET http://a.test/ HTTP/1.1\r\n");
    const drip = setInterval(() => socket.write("a"), 200);
    await vi.waitFor(() => expect(socket.readableEnded || socket.closed).toBe(true), { timeout: 15_000 });
    clearInterval(drip);
  });
  test("a connection that waits too long is ended after its first request too", async () => {
    const { client, port } = await world((text, socket) => (text.includes("/1 ") ? socket.write(OK) : undefined), LOCAL, { idleMs: 400 });
    const { socket, text } = client();
    socket.write(`GET http://a.test:${port}/1 HTTP/1.1\r\n\r\n`);
    await until(() => expect(text()).toContain("ok"));
    socket.write(`GET http://a.test:${port}/2 HTTP/1.1\r\n\r\n`);
    await until(() => expect(socket.readableEnded || socket.closed || text().includes(" 502 ")).toBe(true));
  });
  test("each is told, also those on a connection that is kept", async () => {
    const { client, decisions, port } = await world((text, socket) => (text === "" ? undefined : socket.write(OK)), LOCAL);
    for (let i = 0; i < 3; i++) {
      const { socket, text } = client();
      socket.write(`GET http://a.test:${port}/${i} HTTP/1.1\r\n\r\n`);
      await until(() => expect(text()).toContain("ok"));
    }
    expect(decisions.map(({ verdict, target }) => [verdict, target])).toEqual(Array(3).fill(["allow", `a.test:${port}`]));
  });
  test("each is told once, also where servers end connections while others come", async () => {
    const open: Socket[] = [];
    const { client, decisions, port } = await world(
      (text, socket) => {
        if (text !== "") open.push(socket);
      },
      LOCAL,
      { resolve: () => wait(100, ["127.0.0.1"]) },
    );
    const ask = (count: number) =>
      Array.from({ length: count }, () => {
        const { socket, text } = client();
        socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`);
        return text;
      });
    const texts = ask(64);
    await until(() => expect(open.length).toBe(64));
    texts.push(...ask(16));
    await wait(100);
    for (const socket of open.splice(0, 8)) socket.write(OK.replace("\r\n", "\r\nConnection: close\r\n"));
    await wait(50);
    await until(() => {
      for (const socket of open.splice(0)) socket.write(OK);
      expect(texts.filter((text) => text().endsWith("\r\n\r\nok")).length).toBe(80);
    });
    await wait(200);
    expect(decisions.map(({ verdict, target }) => [verdict, target])).toEqual(Array(80).fill(["allow", `a.test:${port}`]));
  });
  test("a refusal is heard by whoever sends much, and says whose it is", async () => {
    const { client } = await world(() => undefined, LOCAL);
    const { socket, text } = client();
    const size = 5_000_000;
    socket.write(`POST http://evil.example/ HTTP/1.1\r\nContent-Length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size));
    await until(() => expect(text()).toContain("the policy does not grant it"));
    expect(text()).toContain("Proxy-Status: toolfence; error=http_request_denied\r\n");
    socket.write("GET http://evil.example/2 HTTP/1.1\r\n\r\n");
    await until(() => expect(text().split("403 Forbidden").length).toBe(3));
  });
  test("too many connections are answered, and told", async () => {
    const { client, decisions, port } = await world(() => undefined, LOCAL, { maxConnections: 1 });
    const first = client();
    first.socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
    await until(() => expect(first.text()).toContain(" 200 "));
    const second = client();
    second.socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
    await until(() => expect(second.text()).toContain("503 Service Unavailable"));
    expect(decisions.at(-1)).toEqual({ verdict: "deny", protocol: "connect", target: "", reason: "there are too many connections" });
  });
  test("too many requests at the same time end the connection of the last one, and are told", async () => {
    const { client, decisions, port, received } = await world(() => undefined, LOCAL, { maxConnections: 2 });
    const [one, other] = [client(), client()];
    const request = `GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`;
    one.socket.write(request);
    other.socket.write(request);
    await until(() => expect(received.length).toBe(2));
    one.socket.write(request);
    await until(() => expect(one.socket.closed || one.socket.readableEnded).toBe(true));
    expect(decisions.slice(2)).toEqual([
      { verdict: "deny", protocol: "http", target: `http://a.test:${port}/`, reason: "there are too many requests" },
    ]);
    expect([received.length, other.socket.closed]).toEqual([2, false]);
  });
  test("a tunnel behind a request that is not answered ends the connection", async () => {
    const { client, decisions, port } = await world(() => undefined, LOCAL);
    const { socket, text } = client();
    socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\nCONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
    await until(() => expect(socket.closed || socket.readableEnded).toBe(true));
    expect([text(), decisions.find(({ protocol }) => protocol === "connect")?.reason]).toEqual(["", "another request is not answered yet"]);
  });
});

describe("who has said all still hears", () => {
  const late = (_: string, socket: Socket): void => {
    setTimeout(() => socket.end("the answer"), 50);
  };
  test("through a tunnel", async () => {
    const { client, port, received } = await world((text, socket) => (text === "" ? late(text, socket) : undefined), LOCAL);
    const { socket, text } = client();
    socket.end(`CONNECT a.test:${port} HTTP/1.1\r\n\r\nthe question`);
    await until(() => expect(text()).toContain("the answer"));
    expect(received).toEqual(["the question"]);
  });
  test("by a request", async () => {
    const { client, port } = await world((text, socket) => {
      if (text !== "") setTimeout(() => socket.write(OK), 50);
    }, LOCAL);
    const { socket, text } = client();
    socket.end(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`);
    await until(() => expect(text()).toContain("ok"));
  });
  test("and a server that has said all is still told", async () => {
    const { client, port, received } = await world((text, socket) => (text === "one" ? socket.end("first") : undefined), LOCAL);
    const { socket, text } = client();
    socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\none`);
    await until(() => expect(text()).toContain("first"));
    socket.write("two");
    await until(() => expect(received).toEqual(["onetwo"]));
  });
});

describe("answers", () => {
  test("what comes behind one that is whole takes nothing from it", async () => {
    const { client, port } = await world((_, socket) => socket.write(`${OK}GARBAGE`), LOCAL);
    const { socket, text } = client();
    socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`);
    await until(() => expect(text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/u));
  });
  test("that are never the last one end the request", async () => {
    const { client, port } = await world((_, socket) => socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(100)), LOCAL);
    const { socket, text } = client();
    socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\n\r\n`);
    await until(() => expect(text()).toContain("502 Bad Gateway"));
  });
  test("to a switch of protocols are passed on as they are", async () => {
    const { client, port } = await world(
      (_, socket) => socket.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 6\r\n\r\ndenied"),
      LOCAL,
    );
    const { socket, text } = client();
    socket.write(`GET http://a.test:${port}/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await until(() => expect(text()).toBe("HTTP/1.1 401 No\r\nConnection: close\r\nWWW-Authenticate: Basic\r\n\r\ndenied"));
  });
  test("a switch of protocols with a body is refused: the body would be the next request", async () => {
    const { client, port, received } = await world((_, socket) => socket.write(OK), LOCAL);
    const { socket, text } = client();
    socket.write(`POST http://a.test:${port}/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: foo\r\nContent-Length: 4\r\n\r\nbody`);
    await until(() => expect(text()).toContain("400 Bad Request"));
    expect(received).toEqual([]);
  });
});

test("the next address of a name is tried where the first one does not answer", async () => {
  const { client, port } = await world((_, socket) => socket.write("hello"), ["a.test:P", "@loopback:P"], {
    resolve: () => Promise.resolve(["127.0.0.9", "127.0.0.1"]),
  });
  const { socket, text } = client();
  socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\nhi`);
  await until(() => expect(text()).toContain("hello"));
});

test.each([
  ["64:ff9b::7f00:1", "@loopback"],
  ["64:ff9b::a9fe:a9fe", "@metadata"],
  ["64:ff9b:1::a9fe:a9fe", "@metadata"],
  ["2002:7f00:1::", "@loopback"],
])("a granted local name does not lead to %s, which is %s in IPv6 clothing", async (address, kind) => {
  const { client, port } = await world(() => undefined, ["db.internal:P"], { resolve: () => Promise.resolve([address]) });
  const { socket, text } = client();
  socket.write(`CONNECT db.internal:${port} HTTP/1.1\r\n\r\n`);
  await until(() => expect(text()).toContain(`it leads to an address of the kind \`${kind}\``));
});

test("who asks before it sends a body is refused at once, and the connection ends", async () => {
  const { client, received } = await world(() => undefined, LOCAL);
  const { socket, text } = client();
  const ended = new Promise((done) => socket.once("end", done));
  socket.write("POST http://denied.test/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  await ended;
  expect([text().split("\r\n")[0], /^connection: close$/imu.test(text()), received]).toEqual(["HTTP/1.1 403 Forbidden", true, []]);
});

test("more than may go through ends all connections, is told, and lets no other in; as much goes through", async () => {
  const chunk = "x".repeat(1000);
  const { client, port, decisions } = await world((text, socket) => text !== "" && socket.write(chunk), LOCAL, { maxBytes: 5000 });
  const { socket, text } = client();
  socket.write(`CONNECT a.test:${port} HTTP/1.1\r\n\r\n`);
  await until(() => expect(text()).toContain("established"));
  socket.write("more");
  await until(() => expect(text()).toContain(chunk));
  const state = { isOver: false };
  const over = (one: Socket) =>
    new Promise((done) => {
      one.on("error", done).once("end", done).once("close", done);
    });
  const ended = over(socket).then(() => (state.isOver = true));
  for (let asked = 0; asked < 20 && !state.isOver; asked++) {
    socket.write("more");
    await wait(60);
  }
  await ended;
  expect(decisions.at(-1)).toEqual({ verdict: "deny", protocol: "connect", target: "", reason: "more than 5000 bytes went through" });
  const other = client();
  await over(other.socket);
  expect(other.text()).toBe("");
});
