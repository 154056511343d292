import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const kept = `import { writeFileSync } from "node:fs";
export class Hub {
  private cb?: any; private at = ""; private all: any[] = [];
  constructor() { this.setCb(() => {}); this.place("/own"); this.many(); }
  setCb(f: any) { this.cb = f; }
  place(path: string) { this.at = path; }
  many(...fs: any[]) { this.all = fs; }
  run() { this.cb(); }
  write() { writeFileSync(this.at, ""); }
  each() { for (const f of this.all) f(); }
}
export const hub = new Hub();
let cb: any;
export function keep(f: any) { cb = f; }
keep(() => {});
export function go() { cb(); }
`;
const tool = (before: string, use: string): string => `import { tool } from "ai"; import { execSync } from "node:child_process";
const ls = () => { execSync("ls"); };
${before}
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { ${use}; } });`;
const around = { "hub.ts": kept, "barrel.ts": `export * from "./hub.js";` };

test.each<[string, string, string, string]>([
  ["a method", `import { hub } from "./hub.js"; hub.setCb(ls);`, `hub.run()`, "exec.shell ls"],
  ["a function", `import { keep, go } from "./hub.js"; keep(ls);`, `go()`, "exec.shell ls"],
  ["a text", `import { hub } from "./hub.js"; hub.place("/etc/x");`, `hub.write()`, "fs.write , fs.write /etc/x, fs.write /own"],
  ["the rest of what is passed", `import { hub } from "./hub.js"; hub.many(ls);`, `hub.each()`, "exec.shell ls"],
  [
    "whoever was given the object",
    `import { hub, Hub } from "./hub.js"; class App { constructor(private of: Hub) {} start() { this.of.setCb(ls); } } new App(hub).start();`,
    `hub.run()`,
    "exec.shell ls",
  ],
  [
    "whoever knows a promise alone",
    `import { hub } from "./hub.js"; function arm(of: { setCb(f: any): void }) { of.setCb(ls); } arm(hub);`,
    `hub.run()`,
    "exec.shell ls",
  ],
  ["through a barrel, a method", `import { hub } from "./barrel.js"; hub.setCb(ls);`, `hub.run()`, "exec.shell ls"],
  ["through a barrel, a function", `import { keep, go } from "./barrel.js"; keep(ls);`, `go()`, "exec.shell ls"],
  ["through a namespace", `import * as all from "./barrel.js"; all.hub.setCb(ls);`, `all.hub.run()`, "exec.shell ls"],
  [
    "a class built on it",
    `import { Hub } from "./hub.js"; class Own extends Hub { arm() { this.setCb(ls); } } const own = new Own(); own.arm();`,
    `own.run()`,
    "exec.shell ls",
  ],
  ["borrowed", `import { hub } from "./hub.js"; hub.setCb.call(hub, ls);`, `hub.run()`, "exec.shell ls"],
  [
    "required",
    `import { createRequire } from "node:module"; const { keep, go } = createRequire(import.meta.url)("./hub.js"); keep(ls);`,
    `go()`,
    "exec.shell ls",
  ],
  ["taken under another name", `import * as all from "./hub.js"; const own = all.keep; own(ls);`, `all.go()`, "exec.shell ls"],
  ["spread", `import { keep, go } from "./hub.js"; keep(...[ls]);`, `go()`, "exec.shell ls"],
])("what a function is given in its own module is not all that it is given: %s", (_, before, use, expected) => {
  expect(toolsOf({ ...around, "t.ts": tool(before, use) })).toEqual({ t: expected });
});

test.each<[string, string, string]>([
  ["bound", `import { hub } from "./hub.js"; const set = hub.setCb.bind(hub); set(ls);`, `hub.run()`],
  ["passed on", `import { keep, go } from "./hub.js"; void Promise.resolve(ls).then(keep);`, `go()`],
  [
    "passed on behind another of its name",
    `import { hub } from "./hub.js"; const other = { setCb(f: any) { return f; } }; declare function wire(...fs: any[]): void; wire(other.setCb, hub.setCb);`,
    `hub.run()`,
  ],
])("where what it is given cannot be seen, that is said: %s", (_, before, use) => {
  expect(toolsOf({ ...around, "t.ts": tool(before, use) })).toEqual({ t: "unknown.call" });
});

test("methods of the same name that are others' give it nothing", () => {
  const other = `import { execSync } from "node:child_process"; class Other { private cb?: any; setCb(f: any) { this.cb = f; } }
export const other = new Other(); other.setCb(() => execSync("ls"));`;
  expect(
    toolsOf({ ...around, "other.ts": other, "t.ts": tool(`import { hub } from "./hub.js"; import "./other.js";`, `hub.run()`) }),
  ).toEqual({ t: "" });
});

test("what CommonJS hands out is asked for by its name", () => {
  const hooks = `let cb; function setCb(f) { cb = f; } setCb(() => {}); function run() { cb(); } module.exports = { setCb, run };`;
  const t = `const { tool } = require("ai"); const { execSync } = require("child_process"); const { setCb, run } = require("./hooks.js");
setCb(() => execSync("ls"));
exports.t = tool({ description: "d", inputSchema: {}, execute: async () => { run(); } });`;
  expect(toolsOf({ "hooks.js": hooks, "t.js": t })).toEqual({ t: "exec.shell ls" });
});

const run = (more: string): string =>
  `let cb: any; function setUp(f: any) { cb = f; } setUp(() => {}); export const run = () => cb(); ${more}`;
test.each<[string, string, string]>([
  ["in an object", `export const api = { setUp };`, `import { api, run } from "./kept.js"; api.setUp(ls);`],
  ["in an object, under another name", `export const api = { begin: setUp };`, `import { api, run } from "./kept.js"; api.begin(ls);`],
  ["by default, in an object", `export default { setUp };`, `import api, { run } from "./kept.js"; api.setUp(ls);`],
  [
    "as a field of a class",
    `class Api { setUp = setUp; } export const api = new Api();`,
    `import { api, run } from "./kept.js"; api.setUp(ls);`,
  ],
  ["under two names", `export { setUp as first, setUp as second };`, `import { second, run } from "./kept.js"; second(ls);`],
  ["by default, through a barrel", `export default setUp;`, `import { begin, run } from "./barrel.js"; begin(ls);`],
])("a function is asked for by each name that hands it out: %s", (_, more, before) => {
  const barrel = `export { default as begin, run } from "./kept.js";`;
  expect(toolsOf({ "kept.ts": run(more), "barrel.ts": barrel, "t.ts": tool(before, `run()`) })).toEqual({ t: "exec.shell ls" });
});

test.each<[string, string, string]>([
  ["renamed", `exports.begin = setUp; exports.run = run;`, `const { begin: setUp, run } = require("./kept.js"); setUp(ls);`],
  [
    "taken as a member",
    `module.exports = { setUp, run };`,
    `const setUp = require("./kept.js").setUp; const { run } = require("./kept.js"); setUp(ls);`,
  ],
])("so is one of CommonJS: %s", (_, handsOut, before) => {
  const kept = `let cb; function setUp(f) { cb = f; } setUp(() => {}); function run() { cb(); } ${handsOut}`;
  const t = `const { tool } = require("ai"); const { execSync } = require("child_process"); const ls = () => execSync("ls"); ${before}
exports.t = tool({ description: "d", inputSchema: {}, execute: async () => { run(); } });`;
  expect(toolsOf({ "kept.js": kept, "t.js": t })).toEqual({ t: "exec.shell ls" });
});

test.each<[string, string]>([
  ["a barrel", `import { Host, of } from "./barrel.js"; of.own = new Host(ls);`],
  ["an heir", `import { Host, of } from "./host.js"; class Own extends Host { constructor() { super(ls); } } of.own = new Own();`],
])("what a class is made with in its own module is not all that it is made with: through %s", (_, before) => {
  const host = `export class Host { constructor(private cb: any) {} run() { this.cb(); } }
export const of: { own: Host } = { own: new Host(() => {}) };`;
  const files = { "host.ts": host, "barrel.ts": `export * from "./host.js";` };
  expect(toolsOf({ ...files, "t.ts": tool(before, `of.own.run()`) })).toEqual({ t: "exec.shell ls" });
});

test("a function that its own module calls on what holds it is asked for through barrels", () => {
  const host = `export class Host { private cb?: any; setUp(f: any) { this.cb = f; } run() { this.cb(); } }
export const host = new Host(); host.setUp(() => {});`;
  const before = `import { host } from "./barrel.js"; host.setUp(ls);`;
  const files = { "host.ts": host, "barrel.ts": `export * from "./host.js";` };
  expect(toolsOf({ ...files, "t.ts": tool(before, `host.run()`) })).toEqual({ t: "exec.shell ls" });
});

test("what hands on a member of the name of something that nobody knows is no caller", () => {
  const other = `declare const api: any; console.log(api.setCb); export const shown = [api.setCb].map(String);`;
  const before = `import { hub } from "./hub.js"; import "./other.js";`;
  expect(toolsOf({ ...around, "other.ts": other, "t.ts": tool(before, `hub.run()`) })).toEqual({ t: "" });
});
