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

test("more states than are followed are not passed over", () => {
  const states = Array.from({ length: 20 }, (_, i) => `const s${String(i)}: any = () => s${String(i + 1)};`).join("\n");
  expect(toolRunning(`${states}\nconst s20: any = () => fetch("https://a.io");`, "{ let s = s0; while (s) s = s(); }")).toBe(
    "unknown.budget",
  );
});
