import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const BASE = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1" });
const low = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
const writes = async () => fs.writeFileSync("/srv/b", "");
`;
const HEAD = `${BASE}
const TOOLS: any[] = [
  { name: "a", description: "d", inputSchema: {}, run: async () => fs.readFileSync("/srv/a") },
  { name: "b", description: "d", inputSchema: {}, run: async () => 1 },
];
const logged = (name: string, run: any) => async (q: any) => { fs.appendFileSync("/srv/log", name); return run(q); };
`;
const FOUND = `
low.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
low.setRequestHandler(CallToolRequestSchema, async (r: any) => TOOLS.find((t) => t.name === r.params.name).run(r.params.arguments));`;
const EACH = "\nfor (const t of TOOLS) server.registerTool(t.name, {}, t.run);";

describe("a function that is assigned to a tool afterwards is what it runs", () => {
  test.each<[string, string]>([
    ["by its place", `TOOLS[1].run = writes;${FOUND}`],
    ["by its place, where they are registered one by one", `TOOLS[1].run = writes;${EACH}`],
    ["by being looked for", `TOOLS.find((t) => t.name === "b").run = writes;${EACH}`],
  ])("%s", (_, code) => {
    expect(toolsOf({ "t.ts": HEAD + code })).toEqual({ a: "fs.read /srv/a", b: "fs.write /srv/b" });
  });

  test("where it has none as it is written", () => {
    const code = `const c: any = { name: "c", description: "d", inputSchema: {} }; c.run = writes; TOOLS.push(c);${FOUND}`;
    expect(toolsOf({ "t.ts": HEAD + code })).toEqual({ a: "fs.read /srv/a", b: "", c: "fs.write /srv/b" });
  });
});

describe("of what is made of each tool's own function, each has its own", () => {
  const both = { a: "fs.read /srv/a, fs.write /srv/log", b: "fs.write /srv/log" };

  test.each<[string, string]>([
    ["in a loop", "for (const t of TOOLS) t.run = logged(t.name, t.run);"],
    [
      "in a loop, by a closure",
      "for (const t of TOOLS) { const run = t.run; t.run = async (q: any) => { fs.appendFileSync('/srv/log', ''); return run(q); }; }",
    ],
    ["in a callback", "TOOLS.forEach((t) => { t.run = logged(t.name, t.run); });"],
    [
      "by two wrappers",
      "const timed = (run: any) => async (q: any) => { try { return await run(q); } finally { console.log(1); } };\nfor (const t of TOOLS) t.run = logged(t.name, timed(t.run));",
    ],
    ["by two wrappers, the same one twice", "for (const t of TOOLS) t.run = logged(t.name, logged(t.name, t.run));"],
    [
      "by an instance",
      "class Log { constructor(private run: any) {} call = async (q: any) => { fs.appendFileSync('/srv/log', ''); return this.run(q); }; }\nfor (const t of TOOLS) t.run = new Log(t.run).call;",
    ],
    ["in a function", "function log(t: any) { t.run = logged(t.name, t.run); }\nTOOLS.forEach(log);"],
  ])("%s", (_, code) => {
    expect([toolsOf({ "t.ts": HEAD + code + FOUND }), toolsOf({ "t.ts": HEAD + code + EACH })]).toEqual([both, both]);
  });

  test.each<[string, string]>([
    ["in a loop that counts", "for (let i = 0; i < TOOLS.length; i++) TOOLS[i].run = logged(TOOLS[i].name, TOOLS[i].run);"],
    [
      "in a loop that counts, by a closure",
      "for (let i = 0; i < TOOLS.length; i++) { const run = TOOLS[i].run; TOOLS[i].run = async (q: any) => { fs.appendFileSync('/srv/log', ''); return run(q); }; }",
    ],
  ])("%s", (_, code) => {
    expect(toolsOf({ "t.ts": HEAD + code + FOUND })).toEqual(both);
  });

  test("by their keys", () => {
    const code = `const table: any = { a: TOOLS[0], b: TOOLS[1] };
for (const name of Object.keys(table)) table[name].run = logged(name, table[name].run);
for (const name of Object.keys(table)) server.registerTool(name, {}, table[name].run);`;
    expect(toolsOf({ "t.ts": HEAD + code })).toEqual(both);
  });
});

test("under a condition, only the tools have it that it may hold for", () => {
  const code = `for (const t of TOOLS) { if (t.name === "b") t.run = logged(t.name, t.run); }`;
  const expected = { a: "fs.read /srv/a", b: "fs.write /srv/log" };
  expect([toolsOf({ "t.ts": HEAD + code + FOUND }), toolsOf({ "t.ts": HEAD + code + EACH })]).toEqual([expected, expected]);
});

describe("a function that adds one tool a call adds each with its own", () => {
  const added = `const all: any[] = [];\nfunction add(name: string, run: any) { all.push({ name, run }); }
add("c", writes); add("d", async () => fs.readFileSync("/srv/d"));\nfor (const t of all) server.registerTool(t.name, {}, t.run);`;

  test("in its module", () => {
    expect(toolsOf({ "t.ts": BASE + added })).toEqual({ c: "fs.write /srv/b", d: "fs.read /srv/d" });
  });

  test.each<[string, string, string, string]>([
    ["from another one", "./registry.js", 'export * from "./registry.js";', "add"],
    ["through one that hands everything on", "./index.js", 'export * from "./registry.js";', "add"],
    ["through one that hands it on by its name", "./index.js", 'export { add, all } from "./registry.js";', "add"],
    ["through one that imports and exports it", "./index.js", 'import { add, all } from "./registry.js";\nexport { add, all };', "add"],
    ["through one that gives it another name", "./index.js", 'export { add as define, all } from "./registry.js";', "define"],
  ])("%s", (_, from, index, name) => {
    const files = {
      "registry.ts": "export const all: any[] = [];\nexport function add(name: string, run: any) { all.push({ name, run }); }",
      "index.ts": index,
      "more.ts": `import { ${name} } from "${from}";\nimport fs from "node:fs";\n${name}("c", async () => fs.readFileSync("/srv/c"));`,
      "t.ts": `${BASE}import { all } from "${from}";\nimport "./more.js";\nfor (const t of all) server.registerTool(t.name, {}, t.run);`,
    };
    expect(toolsOf(files)).toEqual({ c: "fs.read /srv/c" });
  });
});

test("a function that a module is given by another package, through what that exports, is called", () => {
  const files = {
    "package.json": '{ "name": "root", "private": true, "workspaces": ["core", "app"] }',
    "core/package.json": '{ "name": "@x/core", "exports": { ".": "./index.ts" } }',
    "core/index.ts": 'export { runIt, setRun } from "./run.js";',
    "core/run.ts":
      "let run: ((a: any) => any) | null = null;\nexport function setRun(one: any): void { run = one; }\nexport const runIt = (a: any) => run?.(a);",
    "app/package.json": '{ "name": "app", "dependencies": { "@x/core": "*" } }',
    "app/set.ts": 'import { setRun } from "@x/core";\nimport fs from "node:fs";\nsetRun(() => fs.readFileSync("/srv/a"));',
    "app/t.ts":
      'import { tool } from "ai";\nimport { runIt } from "@x/core";\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => runIt(a) });',
  };
  expect(toolsOf(files)["t"]).toBe("fs.read /srv/a");
});

describe("a table of many instances", () => {
  const MANY = 60;
  const classes = Array.from({ length: MANY }, (_, i) => `class H${i} { handle() { return fs.readFileSync("/srv/${i}"); } }`).join("\n");
  const names = Array.from({ length: MANY }, (_, i) => `K${i} = "tool-${i}"`).join(", ");
  const entries = Array.from({ length: MANY }, (_, i) => `[Name.K${i}, new H${i}()]`).join(", ");
  const REGISTRY = `${classes}\nenum Name { ${names} }
class Registry { private static readonly handlers = new Map<Name, any>([${entries}]); static get(name: Name) { return this.handlers.get(name); } }`;
  const each = Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`tool-${i}`, `fs.read /srv/${i}`]));

  test("that are taken out by their names, chosen among and put into another one", () => {
    const code = `function chosen(runtime: any) {
  const out = new Map<Name, any>();
  const candidates: any[] = [];
  for (const name of Object.values(Name)) { if (!runtime.isAllowed(name)) continue; candidates.push([name, Registry.get(name)]); }
  for (const [name, one] of candidates) if (runtime.wants(one) || one.isFree) out.set(name, one);
  return out;
}
function register({ handlers }: any) { handlers.forEach((one: any, name: string) => { server.registerTool(name, {}, async (q: any) => one.handle(q)); }); }
register({ handlers: chosen(globalThis.settings) });`;
    expect(toolsOf({ "t.ts": `${BASE}${REGISTRY}\n${code}` })).toEqual(each);
  });
});

test("what an object lacks as it is written is what is put there, in whatever module", () => {
  const files = {
    "store.ts": `export interface Session { id: string; client?: { wipe(): void } }
const sessions = new Map<string, Session>();
export const open = (id: string): Session => { const made: Session = { id }; sessions.set(id, made); return made; };
export const sessionOf = (id: string): Session | undefined => sessions.get(id);`,
    "start.ts": `import fs from "node:fs"; import { open } from "./store";
export class Client { wipe(): void { fs.rmSync("/srv/a"); } }
export function start(id: string) { const session = open(id); session.client = new Client(); return session; }`,
    "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { sessionOf } from "./store"; import { start } from "./start";
const server = new McpServer({ name: "x", version: "1" });
start("first");
server.registerTool("wipe", {}, async (q: any) => { sessionOf(q.id)?.client?.wipe(); return { content: [] }; });`,
  };
  expect(toolsOf(files)).toEqual({ wipe: "fs.write.delete /srv/a" });
});

describe("what is assigned to a setter", () => {
  const SLOT = `function slot<T>() { let held: T | undefined; return { read: () => held as T, keep: (one: T) => { held = one; } }; }
class Host { readonly #out = slot<any>(); get out() { return this.#out.read(); } set out(one) { this.#out.keep(one); } USED }
export const host = new Host();
`;
  const told = (assigned: string, used = ""): string | undefined =>
    toolsOf({
      "host.ts": SLOT.replace("USED", used),
      "t.ts": `import { tool } from "ai"; import { host } from "./host.ts"; import fs from "node:fs";
const writes = { info: (s: string) => fs.writeFileSync("/srv/b", s) }; ${assigned}
export const t = tool({ description: "d", inputSchema: {}, execute: async () => host.out.info("x") });`,
    })["t"];

  test("is what its parameter is", () => {
    expect(told("host.out = writes;")).toBe("fs.write /srv/b");
    expect(told("", `start() { this.out = { info: (s: string) => fetch("https://a.example/" + s) }; }`)).toBe(
      "net.connect https://a.example:443",
    );
  });
  test("is not known where nobody assigns it, or what is not seen to may", () => {
    expect(told("")).toBe("unknown.call");
    expect(told(`host.out = { info: () => 1 }; Reflect.set(host, "out", writes);`)).toContain("unknown.call");
    const described = `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(host), "out")!.set!.call(host, writes);`;
    expect(told(`host.out = { info: () => 1 }; ${described}`)).toContain("unknown.call");
  });
});
