import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const STORE = `export class Store { put(a: string): void { void a; } get size(): number { return 0; } set last(a: string) { void a; } go(a: string) { this.put(a); } }`;
const KEPT = "put(a: string) { writeFileSync('/kept', a); }";

/** What a tool does that calls something of a `Store` that it is given, with some class built on that elsewhere. */
const using = (body: string, heirs: string, files: Record<string, string> = {}): string | undefined =>
  toolsOf({
    "store.ts": STORE,
    "kept.ts": `import { writeFileSync } from "node:fs"; import { Store } from "./store"; ${heirs}`,
    "tool.ts": `import { tool } from "ai"; import { Store } from "./store";
export const make = (store: Store) => ({ save: tool({ description: "d", inputSchema: {}, execute: async ({ a }: any) => { ${body} } }) });`,
    ...files,
  })["save"];

test.each([
  ["its method", "store.put(a)", `export class Kept extends Store { ${KEPT} }`],
  ["a method that the class calls of itself", "store.go(a)", `export class Kept extends Store { ${KEPT} }`],
  ["a method of an heir's heir", "store.put(a)", `class Mid extends Store {} export class Kept extends Mid { ${KEPT} }`],
  [
    "a field that holds a function",
    "store.put(a)",
    "export class Kept extends Store { put = (a: string) => { writeFileSync('/kept', a); } }",
  ],
  [
    "what its constructor sets",
    "store.put(a)",
    "export class Kept extends Store { constructor() { super(); this.put = (a) => { writeFileSync('/kept', a); }; } }",
  ],
  ["a getter", "return store.size", "export class Kept extends Store { get size() { writeFileSync('/kept', ''); return 1; } }"],
  ["a setter", "store.last = a", "export class Kept extends Store { set last(a: string) { writeFileSync('/kept', a); } }"],
  ["a method by a name that is computed", "(store as any)[a]()", `export class Kept extends Store { ${KEPT} }`],
  ["a method of a class that stands in a function", "store.put(a)", `export const make = () => class extends Store { ${KEPT} };`],
  [
    "a method of a class that only promises to be one",
    "store.put(a)",
    `export class Kept implements Store { size = 0; last = ""; go() {} ${KEPT} }`,
  ],
])("of an instance that is known by the type of its class, an heir may have %s", (_, body, heirs) => {
  expect(using(body, heirs)).toBe("fs.write /kept");
});

test.each([
  ["a name of its own", `import { Store as Base } from "./store"; export class Kept extends Base { ${KEPT} }`],
  ["a name that it is required by", `const { Store: Base } = require("./store"); export class Kept extends Base { ${KEPT} }`],
  ["a variable", `import { Store } from "./store"; const Base = Store; export class Kept extends Base { ${KEPT} }`],
  ["a whole module", `import * as all from "./store"; export class Kept extends all.Store { ${KEPT} }`],
  ["a default", `import Base from "./given"; export class Kept extends Base { ${KEPT} }`],
  ["a name that it is exported by", `import { Base } from "./given"; export class Kept extends Base { ${KEPT} }`],
])("an heir may know its class by %s", (_, text) => {
  const found = using("store.put(a)", "", {
    "kept.ts": `import { writeFileSync } from "node:fs"; ${text}`,
    "given.ts": 'export { Store as default, Store as Base } from "./store";',
  });
  expect(found).toBe("fs.write /kept");
});

test("what was made of the class itself is no heir, and neither is what has the method from it", () => {
  const made = (heirs: string, body: string): string | undefined => using(`${body}; void store`, heirs);
  expect(made(`export class Kept extends Store { ${KEPT} }`, "new Store().put(a)")).toBe("");
  expect(made(`export class Kept extends Store { other() { writeFileSync('/kept', ''); } }`, "store.put(a)")).toBe("");
  expect(made(`class Store2 { put() {} } export class Kept extends Store2 { ${KEPT} }`, "store.put(a)")).toBe("");
});

test("a method that an abstract class has is overridden as well", () => {
  const found = toolsOf({
    "a.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai";
export abstract class Base { go() {} abstract step(): void; } export class Kept extends Base { go() { writeFileSync("/kept", "x"); } step() {} }
export const mk = (b: Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async () => { b.go(); } }) });`,
  });
  expect(found["t"]).toBe("fs.write /kept");
});

test("an heir of what implements an interface is one as well", () => {
  const found = toolsOf({
    "a.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai";
export interface Saves { save(): void; } export class Plain implements Saves { save() {} } export class Kept extends Plain { save() { writeFileSync("/kept", "x"); } }
export const mk = (b: Saves) => ({ t: tool({ description: "d", inputSchema: {}, execute: async () => { b.save(); } }) });`,
  });
  expect(found["t"]).toBe("fs.write /kept");
});

test("of more heirs than anybody follows it is said that they are not", () => {
  const heirs = (count: number): string =>
    Array.from({ length: count }, (_, i) => `export class Kept${i} extends Store { put(a: string) { void a; } }`).join("\n");
  expect(using("store.put(a)", heirs(64))).toBe("");
  expect(using("store.put(a)", heirs(65))).toBe("unknown.abstract");
});

test("a tool that a class registers does what an heir has in the place of its helper", () => {
  const found = toolsOf({
    "base.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export class Base { register(server: McpServer) { server.tool("step", {}, async () => { this.step(); return { content: [] }; }); } step() {} }`,
    "kept.ts": `import { writeFileSync } from "node:fs"; import { Base } from "./base"; export class Kept extends Base { step() { writeFileSync("/kept", "x"); } }`,
  });
  expect(found["step"]).toBe("fs.write /kept");
});

const MID =
  "class Mid extends Store { put(a: string) { this.hook(a); } hook(a: string) { void a; } get size() { return this.width; } get width() { return 1; } }";

test.each([
  ["its method", "store.put(a)", "hook(a: string) { writeFileSync('/kept', a); }"],
  ["its getter", "return store.size", "get width() { writeFileSync('/kept', ''); return 1; }"],
])("an heir's heir has its own beneath %s", (_, body, own) => {
  expect(using(body, `${MID} export class Kept extends Mid { ${own} }`)).toBe("fs.write /kept");
});

test("however many classes are between", () => {
  const chain = Array.from({ length: 20 }, (_, i) => `class C${i} extends ${i === 0 ? "Store" : `C${i - 1}`} {}`).join(" ");
  expect(using("store.put(a)", `${chain} export class Kept extends C19 { ${KEPT} }`)).toBe("fs.write /kept");
});

test.each([
  [
    "a whole module that is handed on",
    { "all.ts": 'export * as all from "./store";' },
    'import { all } from "./all"; const { Store: Base } = all;',
  ],
  [
    "many modules",
    {
      "h0.ts": 'export { Store as Base } from "./store";',
      ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`h${i + 1}.ts`, `export * from "./h${i}";`])),
    },
    'import { Base } from "./h7";',
  ],
])("an heir may know its class through %s", (_, files: Record<string, string>, imports) => {
  const kept = `import { writeFileSync } from "node:fs"; ${imports} export class Kept extends Base { ${KEPT} }`;
  expect(using("store.put(a)", "", { ...files, "kept.ts": kept })).toBe("fs.write /kept");
});

test.each([
  ["what is made of it", "new C().put(a)", "put(a: string) { void a; }", KEPT],
  ["a static method", "C.put(a)", "static put(a: string) { void a; }", "static put(a: string) { writeFileSync('/kept', a); }"],
])("of a class that is known by its type, an heir has its own of %s", (_, body, own, heir) => {
  const found = toolsOf({
    "a.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai";
export class Base { ${own} } export class Kept extends Base { ${heir} }
export const mk = (C: typeof Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async ({ a }: any) => { ${body}; } }) });`,
  });
  expect(found["t"]).toBe("fs.write /kept");
});

test("whoever has what the class has not counts in whatever package, though another one has it as well", () => {
  const found = toolsOf({
    "package.json": '{ "name": "x", "workspaces": ["p/*"] }',
    "p/core/package.json": '{ "name": "core", "main": "index.ts" }',
    "p/core/index.ts": `import { tool } from "ai"; export class Base { id = 1; } export class Plain extends Base { go(a: string) { return a; } }
export const make = (base: Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async ({ a }: any) => (base as any).go(a) }) });`,
    "p/app/package.json": '{ "name": "app", "dependencies": { "core": "*" } }',
    "p/app/index.ts": `import { writeFileSync } from "node:fs"; import { Base } from "core"; export class Kept extends Base { go(a: string) { writeFileSync("/kept", a); } }`,
  });
  expect(found["t"]).toBe("fs.write /kept, unknown.call");
});

test("what an heir has takes nothing from what the class has, or is said to be given from elsewhere", () => {
  const files = (base: string, heir: string): string | undefined =>
    toolsOf({
      "a.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai";
export class Box { put(a: string) { writeFileSync("/kept", a); } } class Nul { put(a: string) { void a; } } export class Base { ${base} } export class Fake extends Base { ${heir} }
export const mk = (base: Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async ({ a }: any) => base.save(a) }) });`,
    })["t"];
  const load = "async load(): Promise<any> { return JSON.parse('{}'); }";
  expect(
    files(`${load} async save(a: string) { const box: Box = await this.load(); box.put(a); }`, "async load() { return new Nul(); }"),
  ).toBe("fs.write /kept");
  expect(
    files(
      `${load} async save(a: string) { use(await this.load(), a); }`,
      "async load() { return new Nul(); }".concat("} function use(box: Box, a: string) { box.put(a);"),
    ),
  ).toBe("fs.write /kept");
  expect(
    files(
      "client: any; constructor(o: any) { Object.assign(this, o); } save(a: string) { return this.client.put(a); }",
      "client = { put() {} };",
    ),
  ).toBe("unknown.call");
});

test("a class of another package is what the package that speaks of it builds on it, also an abstract one", () => {
  const found = toolsOf({
    "package.json": '{ "name": "x", "workspaces": ["p/*"] }',
    "p/core/package.json": '{ "name": "core", "main": "index.ts" }',
    "p/core/index.ts": "export abstract class Base { save(a: string) { void a; } abstract id(): string; }",
    "p/app/package.json": '{ "name": "app", "dependencies": { "core": "*" } }',
    "p/app/index.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai"; import { Base } from "core";
export class Kept extends Base { save(a: string) { writeFileSync("/kept", a); } id() { return ""; } }
export const make = (base: Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async ({ a }: any) => base.save(a) }) });`,
  });
  expect(found["t"]).toBe("fs.write /kept");
});
