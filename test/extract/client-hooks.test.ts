import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

const HEAD = `import { writeFileSync } from "node:fs";
const hook = (one: any): any => { writeFileSync("/log", "x"); return one; };
`;
const LOG = "fs.write /log";

describe("what a client is given to run with its requests runs with each of them", () => {
  test.each<[string, string, string]>([
    ['import axios from "axios"; const c = axios.create(); c.interceptors.request.use(hook);', 'c.get("https://a.io")', "https://a.io:443"],
    ['import axios from "axios"; axios.interceptors.response.use(hook);', 'axios.post("https://a.io")', "https://a.io:443"],
    ['import axios from "axios"; axios.interceptors.response.use(hook);', 'axios({ url: "https://a.io" })', "https://a.io:443"],
    [
      'import axios from "axios"; function made() { const c = axios.create(); c.interceptors.request.use(hook); return c; } const c = made();',
      'c.get("https://a.io")',
      "https://a.io:443",
    ],
    [
      'import axios from "axios"; function extend(c: any) { c.interceptors.request.use(hook); } const c = axios.create(); extend(c);',
      'c.get("https://a.io")',
      "https://a.io:443",
    ],
    [
      'import axios from "axios"; function inner(c: any) { c.interceptors.request.use(hook); } const outer = (c: any) => inner(c); const c = axios.create(); outer(c);',
      'c.get("https://a.io")',
      "https://a.io:443",
    ],
    ['import ky from "ky"; const c = ky.extend({ hooks: { beforeRequest: [hook] } });', 'c.get("https://a.io")', "https://a.io:443"],
    ['import got from "got"; const c = got.extend({ hooks: { beforeRequest: [hook] } });', 'c("https://a.io")', "https://a.io:443"],
    ['import { ofetch } from "ofetch"; const c = ofetch.create({ onRequest: hook });', 'c("https://a.io")', "https://a.io:443"],
    ['import createClient from "openapi-fetch"; const c = createClient(); c.use({ onRequest: hook });', 'c.GET("/a")', "{dynamic}"],
    [
      'import { GraphQLClient } from "graphql-request"; const c = new GraphQLClient("u", { requestMiddleware: hook });',
      "c.request(a.q)",
      "{dynamic}",
    ],
    ['import { PrismaClient } from "@prisma/client"; const c = new PrismaClient(); c.$use(hook);', "c.user.findMany()", "{dynamic}"],
    [
      'import { PrismaClient } from "@prisma/client"; const c = new PrismaClient().$extends({ query: { $allModels: { async $allOperations(one: any) { return hook(one); } } } });',
      "c.user.findMany()",
      "{dynamic}",
    ],
    [
      'import { Prisma, PrismaClient } from "@prisma/client"; const ext = Prisma.defineExtension((c) => c.$extends({ query: { user: { async create(one: any) { return hook(one); } } } })); const c = new PrismaClient().$extends(ext).$extends({ name: "b" });',
      "c.user.findMany()",
      "{dynamic}",
    ],
    [
      'import mongoose from "mongoose"; const s = new mongoose.Schema({}); s.pre("save", hook); const M = mongoose.model("M", s);',
      "new M({}).save()",
      "{dynamic}",
    ],
    ['import { Sequelize } from "sequelize"; const s = new Sequelize("u", { logging: hook });', "s.query(a.q)", "{dynamic}"],
    [
      'import { Sequelize } from "sequelize"; const U = new Sequelize("u").define("U", {}); U.beforeCreate(hook);',
      "U.create({})",
      "{dynamic}",
    ],
    ['import knex from "knex"; const k = knex({ client: "pg" }); k.on("query", hook);', 'k("t").select()', "{dynamic}"],
    [
      'import { drizzle } from "drizzle-orm/node-postgres"; const d = drizzle("u", { logger: { logQuery: hook } });',
      "d.select().from(a.t)",
      "{dynamic}",
    ],
  ])("%s %s", (made, body, to) => {
    expect(toolRunning(HEAD + made, body)).toBe(`${LOG}, net.connect ${to}`);
  });

  const CLIENT = `import axios, { type AxiosInstance } from "axios";
function extend(c: AxiosInstance) { c.interceptors.request.use(hook); }
class Client {
  private http: AxiosInstance;
  constructor() { this.http = axios.create({ baseURL: "https://a.io" }); SETUP }
  private later(c: AxiosInstance) { c.interceptors.response.use((one) => one, (error) => this.fail(error)); }
  private onRequest(one: any) { return hook(one); }
  private fail(error: any) { hook(error); throw error; }
  get() { return this.http.get("/b"); }
}
const client = new Client();`;
  test.each([
    "this.http.interceptors.request.use(hook);",
    "this.http.interceptors.request.use(this.onRequest.bind(this));",
    "this.http.interceptors.response.use((one) => one, (error) => this.fail(error));",
    "extend(this.http);",
    "this.later(this.http);",
  ])("of a field: %s", (setup) => {
    expect(toolRunning(HEAD + CLIENT.replace("SETUP", setup), "client.get()")).toBe(`${LOG}, net.connect https://a.io:443`);
    expect(toolRunning(HEAD + CLIENT.replace("SETUP", ""), "client.get()")).toBe("net.connect https://a.io:443");
  });

  test.each(["Api.http.interceptors.request.use(hook);", "Api.setup();"])("of a class itself: %s", (setup) => {
    const api = `import axios from "axios"; class Api { static http = axios.create(); static setup() { this.http.interceptors.request.use(hook); } }`;
    expect(toolRunning(`${HEAD}${api} ${setup}`, 'Api.http.get("https://a.io")')).toBe(`${LOG}, net.connect https://a.io:443`);
  });

  test("and not with those of another client", () => {
    const made = 'import axios from "axios"; const b = axios.create(); b.interceptors.request.use(hook); const c = axios.create();';
    expect(toolRunning(HEAD + made, 'c.get("https://a.io")')).toBe("net.connect https://a.io:443");
    const all = 'import axios from "axios"; axios.interceptors.request.use(hook); const c = axios.create();';
    expect(toolRunning(HEAD + all, 'c.get("https://a.io")')).toBe("net.connect https://a.io:443");
  });

  test("of a client that another file has", () => {
    const files = {
      "client.ts": 'import axios from "axios"; export const client = axios.create();',
      "index.ts": 'export { client } from "./client";',
      "hooks.ts":
        'import { client as c } from "./index"; import { writeFileSync } from "node:fs"; c.interceptors.request.use((one) => { writeFileSync("/log", ""); return one; });',
      "t.ts": `import { client } from "./client"; import { tool } from "ai"; export const t = tool({ description: "d", execute: async () => client.get("https://a.io") });`,
    };
    expect(toolsOf(files)).toEqual({ t: `${LOG}, net.connect https://a.io:443` });
  });

  test("what stands in another file of the package counts, and what stands in another package does not", () => {
    const hooks = `import axios from "axios"; import { writeFileSync } from "node:fs"; axios.interceptors.request.use((one) => { writeFileSync("/log", ""); return one; });`;
    const files = {
      "t.ts": `import axios from "axios"; import { tool } from "ai"; export const t = tool({ description: "d", execute: async () => axios.get("https://a.io") });`,
    };
    expect(toolsOf({ ...files, "hooks.ts": hooks })).toEqual({ t: `${LOG}, net.connect https://a.io:443` });
    const other = { "package.json": '{ "name": "x", "workspaces": ["other"] }', "other/package.json": '{ "name": "other" }' };
    expect(toolsOf({ ...files, ...other, "other/hooks.ts": hooks })).toEqual({ t: "net.connect https://a.io:443" });
  });
});

describe("what a client sends its requests with runs with each of them", () => {
  const OURS = "const ours: typeof fetch = async (url, init) => hook(url);\n";
  test.each<[string, string, string]>([
    ['import OpenAI from "openai"; const c = new OpenAI({ fetch: ours });', "c.responses.create({})", "api.openai.com:443"],
    [
      'import { createClient } from "@supabase/supabase-js"; const c = createClient("u", "k", { global: { fetch: ours } });',
      'c.from("t").select()',
      "{dynamic}",
    ],
    [
      'import { Octokit } from "@octokit/rest"; const c = new Octokit({ request: { fetch: ours } });',
      "c.rest.repos.get({})",
      "api.github.com:443",
    ],
    [
      'import { generateText } from "ai"; import { createOpenAI } from "@ai-sdk/openai"; const p = createOpenAI({ fetch: ours });',
      'generateText({ model: p("m") })',
      "{dynamic}",
    ],
  ])("%s %s", (made, body, to) => {
    expect(toolRunning(HEAD + OURS + made, body)).toBe(`${LOG}, net.connect ${to}`);
    expect(toolRunning(HEAD + OURS + made.replace(/fetch: ours/u, ""), body)).toBe(`net.connect ${to}`);
  });
});

test.each<[string, string, string]>([
  [
    'import { S3Client } from "@aws-sdk/client-s3"; const c = new S3Client({ credentials: async () => hook({}) });',
    "c.send(a)",
    "{dynamic}",
  ],
  [
    'import { WebClient } from "@slack/web-api"; const c = new WebClient("t", { requestInterceptor: hook });',
    "c.chat.postMessage(a)",
    "slack.com:443",
  ],
  [
    'import { S3Client } from "@aws-sdk/client-s3"; const o: any = { region: "r" }; o.credentials = async () => hook({}); const c = new S3Client(o);',
    "c.send(a)",
    "{dynamic}",
  ],
  [
    'import { S3Client } from "@aws-sdk/client-s3"; const o = { credentials: async () => hook({}) }; const c = new S3Client({ region: "r", ...o });',
    "c.send(a)",
    "{dynamic}",
  ],
  [
    'import { createClient } from "redis"; const c = createClient({ socket: { reconnectStrategy: () => hook(1) } });',
    "c.get(a.q)",
    "{dynamic}",
  ],
  [
    'import { S3Client } from "@aws-sdk/client-s3"; let o: any = { region: "r" }; for (const k of ["a", "b"]) o = { ...o, [k]: 1, credentials: async () => hook({}) }; const c = new S3Client(o);',
    "c.send(a)",
    "{dynamic}",
  ],
  ['import pg from "pg"; const c = new pg.Pool({ password: () => hook("p") });', "c.query(a.q)", "{dynamic}"],
  [
    'import { createAdminApiClient } from "@shopify/admin-api-client"; const c = createAdminApiClient({ customFetchApi: hook });',
    "c.request(a.q)",
    "{dynamic}",
  ],
  [
    'import { ApolloClient, HttpLink } from "@apollo/client"; const c = new ApolloClient({ link: new HttpLink({ fetch: hook }) });',
    "c.query(a.q)",
    "{dynamic}",
  ],
  [
    'import { S3Client } from "@aws-sdk/client-s3"; import { sign } from "./sign.ts"; const c = new S3Client({ credentials: sign });',
    "c.send(a)",
    "{dynamic}",
  ],
])("what a client signs its requests with, or looks at them with, runs with each of them: %s", (made, body, to) => {
  const sign = { "sign.ts": `${HEAD}export const sign = () => hook({});` };
  expect(toolRunning(HEAD + made, body, sign)).toBe(`${LOG}, net.connect ${to}`);
  expect(toolRunning(HEAD + made, "a.q", sign)).toBe("");
});

describe("a query builder reads and writes the file that it was given", () => {
  test.each<[string, string]>([
    ["d.select().from(a.t).get()", "fs.read {dynamic}"],
    ["d.query.users.findMany()", "fs.read {dynamic}"],
    ["d.all(a.q)", "fs.read {dynamic}, fs.write {dynamic}"],
    ["d.$client.exec(a.q)", "fs.read {dynamic}, fs.write {dynamic}"],
    ["d.insert(a.t).values(a.v)", "fs.read {dynamic}, fs.write {dynamic}"],
  ])("%s", (body, told) => {
    const made =
      'import Database from "better-sqlite3"; import { drizzle } from "drizzle-orm/better-sqlite3"; const d = drizzle(new Database("/db"));';
    expect(toolRunning(made, body)).toBe(told);
  });
});
