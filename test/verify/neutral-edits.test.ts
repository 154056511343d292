import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { buildManifest } from "../../src/manifest/build.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { readCases } from "../support/case-list.ts";
import { folder } from "../support/folder.ts";

const isCode = (name: string): boolean => /\.[cm]?[jt]s$/u.test(name);
type Files = Readonly<Record<string, string>>;
const root = join(import.meta.dirname, "../../fixtures");
const filesIn = (dir: string): Files =>
  Object.fromEntries(
    readdirSync(dir, { withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => one.name)
      .map((name) => [name, readFileSync(join(dir, name), "utf8")] as const),
  );
/** Every sixth of the ways to hide an effect, and of what looks like one: each a package of its own. */
const HIDDEN = readdirSync(join(root, "bypass"))
  .filter((name) => name.endsWith(".txt"))
  .sort()
  .flatMap((name) => readCases(readFileSync(join(root, "bypass", name), "utf8")))
  .filter((_, index) => index % 6 === 0)
  .flatMap(({ kind, name, files }) => [
    [`${kind}-${name}/package.json`, JSON.stringify({ name: `${kind}-${name}` })] as const,
    ...[...files].map(([file, text]) => [`${kind}-${name}/${file}`, text] as const),
  ]);
const FIXTURES: readonly (readonly [string, Files])[] = [
  ...readdirSync(join(root, "frameworks")).map((name) => [name, filesIn(join(root, "frameworks", name))] as const),
  ["bypass", Object.fromEntries(HIDDEN)],
];

const manifestOf = (files: Files): Manifest => buildManifest(scanFolder(folder(files)).scan, "0");
const each = (files: Files, edit: (text: string, name: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, isCode(name) ? edit(text, name) : text]));

/** Edits of a text, the last place first. */
const edited = (text: string, edits: readonly (readonly [start: number, end: number, text: string])[]): string =>
  [...edits].sort(([a], [b]) => b - a).reduce((out, [start, end, put]) => out.slice(0, start) + put + out.slice(end), text);
const parsed = (text: string, name: string): ts.SourceFile => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
  });
}

/** Gives every parameter and local variable of a function another name, as an editor would. */
function renamed(text: string, name: string): string {
  const service = ts.createLanguageService({
    getScriptFileNames: () => [name],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => (file === name ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => "/",
    getCompilationSettings: () => ({ target: ts.ScriptTarget.Latest, allowJs: true, noLib: true, noResolve: true }),
    getDefaultLibFileName: () => "",
    fileExists: (file) => file === name,
    readFile: (file) => (file === name ? text : undefined),
  });
  const edits: [number, number, string][] = [];
  let count = 0;
  walk(parsed(text, name), (node) => {
    const isLocal = (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name);
    // What stands at the top of a module may name a tool.
    if (!isLocal || ts.findAncestor(node, (one) => ts.isFunctionLike(one)) === undefined) return;
    if (ts.isParameter(node) && (node.modifiers ?? []).length > 0) return;
    const to = `renamed${count++}`;
    const found = service.findRenameLocations(name, node.name.getStart(), false, false, { providePrefixAndSuffixTextForRename: true });
    for (const { textSpan, prefixText = "", suffixText = "" } of found ?? [])
      edits.push([textSpan.start, textSpan.start + textSpan.length, `${prefixText}${to}${suffixText}`]);
  });
  return edited(text, [...new Map(edits.map((one) => [one[0], one])).values()]);
}

/** Members of objects, imports and what they name in another order, where the order says nothing. */
function reordered(text: string, name: string): string {
  const source = parsed(text, name);
  const edits: [number, number, string][] = [];
  const turn = (nodes: readonly ts.Node[]): void => {
    const texts = nodes.map((node) => node.getText(source)).reverse();
    nodes.forEach((node, index) => edits.push([node.getStart(source), node.getEnd(), texts[index] ?? ""]));
  };
  const innermost = (node: ts.Node): boolean => {
    let isOne = true;
    node.forEachChild((child) => {
      walk(child, (below) => {
        if (ts.isObjectLiteralExpression(below)) isOne = false;
      });
    });
    return isOne;
  };
  walk(source, (node) => {
    if (ts.isObjectLiteralExpression(node) && innermost(node) && node.properties.every((one) => ts.isPropertyAssignment(one)))
      turn(node.properties);
    if (ts.isNamedImports(node)) turn(node.elements);
  });
  return edited(text, edits);
}

/** Whole statements in another order: imports, and functions, which are there before all else. */
function moved(text: string, name: string): string {
  const source = parsed(text, name);
  const part = (is: (node: ts.Statement) => boolean): string[] =>
    source.statements.filter(is).map((node) => node.getFullText(source).trim());
  const isFunction = (node: ts.Statement): boolean => ts.isFunctionDeclaration(node) && node.body !== undefined;
  const imports = part((node) => ts.isImportDeclaration(node)).reverse();
  const functions = part(isFunction).reverse();
  const rest = part((node) => !ts.isImportDeclaration(node) && !isFunction(node));
  return `${[...imports, ...rest, ...functions].join("\n")}\n`;
}

const STYLE = {
  printWidth: 40,
  useTabs: true,
  semi: false,
  singleQuote: true,
  trailingComma: "none",
  arrowParens: "avoid",
  quoteProps: "consistent",
  bracketSpacing: false,
} as const;
const EDITS: readonly (readonly [string, (files: Files) => Files | Promise<Files>])[] = [
  ["line ends", (files) => each(files, (text) => text.replaceAll("\n", "\r\n"))],
  ["a mark of the byte order", (files) => each(files, (text) => `\uFEFF${text}`)],
  [
    "comments and blank lines",
    (files) =>
      each(files, (text) => text.replaceAll(/^(?=(?:import|const|export|server) )/gmu, "\n// Said once more.\n/** @see above */\n")),
  ],
  [
    "formatting",
    async (files) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(files).map(
            async ([name, text]) => [name, isCode(name) ? await format(text, { ...STYLE, parser: "typescript" }) : text] as const,
          ),
        ),
      ),
  ],
  ["names of parameters and variables", (files) => each(files, renamed)],
  ["the order of members and of what is imported", (files) => each(files, reordered)],
  ["the order of imports and functions", (files) => each(files, moved)],
  [
    "files that move",
    (files) =>
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          name.endsWith("package.json") ? name : name.replace(/^((?:pos|neg)-[^/]+\/)?/u, "$1src/moved/"),
          text,
        ]),
      ),
  ],
];

let applied = 0;
describe.each(FIXTURES)("%s", (_name, files) => {
  test.each(EDITS)("%s: no finding", async (_edit, edit) => {
    const after = await edit(files);
    // Not each has what an edit is about.
    if (JSON.stringify(after) === JSON.stringify(files)) return;
    applied++;
    const before = manifestOf(files);
    const found = compareManifests(before, manifestOf(after));
    expect(found.map(({ id, tool, message, witness }) => ({ id, tool, message, witness }))).toEqual([]);
  });
});

test("nearly all of them have what the edits are about", () => {
  expect(applied).toBeGreaterThan(FIXTURES.length * EDITS.length - 6);
});
