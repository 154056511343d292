import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const scan = (code: string, other = ""): [string, string[]][] => {
  const files = { "package.json": '{ "name": "x", "type": "module" }', "t.ts": code, "other.ts": other };
  const { tools } = scanFolder(folder(files)).scan;
  return tools.map(({ name, effects, unknowns }) => [
    name,
    [...effects.map(({ capability, resource }) => `${capability} ${resource}`), ...unknowns.map(({ reason }) => reason)],
  ]);
};
const server = (more: string): string => `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { readFile, writeFile } from "node:fs/promises";
const TOOLS: any[] = [
  { name: "r", inputSchema: {}, run: (a) => readFile("r.txt") },
  { name: "w", inputSchema: {}, run: async (a) => writeFile("w.txt", "") },
];
${more}
const s = new Server({ name: "s", version: "1" });
s.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
s.setRequestHandler(CallToolRequestSchema, async (q) => TOOLS.find((t) => t.name === q.params.name).run(q.params.arguments));
`;
const R = "fs.read $WORKSPACE/r.txt";
const W = "fs.write $WORKSPACE/w.txt";
const APART = [
  ["r", [R]],
  ["w", [W]],
];
const ALL = `function rename(a) { a.name = "w"; } rename({}); const all: any = { rename };`;
/** The first one may have the other's name. */
const FIRST = [
  ["r", [R]],
  ["w", [R, W]],
];
const TOGETHER = [
  ["r", [R, W]],
  ["w", [R, W]],
];

test.each<[string, string]>([
  ["nothing", ""],
  ["of an error", `try { JSON.parse("x"); } catch (e: any) { e.name = "x"; }`],
  ["of an instance", `class User { name = ""; } const user = new User(); user.name = "x";`],
  ["of another object", `const me = { name: "a" }; me.name = "x";`],
  ["of data", `const read = JSON.parse("{}"); read.name = "x";`],
  [
    "of a literal that goes elsewhere",
    `export const send = async (name: string, to: any) => { const body: any = {}; if (name) body.name = name; await to.send(body); };`,
  ],
  [
    "of data that is read anew",
    `export const load = (text: string, to: any) => { let data; try { data = JSON.parse(text); } catch { data = {}; } data.name = "x"; to.keep(data); };`,
  ],
  [
    "of an error that is made of what callers give",
    `export const fail = (why: any) => { const error = new Error(why.text); error.name = why.kind; throw error; };`,
  ],
])("a name that is assigned elsewhere keeps tools apart: %s", (_, more) => {
  expect(scan(server(more))).toEqual(APART);
});

test.each<[string, string, typeof APART]>([
  ["directly", `TOOLS[0].name = "w";`, FIRST],
  ["by another variable", `const t = TOOLS[0]; t.name = "w";`, FIRST],
  ["in a loop", `for (const t of TOOLS) t.name = "w";`, TOGETHER],
  ["by a variable that held another object first", `let t: any = {}; t = TOOLS[0]; t.name = "w";`, FIRST],
  [
    "by a function, that somebody else may call as well",
    `function rename(a) { a.name = "w"; } rename(TOOLS[0]);`,
    [
      ["r", [R, "unknown.call"]],
      ["w", [R, W, "unknown.call"]],
    ],
  ],
  [
    "by a setter",
    `class Hub { set current(t) { t.name = "w"; } } const hubs: any = { a: new Hub() }; hubs[k].current = TOOLS[0];`,
    [
      ["r", [R, "unknown.call"]],
      ["w", [R, W, "unknown.call"]],
    ],
  ],
  ["by a callback", `TOOLS.forEach((t) => { t.name = "w"; });`, TOGETHER],
  ["by what is not known", `declare const lib: any; lib.of(TOOLS[0]).name = "w";`, FIRST],
  ["by `Object.assign`", `const t = TOOLS[0]; Object.assign(t, { name: "w" });`, FIRST],
  [
    "by `Object.assign` in a function",
    `function rename(t) { Object.assign(t, { name: "w" }); } rename(TOOLS[0]); rename(TOOLS[1]);`,
    TOGETHER,
  ],
])("a name that an alias may change decides nothing: %s", (_, more, expected) => {
  const other = `interface Tool { name: string } export function rename(t: Tool) { t.name = "w"; } export class Namer { set(t: Tool) { t.name = "w"; } }`;
  expect(scan(server(more), other)).toEqual(expected);
});

test.each<[string, string]>([
  ["of what callers that nobody sees hand over", `export const rename = (one: any, more: any) => { one.of(more).name = "w"; };`],
  ["a function that is a value too", `${ALL} all[k](TOOLS[0]);`],
  ["a function in a table, that is handed all of them", `${ALL} all[k](TOOLS);`],
  ["a function in a table, that is kept first", `${ALL} const one = all[k]; one(...TOOLS);`],
  ["a function in a table, that is given a receiver", `${ALL} all[k].call(null, TOOLS[0]);`],
  ["a function in a table, for each of them", `${ALL} TOOLS.forEach(all[k]);`],
  ["a function in a table, that is handed what holds them", `${ALL} all[k]({ server: { tools: TOOLS } });`],
  ["a parameter", `${ALL} const run = (f, t) => f(t); run(all[k], TOOLS[0]);`],
  ["a timer", `function rename(t) { t.name = "w"; } setTimeout(rename, 0, TOOLS[0]);`],
  ["a hook that is set", `const hooks: any = {}; hooks.before = (t) => { t.name = "w"; }; hooks.before(TOOLS[0]);`],
  ["what goes through them for a text", `function rename(k, t) { if (t.name) t.name = "w"; return t; } JSON.stringify(TOOLS, rename);`],
  [
    "a listener",
    `${ALL} import { EventEmitter } from "node:events"; const e = new EventEmitter(); e.on("x", all[k]); e.emit("x", TOOLS[0]);`,
  ],
  ["a method of another file", `import { Namer } from "./other.ts"; const m: string = "set"; new Namer()[m](TOOLS[0]);`],
])("a name that may be changed by who knows whom is the tool's own, and that is said: %s", (_, more) => {
  const other = `interface Tool { name: string } export function rename(t: Tool) { t.name = "w"; } export class Namer { set(t: Tool) { t.name = "w"; } }`;
  expect(scan(server(more), other)).toEqual([
    ["r", [R, "unknown.call"]],
    ["w", [W, "unknown.call"]],
  ]);
});

test.each<[string, string]>([
  ["as a text", `conf.mode.name === "w"`],
  ["by a constant", "conf.mode.name === W_NAME"],
])("what is no tool's, and is compared with the same name %s, may be anything", (_, test) => {
  const more = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const conf: any = { mode: { name: "none" } }; const W_NAME = "w";
const all: any = { later: (one) => { one.name = "w"; } }; all[process.argv[2]!](conf.mode);
export const rename = (one: any, more: any) => { one.of(more).name = "w"; };
new McpServer({ name: "m", version: "1" }).registerTool("other", {}, async () => (${test} ? readFile("r.txt") : 1));`;
  expect(Object.fromEntries(scan(server(more)))["other"]).toEqual([R]);
});

test("a state that goes round in a circle, or that callers elsewhere set, decides nothing", () => {
  const machine = `export class Flow {
    private phase = "A";
    private steps = [{ from: "A", to: "B", on: "go" }, { from: "B", to: "C", on: "do" }, { from: "C", to: "A", on: "end" }];
    async send(event: { type: string }) { const s = this.steps.find((t) => t.from === this.phase && t.on === event.type); if (s) this.enter(s); }
    private enter(s: { to: string }) { this.phase = s.to; }
    async finish() { await this.send({ type: "end" }); }
    current() { return this.phase; }
  }`;
  const code = `import { tool } from "ai"; import { writeFile } from "node:fs/promises"; import { Flow } from "./other.ts";
    const flow = new Flow();
    export const t = tool({ description: "d", inputSchema: {}, execute: async ({ q }) => { if (flow.current() !== "C") return; await writeFile("w.txt", q); } });`;
  expect(scan(code, machine)).toEqual([["t", [W]]]);
});
