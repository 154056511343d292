import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const PACKAGE = JSON.stringify({ name: "x", dependencies: { "@modelcontextprotocol/sdk": "1" } });
const HEAD = `
import fs from "node:fs";
import { execSync } from "node:child_process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
`;

/** What each tool of a server touches, by name. */
function capabilities(source: string): Record<string, string> {
  const { scan } = scanFolder(folder({ "package.json": PACKAGE, "index.ts": `${HEAD}${source}` }));
  return Object.fromEntries(
    scan.tools.map((tool) => [
      tool.name,
      [...tool.effects.map(({ capability }) => capability), ...tool.unknowns.map(({ reason }) => reason)].sort().join(" "),
    ]),
  );
}

const TABLE = `
interface Entry { type: "internal" | "actor"; name: string; call: (args: { input: any }) => Promise<any> }
const list: Entry[] = [
  { type: "internal", name: "peek", call: async ({ input }) => fs.readFileSync(input.p, "utf8") },
  { type: "internal", name: "run", call: async ({ input }) => String(execSync(input.c)) },
];
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: list.map((t) => ({ name: t.name, inputSchema: {} })) as any }));
`;
const handler = (body: string): string =>
  `${TABLE}server.setRequestHandler(CallToolRequestSchema, async (request) => { let { name, arguments: args } = request.params; ${body} });`;

describe("a table of tools, from which a handler chooses by name", () => {
  const apart = { peek: "fs.read", run: "exec.shell" };
  test.each<[string, string]>([
    ["find", `const tool = list.find((t) => t.name === name)!; return await tool.call({ input: args });`],
    ["filter", `const tool = list.filter((t) => t.name === name)[0]!; return await tool.call({ input: args });`],
    ["a loop", `for (const t of list) { if (t.name !== name) continue; return await t.call({ input: args }); }`],
    ["Object.fromEntries", `const tool = Object.fromEntries(list.map((t) => [t.name, t]))[name]!; return tool.call({ input: args });`],
    ["a Map of pairs", `const tool = new Map(list.map((t) => [t.name, t])).get(name)!; return tool.call({ input: args });`],
    [
      "reduce",
      `const all = list.reduce((m, t) => { m[t.name] = t; return m; }, {} as Record<string, Entry>); return all[name]!.call({ input: args });`,
    ],
    [
      "a Map that a loop fills",
      `const map = new Map<string, Entry>(); for (const t of list) map.set(t.name, t); return map.get(name)!.call({ input: args });`,
    ],
    [
      "the values of a Map",
      `const map: Map<string, Entry> = new Map(); for (const t of list) map.set(t.name, t); const tool = Array.from(map.values()).find((t) => t.name === name); if (tool!.type === "internal") return tool!.call({ input: args });`,
    ],
    [
      "another name that some entries have",
      `const tool = list.find((t) => t.name === name || (t.type === "actor" && (t as any).full === name)); return tool!.call({ input: args });`,
    ],
    [
      "a prefix that is cut off",
      `if (name.startsWith("l__")) name = name.slice(3); const tool = list.find((t) => t.name === name); return tool!.call({ input: args });`,
    ],
  ])("%s", (_, body) => {
    expect(capabilities(handler(body))).toEqual(apart);
  });

  test.each<[string, string]>([
    [
      "a variable that a loop sets",
      `let tool: Entry | undefined; for (const t of list) { if (t.name === name) { tool = t; break; } } return tool!.call({ input: args });`,
    ],
    ["an index", `const at = list.findIndex((t) => t.name === name); return list[at]!.call({ input: args });`],
  ])("%s: both are found, and not told apart", (_, body) => {
    expect(capabilities(handler(body))).toEqual({ peek: "exec.shell fs.read", run: "exec.shell fs.read" });
  });
});

describe("names that nothing lists", () => {
  test("a table that is read by the tool's name", () => {
    expect(
      capabilities(`
const handlers: Record<string, (a: any) => unknown> = { peek: ({ p }) => fs.readFileSync(p, "utf8"), run: (a) => execSync(a.c) };
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => handlers[name]!(args) as any);`),
    ).toEqual({ peek: "fs.read", run: "exec.shell" });
  });

  test("the keys of a Map", () => {
    expect(
      capabilities(`
const more = new Map<string, { run(a: any): any }>([["peek", { run: ({ p }) => fs.readFileSync(p) }], ["run", { run: (a) => execSync(a.c) }]]);
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...more.keys()].map((name) => ({ name, inputSchema: {} })) as any }));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => more.get(name)!.run(args));`),
    ).toEqual({ peek: "fs.read", run: "exec.shell" });
  });
});

test("the computed key under which a tool is kept names it", () => {
  const tools = (keep: string): Record<string, string> =>
    capabilities(`
import { tool } from "ai";
const defs = [{ id: "peek", run: ({ p }: any) => fs.readFileSync(p) }, { id: "run", run: ({ c }: any) => execSync(c) }];
${keep}`);
  const apart = { peek: "fs.read", run: "exec.shell" };
  const call = `tool({ description: "d", inputSchema: {} as any, execute: d.run })`;
  expect(tools(`export const all: any = {}; for (const d of defs) { all[d.id] = ${call}; }`)).toEqual(apart);
  expect(tools(`export const all = Object.fromEntries(defs.map((d) => [d.id, ${call}]));`)).toEqual(apart);
  expect(tools(`export const all = defs.map((d) => ({ [d.id]: ${call} }));`)).toEqual(apart);
  expect(tools(`export const all = new Map(); for (const d of defs) all.set(d.id, ${call});`)).toEqual(apart);
});

test("a class is a tool by what it promises to be, or by a package's base that calls itself one", () => {
  expect(
    capabilities(`
import { Tool, type BaseTool } from "some-agents";
export class Peek implements BaseTool { metadata = { name: "peek" }; async call({ p }: any) { return fs.readFileSync(p); } }
export class Run extends Tool { name = "run"; protected async _run({ c }: any) { return execSync(c); } }
export class Other implements Iterable<string> { name = "other"; run() { return execSync("x"); } *[Symbol.iterator]() { yield "a"; } }`),
  ).toEqual({ peek: "fs.read", run: "exec.shell" });
});

describe("a registry", () => {
  test("that a loop over classes fills through its method", () => {
    expect(
      capabilities(`
class Registry {
  private tools = new Map<string, { name: string; run(a: any): unknown }>();
  register(t: { name: string; run(a: any): unknown }) { this.tools.set(t.name, t); }
  list() { return Array.from(this.tools.values()).map((t) => ({ name: t.name, inputSchema: {} })); }
  async call(name: string, args: unknown) { const t = this.tools.get(name); if (!t) throw new Error("no"); return t.run(args); }
}
class Peek { name = "peek"; run(a: any) { return fs.readFileSync(a.p, "utf8"); } }
class Run { name = "run"; run(a: any) { return String(execSync(a.c)); } }
class App {
  private registry = new Registry();
  constructor() { for (const T of [Peek, Run]) this.registry.register(new T()); this.setup(); }
  private setup() {
    server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: this.registry.list() as any }));
    server.setRequestHandler(CallToolRequestSchema, async (request) => ({ content: [{ type: "text", text: String(await this.registry.call(request.params.name, request.params.arguments)) }] }));
  }
}
new App();`),
    ).toEqual({ peek: "fs.read", run: "exec.shell" });
  });

  test("of which entries are removed again", () => {
    expect(
      capabilities(`
class Page { close() { return fs.readFileSync("state.json"); } }
class Pages {
  #pages = new Map<string, Page>();
  open(id: string) { let page = this.#pages.get(id); if (!page) { page = new Page(); this.#pages.set(id, page); } return page; }
  end() { for (const page of this.#pages.values()) page.close(); this.#pages.clear(); }
  prune() { for (const [id, page] of this.#pages) { page.close(); this.#pages.delete(id); } }
}
const pages = new Pages();
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  switch (params.name) { case "end": pages.end(); break; case "prune": pages.prune(); break; case "open": pages.open("a"); }
  return {};
});`),
    ).toEqual({ end: "fs.read", open: "", prune: "fs.read" });
  });
});

test("a stack that grows by what it gave", () => {
  expect(
    capabilities(`
class Node2 { kids: Node2[] = []; child(i: number): Node2 { return this.kids[i] ?? this; } }
function walk(root: Node2) { const stack: Node2[] = [root]; while (stack.length > 0) { const here = stack.pop()!; const next = here.child(0); if (next) stack.push(next); } }
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { switch (params.name) { case "walk": walk(new Node2()); } return {}; });`),
  ).toEqual({ walk: "" });
});

test("a callback that a known instance was not given is not called", () => {
  const source = (given: string): string => `
class Hooked {
  private readonly onChange: ((m: string) => void) | undefined;
  constructor(params: { onChange?: (m: string) => void }) { this.onChange = params.onChange; }
  go() { if (this.onChange) this.onChange("x"); }
}
const hooked = new Hooked(${given});
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { switch (params.name) { case "go": hooked.go(); } return {}; });`;
  expect([capabilities(source("{}")), capabilities(source("{ onChange: (m) => fs.rmSync(m) }"))]).toEqual([
    { go: "" },
    { go: "fs.write.delete" },
  ]);
});

test("a record that is emitted is no event", () => {
  expect(
    capabilities(`
import { logs } from "@opentelemetry/api-logs";
export function listen(signal: AbortSignal) { signal.addEventListener("abort", () => fs.rmSync("x")); }
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { switch (params.name) { case "log": logs.getLogger("x").emit({ body: params.name }); } return {}; });`),
  ).toEqual({ log: "" });
});

describe("a helper that registers what it is given", () => {
  const project = (files: Readonly<Record<string, string>>): Record<string, string> => toolsOf({ "package.json": PACKAGE, ...files });
  const MCP = 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n';
  const helper = `${MCP}export function add(server: McpServer, name: string, exec: any) { server.registerTool(name, { description: "d" }, exec); }\n`;
  const a =
    'import { add } from "./helper.ts";\nexport function start(server: any) { add(server, "first", async () => fetch("https://a.example")); }';
  const z =
    'import fs from "node:fs"; import { add } from "./helper.ts";\nexport const start = (server: any) => { add(server, "second", async () => fs.readFileSync("/a")); };';
  const both = { first: "net.connect https://a.example:443", second: "fs.read /a" };

  test("declares a tool for each call of it, whoever calls it first", () => {
    expect(project({ "helper.ts": helper, "a.ts": a, "z.ts": z })).toEqual(both);
    const main = `${MCP}import { start } from "./a.ts";\nstart(new McpServer({ name: "x", version: "1" }));`;
    expect(project({ "helper.ts": helper, "a.ts": a, "z.ts": z, "main.ts": main })).toEqual(both);
    const local = 'export const local = (server: McpServer) => { add(server, "local", async () => fetch("https://l.example")); };';
    expect(project({ "helper.ts": helper + local, "a.ts": a, "z.ts": z })).toEqual({ ...both, local: "net.connect https://l.example:443" });
  });

  test("through another helper that only passes things on, and through a barrel", () => {
    const outer =
      'import { add } from "./index.ts";\nexport const plain = (server: any, name: string, exec: any) => { add(server, `my_${name}`, exec); };';
    const user =
      'import { plain } from "./outer.ts";\nexport const start = (server: any) => { plain(server, "one", async () => fetch("https://a.example")); };';
    const files = { "helper.ts": helper, "index.ts": 'export * from "./helper.ts";', "outer.ts": outer, "u.ts": user };
    expect(project(files)).toEqual({ my_one: "net.connect https://a.example:443" });
  });

  test("in its own module, as a function and as a method, called or not", () => {
    const uses = '"first", async () => fetch("https://a.example")); NAME("second", async () => fs.readFileSync("/a"));';
    const plain = `import fs from "node:fs"; ${MCP}function reg(server: McpServer, name: string, exec: any) { server.registerTool(name, { description: "d" }, exec); }
export function setup(server: McpServer) { const one = (name: string, exec: any) => { reg(server, name, exec); }; one(${uses.replace("NAME", "one")} }`;
    expect(project({ "s.ts": plain })).toEqual(both);
    const kit = `import fs from "node:fs"; ${MCP}export class Kit { constructor(private server: McpServer) {}
  private reg(name: string, exec: any) { this.server.registerTool(name, { description: "d" }, exec); }
  setup() { this.reg(${uses.replace("NAME", "this.reg")} } }`;
    expect(project({ "s.ts": kit })).toEqual(both);
  });

  test("that is one handler for the tools of each caller", () => {
    const shared = `${HEAD.replace(/const server.*\n/u, "")}export function create(options: any) {
  const server = new Server({ name: "x", version: "1" }, {});
  const all = async () => (typeof options.tools === "function" ? await options.tools() : options.tools);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { const tools = await all(); return tools[params.name].execute(params.arguments); });
}`;
    const one =
      'import { create } from "./helper.ts";\nexport const start = () => create({ tools: { first: { execute: async () => fetch("https://a.example") } } });';
    const two =
      'import fs from "node:fs"; import { create } from "./helper.ts";\nexport function start() { create({ tools: async () => { const tools: any = {}; Object.assign(tools, { second: { execute: async () => fs.readFileSync("/a") } }); return tools; } }); }';
    expect(project({ "helper.ts": shared, "a.ts": one, "z.ts": two })).toEqual(both);
  });
});

test("definitions that a handler does not tell apart have their own effects, and those of what runs before", () => {
  const source = `
const list = [
  { name: "peek", description: "d", inputSchema: {}, call: async (input: any) => fs.readFileSync(input.p, "utf8") },
  { name: "run", description: "d", inputSchema: {}, call: async (input: any) => String(execSync(input.c)) },
];
declare function pick(name: string): number;
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: list }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (process.env.DEBUG) console.error(params.name);
  return list[pick(params.name)]!.call(params.arguments);
});
`;
  expect(capabilities(source)).toEqual({ peek: "env.read fs.read unknown.call", run: "env.read exec.shell unknown.call" });
});

test("what a handler runs for every name, or calls by itself, is each tool's doing", () => {
  const source = `
const audit = { name: "audit", description: "d", inputSchema: {}, handler: async () => fs.appendFileSync("/log", "x") };
const read = { name: "read", description: "d", inputSchema: {}, handler: async () => fs.readFileSync("/r") };
const list = [audit, read];
declare function pick(name: string): number;
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: list }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  await audit.handler();
  return list[pick(params.name)]!.handler();
});
`;
  expect(capabilities(source)).toEqual({ audit: "fs.write unknown.call", read: "fs.read fs.write unknown.call" });
});

test("an executor may have options behind it", () => {
  const server = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });
const tools = [{ name: "read", schema: {}, cb: async () => fetch("https://read.example"), annotations: { title: "Reads" } }];
for (const tool of tools) server.tool(tool.name, "d", tool.schema, async (args: any) => tool.cb(args), tool.annotations ? { annotations: tool.annotations } : undefined);
`;
  expect(toolsOf({ "server.ts": server })).toEqual({ read: "net.connect https://read.example:443" });
});

describe("a function that is asked for the name", () => {
  const asked = (asks: string, use = "isPeek(name)"): Record<string, string> =>
    capabilities(`${asks}
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "peek", inputSchema: {} }, { name: "run", inputSchema: {} }] as any }));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name } = request.params;
  if (${use}) return fs.readFileSync("a", "utf8");
  return String(execSync("b"));
});`);
  const apart = { peek: "fs.read", run: "exec.shell" };
  const both = { peek: "exec.shell fs.read", run: "exec.shell fs.read" };
  const second = { peek: "fs.read", run: "exec.shell fs.read" };
  test.each<[string, string, typeof apart, string?]>([
    ["by a comparison", `const isPeek = (n: string) => n === "peek";`, apart],
    ["by a declared function", `function isPeek(n: string) { return n === "peek"; }`, apart],
    ["in a list", `const isPeek = (n: string) => { const all = ["peek"]; return all.includes(n); };`, apart],
    ["through another", `const isIt = (n: string, m: string) => n === m; const isPeek = (n: string) => isIt(n, "peek");`, apart],
    ["the other way round", `const isPeek = (n: string) => n === "run";`, apart, "!isPeek(name)"],
    ["by itself, without an end", `const isPeek = (n: string): boolean => isPeek(n);`, both],
    ["by more than that", `let flag = false; const isPeek = (n: string) => { if (flag) return true; return n === "peek"; };`, both],
    [
      "by a flag as well",
      `let flag = false; export const set = () => { flag = true; }; const isPeek = (n: string) => n === "peek" || flag;`,
      second,
    ],
    ["by one of several functions", `const isPeek = process.argv[2] ? (n: string) => n === "peek" : (n: string) => n === "run";`, both],
    ["by a method of another object", `const names = { isPeek: (n: string) => n === "peek" };`, both, "names.isPeek(name)"],
    [
      "by a method that is set under another name of its object",
      `const names: any = { isPeek: (n: string) => n === "peek" }; const other = names; other.isPeek = () => process.argv.length > 2;`,
      both,
      "names.isPeek(name)",
    ],
    [
      "by one that is replaced",
      `let isPeek = (n: string) => n === "peek"; export const set = (f: any) => { isPeek = f; };`,
      { peek: "exec.shell fs.read unknown.call", run: "exec.shell fs.read unknown.call" },
    ],
  ])("%s", (_, asks, expected, use) => {
    expect(asked(asks, use)).toEqual(expected);
  });

  test("what waits for its answer goes both ways", () => {
    expect(asked(`const isPeek = async (n: string) => n === "peek";`)).toEqual(both);
    expect(asked(`const isPeek = async (n: string) => n === "peek";`, "await isPeek(name)")).toEqual(both);
  });
});

test.each([
  ["is told where each tool is declared", "", "get.ts"],
  ["stands beside another server, and tells nothing", `new Server({ name: "o", version: "1" }, {});`, "server.ts"],
  [
    "is one of two, and tells nothing",
    `new Server({ name: "o", version: "1" }, {}).setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));`,
    "server.ts",
  ],
])("a list of tools that another function asks for %s", (_name, more, place) => {
  const files = {
    "get.ts": `import { readFileSync } from "node:fs";
export class Get { run() { return readFileSync("/r"); } }
export const getDefinition = () => ({ name: "get", description: "d", inputSchema: {} });`,
    "server.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Get, getDefinition } from "./get.ts";
const list = (server: Server) => server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [getDefinition()] }));
const call = (server: Server) => server.setRequestHandler(CallToolRequestSchema, async (q) => { if (q.params.name === "get") return new Get().run() as any; });
${more}
const server = new Server({ name: "s", version: "1" }, {});
list(server);
call(server);`,
  };
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x" }', ...files })).scan;
  expect(tools.map(({ name, file, effects }) => [name, file, effects.map(({ capability }) => capability)])).toEqual([
    ["get", place, ["fs.read"]],
  ]);
});

test("a name still chooses in what is called in more ways than are told apart", () => {
  const calls = Array.from({ length: 30 }, (_, i) => `act(request.params.name, "t${String(i)}");`).join(" ");
  const act = (change: string): string => `function act(name: string, tag: string) {
  ${change}
  switch (name) {
    case "read": return fs.readFileSync("/a", "utf8");
    case "run": return String(execSync("ls"));
  }
}
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "read" }, { name: "run" }, { name: "x_run" }] as any }));
server.setRequestHandler(CallToolRequestSchema, async (request) => { ${calls} return {}; });`;
  expect(capabilities(act(""))).toEqual({ read: "fs.read", run: "exec.shell", x_run: "" });
  const cut = capabilities(act('if (name.startsWith("x_")) name = name.slice(2);'));
  expect(cut).toEqual({ read: "fs.read", run: "exec.shell", x_run: "exec.shell" });
});

test("a name that an object holds, and that something else may have changed, chooses nothing there", () => {
  const calls = Array.from({ length: 30 }, (_, i) => `act(held, "t${String(i)}");`).join(" ");
  const source = `function act(held: { name: string }, tag: string) {
  if (held.name === "read") return fs.readFileSync("/a", "utf8");
  if (held.name === "run") return String(execSync("ls"));
}
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "read" }, { name: "run" }] as any }));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const held = { name: request.params.name }; ${calls} Reflect.set(held, "name", "run"); act(held, "last"); return {};
});`;
  expect(capabilities(source)).toEqual({ read: "exec.shell fs.read", run: "exec.shell fs.read" });
});
