import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { registered } from "../../src/host/import-maps.ts";
import { ModuleResolver } from "../../src/host/resolver.ts";
import { Workspace } from "../../src/host/workspace.ts";
import { folder } from "../support/folder.ts";

/** How a module reads a specifier: the file below the folder, the package with its path, or what else it is. */
function resolved(files: Readonly<Record<string, string>>, specifier: string, from: string | readonly string[] = "src/a.ts"): string {
  const all: Record<string, string> = { "src/a.ts": "", ...files };
  const dir = folder(all);
  const workspace = new Workspace(
    dir,
    Object.keys(all).map((one) => join(dir, one)),
  );
  const resolver = new ModuleResolver(workspace);
  // Of several, who asks last.
  const [found] = [from]
    .flat()
    .map((one) => resolver.resolve(join(dir, one), specifier))
    .slice(-1);
  switch (found?.k) {
    case "file":
      return found.file.slice(dir.length + 1);
    case "package":
    case "builtin":
      return `${found.k} ${found.name}${found.k === "package" ? found.sub : ""}`;
    default:
      return found?.k ?? "";
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

  test("the longest beginning comes first, and what it says for some files alone before that", () => {
    const scopes = { "./src/inner/": { "@/deep/": "./three/" }, "./src/one.ts": { "@/deep/": "./four/" } };
    const files = {
      "deno.json": map({ "@/": "./one/", "@/deep/": "./two/" }, { scopes }),
      "one/x.ts": "",
      "two/x.ts": "",
      "three/x.ts": "",
      "four/x.ts": "",
      "src/inner/a.ts": "",
      "src/one.ts": "",
    };
    expect(resolved(files, "@/x.ts")).toBe("one/x.ts");
    expect(resolved(files, "@/deep/x.ts")).toBe("two/x.ts");
    expect(resolved(files, "@/deep/x.ts", "src/inner/a.ts")).toBe("three/x.ts");
    expect(resolved(files, "@/deep/x.ts", ["src/a.ts", "src/one.ts"])).toBe("four/x.ts");
  });

  test("what two say differently counts where one has the other as a member", () => {
    const files = { "src/deno.json": map({ lib: "./ok.ts" }), "src/ok.ts": "", "evil.ts": "" };
    const outer = { lib: "./evil.ts" };
    expect(resolved({ ...files, "deno.json": map(outer) }, "lib")).toBe("missing");
    expect(resolved({ ...files, "deno.json": map(outer, { workspace: ["./src"] }) }, "lib")).toBe("src/ok.ts");
    expect(resolved({ ...files, "deno.json": map(outer, { workspace: { members: ["src/"] } }) }, "lib")).toBe("src/ok.ts");
  });

  test("a file is taken as it is named", () => {
    expect(resolved({ "deno.json": map({ lib: "./evil.js" }), "evil.js": "", "evil.ts": "" }, "lib")).toBe("evil.js");
    expect(resolved({ "deno.json": map({ lib: "./none.js" }), "none.ts": "" }, "lib")).toBe("missing");
    expect(resolved({ "deno.json": map({ lib: "./node_modules/zod/evil.ts" }), "node_modules/zod/evil.ts": "" }, "lib")).toBe("missing");
  });

  test("a map that no configuration names is none", () => {
    expect(resolved({ "import_map.json": map({ lib: "npm:zod" }), "deno.json": "{}" }, "lib")).toBe("package lib");
    expect(resolved({ "import_map.json": map({ lib: "npm:zod" }), "deno.json": `{ "importMap": "import_map.json" }` }, "lib")).toBe(
      "package zod",
    );
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
    const paths = { "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }', "src/b.ts": "", "lib/b.ts": "" };
    expect(resolved({ ...paths, "deno.json": map({ "@/": "./lib/" }) }, "@/b.ts")).toBe("missing");
    expect(resolved({ ...paths, "deno.json": map({ "@/": "./src/" }) }, "@/b.ts")).toBe("src/b.ts");
  });

  test("an address that nobody knows is no package of the name", () => {
    for (const to of ["https://evil.test/zod.ts", "data:text/javascript,1", "file:///evil.ts", "evil"])
      expect(resolved({ "deno.json": map({ zod: to }) }, "zod"), to).toBe("missing");
  });

  test("a folder of the repository may stand in the place of a package", () => {
    const member = { "lib/deno.json": JSON.stringify({ name: "@std/path", version: "1.0.0", exports: "./mod.ts" }), "lib/mod.ts": "" };
    expect(resolved({ ...member, "deno.json": "{}" }, "jsr:@std/path@^1")).toBe("package jsr:@std/path");
    for (const key of ["workspace", "links", "patch"])
      for (const name of ["jsr:@std/path@^1", "paths"])
        expect(resolved({ ...member, "deno.json": map({ paths: "jsr:@std/path@^1" }, { [key]: ["./lib"] }) }, name), key).toBe("missing");
    for (const key of ["workspace", "links", "patch"])
      expect(resolved({ ...member, "deno.json": map({ "@std/path": "jsr:@std/path@^1" }, { [key]: ["./lib"] }) }, "@std/path"), key).toBe(
        "missing",
      );
    // Also without anything that it exports, and by a glob; of other globs nobody knows which folders they name.
    const bare = { "libs/path/deno.json": JSON.stringify({ name: "@std/path", version: "1.0.0" }) };
    for (const said of [{ links: ["./libs/path"] }, { workspace: ["./libs/*"] }, { workspace: ["./libs/*/"] }, { workspace: ["./**"] }])
      expect(resolved({ ...bare, "deno.json": JSON.stringify(said) }, "jsr:@std/path"), JSON.stringify(said)).toBe("missing");
    expect(resolved({ ...bare, "deno.json": JSON.stringify({ workspace: ["./other/*"] }) }, "jsr:@std/path")).toBe("package jsr:@std/path");
    const npm = { "package.json": '{ "name": "x", "workspaces": ["lib"] }', "lib/package.json": '{ "name": "lodash" }' };
    expect(resolved({ ...npm, "deno.json": "{}" }, "npm:lodash@4")).toBe("missing");
    // What a map calls by the name that it has in the registry is the package of the repository that is published as that.
    const own = { ...npm, "lib/package.json": '{ "name": "lodash", "main": "index.js" }', "lib/index.js": "" };
    expect(resolved({ ...own, "deno.json": map({ lodash: "npm:lodash@4", "lodash/": "npm:/lodash@4/" }) }, "lodash")).toBe("lib/index.js");
    expect(resolved({ ...own, "deno.json": map({ lodash: "npm:evil@4" }) }, "lodash")).toBe("missing");
    expect(resolved({ "deno.json": map({ "@std/path": "jsr:@std/path@^1" }) }, "jsr:@std/path")).toBe("package jsr:@std/path");
  });

  test("what begins with a slash may begin at the root of the program", () => {
    const files = { "src/b.ts": "", "deno.json": map({ "/": "./", "./": "./" }) };
    expect(resolved(files, "/src/b.ts")).toBe("src/b.ts");
    expect(resolved(files, "./b.ts")).toBe("src/b.ts");
    expect(resolved({ ...files, "deno.json": "{}" }, "/src/b.ts")).toBe("outside");
  });

  test("nothing outside of the root is read by them", () => {
    expect(resolved({ "deno.json": map({ "/": "/" }) }, "/etc/hosts")).toBe("missing");
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
  "https://esm.sh/zod@1\\..\\evil",
  "https://esm.sh/zod/x\\..\\..\\evil",
  "https://esm.sh/zod/.\t./evil",
  "https://esm.sh/lodash@..",
  "https://esm.sh/zod@3&deps=evil@2",
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
