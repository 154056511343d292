import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

type Told = Record<string, string>;

/** What each tool does, by its name. */
function told(files: Readonly<Record<string, string>>, pkg: object = { name: "x", type: "module" }): Told {
  const { tools } = scanFolder(folder({ "package.json": JSON.stringify(pkg), ...files })).scan;
  return Object.fromEntries(
    tools.map(({ name, effects, unknowns }) => [
      name,
      [...effects.map(({ capability, resource }) => `${capability} ${resource}`), ...unknowns.map(({ reason }) => reason)].join(", "),
    ]),
  );
}

test("a tool with a user interface of its own is one", () => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { registerAppTool } from "@modelcontextprotocol/ext-apps/server";
import { readFile } from "node:fs/promises";
const server = new McpServer({ name: "s", version: "1" });
registerAppTool(server, "show", { description: "d", inputSchema: {}, _meta: { ui: { resourceUri: "ui://show" } } }, async () => readFile("/srv/show"));`;
  expect(told({ "t.ts": code })).toEqual({ show: "fs.read /srv/show" });
});

const CLIENTS = `import { readFile, writeFile } from "node:fs/promises";
export interface Client { prefix: string; registerTools(register: (p: { title: string }, run: (a: any) => Promise<any>) => void): void }
class Read { specification = { title: "Read It All" }; handle = async (a: any) => readFile("r.txt"); }
class Write { specification = { title: "Write-Now!" }; handle = async (a: any) => writeFile("w.txt", ""); }
export class A implements Client {
  prefix = "a";
  registerTools(register) { for (const tool of [new Read(), new Write()]) register(tool.specification, tool.handle); }
}
export class B implements Client {
  prefix = "b";
  registerTools(register) { register({ title: "Ask" }, async (a: any) => fetch("https://b.example/" + a.q)); }
}`;
const server = (name: string): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { A, B, type Client } from "./clients.ts";
export class Server extends McpServer {
  add(client: Client) {
    client.registerTools((params, run) => { super.registerTool(this.nameOf(client, params.title), {}, async (args: any) => run(args)); });
  }
  private nameOf(client: Client, title: string) { return ${name}; }
}
const server = new Server({ name: "s", version: "1" });
for (const one of [new A(), new B()]) server.add(one);`;

test.each<[string, string, string[]]>([
  ["spaces", '`${client.prefix}_${title.replace(/\\s+/g, "_").toLowerCase()}`', ["a_read_it_all", "a_write-now!", "b_ask"]],
  ["what is no letter", '`${client.prefix}_${title.replace(/[^a-zA-Z]+/g, "")}`', ["a_ReadItAll", "a_WriteNow", "b_Ask"]],
  ["a part", 'client.prefix + title.replace(/ (\\w)\\w* /, "-$1-")', ["aRead-I-All", "aWrite-Now!", "bAsk"]],
  ["what takes too long to run", 'client.prefix + title.replace(/(\\w+)+$/, "")', ["a{dynamic}", "b{dynamic}"]],
])("clients that register their own tools, each under its own prefix; names without %s", (_, name, expected) => {
  expect(Object.keys(told({ "clients.ts": CLIENTS, "server.ts": server(name) })).sort()).toEqual(expected);
});

test("what each client's tools do is told apart", () => {
  expect(told({ "clients.ts": CLIENTS, "server.ts": server('client.prefix + "_" + title.replace(" ", "")') })).toEqual({
    "a_ReadIt All": "fs.read $WORKSPACE/r.txt",
    "a_Write-Now!": "fs.write $WORKSPACE/w.txt",
    b_Ask: "net.connect https://b.example:443",
  });
});

test("a hundred tools of one registration keep their names", () => {
  const names = Array.from({ length: 100 }, (_, i) => `Tool ${i}`);
  const list = names.map((title) => `{ title: "${title}", run: async (a: any) => 1 }`).join(", ");
  const found = told({
    "server.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const nameOf = (title: string) => title.replace(/\\s/g, "_");
const add = (title: string, run: any) => { server.registerTool(nameOf(title), {}, async (args: any) => run(args)); };
for (const one of [${list}]) add(one.title, one.run);`,
  });
  expect(Object.keys(found).sort()).toEqual(names.map((name) => name.replace(" ", "_")).sort());
});

test("Nuxt: a tool is a file, named by itself or by the file, and what stands in the server's folder is there by its name", () => {
  const files = {
    "server/mcp/tools/news/get-news.ts": `export default defineMcpTool({ description: "d", inputSchema: {}, async handler({ q }) { return await fetchNews(q); } });`,
    "server/mcp/tools/own.ts": `export default defineMcpTool({ name: "named", description: "d", handler: async () => { throw createError({ statusCode: 404 }); } });`,
    "server/utils/news.ts": `export const fetchNews = cachedFunction(async (q: string) => $fetch("https://news.example/" + q));`,
    "scripts/news.ts": `import { execSync } from "node:child_process"; export const fetchNews = () => execSync("x");`,
  };
  const pkg = { name: "x", dependencies: { nuxt: "4", "@nuxtjs/mcp-toolkit": "1" } };
  expect(told(files, pkg)).toEqual({ "get-news": "net.connect https://news.example:443", named: "" });
});

test.each<[string, object, Record<string, string>, string]>([
  ["not Nuxt's", { name: "x" }, {}, "unknown.call"],
  [
    "of a program that has its own",
    { name: "x" },
    { "own.ts": `(globalThis as any).readBody = async (u: any) => fetch("https://own.example");` },
    "net.connect https://own.example:443",
  ],
  [
    "of Nuxt's with its own",
    { name: "x", dependencies: { nuxt: "4" } },
    { "server/utils/own.ts": `export const readBody = (u: any) => fetch("https://own.example");` },
    "net.connect https://own.example:443",
  ],
  ["of Nuxt's", { name: "x", dependencies: { nuxt: "4" } }, {}, ""],
])("what Nuxt provides by name is what it is in a program of its alone: %s", (_, pkg, more, expected) => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import "./own.ts"; declare const readBody: any;
const server = new McpServer({ name: "s", version: "1" }); server.registerTool("t", {}, async (q: any) => readBody(q));`;
  expect(told({ "own.ts": "", "t.ts": code, ...more }, pkg)).toEqual({ t: expected });
});

test("a function that Nitro keeps runs with what says by what key", () => {
  const files = {
    "server/mcp/tools/get.ts": `export default defineMcpTool({ description: "d", async handler(q: any) { return news(q); } });`,
    "server/utils/news.ts": `export const news = cachedFunction(async () => fetch("https://a.example"), { maxAge: 1, getKey: (q: any) => fetch("https://key.example") });`,
  };
  expect(told(files, { name: "x", dependencies: { nuxt: "4", "@nuxtjs/mcp-toolkit": "1" } })).toEqual({
    get: "net.connect https://a.example:443, net.connect https://key.example:443",
  });
});
