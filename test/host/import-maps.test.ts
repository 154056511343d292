import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { registered } from "../../src/host/import-maps.ts";
import { ModuleResolver } from "../../src/host/resolver.ts";
import { Workspace } from "../../src/host/workspace.ts";
import { folder } from "../support/folder.ts";

/** How a module reads a specifier: the file below the folder, the package with its path, or what else it is. */
function resolved(files: Readonly<Record<string, string>>, specifier: string, from = "src/a.ts"): string {
  const all: Record<string, string> = { "src/a.ts": "", ...files };
  const dir = folder(all);
  const workspace = new Workspace(
    dir,
    Object.keys(all).map((one) => join(dir, one)),
  );
  const found = new ModuleResolver(workspace).resolve(join(dir, from), specifier);
  switch (found.k) {
    case "file":
      return found.file.slice(dir.length + 1);
    case "package":
    case "builtin":
      return `${found.k} ${found.name}${found.k === "package" ? found.sub : ""}`;
    default:
      return found.k;
  }
}

const map = (imports: Readonly<Record<string, string>>, more: object = {}): string => JSON.stringify({ imports, ...more });

describe("what Deno's import maps say", () => {
  test("leads to files, by a name or by the beginning of one", () => {
    const files = { "deno.json": map({ "$/": "./src/", store: "./lib/store.ts" }), "src/b/c.ts": "", "lib/store.ts": "" };
    expect(resolved(files, "$/b/c.ts")).toBe("src/b/c.ts");
    expect(resolved(files, "store")).toBe("lib/store.ts");
    expect(resolved(files, "other")).toBe("package other");
  });

  test("may have comments, and stand in a file that the configuration names", () => {
    const files = {
      "deno.jsonc": `{ // a comment\n "importMap": "./maps/all.json", }`,
      "maps/all.json": map({ b: "../src/b.ts" }),
      "src/b.ts": "",
    };
    expect(resolved(files, "b")).toBe("src/b.ts");
  });

  test("the nearest map and the longest beginning come first, and what it says for some files alone before that", () => {
    const files = {
      "deno.json": map({ "@/": "./one/", "@/deep/": "./two/" }, { scopes: { "./src/inner/": { "@/deep/": "./three/" } } }),
      "one/x.ts": "",
      "two/x.ts": "",
      "three/x.ts": "",
      "src/near/deno.json": map({ "@/": "./own/" }),
      "src/near/own/x.ts": "",
      "src/near/a.ts": "",
      "src/inner/a.ts": "",
    };
    expect(resolved(files, "@/x.ts")).toBe("one/x.ts");
    expect(resolved(files, "@/deep/x.ts")).toBe("two/x.ts");
    expect(resolved(files, "@/deep/x.ts", "src/inner/a.ts")).toBe("three/x.ts");
    expect(resolved(files, "@/x.ts", "src/near/a.ts")).toBe("src/near/own/x.ts");
  });

  test("members of a workspace are known by their names", () => {
    const files = {
      "deno.json": JSON.stringify({ workspace: ["./lib", "./app"] }),
      "lib/deno.json": JSON.stringify({ name: "@x/lib", exports: { ".": "./mod.ts", "./more": "./more.ts" } }),
      "lib/mod.ts": "",
      "lib/more.ts": "",
      "app/a.ts": "",
    };
    expect(resolved(files, "@x/lib", "app/a.ts")).toBe("lib/mod.ts");
    expect(resolved(files, "@x/lib/more", "app/a.ts")).toBe("lib/more.ts");
  });

  test("a map that says something else than Node would find is not followed, and neither is Node", () => {
    const npm = { "package.json": JSON.stringify({ name: "x", dependencies: { zod: "^4" } }) };
    expect(resolved({ "deno.json": map({ zod: "./src/b.ts" }), "src/b.ts": "", ...npm }, "zod")).toBe("missing");
    expect(resolved({ "deno.json": map({ zod: "npm:evil@1" }), ...npm }, "zod")).toBe("missing");
    expect(resolved({ "deno.json": map({ zod: "npm:zod@4" }), ...npm }, "zod")).toBe("package zod");
    expect(resolved({ "deno.json": map({ "node:fs": "./src/b.ts" }), "src/b.ts": "" }, "node:fs")).toBe("missing");
    expect(resolved({ "deno.json": map({ "./src/b.ts": "./src/c.ts" }), "src/b.ts": "", "src/c.ts": "" }, "./b.ts")).toBe("missing");
  });

  test("nothing outside of the root is read by them", () => {
    expect(resolved({ "deno.json": map({ up: "../../../../../../../etc/hosts" }) }, "up")).toBe("missing");
  });
});

test.each([
  ["npm:zod", "zod", ""],
  ["npm:@modelcontextprotocol/sdk@1.2.0/server/mcp.js", "@modelcontextprotocol/sdk", "/server/mcp.js"],
  ["npm:/zod@4", "zod", ""],
  ["jsr:@std/fs@^1/walk", "jsr:@std/fs", "/walk"],
  ["jsr:@hono/hono@4/cors", "hono", "/cors"],
  ["https://esm.sh/zod@3.22.4", "zod", ""],
])("%s is a package of a registry", (specifier, name, sub) => {
  expect(registered(specifier)).toEqual({ name, sub });
});

test.each([
  "zod",
  "https://esm.sh/gh/evil/zod",
  "https://esm.sh/zod?alias=x:y",
  "https://esm.sh/zod/../evil",
  "https://esm.sh/zod/%2e%2e/evil",
  "https://evil.test/zod",
  "npm:zod/../evil",
  "npm:zod@npm:evil",
])("%s is none", (specifier) => {
  expect(registered(specifier)).toBeUndefined();
});

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { remove } from "$/lib.ts";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("del", { description: "d", inputSchema: {} }, async ({ path }) => remove(path));
server.registerTool("copy", { description: "d", inputSchema: {} }, async ({ from, to }) => copy(from, to));
import { copy } from "jsr:@std/fs@1/copy";
`;
const told = (files: Readonly<Record<string, string>>): string[] =>
  scanFolder(folder(files)).scan.tools.map(({ name, effects, unknowns }) =>
    [name, ...effects.map(({ capability, resource }) => `${capability} ${resource}`), ...unknowns.map(({ reason }) => reason)].join(" "),
  );

test("a server for Deno is read as any other", () => {
  const files = {
    "deno.json": map({
      "$/": "./src/",
      "@modelcontextprotocol/sdk": "npm:@modelcontextprotocol/sdk@^1",
      "@modelcontextprotocol/sdk/": "npm:/@modelcontextprotocol/sdk@^1/",
    }),
    "src/lib.ts": "export const remove = (path: string) => Deno.remove(path);",
    "main.ts": SERVER,
  };
  const expected = ["copy fs.read {param:from} fs.write {param:to}", "del fs.write.delete {param:path}"];
  expect(told(files).sort()).toEqual(expected);
  expect(told({ ...files, "main.ts": SERVER.replace("@modelcontextprotocol", "npm:@modelcontextprotocol") }).sort()).toEqual(expected);
});

test("what HTMLRewriter is given runs", () => {
  const code = `import { McpServer } from "npm:@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("strip", { description: "d", inputSchema: {} }, async ({ html }) => {
  new HTMLRewriter().on("a", { element(one) { Deno.removeSync(one.getAttribute("href")); } }).transform(html);
});`;
  expect(told({ "deno.json": "{}", "main.ts": code })).toEqual(["strip fs.write.delete {dynamic}"]);
});
