import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

describe("a definition without an executor", () => {
  const tools = (b: string): Record<string, string> =>
    toolsOf({
      "t.ts": `import { tool } from "ai";
const common = { description: "d" };
declare const given: object;
export const a = tool({ description: "d", inputSchema: {}, execute: async () => fetch("https://a.example") });
export const b = ${b};`,
    });

  test("is done by whoever asked for the call", () => {
    expect(tools(`tool({ ...common, inputSchema: {} })`)).toEqual({ a: "net.connect https://a.example:443", b: "" });
  });

  test.each([
    ["its name is a constant", "NAME", `export const NAME = "run_it";`],
    ["the calls that a model asks for are carried out", "run_it", `export const loop = (r: any) => r.toolCalls.map((c: any) => c.input);`],
  ])("is not known where %s", (_name, key, code) => {
    const files = {
      "n.ts": code,
      "t.ts": `import { tool } from "ai";
${key === "NAME" ? `import { NAME } from "./n.ts";` : ""}
export const tools = { ${key === "NAME" ? "[NAME]" : key}: tool({ description: "d", inputSchema: {} }) };`,
    };
    expect(toolsOf(files)).toEqual({ run_it: "unknown.executor" });
  });

  test.each([
    ["something unknown is spread into it", `tool({ ...given, inputSchema: {} })`],
    ["the definition itself is not known", `tool(given)`],
    [
      "one is assigned later",
      `tool({ description: "d", inputSchema: {} }); const late = {}; late.execute = () => fetch("https://b.example")`,
    ],
  ])("is not known where %s", (_name, b) => {
    expect(tools(b)["b"]).toBe("unknown.executor");
  });
});

describe("a callback that a setter keeps", () => {
  const service = `import { readFileSync } from "node:fs";
type Send = (text: string) => void;
class Log {
  private static one: Log;
  private send?: Send;
  static get(): Log { if (!Log.one) Log.one = new Log(); return Log.one; }
  setSender(send: Send | undefined): void { this.send = send; }
  say(text: string): void { if (this.send) { this.send(text); } }
}
export const log = Log.get();
`;
  const tool = `import { tool } from "ai";
import { log } from "./log.ts";
export const a = tool({ description: "d", inputSchema: {}, execute: async ({ text }) => log.say(text) });
`;

  test("is not there where nothing calls the setter", () => {
    expect(toolsOf({ "log.ts": service, "t.ts": tool })).toEqual({ a: "" });
  });

  test("is what the setter is called with", () => {
    const start = `import { log } from "./log.ts"; log.setSender((text) => { fetch("https://log.example/" + text); });`;
    expect(toolsOf({ "log.ts": service, "t.ts": tool, "start.ts": start })).toEqual({ a: "net.connect https://log.example:443" });
  });

  test("is not known where the setter is called by a name in a text", () => {
    const start = `import { log } from "./log.ts"; declare const f: () => void; (log as any)["setSender"](f);`;
    expect(toolsOf({ "log.ts": service, "t.ts": tool, "start.ts": start })).toEqual({ a: "unknown.call" });
  });

  test("what a method of a framework's makes by itself is there, called or not", () => {
    const host = `import { readFileSync } from "node:fs";
export class Host { private read?: () => string; onModuleInit() { this.read = () => readFileSync("/etc/hosts", "utf8"); } get() { return this.read?.(); } }
export const host = new Host();`;
    const use = `import { tool } from "ai"; import { host } from "./host.ts";
export const a = tool({ description: "d", inputSchema: {}, execute: async () => host.get() });`;
    expect(toolsOf({ "host.ts": host, "t.ts": use })).toEqual({ a: "fs.read /etc/hosts" });
  });
});

test("a function that counts its tries and calls itself is one function", () => {
  const code = `import { tool } from "ai";
async function retry<T>(work: () => Promise<T>, name: string, attempt = 1): Promise<T> {
  try { return await work(); } catch (error) { if (attempt < 5) return retry(work, name, attempt + 1); throw error; }
}
export const a = tool({ description: "d", inputSchema: {}, execute: async () => retry(() => fetch("https://a.example"), "a") });
export const b = tool({ description: "d", inputSchema: {}, execute: async () => retry(() => fetch("https://b.example:" + 8443), "b") });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ a: "net.connect https://a.example:443", b: "net.connect https://b.example:8443" });
});

test("what a framework hands over is data where its type says so", () => {
  const tool = (type: string): Record<string, string> =>
    toolsOf({
      "t.ts": `import { tool } from "ai";
export const a = tool({ description: "d", inputSchema: {}, execute: async (_input, { request }: any) => header(request) });
function header(request: ${type}) { return request.parts.get("x"); }`,
    });
  expect(tool("Request")).toEqual({ a: "" });
  expect(tool("any")).toEqual({ a: "unknown.call" });
});

describe("what is nothing at first, and something later", () => {
  const late = (files: Record<string, string>): string | undefined => toolsOf(files)["a"];
  const tool = (imports: string, body: string): string =>
    `import { tool } from "ai"; ${imports} export const a = tool({ description: "d", inputSchema: {}, execute: async ({ p }) => { ${body} } });`;

  test.each([
    [
      "a field of an exported object",
      {
        "state.ts": "export const state: any = { reader: null };",
        "t.ts": tool('import { state } from "./state.ts";', "return state.reader.read(p);"),
      },
    ],
    ["a static field", { "t.ts": tool("class Registry { static reader: any = undefined; }", "return Registry.reader.read(p);") }],
    [
      "a setter that a framework calls",
      {
        "t.ts": tool(
          'import { Base } from "@acme/plugins"; class P extends Base { private runtime: any; setRuntime(runtime: any) { this.runtime = runtime; } run(p: string) { return this.runtime.exec(p); } } const plugin = new P();',
          "return plugin.run(p);",
        ),
      },
    ],
    ["a global that is set to nothing", { "t.ts": tool("(globalThis as any).reader = undefined;", "return reader?.(p);") }],
    [
      "an object whose descriptors are not read",
      {
        "t.ts": tool(
          'import fs from "node:fs"; const o: any = Object.create(null, Object.getOwnPropertyDescriptors(fs));',
          "return o.rmSync(p);",
        ),
      },
    ],
  ])("%s is not known", (_name, files) => {
    expect(late(files)).toMatch(/unknown/u);
  });

  test("a field that a function sets by name is what it sets", () => {
    const before =
      'import fs from "node:fs"; class Svc { private impl: any = null; constructor() { init(this); } read(p: string) { return this.impl.readFileSync(p); } } function init(s: any) { Object.assign(s, { impl: fs }); } const svc = new Svc();';
    expect(late({ "t.ts": tool(before, "return svc.read(p);") })).toBe("fs.read {param:p}");
  });

  test("a definition that other code speaks of may be executed there", () => {
    const code = `import { generateText, tool } from "ai"; import fs from "node:fs";
const tools = { readFile: tool({ description: "d", inputSchema: {} }) };
const r = await generateText({ tools } as any);
for (const call of r.toolCalls) if (call.toolName === "readFile") fs.readFileSync(call.input.p);`;
    expect(toolsOf({ "t.ts": code })).toEqual({ readFile: "unknown.executor" });
  });

  test("a list of arguments that is not literal fills every parameter", () => {
    const imports = 'import fs from "node:fs"; function run(p: string, deps: any) { return deps.readFileSync(p); }';
    expect(late({ "t.ts": tool(imports, "const args: any[] = []; args.push(p); args.push(fs); return run.apply(null, args);") })).toContain(
      "fs.read",
    );
  });
});

describe("a part of a parameter that a call leaves out", () => {
  const tool = (given: string, more = "", wiring = ""): Record<string, string> =>
    toolsOf({
      "wiring.ts": wiring,
      "t.ts": `import { tool } from "ai";
${more}
const finish = async (options: { result: string; log?: any }) => {
  const { result, log, tag = "x" } = options as any;
  log?.info?.("done");
  return result;
};
export const t = tool({ description: "d", inputSchema: {}, execute: async () => finish(${given}) });`,
    });

  test("is not called", () => {
    expect(tool(`{ result: "x" }`)).toEqual({ t: "" });
  });

  test.each([
    ["what is given is not known", `made()`, `declare const made: () => { result: string };`],
    [
      "one is assigned elsewhere",
      `{ result: "x" }`,
      `export const late = (o: any) => { o.log = { info: () => fetch("https://a.example") }; };`,
    ],
    [
      "one is copied into something",
      `{ result: "x" }`,
      `export const late = (o: any) => Object.assign(o, { log: { info: () => fetch("https://a.example") } });`,
    ],
    ["one is assigned in a file that no tool leads to", `{ result: "x" }`, "", `export const wire = (o: any) => { o.log = console; };`],
  ])("but may be where %s", (_name, given, more, wiring = "") => {
    expect(tool(given, more, wiring)["t"]).not.toBe("");
  });
});

describe("what registers a callback", () => {
  const tool = (code: string): Record<string, string> =>
    toolsOf({
      "s.ts": `export class Session {
  private changed?: (names: string[]) => void;
  onChanged(handler: (names: string[]) => void) { this.changed = handler; }
  forget() { this.changed = undefined; }
  say() { this.changed?.([]); }
}`,
      "t.ts": `import { tool } from "ai";
import { Session } from "./s.ts";
const session = new Session();
${code}
export const t = tool({ description: "d", inputSchema: {}, execute: async () => session.say() });`,
    });

  test("is nothing as long as no code calls it", () => {
    expect(tool("")).toEqual({ t: "" });
  });

  test.each([
    ["a name that is made up", "const configure = (o: any) => { for (const k of Object.keys(o)) (session as any)[`on${k}`](o[k]); };"],
    ["a name that is put together", `const configure = (k: string, v: any) => (session as any)["on" + k](v);`],
    ["its prototype", `for (const k of Object.getOwnPropertyNames(Session.prototype)) (session as any)[k](() => {});`],
  ])("may be called by %s", (_name, code) => {
    expect(tool(code)["t"]).not.toBe("");
  });

  test("is what it is given where some does", () => {
    expect(tool(`session.onChanged(() => { fetch("https://a.example"); });`)).toEqual({ t: "net.connect https://a.example:443" });
  });
});

// A write under a computed name reaches a table by whatever else it is called.
test.each([
  ["another variable", "const same: any = ALL; same[process.argv[2]!] = RUN;"],
  ["what a function gives back", "function table() { return ALL; } table()[process.argv[2]!] = RUN;"],
  ["a member", "const box = { all: ALL }; for (const k of process.argv) box.all[k] = RUN;"],
  ["a field", "class R { all = ALL; put(k: string) { this.all[k] = RUN; } } new R().put('none');"],
  ["an element", "[ALL].forEach((one: any) => { one[process.argv[2]!] = RUN; });"],
])("an entry that a table lacks as it is written out may be put there by %s", (_name, code) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
const RUN = { go: () => fetch("https://a.example") };
const ALL: any = { a: { go: () => 1 } };
${code}
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { const one = ALL["none"]; if (one) return one.go(); } });`,
    }),
  ).toEqual({ t: "unknown.call" });
});
