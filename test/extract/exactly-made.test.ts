import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const program = (base: string, more: Readonly<Record<string, string>> = {}, start = ""): Record<string, string> => ({
  "tools/base.ts": `import { rmSync } from "node:fs"; ${base}`,
  "tools/a.ts": `import { Base } from "./base.ts"; import { readFileSync } from "node:fs";
export class A extends Base { name = "a"; async act() { return readFileSync("/srv/a"); } }`,
  "tools/b.ts": `import { Base } from "./base.ts"; import { writeFileSync } from "node:fs";
export class B extends Base { name = "b"; async act() { writeFileSync("/srv/b", ""); } }`,
  "tools/load.ts": `import { readdirSync } from "node:fs"; import type { Base } from "./base.ts";
export async function load(): Promise<Base[]> {
  const out: Base[] = [];
  for (const file of readdirSync(import.meta.dirname)) {
    const module = await import(\`./\${file}\`);
    for (const key of Object.keys(module)) { const One = module[key]; if (One.prototype) out.push(new One()); }
  }
  return out;
}`,
  "server.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { load } from "./tools/load.ts"; import type { Base } from "./tools/base.ts"; ${start}
let tools: Base[] = [];
export async function start(server: Server) {
  tools = await load();
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.map(({ name }) => ({ name })) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => tools.find((one) => one.name === params.name)!.run(params.arguments));
}`,
  ...more,
});
const BASE =
  "export abstract class Base { abstract name: string; abstract act(): Promise<unknown>; async run(sent: any) { return this.act(); } }";

test("the abstract class that stands in the folder of its tools is none of them, and does not what each of them does", () => {
  expect(toolsOf(program(BASE))).toEqual({ a: "fs.read /srv/a", b: "fs.write /srv/b" });
});

test("what it has of its own is its own: a tool of its name, and what code gives it", () => {
  const named =
    'export abstract class Base { name = "base"; abstract act(): Promise<unknown>; async run(sent: any) { rmSync("/srv/c"); } }';
  expect(toolsOf(program(named))["base"]).toBe("fs.write.delete /srv/c");
  const given = {
    "give.ts": `import { rmSync } from "node:fs"; import { Base } from "./tools/base.ts"; (Base.prototype as any).act = async () => rmSync("/srv/d");`,
  };
  const own = BASE.replace("abstract name: string;", 'name = "base";');
  expect(toolsOf(program(own, given, 'import "./give.ts";'))["base"]).toMatch(/fs\.write\.delete \/srv\/d|unknown/u);
});

test("where one that is built on it is not among them, it may be that one", () => {
  const other = {
    "other.ts": `import { Base } from "./tools/base.ts"; import { rmSync } from "node:fs"; export class Other extends Base { name = "a"; async act() { rmSync("/srv/e"); } }`,
  };
  expect(toolsOf(program(BASE, other))["a"]).toContain("/srv/e");
});
