import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { unlinkSync } from "node:fs"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const wipe = () => unlinkSync("/x");
`;
const told = (before: string, body: string): string | undefined =>
  toolsOf({
    "t.ts": `${HEAD}${before}\nserver.registerTool("t", {}, async (p: any, extra: any) => { ${body}; return { content: [] }; });`,
  })["t"];

describe("a default stands behind what was not given", () => {
  test.each([
    [
      "a text",
      `class Ex { o: any; constructor(o?: any) { this.o = { ...{ mode: "wipe" }, ...o }; } run() { if (this.o.mode === "wipe") wipe(); } }`,
    ],
    ["a function", `class Ex { o: any; constructor(o?: any) { this.o = { ...{ go: wipe }, ...o }; } run() { this.o.go(); } }`],
    [
      "a function behind what is read",
      `class Ex { o: any; constructor() { this.o = { ...{ go: wipe }, ...JSON.parse("{}") }; } run() { this.o.go(); } }`,
    ],
  ])("%s", (_, before) => {
    expect(told(before, "new Ex().run()")).toBe("fs.write.delete /x");
  });
  test("and what was given stands before it", () => {
    const before = `class Ex { o: any; constructor(o?: any) { this.o = { ...{ go: wipe }, ...o }; } run() { this.o.go(); } }`;
    expect(told(before, "new Ex({ go: () => 1 }).run()")).toBe("");
  });
});

describe("what is given in bulk is not nothing", () => {
  const line = (extend: string): string =>
    `class L { store?: any; constructor(s?: any) { this.store = s; } ${extend} run() { return this.store?.put("a"); } }\nconst l = new L();`;
  test.each([
    ["Object.assign(this, options)", "extend(o: object) { return Object.assign(this, o); }", "l.extend({ store: { put: wipe } });"],
    ["Object.assign(new L(), options)", "with(o: any) { return Object.assign(new L(), this, o); }", "l.with({ store: { put: wipe } });"],
  ])("%s", (_, extend, use) => {
    expect(told(`${line(extend)} ${use}`, "l.run()")).not.toBe("");
  });
});

test("one caller that hands over something harmless does not answer for who is not known", () => {
  const tool = `export abstract class BaseTool { abstract readonly name: string; abstract execute(p: any, shell: any): Promise<void>; }
export class RunTool extends BaseTool { readonly name = "run"; async execute(p: any, shell: any) { shell.runCommand(p.c); } }
class Dry { runCommand() { return 1; } }
export async function check() { await new RunTool().execute({ c: "" }, new Dry()); }
export async function real(h: any) { await new RunTool().execute({ c: "" }, h); }`;
  expect(toolsOf({ "tool.ts": tool })["run"]).toContain("unknown");
});

describe("what is named a context may be a client", () => {
  test.each(["extra.requestContext.get(API_URL)", "extra.requestContext.delete(API_URL)", `extra.ctx.delete("users")`])("%s", (body) => {
    expect(told("const API_URL = process.env.API_URL!;", `await ${body}`)).toContain("unknown");
  });
});

test("what records an event may send it", () => {
  expect(told("", "const { logEvent } = extra; logEvent(p.c)")).toContain("unknown");
});

describe("what tests alone put in the place of something", () => {
  const files = (more = "", another = ""): Record<string, string> => ({
    "run.ts": `let override: ((x: string) => Promise<unknown>) | null = null;
export const run = async (x: string) => (override ? override(x) : fetch("https://a.example/" + x));
export function setRunForTests(f: typeof override): void { override = f; }
${another}`,
    "run.test.ts": `import { setRunForTests } from "./run.ts"; setRunForTests(async (x) => eval(x));`,
    "t.ts": `import { tool } from "ai"; import { run } from "./run.ts"; ${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => run(a.x) });`,
  });

  test("does not run elsewhere", () => {
    expect(toolsOf(files())["t"]).toBe("net.connect https://a.example:443");
  });
  test("leaves what it sets unset where nothing else sets it", () => {
    const hooked = (more = ""): Record<string, string> => ({
      "run.ts": `type Hook = { before?: (x: string) => Promise<void> };
let hook: Hook | undefined;
export const run = async (x: string) => { await hook?.before?.(x); return fetch("https://a.example/" + x); };
export function setHookForTesting(given: Hook | undefined): void { hook = given; }`,
      "run.test.ts": `import { setHookForTesting } from "./run.ts"; setHookForTesting({ before: async (x) => eval(x) });`,
      "t.ts": `import { tool } from "ai"; import { run } from "./run.ts"; ${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => run(a.x) });`,
    });
    expect(toolsOf(hooked())["t"]).toBe("net.connect https://a.example:443");
    const set = `import { setHookForTesting } from "./run.ts"; setHookForTesting({ before: async (x) => { eval(x); } });`;
    expect(toolsOf(hooked(set))["t"]).toMatch(/code\.eval/u);
  });
  test("does where something else does that, too", () => {
    expect(toolsOf(files(`import { setRunForTests } from "./run.ts"; setRunForTests(async (x) => eval(x));`))["t"]).toMatch(/code\.eval/u);
    expect(
      toolsOf(files(`import * as all from "./run.ts"; for (const one of Object.values(all)) (one as any)(async (x: string) => eval(x));`))[
        "t"
      ],
    ).not.toBe("net.connect https://a.example:443");
    const barrel = `import { all } from "./barrel.ts"; for (const one of Object.values(all)) (one as any)(async (x: string) => eval(x));`;
    expect(toolsOf({ ...files(barrel), "barrel.ts": `export * as all from "./run.ts";` })["t"]).not.toBe(
      "net.connect https://a.example:443",
    );
    expect(toolsOf(files("", "export function useRun(f: typeof override): void { override = f; }"))["t"]).toBe(
      "net.connect https://a.example:443, unknown.call",
    );
  });
  test("may do where the module, or another one, hands it on", () => {
    const seen = "net.connect https://a.example:443";
    const taken = `import { configure } from "./run.ts"; configure(async (x) => eval(x));`;
    expect(toolsOf(files(taken, "export { setRunForTests as configure };"))["t"]).not.toBe(seen);
    const barrel = { "barrel.ts": `export { run, setRunForTests } from "./run.ts";` };
    const made = `import { createRequire } from "node:module"; const rq = createRequire(import.meta.url); for (const f of Object.values(rq("./barrel.ts")) as any[]) f(async (x: string) => eval(x));`;
    expect(toolsOf({ ...files(made), ...barrel })["t"]).not.toBe(seen);
  });
  const held = (more = "", name = "__testing", files: Record<string, string> = {}): string | undefined =>
    toolsOf({
      "run.ts": `let client: any = null;
const ensure = async () => { if (!client) client = { get: () => fetch("https://a.example/") }; };
export const run = async () => { await ensure(); await import("node:path"); return client.get(); };
export const ${name} = { setClient(one: any) { client = one; }, putClient: function replaceClient(one: any) { client = one; } };`,
      "run.test.ts": `import { ${name} } from "./run.ts"; ${name}.setClient({ get: () => eval("1") });`,
      ...files,
      "t.ts": `import { tool } from "ai"; import { run } from "./run.ts"; ${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async () => run() });`,
    })["t"];
  const ALONE = "net.connect https://a.example:443";
  const TAKEN = `import { __testing } from "./run.ts";`;

  test("does not run elsewhere, where a method of an object that says so puts it there", () => {
    expect(held()).toBe(ALONE);
    expect(held("", "__testing", { "other.ts": "export const __testing = { reset() {} };" })).toBe(ALONE);
  });

  test.each([
    ["the object does not say so", () => held("", "config")],
    ["something else calls the method", () => held(`${TAKEN} __testing.setClient({ get: () => eval("1") });`)],
    ["something else calls it by the member's name", () => held(`${TAKEN} __testing.putClient({ get: () => eval("1") });`)],
    [
      "something goes through the object",
      () => held(`${TAKEN} for (const one of Object.values(__testing)) one({ get: () => eval("1") });`),
    ],
    ["a package is given the object", () => held(`${TAKEN} import plug from "@acme/plug"; plug.install(__testing);`)],
    ["the object is handed on", () => held("", "__testing", { "barrel.ts": `export { __testing } from "./run.ts";` })],
    [
      "something has all of the module",
      () => held(`import * as all from "./run.ts"; for (const one of Object.values(all) as any[]) one.x;`),
    ],
    [
      "something loads the module, behind a comment",
      () => held("", "__testing", { "load.ts": `export const load = async () => import(/* webpackIgnore: true */ "./run.ts");` }),
    ],
  ])("may run where %s", (_, found) => {
    expect(found()).not.toBe(ALONE);
  });
});

describe("what tests alone put in the place of something, by way of a module that hands the function on", () => {
  const SEEN = "net.connect https://a.example:443";
  const told = (more = "", files: Record<string, string> = {}): string | undefined =>
    toolsOf({
      "run.ts": `let held: ((x: string) => Promise<unknown>) | null = null;
export const run = async (x: string) => (held ? held(x) : fetch("https://a.example/" + x));
export function __setRunOverride(f: typeof held): void { held = f; }
export function __clearRunOverride(): void { held = null; }`,
      "index.ts": `export { run, __setRunOverride, __clearRunOverride } from "./run.ts";`,
      "smoke-tests/run.ts": `import { __setRunOverride } from "../index.ts"; __setRunOverride(async (x) => eval(x));`,
      ...files,
      "t.ts": `import { tool } from "ai"; import * as path from "node:path"; import { run } from "./index.ts"; ${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => run(path.basename(a.x)) });`,
    })["t"];

  test("does not run elsewhere", () => {
    expect(told()).toBe(SEEN);
    expect(told(`import { createRequire } from "node:module"; const rq = createRequire(import.meta.url); rq("left-pad");`)).toBe(SEEN);
  });
  test.each([
    ["it is imported from there", `import { __setRunOverride } from "./index.ts"; __setRunOverride(async (x) => eval(x));`],
    ["all of that is", `import * as all from "./index.ts"; for (const f of Object.values(all)) (f as any)(async (x: string) => eval(x));`],
    [
      "that is loaded",
      `import { createRequire } from "node:module"; const rq = createRequire(import.meta.url); for (const f of Object.values(rq("./index.ts")) as any[]) f((x: string) => eval(x));`,
    ],
    [
      "that may be loaded by whoever has what loads",
      `import { createRequire } from "node:module"; const rq = createRequire(import.meta.url); const load = (by: any) => Object.values(by("./index.ts")); for (const f of load(rq) as any[]) f((x: string) => eval(x));`,
    ],
    [
      "that is loaded at once",
      `import { createRequire } from "node:module"; for (const f of Object.values(createRequire(import.meta.url)("./index.ts")) as any[]) f((x: string) => eval(x));`,
    ],
  ])("may do where %s", (_name, more) => {
    expect(told(more)).not.toBe(SEEN);
  });
  test("may do where what is named like a test, and is loaded, imports it", () => {
    const loaded = { "test-setup.ts": `import { __setRunOverride } from "./index.ts"; __setRunOverride(async (x) => eval(x));` };
    expect(told("", loaded)).toBe(SEEN);
    expect(told(`import "./test-setup.ts";`, loaded)).not.toBe(SEEN);
    const chain = { ...loaded, "vitest.setup.ts": `import "./test-setup.ts";` };
    expect(told(`import "./vitest.setup.ts";`, chain)).not.toBe(SEEN);
  });
  test("may do where it is handed on under two names", () => {
    const put = `import { put } from "./put.ts"; put((x: any) => eval(x));`;
    expect(told(put, { "put.ts": `export { __setRunOverride as put, __setRunOverride } from "./run.ts";` })).not.toBe(SEEN);
  });
  test("may do where it is handed on under another name", () => {
    expect(
      told(`import { put } from "./put.ts"; put((x: any) => eval(x));`, {
        "put.ts": `export { __setRunOverride as put } from "./run.ts";`,
      }),
    ).not.toBe(SEEN);
  });
});
