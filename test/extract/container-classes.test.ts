import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const MCP = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readFileSync, unlinkSync } from "node:fs";
const server = new McpServer({ name: "x", version: "1" });
const a = () => readFileSync("/a"); const b = () => unlinkSync("/b");
`;

test("what is put into a class that is a Map, a Set or a list is there, from inside and from outside", () => {
  const code = `type F = () => any;
class Own extends Map<string, F> {
  on(name: string, f: F) { return super.set(name, f); }
  add(name: string, f: F) { this.set(name, f); }
  run(name: string) { for (const [key, f] of this.entries()) if (key === name) return f(); }
  all() { for (const f of this.values()) f(); }
  one(name: string) { return this.get(name)!(); }
}
class Fns extends Set<F> { runAll() { for (const f of this) f(); } }
class List extends Array<F> { runAll() { this.forEach((f) => f()); } }
const inside = new Own(); inside.on("a", a);
const added = new Own(); added.add("b", b);
const outside = new Own(); outside.set("a", a);
const made = new Own([["b", b]]);
const fns = new Fns(); fns.add(a);
const list = new List(); list.push(b);
class Field { reg = new Own(); constructor() { this.reg.set("a", a); } go() { this.reg.all(); } }
const field = new Field();
server.tool("inside", "d", {}, async () => inside.run("a"));
server.tool("added", "d", {}, async () => added.all());
server.tool("outside", "d", {}, async () => outside.one("a"));
server.tool("made", "d", {}, async () => made.all());
server.tool("fns", "d", {}, async () => fns.runAll());
server.tool("list", "d", {}, async () => list.runAll());
server.tool("field", "d", {}, async () => field.go());
server.tool("loop", "d", {}, async () => { for (const [, f] of outside) f(); });
`;
  const all = toolsOf({ "t.ts": MCP + code });
  const [read, drop] = ["fs.read /a", "fs.write.delete /b"];
  // What methods put into it is not told apart by the instance.
  expect(all["inside"]).toContain(read);
  expect(all["added"]).toContain(drop);
  for (const name of ["outside", "field", "loop"]) expect(all[name]).toContain(read);
  expect(all["made"]).toContain(drop);
  expect([all["fns"], all["list"]]).toEqual([read, drop]);
});

test("an overridden method speaks to the container by `super`", () => {
  const code = `class Safe extends Map<string, () => any> {
  override get(name: string) { return super.get(name) ?? b; }
}
const safe = new Safe(); safe.set("a", a);
server.tool("safe", "d", {}, async ({ name }: any) => safe.get(name)!());
`;
  expect(toolsOf({ "t.ts": MCP + code })).toEqual({ safe: "fs.read /a, fs.write.delete /b" });
});
