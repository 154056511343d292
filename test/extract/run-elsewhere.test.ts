import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const SERVER = `import { execSync } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
`;
const does = (before: string, body: string, more: Readonly<Record<string, string>> = {}): string | undefined =>
  toolsOf({
    "package.json": '{ "name": "x", "dependencies": { "@langchain/core": "*", "mcp-framework": "*", "some-pkg": "*" } }',
    "t.ts": `${SERVER}${before}
server.registerTool("outer", { description: "d", inputSchema: {} }, async (a: any) => { ${body}; return { content: [] }; });`,
    ...more,
  })["outer"];

describe("a tool that runs a framework's object does what that was made of", () => {
  const RUN = "async (i: any) => String(execSync(i.c))";
  test.each([
    ['import { tool } from "@langchain/core/tools";', `const f = tool(${RUN}, { name: "f", description: "d", schema: {} as any });`],
    [
      'import { DynamicStructuredTool } from "@langchain/core/tools";',
      `const f = new DynamicStructuredTool({ name: "f", description: "d", schema: {} as any, func: ${RUN} });`,
    ],
    ['import { RunnableLambda } from "@langchain/core/runnables";', `const f = RunnableLambda.from(${RUN});`],
    [
      'import { StructuredTool } from "@langchain/core/tools";',
      `class F extends StructuredTool { name = "f"; description = "d"; schema = {} as any; async _call(i: any) { return String(execSync(i.c)); } } const f = new F();`,
    ],
  ])("%s", (imports, made) => {
    expect(does(`${imports}\n${made}`, "await f.invoke(a)")).toBe("exec.shell {param:c}");
  });

  test("by whatever method the framework's class has", () => {
    const made =
      'import { MCPTool } from "mcp-framework"; class B extends MCPTool<any> { name = "b"; description = "d"; schema = {}; async execute(i: any) { return execSync(i.c); } } const b = new B();';
    expect(does(made, "await b.toolCall(a)")).toBe("exec.shell {param:c}");
  });
});

describe("a weak reference is what it refers to", () => {
  test.each(["EventEmitter", "Map", "Error", "Array", "Transform"])("of a class on %s", (base) => {
    const imports = 'import { EventEmitter } from "node:events"; import { Transform } from "node:stream";';
    expect(
      does(`${imports} class P extends ${base} { go(c: string) { execSync(c); } } const w = new WeakRef(new P());`, "w.deref()!.go(a.c)"),
    ).toBe("exec.shell {param:c}");
  });
});

describe("what nobody knows has elements that nobody knows", () => {
  test.each([
    ["for (const p of g.list) p.go(a.c)", "unknown.call"],
    ["for await (const p of g.list) p.go(a.c)", "unknown.call"],
    ["for (const p of Object.values(g.reg) as any[]) p.go(a.c)", "unknown.call"],
    ["for (const [, p] of Object.entries(g.reg) as any[]) p.go(a.c)", "unknown.call"],
    ["for (const p of hooks) p.go(a.c)", "unknown.package:some-pkg"],
  ])("%s", (body, found) => {
    expect(does('import { hooks } from "some-pkg"; const g: any = globalThis;', body)).toBe(found);
  });
});

describe("tools", () => {
  test("a definition that is copied and given what runs is one", () => {
    const found = toolsOf({
      "meta.ts": `export const META = { name: "sub", description: "d", parameters: { type: "object" }, run: async () => "" };`,
      "sub.ts": `import { execSync } from "node:child_process"; import { META } from "./meta.ts";
export const make = () => ({ ...META, run: async (a: any) => String(execSync(a.prompt)) });`,
    });
    expect(found).toEqual({ sub: "exec.shell {param:prompt}" });
  });

  test("a name and a purpose are enough where the call says that it is of a tool", () => {
    const found = toolsOf({
      "t.ts": `import { Server } from "some-server"; const server = new Server();
server.tool({ name: "plain", description: "d" }, async () => fetch("https://a.example"));
server.registerCommand({ name: "command", description: "d" }, async () => fetch("https://b.example"));`,
    });
    expect(found).toEqual({ plain: "net.connect https://a.example:443" });
  });

  test("a name that is put together may be others than the one that is known", () => {
    const found = toolsOf({
      "t.ts": `${SERVER}const slug = (n: string): string => n.trim() || "agent";
export const add = (all: { name: string }[]) => { for (const one of all) server.registerTool(\`sub_\${slug(one.name)}\`, { description: "d", inputSchema: {} }, async () => ({ content: [] })); };
add(JSON.parse(process.env.ALL ?? "[]"));`,
    });
    expect(Object.keys(found)).toEqual(["sub_agent", "sub_{dynamic}"]);
  });
});

test("a default stands where nothing was given", () => {
  const made =
    'class D { #p: string; constructor({ p = "https" }: { p?: string }) { this.#p = p; } go() { return fetch(`${this.#p}://h.example/x`); } }';
  expect(does(made, "await new D({ p: undefined }).go()")).toBe("net.connect https://h.example:443");
});

describe("a value of a type is not the one that the sources write out", () => {
  const JOB = 'interface Job { bin: string } export const DEFAULT: Job = { bin: "git" };\nimport { execFile } from "node:child_process";';
  test.each([
    ["const j: Job = JSON.parse(a.t); execFile(j.bin)", "exec.spawn {dynamic}"],
    [
      "const j: Job = await (await fetch('https://a.example')).json(); execFile(j.bin)",
      "exec.spawn {dynamic}, net.connect https://a.example:443",
    ],
    ["go(JSON.parse(a.t)); function go(j: Job) { execFile(j.bin); }", "exec.spawn {dynamic}"],
    ["execFile(DEFAULT.bin)", "exec.spawn git"],
  ])("%s", (body, found) => {
    expect(does(JOB, body)).toBe(found);
  });

  test("nor of one that holds itself", () => {
    const made =
      'interface Node { next: Node; bin: string } const first: Node = { next: first, bin: "git" }; import { execFile } from "node:child_process";';
    expect(does(made, "const n: Node = JSON.parse(a.t); execFile(n.next.bin)")).toBe("exec.spawn {dynamic}");
  });

  test("but for what runs: that is found by its type", () => {
    const made = "interface Runner { run(c: string): void } export const shell: Runner = { run: (c) => { execSync(c); } };";
    expect(does(`${made} let chosen: Runner; export const use = (r: any) => { chosen = r; };`, "chosen.run(a.c)")).toContain("exec.shell");
  });
});
