import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (body: string): Record<string, string> => ({
  "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { readFileSync } from "node:fs"; import Database from "better-sqlite3";
const db = new Database("/srv/a.db");
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", { inputSchema: {} }, async ({ q }: any) => { ${body} });`,
});

test.each<[string, string, string]>([
  [
    "an address",
    `let url = "https://api.example.com/v1"; if (q) url += "?q=" + q; await fetch(url);`,
    "net.connect https://api.example.com:443",
  ],
  ["a path", `let path = "/srv/"; path += q; readFileSync(path);`, "fs.read /srv/, fs.read /srv/{param:q}{dynamic}"],
  ["what starts empty", `let path = ""; path += "/srv/a"; readFileSync(path);`, "fs.read /srv/a{dynamic}"],
  ["what starts as a number", `let n = 0; n += 1; readFileSync("/srv/" + n);`, "fs.read /srv/0, fs.read /srv/{dynamic}"],
  ["what reads", `let sql = "SELECT * FROM t"; if (q) sql += " WHERE a = ?"; db.prepare(sql).all(q);`, "fs.read /srv/a.db"],
  [
    "what reads, with another statement behind it",
    `let sql = "SELECT 1;"; sql += "DELETE FROM t"; db.exec(sql);`,
    "fs.read /srv/a.db, fs.write /srv/a.db",
  ],
  ["what reads, with anything behind it", `let sql = "SELECT 1"; sql += q; db.exec(sql);`, "fs.read /srv/a.db, fs.write /srv/a.db"],
  [
    "more than are told apart",
    `let sql = "SELECT"; ${'sql += " 1"; '.repeat(9)}sql += "; DELETE FROM t"; db.exec(sql);`,
    "fs.read /srv/a.db, fs.read {dynamic}, fs.write /srv/a.db, fs.write {dynamic}",
  ],
])("a text that others are put behind keeps its beginning: %s", (_, body, effects) => {
  expect(toolsOf(tool(body))).toEqual({ t: effects });
});

test("a member that something is put behind is any", () => {
  expect(toolsOf(tool(`const o = { path: "/srv/a" }; o.path += q; readFileSync(o.path);`))).toEqual({
    t: "fs.read /srv/a, fs.read {dynamic}",
  });
});
