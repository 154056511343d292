import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (execute: string, rest = ""): Record<string, string> => ({
  "t.ts": `import { tool } from "ai";\nimport { writeFile } from "node:fs/promises";\n${rest}\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (_a: any, _c: any) => { ${execute} } });`,
});

/** A tool over something that nobody in the sources makes. */
const over = (type: string, execute: string, rest: string): Record<string, string> => ({
  "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { writeFile } from "node:fs/promises";
${rest}
export function register(server: McpServer, given: ${type}) { server.registerTool("t", {}, async () => { ${execute} }); }`,
});

test("a weak reference is what it refers to", () => {
  const PROVIDER = `class Provider { post(x: string) { return writeFile("/srv/x", x); } }
class Task { ref: WeakRef<Provider>; constructor(p: Provider) { this.ref = new WeakRef(p); } say() { return this.ref.deref()?.post("x"); } }`;
  expect(toolsOf(over("Task", `return given.say();`, PROVIDER))).toEqual({ t: "fs.write /srv/x" });
  expect(toolsOf(over("WeakRef<Provider>", `return given.deref()?.post("x");`, PROVIDER))).toEqual({ t: "fs.write /srv/x" });
  const HERE = `const here = new WeakRef({ f: writeFile });\nconst module = new WeakRef(writeFile);`;
  expect(toolsOf(tool(`return here.deref()?.f("/srv/y", "");`, HERE))).toEqual({ t: "fs.write /srv/y" });
  expect(toolsOf(tool(`return module.deref()?.("/srv/y", "");`, HERE))).toEqual({ t: "fs.write /srv/y" });
});

test("what a static method keeps in its class is there for another", () => {
  expect(
    toolsOf(
      tool(
        `return Service.say();`,
        `class Service {
  private static _one: Service | null = null;
  static create() { this._one = new Service(); return this._one; }
  static say() { return this._one?.write(); }
  write() { return writeFile("/srv/z", ""); }
}`,
      ),
    ),
  ).toEqual({ t: "fs.write /srv/z" });
});

test("what is known by its type alone and is said to be of another is of that one", () => {
  const TYPES = `interface Fetches { fetch(x: string): Promise<unknown>; }\ninterface Acts { act(x: string): Promise<unknown>; }`;
  expect(toolsOf(over("Fetches", `return (given as unknown as Acts).act("x");`, TYPES))).toEqual({ t: "unknown.call" });
});

describe("what something unknown is, by how it is called", () => {
  const JOB =
    "class Job { constructor(private log: (x: string) => void, private act: (x: string) => void) {} say() { this.log(''); } do() { this.act(''); } }";
  test.each([
    ["a logger that is handed in", "{ logger: Logger }", `given.logger.info("x");`, "interface Logger { info(x: string): void }", ""],
    ["another method of it", "{ logger: Logger }", `given.logger.ship("x");`, "interface Logger { ship(x: string): void }", "unknown.call"],
    ["what is no logger", "{ blog: Blog }", `given.blog.info("x");`, "interface Blog { info(x: string): void }", "unknown.call"],
    ["a function to log with", "Job", "given.say();", JOB, ""],
    ["a function to act with", "Job", "given.do();", JOB, "unknown.call"],
  ])("%s", (_name, type, execute, rest, expected) => {
    expect(toolsOf(over(type, execute, rest))).toEqual({ t: expected });
  });
  test.each([
    ["headers", `return _c.http.req.headers.get("x");`, ""],
    ["what is not looked up", `return _c.http.req.headers.send("x");`, "unknown.call"],
    ["a server's note", `return _c.server.notification({});`, ""],
  ])("%s", (_name, execute, expected) => {
    expect(toolsOf(tool(execute))).toEqual({ t: expected });
  });
});

test("a frame's window can evaluate", () => {
  expect(toolsOf(tool(`const frame = document.getElementById("x") as any; return frame.contentWindow.eval(_a.script);`))).toEqual({
    t: expect.stringContaining("code.eval") as string,
  });
});

test("what only compares does not call, and a predicate does not either", () => {
  const FN = `import { isFunction } from "remeda";\nconst f = () => 1;\nconst reg = new Map<string, any>();`;
  expect(toolsOf(tool(`return reg.get("x").indexOf(f.constructor);`, FN))).toEqual({ t: "" });
  expect(toolsOf(tool(`return isFunction(f.constructor);`, FN))).toEqual({ t: "" });
  expect(toolsOf(tool(`return reg.get("x").map(f.constructor);`, FN))).toEqual({ t: expect.stringContaining("code.eval") as string });
});

test("a loader of documents reads the file that it is given the name of", () => {
  const LOADER = `import { PDFLoader } from "@langchain/community/document_loaders/fs/pdf";\nimport { CheerioWebBaseLoader } from "@langchain/community/document_loaders/web/cheerio";`;
  expect(toolsOf(tool(`return new PDFLoader("/srv/a.pdf").load();`, LOADER))).toEqual({ t: "fs.read /srv/a.pdf" });
  expect(toolsOf(tool(`return new PDFLoader(new Blob(["x"])).load();`, LOADER))).toEqual({ t: "" });
  expect(toolsOf(tool(`return new CheerioWebBaseLoader(_a.url).load();`, LOADER))).toEqual({ t: "net.connect {dynamic}" });
});

test("texts that are joined of constants", () => {
  expect(toolsOf(tool(`const fs = require(["node", "fs"].join(":")); fs.rmSync("/srv/a");`))).toEqual({ t: "fs.write.delete /srv/a" });
  expect(toolsOf(tool(`const fs = require(["f", "s"].join("")); fs.rmSync("/srv/a");`))).toEqual({ t: "fs.write.delete /srv/a" });
  expect(toolsOf(tool(`require(["f", _a.x].join(""));`))).toEqual({ t: "code.load {dynamic}, unknown.require" });
});

test("what looks like a shortcut and is none", () => {
  const FS = `import * as fs from "node:fs";\nimport { isEqualWith } from "es-toolkit";`;
  const effects = (execute: string, rest = FS): string => toolsOf(tool(execute, rest))["t"] ?? "no tool";
  expect(effects(`const parts = ["Sync", "unlink"]; parts.reverse(); (fs as any)[parts.join("")](_a.p);`)).not.toBe("");
  expect(effects(`(fs as any)[["unlinkSync", null].join("")](_a.p);`)).toBe("unknown.call");
  expect(effects(`_a.o.includes(() => fs.writeFileSync("/srv/a", ""));`)).toContain("fs.write /srv/a");
  expect(effects(`isEqualWith([1], [1], () => { fs.writeFileSync("/srv/a", ""); });`)).toContain("fs.write /srv/a");
  expect(
    toolsOf(over("{ observer: Observer }", `given.observer.notification("x");`, "interface Observer { notification(x: string): void }")),
  ).toEqual({
    t: "unknown.call",
  });
  expect(effects(`return [fs.hasOwnProperty("x"), fs.toString()];`)).not.toBe("no tool");
});

test("what a package hands on of another one is that one's", () => {
  const FRAMEWORK = `import { fetchWithTimeout, notFound, somethingNew, z } from "@cyanheads/mcp-ts-core";`;
  expect(toolsOf(tool(`z.object({ a: z.string().describe("d") }); throw notFound("x");`, FRAMEWORK))).toEqual({ t: "" });
  expect(toolsOf(tool(`return fetchWithTimeout("https://a.example.com");`, FRAMEWORK))).toEqual({
    t: "net.connect https://a.example.com:443",
  });
  expect(toolsOf(tool(`return somethingNew();`, FRAMEWORK))).toEqual({ t: "unknown.package:@cyanheads/mcp-ts-core" });
});

test("packages and globals by what they were read to do", () => {
  const effects = (imports: string, execute: string): string => toolsOf(tool(execute, imports))["t"] ?? "no tool";
  expect(effects(`import SSHConfig from "ssh-config";`, `return SSHConfig.parse("x");`)).toBe("");
  expect(effects(`import SSHConfig from "ssh-config";`, `return SSHConfig.parse("x").compute("host");`)).toBe("exec.shell {dynamic}");
  expect(effects(`import makeFetch from "fetch-cookie";`, `return makeFetch(fetch)("https://a.example.com");`)).toBe(
    "net.connect https://a.example.com:443",
  );
  expect(effects(`import { Signer } from "@aws-sdk/rds-signer";`, `return new Signer({}).getAuthToken();`)).toContain("net.connect");
  expect(effects(`import { Uploader } from "@irys/upload";`, `return Uploader().withWallet("k").uploadFile("/srv/a");`)).toContain(
    "fs.read /srv/a",
  );
  expect(effects("", `return new TextDecoderStream();`)).toBe("");
  // Obsidian's.
  expect(effects("", `return activeDocument.createElement("canvas").getContext("2d").fillRect(0, 0, 1, 1);`)).toBe("");
  expect(effects("", `activeWindow.setTimeout(() => createEl("p"), 1); return activeWindow.fetch("https://a.example.com");`)).toBe(
    "net.connect https://a.example.com:443",
  );
});
