import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

/** What a tool does that runs `body`, in a file that begins with `before`. */
const does = (before: string, body: string): string | undefined =>
  toolsOf({
    "t.ts": `${before}
import { tool } from "ai";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => ${body} });`,
  })["t"];

describe("what rows of packages say", () => {
  test.each([
    [
      "a terminal's shell, told what to run",
      'import * as vscode from "vscode"; const run = (t: vscode.Terminal, c: string) => t.shellIntegration!.executeCommand(c);',
      "run(vscode.window.activeTerminal!, a.command)",
      "exec.shell {param:command}",
    ],
    [
      "a loader of documents, wherever LangChain keeps it",
      'import { TextLoader } from "langchain/document_loaders/fs/text";',
      "new TextLoader(a.path).load()",
      "fs.read {param:path}",
    ],
    [
      "another process of an Electron program",
      'import { ipcRenderer } from "electron";',
      'ipcRenderer.invoke("run", a.command)',
      "unknown.package:electron",
    ],
    ["a global that nobody knows", "", "$`ls ${a.x}`", "unknown.call"],
    ["what finds processes", 'import find from "find-process";', 'find("port", a.port)', "exec.spawn {dynamic}"],
  ])("%s", (_, before, body, expected) => {
    expect(does(before, body)).toBe(expected);
  });

  test("what controls a stream of the Web hands on data", () => {
    const before = `import { rmSync } from "node:fs"; const listeners: any[] = [];
const emit = (x: any) => { for (const one of listeners) one(x); };
export const stream = () => new ReadableStream({ start(controller) { listeners.push((x: any) => { rmSync("/a"); controller.enqueue(x); }); } });`;
    expect(does(before, "emit(a.x)")).toBe("fs.write.delete /a");
  });

  test("something that is made of itself, again and again, is made in one way", () => {
    const before = `import { Builder } from "selenium-webdriver"; let driver: any;
async function start(a: any) {
  let builder = new Builder();
  if (a.bidi) builder = builder.withCapabilities({});
  if (a.chrome) driver = await builder.forBrowser("chrome").setChromeOptions({}).build();
  else driver = await builder.forBrowser("firefox").setFirefoxOptions({}).build();
}
start(process.argv);`;
    expect(does(before, "driver.takeScreenshot()")).toBe("net.connect {dynamic}");
  });
});

test("a file with a NUL in one of its texts is code", () => {
  const code = `${"// A line of words that says nothing.\n".repeat(40)}import { rmSync } from "node:fs";
export const drop = (a: string, b: string) => rmSync(\`/\${a}\0\${b}\`);`;
  expect(
    toolsOf({
      "drop.ts": code,
      "t.ts": `import { drop } from "./drop.ts"; import { tool } from "ai";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => drop(a.x, "y") });`,
    }),
  ).toEqual({ t: "fs.write.delete /{param:x}\0y" });
});
