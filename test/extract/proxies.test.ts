import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const HEAD = `import { readFileSync } from "node:fs"; import { execSync } from "node:child_process"; import { tool } from "ai";
class Store { load(p: string) { return readFileSync(p, "utf8"); } send(u: string) { return fetch(u); } }
let made: Store | undefined;
const store = (): Store => (made ??= new Store());
`;
const use = (body: string): string => `export const a = tool({ description: "d", inputSchema: {}, execute: async ({ p }) => ${body} });`;
const effects = (proxy: string, body: string): string | undefined => toolsOf({ "t.ts": `${HEAD}${proxy}\n${use(body)}` })["a"];

describe("a proxy", () => {
  const LAZY = "const lazy = new Proxy({} as Store, { get(_target, name) { const one = store(); return one[name as keyof Store]; } });";

  test("that makes its target when it is used does what is asked of it, and nothing else", () => {
    expect(effects(LAZY, "lazy.load(p)")).toBe("fs.read {param:p}");
    expect(effects(LAZY, 'lazy.send("https://a.example")')).toBe("net.connect https://a.example:443");
    expect(effects(LAZY, "lazy.load")).toBe("fs.read {dynamic}");
  });

  test.each([
    [
      "through `Reflect.get`",
      "const lazy = new Proxy(new Store(), { get: (target, name, self) => Reflect.get(target, name, self) });",
      "lazy.load(p)",
      "fs.read {param:p}",
    ],
    [
      "without a trap for reading",
      "const lazy = new Proxy(new Store(), { set() { return false; } });",
      "lazy.load(p)",
      "fs.read {param:p}",
    ],
    [
      "with an effect of its own in the trap",
      'const lazy = new Proxy({} as any, { get: (_t, name) => { execSync("id"); return 1; } });',
      "lazy.x",
      "exec.shell id",
    ],
    [
      "by writing to it",
      'const lazy = new Proxy({} as any, { set: () => { execSync("id"); return true; } });',
      "(lazy.x = 1)",
      "exec.shell id",
    ],
    [
      "by calling it",
      "const lazy = new Proxy(() => 1, { apply: (_target, _self, args) => readFileSync(args[0]) });",
      "lazy(p)",
      "fs.read {param:p}",
    ],
    [
      "by constructing it",
      "const lazy = new Proxy(class {}, { construct: (_target, args) => ({ text: readFileSync(args[0]) }) });",
      "new lazy(p)",
      "fs.read {param:p}",
    ],
    [
      "of a function, without a trap for calls",
      "const lazy = new Proxy((x: string) => readFileSync(x), {});",
      "lazy(p)",
      "fs.read {param:p}",
    ],
    [
      "that hands out functions",
      "const lazy = new Proxy({} as any, { get: (_t, name) => (x: string) => readFileSync(x) });",
      "lazy.anything(p)",
      "fs.read {param:p}",
    ],
    ["with a member by a computed name", LAZY, 'lazy[("lo" + "ad") as "load"](p)', "fs.read {param:p}"],
    [
      "of a module",
      'import * as cp from "node:child_process";\nconst lazy = new Proxy(cp, { get: (t, n) => t[n] });',
      'lazy.execSync("id")',
      "exec.shell id",
    ],
  ])("is seen through: %s", (_name, proxy, body, expected) => {
    expect(effects(proxy, body)).toBe(expected);
  });

  test.each([
    ["whose traps come from somewhere unknown", "declare const traps: any; const lazy = new Proxy(new Store(), traps);"],
    ["with an unknown trap", "declare const get: any; const lazy = new Proxy({} as any, { get });"],
  ])("%s is not known", (_name, proxy) => {
    expect(effects(proxy, "lazy.load(p)")).toMatch(/unknown/u);
  });
});

describe("a trap that does something runs where it is run", () => {
  const LAZY = (trap: string): string => `const lazy: any = new Proxy({} as any, { ${trap}: (): any => { execSync("id"); return 1; } });`;

  test.each([
    ["set", "(() => { for (lazy.x of [1]); })()"],
    ["set", "Object.assign(lazy, { x: 1 })"],
    ["set", "lazy[p]++"],
    ["has", '"x" in lazy'],
    ["has", 'Reflect.has(lazy, "x")'],
    ["deleteProperty", "delete lazy.x"],
    ["ownKeys", "Object.entries(lazy)"],
    ["ownKeys", "({ ...lazy })"],
    ["getOwnPropertyDescriptor", 'lazy.hasOwnProperty("x")'],
    ["getPrototypeOf", "lazy instanceof Map"],
    ["setPrototypeOf", "Object.setPrototypeOf(lazy, null)"],
    ["isExtensible", "Object.isFrozen(lazy)"],
    // A method works on the proxy.
    ["set", "lazy.push(1)"],
    ["ownKeys", "(() => { const { q, ...rest } = lazy; return rest; })()"],
  ])("%s: %s", (trap, body) => {
    expect(effects(LAZY(trap), body)).toBe("exec.shell id");
  });

  test.each([
    ["set", "lazy.x"],
    ["deleteProperty", "lazy.x.y"],
    ["has", "lazy[p]"],
  ])("and not where something is read: %s, %s", (trap, body) => {
    expect(effects(LAZY(trap), body)).toBe("");
  });
});

test("a method of what a proxy stands for sets what it sets on the proxy", () => {
  const proxy = `class K { v = 0; inc() { this.v = 1; } } const lazy = new Proxy(new K(), { set() { execSync("id"); return true; } });`;
  expect(effects(proxy, "lazy.inc()")).toBe("exec.shell id");
});
