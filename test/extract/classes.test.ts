import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const READS = { look: "fs.read {param:path}" };

test("a class that builds on nothing is a tool by all that it tells, and not by its name", () => {
  const look = (schema: string): string =>
    `import { readFileSync } from "node:fs"; export class LookTool { name = "look"; description = "Looks"; schema = ${schema}; exec(a: any) { return readFileSync(a.path); } }`;
  expect(toolsOf({ "t.ts": look(`{ type: "object", properties: {} }`) })).toEqual(READS);
  expect(toolsOf({ "t.ts": look(`"public"`) })).toEqual({});
});

test.each([
  ["a text", `schema = "public";`],
  ["a list", `parameters = ["--fix"];`],
  ["arguments of a program", `args = { type: "object" };`],
])("nor by a schema that is %s", (_, field) => {
  const text = `import { readFileSync } from "node:fs"; export class LookTool { name = "look"; description = "Looks"; ${field} run(a: any) { return readFileSync(a.path); } }`;
  expect(toolsOf({ "t.ts": text })).toEqual({});
});

test("an abstract member is what heirs have", () => {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { rmSync } from "node:fs";
type Step = { run: () => void };
abstract class Plan { protected abstract steps: Step[]; go() { for (const step of this.steps) step.run(); } }
export class Wipe extends Plan { protected steps: Step[] = [{ run: () => rmSync("/srv/x") }]; }
// Who finds it is not seen.
declare function find(name: string): Plan;
new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => { const plan: Plan = find("wipe"); plan.go(); });`;
  expect(toolsOf({ "t.ts": text })).toEqual({ t: "fs.write.delete /srv/x, unknown.call" });
});

test("a list that a class is given, and of which only an empty one is seen, may have what it is said to be a list of", () => {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { rmSync } from "node:fs";
interface Check { check(): void }
class Wiping implements Check { check() { rmSync("/srv/x"); } }
class All implements Check { constructor(private readonly checks: Check[]) {} check() { for (const one of this.checks) one.check(); } }
const none = (): Check[] => [];
const all = new All(none());
new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => { all.check(); });`;
  expect(toolsOf({ "t.ts": text })).toEqual({ t: "fs.write.delete /srv/x" });
});

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";`;

test("a class is made by those who import it through another module", () => {
  const files = {
    "pool/pool.ts": `export class Pool { constructor(private readonly make: () => void) {} take() { this.make(); } }`,
    "pool/index.ts": `export { Pool } from "./pool.js";`,
    "server.ts": `${SERVER} import type { Pool } from "./pool/index.js";
      export function serve(pool: Pool) { new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => { pool.take(); }); }`,
    "main.ts": `import { Pool } from "./pool/index.js"; import { rmSync } from "node:fs"; import { serve } from "./server.js";
      const start = (run: (pool: Pool) => void) => run(new Pool(() => rmSync("/srv/x"))); start((pool) => serve(pool));`,
  };
  expect(toolsOf(files)).toEqual({ t: "fs.write.delete /srv/x" });
});

test("a method is called by those who know what its class promises alone", () => {
  const files = {
    "events.ts": `export interface Events { whenWoken(f: () => void): void; wake(): void }`,
    "simple.ts": `import type { Events } from "./events.js";
      export class Simple implements Events { private readonly all = new Set<() => void>(); whenWoken(f: () => void) { this.all.add(f); } wake() { for (const f of this.all) f(); } }`,
    "alarm.ts": `import { rmSync } from "node:fs"; import type { Events } from "./events.js";
      export class Alarm { constructor(events: Events) { events.whenWoken(() => rmSync("/srv/x")); } }`,
    "t.ts": `${SERVER} import { Simple } from "./simple.js"; import { Alarm } from "./alarm.js"; const events = new Simple(); new Alarm(events);
      new McpServer({ name: "s", version: "1" }).registerTool("t", {}, async () => { events.wake(); });`,
  };
  expect(toolsOf(files)).toEqual({ t: "fs.write.delete /srv/x" });
});

test("what a tool of Mastra's is handed beside what the model sends is looked up in", () => {
  const text = `import { createTool } from "@mastra/core"; import { rmSync } from "node:fs";
export const t = createTool({ id: "t", description: "d", inputSchema: {} as any, execute: async ({ context, runtimeContext }) => { rmSync(String(runtimeContext?.get("folder"))); } });`;
  expect(toolsOf({ "t.ts": text })["t"]).not.toContain("unknown.call");
});

const BASE = `import { writeFileSync } from "node:fs";
export class Base { constructor(private readonly config: { path: string; run?: any }) {}
  save(text: string) { writeFileSync(this.config.path, text); this.config.run?.(text); } }`;

test("a class is a tool by the name that it hands the constructor above it in a configuration", () => {
  const own = `import { BaseTool } from "./base.js"; import { readFileSync } from "node:fs";
export class LookTool extends BaseTool { constructor() { super({ name: "look", description: "Looks" }); } async runAsync(a: any) { return readFileSync(a.path); } }`;
  const base = `export abstract class BaseTool { name: string; description: string; constructor(config: { name: string; description: string }) { this.name = config.name; this.description = config.description; } }`;
  expect(toolsOf({ "base.ts": base, "look.ts": own })).toEqual(READS);
});

test.each([
  ["which is its own where it is written out", `constructor() { super({ path: "/srv/a.txt" }); }`, "fs.write /srv/a.txt"],
  [
    "with code in it that may do what it is given does",
    `constructor(o: any) { super({ path: "/srv/a.txt", run: (text: string) => o.go(text) }); }`,
    "fs.write /srv/a.txt, unknown.call",
  ],
  ["which is not where it is given it", `constructor(path: string) { super({ path }); }`, "fs.write {dynamic}, unknown.type"],
  [
    "nor where it is put together",
    `constructor(more: any) { const all = { path: "/srv/a.txt", ...more }; super(all); }`,
    "fs.write {dynamic}, unknown.type",
  ],
])("what an heir of which only the type is seen hands the constructor above it, %s", (_, made, expected) => {
  const server = `${SERVER} import { z } from "zod"; import { Base } from "./base.js"; export class Heir extends Base { ${made} }
export const register = (heir: Heir) => new McpServer({ name: "s", version: "1" }).registerTool("t", { inputSchema: { t: z.string() } }, async ({ t }) => heir.save(t));`;
  expect(toolsOf({ "base.ts": BASE, "server.ts": server })).toEqual({ t: expected });
});

const STATIC_BASE = `export abstract class BaseTool {
  static definition(): any { throw new Error("not implemented"); }
  static async callback(_args: any): Promise<any> { throw new Error("not implemented"); }
}`;
test.each<[string, string, string]>([
  [
    "a method that tells",
    `static definition() { return { type: "function", function: { name: "look", description: "d", parameters: {} } }; }`,
    "look",
  ],
  ["a method that tells the name itself", `static getDefinition() { return { name: "peek", description: "d", parameters: {} }; }`, "peek"],
  ["a field", `static schema = { name: "glance", description: "d", parameters: {} };`, "glance"],
])("a class that is a tool without an instance is told by its statics: %s", (_, told, name) => {
  const look = `import { BaseTool } from "./base.js"; import { writeFile } from "node:fs/promises";
export class Look extends BaseTool { ${told} static override async callback(args: any) { await writeFile("/srv/x", args.text); } }`;
  expect(toolsOf({ "base.ts": STATIC_BASE, "look.ts": look })).toEqual({ [name]: "fs.write /srv/x" });
});

test("a class of which instances are made is told by those, also by what a method hands out", () => {
  const look = `import { BaseTool } from "./base.js"; import { writeFile } from "node:fs/promises";
export class Look extends BaseTool { getDefinition() { return { name: "look", description: "d", parameters: {} }; } async execute(args: any) { await writeFile("/srv/x", args.text); } }`;
  expect(toolsOf({ "base.ts": STATIC_BASE, "look.ts": look })).toEqual({ look: "fs.write /srv/x" });
});

test("what a static is called as a function names no tool", () => {
  const look = `import { BaseTool } from "./base.js"; import { writeFile } from "node:fs/promises";
export class Look extends BaseTool { static definition() { return { title: "look" }; } static override async callback() { await writeFile("/srv/x", ""); } }`;
  expect(toolsOf({ "base.ts": STATIC_BASE, "look.ts": look })).toEqual({});
});

test("a class of which instances of several names are made is a tool by each", () => {
  const look = `import { BaseTool } from "./base.js"; import { writeFile } from "node:fs/promises";
export class Look extends BaseTool { constructor(public name: string) { super(); } async execute(args: any) { await writeFile("/srv/x", args.text); } }
export const look = new Look("look");`;
  const other = `import { Look } from "./look.js"; export const other = new Look("other");`;
  const written = "fs.write /srv/x";
  expect(toolsOf({ "base.ts": STATIC_BASE, "look.ts": look, "other.ts": other })).toEqual({ look: written, other: written });
});

test.each([
  ["a configuration", `static config = { name: "client" }; static async call() { await writeFile("/srv/x", ""); }`],
  ["a schema of data", `getSchema() { return { name: "users", columns: [] }; } async run() { await writeFile("/srv/x", ""); }`],
])("what has a name and no description is told to no model: %s", (_, members) => {
  const look = `import { BaseTool } from "./base.js"; import { writeFile } from "node:fs/promises"; export class Look extends BaseTool { ${members} }`;
  expect(toolsOf({ "base.ts": `export abstract class BaseTool {}`, "look.ts": look })).toEqual({});
});
