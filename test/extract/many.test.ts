import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nimport { unlinkSync } from "node:fs";\n`;
const scan = (files: Readonly<Record<string, string>>) =>
  scanFolder(folder({ "package.json": '{ "name": "p", "type": "module" }', ...files })).scan;

test("a hundred tools that a loop takes from what functions make are all found, each with what it does", () => {
  const all = Array.from({ length: 120 }, (_, n) => n);
  const { tools } = scan({
    "t.ts": `${HEAD}const server = new McpServer({ name: "s", version: "1" });
function make(k: string, f: any) { return { k, f }; }
const all = [
${all.map((n) => `  make("k${n}", () => unlinkSync("/etc/k${n}")),`).join("\n")}
];
function pick(name: string) { for (const one of all) if (one.k === name) return one.f; return () => 0; }
function reg(s: McpServer, name: string, f: any) { s.registerTool(name, { description: name, inputSchema: {} }, async () => f()); }
for (const one of all) reg(server, one.k, pick(one.k));
`,
  });
  expect(tools.length).toBe(120);
  expect(tools.filter(({ effects }) => effects.length === 0).map(({ name }) => name)).toEqual([]);
});

// Two things with one number: a module without a registration came first, and an argument was taken for none.
test("what stands before it changes nothing of what a tool does", () => {
  const code = `${HEAD}const server = new McpServer({ name: "s", version: "1" });
const run = (op: string) => { if (op === "del") unlinkSync("/etc/a"); };
server.registerTool("del", { description: "d", inputSchema: {} }, async () => run("keep"));
server.registerTool("other", { description: "d", inputSchema: {} }, async ({ flag }) => run(flag ? "del" : "keep"));
`;
  const told = (files: Readonly<Record<string, string>>): string[] =>
    scan(files).tools.map(
      ({ name, effects }) => `${name}: ${effects.map(({ capability, resource }) => `${capability} ${resource}`).join()}`,
    );
  const expected = ["del: ", "other: fs.write.delete /etc/a"];
  expect(told({ "b.ts": code })).toEqual(expected);
  for (const before of ["export type A = string; // registerTool\n", "export const registerTool = 1;\n", "export const x = tool;\n"])
    expect(told({ "a.ts": before, "b.ts": code })).toEqual(expected);
});

test("a helper that is given many definitions registers each, whatever the key of what runs", () => {
  const all = Array.from({ length: 60 }, (_, n) => n);
  const { tools } = scan({
    "t.ts": `${HEAD}const server = new McpServer({ name: "s", version: "1" });
function register(def: any): void { server.registerTool(def.name, { description: def.description, inputSchema: {} }, async (args: any) => def.tool(args)); }
${all.map((n) => `register({ name: "t${n}", description: "d", tool: async () => unlinkSync("/etc/k${n}") });`).join("\n")}
`,
  });
  expect(tools.map(({ name, effects }) => `${name} ${effects.map(({ resource }) => resource).join()}`).sort()).toEqual(
    all.map((n) => `t${n} /etc/k${n}`).sort(),
  );
});

// Which of its calls may lead to a registration was found out by walking through all of it for each call: more than a minute and a half.
test("a bundle in which everything leads to everything else ends soon", () => {
  const all = Array.from({ length: 11_000 }, (_, n) => n);
  const { tools } = scan({
    "t.js": `${HEAD}${all.map((n) => `function f${n}() { return f${(n + 1) % all.length}(); }`).join("\n")}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("drop", { description: "d", inputSchema: {} }, async () => unlinkSync("/etc/a"));
${all
  .filter((n) => n % 10 === 0)
  .map((n) => `if (f${n}()) f${n + 5}();`)
  .join("\n")}
`,
  });
  expect(tools.map(({ name, effects }) => [name, ...effects.map(({ resource }) => resource)])).toEqual([["drop", "/etc/a"]]);
});

test("what one tool goes too deep for is not unknown of another that does not", () => {
  const depth = 350;
  const chain = Array.from({ length: depth }, (_, n) => `let v${n}: any; v${n} = v${n + 1};`).join("\n");
  const code = `${HEAD}const server = new McpServer({ name: "s", version: "1" });
const v${depth} = () => unlinkSync("/etc/a");
${chain}
server.registerTool("a", {}, async () => v0());
server.registerTool("b", {}, async () => v${depth - 210}());`;
  const { tools } = scan({ "t.ts": code });
  expect(
    tools.map(({ name, effects, unknowns }) => [name, effects.map(({ resource }) => resource), unknowns.map(({ reason }) => reason)]),
  ).toEqual([
    ["a", ["/etc/a"], []],
    ["b", ["/etc/a"], []],
  ]);
});

// Whether a field is written hung on whether others are, each asked on the side for nothing: minutes for thirty fields.
test("fields that are filled in where they are empty are filled soon", () => {
  const fields = Array.from({ length: 32 }, (_, n) => `"f${n}"`).join(", ");
  const { tools } = scan({
    "t.ts": `${HEAD}const server = new McpServer({ name: "s", version: "1" });
const FIELDS = [${fields}];
const parse = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);
function filled(args: Record<string, any>) {
  const merged: Record<string, any> = { ...args };
  const parsed: Record<string, any> = parse(args.url);
  for (const field of FIELDS) {
    if ((merged[field] === undefined || merged[field] === "") && parsed[field] !== undefined) merged[field] = parsed[field];
  }
  return merged;
}
server.registerTool("del", { description: "d", inputSchema: {} }, async (args) => unlinkSync(filled(args).f7));
`,
  });
  expect(tools.map(({ name, effects }) => `${name} ${effects.map(({ resource }) => resource).join()}`)).toEqual([
    "del {param:f7},{param:url}",
  ]);
});

test("a table of functions that are bound one after another has each, however many there are and whatever calls them", () => {
  const repository = (i: number): string =>
    Array.from(
      { length: 12 },
      (_, j) => `export const run${i}x${j} = async (pool: any, text: string) => writeFileSync("/srv/${i}-${j}", text);`,
    ).join("\n");
  const all = Array.from({ length: 12 }, (_, i) => i);
  const files = Object.fromEntries(all.map((i) => [`r${i}.ts`, `import { writeFileSync } from "node:fs";\n${repository(i)}`]));
  const tools = toolsOf({
    ...files,
    "t.ts": `import { tool } from "ai";
${all.map((i) => `import * as r${i} from "./r${i}.ts";`).join("\n")}
const bind = (pool: unknown, repository: Record<string, unknown>): any => Object.fromEntries(
  Object.entries(repository)
    .filter(([, value]) => typeof value === "function")
    .map(([name, operation]) => [name, (...args: unknown[]) => (operation as any)(pool, ...args)]));
const db = { ${all.map((i) => `...bind({}, r${i})`).join(", ")} };
export const one = tool({ description: "d", inputSchema: {}, execute: async (a: any) => {
  ${all.map((i) => `await db.run${i}x0(a.text + ${i});`).join("\n  ")}
} });
export const last = tool({ description: "d", inputSchema: {}, execute: async (a: any) => db.run11x11(a.text) });`,
  });
  const written = all.map((i) => `/srv/${i}-0`).sort();
  expect(tools).toEqual({ one: written.map((file) => `fs.write ${file}`).join(", "), last: "fs.write /srv/11-11" });
});
