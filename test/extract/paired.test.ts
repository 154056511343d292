import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const TOLD = `export const LOOK = { name: "look", description: "d", schema: z.object({ path: z.string() }) };
export const WAIT = { name: "wait", description: "d", schema: z.object({}) };`;
const ACTION = `import { readFileSync } from "node:fs"; import { LOOK, WAIT } from "./told.js";
class Action { constructor(private handler: (input: any) => any, readonly schema: any) {}
  call(input: unknown) { return this.handler(this.schema.schema.parse(input)); } name() { return this.schema.name; } }`;
const BOTH = { look: "fs.read {param:path}", wait: "" };
const filesOf = (body: string): Record<string, string> => ({ "told.ts": `import { z } from "zod"; ${TOLD}`, "t.ts": `${ACTION}\n${body}` });

test.each([
  [
    "of a class",
    "export class Builder { build() { const one = new Action(async (sent) => readFileSync(sent.path), LOOK); const other = new Action(async () => 1, WAIT); return [one, other]; } }",
  ],
  [
    "of a function, the other way round",
    "const toTool = (told: any, run: any) => ({ told, run }); export const all = [toTool(LOOK, (sent: any) => readFileSync(sent.path)), toTool(WAIT, () => 1)];",
  ],
])("what runs and what is told of it are a tool where a maker of tools is given both: %s", (_, body) => {
  expect(toolsOf(filesOf(body))).toEqual(BOTH);
});

test.each([
  [
    "nothing says that tools are made",
    "const pair = (run: any, told: any) => [run, told]; export const one = pair((sent: any) => readFileSync(sent.path), LOOK);",
  ],
  ["nothing runs", "export const one = new Action(undefined as any, LOOK);"],
  ["the name is not told", "export const make = (told: any) => new Action(async (sent) => readFileSync(sent.path), told);"],
])("and no tool where %s", (_, body) => {
  expect(toolsOf(filesOf(body))).toEqual({});
});
