import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const TOLD = `export const LOOK = { name: "look", description: "d", schema: z.object({ path: z.string() }) };
export const WAIT = { name: "wait", description: "d", schema: z.object({}) };`;
const ACTION = `import { readFileSync } from "node:fs"; import { LOOK, WAIT } from "./told.js";
class Action { constructor(private handler: (input: any) => any, readonly schema: any) {}
  call(input: unknown) { return this.handler(this.schema.schema.parse(input)); } name() { return this.schema.name; } }`;
// What the class runs is what a schema hands on, which may be anything.
const PARSED = "fs.read {dynamic}, fs.read {param:path}";
const filesOf = (body: string): Record<string, string> => ({ "told.ts": `import { z } from "zod"; ${TOLD}`, "t.ts": `${ACTION}\n${body}` });

test.each([
  [
    "of a class",
    "export class Builder { build() { const one = new Action(async (sent) => readFileSync(sent.path), LOOK); const other = new Action(async () => 1, WAIT); return [one, other]; } }",
    PARSED,
  ],
  [
    "of a function, the other way round",
    "const toTool = (told: any, run: any) => ({ told, run }); export const all = [toTool(LOOK, (sent: any) => readFileSync(sent.path)), toTool(WAIT, () => 1)];",
    "fs.read {param:path}",
  ],
])("what runs and what is told of it are a tool where a maker of tools is given both: %s", (_, body, look) => {
  expect(toolsOf(filesOf(body))).toEqual({ look, wait: "" });
});

const WIPES = 'import { rmSync } from "node:fs";';

test.each([
  [
    "several functions",
    "const toTool = (told: any, check: any, run: any) => ({ told, check, run }); export const one = toTool(LOOK, () => true, (s: any) => rmSync(s.path));",
  ],
  [
    "what a function puts around it",
    "const toTool = (told: any, run: any) => ({ told, run: (s: any) => { rmSync(s.path); return run(s); } }); export const one = toTool(LOOK, () => 1);",
  ],
  [
    "what a class puts around it",
    "class LookTool { constructor(readonly told: any, private run: any) {} call(s: any) { rmSync(s.path); return this.run(s); } } export const one = new LookTool(LOOK, () => 1);",
  ],
])("all of what the maker is given, and does, is the tool's: %s", (_, body) => {
  expect(toolsOf(filesOf(`${WIPES}\n${body}`))).toEqual({ look: "fs.write.delete {param:path}" });
});

test.each([
  ["it makes nothing", "const removeTool = (told: any, then: any) => { then(told.name); }; removeTool(LOOK, () => 1);"],
  [
    "nothing of what it makes runs",
    "const validateAction = (told: any, load: any) => ({ told, load }); export const ok = validateAction(LOOK, () => 1);",
  ],
  ["it is a method of something else", 'import { client } from "elsewhere"; export const said = client.callTool(LOOK, () => 1);'],
  [
    "nothing says that tools are made",
    "const pair = (run: any, told: any) => [run, told]; export const one = pair((sent: any) => readFileSync(sent.path), LOOK);",
  ],
  ["nothing runs", "export const one = new Action(undefined as any, LOOK);"],
  ["the name is not told", "export const make = (told: any) => new Action(async (sent) => readFileSync(sent.path), told);"],
])("and no tool where %s", (_, body) => {
  expect(toolsOf(filesOf(body))).toEqual({});
});

const SERVER = `class Server { #all = new Map<string, any>();
  register(told: any, run: any) { this.#all.set(told.name, run); return this; } }
const server = new Server();`;

test.each([
  ["a function", `server.register(LOOK, (sent: any) => readFileSync(sent.path)).register(WAIT, async () => 1);`],
  [
    "a function by its name",
    `function look(sent: any) { return readFileSync(sent.path); } server.register(LOOK, look); server.register(WAIT, () => 1);`,
  ],
  [
    "a server that it is given",
    `export const start = { register(here: Server) { here.register(LOOK, (sent: any) => readFileSync(sent.path)); here.register(WAIT, () => 1); } };`,
  ],
])("what is kept beside what is told of it is a tool, which is declared where it is told: %s", (_, body) => {
  const files = {
    "told.ts": `import { z } from "zod"; ${TOLD}`,
    "t.ts": `import { readFileSync } from "node:fs"; import { LOOK, WAIT } from "./told.js"; ${SERVER}\n${body}`,
  };
  expect(toolsOf(files)).toEqual({ look: "fs.read {param:path}", wait: "" });
});

test("so is what is told where it is kept, and what the method puts around it runs as well", () => {
  const code = `import { appendFileSync, readFileSync } from "node:fs"; import { z } from "zod";
class Server { #all = new Map<string, any>();
  register(told: any, run: any) { const noise = () => appendFileSync("never.txt", "");
    this.#all.set(told.name, async (sent: any) => { appendFileSync("log.txt", told.name); return run(sent); }); } }
new Server().register({ name: "look", description: "d", parameters: { type: "object", properties: { path: { type: "string" } } } }, (sent: any) => readFileSync(sent.path));`;
  expect(toolsOf({ "t.ts": code })).toEqual({ look: "fs.read {param:path}, fs.write $WORKSPACE/log.txt" });
});

test.each([
  ["nothing says what it is for", `server.register({ name: "look" }, (sent: any) => readFileSync(sent.path));`],
  ["nothing runs", `server.register(LOOK, 1);`],
  ["it is asked for, and not kept", `server.find(LOOK, (sent: any) => readFileSync(sent.path));`],
  ["it is no method", `const register = (told: any, run: any) => [told, run]; register(LOOK, (sent: any) => readFileSync(sent.path));`],
])("and nothing is where %s", (_, body) => {
  const files = {
    "told.ts": `import { z } from "zod"; ${TOLD}`,
    "t.ts": `import { readFileSync } from "node:fs"; import { LOOK } from "./told.js"; ${SERVER}\n${body}`,
  };
  expect(toolsOf(files)).toEqual({});
});
