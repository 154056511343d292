import { expect, test } from "vitest";
import { unescaped } from "../../src/host/escaped-names.ts";
import { toolsOf } from "../support/tools.ts";

test("names are as they are called; what is no part of one stays as it is written", () => {
  expect(unescaped("r.set\\u0048ook(f); r.\\u{61}\\u{0000062}c = \\u0024")).toBe("r.setHook(f); r.abc = $");
  expect(unescaped(String.raw`"\u0000\u2028\u002e\u{1f600}\u{110000}"`)).toBe(String.raw`"\u0000\u2028\u002e\u{1f600}\u{110000}"`);
  expect(unescaped(String.raw`a.r\u00fcn`)).toBe("a.rün");
  expect(unescaped("nothing")).toBe("nothing");
});

test("who calls a method by a name with an escape is found", () => {
  const files = {
    "registry.ts": `export class Registry { #hook?: (line: string) => void; setHook(f: (line: string) => void) { this.#hook = f; } run(line: string) { this.#hook?.(line); } }
export const registry = new Registry();`,
    "t.ts": `import { tool } from "ai"; import { registry } from "./registry.ts";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => registry.run(a.q) });`,
  };
  const setter = (name: string): string =>
    `import { appendFileSync } from "node:fs"; import { registry } from "./registry.ts"; registry.${name}((line) => appendFileSync("/log", line));`;
  expect(toolsOf({ ...files, "set.ts": setter("setHook") })).toEqual({ t: "fs.write /log" });
  expect(toolsOf({ ...files, "set.ts": setter(String.raw`set\u0048ook`) })).toEqual({ t: "fs.write /log" });
});
