import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

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

test("a name that is none of the table's takes nothing out of it", () => {
  const found = toolsOf({
    "table.ts": TABLE,
    "loop.ts": LOOP("registry[name]").replace(
      "if (!entry) continue;",
      `if (!entry) { tools.other = { description: "o", inputSchema: {}, execute: async (input: any) => fetch("https://other.test/" + name) }; continue; }`,
    ),
  });
  expect(found).toEqual({ ...APART, other: "net.connect https://other.test:443" });
});
