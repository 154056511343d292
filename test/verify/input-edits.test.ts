import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { buildManifest } from "../../src/manifest/build.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { folder } from "../support/folder.ts";

type Files = Readonly<Record<string, string>>;

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod"; import { readFile } from "node:fs/promises";
const server = new McpServer({ name: "s", version: "1.0.0" });`;
const RUN = `async ({ path }) => ({ content: [{ type: "text", text: await readFile(path, "utf8") }] })`;

/** A tool that reads the file it is told, by what its schema is: an expression, with what stands before it. */
const tool = (input: string, before = ""): string =>
  `${HEAD}\n${before}\nserver.registerTool("t", { description: "d", inputSchema: ${input} }, ${RUN});`;

/** What the gate says of a change: the identity of each finding, those that fail it with a mark. */
function said(base: Files, head: Files): string[] {
  const manifest = (files: Files) => {
    const root = folder({ "package.json": '{ "name": "p", "dependencies": { "zod": "^4" } }', ...files });
    const { scan } = scanFolder(root);
    expect(scan.tools).toHaveLength(1);
    return buildManifest(scan, "0");
  };
  return compareManifests(manifest(base), manifest(head)).map(({ id, gating }) => `${id}${gating ? "!" : ""}`);
}
const of = (input: string, before?: string): Files => ({ "t.ts": tool(input, before) });
const NARROW = `z.enum(["docs/a.md"])`;
const WIDE = `z.string()`;

/** The same edit, wherever the schema stands: from `NARROW` to `WIDE`, and back. */
const PLACES: readonly (readonly [place: string, files: (schema: string) => Files])[] = [
  [
    "in `server.tool` by `.shape`",
    (schema) => ({ "t.ts": `${HEAD}\nconst Input = z.object({ path: ${schema} });\nserver.tool("t", "d", Input.shape, ${RUN});` }),
  ],
  [
    "there, before hints",
    (schema) => ({
      "t.ts": `${HEAD}\nconst Input = z.object({ path: ${schema} });\nserver.tool("t", Input.shape, { readOnlyHint: true }, ${RUN});`,
    }),
  ],
  [
    "there, spread",
    (schema) => ({
      "t.ts": `${HEAD}\nconst Base = z.object({ path: ${schema} });\nserver.tool("t", "d", { ...Base.shape, q: z.string() }, ${RUN});`,
    }),
  ],
  [
    "there, beside arguments that are called as a definition's members are",
    (schema) => ({ "t.ts": `${HEAD}\nserver.tool("t", "d", { name: z.string(), args: z.string(), path: ${schema} }, ${RUN});` }),
  ],
  [
    "in a definition that is spread",
    (schema) => ({
      "t.ts": `${HEAD}\nconst cfg = { description: "d", inputSchema: { path: ${schema} } };\nserver.registerTool("t", { ...cfg, title: "x" }, ${RUN});`,
    }),
  ],
  [
    "behind `import *`",
    (schema) => ({
      "t.ts": `import * as schemas from "./s.js";\n${tool("{ path: schemas.path }")}`,
      "s.ts": `import { z } from "zod"; export const path = ${schema};`,
    }),
  ],
  [
    "in a function that is imported",
    (schema) => ({
      "t.ts": `import { pathSchema } from "./s.js";\n${tool("{ path: pathSchema() }")}`,
      "s.ts": `import { z } from "zod"; export function pathSchema() { return ${schema}; }`,
    }),
  ],
  ["taken out of an object", (schema) => of("{ path }", `const all = { path: ${schema} }; const { path } = all;`)],
  ["in a static member of a class", (schema) => of("{ path: S.path }", `class S { static path = ${schema}; }`)],
  [
    "behind two barrels of one module",
    (schema) => ({
      "t.ts": `import { path } from "./i.js";\n${tool("{ path }")}`,
      "i.ts": `export * from "./a.js"; export * from "./b.js";`,
      "a.ts": `export * from "./s.js";`,
      "b.ts": `export * from "./s.js";`,
      "s.ts": `import { z } from "zod"; export const path = ${schema};`,
    }),
  ],
];

describe("more of a path that is read fails the gate, wherever it is said", () => {
  test.each(PLACES)("%s", (_place, files) => {
    expect(said(files(NARROW), files(NARROW))).toEqual([]);
    expect(said(files(NARROW), files(WIDE)).filter((id) => id.endsWith("!"))).toHaveLength(1);
  });
});

/** A check that names many functions, and asks one of them. */
const MANY = (asked: number): string =>
  `${Array.from({ length: 120 }, (_, i) => `function k${i}(v) { return v.length < ${i}; }`).join("\n")}
function f(v) { return v === "" ? [${Array.from({ length: 120 }, (_, i) => `k${i}`).join(", ")}].length > 0 : k${asked}(v); }`;
const LONG = (max: number): string =>
  `const L = [${Array.from({ length: 3000 }, (_, i) => `{ k: "${i}", n: [${i}] }`).join(", ")}]; const D = { max: ${max} };
function f(v) { return L.some((o) => o.k === v) && v.length < D.max; }`;

describe("more of it fails the gate, however it is said", () => {
  const enumeration = (member: string): Files => ({
    "t.ts": `import { Doc } from "./d.js";\n${tool("{ path: z.nativeEnum(Doc) }")}`,
    "d.ts": `export enum Doc { A = "${member}" }`,
  });
  const json = (properties: string, more = ""): Files => of(`{ type: "object", properties: ${properties}, required: ["path"]${more} }`);
  const either = `, anyOf: [{ required: ["path"] }, { required: ["q"] }]`;
  test.each([
    ["an enum of another module", enumeration("a"), enumeration("/etc/passwd")],
    [
      "a check that is imported",
      {
        "t.ts": `import { isSafe } from "./c.js";\n${tool("{ path: z.string().refine(isSafe) }")}`,
        "c.ts": `export function isSafe(p) { return p.startsWith("docs/"); }`,
      },
      {
        "t.ts": `import { isSafe } from "./c.js";\n${tool("{ path: z.string().refine(isSafe) }")}`,
        "c.ts": `export function isSafe(p) { return true; }`,
      },
    ],
    [
      "members of an enum",
      of("{ path: z.enum([D.A]) }", `enum D { A = "a", B = "/etc/passwd" }`),
      of("{ path: z.enum([D.B]) }", `enum D { A = "a", B = "/etc/passwd" }`),
    ],
    [
      "a default of a parameter",
      of("{ path: f() }", `function f(s = ${NARROW}) { return s; }`),
      of("{ path: f() }", `function f(s = ${WIDE}) { return s; }`),
    ],
    [
      "which parameter a check is of",
      of("z.object({ path: z.string() }).refine(({ path, q }) => path)"),
      of("z.object({ path: z.string() }).refine(({ path, q }) => q)"),
    ],
    [
      "a statement that leaves its condition",
      of("{ path: z.string().refine((p) => { if (p) { return true; } return false; }) }"),
      of("{ path: z.string().refine((p) => { if (p) { } return true; return false; }) }"),
    ],
    ["JSON Schema beside alternatives", json(`{ path: { enum: ["a"] } }`, either), json(`{ path: { type: "string" } }`, either)],
    [
      "a definition that is referred to",
      json(`{ path: { $ref: "#/$defs/p" } }`, `, $defs: { p: { enum: ["a"] } }`),
      json(`{ path: { $ref: "#/$defs/p" } }`, `, $defs: { p: { type: "string" } }`),
    ],
    ["a pattern without a type", json(`{ path: { pattern: "^docs/" } }`), json(`{ path: { pattern: "." } }`)],
    ["options of a format", of("{ path: z.url({ hostname: /^api$/ }) }"), of("{ path: z.url() }")],
    [
      "one of several checks",
      of("{ path: z.string().check(z.minLength(1), z.regex(/^docs/)) }"),
      of("{ path: z.string().check(z.minLength(1)) }"),
    ],
    [
      "both of two with one name",
      of(`z.object({ path: ${NARROW} }).and(z.object({ path: z.string() }))`),
      of("z.object({ path: z.string() }).and(z.object({ path: z.string() }))"),
    ],
    [
      "what is not named, by a merge",
      of("z.object({ q: z.string() }).merge(z.object({ r: z.string() }))"),
      of("z.object({ q: z.string() }).merge(z.object({ r: z.string() }).passthrough())"),
    ],
    [
      "a shape without its refinement",
      of("z.object({ path: z.string() }).refine((a) => a.path === 'x')"),
      of("z.object({ path: z.string() }).refine((a) => a.path === 'x').shape"),
    ],
    [
      "whose parameter is asked in a function within another",
      of("{ path: z.string().refine((v) => v !== '' && ['/a'].some((p) => v.startsWith(p))) }"),
      of("{ path: z.string().refine((v) => v !== '' && ['/a'].some((p) => p.startsWith(v))) }"),
    ],
    [
      "the last of many functions that one names",
      of("{ path: z.string().refine(f) }", MANY(119)),
      of("{ path: z.string().refine(f) }", MANY(118)),
    ],
    ["what is behind a long list", of("{ path: z.string().refine(f) }", LONG(3)), of("{ path: z.string().refine(f) }", LONG(3000))],
    [
      "a word that decides, in code",
      of("{ path: z.string().refine((v) => has({ label: 'a' }, v)) }", "function has(o, v) { return o.label === v; }"),
      of("{ path: z.string().refine((v) => has({ label: 'b' }, v)) }", "function has(o, v) { return o.label === v; }"),
    ],
    ["a default that nothing checks", of(`{ path: ${NARROW}.default("docs/a.md") }`), of(`{ path: ${NARROW}.default("/etc/passwd") }`)],
  ] as const)("%s", (_name, base, head) => {
    expect(said(base, base)).toEqual([]);
    expect(said(base, head).filter((id) => id.endsWith("!"))).toHaveLength(1);
  });
});

describe("what says the same is no finding", () => {
  test.each([
    [
      "a constant more, before a cast",
      of("{ path: z.string().refine((p) => (L as Names).includes(p)) }", "type Names = string[]; const L = ['a'];"),
      of("{ path: z.string().refine((p) => (L as Names).includes(p)) }", "const other = 1; type Names = string[]; const L = ['a'];"),
    ],
    [
      "a function that is moved",
      {
        "t.ts": `import { f } from "./a.js";\n${tool("{ path: z.string().refine(f) }")}`,
        "a.ts": "export function f(p) { return p === 'x'; }",
      },
      {
        "t.ts": `import { f } from "./b/c.js";\n${tool("{ path: z.string().refine(f) }")}`,
        "b/c.ts": "export function f(p) { return p === 'x'; }",
      },
    ],
    [
      "another member, of one that is taken by its name",
      of("{ path: S.shape.path }", `const S = z.object({ path: ${NARROW}, q: z.string() });`),
      of("{ path: S.shape.path }", `const S = z.object({ path: ${NARROW}, q: z.number() });`),
    ],
    [
      "a number above 0, among whole ones, is at least 1",
      of("{ path: z.string(), n: z.number().int().positive() }"),
      of("{ path: z.string(), n: z.number().int().min(1) }"),
    ],
    [
      "a default that is made, at the end of more",
      of("{ path: z.string(), q: z.string().default(() => make('a')) }", "const make = (s) => s;"),
      of("{ path: z.string(), q: z.string().max(9).or(z.string()).default(() => make('a')) }", "const make = (s) => s;"),
    ],
    [
      "a function that becomes a constant",
      of("{ path: z.string().refine(f) }", "function f(v) { return v === 'x'; }"),
      of("{ path: z.string().refine(f) }", "const f = (v) => { return v === 'x'; };"),
    ],
    ["a list that is spread into another", of("{ path: z.enum([...A, 'b']) }", "const A = ['a'];"), of("{ path: z.enum(['a', 'b']) }")],
  ] as const)("%s", (_name, base, head) => {
    expect(said(base, head).filter((id) => id !== "tool.input.changed")).toEqual([]);
  });

  test("words of what is not read are said, and fail nothing", () => {
    const opaque = (words: string): Files => of(`{ path: z.string().describe("${words}").transform((p) => p.trim()) }`);
    expect(said(opaque("a"), opaque("b"))).toEqual(["tool.input.changed"]);
  });
});

test("a schema of a thousand links, and barrels that export one another, are read in no time", () => {
  const long = (last: string): Files => of(`{ path: z.string()${".describe('x')".repeat(1000)}${last} }`);
  expect(said(long(".regex(/a/)"), long("")).filter((id) => id.endsWith("!"))).toHaveLength(1);
  const names = ["a", "b", "c", "d", "e", "f"];
  const barrels = Object.fromEntries(
    names.map((name) => [
      `${name}.ts`,
      names
        .filter((one) => one !== name)
        .map((one) => `export * from "./${one}.js";`)
        .join("\n"),
    ]),
  );
  const began = Date.now();
  expect(
    said(
      { ...barrels, ...{ "t.ts": `import { path } from "./a.js";\n${tool("{ path }")}` } },
      { ...barrels, ...{ "t.ts": `import { path } from "./a.js";\n${tool("{ path }")}` } },
    ),
  ).toEqual([]);
  expect(Date.now() - began).toBeLessThan(15_000);
});

describe("an order that says nothing is no finding", () => {
  test.each<readonly [what: string, base: string, head: string]>([
    ["of arguments", "{ path: z.string(), mode: z.number() }", "{ mode: z.number(), path: z.string() }"],
    ["of values", `{ path: z.enum(["a", "b"]) }`, `{ path: z.enum(["b", "a"]) }`],
    [
      "in a JSON Schema",
      `{ type: "object", properties: { path: { type: "string", enum: ["a", "b"] }, n: { type: "number" } }, required: ["path", "n"] }`,
      `{ required: ["n", "path"], properties: { n: { type: "number" }, path: { enum: ["b", "a"], type: "string" } }, type: "object" }`,
    ],
    [
      "below a list",
      "{ path: z.string(), all: z.array(z.object({ a: z.string(), b: z.string() })) }",
      "{ all: z.array(z.object({ b: z.string(), a: z.string() })), path: z.string() }",
    ],
  ])("%s", (_what, base, head) => {
    expect(said(of(base), of(head))).toEqual([]);
    expect(said(of(head), of(base))).toEqual([]);
  });
  const ENUMS = ['const D = z.enum(["/safe", "/etc"]);', 'const D = z.enum(["/etc", "/safe"]);'] as const;
  const KEYS = ["const K = Object.keys({ safe: 1, etc: 2 });", "const K = Object.keys({ etc: 2, safe: 1 });"] as const;
  const ZIP = 'const zip = (o) => ({ [o.required[0]]: z.literal("x"), [o.required[1]]: z.string() });';
  const values = (by: string, ...members: string[]): string =>
    `{ path: ${by}(Object.values({ ${members.join(", ")} })), dir: z.literal("x") }`;
  const turned = (by: string, a: string, b: string): readonly [Files, Files] => [of(values(by, a, b)), of(values(by, b, a))];
  const constant = (...names: string[]): string =>
    `{ type: "object", properties: { path: { const: { required: ${JSON.stringify(names)} } } } }`;
  test.each<[what: string, base: Files, head: Files]>([
    ["a value by its place", of("{ path: z.literal(D.options[0]) }", ENUMS[0]), of("{ path: z.literal(D.options[0]) }", ENUMS[1])],
    ["a default by its place", of("{ path: D.default(D.options[0]) }", ENUMS[0]), of("{ path: D.default(D.options[0]) }", ENUMS[1])],
    ["a key by its place", of("{ path: z.literal(K[0]) }", KEYS[0]), of("{ path: z.literal(K[0]) }", KEYS[1])],
    ["a tuple of an object's values", ...turned("z.tuple", 'a: z.literal("/safe")', "b: z.string()")],
    ["a union in which the first that fits counts", ...turned("z.union", 'a: z.string().transform(() => "/safe")', "b: z.string()")],
    ["a text that is put together", ...turned("z.templateLiteral", 'a: "/safe/"', "b: z.string()")],
    ["a list that a helper reads by place", of('zip({ required: ["path", "dir"] })', ZIP), of('zip({ required: ["dir", "path"] })', ZIP)],
    ["a constant that is a list", of(constant("a", "b")), of(constant("b", "a"))],
  ])("and one that does is said: %s", (_what, base, head) => {
    expect(said(base, head)).not.toEqual([]);
  });
  test("and one that does is said", () => {
    // A later member stands over an earlier one.
    const both = "const Base = { path: z.string() }; const Other = { path: z.enum(['docs/a.md']) };";
    expect(said(of("{ ...Base, ...Other }", both), of("{ ...Other, ...Base }", both))).toEqual(["tool.input.widened!"]);
    expect(
      said(
        of("{ path: z.string(), pair: z.tuple([z.string(), z.number()]) }"),
        of("{ path: z.string(), pair: z.tuple([z.number(), z.string()]) }"),
      ),
    ).not.toEqual([]);
  });
});

test("what a helper is given decides, whatever it is called; what a schema is told of itself does not", () => {
  const helper = "const mk = ({ label }) => z.string().refine((path) => path.startsWith(label));";
  expect(said(of('{ path: mk({ label: "/safe" }) }', helper), of('{ path: mk({ label: "/" }) }', helper))).toEqual(["tool.input.unknown!"]);
  expect(said(of('{ path: z.string().min(1, { message: "a" }) }'), of('{ path: z.string().min(1, { message: "b" }) }'))).toEqual([
    "tool.input.changed",
  ]);
});
