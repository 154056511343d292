import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (execute: string, rest = ""): Record<string, string> => ({
  "t.ts": `import { tool } from "ai";
import { readFile, writeFile } from "node:fs/promises";
${rest}
export const t = tool({ description: "d", inputSchema: {}, execute: async (_a: any) => { ${execute} } });`,
});

const R = `const read = (p: string) => readFile(p);`;
const W = `const write = (p: string) => writeFile(p, "");`;

describe("what is put below a computed key is found there", () => {
  test.each<[string, string]>([
    ["a list of an object", `const all: Record<string, any[]> = {}; for (const k of ["a", "b"]) { all[k] ??= []; all[k].push(write); }`],
    [
      "a list that is made on the way",
      `const all: Record<string, any[]> = {}; const on = (k: string, f: any) => (all[k] ??= []).push(f); on("a", write);`,
    ],
    ["a list of a map", `const all: any = new Map([["a", []]]); for (const k of ["a"]) all.get(k).push(write);`],
    ["a set of a map", `const all: any = new Map([["a", new Set()]]); for (const k of ["a"]) all.get(k)!.add(write);`],
    ["a cast", `const all = {} as unknown; for (const k of ["a"]) (all as any)[k] = [write];`],
  ])("%s", (_, more) => {
    const from = more.includes("Map") ? `all.get("a")` : `(all as any)["a"]`;
    expect(toolsOf(tool(`for (const f of ${from} ?? []) await f("/srv/x");`, `${W}\n${more}`))).toEqual({ t: "fs.write /srv/x" });
  });

  test.each<[string, string, string]>([
    ["a member", `const all: any = { a: {} }; for (const k of ["a"]) all[k].run = write;`, `all.a.run("/srv/x")`],
    ["a member of a member", `const all: any = { a: { b: {} } }; for (const k of ["a"]) all[k].b.run = write;`, `all.a.b.run("/srv/x")`],
    ["a key below a key", `const all: any = { a: {} }; for (const k of ["a"]) all[k][k] = write;`, `all.a.a("/srv/x")`],
    [
      "an entry of a map in a map",
      `const all: any = new Map([["a", new Map()]]); for (const k of ["a"]) all.get(k).set("b", write);`,
      `all.get("a").get("b")("/srv/x")`,
    ],
    [
      "all of another object",
      `const all: any = { a: {} }; for (const k of ["a"]) Object.assign(all[k], { run: write });`,
      `all.a.run("/srv/x")`,
    ],
  ])("%s", (_, more, call) => {
    expect(toolsOf(tool(`await ${call};`, `${W}\n${more}`))).toEqual({ t: "fs.write /srv/x" });
  });
});

describe("what belongs together stays together", () => {
  test("the listeners of one name, whoever registers them", () => {
    const bus = `const all: Record<string, any[]> = {};
export const on = (name: string, f: any) => { (all[name] ??= []).push(f); };
export const emit = (name: string, p: string) => { for (const f of all[name] ?? []) f(p); };`;
    const files = {
      "bus.ts": bus,
      ...tool(`emit("read", "/srv/a");`, `import { on, emit } from "./bus.ts";\n${R}\n${W}\non("read", read);\non("write", write);`),
    };
    expect(toolsOf(files)).toEqual({ t: "fs.read /srv/a" });
  });

  test("listeners that something unknown may register stay unknown", () => {
    const files = tool(
      `for (const f of all["read"] ?? []) f("/srv/a");`,
      `${R}\n${W}\nconst all: Record<string, any[]> = {};
export const on = (name: string, f: any) => { (all[name] ??= []).push(f); };
const pairs = [["read", write]]; pairs.forEach(([n, f]: any) => on(n, f)); on("read", read);`,
    );
    expect(toolsOf(files)["t"]).toContain("fs.write /srv/a");
  });

  test("what is made in a loop of lists, once for each", () => {
    const more = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readFile, writeFile } from "node:fs/promises";
abstract class Tool { abstract name(): string; abstract groups(): string[]; abstract run(a: any): Promise<unknown>; }
class R extends Tool { name() { return "r"; } groups() { return ["core"]; } async run() { return readFile("/srv/r"); } }
class W extends Tool { constructor(private n: string) { super(); } name() { return this.n; } groups() { return ["data", "all"]; } async run() { return writeFile("/srv/" + this.n, ""); } }
const GROUPS = ["core", "data", "all"];
async function grouped(): Promise<Record<string, Tool[]>> {
  const groups: Record<string, Tool[]> = Object.fromEntries(GROUPS.map((one) => [one, [] as Tool[]]));
  const made: Tool[] = [new R()];
  for (const { n } of [{ n: "w" }, { n: "v" }]) made.push(new W(n));
  for (const tool of made) for (const group of tool.groups()) groups[group].push(tool);
  return groups;
}
class Server extends McpServer {
  registerTool(name: string, config: any, run: any): any { return super.registerTool(name, config, async (a: any) => run(a)); }
}
async function register(tools: Tool[], server: Server) {
  for (const tool of tools) server.registerTool(tool.name(), {}, (...args: any[]) => tool.run(args));
}
export async function main() {
  const groups = await grouped();
  const server = new Server({ name: "s", version: "1" });
  for (const group of GROUPS) await register(groups[group], server);
  await register(Object.values(groups).flat(), server);
}`;
    expect(toolsOf({ "t.ts": more })).toEqual({ r: "fs.read /srv/r", v: "fs.write /srv/v", w: "fs.write /srv/w" });
  });

  test("a list that grows without end by what is in it is said to", () => {
    const more = `const make = (n: any) => ({ name: n.name, run: () => readFile(n.name) });
const list: any[] = [{ name: "/srv/a", run: () => readFile("/srv/a") }];
for (const one of list) list.push(make(one));`;
    expect(toolsOf(tool(`for (const one of list) await one.run();`, more))).toEqual({ t: "fs.read /srv/a, unknown.budget" });
  });
});

test("of many objects that one literal makes, what they hold is known together", () => {
  const made = Array.from({ length: 200 }, (_, index) => `make(${index % 2 === 0 ? "read" : "write"}, "n${index}")`);
  const more = `${R}\n${W}\nconst make = (f: any, name: string) => ({ name, f });\nconst list = [${made.join(", ")}];`;
  expect(toolsOf(tool(`for (const one of list) await one.f("/srv/x");`, more))).toEqual({ t: "fs.read /srv/x, fs.write /srv/x" });
});

test("what is taken out of a package's value again and again is a part of it", () => {
  const walk = `import sdk from "acme-sdk"; export function find(keys: string[]) { let at: any = sdk; for (const key of keys) at = at[key]; return at; }`;
  expect(toolsOf(tool(`find(_a.keys);`, walk))).toEqual({ t: "" });
  expect(toolsOf(tool(`find(_a.keys).go();`, walk))).toEqual({ t: "unknown.package:acme-sdk" });
  const list = `import { first } from "acme-list"; function last() { let at = first(); while (at.next) at = at.next; return at; }`;
  expect(toolsOf(tool(`last().value.run();`, list))).toEqual({ t: "unknown.package:acme-list, unknown.package:acme-list" });
  expect(
    toolsOf(tool(`let at: any = globalThis; for (const key of "process.getBuiltinModule".split(".")) at = at[key]; at("fs");`)),
  ).toEqual({ t: "unknown.call" });
});

describe("a list that is linked by hand", () => {
  const chain = (length: number): string =>
    Array.from({ length: length - 1 }).reduce<string>((rest) => `{ f: String, next: ${rest} }`, `{ f: (p: string) => writeFile(p, "") }`);
  const run = (length: number): Record<string, string> =>
    toolsOf(tool(`for (let at: any = list; at; at = at.next) at.f("/srv/x");`, `const list: any = ${chain(length)};`));

  test("is walked to its end", () => {
    for (const length of [1, 2, 3, 4, 5]) expect(run(length)).toEqual({ t: "fs.write /srv/x" });
  });

  test("and where that is too far, it is said", () => {
    expect(run(12)["t"]).toContain("unknown.budget");
  });
});

describe("a parameter that a caller sets to a constant", () => {
  const dangerous = `async function go(isReal: boolean, p: string) { if (isReal) await writeFile(p, ""); else await readFile(p); }`;
  test.each<[string, string, string]>([
    ["false", `await go(false, "/srv/x");`, "fs.read /srv/x"],
    ["true", `await go(true, "/srv/x");`, "fs.write /srv/x"],
    ["null", `await go(null as any, "/srv/x");`, "fs.read /srv/x"],
    ["either", `await go(_a.real, "/srv/x");`, "fs.read /srv/x, fs.write /srv/x"],
  ])("decides a branch: %s", (_, call, expected) => {
    expect(toolsOf(tool(call, dangerous))).toEqual({ t: expected });
  });

  test.each<[string, string]>([
    ["that is assigned", `async function go(isReal: boolean) { isReal ||= Boolean(1); if (isReal) await writeFile("/srv/x", ""); }`],
    [
      "that is assigned in a function inside",
      `async function go(isReal: boolean) { [1].forEach(() => { isReal = true; }); if (isReal) await writeFile("/srv/x", ""); }`,
    ],
    ["that `arguments` leads to", `async function go(isReal: boolean) { arguments[0] = true; if (isReal) await writeFile("/srv/x", ""); }`],
  ])("decides nothing where it is one %s", (_, go) => {
    expect(toolsOf(tool(`await go(false);`, go))).toEqual({ t: "fs.write /srv/x" });
  });

  test("decides nothing where the call leaves it out, for nobody knows who else calls", () => {
    const go = `async function go(p: string, isReal?: boolean) { if (isReal) await writeFile(p, ""); }`;
    expect(toolsOf(tool(`await go("/srv/x");`, go))).toEqual({ t: "fs.write /srv/x" });
  });
});

describe("what a flag may be is not all that it is", () => {
  const RUN = `async function run(p: string, ok: any) { if (ok) await writeFile(p, ""); }`;
  const SAVE = `async function save(p: string, dry: any) { if (dry) return readFile(p); await writeFile(p, ""); }`;
  test.each<[string, string, string]>([
    [
      "of an object that a function changes",
      `const s = { ok: false }; function init(o: any) { o.ok = true; } init(s);`,
      `await run("/srv/x", s.ok);`,
    ],
    ["of a conjunction", "", `await save("/srv/x", _a.dry && true);`],
    [
      "of a function that may end without an answer",
      `function ready(n: any) { if (n === 1) return true; }`,
      `await save("/srv/x", ready(_a.n));`,
    ],
    ["of a table", `const FLAGS: any = { a: true, b: true };`, `await save("/srv/x", FLAGS[_a.k]);`],
    ["of a spread", "", `await save("/srv/x", ...((_a.force ? [true] : []) as [any]));`],
    [
      "of a variable that holds what another function handed back",
      `function id(v: any) { if (v.n) return v; }`,
      `const dry = id(true); await save("/srv/x", dry);`,
    ],
    [
      "of a parameter that is assigned",
      `const via = (d: any, n: any) => { d = d && n; return save("/srv/x", d); };`,
      `await via(true, _a.n);`,
    ],
    ["of a promise", `async function no() { return false; }`, `await run("/srv/x", no());`],
    ["of a turn", "", `[_a.x, _a.y].reduce((last: any, p: string) => { if (last) void writeFile("/srv/x", ""); return p; }, null);`],
  ])("%s", (_, more, call) => {
    expect(toolsOf(tool(call, `${RUN}\n${SAVE}\n${more}`))["t"]).toContain("fs.write /srv/x");
  });
});

test("what is assigned in a loop to what it binds is kept", () => {
  const more = `const list: any[] = [];
for (const one of [{ run: async (p: string) => p, n: "a" }, { run: async (p: string) => readFile(p), n: "b" }] as any[]) { one.run = write; list.push((p: string) => one.run(p)); }
for (let f of [async (p: string) => p, async (p: string) => readFile(p)] as any[]) { f = write; list.push((p: string) => f(p)); }`;
  expect(toolsOf(tool(`for (const f of list) await f("/srv/x");`, `${W}\n${more}`))["t"]).toContain("fs.write /srv/x");
});

test("a registration under one of several names keeps what it runs", () => {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readFile, writeFile } from "node:fs/promises";
const server = new McpServer({ name: "s", version: "1" });
function reg(n: any, run: (p: string) => any) { server.registerTool(n, {}, async () => run("/srv/x")); }
if (process.env.SAFE) reg("x", async (p) => readFile(p));
else reg(process.argv[2] ? "x" : "y", async (p) => writeFile(p, "x"));`;
  expect(toolsOf({ "t.ts": text })).toEqual({ x: "fs.read /srv/x, fs.write /srv/x", y: "fs.write /srv/x" });
});

test("putting a function into a list runs nothing", () => {
  const more = `const all: any = {}; class Reg { items: any[] = []; get(_: string) { return this; } add(f: any) { this.items.push(f); } } const reg = new Reg();`;
  expect(
    toolsOf(
      tool(
        `all[_a.k] = all[_a.k] || []; all[_a.k].push(() => writeFile("/srv/x", "")); reg.get("x").add(() => writeFile("/srv/y", ""));`,
        more,
      ),
    ),
  ).toEqual({
    t: "",
  });
});

test("assignments in a chain take no time", () => {
  const chain = Array.from({ length: 40 }, (_, i) => `[o.a${i}] = `).join("");
  expect(toolsOf(tool(`const o: any = {}; ${chain}[await writeFile("/srv/x", "")];`))).toEqual({ t: "fs.write /srv/x" });
});

test("options that are merged into themselves have the members that they were ever given, and no others", () => {
  const client = `type Config = { baseUrl?: string; auth?: () => string; parse?: (text: string) => unknown; fetch?: typeof fetch };
const merge = (a: Config, b: Config): Config => { const config = { ...a, ...b }; config.baseUrl = config.baseUrl ?? ""; return config; };
export const createClient = (config: Config = {}) => {
  let own = merge({ parse: JSON.parse }, config);
  return {
    setConfig: (more: Config) => { own = merge(own, more); return { ...own }; },
    get: async (options: Config & { url: string }) => {
      const all = { ...own, ...options, fetch: options.fetch ?? own.fetch ?? globalThis.fetch };
      if (all.auth) all.auth();
      return all.parse!(await (await all.fetch(all.url)).text());
    },
  };
};
`;
  const tool = `import { tool } from "ai"; import { createClient } from "./client.ts";
const client = createClient({ baseUrl: "x" });
client.setConfig({ baseUrl: "y" });
export const t = tool({ description: "d", inputSchema: {}, execute: async () => client.get({ url: "https://api.example" }) });
`;
  const keyed = tool.replace(`{ baseUrl: "y" }`, `{ auth: () => process.env.KEY! }`);
  expect(toolsOf({ "client.ts": client, "t.ts": tool })).toEqual({ t: "net.connect https://api.example:443" });
  expect(toolsOf({ "client.ts": client, "t.ts": keyed })).toEqual({ t: "env.read KEY, net.connect https://api.example:443" });
});
