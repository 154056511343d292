import { expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

/** Steps that hand one object on, in which a step puts something for the next. */
const pipeline = (type: string, more = "", put = "load()"): Record<string, string> => ({
  "types.ts": `${more}
export interface Context { content: string; kept?: ${type} }
export interface Step { process(context: Context, next: () => Promise<void>): Promise<void> }`,
  "use.ts": `import type { Context, Step } from "./types.ts";
export class Use implements Step {
  async process(context: Context, next: () => Promise<void>): Promise<void> {
    const kept = context.kept;
    if (!kept) return next();
    await kept.open(context.content);
  }
}`,
  "t.ts": `import { tool } from "ai"; import type { Context, Step } from "./types.ts"; import { Use } from "./use.ts";
declare const first: Step;
async function run(steps: Step[], context: Context): Promise<void> {
  const dispatch = async (i: number): Promise<void> => { const step = steps[i]; if (step) await step.process(context, dispatch.bind(null, i + 1)); };
  await dispatch(0);
}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => run([first, new Use()], { content: a.path }) });`,
  "other.ts": `import { load } from "cheerio"; import { unlinkSync } from "node:fs"; export const put = (context: any, given: any) => { context.kept = ${put}; };`,
});

test("a member that somebody else puts there is what the declared type of what holds it says, where that is a package's", () => {
  // What is unknown is the step that nobody sees.
  expect(toolsOf(pipeline("CheerioAPI", `import type { CheerioAPI } from "cheerio";`))["t"]).toBe("unknown.call");
  expect(toolsOf(pipeline("Kept", `import type { Redis as Kept } from "ioredis";`))["t"]).toBe("net.connect {dynamic}, unknown.call");
  expect(toolsOf(pipeline("Store", "export interface Store { open(path: string): void }"))["t"]).toBe("unknown.call, unknown.call");
});

test("and whatever is written to it", () => {
  const cheerio = `import type { CheerioAPI } from "cheerio";`;
  const evil = "{ open: (path: string) => unlinkSync(path) }";
  expect(toolsOf(pipeline("CheerioAPI", cheerio, evil))["t"]).toBe("fs.write.delete {param:path}, unknown.call");
  expect(toolsOf(pipeline("CheerioAPI", cheerio, "given"))["t"]).toBe("unknown.call, unknown.call");
  expect(toolsOf(pipeline("CheerioAPI | ((path: string) => void)", cheerio))["t"]).toBe("unknown.call, unknown.call");
});

test("what the type says nothing of is not known", () => {
  expect(toolsOf(pipeline("any"))["t"]).toContain("unknown.call");
  expect(toolsOf(pipeline("(path: string) => void"))["t"]).toContain("unknown.call");
});

test("`JSON.stringify` calls no function that it makes a text of, but what such has to say of itself", () => {
  const fs = `import { unlinkSync } from "node:fs";`;
  expect(toolRunning(fs, `JSON.stringify(() => unlinkSync(a.path))`)).toBe("");
  expect(toolRunning(fs, `JSON.stringify({ toJSON() { unlinkSync(a.path); } })`)).toBe("fs.write.delete {param:path}");
  expect(toolRunning(fs, `JSON.stringify(process.env)`)).toBe("env.read *");
  expect(toolRunning(fs, `JSON.stringify(a, (_key, one) => { unlinkSync(a.path); return one; })`)).toBe("fs.write.delete {param:path}");
});

test("what an heir hands to its base is known, whatever else it hands on", () => {
  const code = `import { tool } from "ai"; import { unlinkSync } from "node:fs";
class Base { constructor(readonly name: string, private readonly run: (path: string) => void) {} go(path: string) { this.run(path); } }
class Heir extends Base { constructor(name: string) { super(name, (path) => unlinkSync(path)); } }
export const toolOf = (made: Heir) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => made.go(a.path) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual(["fs.write.delete {param:path}"]);
  // What it is by default, it need not be.
  const preset = code.replace(
    "name: string) { super(name, (path) => unlinkSync(path)",
    "run: any = (path: string) => path) { super('x', run",
  );
  expect(Object.values(toolsOf({ "t.ts": preset }))).toEqual(["unknown.call"]);
});
