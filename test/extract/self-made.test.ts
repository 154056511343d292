import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

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
