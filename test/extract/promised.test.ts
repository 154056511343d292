import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

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
  expect(toolsOf(pipeline("any"))["t"]).toBe("unknown.call, unknown.call");
  expect(toolsOf(pipeline("(path: string) => void"))["t"]).toBe("unknown.call, unknown.call");
});
