import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "./support/folder.ts";
import { NODES } from "./support/nodes.ts";

const root = join(import.meta.dirname, "..");
const cli = join(root, "dist/bundle/cli.js");
const FOLDERS = [
  ...readdirSync(join(root, "fixtures/frameworks")).map((name) => join(root, "fixtures/frameworks", name)),
  ...["server-filesystem", "server-memory"].map((name) => join(root, "node_modules/@modelcontextprotocol", name)),
];
/** What one version of Node prints, by the program that is published. */
const printed = (node: string, cwd: string, ...args: string[]): string =>
  execFileSync(node, [cli, ...args], { cwd, encoding: "utf8", env: { PATH: "/usr/bin:/bin", TOOLFENCE_CACHE: "off" } });
const [[, own] = ["", ""], ...others] = NODES;

describe.each(FOLDERS)("of %s", (dir) => {
  const both = (node: string): readonly [string, unknown] => [
    printed(node, dir, "manifest", "--stdout"),
    { ...(JSON.parse(printed(node, dir, "scan", "--json")) as object), stats: null },
  ];
  test(`${others.map(([name]) => name).join(" and ")} print the same bytes`, () => {
    const here = both(own);
    for (const [name, node] of others) expect([name, ...both(node)]).toEqual([name, ...here]);
  });
});

test("what is installed says nothing, once packages are summarised, and nor do line ends", () => {
  const dir = folder({
    "package.json": '{ "name": "p", "dependencies": { "tiny": "1.0.0" } }',
    "package-lock.json": JSON.stringify({
      name: "p",
      lockfileVersion: 3,
      packages: {
        "": { name: "p", dependencies: { tiny: "1.0.0" } },
        "node_modules/tiny": { version: "1.0.0", integrity: "sha512-AAAA" },
      },
    }),
    "t.ts":
      'import { tool } from "ai";\nimport { save } from "tiny";\nexport const t = tool({ description: `two\nlines`, inputSchema: {}, execute: async ({ path }) => save(path) });\n',
    "node_modules/tiny/package.json": '{ "name": "tiny", "version": "1.0.0", "main": "index.js" }',
    "node_modules/tiny/index.js": 'exports.save = (path) => require("fs").writeFileSync(path, "");\n',
  });
  printed(own, dir, "packages", "--update");
  const summarised = printed(own, dir, "manifest", "--stdout");
  expect(summarised).toContain('"fs.write ');
  const bare = folder({});
  for (const name of ["package.json", "package-lock.json", "toolfence.packages.json", "t.ts"]) cpSync(join(dir, name), join(bare, name));
  expect(printed(own, bare, "manifest", "--stdout")).toBe(summarised);
  const text =
    'import { tool } from "ai";\nimport { save } from "tiny";\nexport const t = tool({ description: `two\nlines`, inputSchema: {}, execute: async ({ path }) => save(path) });\n';
  writeFileSync(join(bare, "t.ts"), text.replaceAll("\n", "\r\n"));
  expect(printed(own, bare, "manifest", "--stdout")).toBe(summarised);
});
