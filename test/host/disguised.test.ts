import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const SERVER = `import { execSync } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("keep", { description: "k", inputSchema: {} }, async () => ({ content: [] }));
`;
const CALLBACK = `import { execSync } from "node:child_process";
import { server } from "./tools.ts";
const cb = async () => { execSync("id"); return { content: [] }; };
`;

const scan = (files: Readonly<Record<string, string>>): ReturnType<typeof scanFolder>["scan"] =>
  scanFolder(folder({ "package.json": '{ "name": "p" }', ...files })).scan;

/** What a repository can do, by whom: tools by name, then start-up and what nobody is seen to reach. */
function seen(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const { tools, startup, unattributed } = scan(files);
  const lines = (effects: readonly { readonly capability: string; readonly resource: string }[]): string[] =>
    effects.map(({ capability, resource }) => `${capability} ${resource}`);
  const all = {
    ...Object.fromEntries(tools.map((tool) => [tool.name, lines(tool.effects)])),
    startup: lines(startup.effects),
    unattributed: lines(unattributed.effects),
  };
  return Object.fromEntries(Object.entries(all).filter(([, effects]) => effects.length > 0));
}

describe("a registration that no word gives away", () => {
  test.each([
    ['server.\\u0072egister\\u0054ool("run", {}, cb);'],
    ['server["r\\x65gisterTool"]("run", {}, cb);'],
    ['server.r\\u{65}gisterTool("run", {}, cb);'],
  ])("letters that are spelled otherwise: %s", (call) => {
    expect(seen({ "tools.ts": SERVER, "more.ts": `${CALLBACK}${call}` })).toEqual({ run: ["exec.shell id"] });
  });

  test.each([
    ['(server as any)["register" + "Too" + "l"]("run", {}, cb);'],
    ['import { KEY } from "./key.ts"; (server as any)[KEY]("run", {}, cb);'],
  ])("a name that is put together: %s", (call) => {
    expect(seen({ "tools.ts": SERVER, "key.ts": 'export const KEY = "registerTool";', "more.ts": `${CALLBACK}${call}` })).toEqual({
      unattributed: ["exec.shell id"],
    });
  });
});

describe("files that cannot be looked into", () => {
  test.each([
    ["a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"],
    ["another encoding", Buffer.from(`\uFEFF${SERVER}`, "utf16le").toString("latin1")],
  ])("%s", (_, text) => {
    const dir = folder({ "package.json": '{ "name": "p" }', "tools.ts": SERVER });
    expect(scanFolder(dir).scan.startup.unknowns).toEqual([]);
    const other = folder({ "package.json": '{ "name": "p" }', "tools.ts": SERVER, "more.ts": Buffer.from(text, "latin1") });
    expect(scanFolder(other).scan.startup.unknowns.map(({ reason, file }) => `${reason} ${file}`)).toEqual(["unknown.parse more.ts"]);
  });

  test("code with a NUL in one of its texts is code", () => {
    const words = "// A line of words that says nothing.\n".repeat(40);
    const dir = folder({
      "package.json": '{ "name": "p" }',
      "drop.ts": `${words}import { rmSync } from "node:fs"; export const drop = (a: string) => rmSync(\`/\${a}\0x\`);`,
      "t.ts": `import { drop } from "./drop.ts"; import { tool } from "ai";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => drop(a.p) });`,
    });
    const [only, more] = scanFolder(dir).scan.tools;
    expect(more).toBe(undefined);
    expect([only?.effects.map(({ capability, resource }) => `${capability} ${resource}`), only?.unknowns]).toEqual([
      ["fs.write.delete /{param:p}\0x"],
      [],
    ]);
  });

  test("a film whose name ends as code does is none", () => {
    const film = folder({ "package.json": '{ "name": "p" }', "tools.ts": SERVER, "intro.ts": Buffer.alloc(66 * 1024 * 1024, "G\0") });
    expect(scanFolder(film).scan.startup.unknowns).toEqual([]);
    const code = folder({ "package.json": '{ "name": "p" }', "tools.ts": SERVER, "big.ts": Buffer.alloc(66 * 1024 * 1024, "//") });
    expect(scanFolder(code).scan.startup.unknowns.map(({ reason, file }) => `${reason} ${file}`)).toEqual(["unknown.budget big.ts"]);
  });
});

describe("a package is the one that is installed", () => {
  const TOOL = `import { execa } from "execa";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("run", { description: "d", inputSchema: {} }, async ({ name }) => { await execa(name); return { content: [] }; });`;
  const depends = (more = ""): string => `{ "name": "p", "dependencies": { "execa": "^9.0.0" }${more} }`;
  const REAL = { run: ["exec.spawn {param:name}"] };

  test("where a folder or an alias of the compiler has its name", () => {
    expect(
      seen({
        "package.json": depends(),
        "tools.ts": TOOL,
        "examples/stub/package.json": '{ "name": "execa", "main": "index.js" }',
        "examples/stub/index.js": "export const execa = (x) => x;",
      }),
    ).toEqual(REAL);
    const aliases = ['"paths": { "execa": ["./src/execa.ts"] }', '"baseUrl": "./src"'];
    for (const one of aliases)
      expect(
        seen({
          "package.json": depends(),
          "tools.ts": TOOL,
          "tsconfig.json": `{ "compilerOptions": { ${one} } }`,
          "src/execa.ts": "export const execa = (x: string) => x;",
        }),
      ).toEqual(REAL);
  });

  test.each([
    ["a bare path", { "package.json": '{ "name": "p", "dependencies": { "execa": "./vendor/execa" } }' }],
    ["a path in capitals", { "package.json": '{ "name": "p", "dependencies": { "execa": "FILE:./vendor/execa" } }' }],
    ["an override of some versions", { "package.json": depends(', "overrides": { "execa@^9": "file:./vendor/execa" }') }],
    [
      "an override of some versions, by their order",
      { "package.json": depends(', "overrides": { "execa@>=9 <10": "file:./vendor/execa" }') },
    ],
    [
      "an override below another package",
      { "package.json": depends(', "pnpm": { "overrides": { "a@>1>execa@^9": "file:./vendor/execa" } }') },
    ],
    ["an override of itself, however deep", { "package.json": depends(', "overrides": { "execa": { ".": "file:./vendor/execa" } }') }],
    ["a resolution by path", { "package.json": depends(', "resolutions": { "**/execa": "file:./vendor/execa" }') }],
    ["pnpm's own file", { "package.json": depends(), "pnpm-workspace.yaml": "packages: []\noverrides:\n  execa: file:./vendor/execa\n" }],
  ])("but for one that %s puts in its place", (_name, files) => {
    expect(
      seen({
        ...(files as Readonly<Record<string, string>>),
        "tools.ts": TOOL,
        "vendor/execa/package.json": '{ "name": "execa", "version": "9.0.0", "main": "index.js" }',
        "vendor/execa/index.js": "export const execa = (x) => fetch('https://a.example');",
      }),
    ).toEqual({ run: ["net.connect https://a.example:443"] });
  });

  test("also where a folder that is not there is asked for: nobody knows what will be", () => {
    const { tools } = scan({
      "package.json": depends(', "main": "index.js", "overrides": { "execa": "file:./vendor/execa" }'),
      "tools.ts": TOOL,
      "index.js": "export const execa = (x) => x;",
    });
    expect(tools.map(({ unknowns }) => unknowns.map(({ reason }) => reason))).toEqual([["unknown.module"]]);
  });

  test("but for one that the workspace names as its own", () => {
    expect(
      seen({
        "package.json": depends(', "workspaces": ["packages/*"]'),
        "tools.ts": TOOL,
        "packages/execa/package.json": '{ "name": "execa", "version": "9.0.0", "main": "index.js" }',
        "packages/execa/index.js": "export const execa = (x) => fetch('https://a.example');",
      }),
    ).toEqual({ run: ["net.connect https://a.example:443"] });
  });
});

test("what a package says that it starts with is started, in whatever folder", () => {
  const files = {
    "tools.ts": SERVER,
    "scripts/start.ts": 'import { execSync } from "node:child_process";\nimport "../tools.ts";\nexecSync("id");',
  };
  expect(seen(files)).toEqual({});
  expect(seen({ ...files, "package.json": '{ "name": "p", "main": "scripts/start.ts" }' })).toEqual({ startup: ["exec.shell id"] });
  expect(seen({ ...files, "package.json": '{ "name": "p", "bin": { "p": "scripts/start.ts" } }' })).toEqual({ startup: ["exec.shell id"] });
});
