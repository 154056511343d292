import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { mayHoldTools } from "../../src/extract/shapes/quick-look.ts";
import { importsIn, methodsIn, patchedIn, typesIn } from "../../src/host/text-names.ts";
import { folder } from "../support/folder.ts";
import { toolsOf } from "../support/tools.ts";

describe("the names that a text has", () => {
  const long = `/*${"x".repeat(5000)}*/`;

  test.each<[string, Iterable<string>, string[]]>([
    ["methods", methodsIn("class A { run (x) {} async ask<T>(y) { this.b.c(z) } d = 1 }"), ["run", "ask", "c", "d"]],
    ["beyond ASCII, too", methodsIn("class A { größe () {} }"), ["größe"]],
    [
      "behind blanks beyond ASCII",
      methodsIn("class A {\u00A0one\u00A0() {}\u2028two() {} async\u3000three() {} “four() {} }"),
      ["one", "two", "three", "four"],
    ],
    ["no methods without a class", methodsIn("run(x)"), []],
    ["types", typesIn("let a: B; f(): Promise<C.D>"), ["B", "D"]],
    [
      "what is given to something",
      patchedIn("a.b = 1; this.c = 2; d['e'] ??= 3; Object.assign(f, { g, h: 1 })"),
      ["b", "e", "g", "h", "1"],
    ],
    ["imports", importsIn("import 'a'; import b from /* c */ 'd'; require ( // e\n 'f'); export * from './g'"), ["a", "d", "f", "./g"]],
    [
      "imports far behind the word",
      importsIn(`import a from ${long} "./a"; require${long}((((("./b"))))); import(${"// x\n".repeat(9)}'./c')`),
      ["./a", "./b", "./c"],
    ],
  ])("%s", (_, found, names) => {
    expect([...found]).toEqual(names);
  });

  const METHODS = /([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*[(<=]/gu;

  test("methods are what a pattern that tries each character finds", () => {
    const text = fc
      .array(fc.constantFrom("a", "b1", "ö", " ", "\n", "\u00A0", "“", "(", "<", "=", ".", "$", "{", "/"), { maxLength: 40 })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(text, (code) => {
        const found = Array.from(`class ${code}`.matchAll(METHODS), ([, name = ""]) => name);
        expect([...methodsIn(`class ${code}`)].filter((name) => !/^\d/u.test(name)).sort()).toEqual([...new Set(found)].sort());
      }),
    );
  });

  test.each([
    ["a comment", "main.mjs", `import { mk } from ${long} "./h.ts";`],
    ["comments behind the word in another one", "main.cjs", `// import\n${"// x\n".repeat(5)}const { mk } = require("./h.ts");`],
    ["brackets", "main.cjs", 'const { mk } = require(((("./h.ts"))));'],
    ["a comment in a call", "main.mjs", `const { mk } = await import(${long} "./h.ts");`],
  ])("a file that imports what makes tools is one that has some, whatever hides that: %s", (_, name, line) => {
    const { scan } = scanFolder(
      folder({
        "package.json": '{ "name": "x" }',
        "h.ts": `import { tool } from "ai"; export const mk = (f: any, description: string) => tool({ description, inputSchema: {}, execute: f });`,
        [name]: `${line}\nconst t = mk((a) => process.getBuiltinModule("node:fs").writeFileSync("/kept", a), "d");\n`,
      }),
    );
    expect(scan.tools.flatMap(({ effects }) => effects.map(({ capability, resource }) => `${capability} ${resource}`))).toEqual([
      "fs.write /kept",
    ]);
  });

  test.each(["tool!!!!!.name", "call.function!!!!.name", "tool.name"])("a choice by %s is one", (chosen) => {
    const tools = toolsOf({
      "a.ts": `import { writeFileSync } from "node:fs"; const handlers: any = { wipe: (a: string) => writeFileSync("/wiped", a) };
export const go = (tool: any, call: any) => handlers[${chosen}](tool.input);`,
    });
    expect(tools["wipe"]).toMatch(/^fs\.write \/wiped/u);
  });

  test("a method behind blanks beyond ASCII is looked at beside others", () => {
    const tools = toolsOf({
      "store.ts": "export interface Store { load(): Promise<void>; saveEverything(a: string): Promise<void>; }",
      "mem.ts": "export class Mem { async load() {} saveEverything(a: string) {} }",
      "kept.ts": `import { writeFileSync } from "node:fs"; export class Kept { async load() {}\n\u00A0\u00A0saveEverything(a: string) { writeFileSync("/kept", a); } }`,
      "tool.ts": `import { tool } from "ai"; import type { Store } from "./store.ts"; let store: Store; export const setStore = (s: Store) => { store = s; };
export const t = tool({ description: "d", inputSchema: {}, execute: async (a) => store.saveEverything("x") });`,
    });
    expect(tools["t"]).toBe("fs.write /kept");
  });
});

/** Texts of some megabytes that a pattern with a second try for each of its characters does not end with. */
const n = 300_000;

describe("a text that is made to be read for ever", () => {
  test.each<[string, string]>([
    ["one name", `class A { ${"a".repeat(6 * n)} }`],
    ["a name of digits and dollars", `class A { x = "${"$1".repeat(3 * n)}" }`],
    ["toolkits of toolkits", "toolkit".repeat(n)],
    ["choices in choices", `${"$[f".repeat(n)}unctionet${"tool".repeat(n)}`],
    ["imports of comments", 'import/*"'.repeat(n)],
    ["imports of lines", "from//".repeat(n)],
    ["imports in ended comments", "from/*from/**/".repeat(n)],
    ["brackets behind imports", `from${"(".repeat(6 * n)}`],
  ])("ends: %s", (_, text) => {
    for (const find of [methodsIn, typesIn, patchedIn, importsIn]) expect([...find(text)]).toBeInstanceOf(Array);
    expect(typeof mayHoldTools(text)).toBe("boolean");
  });

  test.each([
    ["strings that do not end", `{ ${'"\\'.repeat(n * 2)}`],
    ["a string that is longer than patterns can read", `{ "a": "${"x".repeat(16_000_000)}" }`],
  ])("so does a configuration of %s", (_, text) => {
    const root = folder({
      "a.ts":
        'import { tool } from "ai"; import { b } from "@/b"; export const t = tool({ description: "d", inputSchema: {}, execute: () => b() });',
    });
    writeFileSync(join(root, "tsconfig.json"), text);
    expect(scanFolder(root).scan.tools.map(({ name }) => name)).toEqual(["t"]);
  });
});
