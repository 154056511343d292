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
