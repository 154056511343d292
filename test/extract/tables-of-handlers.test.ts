import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const HEAD = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { readFile, writeFile } from "node:fs/promises";
const TOOLS = [{ name: "r", inputSchema: {} }, { name: "w", inputSchema: {} }];
const some = { r: (a) => readFile("r.txt") };
const all = { ...some, w: async (a) => writeFile("w.txt", "") };
`;
const server = (table: string, found: string): string => `${HEAD}${table}
const s = new Server({ name: "s", version: "1" });
s.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
s.setRequestHandler(CallToolRequestSchema, async (q) => {
  const n = q.params.name;
  if (!${found}) throw new Error("none");
  return await ${found}(q.params.arguments);
});
`;
const RECORD = "const out: Record<string, any> = {};";

test.each<[string, string, string]>([
  ["as it is", "const H = all;", "H[n]"],
  ["in a loop over its entries", `${RECORD} for (const [k, h] of Object.entries(all)) out[k] = async (a) => h(a); const H = out;`, "H[n]"],
  [
    "in a function of its own",
    `function wrapped() { ${RECORD} for (const [k, h] of Object.entries(all)) { out[k] = async (a) => { const r = await h(a); return r; }; } return out; } const H = wrapped();`,
    "H[n]",
  ],
  ["by `forEach`", `${RECORD} Object.entries(all).forEach(([k, h]) => { out[k] = async (a) => h(a); }); const H = out;`, "H[n]"],
  ["by their keys", `${RECORD} for (const k of Object.keys(all)) { const h = all[k]; out[k] = async (a) => h(a); } const H = out;`, "H[n]"],
  ["by `for … in`", `${RECORD} for (const k in all) { out[k] = async (a) => all[k](a); } const H = out;`, "H[n]"],
  ["as a new object", "const H = Object.fromEntries(Object.entries(all).map(([k, h]) => [k, async (a) => h(a)]));", "H[n]"],
  ["by `reduce`", "const H = Object.entries(all).reduce((acc, [k, h]) => { acc[k] = async (a) => h(a); return acc; }, {} as any);", "H[n]"],
  ["as a map", "const H = new Map<string, any>(); for (const [k, h] of Object.entries(all)) H.set(k, async (a) => h(a));", "H.get(n)"],
])("a table of handlers that are wrapped keeps them apart: %s", (_, table, found) => {
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', "t.ts": server(table, found) })).scan;
  expect(tools.map(({ name, effects }) => [name, effects.map(({ capability, resource }) => `${capability} ${resource}`)])).toEqual([
    ["r", ["fs.read $WORKSPACE/r.txt"]],
    ["w", ["fs.write $WORKSPACE/w.txt"]],
  ]);
});
