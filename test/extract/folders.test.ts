import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

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

  test.each(["file", "join(process.argv[2]!, file)", "`./nowhere/${file}`", "`../${file}`"])("import(%s) may be anything", (specifier) => {
    const { startup } = scan(specifier);
    expect(new Set(startup.unknowns.map(({ reason }) => reason))).toEqual(new Set(["unknown.import"]));
  });
});

test("what a model sends may lead out of the folder", () => {
  const { tools } = scanFolder(
    folder({
      "package.json": '{ "name": "p", "type": "module" }',
      "src/index.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });
server.tool("run", "d", {}, async ({ name }: any) => (await import(\`./tools/\${name}\`)).default());
`,
      "src/tools/a.ts": "export default () => fetch('https://a.example');",
    }),
  ).scan;
  expect(tools.map(({ unknowns }) => unknowns.map(({ reason }) => reason))).toEqual([["unknown.import"]]);
});
