import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { ModuleResolver } from "../../src/host/resolver.ts";
import { TsconfigPaths } from "../../src/host/tsconfig-paths.ts";
import { Workspace } from "../../src/host/workspace.ts";
import { folder } from "../support/folder.ts";

/** How a module in `from` reads a specifier: the file below the folder, or what else it is. */
function resolved(files: Record<string, string>, specifier: string, from = "src/a.ts"): string {
  const dir = folder({ "package.json": '{ "name": "x" }', "src/a.ts": "", ...files });
  const found = new ModuleResolver(
    new Workspace(
      dir,
      Object.keys(files)
        .concat("src/a.ts")
        .map((one) => join(dir, one)),
    ),
  ).resolve(join(dir, from), specifier);
  return found.k === "file" ? found.file.slice(dir.length + 1) : found.k === "package" ? `package ${found.name}` : found.k;
}

const LIB = { "src/lib/b.ts": "export const b = 1;" };

test.each([
  [".wxt", "@/lib/b"],
  [".wxt", "~~/src/lib/b"],
  [".nuxt", "~/lib/b"],
  [".svelte-kit", "$lib/b"],
])("aliases of a configuration that a tool writes: %s, %s", (folder_, specifier) => {
  expect(resolved({ ...LIB, "tsconfig.json": `{ "extends": "./${folder_}/tsconfig.json" }` }, specifier)).toBe("src/lib/b.ts");
  // What the tool has written is what counts.
  const written = { [`${folder_}/tsconfig.json`]: "{}", "tsconfig.json": `{ "extends": "./${folder_}/tsconfig.json" }` };
  expect(resolved({ ...LIB, ...written }, specifier)).not.toBe("src/lib/b.ts");
});

test("where more than one is there that may be meant, none is", () => {
  const both = { ...LIB, "lib/b.ts": "", "tsconfig.json": '{ "extends": "./.wxt/tsconfig.json" }' };
  expect(resolved(both, "@/lib/b")).toBe("missing");
  expect(resolved(both, "@@/lib/b")).toBe("lib/b.ts");
});

describe("aliases of a configuration that extends what is not installed", () => {
  const paths = (options: string): string => `{ "extends": "@tsconfig/node20/tsconfig.json", "compilerOptions": ${options} }`;
  test.each([
    ["a file by its name", paths(`{ "paths": { "@/*": ["./src/*"] } }`), "@/lib/b", "src/lib/b.ts"],
    ["`.js` that means `.ts`", paths(`{ "paths": { "@/*": ["./src/*"] } }`), "@/lib/b.js", "src/lib/b.ts"],
    ["a base", paths(`{ "baseUrl": "./src", "paths": { "~/*": ["lib/*"] } }`), "~/b", "src/lib/b.ts"],
    ["one name alone", paths(`{ "paths": { "own-b": ["src/lib/b.ts"] } }`), "own-b", "src/lib/b.ts"],
    ["comments and commas", `// c\n${paths(`{ /* x */ "paths": { "@/*": ["./src/*",], }, }`)}`, "@/lib/b", "src/lib/b.ts"],
    ["the longest pattern", paths(`{ "paths": { "@/*": ["./none/*"], "@/lib/*": ["./src/lib/*"] } }`), "@/lib/b", "src/lib/b.ts"],
    ["the second target", paths(`{ "paths": { "@/*": ["./none/*", "./src/*"] } }`), "@/lib/b", "src/lib/b.ts"],
    ["an end after the star", paths(`{ "paths": { "@/*.x": ["./src/*.ts"] } }`), "@/lib/b.x", "src/lib/b.ts"],
    ["what fits no pattern", paths(`{ "paths": { "@/*": ["./src/*"] } }`), "@lib/b", "package @lib/b"],
    ["nothing usable", `{ "extends": 3, "compilerOptions": { "paths": { "@/*": 4 } } `, "@/lib/b", "missing"],
  ])("%s", (_name, config, specifier, expected) => {
    expect(resolved({ ...LIB, "tsconfig.json": config }, specifier)).toBe(expected);
  });

  test("a parent of the repository's own is followed, its circle is not", () => {
    const own = { "tsconfig.json": '{ "extends": ["./loop.json", "./base"] }', "loop.json": '{ "extends": "./loop.json" }' };
    const base = paths(`{ "paths": { "@/*": ["./src/*"] } }`);
    expect(resolved({ ...LIB, ...own, "base.json": base }, "@/lib/b")).toBe("src/lib/b.ts");
  });

  test("many parents that name each other end, and one name goes before a pattern", () => {
    const many = JSON.stringify({ extends: Array.from({ length: 40 }, () => "./a.json") });
    expect(resolved({ ...LIB, "tsconfig.json": many, "a.json": many }, "@/lib/b")).toBe("missing");
    const both = paths(`{ "paths": { "own-b*": ["./none/*"], "own-b": ["./src/lib/b"] } }`);
    expect(resolved({ ...LIB, "tsconfig.json": both }, "own-b")).toBe("src/lib/b.ts");
  });

  test("of projects that are referred to, the one that a file is of goes first", () => {
    const references = {
      "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./web" }, { "path": 3 }] }',
    };
    const node = `{ "extends": "@tsconfig/node20", "include": ["src/main/**/*"], "compilerOptions": { "paths": { "@/*": ["./src/main/*"], "@m/*": ["./src/main/*"] } } }`;
    const web = `{ "extends": "@tsconfig/node20", "include": ["../src/page"], "compilerOptions": { "paths": { "@/*": ["../src/page/*"] } } }`;
    const sources = { "src/main/b.ts": "", "src/page/b.ts": "", "src/page/c.ts": "" };
    const files = { ...references, "tsconfig.node.json": node, "web/tsconfig.json": web, ...sources };
    expect(resolved(files, "@/b", "src/main/a.ts")).toBe("src/main/b.ts");
    expect(resolved(files, "@/b", "src/page/a.ts")).toBe("src/page/b.ts");
    expect(resolved(files, "@m/b", "src/page/a.ts")).toBe("package @m/b");
    expect(resolved(files, "@m/b", "scripts/a.ts")).toBe("src/main/b.ts");
    expect(resolved(files, "@/c", "src/main/a.ts")).toBe("missing");
    expect(resolved(files, "@/d", "src/main/a.ts")).toBe("missing");
  });

  test("what has files of its own is not told by another project where they lead", () => {
    const other = { "packages/b/tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./stubs/*"], "@/*": ["./lib/*"] } } }' };
    const own = {
      "tsconfig.json":
        '{ "extends": "@x/none", "references": [{ "path": "./packages/b" }], "compilerOptions": { "paths": { "@/*": ["./gen/*"] } } }',
    };
    const files = { ...own, ...other, "packages/b/stubs/lodash.ts": "", "packages/b/lib/save.ts": "" };
    expect(resolved(files, "lodash")).toBe("package lodash");
    expect(resolved(files, "@/save")).toBe("missing");
    expect(resolved(files, "@/save", "packages/b/a.ts")).toBe("packages/b/lib/save.ts");
  });

  test("a reference that leads outside, or to nothing, says nothing", () => {
    const config = '{ "references": [{ "path": "../outer" }, { "path": "./none" }, { "path": "." }] }';
    expect(resolved({ ...LIB, "tsconfig.json": config }, "@/lib/b")).toBe("missing");
  });

  test("nothing above the root is read", () => {
    const dir = folder({
      "outer.json": paths(`{ "paths": { "@/*": ["./src/*"] } }`),
      "in/tsconfig.json": '{ "extends": "../outer.json" }',
    });
    expect(new TsconfigPaths(join(dir, "in")).candidates(join(dir, "in/a.ts"), "@/x").paths).toEqual([]);
    expect(new TsconfigPaths(dir).candidates(join(dir, "in/a.ts"), "@/x").paths).toEqual([join(dir, "src/x")]);
  });
});

test("what an editor hands out is a package, whatever stands in for it in tests", () => {
  const config = '{ "compilerOptions": { "paths": { "vscode": ["./src/lib/b.ts"] } } }';
  expect(resolved({ ...LIB, "tsconfig.json": config }, "vscode")).toBe("package vscode");
});

test("a package whose entry lies below a file ends no scan", () => {
  const dir = folder({
    "package.json": '{ "name": "root", "workspaces": ["p", "q"] }',
    "p/package.json": '{ "name": "p", "main": "./package.json" }',
    "p/index.ts": "export const p = 1;",
    "q/package.json": '{ "name": "q" }',
    "q/t.ts": `import { p } from "p/package.json";\nimport { tool } from "ai";\nexport const t = tool({ description: "d", execute: async () => p });`,
  });
  expect(scanFolder(dir).scan.tools.map((one) => one.name)).toEqual(["t"]);
});

test.each([
  ["./lib/b", "src/lib/b.ts"],
  ["./lib/b.js", "src/lib/b.ts"],
  ["@/lib/b", "src/lib/b.ts"],
  ["./lib", "src/lib.ts"],
  ["./lib/c", "src/lib/c/index.tsx"],
  ["./lib/none", "missing"],
])("below a package.json that cannot be read, a path is a path: %s", (specifier, expected) => {
  const files = {
    ...LIB,
    "src/lib.ts": "",
    "src/lib/index.ts": "",
    "src/lib/c/index.tsx": "",
    "package.json": '{ "name": "x", // a note\n }',
  };
  const tsconfig = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }';
  expect(resolved({ ...files, "tsconfig.json": tsconfig }, specifier)).toBe(expected);
});
