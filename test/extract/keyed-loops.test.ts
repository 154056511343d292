import { expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

const TABLE = `import { readFileSync } from "node:fs"; import { execFile } from "node:child_process";
type Entry = { definition: () => { name: string; description: string; inputSchema: any }; execute?: (input: any) => Promise<any> };
const define = (name: string) => () => ({ name, description: "d", inputSchema: {} as any });
export const REGISTRY: Record<string, Entry> = {
  look: { definition: () => ({ name: "look", description: "d", inputSchema: {} as any }), execute: async (input) => fetch("https://x.test/" + input.q) },
  read: { definition: () => ({ name: "read", description: "d", inputSchema: {} as any }), execute: async (input) => readFileSync(input.path) },
  run: { definition: () => ({ name: "run", description: "d", inputSchema: {} as any }), execute: async (input) => execFile(input.cmd) },
};
`;
const LOOP = (taken: string, more = ""): string => `import { streamText } from "ai"; import { REGISTRY } from "./table.ts";
${more}
const run = (entry: any, input: any) => entry.execute(input);
export function build(names: string[], registry: typeof REGISTRY) {
  const tools: Record<string, any> = {};
  for (const name of names) {
    const entry = ${taken};
    if (!entry) continue;
    const definition = entry.definition();
    const tool: any = { description: definition.description, inputSchema: definition.inputSchema };
    if (entry.execute) tool.execute = async (input: any) => run(entry, input);
    tools[definition.name] = tool;
  }
  return tools;
}
export const answer = (names: string[]) => streamText({ model: {} as any, prompt: "x", tools: build(names, REGISTRY) });`;
const APART = { look: "net.connect https://x.test:443", read: "fs.read {param:path}", run: "exec.spawn {param:cmd}" };

test("what a loop takes out of a table by names that nobody knows is told apart by the table's", () => {
  for (const taken of ["registry[name]", "registry[name]!", "(registry as any)[name]"])
    expect(toolsOf({ "table.ts": TABLE, "loop.ts": LOOP(taken) }), taken).toEqual(APART);
  expect(
    toolsOf({
      "table.ts": `${TABLE}export const MAP = new Map(Object.entries(REGISTRY));`,
      "loop.ts": LOOP("MAP.get(name)").replace("{ REGISTRY }", "{ MAP, REGISTRY }"),
    }),
  ).toEqual(APART);
});

test("beside names that are known, too", () => {
  expect(toolsOf({ "table.ts": TABLE, "loop.ts": LOOP("registry[name]").replace("build(names,", `build(["look", ...names],`) })).toEqual(
    APART,
  );
});

test("a table that others fill is not taken for all that there is", () => {
  const more = `import { more } from "./more.ts"; for (const [key, one] of more()) REGISTRY[key] = one;`;
  const found = toolsOf({
    "table.ts": TABLE,
    "loop.ts": LOOP("registry[name]", more),
    "more.ts": `import { writeFileSync } from "node:fs"; import { readdirSync } from "node:fs";
export const more = () => readdirSync(".").map((key) => [key, { definition: () => ({ name: "other", description: "d", inputSchema: {} as any }), execute: async (input: any) => writeFileSync(input.to, "") }] as const);`,
  });
  expect(Object.values(found).join()).toContain("fs.write {param:to}");
});

test("what one turn of a loop leaves to the next is seen", () => {
  const carried = (body: string): string => `import { streamText } from "ai"; import { REGISTRY } from "./table.ts";
export function build(names: string[]) {
  const tools: Record<string, any> = {}; let before: any = null; const kept: any = {};
  for (const name of names) {
    const entry = REGISTRY[name];
    if (!entry) continue;
    ${body}
  }
  return tools;
}
export const answer = (names: string[]) => streamText({ model: {} as any, prompt: "x", tools: build(names) });`;
  const tool = (run: string): string =>
    `tools[entry.definition().name] = { description: "d", inputSchema: {}, execute: async (a: any) => ${run}?.(a) };`;
  for (const body of [`${tool("before")} before = entry.execute;`, `${tool("kept.run")} kept.run = entry.execute;`]) {
    const found = Object.values(toolsOf({ "table.ts": TABLE, "loop.ts": carried(body) }));
    expect(found.length, body).toBeGreaterThan(0);
    for (const one of found) expect(one, body).toContain("exec.spawn {param:cmd}");
  }
});

test("what a loop does, it does in turns that know of one another", () => {
  const steps = `import { execFile } from "node:child_process";
const steps: any = { open: (state: any) => { state.run = (a: string) => execFile(a); }, run: (state: any) => { state.run("/bin/ls"); } };`;
  expect(
    toolRunning(
      steps,
      `{ const state: any = { run: (a: string) => a }; for (const name of a.names) { const step = steps[name]; if (step) step(state); } }`,
    ),
  ).toContain("exec.spawn /bin/ls");
  expect(
    toolRunning(
      `import { execFile } from "node:child_process"; const table: any = { run: { run: (a: string) => execFile(a) }, none: { run: (a: string) => a } };`,
      `{ for (const name of a.names) { const entry = table[name]; if (!entry) continue; entry.run("/bin/ls"); } }`,
    ),
  ).toBe("exec.spawn /bin/ls");
});
