import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const read = { name: "read", run: (p: any) => readFileSync(p.path, "utf8") };
const pure = { name: "pure", run: (p: any) => p.x };
`;
const grown: readonly (readonly [string, string])[] = [
  ["by `push`", "const all: any[] = []; all.push({ key: 'a', step: read });"],
  ["by `push` of a spread", "const all: any[] = []; all.push(...[{ key: 'a', step: read }]);"],
  ["by its place", "const all: any[] = []; all[0] = { key: 'a', step: read };"],
  ["by `add`", "const all = new Set<any>(); all.add({ key: 'a', step: read });"],
  ["in a loop over entries", "const all: any[] = []; for (const [key, step] of Object.entries({ read })) all.push({ key, step });"],
];

describe("what grows is taken apart in the head of a loop", () => {
  test.each(grown)("%s, by names", (_, make) => {
    const body = `${make} for (const { step } of all) step.run(p);`;
    expect(toolsOf({ "t.ts": `${HEAD}server.registerTool("t", {}, async (p: any) => { ${body} });` })).toEqual({
      t: "fs.read {param:path}",
    });
  });
  test("a list of pairs, by places; a Map by its keys and values", () => {
    const pairs = "const all: any[] = []; all.push(['a', read]); for (const [, step] of all) step.run(p);";
    const map = "const all = new Map<string, any>(); all.set('a', read); for (const [key, step] of all) { key.trim(); step.run(p); }";
    const two =
      "const all = new Map<string, any>([['a', read]]); all.set('b', read); all.set('c', pure); for (const [, step] of all) step.run(p);";
    for (const body of [pairs, map, two])
      expect(toolsOf({ "t.ts": `${HEAD}server.registerTool("t", {}, async (p: any) => { ${body} });` })).toEqual({
        t: "fs.read {param:path}",
      });
  });
  test("where each element is registered, both are found by their names", () => {
    const register = `const all: any[] = []; for (const [key, tool] of Object.entries({ read, pure })) all.push({ key, tool });
for (const { tool } of all) server.registerTool(tool.name, {}, async (p: any) => tool.run(p));`;
    expect(Object.keys(toolsOf({ "t.ts": HEAD + register }))).toEqual(["pure", "read"]);
  });
});

describe("ways that lead to no registration", () => {
  test("are not asked, and those that leave before one are", () => {
    const body = `function register(kind: string) {
  if (kind.length > 100) console.log(kind); else for (const one of kind) console.log(one);
  if (kind === "none") return;
  server.registerTool(kind, {}, async () => readFileSync("/etc/a"));
}
register("none"); register("some");`;
    expect(toolsOf({ "t.ts": HEAD + body })).toEqual({ some: "fs.read /etc/a" });
  });
});

test("what a loop takes from a list that somebody else may change decides nothing", () => {
  const code = `import { tool } from "ai"; import { execSync } from "node:child_process";
function swap(a: any[]) { a[0] = true; }
function run(flag: boolean, other: boolean) { const all = [flag, other]; swap(all); for (const x of all) { if (x) execSync("id"); } }
export const t = tool({ description: "d", inputSchema: {}, execute: async () => run(false, false) });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "exec.shell id" });
});

test("what a removal leaves is no element of what a type says", () => {
  const code = `import type { ServerResponse } from "node:http"; import { tool } from "ai";
interface State { readonly clients: Set<ServerResponse> }
function close(state: State) { for (const one of state.clients) one.end(); state.clients.clear(); }
export const make = (state: State) => tool({ description: "d", inputSchema: {}, execute: async () => close(state) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual([""]);
});

test.each([
  ["a default", `const go = (f: any = BAD) => f(); for (const f of [undefined, () => 1, () => 2]) go(f);`],
  [
    "a default in a constant list",
    `const all = [undefined, () => 1, () => 2]; const go = (f: any = BAD) => f(); for (const f of all) go(f);`,
  ],
])("an element that is nothing selects %s", (_name, body) => {
  const code = `import { tool } from "ai"; import { rmSync } from "node:fs"; const BAD = () => rmSync("/srv/a");
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { ${body} } });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: "fs.write.delete /srv/a" });
});
