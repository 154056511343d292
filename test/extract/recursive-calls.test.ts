import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

describe("what is called is made of what it gives back", () => {
  test.each<[string, string, string]>([
    [
      "a trampoline",
      `const run = (f: any) => { while (typeof f === "function") f = f(); return f; };`,
      "run(() => () => () => fetch(a.q))",
    ],
    [
      "with a variable of its own",
      `const run = (f: any) => { let g = f; for (;;) { if (!g) return; g = g(); } };`,
      "run(() => () => fetch(a.q))",
    ],
    [
      "methods of what comes next",
      `const run = (s: any) => { while (s) s = s.next(); };`,
      "run({ next: () => ({ next: () => fetch(a.q) }) })",
    ],
    [
      "a list of what is to be done",
      `const run = (l: any[]) => { while (l.length) l = l.flatMap((f) => f() ?? []); };`,
      "run([() => [() => [() => fetch(a.q)]]])",
    ],
  ])("%s", (_, before, body) => {
    expect(toolRunning(before, body)).toBe("net.connect {param:q}");
  });

  test("a function that gives back itself ends", () => {
    expect(toolRunning("const self: any = () => self; const run = (f: any) => { while (f) f = f(); };", "run(self)")).toBe("");
  });
});

describe("a variable that is made of itself, where its own value is asked for", () => {
  test.each<[string, string]>([
    ["a start", 'if (n.startsWith("x_")) n = n.slice(2);'],
    ["a length", "if (n.length > 1) n = n[2];"],
    ["in a loop", 'while (n.includes("_")) n = n.substring(n.indexOf("_") + 1);'],
    ["behind what is put behind it", 'n = "x"; n += "_a"; if (n.startsWith("x_")) n = n.slice(2);'],
    ["one after the other", 'n = "y_" + n; if (n.startsWith("y_")) n = n.slice(2); if (n.startsWith("x_")) n = "a";'],
    ["by a choice", 'n = n.startsWith("x_") ? n.slice(2) : n;'],
  ])("%s", (_, change) => {
    const code = `{ let n = "x_a"; ${change} if (n === "a") return fetch(a.q); }`;
    expect(toolRunning("", code)).toBe("net.connect {param:q}");
    expect(toolRunning("", code.replace(change, ""))).toBe("");
  });

  test("names that lead to others are those, and no more", () => {
    const table = 'const next: Record<string, string> = { a: "b", b: "c", c: "c" };\n';
    const code = (last: string): string => `{ let n = "a"; while (n !== next[n]) n = next[n]!; if (n === "${last}") return fetch(a.q); }`;
    expect(toolRunning(table, code("c"))).toBe("net.connect {param:q}");
    expect(toolRunning(table, code("d"))).toBe("");
  });
});

test("more states than are followed are not passed over", () => {
  const states = Array.from({ length: 20 }, (_, i) => `const s${String(i)}: any = () => s${String(i + 1)};`).join("\n");
  expect(toolRunning(`${states}\nconst s20: any = () => fetch("https://a.io");`, "{ let s = s0; while (s) s = s(); }")).toBe(
    "unknown.budget",
  );
});
