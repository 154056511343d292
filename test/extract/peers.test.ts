import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import WS, { WebSocket, WebSocketServer } from "ws";
import net from "node:net";
import { Server as Io } from "socket.io";
const server = new McpServer({ name: "x", version: "1" });
const wss = new WebSocketServer({ port: 1 });
`;
const tool = (body: string): string => `server.registerTool("t", {}, async (q: any) => { ${body} });`;

function effectsOf(code: string): string[] {
  const files = { "package.json": '{ "name": "x", "type": "module" }', "t.ts": HEAD + code };
  const { tools } = scanFolder(folder(files)).scan;
  return tools.flatMap(({ effects, unknowns }) => [
    ...effects.map(({ capability, resource }) => `${capability} ${resource}`),
    ...unknowns.map(({ reason }) => reason),
  ]);
}

test.each<[string, string]>([
  ["a listener's parameter that is kept", `let one: any; wss.on("connection", (c) => { one = c; }); ${tool("one.send(q);")}`],
  ["the same by a name", `let one: any; function met(c) { one = c; } wss.on("connection", met); ${tool("one.send(q);")}`],
  [
    "in a set",
    `const all = new Set<WebSocket>(); wss.on("connection", (c: WebSocket) => { all.add(c); }); ${tool("for (const c of all) c.send(q);")}`,
  ],
  [
    "in a field",
    `class Bridge { all: Set<WebSocket> = new Set(); constructor() { wss.on("connection", (c: WebSocket) => { this.all.add(c); }); } tell(q) { this.all.forEach((c) => { c.send(q); }); } }
const bridge = new Bridge(); ${tool("bridge.tell(q);")}`,
  ],
  ["what the server keeps, in a loop", tool("for (const c of wss.clients) c.send(q);")],
  ["what the server keeps, one by one", tool("wss.clients.forEach((c) => c.send(q));")],
  ["a parameter of its type", `export const add = (c: WebSocket) => { ${tool("c.send(q);")} };`],
  ["a parameter of the package's default type", `export const add = (c: WS) => { ${tool("c.send(q);")} };`],
  ["a parameter of the platform's type", `export const add = (c: globalThis.WebSocket, d: net.Socket) => { ${tool("d.write(q);")} };`],
  ["a connection of a server of the network", `let one: any; net.createServer((c) => { one = c; }).listen(1); ${tool("one.write(q);")}`],
  [
    "a connection that such a server tells of",
    `let one: any; const s = net.createServer(); s.on("connection", (c) => { one = c; }); ${tool("one.end(q);")}`,
  ],
  ["a room of socket.io", `const io = new Io(1); ${tool(`io.to("room").emit("x", q);`)}`],
  [
    "a server of socket.io by its type",
    `let io: Io | undefined; export function init(s: Io) { io = s; } ${tool(`io!.to("r").emitWithAck("x");`)}`,
  ],
  [
    "all that a server by its type has",
    `let w: WebSocketServer; export function init(s: WebSocketServer) { w = s; } ${tool("w.clients.forEach((c) => c.send(q));")}`,
  ],
  ["a class that is a server of socket.io's", `class My extends Io {} const io = new My(1); ${tool(`io.emit("x");`)}`],
  [
    "a class that is a server of web sockets",
    `class Hub extends WebSocketServer {} const hub = new Hub({ port: 1 }); let one: any; hub.on("connection", (c) => { one = c; }); ${tool("one.send(q);")}`,
  ],
  [
    "a class that listens on itself",
    `class Hub extends net.Server { one: any; constructor() { super(); this.on("connection", (c) => { this.one = c; }); } } const hub = new Hub(); ${tool("hub.one.write(q);")}`,
  ],
  ["a listener before others", `let one: any; wss.prependListener("connection", (c) => { one = c; }); ${tool("one.send(q);")}`],
  ["a connection of socket.io", `let one: any; new Io(1).on("connection", (c) => { one = c; }); ${tool(`one.emit("x", q);`)}`],
])("who speaks to the other end of a connection uses the network: %s", (_, code) => {
  expect(effectsOf(code)).toEqual(["net.connect {dynamic}"]);
});

test.each<[string, string]>([
  ["closes it", `let one: any; wss.on("connection", (c) => { one = c; }); ${tool("one.close();")}`],
  ["looks at its state", `let one: any; wss.on("connection", (c) => { one = c; }); ${tool("return one.readyState;")}`],
  ["is told of an error", `let one: any; wss.on("error", (e) => { one = e; }); ${tool("return one.end();")}`],
  ["is told something else", `let one: any; wss.on("error", (_, c) => { one = c; }); ${tool("return one.code;")}`],
])("who %s does not", (_, code) => {
  expect(effectsOf(code)).toEqual([]);
});
