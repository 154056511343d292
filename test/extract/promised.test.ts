import { expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

/** Steps that hand one object on, in which a step puts something for the next. */
const pipeline = (type: string, more = ""): Record<string, string> => ({
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
  "other.ts": `export const put = (context: any, kept: any) => { context.kept = kept; };`,
});

test("a member that somebody else puts there is what the declared type of what holds it says, where that is a package's", () => {
  expect(toolsOf(pipeline("CheerioAPI", `import type { CheerioAPI } from "cheerio";`))["t"]).toBe("unknown.call");
  expect(toolsOf(pipeline("Kept", `import type { Redis as Kept } from "ioredis";`))["t"]).toBe("net.connect {dynamic}, unknown.call");
  // What is unknown is the step that nobody sees.
  expect(toolsOf(pipeline("Store", "export interface Store { open(path: string): void }"))["t"]).toBe("unknown.call, unknown.call");
});

test("what the type says nothing of is not known", () => {
  expect(toolsOf(pipeline("any"))["t"]).toContain("unknown.call");
  expect(toolsOf(pipeline("(path: string) => void"))["t"]).toContain("unknown.call");
});

test("`JSON.stringify` calls no function that it makes a text of, but what such has to say of itself", () => {
  const fs = `import { unlinkSync } from "node:fs";`;
  expect(toolRunning(fs, `JSON.stringify(() => unlinkSync(a.path))`)).toBe("");
  expect(toolRunning(fs, `JSON.stringify({ toJSON() { unlinkSync(a.path); } })`)).toBe("fs.write.delete {param:path}");
  expect(toolRunning(fs, `JSON.stringify(a, (_key, one) => { unlinkSync(a.path); return one; })`)).toBe("fs.write.delete {param:path}");
});

test("what an heir hands to its base is known, whatever else it hands on", () => {
  const code = `import { tool } from "ai"; import { unlinkSync } from "node:fs";
class Base { constructor(readonly name: string, private readonly run: (path: string) => void) {} go(path: string) { this.run(path); } }
class Heir extends Base { constructor(name: string) { super(name, (path) => unlinkSync(path)); } }
export const toolOf = (made: Heir) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => made.go(a.path) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual(["fs.write.delete {param:path}"]);
});
