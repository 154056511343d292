import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

const PACKAGES =
  '{ "name": "x", "dependencies": { "axios": "*", "got": "*", "ky": "*", "ofetch": "*", "execa": "*", "zx": "*", "needle": "*", "glob": "*", "fdir": "*", "cosmiconfig": "*", "tsx": "*", "jsdom": "*" } }';
const does = (before: string, body: string): string | undefined => toolRunning(before, body, { "package.json": PACKAGES });

describe("a client that a package makes is called as the package is", () => {
  test.each([
    ['import axios from "axios"; const c = axios.create({ timeout: 5 });', "c({ method: 'GET', url: a.u })", "{param:u}"],
    ['import axios from "axios"; const c = axios.create({ timeout: 5 });', "c.get(a.u)", "{param:u}"],
    ['import got from "got"; const c = got.extend({}).extend({});', "c(a.u).json()", "{param:u}"],
    ['import ky from "ky"; const c = ky.create({});', "c(a.u).json()", "{param:u}"],
    ['import { ofetch } from "ofetch"; const c = ofetch.create({});', "c(a.u)", "{param:u}"],
    ['import needle from "needle";', 'needle("get", "https://h.example/x")', "https://h.example:443"],
  ])("%s %s", (before, body, host) => {
    expect(does(before, body)).toBe(`net.connect ${host}`);
  });
});

describe("the part of an address goes to the base of its client", () => {
  const AXIOS = 'import axios from "axios"; const c = axios.create({ baseURL: "https://a.example/v1" });';
  test.each([
    [AXIOS, 'c.get("things/1")', "net.connect https://a.example:443"],
    [AXIOS, 'c({ url: "/things" })', "net.connect https://a.example:443"],
    [AXIOS, 'c.get("https://b.example/x")', "net.connect https://b.example:443"],
    // What is given may be a whole address, which the base does not hold.
    [AXIOS, "c.get(a.u)", "net.connect https://a.example:443, net.connect {param:u}"],
    ['import ky from "ky";', 'ky.extend({ prefixUrl: "https://k.example" }).extend({}).post("a/b")', "net.connect https://k.example:443"],
    ['import ky from "ky";', 'ky.get("a", { prefixUrl: "https://k.example" })', "net.connect https://k.example:443"],
    ['import got from "got";', 'got("a/b")', "net.connect {dynamic}"],
    [AXIOS, "c.get(`http${a.s}://b.example/`)", "net.connect https://a.example:443, net.connect {dynamic}"],
    [AXIOS, 'c.get("/x", { baseURL: "https://b.example" })', "net.connect https://b.example:443"],
    [AXIOS, 'c.get("/x", JSON.parse(a.q))', "net.connect https://a.example:443, net.connect {dynamic}"],
    [AXIOS, '{ c.defaults.baseURL = a.q; return c.get("/x"); }', "net.connect https://a.example:443, net.connect {dynamic}"],
    [AXIOS, 'c.post("/list", { baseURL: "users" })', "net.connect https://a.example:443"],
    [
      'import got from "got"; const g = got.extend({ prefixUrl: "https://g.example", hooks: { beforeRequest: [(o: any) => { o.url = new URL("https://e.example"); }] } });',
      'g("x")',
      "net.connect https://g.example:443, net.connect {dynamic}",
    ],
    [
      'import got from "got"; let g = got; for (const h of ["a", "b"]) g = g.extend({ headers: { h } });',
      'g.get("https://l.example")',
      "net.connect https://l.example:443",
    ],
    [
      'import axios from "axios"; class Api { http = axios.create({ baseURL: "https://a.example" }); all() { return this.http({ url: "x" }); } }',
      "new Api().all()",
      "net.connect https://a.example:443",
    ],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });
});

describe("a command that is prepared by its options starts where it is called again", () => {
  test.each([
    ['import { $ } from "execa"; const sh = $({ cwd: "/x" });', "(await sh`curl ${a.u}`).stdout", "exec.shell curl {param:u}"],
    ['import { execa } from "execa"; const e = execa({ stdio: "pipe" });', "e`curl ${a.u}`", "exec.shell curl {param:u}"],
    ['import { execa } from "execa"; const e = execa({ stdio: "pipe" });', 'e("git", ["status"])', "exec.spawn git status"],
    ['import { execa } from "execa"; const e = execa({ stdio: "pipe" });', "e(a.p, a.l)", "exec.spawn {param:p} {dynamic}"],
    ['import { execa } from "execa"; const e = execa({ stdio: "pipe" });', "e(JSON.parse(a.q).cmd)", "exec.spawn {dynamic}"],
    ['import { $ } from "execa"; const sh = $({ cwd: "/x" });', "sh.sync`ls ${a.u}`", "exec.shell ls {param:u}"],
    ['import { execa } from "execa";', 'execa("ls").pipe("grep", [a.q])', "exec.spawn grep {param:q}, exec.spawn ls"],
    ['import { $ } from "zx"; const sh = $({ quiet: true });', "sh`ls ${a.u}`", "exec.shell ls {param:u}"],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });

  test("what it gives is nobody's to call", () => {
    expect(does('import { execa } from "execa";', 'String(await execa("git", ["status"]))')).toBe("exec.spawn git status");
  });
});

describe("what packages do by their classes and chains", () => {
  test.each([
    ['import { Glob } from "glob";', "new Glob(a.p, {}).walk()", "fs.read {dynamic}"],
    ['import { fdir } from "fdir";', "new fdir().withFullPaths().crawl(a.p).withPromise()", "fs.read {dynamic}"],
    ['import { cosmiconfig } from "cosmiconfig";', 'cosmiconfig("x").search()', "code.load {dynamic}, fs.read {dynamic}"],
    ['import { tsImport } from "tsx/esm/api";', "tsImport(a.p, import.meta.url)", "code.load {param:p}"],
    [
      'import { JSDOM } from "jsdom";',
      'new JSDOM(a.h, { runScripts: "dangerously", resources: "usable" })',
      "code.eval {dynamic}, net.connect {dynamic}",
    ],
    ['import { JSDOM } from "jsdom";', "new JSDOM(a.h).window.document.title", ""],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });
});

describe("packages that were taken to be without effects, or clients alone", () => {
  test.each([
    [
      'import { Kysely } from "kysely"; const db = new Kysely<any>({} as any);',
      "db.selectFrom('x').selectAll().where('id', '=', a.id).execute()",
      "net.connect {dynamic}",
    ],
    ['import { Kysely } from "kysely"; const db = new Kysely<any>({} as any);', "db.selectFrom('x').selectAll().compile()", ""],
    ['import { parseFile } from "@fast-csv/parse";', "parseFile(a.p)", "fs.read {param:p}"],
    ['import { writeToPath } from "@fast-csv/format";', "writeToPath(a.p, [])", "fs.write {param:p}"],
    ['import { proxyRequest } from "h3";', "proxyRequest(a.event, 'https://x.example')", "net.connect {dynamic}"],
    ['import { createRouter } from "h3";', "createRouter()", ""],
    [
      'import { Pushgateway } from "prom-client"; const g = new Pushgateway("http://x.example");',
      "g.pushAdd({ jobName: 'x' })",
      "net.connect {dynamic}",
    ],
    ['import { Counter } from "prom-client"; const c = new Counter({ name: "x", help: "x" });', "c.inc()", ""],
    [
      'import { MongoClient } from "mongodb"; const c = new MongoClient("u").db().collection("x").find({});',
      "c.forEach((one) => console.log(one))",
      "net.connect {dynamic}",
    ],
    ['import { privateKeyToAccount } from "viem/accounts"; const account = privateKeyToAccount("0x");', "account.signMessage(a)", ""],
    ['import { TodoistApi } from "@doist/todoist-sdk"; const api = new TodoistApi("t");', "api.getTask(a.id)", "net.connect {dynamic}"],
    [
      'import { BrowserManager } from "agent-browser"; const b = new BrowserManager();',
      "b.saveStorageState(a.path)",
      "fs.write {param:path}, net.connect {dynamic}",
    ],
    ['import { getWritable } from "workflow";', "getWritable()", "fs.write {dynamic}, net.connect {dynamic}"],
    ['import { ripgrep } from "ripgrep";', "ripgrep([a.q])", "code.native {dynamic}, env.read {dynamic}, fs.read {dynamic}"],
    ['import { pathExistsInWorkspace } from "html-validate";', "pathExistsInWorkspace(a)", "unknown.package:html-validate"],
    [
      'import { MikroORM } from "@mikro-orm/postgresql"; const orm = MikroORM.initSync({} as any);',
      "orm.em.fork().flush()",
      "net.connect {dynamic}",
    ],
    ['import { wrap } from "@mikro-orm/core";', "wrap(a).toObject()", ""],
    [
      'import { Model, Table } from "sequelize-typescript"; @Table class User extends Model {}',
      "User.findAll({ where: a })",
      "net.connect {dynamic}",
    ],
    [
      'import { getIt } from "get-it"; import { headers } from "get-it/middleware"; const request = getIt([headers({})]);',
      "request({ url: a.u })",
      "net.connect {param:u}",
    ],
    [
      'import { RateLimiterMemory } from "rate-limiter-flexible"; const limiter = new RateLimiterMemory({ points: 1 });',
      "limiter.consume(a.p)",
      "",
    ],
    [
      'import { RateLimiterRedis } from "rate-limiter-flexible"; const limiter = new RateLimiterRedis({} as any);',
      "limiter.consume(a.p)",
      "net.connect {dynamic}",
    ],
    ['import { remove } from "jsr:@std/fs/unstable-remove";', "remove(a.p)", "fs.read {dynamic}, fs.write {dynamic}"],
    ['import { exists } from "jsr:@std/fs@1";', "exists(a.p)", "fs.read {param:p}"],
    ['import { join } from "jsr:@std/path@1";', "join(a.p, 'x')", ""],
    ['import { createJimp } from "@jimp/core"; const image = new (createJimp())({} as any);', "image.write(a.p)", "fs.write {param:p}"],
    [
      'import { AgentSideConnection } from "@agentclientprotocol/sdk"; const c = new AgentSideConnection({} as any, {} as any);',
      "c.writeTextFile({} as any)",
      "fs.write {dynamic}",
    ],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });

  test.each(["ali-oss", "near-api-js", "resumable-stream", "json-schema-faker", "couchbase"])("what %s does is not known", (name) => {
    expect(does(`import x from "${name}";`, "x.save(a.p)")).toBe(`unknown.package:${name}`);
  });
});

test.each([
  [
    "a terminal's shell, told what to run",
    'import * as vscode from "vscode"; const run = (t: vscode.Terminal, c: string) => t.shellIntegration!.executeCommand(c);',
    "run(vscode.window.activeTerminal!, a.command)",
    "exec.shell {param:command}",
  ],
  [
    "a loader of documents, wherever LangChain keeps it",
    'import { TextLoader } from "langchain/document_loaders/fs/text";',
    "new TextLoader(a.path).load()",
    "fs.read {param:path}",
  ],
  [
    "another process of an Electron program",
    'import { ipcRenderer } from "electron";',
    'ipcRenderer.invoke("run", a.command)',
    "unknown.package:electron",
  ],
  ["what finds processes", 'import find from "find-process";', 'find("port", a.port)', "exec.spawn {dynamic}"],
  [
    "a document client made of another one",
    'import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb"; const c = DynamoDBDocumentClient.from({} as any);',
    "c.send(new PutCommand({ TableName: 't', Item: a }))",
    "net.connect {dynamic}",
  ],
  [
    "something that is made of itself, again and again, is made in one way",
    `import { Builder } from "selenium-webdriver"; let driver: any;
async function start(a: any) {
  let builder = new Builder();
  if (a.bidi) builder = builder.withCapabilities({});
  if (a.chrome) driver = await builder.forBrowser("chrome").setChromeOptions({}).build();
  else driver = await builder.forBrowser("firefox").setFirefoxOptions({}).build();
}
start(process.argv);`,
    "driver.takeScreenshot()",
    "net.connect {dynamic}",
  ],
])("%s", (_, before, body, effects) => {
  expect(does(before, body)).toBe(effects);
});

describe("what a browser gives its extensions", () => {
  test.each([
    ["chrome.tabs.create({ url: a.u })", "net.connect {dynamic}"],
    ["chrome.scripting.executeScript({ target: { tabId: 1 }, func: () => writeFileSync('/srv/a', '') })", "net.connect {dynamic}"],
    ["browser.storage.local.get('k')", ""],
    // Other parts of the extension do what they are told.
    ["chrome.runtime.sendMessage({ a: 1 })", "unknown.call"],
  ])("%s", (body, told) => {
    expect(does('import { writeFileSync } from "node:fs";', body)).toBe(told);
  });
});

describe("what an editor of notes gives its plugins", () => {
  const APP = 'import { App, Plugin, requestUrl } from "obsidian"; class P extends Plugin {} const p = new P();';
  test.each([
    ["p.app.vault.read(a.f)", "fs.read {dynamic}"],
    // Paths begin at the folder of the notes, wherever that is.
    ["p.app.vault.create('notes/a.md', a.t)", "fs.write {dynamic}"],
    ["p.app.vault.getMarkdownFiles()", ""],
    ["requestUrl('https://a.example/x')", "net.connect https://a.example:443"],
  ])("%s", (body, told) => {
    expect(toolRunning(APP, body, { "package.json": '{ "name": "x", "dependencies": { "obsidian": "*" } }' })).toBe(told);
  });
});

test("a client around another one asks what that asks", () => {
  expect(
    toolRunning('import fetchRetry from "fetch-retry"; const f = fetchRetry(globalThis.fetch);', 'f("https://a.example/x")', {
      "package.json": '{ "name": "x", "dependencies": { "fetch-retry": "*" } }',
    }),
  ).toBe("net.connect https://a.example:443");
});

test("what drivers of devices share, and a client of buckets", () => {
  const said = toolRunning(
    `import { fs, zip } from "@appium/support"; import COS from "cos-nodejs-sdk-v5"; const cos = new COS({});`,
    "{ await fs.rimraf(a.path); await zip.extractAllTo(a.zip, a.into); await cos.uploadFile({ FilePath: a.file }); }",
  );
  for (const one of ["fs.write.delete {param:path}", "fs.read {param:zip}", "fs.write {param:into}", "exec.spawn", "net.connect"])
    expect(said).toContain(one);
  expect(said).not.toMatch(/unknown/u);
});

test.each([
  [
    "a model of a gateway",
    `import { gateway } from "@ai-sdk/gateway";`,
    `await gateway("m").doGenerate({} as any)`,
    "net.connect {dynamic}",
  ],
  [
    "what a gateway knows",
    `import { createGateway } from "@ai-sdk/gateway";`,
    `await createGateway({}).getAvailableModels()`,
    "net.connect {dynamic}",
  ],
  [
    "a model of a provider",
    `import { createFal } from "@ai-sdk/fal";`,
    `await createFal({}).image("x").doGenerate({} as any)`,
    "net.connect {dynamic}",
  ],
  ["a client by its name", `import { Backlog } from "backlog-js";`, `await new Backlog({} as any).getSpace()`, "net.connect {dynamic}"],
  [
    "one that reads what it sends",
    `import WPAPI from "wpapi";`,
    `await new WPAPI({} as any).media().create({})`,
    "fs.read {dynamic}, net.connect {dynamic}",
  ],
])("what asks for something does what its row says: %s", (_name, imported, body, expected) => {
  const code = `${imported} import { tool } from "ai"; export const t = tool({ description: "d", inputSchema: {}, execute: async () => { ${body}; } });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: expected });
});

describe("what is made of a framework, or opened by it, acts when it is used", () => {
  const GENKIT = 'import { genkit } from "genkit"; const ai = genkit({});';
  const VSCODE = 'import * as vscode from "vscode"; const open = (p: string) => vscode.workspace.openTextDocument(p);';
  test.each([
    ["a prompt", `${GENKIT} const ask = ai.definePrompt({ name: "x" }, "hi");`, "ask({})", "net.connect {dynamic}"],
    ["a prompt by its name", GENKIT, "ai.prompt('x')({ q: a.q })", "net.connect {dynamic}"],
    ["a chat", GENKIT, "ai.chat().send(a.q)", "net.connect {dynamic}"],
    ["and no schema", GENKIT, "ai.defineSchema('x', {} as any)", ""],
    ["a document", VSCODE, "open(a.p).then((d: any) => d.getText())", "fs.read {param:p}"],
    ["a document that is saved", VSCODE, "open(a.p).then(async (d) => d.save())", "fs.read {param:p}, fs.write {dynamic}"],
  ])("%s", (_, before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });
});
