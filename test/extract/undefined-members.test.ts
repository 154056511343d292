import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const TYPES = "export interface Adapter { start(): void; onNotice?(text: string): boolean }";
const told = (
  more: string,
  files: Readonly<Record<string, string>> = {},
  cls = "class One implements Adapter { start() {} }",
): string | undefined =>
  toolsOf({
    "types.ts": TYPES,
    ...files,
    "t.ts": `import { tool } from "ai"; import { unlinkSync } from "node:fs"; import type { Adapter } from "./types";
const wipe = () => unlinkSync("/x");
${cls}
const all: Adapter[] = [new One()];
${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { for (const one of all) one.onNotice?.(a.text); } });`,
  })["t"];

describe("a method that an interface allows, and nothing in the sources has", () => {
  test("is not called", () => {
    expect(told("")).toBe("");
  });

  test("is not made by what is defined for a class of the platform", () => {
    expect(told("for (const key of Object.keys(process.env)) Object.defineProperty(AbortSignal.prototype, key, { value: wipe });")).toBe(
      "",
    );
  });

  test.each<[string, string, Readonly<Record<string, string>>?, string?]>([
    ["is assigned", "(all[0] as any).onNotice = wipe;"],
    ["is assigned to the prototype", "(One as any).prototype.onNotice = wipe;"],
    ["is defined", 'Object.defineProperty(One.prototype, "onNotice", { value: wipe });'],
    [
      "is defined by a name that is taken from a list",
      'for (const key of ["onNotice"]) Object.defineProperty(all[0], key, { value: wipe });',
    ],
    [
      "is defined by one that all objects have",
      "for (const key of Object.keys(process.env)) Object.defineProperty(Object.prototype, key, { value: wipe });",
    ],
    ["is defined by one on the prototype", 'for (const key of ["onNotice"]) Object.defineProperty(One.prototype, key, { value: wipe });'],
    ["is defined by one that is sent", "for (const key of Object.keys(process.env)) Object.defineProperty(all[0], key, { value: wipe });"],
    [
      "is defined by one, as something else says",
      "const define = (to: any, key: string, as: any) => Object.defineProperty(to, key, as); define(all[0], String(process.env.K), { value: wipe });",
    ],
    ["has its name in a constant", 'const KEY = "onNotice"; (all[0] as any)[KEY] = wipe;'],
    ["has a name that is made up", 'for (const of of ["Notice"]) (all[0] as any)[`on${of}`] = wipe;'],
    ["is mixed in", "function mix(to: any, from: any) { Object.assign(to, from); } mix(all[0], require('other'));"],
    ["is merged in by a package", 'import { merge } from "lodash"; merge(all[0], JSON.parse("{}"));'],
    ["is a member of some object", "const other = { onNotice: wipe }; for (const k in other) (all[0] as any)[k] = (other as any)[k];"],
    ["is another class's", "class Two extends One { onNotice() { wipe(); return true; } }"],
    ["is a file's", "", { "more.ts": 'import { all } from "./t"; export const onNotice = () => 1;' }],
    ["is given by a decorator", "", {}, "const deco = (c: any) => c; @deco class One implements Adapter { start() {} }"],
    [
      "has a computed name",
      "",
      {},
      "const K = String(process.env.K); class One implements Adapter { start() {} [K]() { unlinkSync('/x'); } }",
    ],
    [
      "is spread over the instance",
      "",
      {},
      "class One implements Adapter { constructor(o: any = {}) { Object.assign(this, o); } start() {} }",
    ],
    [
      "is another thing's that the constructor gives back",
      "",
      {},
      "class One implements Adapter { constructor(o?: any) { if (o) return o; } start() {} }",
    ],
    ["is a package's", "", {}, 'import { Base } from "other"; class One extends Base implements Adapter { start() {} }'],
  ])("may be called where it %s", (_, more, files, cls) => {
    expect(told(more, files, cls)).not.toBe("");
  });
});

test("an interface that only says how it is called is a function, and what it gives back is known", () => {
  const made = (type: string): string => `import { tool } from "ai"; import { unlinkSync } from "node:fs";
class Store { drop() { unlinkSync("/x"); } }
${type}
export const made = (open: Open) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => { (await open(a.name)).drop(); } });`;
  const told = [
    "interface Open { (name: string): Promise<Store> }",
    "type Open = { (name: string): Promise<Store>; (name: number): Promise<Store> };",
  ].map((type) => Object.values(toolsOf({ "t.ts": made(type) })));
  expect(told).toEqual([["fs.write.delete /x, unknown.call"], ["fs.write.delete /x, unknown.call"]]);
});

describe("a function that is known by its type alone", () => {
  test.each(["f(a.text)", "f.call(null, a.text)", "f.apply(null, [a.text])", "f.bind(null)(a.text)"])(
    "is not known, called in any way: %s",
    (call) => {
      const made = `import { tool } from "ai"; export const made = (f: (text: string) => void) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${call}; } });`;
      expect(Object.values(toolsOf({ "t.ts": made }))).toEqual(["unknown.call"]);
    },
  );
});
