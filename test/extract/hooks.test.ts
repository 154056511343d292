import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

describe("a hook that a type says may be missing", () => {
  const service = (member: string, call: string): string => `export interface Hooks { ${member} }
export class Box { constructor(private readonly hooks?: Hooks) {} open(): void { ${call} } }
export function connect(config: { hooks?: Hooks }): Box { return new Box(config.hooks); }
`;
  const doing = (member: string, call: string, more = ""): string | undefined =>
    toolsOf({
      "box.ts": service(member, call),
      "t.ts": `import { tool } from "ai";
import { connect } from "./box.ts";
${more}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any, context: any) => { connect(context.config).open(); } });`,
    })["t"];

  test("and that nothing provides, is not called", () => {
    expect(doing("afterStart?: (text: string) => void;", `this.hooks?.afterStart?.("x");`)).toBe("");
  });

  test.each([
    ["a member of an object", "export const other = { afterStart: (text: string) => text };"],
    ["a text", `export const NAMES = ["afterStart"];`],
    ["a function", "export function afterStart(text: string) { return text; }"],
    ["an assignment", "declare const any: any; any.afterStart = any.other;"],
  ])("is not known where something is called so: %s", (_name, more) => {
    expect(doing("afterStart?: (text: string) => void;", `this.hooks?.afterStart?.("x");`, more)).toBe("unknown.call");
  });

  test("that is handed a function subscribes it", () => {
    const more = `import { execSync } from "node:child_process";`;
    const tool = `import { tool } from "ai"; ${more} interface Other { onCancel?: () => void }
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any, context: any) => { context.token.onCancel(() => execSync(a.cmd)); } });`;
    expect(toolsOf({ "t.ts": tool })["t"]).toMatch(/exec.shell \{param:cmd\}/u);
  });

  test("of what is loaded by a name that nobody knows may be anything", () => {
    const tool = `import { tool } from "ai"; interface Plugin { beforeRun?: (text: string) => void }
class Host { plugins: Plugin[] = []; async load(path: string) { const plugin: Plugin = (await import(path)).default; this.plugins.push(plugin); } }
const host = new Host(); host.load(process.argv[2]!);
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { for (const one of host.plugins) one.beforeRun?.(a.text); } });`;
    expect(toolsOf({ "t.ts": tool })["t"]).toMatch(/unknown/u);
  });

  test("may be provided by an attribute of markup", () => {
    const files = {
      "box.ts": service("afterStart?: (text: string) => void;", `this.hooks?.afterStart?.("x");`),
      "view.tsx": `declare const f: any; declare const Box: any; export const view = <Box afterStart={f} />;`,
      "t.ts": `import { tool } from "ai"; import { connect } from "./box.ts";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any, context: any) => { connect(context.config).open(); } });`,
    };
    expect(toolsOf(files)["t"]).toBe("unknown.call");
  });

  test("is a service where it must be there, or is called like one", () => {
    expect(doing("afterStart: (text: string) => void;", `this.hooks?.afterStart("x");`)).toBe("unknown.call");
    expect(doing("exec?: (text: string) => void;", `this.hooks?.exec?.("x");`)).toBe("unknown.call");
  });
});

describe("a method that keeps what it is given", () => {
  const client = `export class Chain {
  #own: unknown[] = [];
  fns: (((text: string) => string) | null)[] = [];
  eject(index: number): void { this.fns[index] = null; }
  use(fn: (text: string) => string): void { this.fns = [...this.fns, fn]; }
  update(index: number, fn: (text: string) => string): void { this.fns[index] = fn; }
  run(text: string): string { for (const fn of this.fns) if (fn) text = fn(text); return text; }
}
export const chain = new Chain();
`;
  const doing = (more: string): string | undefined =>
    toolRunning(`import { execSync } from "node:child_process"; import { chain, Chain } from "./c.ts"; ${more}`, "chain.run(a.text)", {
      "c.ts": client,
    });

  test("is not run where its name is called on other things alone", () => {
    expect(
      doing(
        `class Sum { use(): this { return this; } update(text: string): this { void text; return this; } } new Sum().use().update("x"); type Names = "use" | "update";`,
      ),
    ).toBe("");
  });

  test("is run where it is called", () => {
    expect(doing("chain.use((text) => execSync(text).toString());")).toBe("exec.shell {param:text}");
  });

  test("is run where a comment stands before its name", () => {
    expect(doing("chain. // first\n  /* then */ use((text) => execSync(text).toString());")).toBe("exec.shell {param:text}");
  });

  test.each([
    ["by a name in a text", `declare const f: any; (chain as any)["use"](f);`],
    ["on what a package hands out", `import { container } from "tsyringe"; declare const f: any; container.resolve(Chain).use(f);`],
    ["on what an event hands over", `import { bus } from "@acme/bus"; declare const f: any; bus.on("chain", (one: any) => one.use(f));`],
    [
      "by a name that is put together",
      `declare const f: any; const at = "chain"; (chain as any)["u".concat("se")](f); (chain as any)[["use"].join("")](f);`,
    ],
    ["on what is not known", "declare const f: any; export function setup(of: any) { of.use(f); }"],
    ["after it was taken out", "declare const f: any; const { use } = chain; use.call(chain, f);"],
  ])("may be run: %s", (_name, more) => {
    expect(doing(more)).toMatch(/unknown/u);
  });
});
