import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const types = "export interface Store { get(id: string): Promise<string>; }\n";
const tool = (imports: string): string =>
  `import { tool } from "ai";\nimport type { Store } from "./types.ts";\n${imports}class Service { constructor(private store: Store) {} run(id: string) { return this.store.get(id); } }\nexport const make = (store: Store) => { const service = new Service(store); return tool({ description: "d", inputSchema: {}, execute: async ({ id }) => service.run(id) }); };\n`;

/** What the one tool may do, and what is not known of it. */
function facts(files: Readonly<Record<string, string>>): { effects: string[]; unknowns: string[] } {
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', "types.ts": types, "t.ts": tool(""), ...files }));
  const [one] = scan.tools;
  return {
    effects: one?.effects.map((effect) => `${effect.capability} ${effect.resource}`) ?? [],
    unknowns: one?.unknowns.map((unknown) => unknown.reason) ?? [],
  };
}

test("an interface that nothing implements is not known", () => {
  expect(facts({})).toEqual({ effects: [], unknowns: ["unknown.call"] });
});

test.each([
  ["a function that promises it", 'export function view(): Store { return { get: async (id) => readFileSync(id, "utf8") }; }'],
  ["an arrow that promises it", 'export const view = (): Store => ({ get: async (id) => readFileSync(id, "utf8") });'],
  [
    "one branch of several",
    'export async function view(x: boolean): Promise<Store> { if (x) { return { get: async (id) => readFileSync(id, "utf8") }; } throw new Error(); }',
  ],
  ["a method", 'export class Maker { view(): Store { return { get: async (id) => readFileSync(id, "utf8") }; } }'],
  ["a variable of the type", 'export const view: Store = { async get(id) { return readFileSync(id, "utf8"); } };'],
])("object literals implement it: %s", (_name, code) => {
  expect(facts({ "s.ts": `import { readFileSync } from "node:fs";\nimport type { Store } from "./types.ts";\n${code}\n` })).toEqual({
    effects: ["fs.read {param:id}"],
    unknowns: [],
  });
});

test("another type of the same name does not", () => {
  const code =
    'import { readFileSync } from "node:fs";\ninterface Store { get(id: string): string }\nexport const view: Store = { get: (id) => readFileSync(id, "utf8") };\n';
  expect(facts({ "s.ts": code })).toEqual({ effects: [], unknowns: ["unknown.call"] });
});
