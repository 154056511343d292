import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer as createTcpServer } from "node:net";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { normalise } from "../../../src/model/policy.ts";
import { createFence } from "../../../src/runtime.ts";
import type { EgressDecision } from "../../../src/runtime/egress/proxy.ts";
import { createEgress } from "../../../src/runtime/egress/proxy.ts";
import type { ConfinedResult } from "../../../src/runtime/sandbox/run.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { CERTIFICATE, KEY } from "../../support/certificate.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";
import { noSandbox } from "../../support/sandbox.ts";

let server: Server;
let port = 0;
let secure: Server;
let securePort = 0;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(`hello ${request.headers.host ?? ""} ${request.url ?? ""}`);
  });
  server.on("upgrade", (_request, socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  port = (server.address() as AddressInfo).port;
  secure = createSecureServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    let received = 0;
    request.on("data", (chunk: Buffer) => (received += chunk.length));
    request.on("end", () => response.end(request.method === "POST" ? "y".repeat(received) : `secret ${request.headers.host ?? ""}`));
  });
  await new Promise<void>((done) => {
    secure.listen(0, "127.0.0.1", done);
  });
  securePort = (secure.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  secure.close();
});

const decisions: EgressDecision[] = [];
function confined(command: readonly string[]): Promise<ConfinedResult> {
  return runConfined(command, {
    policy: { net: [`service.test:${port}`, `service.test:${securePort}`, `127.0.0.1:${port}`, `127.0.0.1:${securePort}`] },
    resolve: (name) => (name.endsWith(".test") ? Promise.resolve(["127.0.0.1"]) : Promise.reject(new Error("no such name"))),
    onEgress: (one) => decisions.push(one),
    timeoutMs: 20_000,
  });
}
const node = (script: string): Promise<ConfinedResult> =>
  confined([process.execPath, "-e", `const url = "http://service.test:${port}/x", port = ${port}; ${script}`]);

describe.skipIf(noSandbox !== undefined)("clients inside a sandbox reach what is granted, through the proxy alone", () => {
  test.each([
    ["fetch", `fetch(url).then((r) => r.text()).then(console.log)`],
    ["http.get", `require("http").get(url, (r) => r.on("data", (d) => console.log(String(d))))`],
    [
      "http with an agent of its own",
      `const http = require("http"); http.get(url, { agent: new http.Agent({ keepAlive: false }) }, (r) => r.on("data", (d) => console.log(String(d))))`,
    ],
    [
      "net.connect",
      `const s = require("net").connect(port, "service.test", () => s.write("GET /x HTTP/1.0\\r\\nHost: service.test:" + port + "\\r\\n\\r\\n"));
       let all = ""; s.on("data", (d) => (all += d)); s.on("end", () => console.log(all.split("\\r\\n\\r\\n")[1]))`,
    ],
    [
      "an ES module that imports by name",
      `import("node:http").then(({ get }) => get(url, (r) => r.on("data", (d) => console.log(String(d)))))`,
    ],
  ])("%s", async (_name, script) => {
    decisions.length = 0;
    const result = await node(script);
    expect(result).toMatchObject({ exitCode: 0, stdout: `hello service.test:${port} /x`, stderr: "" });
    expect(decisions).toEqual([{ verdict: "allow", protocol: "connect", target: `service.test:${port}` }]);
  });

  test.each([
    ["https.get", `https.get({ host, port, ca }, (r) => r.on("data", (d) => console.log(String(d))))`],
    [
      "https with an agent that keeps connections",
      `const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
       const once = (next) => https.get({ host, port, ca, agent }, (r) => r.on("data", (d) => next(String(d))).on("end", () => undefined));
       once(() => setImmediate(() => once((text) => { console.log(text); agent.destroy(); })))`,
    ],
    [
      "tls.connect",
      `const s = require("tls").connect({ host, port, ca }, () => s.write("GET /x HTTP/1.0\\r\\nHost: service.test:" + port + "\\r\\n\\r\\n"));
       let all = ""; s.on("data", (d) => (all += d)); s.on("end", () => console.log(s.authorized && all.split("\\r\\n\\r\\n")[1]))`,
    ],
    [
      "fetch",
      `process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; process.removeAllListeners("warning"); fetch("https://service.test:" + port + "/x").then((r) => r.text()).then(console.log)`,
    ],
    [
      "https with much in both directions",
      `const r = https.request({ host, port, ca, method: "POST" }, (response) => {
         let length = 0; response.on("data", (d) => (length += d.length)).on("end", () => console.log(length === 3000000 ? "secret service.test:" + port : length)); });
       r.end("x".repeat(3000000))`,
    ],
  ])("TLS: %s", async (_name, script) => {
    decisions.length = 0;
    const given = `const https = require("https"), host = "service.test", port = ${securePort}, ca = ${JSON.stringify(CERTIFICATE)};`;
    const result = await confined([process.execPath, "--no-warnings", "-e", `${given} ${script}`]);
    expect(result).toMatchObject({ exitCode: 0, stdout: `secret service.test:${securePort}`, stderr: "" });
    expect(new Set(decisions.map(({ verdict, protocol, target }) => `${verdict} ${protocol} ${target}`))).toEqual(
      new Set([`allow connect service.test:${securePort}`]),
    );
  });

  test("TLS: a certificate that nobody vouches for is refused by the client, behind the proxy too", async () => {
    const script = `require("https").get({ host: "service.test", port: ${securePort} }).on("error", (e) => console.log(e.code))`;
    expect((await confined([process.execPath, "-e", script])).stdout).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("what is not granted is refused with the reason, and told", async () => {
    decisions.length = 0;
    const { stdout } = await node(`fetch("http://other.test:" + port).catch((e) => console.log(e.cause.code, e.cause.message))`);
    expect(stdout).toBe(`EACCES toolfence: \`other.test:${port}\` is refused: the policy does not grant it.`);
    expect(decisions).toEqual([
      { verdict: "deny", protocol: "connect", target: `other.test:${port}`, reason: "the policy does not grant it" },
    ]);
  });

  test("there is no other way out: not past the preload, not by address, not by name server", async () => {
    const free = execFileSync(process.execPath, [
      "-e",
      `require("net").connect(${port}, "127.0.0.1", () => { console.log("out"); process.exit() })`,
    ]);
    expect(String(free)).toBe("out\n");
    const script = `const s = require("net").connect(${port}, "127.0.0.1"); s.on("connect", () => console.log("out")); s.on("error", (e) => console.log(e.code));
      const u = require("dgram").createSocket("udp4"); u.send("x", 53, "8.8.8.8", (e) => { console.log(e ? e.code : "out"); u.close(); })`;
    const { stdout } = await confined(["/usr/bin/env", "-u", "NODE_OPTIONS", process.execPath, "-e", script]);
    expect(stdout.split("\n").sort()).toEqual(["ECONNREFUSED", "ENETUNREACH"]);
  });

  test("what listens inside is reached inside", async () => {
    const script = `const s = require("http").createServer((q, r) => r.end("inner")).listen(0, () => fetch("http://127.0.0.1:" + s.address().port).then((r) => r.text()).then((t) => { console.log(t); s.close(); }))`;
    expect((await node(script)).stdout).toBe("inner");
  });

  test("by name as well; and a port of the host's loopback is reached where it is granted, by name and by address", async () => {
    const script = `const s = require("http").createServer((q, r) => r.end("inner")).listen(0, "localhost", async () => {
      for (const u of ["http://localhost:" + s.address().port, "http://localhost:${port}/a", "http://127.0.0.1:${port}/b", "http://127.0.0.1:3/"])
        console.log(await fetch(u).then((r) => r.text(), (e) => e.cause.code));
      s.close(); })`;
    const { stdout } = await runConfined([process.execPath, "-e", script], {
      policy: { net: [`localhost:${port}`, `127.0.0.1:${port}`] },
      timeoutMs: 20_000,
    });
    expect(stdout.split("\n")).toEqual(["inner", `hello localhost:${port} /a`, `hello 127.0.0.1:${port} /b`, "ECONNREFUSED"]);
    const free = await runConfined([process.execPath, "-e", script], { policy: {}, timeoutMs: 20_000 });
    expect(free.stdout.split("\n")).toEqual(["inner", "ECONNREFUSED", "ECONNREFUSED", "ECONNREFUSED"]);
  });

  test("a client that has said all still hears the answer", async () => {
    const script = `const s = require("net").connect(port, "service.test"); s.setEncoding("utf8"); let t = ""; s.on("data", (c) => (t += c)); s.on("close", () => console.log(t.split("\\r\\n")[0])); s.end("GET /x HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n")`;
    expect((await node(script)).stdout).toBe("HTTP/1.1 200 OK");
  });

  test.skipIf(!existsSync("/usr/bin/curl"))("curl, by its environment", async () => {
    const answer = await confined(["/usr/bin/curl", "-sS", `http://service.test:${port}/x`]);
    expect(answer).toMatchObject({ exitCode: 0, stdout: `hello service.test:${port} /x` });
  });

  test("git, by its environment", async () => {
    asked.length = 0;
    await confined(["/usr/bin/git", "ls-remote", `http://service.test:${port}/repo.git`]);
    expect(asked[0]).toBe("/repo.git/info/refs?service=git-upload-pack");
    const { stderr } = await confined(["/usr/bin/git", "ls-remote", "http://other.test/repo.git"]);
    expect(stderr).toContain("`other.test:80` is refused: the policy does not grant it");
  });

  test("exit codes and output pass, and no descriptor of the host reaches the command", async () => {
    const script =
      'echo "${NODE_CHANNEL_FD:-none}"; for f in /proc/$$/fd/*; do case ${f##*/} in 0|1|2) ;; *) readlink "$f" ;; esac; done; exit 9';
    const result = await confined(["/bin/sh", "-c", script]);
    expect(result.exitCode).toBe(9);
    expect([...new Set(result.stdout.split("\n"))].filter((line) => line !== "/dev/null")).toEqual(["none"]);
  });
});

describe.skipIf(noSandbox !== undefined)("inside of a gated call", () => {
  const policy = (): Policy => ({ exec: "any", net: [`service.test:${port}`, `127.0.0.1:${port}`] });
  /** Runs a confined client in a tool, and gives back what the log says of connections. */
  async function logged(script: string, mode: "enforce" | "report" = "enforce"): Promise<{ stdout: string; effects: unknown[] }> {
    const file = join(folder({}), "audit.jsonl");
    const fence = createFence({ manifest: manifestOf({ run: { policy: policy() } }, { mode }), audit: file });
    const run = fence.wrap(
      async () =>
        runConfined([process.execPath, "-e", script], {
          policy: policy(),
          resolve: (name) => (name.endsWith(".test") ? Promise.resolve(["127.0.0.1"]) : Promise.reject(new Error("no such name"))),
          timeoutMs: 20_000,
        }),
      { name: "run" },
    );
    const { stdout } = await run();
    const effects = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ kind }) => kind === "effect");
    return { stdout, effects: effects.map(({ tool, what, target, verdict }) => [tool, what, target, verdict]) };
  }

  test("every decision is in the audit log, those that refuse too", async () => {
    const script = `(async () => { for (const host of ["service.test", "other.test"])
      await fetch("http://" + host + ":${port}/x").then((r) => r.text()).then(console.log, (e) => console.log(e.cause.code)); })()`;
    expect(await logged(script)).toEqual({
      stdout: `hello service.test:${port} /x\nEACCES`,
      effects: [
        ["pkg/server.run", "egress connect", `service.test:${port}`, "allow"],
        ["pkg/server.run", "egress connect", `other.test:${port}`, "deny"],
      ],
    });
  });

  test("a refusal is one where calls are only reported, too: the kernel holds it", async () => {
    const script = `fetch("http://other.test:${port}/x").catch((e) => console.log(e.cause.code))`;
    expect(await logged(script, "report")).toEqual({
      stdout: "EACCES",
      effects: [["pkg/server.run", "egress connect", `other.test:${port}`, "deny"]],
    });
  });
});

test("a connection that cannot be told is not made", async () => {
  let connections = 0;
  const counted = createServer(() => undefined).on("connection", () => connections++);
  await new Promise<void>((done) => {
    counted.listen(0, "127.0.0.1", done);
  });
  const target = `127.0.0.1:${(counted.address() as AddressInfo).port}`;
  const scope = normalise({ net: [target] }).grants["net.connect"];
  const through = async (onDecision: () => void): Promise<string> => {
    const egress = createEgress({ scope, onDecision });
    const proxy = createTcpServer();
    egress.serve(proxy);
    await new Promise<void>((done) => {
      proxy.listen(0, "127.0.0.1", done);
    });
    const client = connect((proxy.address() as AddressInfo).port, "127.0.0.1");
    client.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    const [answer] = (await once(client, "data")) as [Buffer];
    client.destroy();
    egress.close();
    proxy.close();
    return String(answer).split("\r\n")[0] ?? "";
  };
  expect([await through(() => undefined), connections]).toEqual(["HTTP/1.1 200 Connection established", 1]);
  const full = (): void => {
    throw new Error("the disk is full");
  };
  expect([await through(full), connections]).toEqual(["HTTP/1.1 403 Forbidden", 1]);
  counted.close();
});
