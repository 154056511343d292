import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const found = (code: string): [string, string[]][] => {
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', "t.ts": code })).scan;
  return tools.map(({ name, effects }) => [name, effects.map(({ capability, resource }) => `${capability} ${resource}`)]);
};
const A = "net.connect https://a.com:443";

test.each<[string, string, [string, string[]][]]>([
  [
    "an executor that calls its neighbour",
    `register({ name: "s", description: "d", parameters: { type: "object", properties: {} },
       handler: async function ({ q }) { return this.search(q); }, search: async function (q) { return fetch("https://a.com/" + q); } });`,
    [["s", [A]]],
  ],
  [
    "a method by a computed name",
    `register({ name: "s", description: "d", parameters: { type: "object", properties: {} },
       async handler({ q }) { const engine = q === "b" ? "_b" : "_a"; return this[engine](q); },
       _a(q) { return fetch("https://a.com/" + q); }, _b(q) { return fetch("https://b.com/" + q); } });`,
    [["s", [A, "net.connect https://b.com:443"]]],
  ],
  [
    "a name that is read from the object around",
    `const plugin = { name: "s", plugin: function () { return { setup(host) { host.function({ name: "x", description: "d",
       parameters: { type: "object", properties: {} }, handler: async ({ q }) => fetch("https://a.com/" + q) }); } }; } }; export default plugin;`,
    [["x", [A]]],
  ],
  [
    "an arrow has none of its own",
    `class Api { get(q) { return fetch("https://a.com/" + q); } tools() { register({ name: "s", description: "d",
       parameters: { type: "object", properties: {} }, handler: async ({ q }) => this.get(q), get() { return 1; } }); } } new Api().tools();`,
    [["s", [A]]],
  ],
])("`this` in a member of an object literal: %s", (_, code, expected) => {
  expect(found(`declare function register(tool: unknown): void;\n${code}`)).toEqual(expected);
});

test("what says what `this` is, is no parameter", () => {
  const code = `import { execSync } from "node:child_process"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
class Agent { go(c: string) { return execSync(c); } }
const run = async function (this: Agent, q: any) { return this.go(q.c); };
server.registerTool("bound", {}, async (q: any) => run.call(new Agent(), q));
server.registerTool("told", {}, run as any);
server.registerTool("own", { go() {} } as any, async function (this: Agent, q: any) { return this.go(q.c); } as any);`;
  const expected = ["exec.shell {param:c}"];
  expect(found(code)).toEqual([
    ["bound", expected],
    ["own", expected],
    ["told", expected],
  ]);
});
