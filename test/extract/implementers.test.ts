import { describe, expect, test } from "vitest";
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

test.each([
  ["an object type", "{ get(id: string): Promise<string> }"],
  ["one of which nothing is assigned", "Readonly<{ get(id: string): Promise<string> }>"],
])("a class implements what an alias stands for: %s", (_name, type) => {
  const code = 'export class Files implements Store { async get(id: string) { return readFileSync(id, "utf8"); } }';
  const files = {
    "types.ts": `export type Store = ${type};\n`,
    "s.ts": `import { readFileSync } from "node:fs";\nimport type { Store } from "./types.ts";\n${code}\n`,
  };
  expect(facts(files)).toEqual({ effects: ["fs.read {param:id}"], unknowns: [] });
  expect(facts({ ...files, "s.ts": files["s.ts"].replace(" implements Store", "") }).unknowns).toEqual(["unknown.call"]);
});

test("another type of the same name does not", () => {
  const code =
    'import { readFileSync } from "node:fs";\ninterface Store { get(id: string): string }\nexport const view: Store = { get: (id) => readFileSync(id, "utf8") };\n';
  expect(facts({ "s.ts": code })).toEqual({ effects: [], unknowns: ["unknown.call"] });
});

describe("what is expected of a function types the parameters that say nothing", () => {
  const HEAD = `import fs from "node:fs";
class Store { save(p: string) { fs.writeFileSync(p, ""); } note(t: string) { return t; } }
interface Context { store: Store; nested: { store?: Store }; log(t: string): void }
type Handler<A> = (args: A, context: Context) => Promise<unknown>;
interface Definition { name: string; description: string; inputSchema: object; handler: Handler<any> }
`;
  const capabilities = (source: string): string[] => {
    const root = folder({ "package.json": `{ "name": "x" }`, "index.ts": HEAD + source });
    return scanFolder(root).scan.tools.flatMap(({ effects, unknowns }) => [
      ...effects.map(({ capability }) => capability),
      ...unknowns.map(({ reason }) => reason),
    ]);
  };
  const object = (parameters: string, body: string): string =>
    `{ name: "t", description: "d", inputSchema: {}, handler: async (${parameters}) => { ${body} } }`;
  test.each<[string, string]>([
    ["a variable's type", `export const t: Definition = ${object("args, context", "context.store.save(args.p)")};`],
    [
      "an argument's",
      `function define(d: Definition) { return d; } export const t = define(${object("args, { store }", "store.save(args.p)")});`,
    ],
    [
      "the result of an argument",
      `function lazy(make: (env: object) => Definition) { return make; } export const t = lazy((env) => { return ${object("args, context", "context.store.save(args.p)")}; });`,
    ],
    ["a list's", `export const t = [${object("args, context", "context.nested.store?.save(args.p)")}] satisfies Definition[];`],
    ["a function's result", `export const t = (): Definition => (${object("args, context", "context.store.save(args.p)")});`],
    ["a class's field", `export class K { t: Definition = ${object("args, context", "context.store.save(args.p)")}; }`],
  ])("%s", (_, source) => {
    expect(capabilities(source)).toEqual(["fs.write"]);
  });

  test("what is no service stays what a framework hands over", () => {
    const body = (call: string): string => `export const t: Definition = ${object("args, context", call)};`;
    expect(capabilities(body(`context.log("x")`))).toEqual([]);
    expect(capabilities(body(`(context as any).other.run("x")`))).toEqual(["unknown.call"]);
    expect(capabilities(body(`context.store.note("x")`))).toEqual([]);
  });
});
