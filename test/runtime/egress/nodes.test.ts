import { createHash } from "node:crypto";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probe } from "../../../src/runtime/sandbox/backend.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { CERTIFICATE, KEY } from "../../support/certificate.ts";
import { NODES, NODES_FOLDER } from "../../support/nodes.ts";
import { noSandbox } from "../../support/sandbox.ts";

let server: Server;
let secure: Server;
const portOf = (one: Server): number => (one.address() as AddressInfo).port;
beforeAll(async () => {
  server = createServer((request, response) => response.end(`hello ${request.url ?? ""}`));
  server.on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"] ?? ""}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // One frame of text, then the end.
    socket.write(Buffer.concat([Buffer.from([0x81, 8]), Buffer.from("hello /w")]));
    socket.end(Buffer.from([0x88, 0]));
  });
  secure = createSecureServer({ key: KEY, cert: CERTIFICATE }, (request, response) => response.end(`hello ${request.url ?? ""}`));
  for (const one of [server, secure])
    await new Promise<void>((done) => {
      one.listen(0, "127.0.0.1", done);
    });
});
afterAll(() => {
  server.close();
  secure.close();
});

const HTTP = `(r) => r.on("data", (d) => console.log(String(d)))`;
const CLIENTS: readonly (readonly [client: string, script: string])[] = [
  ["fetch", `fetch(url + "/x").then((r) => r.text()).then(console.log)`],
  ["http", `http.get(url + "/x", ${HTTP})`],
  [
    "http with an agent of its own",
    `http.get(url + "/x", { agent: new http.Agent({ keepAlive: true, maxSockets: 1, timeout: 500 }) }, ${HTTP})`,
  ],
  ["https", `https.get({ host, port: securePort, ca, path: "/x" }, ${HTTP})`],
  [
    "https with an agent of its own",
    `https.get({ host, port: securePort, ca, path: "/x", agent: new https.Agent({ maxSockets: 1 }) }, ${HTTP})`,
  ],
  [
    "net.connect",
    `const s = require("net").connect(port, host, () => s.end("GET /x HTTP/1.0\\r\\nHost: a\\r\\n\\r\\n"));
     let all = ""; s.on("data", (d) => (all += d)).on("end", () => console.log(all.split("\\r\\n\\r\\n")[1]))`,
  ],
];
const WEBSOCKET = `const w = new WebSocket("ws://" + host + ":" + port + "/w"); w.onmessage = (m) => { console.log(m.data); w.close(); }; w.onerror = (e) => console.log(e.message)`;

const works = await probe("landlock");
const missing = { bubblewrap: noSandbox, landlock: "reason" in works ? works.reason : undefined };
if (missing.landlock !== undefined) {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`Landlock is required here, but ${missing.landlock}`);
  console.warn(`skipped: clients held by Landlock, because ${missing.landlock}`);
}
const SANDBOXES = NODES.flatMap(([name, node]) => (["bubblewrap", "landlock"] as const).map((backend) => [name, backend, node] as const));

describe.each(SANDBOXES.filter(([, backend]) => missing[backend] === undefined))(
  "%s held by %s reaches what is granted through the proxy alone",
  (_name, backend, node) => {
    const run = async (script: string, host = "service.test") => {
      const told: string[] = [];
      const given = `const host = "${host}", port = ${portOf(server)}, securePort = ${portOf(secure)}, url = "http://${host}:" + port, ca = ${JSON.stringify(CERTIFICATE)}, http = require("http"), https = require("https");`;
      const { stdout, exitCode } = await runConfined([node, "--no-warnings", "-e", `${given} ${script}`], {
        policy: {
          net: [server, secure]
            .map((one) => `service.test:${portOf(one)}`)
            .concat([server, secure].map((one) => `127.0.0.1:${portOf(one)}`)),
          fs: { read: [node.startsWith(NODES_FOLDER) ? `${NODES_FOLDER}/**` : node] },
        },
        backend,
        resolve: (name) => (name === "service.test" ? Promise.resolve(["127.0.0.1"]) : Promise.reject(new Error("no such name"))),
        onEgress: ({ verdict, target }) => told.push(`${verdict} ${target}`),
        timeoutMs: 20_000,
      });
      return { stdout, exitCode, told: [...new Set(told)] };
    };
    test.each(CLIENTS)("%s", async (client, script) => {
      const target = `service.test:${portOf(client.startsWith("https") ? secure : server)}`;
      expect(await run(script)).toEqual({ stdout: "hello /x", exitCode: 0, told: [`allow ${target}`] });
      // The same client to a host that is not granted.
      const refused = await run(`process.on("uncaughtException", (e) => console.log((e.cause ?? e).code)); ${script}`, "other.test");
      expect([refused.stdout, refused.told.map((one) => one.replace(/:\d+$/u, ""))]).toEqual(["EACCES", ["deny other.test"]]);
    });
    // Before Node 22 there is none.
    test.skipIf(/v20\./u.test(_name))("WebSocket", async () => {
      expect(await run(WEBSOCKET)).toEqual({ stdout: "hello /w", exitCode: 0, told: [`allow service.test:${portOf(server)}`] });
    });
  },
);
