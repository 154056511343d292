import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const TOOL = `import { tool } from "ai"; import { execSync } from "node:child_process";`;
const running = (before: string, body: string): string | undefined =>
  toolsOf({
    "t.ts": `${TOOL}\n${before}\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${body} } });`,
  })["t"];

test.each([
  [`add(...args: [kind: "request", fn: Fn]) { if (args[0] === "request") this.hooks.push(args[1]); }`, `client.add("request", RUNS);`],
  ["all(kind: string, ...fns: Fn[]) { for (const fn of fns) this.hooks.push(fn); }", `client.all("request", () => {}, RUNS);`],
  ["each(...fns: Fn[]) { fns.forEach((fn) => this.hooks.push(fn)); }", "client.each(() => {}, RUNS);"],
  ["each(...fns: Fn[]) { this.hooks.push(...fns); }", "const more: Fn[] = [RUNS]; client.each(...more);"],
])("what a method puts into a list of the rest that it is given, is run: %s", (method, call) => {
  const client = `type Fn = (text: string) => void; const RUNS: Fn = (text) => { execSync(text); };
class Client { private hooks: Fn[] = []; run(text: string) { for (const hook of this.hooks) hook(text); } ${method} }
const client = new Client(); ${call}`;
  expect(running(client, "client.run(a.text)")).toBe("exec.shell {param:text}");
});

describe("lists that are kept in a map", () => {
  const waiting = (wait: string): string | undefined =>
    running(
      `class Client {
  private waiters = new Map<string, Array<() => void>>();
  wait(uri: string) { ${wait} }
  wake() { for (const waiters of this.waiters.values()) { for (const one of waiters) one(); } }
}
const client = new Client();`,
      "client.wait(a.uri); client.wake();",
    );

  test("are what is put into them", () => {
    expect(waiting(`const list = this.waiters.get(uri) || []; list.push(() => { execSync("ls"); }); this.waiters.set(uri, list);`)).toBe(
      "exec.shell ls",
    );
  });

  test("hold what nobody knows where nobody knows who fills them", () => {
    expect(waiting(`const list: any[] = []; this.waiters.set(uri, list); (globalThis as any).fill(list);`)).toMatch(/unknown/u);
  });
});

test("what goes through a container is what it holds", () => {
  const code = `class Commands { held = new Map([["a", { run: () => execSync("ls") }]]); [Symbol.iterator]() { return this.held[Symbol.iterator](); } }
const commands = new Commands();`;
  // A loop over an instance goes through its methods as well, of which nothing runs.
  expect(running(code, "for (const [, one] of commands) one.run();")).toBe("exec.shell ls, unknown.call");
});

test.each([
  ["a generator", "*[Symbol.iterator]() { for (const one of this.held) yield one; }", "of"],
  ["an asynchronous generator", "async *[Symbol.asyncIterator]() { for (const one of this.held) yield one; }", "await"],
  ["what a list hands out", "[Symbol.iterator]() { return this.held.values(); }", "of"],
  ["itself", "i = 0; [Symbol.iterator]() { return this; } next() { return { value: this.held[this.i++], done: this.i > 1 }; }", "of"],
  ["an object", "[Symbol.iterator]() { let i = 0; return { next: () => ({ value: this.held[i++], done: i > 1 }) }; }", "of"],
])("what goes through an instance is what its iterator yields: %s", (_name, iterator, way) => {
  const code = `class Commands { held = [() => execSync("ls")]; ${iterator} } const commands = new Commands();`;
  expect(running(code, `for ${way === "await" ? "await " : ""}(const one of commands as any) one();`)).toBe("exec.shell ls");
  if (way === "of") expect(running(code, "for (const one of [...(commands as any)]) one();")).toBe("exec.shell ls");
});

test("what goes through a literal object with an iterator is what that yields", () => {
  expect(running(`const commands = { *[Symbol.iterator]() { yield () => execSync("ls"); } };`, "for (const one of commands) one();")).toBe(
    "exec.shell ls",
  );
});

test("what goes through a Map by its iterator are pairs", () => {
  const code = `const held = new Map([["a", () => execSync("ls")]]);`;
  expect(running(code, "for (let i = held[Symbol.iterator](), r = i.next(); !r.done; r = i.next()) r.value[1]();")).toBe("exec.shell ls");
});

describe("a callback that an instance may be given", () => {
  const client = (more = "", options = "{ url: string; onError?: () => void }"): string => `class Client {
  private onError?: () => void;
  constructor(options: ${options}) { this.onError = options.onError; }
  run() { this.onError?.(); }
  ${more}
}`;

  test("and is not, is not called", () => {
    expect(running(`${client()} const client = new Client({ url: "x" });`, "client.run()")).toBe("");
  });

  test("is called where it is given", () => {
    expect(running(`${client()} const client = new Client({ url: "x", onError: () => execSync("ls") });`, "client.run()")).toBe(
      "exec.shell ls",
    );
  });

  test.each([
    [
      "by a method",
      client("set(fn: any) { this.onError = fn; }"),
      `const client = new Client({ url: "x" }); client.set(() => execSync("ls"));`,
    ],
    ["from outside", client(), `const client = new Client({ url: "x" }); (client as any).onError = () => execSync("ls");`],
    [
      "in bulk",
      client("more(all: any) { Object.assign(this, all); }"),
      `const client = new Client({ url: "x" }); client.more(JSON.parse("{}"));`,
    ],
    ["with what nobody knows", client(), `const client = new Client(JSON.parse("{}"));`],
    [
      "by who else may make it",
      client(),
      `export const make = (options: any) => new Client(options); const client = make((globalThis as any).o);`,
    ],
  ])("may be called where it is set %s", (_name, cls, more) => {
    expect(running(`${cls} ${more}`, "client.run()")).toMatch(/unknown|exec/u);
  });
});

test("what Svelte's compiler knows does nothing", () => {
  expect(
    toolsOf({
      "state.svelte.ts": `export const state = $state({ name: "a" }); export const name = () => $state.snapshot(state).name;`,
      "t.ts": `import { tool } from "ai"; import { name } from "./state.svelte.ts";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => name() });`,
    }),
  ).toEqual({ t: "" });
});

test("what is put into a list by a list of arguments is in it", () => {
  const files = {
    "t.ts": `import { tool } from "ai"; import { unlinkSync } from "node:fs";
const hooks: (() => void)[] = [];
hooks.splice(...([0, 0, () => unlinkSync("/x")] as [number, number, () => void]));
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { for (const hook of hooks) hook(); } });`,
  };
  expect(toolsOf(files)).toEqual({ t: "fs.write.delete /x" });
});
