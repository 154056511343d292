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
])("what a function is given in its own module is not all that it is given: %s", (_, before, use, expected) => {
  expect(toolsOf({ ...around, "t.ts": tool(before, use) })).toEqual({ t: expected });
});

test.each<[string, string, string]>([
  ["bound", `import { hub } from "./hub.js"; const set = hub.setCb.bind(hub); set(ls);`, `hub.run()`],
  ["passed on", `import { keep, go } from "./hub.js"; void Promise.resolve(ls).then(keep);`, `go()`],
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
