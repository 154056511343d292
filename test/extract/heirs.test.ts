import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

test("a class that inherits its name from a tool in another file is that tool as well", () => {
  const tools = toolsOf({
    "look.ts": `import { StructuredTool } from "@langchain/core/tools";
export class Look extends StructuredTool { name = "look"; description = "d"; schema = {} as any;
  async _call({ path }: any) { return this.keep(path); } async keep(path: string) { return path; } }`,
    "kept.ts": `import { writeFile } from "node:fs/promises"; import { Look } from "./look"; export class Kept extends Look { async keep(path: string) { await writeFile(path, ""); return path; } }`,
  });
  expect(tools["look"]).toBe("fs.write {param:path}");
});

test("under a name of its own it is another one", () => {
  const tools = toolsOf({
    "base.ts": `import { StructuredTool } from "@langchain/core/tools"; export abstract class Search extends StructuredTool { description = "d"; schema = {} as any; abstract find(a: any): Promise<string>; async _call(a: any) { return this.find(a); } }`,
    "web.ts": `import { Search } from "./base"; export class Web extends Search { name = "web"; async find({ url }: any) { return (await fetch(url)).text(); } }`,
  });
  expect(tools).toEqual({ web: "net.connect {param:url}" });
});

test("a skill that says what it is for is a tool", () => {
  const skill = (fields: string): Record<string, string> => ({
    "skill.ts": "export class Skill { name = 'none'; async execute(a: any): Promise<string> { return ''; } }",
    "save.ts": `import { rm } from "node:fs/promises"; import { Skill } from "./skill"; export class Save extends Skill { name = "save"; ${fields} async execute({ path }: any) { await rm(path); return ""; } }`,
  });
  expect(toolsOf(skill(`descriptionForModel = "Saves.";`))).toEqual({ save: "fs.write.delete {param:path}" });
  expect(toolsOf(skill(""))).toEqual({});
});

test("a tool that is made of a function is called as the function is, or by the name behind it", () => {
  const tools = toolsOf({
    "t.ts": `import { createToolFunction } from "@just-every/ensemble"; import { execSync } from "node:child_process";
function run_command(command: string) { return execSync(command).toString(); }
export const tools = [createToolFunction(run_command, "Runs.", { command: "c" }), createToolFunction(async () => "", "Waits.", {}, "r", "wait")];`,
  });
  expect(tools).toEqual({ run_command: "exec.shell {param:}", wait: "" });
});

test.each([
  ["its type parameters", "class Files<T extends { id: string }> extends Store<T>"],
  ["what it gives to the class that it builds on", "class Files extends Store<{ id: string }>"],
  ["and to what stands before another one", "class Files extends Kept<{ id: string }, () => void> implements Store<{ id: string }>"],
])("a class with braces in %s is an heir like any other", (_, head) => {
  const tools = toolsOf({
    "base.ts": `export abstract class Store<T> { abstract put(one: T): Promise<void>; }
export class Posted extends Store<any> { async put(one: any) { await fetch("https://a.example", { method: "POST", body: one.id }); } }`,
    "files.ts": `import { writeFileSync } from "node:fs"; import { Store } from "./base"; class Kept<A, B> {}
export ${head} { async put(one: any) { writeFileSync("/kept", one.id); } }`,
    "tool.ts": `import { tool } from "ai"; import type { Store } from "./base";
export const make = (store: Store<{ id: string }>) => ({ save: tool({ description: "d", inputSchema: {}, execute: async (a: any) => store.put(a) }) });`,
  });
  expect(tools["save"]).toBe("fs.write /kept, net.connect https://a.example:443");
});

test("what only promises to be an abstract class does not stand for what the class calls of itself", () => {
  const run = (fake: string): string | undefined =>
    toolsOf({
      "a.ts": `import { writeFileSync } from "node:fs"; import { tool } from "ai";
export abstract class Base { go() { this.step(); } abstract step(): void; } class Fake implements Base { ${fake} }
export const mk = (b: Base) => ({ t: tool({ description: "d", inputSchema: {}, execute: async () => { b.go(); } }) });`,
    })["t"];
  expect(run('go() { writeFileSync("/kept", "x"); } step() {}')).toBe("fs.write /kept, unknown.abstract");
  expect(run("go() {} step() {}")).toBe("unknown.abstract");
});

test("what an heir hands to its base is known, whatever else it hands on", () => {
  const code = `import { tool } from "ai"; import { unlinkSync } from "node:fs";
class Base { constructor(readonly name: string, private readonly run: (path: string) => void) {} go(path: string) { this.run(path); } }
class Heir extends Base { constructor(name: string) { super(name, (path) => unlinkSync(path)); } }
export const toolOf = (made: Heir) => tool({ description: "d", inputSchema: {}, execute: async (a: any) => made.go(a.path) });`;
  expect(Object.values(toolsOf({ "t.ts": code }))).toEqual(["fs.write.delete {param:path}"]);
  // What it is by default, it need not be.
  const preset = code.replace(
    "name: string) { super(name, (path) => unlinkSync(path)",
    "run: any = (path: string) => path) { super('x', run",
  );
  expect(Object.values(toolsOf({ "t.ts": preset }))).toEqual(["unknown.call"]);
});
