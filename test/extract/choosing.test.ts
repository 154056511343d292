import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const IMPORTS = `import Anthropic from "@anthropic-ai/sdk"; import { execSync } from "node:child_process"; import { writeFileSync } from "node:fs";
const client = new Anthropic();
const input_schema = { type: "object" as const };
const tools = [{ name: "bash", description: "runs", input_schema }, { name: "note", description: "keeps", input_schema }];
`;

describe("an agent's loop that asks a model and runs what it asks for", () => {
  test.each([
    [
      "in a function",
      `async function turn(messages: any[]): Promise<any> {
  const response = await client.messages.create({ model: "m", max_tokens: 1, messages, tools });
  for (const block of response.content) {
    if (block.type === "tool_use" && block.name === "bash") { const { command } = block.input as any; execSync(command); }
    if (block.type === "tool_use" && block.name === "note") { writeFileSync("/notes", block.input.text); }
  }
}
turn([]);`,
    ],
    [
      "at the top of a file",
      `while (true) {
  const response = await client.messages.create({ model: "m", max_tokens: 1, messages: [], tools });
  for (const block of response.content as any[]) {
    switch (block.name) {
      case "bash": execSync(block.input.command); break;
      case "note": writeFileSync("/notes", block.input.text); break;
    }
  }
}`,
    ],
  ])("is what a tool runs, but for the question: %s", (_, code) => {
    expect(toolsOf({ "agent.ts": IMPORTS + code })).toEqual({
      bash: "exec.shell {param:command}",
      note: "fs.write /notes",
    });
  });

  const RUNS = "const runs = new Map<string, any>([['bash', (a: any) => execSync(a.command)]]);";

  test.each([
    ["a case that falls through", 'switch (block.name) { case "bash": out = "x"; case "note": execSync(block.input.command); break; }'],
    ["a branch for every other name", 'if (block.name !== "bash") continue; execSync(block.input.command);'],
    ["two branches", 'if (block.name === "bash") console.log("runs"); if (block.name === "bash") execSync(block.input.command);'],
    [
      "a condition",
      'if (block.name === "bash") console.log("runs"); out = block.name === "bash" ? String(execSync(block.input.command)) : "";',
    ],
    [
      "one of two names",
      'if (block.name === "bash") console.log("runs"); if (block.name === "bash" || block.name === "sh") execSync(block.input.command);',
    ],
    [
      "what a branch sets",
      'let c; switch (block.name) { case "bash": c = String(block.input.command); break; } if (c) { const full = c; execSync(full); }',
    ],
    [
      "what a branch keeps",
      'if (block.name === "bash") { kept.push(block.input.command); continue; } } for (const c of kept) { execSync(c);',
    ],
    ["what was made before", 'const done = execSync(block.input.command); if (block.name === "bash") kept.push(done.toString());'],
    [
      "what is asked for first",
      'if (block.name === "bash" && !confirm(block.input)) { kept.push("denied"); continue; } runs.get(block.name)!(block.input);',
    ],
  ])("all that code runs for a name is its: %s", (_, code) => {
    const loop = `${RUNS} declare function confirm(a: any): boolean;
export async function turn() {
  const kept: string[] = []; let out = "";
  const response = await client.messages.create({ model: "m", max_tokens: 1, messages: [], tools: [tools[0]] });
  for (const block of response.content as any[]) { ${code} }
}`;
    expect(toolsOf({ "agent.ts": IMPORTS + loop })["bash"]).toMatch(/exec\.shell \{param:command\}/u);
  });

  test("an answer of the program's own is no question to a model", () => {
    const code = `const run = async (block: any) => { execSync(block.input.command); return { toolName: block.name }; };
export async function turn(blocks: any[]) { const result = await run(blocks[0]); if (result.toolName === "bash") console.log("ran"); }`;
    expect(toolsOf({ "agent.ts": IMPORTS + code })["bash"]).toMatch(/exec\.shell/u);
  });

  test.each([
    ["runs what it is handed", "await client.beta.run({ tools, onCall: (one: any) => { execSync(one.cmd); return one; } } as any)"],
    ["runs a program", 'JSON.parse((await execa("next-job", [])).stdout)'],
    ["is of a package that nobody knows", "await queue.next()"],
  ])("a call that %s is no question alone", (_, asked) => {
    const code = `import { execa } from "execa"; import queue from "some-queue"; ${IMPORTS}
export async function turn() { const job: any = ${asked}; if (job.name === "bash") console.log("ran"); }`;
    expect(toolsOf({ "agent.ts": code })["bash"]).toMatch(/exec\.|unknown\.package:some-queue/u);
  });

  test("what a function does that is handed the call is a tool's", () => {
    const code = `export async function handle(block: any) {
  writeFileSync("/log", "x");
  if (block.name === "bash") return execSync(block.input.command);
}`;
    expect(toolsOf({ "agent.ts": IMPORTS + code })).toEqual({
      bash: "exec.shell {param:command}, fs.write /log",
    });
  });
});

describe("a call that is found among those that a model asks for", () => {
  const TOOLS = `import { ChatOpenAI } from "@langchain/openai"; import { readFileSync, rmSync } from "node:fs";
const llm = new ChatOpenAI({ model: "m" });
const tools = [{ name: "look", description: "d", schema: {} }, { name: "drop", description: "d", schema: {} }];
`;

  test.each([
    [
      "by a predicate that is made for its name",
      `const named = (name: string) => (call: { name: string }) => call.name === name;
export async function node(state: any) {
  const message = await llm.bindTools(tools).invoke(state.messages);
  const looks = message.tool_calls?.find(named("look"));
  const drops = message.tool_calls?.find(named("drop"));
  if (looks) readFileSync(looks.args.path);
  if (drops && state.ok) rmSync(drops.args.path);
}`,
    ],
    [
      "by a comparison",
      `export async function node(state: any) {
  const message = await llm.bindTools(tools).invoke(state.messages);
  const looks = message.tool_calls.find((call) => call.name === "look");
  if (looks) { readFileSync(looks.args.path); }
  const drops = message.tool_calls.find((call) => call.name === "drop");
  if (drops) { rmSync(drops.args.path); }
}`,
    ],
  ])("is done by what stands behind the test of it: %s", (_, code) => {
    expect(toolsOf({ "node.ts": TOOLS + code })).toEqual({ drop: "fs.write.delete {param:path}", look: "fs.read {param:path}" });
  });

  test("by the name that its own declaration has", () => {
    const code = `import { readFileSync } from "node:fs";
const declaration = { name: "look", description: "d", parameters: { type: "OBJECT" } };
export const config = { tools: [{ functionDeclarations: [declaration] }] };
export const onToolCall = (message: any) => {
  const call = message.functionCalls.find((one: any) => one.name === declaration.name);
  if (call) readFileSync(call.args.path);
};`;
    expect(toolsOf({ "live.ts": code })).toEqual({ look: "fs.read {param:path}" });
  });

  test("what is found in another list is no call of a tool", () => {
    const code = `export const node = (users: any[]) => { const one = users.find((u) => u.name === "look"); if (one) readFileSync("/x"); };`;
    expect(toolsOf({ "node.ts": TOOLS + code })).toEqual({});
  });
});

test("Bedrock's descriptions, and a handler that several of them share", () => {
  const code = `import { readFileSync } from "node:fs";
export const config = [
  { toolSpec: { name: "weather", description: "d", inputSchema: { json: { type: "object" } } } },
  { toolSpec: { name: "orders", description: "d", inputSchema: { json: { type: "object" } } } },
];
export async function handler(response: any) {
  for (const block of response.content) {
    if ("toolUse" in block) {
      const use = block.toolUse;
      const toolUseName = use.name;
      if (toolUseName === "weather") await fetch("https://weather.example");
      else if (toolUseName === "orders") readFileSync("/orders");
    }
  }
}`;
  expect(toolsOf({ "t.ts": code })).toEqual({ orders: "fs.read /orders", weather: "net.connect https://weather.example:443" });
});

describe("a definition that says by a function what it is for", () => {
  test.each([
    ["`toolSpec`", `toolSpec: async () => ({ name, description: "d", inputSchema: { json: {} } }),`],
    ["`getToolDescription`", `getToolDescription: () => "d",`],
  ])("%s", (_, says) => {
    const code = `import { z } from "zod"; import { rmSync } from "node:fs";
const name = "drop"; const schema = z.object({ path: z.string() });
export const dropTool: ToolDefinition = { name, schema, ${says} handler: async ({ path }: { path: string }) => rmSync(path) };`;
    expect(toolsOf({ "t.ts": code })).toEqual({ drop: "fs.write.delete {param:path}" });
  });
});

test("what looks for the calls of a tool that is known is no other tool", () => {
  const known = `import { tool } from "ai"; import { rmSync } from "node:fs"; import { z } from "zod";
export const drop = tool({ name: "drop", description: "d", inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => rmSync(path) } as any);`;
  const told = `import { readFileSync } from "node:fs";
const declaration = { name: "drop", description: "d", parameters: { type: "OBJECT" } };
export const config = { tools: [{ functionDeclarations: [declaration] }] };
export const report = (message: any) => {
  const call = message.functionCalls.find((one: any) => one.name === declaration.name);
  if (call) readFileSync("/seen");
  for (const one of message.calls) if (one.ok && one.name === "drop") readFileSync("/seen");
};`;
  expect(toolsOf({ "known.ts": known, "told.ts": told })).toEqual({ drop: "fs.write.delete {param:path}" });
});

test("objects with a name, a description and a schema are no tools where no model is told of them", () => {
  const code = `import { execSync } from "node:child_process";
const all = [{ name: "users", description: "d", schema: {} }, { name: "clean", description: "d", parameters: [] }];
export const go = (one: any) => { if (one.name === "users") execSync("reindex users"); };
for (const option of all) if (option.name === "clean" && process.argv.includes("--clean")) execSync("rm -rf dist");`;
  expect(toolsOf({ "t.ts": code })).toEqual({});
});
