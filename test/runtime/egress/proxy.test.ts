import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normalise } from "../../../src/model/policy.ts";
import type { EgressDecision } from "../../../src/runtime/egress/proxy.ts";
import { createEgress } from "../../../src/runtime/egress/proxy.ts";

/** Everything the upstream server was sent, one text a connection. */
const received: string[] = [];
const names: Readonly<Record<string, readonly string[]>> = {
  "allowed.example": ["127.0.0.2"],
  "a.wild.example": ["127.0.0.2"],
  "wild.example": ["127.0.0.2"],
  "denied.wild.example": ["127.0.0.2"],
  "xn--bcher-kva.example": ["127.0.0.2"],
  "rebinds.example": ["127.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "private.example": ["10.0.0.8"],
  "mixed.example": ["127.0.0.2", "127.0.0.1"],
  "evil.example": ["127.0.0.2"],
};
const decisions: EgressDecision[] = [];
let upstream: Server;
let front: Server;
let port = 0;
let proxy = 0;
let egress: ReturnType<typeof createEgress>;
const listen = (server: Server, host: string): Promise<number> =>
  new Promise((done) => {
    server.listen(0, host, () => {
      done((server.address() as AddressInfo).port);
    });
  });

beforeAll(async () => {
  upstream = createServer((socket) => {
    const index = received.push("") - 1;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received[index] = (received[index] ?? "") + chunk.toString("latin1");
      if (received[index].includes(" /silent ")) return;
      if (received[index].includes(" /zero ")) socket.write("HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n");
      else if (/upgrade: echo/iu.test(received[index] ?? ""))
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nready");
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
  });
  port = await listen(upstream, "0.0.0.0");
  const open = [
    "allowed.example",
    "*.wild.example",
    "bücher.example",
    "rebinds.example",
    "metadata.example",
    "mapped.example",
    "mixed.example",
  ];
  const allow = [...open, "private.example", "127.0.0.2", "@loopback:1"].map((host) => (host.startsWith("@") ? host : `${host}:${port}`));
  const { grants, problems } = normalise({ net: { connect: { allow, deny: [`denied.wild.example:${port}`] } } });
  expect(problems).toEqual([]);
  egress = createEgress({
    scope: grants["net.connect"],
    resolve: (name) => (names[name] ? Promise.resolve(names[name]) : Promise.reject(new Error("no such name"))),
    onDecision: (one) => decisions.push(one),
  });
  front = createServer();
  egress.serve(front);
  proxy = await listen(front, "127.0.0.1");
});

afterAll(() => {
  egress.close();
  front.close();
  upstream.close();
});

/** Sends bytes to the proxy, then more for each answer; gives back all that came, once nothing more comes. */
function talk(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((done) => {
    let out = "";
    const socket: Socket = connect(proxy, "127.0.0.1");
    let quiet: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(quiet);
      socket.destroy();
      done(out);
    };
    const next = (): void => {
      const part = parts.shift();
      if (part !== undefined) socket.write(part);
      quiet = setTimeout(part === undefined ? finish : next, part === undefined ? 60 : 400);
    };
    socket.on("connect", next);
    socket.on("data", (chunk) => {
      out += chunk.toString("latin1");
      clearTimeout(quiet);
      next();
    });
    socket.on("close", finish);
    socket.on("error", finish);
  });
}
const status = (text: string): string => /^HTTP\/1\.1 (\d+)/u.exec(text)?.[1] ?? (text === "" ? "closed" : text);
const tunnel = (authority: string, more = ""): Promise<string> =>
  talk(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${more}\r\n`);
const get = (url: string, more = "", method = "GET"): Promise<string> => talk(`${method} ${url} HTTP/1.1\r\n${more}\r\n`);
const P = "{port}";
const at = (text: string): string => text.replaceAll(P, String(port));

test("control: without the proxy every address of the list below is reached", async () => {
  for (const host of ["127.0.0.1", "127.0.0.2"]) {
    const answer = await new Promise<string>((done) => {
      const socket = connect(port, host, () => socket.write("GET / HTTP/1.1\r\n\r\n"));
      socket.once("data", (chunk) => {
        socket.destroy();
        done(chunk.toString());
      });
    });
    expect(answer).toContain("200 OK");
  }
});

describe("CONNECT", () => {
  test.each([
    ["the granted host and port", `allowed.example:${P}`, "200"],
    ["in upper case", `ALLOWED.Example:${P}`, "200"],
    ["with a trailing dot", `allowed.example.:${P}`, "200"],
    ["another port", "allowed.example:22", "403"],
    ["port 0", "allowed.example:0", "400"],
    ["port 65536", "allowed.example:65536", "400"],
    ["no port", "allowed.example", "400"],
    ["a name below a granted suffix", `a.wild.example:${P}`, "200"],
    ["the suffix itself", `wild.example:${P}`, "403"],
    ["a denied name below it", `denied.wild.example:${P}`, "403"],
    ["a denied name with a trailing dot", `denied.wild.example.:${P}`, "403"],
    ["a denied name in upper case", `DENIED.wild.example:${P}`, "403"],
    ["a name that ends alike", `evilwild.example:${P}`, "403"],
    ["another host", `evil.example:${P}`, "403"],
    ["a percent escape", `allowed.example%00.evil.example:${P}`, "400"],
    ["a fragment", `evil.example#allowed.example:${P}`, "400"],
    ["a path", `evil.example/allowed.example:${P}`, "400"],
    ["a user", `allowed.example@evil.example:${P}`, "400"],
    ["a user and a port", `allowed.example:${P}@evil.example:${P}`, "400"],
    ["a second port", `allowed.example:${P}:80`, "400"],
    ["a backslash", `allowed.example\\evil.example:${P}`, "400"],
    ["loopback by address", `127.0.0.1:${P}`, "403"],
    ["loopback by name", `localhost:${P}`, "403"],
    ["loopback below localhost", `x.localhost:${P}`, "403"],
    ["loopback as a number", `2130706433:${P}`, "403"],
    ["loopback in hexadecimal", `0x7f.1:${P}`, "403"],
    ["loopback in octal", `0177.0.0.1:${P}`, "403"],
    ["the unspecified address", `0.0.0.0:${P}`, "403"],
    ["IPv6 loopback", `[::1]:${P}`, "403"],
    ["IPv6 that is IPv4", `[::ffff:127.0.0.1]:${P}`, "403"],
    ["NAT64 of a private address", `[64:ff9b::a00:8]:${P}`, "403"],
    ["a zone that is a name", `[fe80::1%25allowed.example]:${P}`, "400"],
    ["the metadata service", `169.254.169.254:${P}`, "403"],
    ["a granted name that leads to loopback", `rebinds.example:${P}`, "403"],
    ["a granted name that leads to the metadata service", `metadata.example:${P}`, "403"],
    ["a granted name that leads to mapped loopback", `mapped.example:${P}`, "403"],
    ["a granted name that leads to a private address", `private.example:${P}`, "403"],
    ["a granted name with a public and an inner address", `mixed.example:${P}`, "403"],
    ["a granted address", `127.0.0.2:${P}`, "200"],
    ["a granted address as a number", `2130706434:${P}`, "200"],
    ["an international name", `xn--bcher-kva.example:${P}`, "200"],
    ["a name that does not exist", `b.wild.example:${P}`, "502"],
  ])("%s", async (_name, authority, code) => {
    expect(status(await tunnel(at(authority)))).toBe(code);
  });

  test.each([
    ["a raw NUL", `allowed.example\u0000.evil.example:${P}`],
    ["a raw international name in bytes of another kind", `b\u00fccher.example:${P}`],
  ])("%s: no tunnel", async (_name, authority) => {
    expect(status(await tunnel(at(authority)))).not.toBe("200");
  });

  test("a `Host` header that lies changes nothing", async () => {
    expect(status(await talk(at(`CONNECT evil.example:${P} HTTP/1.1\r\nHost: allowed.example:${P}\r\n\r\n`)))).toBe("403");
  });

  test("what goes through the tunnel arrives", async () => {
    const answer = await talk(at(`CONNECT allowed.example:${P} HTTP/1.1\r\n\r\n`), "GET /through HTTP/1.1\r\n\r\n");
    expect(answer).toContain("ok");
    expect(received.at(-1)).toBe("GET /through HTTP/1.1\r\n\r\n");
  });

  test("the proxy does not lead to itself", async () => {
    expect(status(await tunnel(`127.0.0.1:${proxy}`))).toBe("403");
  });

  test("the refusal says why", async () => {
    expect(await tunnel(at(`rebinds.example:${P}`))).toContain(
      at(
        `toolfence: \`rebinds.example:${P}\` is refused: it leads to an address of the kind \`@loopback\` (\`127.0.0.1\`), which the policy does not grant.`,
      ),
    );
  });
});

describe("absolute form", () => {
  test.each([
    ["the granted host", `http://allowed.example:${P}/x`, "", "200"],
    ["another host", `http://evil.example:${P}/`, "", "403"],
    ["a user in front", `http://allowed.example@evil.example:${P}/`, "", "400"],
    ["a backslash", `http://allowed.example:${P}\\@evil.example/`, "", "400"],
    ["another scheme", `ftp://allowed.example:${P}/`, "", "400"],
    ["https, which must be a tunnel", `https://allowed.example:${P}/`, "", "400"],
    ["origin form", "/", `Host: allowed.example:${P}\r\n`, "400"],
    ["a length and chunks at once", `http://allowed.example:${P}/`, "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "400"],
    ["a header of 64 KiB", `http://allowed.example:${P}/`, `X: ${"x".repeat(65536)}\r\n`, "400"],
  ])("%s", async (_name, url, more, code) => {
    expect(status(await get(at(url), at(more)))).toBe(code);
  });

  test("`Host` is what was judged, not what was sent", async () => {
    await get(at(`http://allowed.example:${P}/`), "Host: evil.example\r\n");
    expect(received.at(-1)).toContain(at(`Host: allowed.example:${P}\r\n`));
    expect(received.at(-1)).not.toContain("evil.example");
  });

  test("hop-by-hop headers and the proxy's own are not passed on", async () => {
    await get(at(`http://allowed.example:${P}/`), "Proxy-Authorization: secret\r\nConnection: x-drop\r\nX-Drop: 1\r\nX-Keep: 1\r\n");
    expect(received.at(-1)).toContain("X-Keep: 1");
    expect(received.at(-1)).not.toMatch(/secret|X-Drop/u);
  });

  test("each request of a connection is judged by itself", async () => {
    const answer = await talk(
      at(`GET http://allowed.example:${P}/1 HTTP/1.1\r\n\r\n`),
      at(`GET http://evil.example:${P}/2 HTTP/1.1\r\n\r\n`),
    );
    expect(answer).toContain("200 OK");
    expect(answer).toContain("403 Forbidden");
  });

  test("a tunnel asked for right behind a request is judged too", async () => {
    const answer = await talk(at(`GET http://allowed.example:${P}/1 HTTP/1.1\r\n\r\nCONNECT evil.example:${P} HTTP/1.1\r\n\r\n`));
    expect(answer).not.toContain("Connection established");
  });

  test("a body in chunks stays one, with a method that has none", async () => {
    await talk(at(`GET http://allowed.example:${P}/b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nGET /\r\n0\r\n\r\n`));
    expect(received.at(-1)).toContain("Transfer-Encoding: chunked");
    expect(received.at(-1)).toContain("\r\n\r\n5\r\nGET /\r\n");
  });

  test("an answer with a status that none may have is answered for", async () => {
    expect(await get(at(`http://allowed.example:${P}/zero`))).toMatch(/^HTTP\/1\.1 502 [\s\S]*The answer cannot be passed on/u);
  });

  test("requests that wait for no answer are held to a number; more end the connection", async () => {
    const open = (): number => received.filter((text) => text.includes(" /silent ")).length;
    const asked = at(`GET http://allowed.example:${P}/silent HTTP/1.1\r\n\r\n`);
    expect(await talk(asked.repeat(16))).toBe("");
    expect(open()).toBe(16);
    const began = Date.now();
    expect(await talk(asked.repeat(17))).toBe("");
    expect(Date.now() - began).toBeLessThan(350);
  });

  test("a switch of protocols works where the server does it; where it only answers, that is the answer and the end", async () => {
    const echo = await talk(at(`GET http://allowed.example:${P}/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`));
    expect(echo).toContain("101 Switching Protocols");
    expect(echo).toContain("ready");
    const none = await talk(
      at(`GET http://allowed.example:${P}/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`),
      "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    );
    expect(none).toBe("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok");
    expect(received.at(-1)).not.toContain("evil.example");
  });
});

describe("SOCKS5", () => {
  const ask = (address: readonly number[], to = port, command = 1): Promise<string> =>
    talk(Buffer.from([5, 1, 0]), Buffer.from([5, command, 0, ...address, to >> 8, to & 255]));
  const name = (text: string): number[] => [3, Buffer.byteLength(text), ...Buffer.from(text)];
  const code = (answer: string): number => answer.charCodeAt(3);

  test.each([
    ["the granted host", name("allowed.example"), 0],
    ["another host", name("evil.example"), 2],
    ["a NUL in the name", name("evil.example\u0000.wild.example"), 8],
    ["a line end in the name", name("evil.example\n.wild.example"), 8],
    ["an empty name", name(""), 8],
    ["loopback", [1, 127, 0, 0, 1], 2],
    ["the metadata service", [1, 169, 254, 169, 254], 2],
    ["IPv6 that is IPv4 loopback", [4, ...Array<number>(10).fill(0), 255, 255, 127, 0, 0, 1], 2],
    ["a name that leads to loopback", name("rebinds.example"), 2],
    ["a granted address", [1, 127, 0, 0, 2], 0],
    ["a name that does not exist", name("b.wild.example"), 4],
    ["a kind of address that there is not", [9, 1], 8],
  ])("%s", async (_name, address, expected) => {
    expect(code(await ask(address))).toBe(expected);
  });

  test("binding is not supported", async () => {
    expect(code(await ask(name("allowed.example"), port, 2))).toBe(7);
  });

  test("only without authentication", async () => {
    expect(await talk(Buffer.from([5, 1, 2]))).toBe("\u0005\u00ff");
  });

  test("what goes through arrives", async () => {
    const answer = await talk(
      Buffer.from([5, 1, 0]),
      Buffer.from([5, 1, 0, ...name("allowed.example"), port >> 8, port & 255]),
      "GET /socks HTTP/1.1\r\n\r\n",
    );
    expect(answer).toContain("200 OK");
  });
});

test("every decision is told, with its reason", async () => {
  decisions.length = 0;
  await tunnel(at(`allowed.example:${P}`));
  await get(at(`http://evil.example:${P}/`));
  expect(decisions).toEqual([
    { verdict: "allow", protocol: "connect", target: at(`allowed.example:${P}`) },
    { verdict: "deny", protocol: "http", target: at(`evil.example:${P}`), reason: "the policy does not grant it" },
  ]);
  // Also where nothing comes of it, and once.
  decisions.length = 0;
  await tunnel(at(`gone.wild.example:${P}`));
  await tunnel("127.0.0.1:1");
  expect(decisions).toEqual([
    { verdict: "allow", protocol: "connect", target: at(`gone.wild.example:${P}`), reason: "the name cannot be resolved" },
    { verdict: "allow", protocol: "connect", target: "127.0.0.1:1" },
  ]);
});
