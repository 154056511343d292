import { describe, expect, test } from "vitest";
import { parentsIn } from "../../src/host/class-heads.ts";
import { toolsOf } from "../support/tools.ts";

describe("what the classes of a text build on", () => {
  test.each<[string, string, string[]]>([
    ["classes and interfaces", "class A extends B implements C, D.E {}", ["B", "implements", "C", "D", "E"]],
    ["not what bounds type parameters", "class A<T extends B> extends C {}", ["C"]],
    ["nothing", "class F {} const g = { class: 1 }; <div class='h'/>", []],
    ["without a body", "class A extends B", ["B"]],
    ["a class without a name", "export default class extends B {}", ["B"]],
    ["braces in types", "class J<K extends { l: M<() => N> }> extends O<{ p: 1 }> implements Q {}", ["O", "p", "1", "implements", "Q"]],
    ["prose", "the class for what extends R {", []],
    ["behind a comparison", "class A extends mix(a < b) {} class B extends Base {}", ["mix", "a", "b", "Base"]],
    ["letters that are numbers", "class K\\u0065pt extends St\\u006fre {} class L extends \\u{42}ase {}", ["Store", "Base"]],
    ["letters beyond ASCII", "class Képt extends Größe {}", ["Größe"]],
  ])("%s", (_, text, names) => {
    expect([...parentsIn(text)]).toEqual(names);
  });

  test.each([
    ["a comment with a bracket", "class Kept<\n T, // the > one\n U\n> implements Store"],
    ["a comment with a comparison", "class Kept<\n T, // n <= 3\n U\n> implements Store"],
    ["a comment with an arrow", "class Kept<T /* a -> b */> implements Store"],
    ["a text with a bracket", 'class Kept<T extends string = ">"> implements Store'],
    ["the other one", 'class Kept<T extends string = "<"> implements Store'],
    ["many texts", `class Kept<T extends ${Array.from({ length: 400 }, (_, i) => `"t${i}"`).join(" | ")} = "t0"> implements Store`],
    ["a long comment", `class Kept extends Object /* ${"x".repeat(5000)} */ implements Store`],
    ["many blanks", `class Kept implements ${"\n".repeat(5000)} Store`],
    ["a comment before the name", "class /* c */ Kept implements Store"],
    ["a comment behind it", "class Kept/**/ implements Store"],
    ["one behind a comparison", `class A extends mix(1 < 2) {} /* ${"x".repeat(1963)} */\nexport class Kept implements Store`],
    ["one behind prose", `// a class extends x < y ${"x".repeat(1963)}\nexport class Kept implements Store`],
    ["another sign of comparison", "class Kept extends mix(2 > 1)<{ a: 1 }> implements Store"],
    ["a name in other letters", "class Kept implements St\\u006fre"],
  ])("a class beside another one is seen, with %s in its head", (_, head) => {
    const tools = toolsOf({
      "store.ts": "export interface Store { save(a: string): Promise<void>; }",
      "mem.ts": 'import type { Store } from "./store.ts"; export class Mem implements Store { async save(a: string) {} }',
      "kept.ts": `import { writeFileSync } from "node:fs"; import type { Store } from "./store.ts"; declare const mix: any;
export ${head} { async save(a: string) { writeFileSync("/kept", a); } }`
        .replace("export class A", "class A")
        .replace("export //", "//"),
      "tool.ts": `import { tool } from "ai"; import type { Store } from "./store.ts"; let store: Store; export const setStore = (s: Store) => { store = s; };
export const t = tool({ description: "d", inputSchema: {}, execute: async (a) => store.save("x") });`,
    });
    expect(tools["t"]).toBe("fs.write /kept");
  });
});

/** Texts of some megabytes that a second try for each of their characters does not end with. */
const n = 300_000;

test.each<[string, string]>([
  ["no bodies", "class A<p>extends\t".repeat(n)],
  ["brackets that are not closed", "class<".repeat(n)],
  ["brackets in brackets", `${"class<".repeat(650)}${">".repeat(650)} `.repeat(n / 400)],
  ["comments that do not end", "class</*".repeat(n)],
  ["comments in comments", `class a<${"/*".repeat(1800)}> extends x { */`.repeat(n / 3600)],
  ["texts that do not end", `class a<${"'\\".repeat(1800)}> extends x {\n`.repeat(n / 3600)],
])("a text that is made to be read for ever ends: %s", (_, text) => {
  expect(parentsIn(text)).toBeInstanceOf(Set);
});
