import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

/** The effects of a tool, where everything around it stands at the top of the module. */
const effects = (around: string, body: string): string[] => {
  const code = `import { tool } from "ai";\n${around}\nexport const t = tool({ description: "d", inputSchema: {}, execute: async ({ q }) => { ${body}; } });\n`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', "t.ts": code })).scan;
  return (tools[0]?.effects ?? []).map(({ capability, resource }) => `${capability} ${resource}`);
};
const R = (path: string): string => `fs.read $WORKSPACE/${path}`;
const W = (path: string): string => `fs.write $WORKSPACE/${path}`;
const SQLITE = `import { DatabaseSync } from "node:sqlite"; const db = new DatabaseSync("a.db");`;
const BETTER = `import Database from "better-sqlite3";`;
const BOTH = [R("a.db"), W("a.db")];

test.each<[string, string, string, string[]]>([
  ["a statement that writes", SQLITE, `db.prepare("UPDATE a SET b = ?").run(q)`, BOTH],
  ["a statement that reads", SQLITE, `return db.prepare("SELECT * FROM a WHERE b = ?").all(q)`, [R("a.db")]],
  ["a statement that is not known", SQLITE, `return db.prepare(q).all()`, BOTH],
  ["a statement that is prepared before", `${SQLITE} const s = db.prepare("DELETE FROM a");`, `s.run()`, BOTH],
  ["`SELECT … INTO`, of other databases", SQLITE, `db.prepare("SELECT * INTO b FROM a").run()`, BOTH],
  ["two statements in one", SQLITE, `db.exec("SELECT 1; DROP TABLE a")`, BOTH],
  ["another file", SQLITE, `db.exec("ATTACH DATABASE 'x' AS y")`, [R("a.db"), "fs.read {dynamic}", W("a.db"), "fs.write {dynamic}"]],
  ["a pragma that reads", `${BETTER} const db = new Database("a.db");`, `return db.pragma("user_version")`, [R("a.db")]],
  ["a pragma that writes", `${BETTER} const db = new Database("a.db");`, `db.pragma("journal_mode = WAL")`, BOTH],
  ["read-only", `${BETTER} const db = new Database("a.db", { readonly: true });`, `db.prepare(q).run()`, [R("a.db")]],
  [
    "a transaction that is begun in another mode",
    `${BETTER} const db = new Database("a.db"); const go = db.transaction((x: string) => { db.prepare("DELETE FROM a").run(x); });`,
    `return go.immediate(q)`,
    BOTH,
  ],
  ["in memory", `${BETTER} const db = new Database(":memory:");`, `db.prepare(q).run()`, []],
  ["in memory, or not", `${BETTER} const db = new Database(process.env.T ? ":memory:" : "a.db");`, `db.prepare(q).run()`, BOTH],
  [
    "a transaction",
    `${BETTER} const db = new Database("a.db"); const all = db.transaction((q) => db.exec("DELETE FROM a"));`,
    `all(q)`,
    BOTH,
  ],
  [
    "in a class that is given it",
    `${BETTER} class Repo { constructor(private readonly db: Database.Database) {} put(q) { this.db.prepare("DELETE FROM a").run(q); } }
     const repo = new Repo(new Database("a.db"));`,
    `repo.put(q)`,
    BOTH,
  ],
  [
    "known by its type alone",
    `${BETTER} let db: Database.Database; export const use = (x: Database.Database) => { db = x; };`,
    `db.prepare("DELETE FROM a").run()`,
    ["fs.read {dynamic}", "fs.write {dynamic}"],
  ],
  [
    "opened by a wrapper, with options",
    `import { open } from "sqlite"; const db = await open({ filename: "a.db", driver: Object });`,
    `await db.run("DELETE FROM a", q)`,
    BOTH,
  ],
  ["a log", `import { createWriteStream } from "node:fs"; const log = createWriteStream("a.log");`, `log.write(q)`, [W("a.log")]],
  [
    "a descriptor",
    `import { openSync, writeSync } from "node:fs"; const fd = openSync("a.log", "a");`,
    `writeSync(fd, String(q))`,
    [W("a.log")],
  ],
  [
    "a file handle",
    `import { open } from "node:fs/promises"; const f = await open("a.log", "a+");`,
    `await f.appendFile(q); return f.readFile()`,
    [R("a.log"), W("a.log")],
  ],
  ["a socket", `import { connect } from "node:net"; const s = connect(80, "a.com");`, `s.write(q)`, ["net.connect a.com:80"]],
  [
    "a web socket",
    `let ws: WebSocket | undefined; export const go = () => { ws = new WebSocket("wss://a.com/x"); };`,
    `ws?.send(q)`,
    ["net.connect wss://a.com:443"],
  ],
  [
    "a web socket of a package",
    `import WebSocket from "ws"; const ws = new WebSocket("ws://localhost:3055");`,
    `ws.send(q)`,
    ["net.connect ws://localhost:3055"],
  ],
  ["what only listens", `const ws = new WebSocket("wss://a.com");`, `ws.addEventListener("message", () => {})`, []],
])("what a tool does with something that was opened before: %s", (_, around, body, expected) => {
  expect(effects(around, body)).toEqual(expected);
});

test.each(["bun:sqlite", "better-sqlite3-multiple-ciphers"])("a database that a host hands over is known by its type of %s", (from) => {
  const code = `import { tool } from "ai"; import type { Database } from "${from}";
const read = (db: Database) => db.prepare("SELECT 1").get();
export const t = tool({ description: "d", inputSchema: {}, execute: async (sent: any, context: any) => read(context.db) });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "fs.read {dynamic}" });
});

const LIBSQL = `import { createClient } from "@libsql/client"; import { drizzle } from "drizzle-orm/libsql";`;

test.each([
  ["a file is read by what reads", `const c = createClient({ url: "file:local.db" });`, `c.execute("SELECT 1")`, [R("local.db")]],
  [
    "and written by what does more",
    `const c = createClient({ url: "file:local.db" });`,
    `c.execute({ sql: "DELETE FROM a", args: [] })`,
    [R("local.db"), W("local.db")],
  ],
  [
    "a place in it is none of the file's name",
    `const c = createClient({ url: "file:///srv/a.db?mode=ro" });`,
    `c.batch(["SELECT 1"])`,
    ["fs.read /srv/a.db"],
  ],
  [
    "a server is no file",
    `const c = createClient({ url: "libsql://a.turso.io" });`,
    `(await c.transaction("write")).execute("SELECT 1")`,
    ["net.connect libsql://a.turso.io"],
  ],
  [
    "one of both is both",
    `const c = createClient({ url: process.env.DB ?? "file:local.db", syncUrl: "libsql://a.turso.io" });`,
    `c.execute("SELECT 1")`,
    [R("local.db"), "net.connect libsql://a.turso.io", "net.connect {env:DB}"],
  ],
  ["what is in memory is nowhere", `const c = createClient({ url: ":memory:" });`, `c.execute("SELECT 1")`, []],
  [
    "but what is sent may open a file",
    `const c = createClient({ url: ":memory:" });`,
    `c.execute(q)`,
    ["fs.read {dynamic}", "fs.write {dynamic}"],
  ],
  [
    "a builder asks what its client does",
    `const d = drizzle(createClient({ url: "file:local.db" }));`,
    `d.select().from(q).all()`,
    [R("local.db")],
  ],
  [
    "or what it is told to",
    `const d = drizzle({ connection: { url: "file:local.db" } });`,
    `d.insert(q).values({}).run()`,
    [R("local.db"), W("local.db")],
  ],
  ["or at once", `const d = drizzle("http://127.0.0.1:8080");`, `d.query.users.findMany()`, ["net.connect http://127.0.0.1:8080"]],
])("of libSQL %s", (_, around, body, expected) => {
  expect(effects(LIBSQL + around, body)).toEqual(expected);
});
