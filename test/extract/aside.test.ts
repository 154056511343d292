import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readFileSync, rmSync } from "node:fs";
const server = new McpServer({ name: "s", version: "1" });`;

describe("what an example implements says nothing of the library", () => {
  const store = `export interface Session { load(id: string): Promise<string>; }`;
  const own = `export class MemorySession implements Session { async load(id: string) { return id; } }`;
  const file = (from: string): string => `import { readFile } from "node:fs/promises"; import type { Session } from "${from}";
export class FileSession implements Session { async load(id: string) { return readFile("/srv/" + id, "utf8"); } }`;
  const tool = (from: string): string => `import { tool } from "ai"; import type { Session } from "${from}";
export const make = (session: Session) => ({ t: tool({ description: "d", inputSchema: {}, execute: async ({ id }) => session.load(id) }) });`;

  test("where the library has one itself", () => {
    const files = { "src/store.ts": `${store}\n${own}`, "src/tool.ts": tool("./store.js") };
    expect(toolsOf({ ...files, "examples/file.ts": file("../src/store.js") })).toEqual({ t: "" });
    // The same class in the library counts.
    expect(toolsOf({ ...files, "src/file.ts": file("./store.js") })["t"]).toContain("fs.read");
  });
  test("it does where nothing else implements it, and for other examples", () => {
    expect(
      toolsOf({ "src/store.ts": store, "src/tool.ts": tool("./store.js"), "examples/file.ts": file("../src/store.js") })["t"],
    ).toContain("fs.read");
    const asked = {
      "src/store.ts": `${store}\n${own}`,
      "examples/tool.ts": tool("../src/store.js"),
      "examples/file.ts": file("../src/store.js"),
    };
    expect(toolsOf(asked)["t"]).toContain("fs.read");
  });
  test("nor does what it hands to the library", () => {
    const library = `import { readFile } from "node:fs/promises"; import { tool } from "ai";
export const local = { read: (path: string) => readFile(path, "utf8") };
export function makeRead(ops = local) { return { t: tool({ description: "d", inputSchema: {}, execute: async ({ path }) => ops.read(path) }) }; }`;
    const used = (from: string): string => `import { execSync } from "node:child_process"; import { makeRead } from "${from}";
export const remote = makeRead({ read: async (path: string) => String(execSync("ssh host cat " + path)) });`;
    const index = `import { makeRead } from "./read.js"; export const tools = makeRead();`;
    const files = { "src/read.ts": library, "src/index.ts": index };
    expect(toolsOf({ ...files, "examples/ssh.ts": used("../src/read.js") })["t"]).not.toContain("exec");
    expect(toolsOf({ ...files, "src/ssh.ts": used("./read.js") })["t"]).toContain("exec");
  });
});

describe("a callback that is let go of is not called", () => {
  const drop = `const drop = () => rmSync("/srv/x");`;
  test.each([
    [
      "of a package's emitter",
      `import puppeteer, { type Page } from "puppeteer-core"; let held: Page;
export async function start() { held = await (await puppeteer.connect({ browserURL: "http://x" })).newPage(); }`,
      `held.off("dialog", drop)`,
      `held.on("dialog", drop)`,
    ],
    ["of the process", "", `process.removeListener("exit", drop)`, `process.on("exit", drop)`],
    ["of a signal", "", `signal.removeEventListener("abort", drop)`, `signal.addEventListener("abort", drop)`],
  ])("%s", (_what, before, off, on) => {
    const files = (call: string): Record<string, string> => ({
      "t.ts": `${HEAD}\n${before}\n${drop}\nserver.registerTool("t", {}, async ({ u }: any, { signal }: any) => { ${call}; return { content: [] }; });`,
    });
    expect(toolsOf(files(off))["t"]).not.toContain("fs.write");
    expect(toolsOf(files(on))["t"]).toContain("fs.write.delete /srv/x");
  });
});

test("a private name is the class's around it, whatever the receiver is", () => {
  const of = (run: string): Record<string, string> => ({
    "t.ts": `${HEAD}
export class Format {
  #text: string; constructor(text: string) { this.#text = text; }
  #get() { return readFileSync("/srv/f", "utf8") + this.#text; }
  static #make() { rmSync("/srv/m"); }
  static same(one: unknown) { return one instanceof Format && one.#get() === "x"; }
  static any(one: any) { return (() => one.#get())(); }
  static made(one: any) { return one.#make(); }
}
server.registerTool("t", {}, async ({ a }: any) => { ${run}; return { content: [] }; });`,
  });
  expect(toolsOf(of("Format.same(JSON.parse(a))"))).toEqual({ t: "fs.read /srv/f" });
  expect(toolsOf(of("Format.any(globalThis.something)"))["t"]).toContain("fs.read /srv/f");
  expect(toolsOf(of("Format.made(globalThis.something)"))["t"]).toContain("fs.write.delete /srv/m");
});

test("a document that is given to a frame runs; one that is written out does not change", () => {
  const of = (run: string): Record<string, string> => ({
    "t.ts": `${HEAD}\nserver.registerTool("t", {}, async ({ code }: any) => { const frame = document.createElement("iframe"); ${run}; return { content: [] }; });`,
  });
  expect(toolsOf(of("frame.srcdoc = `<script>${code}</script>`"))).toEqual({ t: "code.eval {dynamic}" });
  expect(toolsOf(of('frame.srcdoc = "<p>hello</p>"'))).toEqual({ t: "" });
  expect(toolsOf(of("const mine = { srcdoc: '' }; mine.srcdoc = code"))).toEqual({ t: "" });
});

test("a package that is imported by its folder, and is not installed, has its name", () => {
  const files = {
    "t.ts": `${HEAD}
import { format } from "./node_modules/some-frontend/index.js";
import puppeteer from "./node_modules/puppeteer-core/lib/index.js";
server.registerTool("unseen", {}, async () => { format(1); return { content: [] }; });
server.registerTool("known", {}, async () => { await puppeteer.launch(); return { content: [] }; });`,
  };
  expect(toolsOf(files)).toEqual({ unseen: "unknown.package:some-frontend", known: "exec.spawn {dynamic}" });
});
