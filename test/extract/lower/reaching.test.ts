import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseModule } from "../../../src/host/parse.ts";
import type { Expr, ModuleSummary } from "../../../src/extract/ir.ts";
import { toolsOf } from "../../support/tools.ts";

type Call = Extract<Expr, { k: "call" }>;

/** The values that a read may find, by its number: of every `read(number, v)`, those of the definitions that reach it; all where it says none. */
function readsOf({ fns, vars }: ModuleSummary): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const valueOf = (e: Expr): number => (e.k === "seq" ? valueOf(e.e.at(-1) as Expr) : e.k === "lit" ? Number(e.v) : NaN);
  const values = (v: number): readonly number[] =>
    (vars[v]?.d ?? []).map((def) => (def.k === "param" ? 0 : def.k === "expr" ? valueOf(def.e) : NaN));
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { k, a } = part as Partial<Call>;
    const [number, of] = k === "call" ? (a ?? []) : [];
    if (number?.k === "lit" && of?.k === "var") {
      const all = values(of.v);
      found.set(Number(number.v), of.d?.map((one) => all[one] as number) ?? all);
    }
    for (const one of Object.values(part)) visit(one);
  };
  visit(fns);
  return found;
}

const reads = (body: string): Record<number, readonly number[]> =>
  Object.fromEntries(readsOf(parseModule("/a.ts", `export function f(v: any, c: any, read: any) { ${body} }`)));

test.each([
  ["what is overwritten does not reach", "v = 1; read(1, v); v = 2; read(2, v);", { 1: [1], 2: [2] }],
  ["its own value is that before it", "v = (read(1, v), 1); read(2, v);", { 1: [0], 2: [1] }],
  ["a branch may not be taken", "if (c()) v = 1; read(1, v); v = 2;", { 1: [0, 1] }],
  ["nor what stands behind an operator", "c() && (v = 1); read(1, v); v = 2;", { 1: [0, 1] }],
  ["a loop comes back", "while (c()) { read(1, v); v = 1; } read(2, v); v = 2;", { 1: [0, 1], 2: [0, 1] }],
  ["but not past what is sure in it", "while (c()) { v = 1; read(1, v); v = 2; } read(2, v);", { 1: [1], 2: [0, 1, 2] }],
  ["a test behind a loop's body sees that", "do { v = 1; } while (read(1, v)); v = 2;", { 1: [0, 1] }],
  ["and the step of a loop", "for (; c(); read(1, v)) { v = 1; } v = 2;", { 1: [0, 1] }],
  [
    "what is caught may have come before",
    "try { v = 1; c(); v = 2; } catch { read(1, v); } read(2, v); v = 3;",
    { 1: [0, 1, 2], 2: [0, 1, 2] },
  ],
  ["a case may be come to from above", "switch (c()) { case 1: v = 1; case 2: read(1, v); } v = 2;", { 1: [0, 1] }],
  ["a function runs at any time", "const f = () => read(1, v); v = 1; f(); v = 2;", { 1: [0, 1, 2] }],
  ["and so does what it assigns", "const f = () => { v = 1; }; v = 2; f(); read(1, v); v = 3;", { 1: [0, 1, 2, 3] }],
])("%s", (_, body, expected) => {
  expect(reads(body)).toEqual(expected);
});

const OUT = new Error("out of steps");

/** Statements; `N` stands for a number that no other has. */
const statements = fc.letrec<{ one: string; some: string }>((tie) => ({
  some: fc.array(tie("one"), { maxLength: 4 }).map((all) => all.join(" ")),
  one: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 5, arbitrary: fc.constant("v = N;") },
    { weight: 5, arbitrary: fc.constant("read(N, v);") },
    { weight: 1, arbitrary: fc.constantFrom("v = (read(N, v), N);", "c() && (v = N);", "(() => read(N, v))();", "{ let w = (v = N); }") },
    { weight: 1, arbitrary: fc.constantFrom("if (c()) throw 0;", "if (c()) break out;", "if (c()) continue around;", "if (c()) return;") },
    fc.tuple(tie("some"), tie("some")).map(([a, b]) => `if (c()) { ${a} } else { ${b} }`),
    fc.tuple(tie("some"), tie("some")).map(([a, b]) => `while (read(N, v), c()) { ${a} if (c()) continue; ${b} }`),
    tie("some").map((a) => `do { ${a} } while (read(N, v), c());`),
    fc.tuple(tie("some"), fc.boolean()).map(([a, is]) => `for (v = N; c(); ${is ? "v = N" : "read(N, v)"}) { ${a} }`),
    tie("some").map((a) => `for (const w of [1, 2]) { ${a} if (c()) break; }`),
    fc.tuple(tie("some"), tie("some")).map(([a, b]) => `switch (c() + c()) { case 1: ${a} case 2: ${b} break; default: ${a} }`),
    fc.tuple(tie("some"), tie("some"), tie("some")).map(([a, b, z]) => `try { ${a} } catch { ${b} } finally { ${z} }`),
  ),
}));

/** The values that reads find when a body is run, by the number of the read. @param bits what the tests say, one after another. */
function run(body: string, bits: readonly boolean[]): (readonly [number, number])[] {
  const seen: [number, number][] = [];
  let step = 0;
  const c = (): boolean => {
    if (step >= bits.length) throw OUT;
    return bits[step++] as boolean;
  };
  try {
    const made = runInThisContext(`(function (v, c, read) { ${body} })`) as (
      v: number,
      c: () => boolean,
      read: (n: number, v: number) => void,
    ) => void;
    made(0, c, (n, v) => {
      seen.push([n, v]);
    });
  } catch (error) {
    if (error !== OUT && error !== 0) throw error;
  }
  return seen;
}

test("whatever a read finds when the code runs, its definition reaches it", { timeout: 120_000 }, () => {
  let told = 0;
  fc.assert(
    fc.property(statements.some, fc.array(fc.boolean(), { minLength: 4, maxLength: 60 }), (some, bits) => {
      let number = 0;
      const body = `out: { around: while (c()) { ${some} } } read(N, v);`.replaceAll("N", () => String(++number));
      const may = readsOf(parseModule("/a.ts", `export function f(v, c, read) { ${body} }`));
      for (const [at, value] of run(body, bits)) {
        const values = may.get(at) ?? [];
        if (values.length < number) told++;
        expect(values).toContain(value);
      }
    }),
    { numRuns: 3000 },
  );
  expect(told).toBeGreaterThan(1000);
});

const tool = (body: string): Record<string, string> => ({
  "package.json": '{ "name": "x", "type": "module" }',
  "a.ts": `import { tool } from "ai";
import { z } from "zod";
import { readFileSync } from "node:fs";
import { join } from "node:path";
const logged = (name: string, f: any) => async (...a: any[]) => f(...a);
export const t = tool({ description: "d", inputSchema: z.object({ p: z.string() }), execute: async ({ p }) => { ${body} } });`,
});

test("a path that is put below a folder is read there alone", () => {
  expect(toolsOf(tool(`p = join("/data", p); return readFileSync(p, "utf8");`))).toEqual({ t: "fs.read /data/{param:p}" });
  expect(toolsOf(tool(`if (p) p = join("/data", p); return readFileSync(p, "utf8");`))).toEqual({
    t: "fs.read /data/{param:p}, fs.read {param:p}",
  });
});

test("a function that is wrapped in another one of itself is what it was before", () => {
  const wrapped = `let run: any = async (x: string) => readFileSync("/a"); if (p) { const inner = run; run = async (x: string) => { await fetch("https://a.example/"); return inner(x); }; } run = logged("n", run); return run(p);`;
  expect(toolsOf(tool(wrapped))).toEqual({ t: "fs.read /a, net.connect https://a.example:443" });
});
