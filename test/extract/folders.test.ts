import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

const SERVER = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { load } from "./loader.js";
const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
const tools = new Map((await load()).map((one) => [one.name, one]));
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...tools.values()].map((one) => one.definition) }));
server.setRequestHandler(CallToolRequestSchema, async (request) => tools.get(request.params.name)?.call(request));
`;
const TOOLS = {
  "src/tools/list.ts": `import { readdirSync } from "node:fs";
export default class List {
  name = "list";
  definition = { name: this.name, description: "d", inputSchema: { type: "object" } };
  async call(request: any) { return readdirSync(request.params.arguments.p); }
}`,
  "src/tools/price.ts": `export default class Price {
  name = "price";
  definition = { name: this.name, description: "d", inputSchema: { type: "object" } };
  call = async () => (await fetch("https://example.com")).text();
}`,
};
const loader = (specifier: string): string => `import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
const here = dirname(fileURLToPath(import.meta.url));
export async function load(kind = "x"): Promise<any[]> {
  const out: any[] = [];
  for (const file of await readdir(join(here, "tools"))) {
    const { default: Tool } = await import(${specifier});
    out.push(new Tool());
  }
  return out;
}`;
const scan = (specifier: string) =>
  scanFolder(
    folder({
      "package.json": '{ "name": "p", "type": "module" }',
      "src/index.ts": SERVER,
      "src/loader.ts": loader(specifier),
      ...TOOLS,
    }),
  ).scan;

describe("modules of a folder, of which the name alone is not known", () => {
  test.each([
    "join(here, 'tools', file)",
    "`file://${join(here, 'tools', file)}`",
    "`./tools/${file}`",
    "'./tools/' + file.replace('.ts', '') + '.js'",
  ])("import(%s) is any of them", (specifier) => {
    const { tools, startup } = scan(specifier);
    expect(
      tools.map(({ name, effects, unknowns }) => [name, effects.map(({ capability, resource }) => `${capability} ${resource}`), unknowns]),
    ).toEqual([
      ["list", ["fs.read {param:p}"], []],
      ["price", ["net.connect https://example.com:443"], []],
    ]);
    expect(startup.effects.map(({ capability }) => capability)).toContain("code.load");
    expect(startup.unknowns).toEqual([]);
  });

  test.each([
    "file",
    "join(process.argv[2]!, file)",
    "`./nowhere/${file}`",
    "`../${file}`",
    "`./tools/${process.argv[2]!.toLowerCase()}`",
    "process.argv[2] ?? join(here, 'tools', file)",
    "process.argv[3] ? join(here, 'tools', file) : `https://example.com/tools/${file}`",
    "process.argv[3] ? join(here, 'tools', file) : `/tmp/tools/${file}`",
  ])("import(%s) may be anything", (specifier) => {
    const { startup } = scan(specifier);
    expect(new Set(startup.unknowns.map(({ reason }) => reason))).toEqual(new Set(["unknown.import"]));
  });
});

const MCP = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readdirSync } from "node:fs"; import { basename, join, parse } from "node:path"; import { globSync } from "glob";
const server = new McpServer({ name: "x", version: "1" });
`;

test.each(["name", "name.toLowerCase()", "name.split(':')[0]", "(await (await fetch('https://x.example')).json()).name"])(
  "what a model or a service says (%s) may lead out of the folder",
  (name) => {
    const code = `server.tool("run", "d", {}, async ({ name }: any) => (await import(\`./tools/\${${name}}.js\`)).default());`;
    const { run } = toolsOf({ "t.ts": MCP + code, "tools/a.ts": "export default () => fetch('https://a.example');" });
    expect(run).toContain("unknown.import");
  },
);

test("names in a folder stay such, whatever is cut off; a folder read whole has those below it", () => {
  const code = `const all = async (names: string[]) => { for (const one of names) (await import(one)).default(); };
const here = import.meta.dirname;
server.tool("entries", "d", {}, async () => all(readdirSync(join(here, "a"), { withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(here, "a", e.name))));
server.tool("cut", "d", {}, async () => all(readdirSync(join(here, "a")).map((f) => \`./a/\${parse(f).name}.js\`)));
server.tool("based", "d", {}, async () => all(readdirSync(join(here, "a")).map((f) => \`./a/\${basename(f, ".ts")}.js\`)));
server.tool("whole", "d", {}, async () => all(readdirSync(join(here, "a"), { recursive: true }).map((f) => join(here, "a", f as string))));
server.tool("globbed", "d", {}, async () => all(globSync("*.ts", { cwd: join(here, "a") }).map((f) => join(here, "a", f))));
`;
  const tools = toolsOf({
    "t.ts": MCP + code,
    "a/one.ts": 'export default () => fetch("https://one.example");',
    "a/deep/two.ts": 'export default () => fetch("https://two.example");',
  });
  const hosts = (name: string): string[] => Array.from((tools[name] ?? "").matchAll(/\w+\.example|unknown\.\w+/gu), ([host]) => host);
  expect(["entries", "cut", "based", "whole", "globbed"].map(hosts)).toEqual([
    ["one.example"],
    ["one.example"],
    ["one.example"],
    ["one.example", "two.example"],
    ["one.example", "two.example"],
  ]);
});

test("a folder above the module's own is found, and a folder in it stands for its index where it is required", () => {
  const code = `import { dirname } from "node:path"; import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
const up = dirname(dirname(import.meta.dirname));
server.tool("above", "d", {}, async () => { for (const f of readdirSync(join(up, "a"))) (await import(join(up, "a", f))).default(); });
server.tool("required", "d", {}, async () => { for (const f of readdirSync(join(up, "b"))) require(join(up, "b", f)).run(); });
`;
  const tools = toolsOf({
    "src/deep/t.ts": MCP + code,
    "a/one.ts": 'export default () => fetch("https://one.example");',
    "b/two/index.ts": 'export const run = () => fetch("https://two.example");',
    "b/flat.ts": "export const run = () => 1;",
  });
  expect(tools["above"]).toContain("net.connect https://one.example:443");
  expect(tools["required"]).toContain("net.connect https://two.example:443");
  expect([tools["above"], tools["required"]].join()).not.toContain("unknown");
});
