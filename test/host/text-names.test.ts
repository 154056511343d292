import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { mayHoldTools } from "../../src/extract/shapes/quick-look.ts";
import { apart, farApart, farMembers, importsIn, methodsIn, parentsIn, patchedIn, typesIn } from "../../src/host/text-names.ts";
import { folder } from "../support/folder.ts";

describe("the names that a text has", () => {
  test.each<[string, string[], string[]]>([
    [
      "what classes build on",
      parentsIn(
        "class A<T extends B> extends C implements D, E {} class F {} class G extends H.I { } class J<K extends { l: M<() => N> }> extends O<{ p: 1 }> implements Q {} the class for what extends R {",
      ),
      ["C", "implements", "D", "E", "H", "I", "O", "p", "Q"],
    ],
    [
      "one behind a comparison",
      parentsIn("class A extends mixin(a < b) {} class B extends Base {}").filter((name) => name === "Base"),
      ["Base"],
    ],
    ["a class without a body says it as well", parentsIn("class A extends B"), ["B"]],
    ["methods", [...methodsIn("class A { run (x) {} async ask<T>(y) { this.b.c(z) } d = 1 }")], ["run", "ask", "c", "d"]],
    ["beyond ASCII, too", [...methodsIn("class A { größe () {} }")], ["größe"]],
    ["no methods without a class", [...methodsIn("run(x)")], []],
    ["types", [...typesIn("let a: B; f(): Promise<C.D>")], ["B", "D"]],
    [
      "what is given to something",
      [...patchedIn("a.b = 1; this.c = 2; d['e'] ??= 3; Object.assign(f, { g, h: 1 })")],
      ["b", "e", "g", "h", "1"],
    ],
    [
      "imports",
      [...(importsIn("import 'a'; import b from /* c */ 'd'; require ( // e\n 'f'); export * from './g'") ?? [])],
      ["a", "d", "f", "./g"],
    ],
  ])("%s", (_, found, names) => {
    expect(found).toEqual(names);
  });

  const METHODS = /([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*[(<=]/gu;

  test("methods are what a pattern that tries each character finds", () => {
    const text = fc
      .array(fc.constantFrom("a", "b1", " ", "\n", "(", "<", "=", ".", "$", "{", "/"), { maxLength: 40 })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(text, (code) => {
        const found = Array.from(`class ${code}`.matchAll(METHODS), ([, name = ""]) => name);
        expect([...methodsIn(`class ${code}`)].filter((name) => !/^\d/u.test(name)).sort()).toEqual([...new Set(found)].sort());
      }),
    );
  });

  test.each([
    ["nothing", "", true, false],
    ["blanks", " \n\t ", true, false],
    ["comments", " // one\n /* two */ /** three */\n", true, false],
    ["more blanks than anybody writes", " ".repeat(300), false, true],
    ["a comment longer than anybody writes there", `/*${"x".repeat(5000)}*/`, false, true],
    ["a line of comment that is as long", `//${"x".repeat(5000)}\n`, false, true],
    ["many comments", "// x\n".repeat(30), false, true],
    ["something else", "x", false, false],
    ["a comment that does not end", "/* x", false, false],
  ])("between a dot and a name may stand %s", (_, between, isNear, isFar) => {
    const text = `a.${between}run(b)`;
    expect(new RegExp(apart("\\.", "run\\b"), "u").test(text)).toBe(isNear);
    expect(farMembers(text).has("run")).toBe(isFar);
    expect(new RegExp(farApart("\\.", "run\\b"), "u").test(text)).toBe(isNear || isFar);
  });

  test("an import that is hidden behind a comment is left to the parser", () => {
    expect(importsIn(`import a from /*${"x".repeat(5000)}*/ "./a.js";`)).toBeUndefined();
    const files = {
      "package.json": '{ "name": "x", "dependencies": { "ai": "*" } }',
      "base.ts": `import { tool } from "ai"; export let run = () => {}; export const set = (f) => { run = f; };
export const t = tool({ description: "d", inputSchema: {}, execute: async () => run() });\n`,
      "main.ts": `import { set } from /*${"x".repeat(5000)}*/ "./base.ts"; import { execSync } from "node:child_process"; set(() => execSync("ls"));\n`,
    };
    const [only] = scanFolder(folder(files)).scan.tools;
    expect(only?.effects.map(({ capability, resource }) => `${capability} ${resource}`)).toEqual(["exec.shell ls"]);
  });
});

/** Texts of some megabytes that a pattern with a second try for each of its characters does not end with. */
const n = 300_000;
const TEXTS: Readonly<Record<string, string>> = {
  "one name": `class A { ${"a".repeat(6 * n)} }`,
  "a name of digits and dollars": `class A { x = "${"$1".repeat(3 * n)}" }`,
  "classes without a body": "class A<p>extends\t".repeat(n / 3),
  "toolkits of toolkits": "toolkit".repeat(n),
  "choices in choices": `${"$[f".repeat(n)}unctionet${"tool".repeat(n)}`,
  "imports of comments": 'import/*"'.repeat(n),
  "imports of lines": "from//".repeat(n),
  "members of comments": ".ask/*".repeat(n),
  "members of lines": ".ask//.".repeat(n),
  "members of ended comments": ".ask/*.ask*/".repeat(n / 2),
  "long comments in long comments": `${".//".repeat(200)}\n`.repeat(n / 300),
  "blanks between": `.ask${" ".repeat(6 * n)}`.repeat(2),
};

describe("a text that is made to be read for ever", () => {
  test.each(Object.entries(TEXTS))("ends: %s", (_, text) => {
    for (const find of [parentsIn, methodsIn, typesIn, patchedIn, farMembers]) expect([...find(text)]).toBeInstanceOf(Array);
    expect(importsIn(text) ?? new Set()).toBeInstanceOf(Set);
    for (const word of [apart("\\.", "never"), apart("\\.", farApart("ask", "\\("))])
      expect(typeof new RegExp(word, "u").test(text)).toBe("boolean");
    expect(typeof mayHoldTools(text)).toBe("boolean");
  });

  test("so does a configuration of strings that do not end", () => {
    const root = folder({
      "a.ts":
        'import { tool } from "ai"; import { b } from "@/b"; export const t = tool({ description: "d", inputSchema: {}, execute: () => b() });',
    });
    writeFileSync(join(root, "tsconfig.json"), `{ ${'"\\'.repeat(n * 2)}`);
    expect(scanFolder(root).scan.tools.map(({ name }) => name)).toEqual(["t"]);
  });
});
