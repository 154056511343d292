import { expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

test.each([
  ["StdioClientTransport", "client/stdio.js", "exec.spawn {dynamic}"],
  ["StreamableHTTPClientTransport", "client/streamableHttp.js", "net.connect {dynamic}"],
])("an MCP client reaches its server by its transport: %s", (name, from, expected) => {
  expect(
    toolsOf({
      "t.ts": `import { tool } from "ai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ${name} } from "@modelcontextprotocol/sdk/${from}";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => {
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new ${name}({} as any));
} });`,
    }),
  ).toEqual({ t: expected });
});

test("a function that was made of text runs it wherever it is called", () => {
  const made = `import { tool } from "ai"; import vm from "node:vm";
const load = new Function("name", "return import(name)"); const run = vm.compileFunction("return 1");
export const one = tool({ description: "d", inputSchema: {}, execute: async () => load("x") });
export const two = tool({ description: "d", inputSchema: {}, execute: async () => run.call(null) });
export const none = tool({ description: "d", inputSchema: {}, execute: async () => load.name });
`;
  expect(toolsOf({ "t.ts": made })).toEqual({ none: "", one: "code.eval {dynamic}", two: "code.eval {dynamic}" });
});

test("what a text names that is run as code is what has the name", () => {
  const hidden = `eval("require")("fs").readFileSync(a.path)`;
  expect(toolRunning("", hidden)).toBe("code.eval {dynamic}, fs.read {param:path}");
  expect(toolRunning("", `eval("require('fs')").readFileSync(a.path)`)).toContain("code.eval");
});

test("`JSON.stringify` calls no function that it makes a text of, but what such has to say of itself", () => {
  const fs = `import { unlinkSync } from "node:fs";`;
  expect(toolRunning(fs, `JSON.stringify(() => unlinkSync(a.path))`)).toBe("");
  expect(toolRunning(fs, `JSON.stringify({ toJSON() { unlinkSync(a.path); } })`)).toBe("fs.write.delete {param:path}");
  expect(toolRunning(fs, `JSON.stringify(process.env)`)).toBe("env.read *");
  expect(toolRunning(fs, `JSON.stringify(a, (_key, one) => { unlinkSync(a.path); return one; })`)).toBe("fs.write.delete {param:path}");
});

test("what HTMLRewriter is given runs", () => {
  expect(
    toolRunning(
      `import { unlinkSync } from "node:fs";`,
      `new HTMLRewriter().on("a", { element(one: any) { unlinkSync(one.getAttribute("href")); } }).transform(a.html)`,
    ),
  ).toBe("fs.write.delete {dynamic}");
});

test.each<[string, string]>([
  ["an address", "https://a.io/x.png"],
  ["a host", "https://a.io"],
])("an image asks for what its source is set to: %s", (_, url) => {
  expect(toolRunning("", `{ const i = new Image(); i.src = "${url}"; }`)).toBe("net.connect https://a.io:443");
});

test("and for nothing that stands in the source itself, or that no image has", () => {
  expect(toolRunning("", "{ const i = new Image(); i.src = `data:image/png;base64,${a.q}`; }")).toBe("");
  expect(toolRunning("", `{ const i = { src: "" }; i.src = a.q; }`)).toBe("");
});

test("a text somewhere in a page is a text, however deep", () => {
  const deep = "(document as any).a.b.c.d.e.f.g.h.i.j.k[a.q]";
  expect(toolRunning("", `${deep}.substring(1)`)).toBe("");
  expect(toolRunning("", `${deep}.send(1)`)).toBe("unknown.call");
});
