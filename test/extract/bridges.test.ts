import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

describe("the two processes of an Electron program", () => {
  const main = `import { ipcMain } from "electron";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { execSync } from "node:child_process";
ipcMain.handle("read", async (event, path) => readFileSync(path, "utf8"));
ipcMain.on("run", (event, command) => { execSync(command); });
export function later(channel: string) { ipcMain.handle(channel, () => {}); }
later("some"); later("others");
const table = { write: (event, path) => writeFileSync(path, ""), drop: (event, path) => rmSync(path) };
Object.entries(table).forEach(([channel, listener]) => { ipcMain.handle(channel, (event, ...args) => listener(event, ...args)); });
ipcMain.handle(["th", "ird"].join(process.env.SEPARATOR), (event, path) => rmSync(path));
`;
  const preload = `import { contextBridge, ipcRenderer } from "electron";
const api = { invoke: (channel: string, ...args: any[]) => ipcRenderer.invoke(channel, ...args) };
contextBridge.exposeInMainWorld("bridge", api);
`;
  const doing = (body: string, before = ""): string | undefined =>
    toolsOf({
      "main.ts": main,
      "preload.ts": preload,
      "t.ts": `import { tool } from "ai"; import { ipcRenderer } from "electron"; ${before}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => ${body} });`,
    })["t"];

  test("run what listens to a channel, with what was sent", () => {
    expect(doing(`ipcRenderer.invoke("read", a.path)`)).toBe("fs.read {param:path}");
    expect(doing(`{ ipcRenderer.send("run", a.command); }`)).toBe("exec.shell {param:command}");
  });

  test("run what a helper, or a loop over a table, lets listen", () => {
    expect(doing(`ipcRenderer.invoke("some", a.path)`)).toBe("");
    expect(doing(`ipcRenderer.invoke("write", a.path)`)).toBe("fs.write {param:path}");
    expect(doing(`ipcRenderer.invoke("drop", a.path)`)).toBe("fs.write.delete {param:path}");
  });

  test("by what is exposed to the pages", () => {
    expect(doing(`(window as any).bridge.invoke("read", a.path)`)).toBe("fs.read {param:path}");
    expect(
      doing(
        `box.read(a.path)`,
        `class Box { constructor(private ipc: any) {} read(path: string) { return this.ipc.invoke("read", path); } } const box = new Box((window as any).bridge);`,
      ),
    ).toBe("fs.read {param:path}");
  });

  test.each([
    ["nobody listens to", `ipcRenderer.invoke("gone", a.path)`],
    ["is computed where it is listened to", `ipcRenderer.invoke("third", a.path)`],
    ["is made up", `ipcRenderer.invoke(a.channel, a.path)`],
  ])("a channel that %s is not known", (_name, body) => {
    expect(doing(body)).toBe("unknown.package:electron");
  });
});

describe("the commands of an extension of VS Code's", () => {
  const commands = `import * as vscode from "vscode";
import { readFileSync, rmSync, unlinkSync } from "node:fs";
export function activate(context: vscode.ExtensionContext) {
  context.subscriptions.push(vscode.commands.registerCommand("x.read", async (path: string) => readFileSync(path, "utf8")));
  const register = (name: string, run: (...args: any[]) => any) => context.subscriptions.push(vscode.commands.registerCommand(name, run));
  register("x.drop", (path: string) => rmSync(path));
  register("x.none", () => 1);
  const twice = vscode.commands; twice.registerCommand("x.twice", () => 1); twice.registerCommand("x.twice", () => unlinkSync("/x"));
}`;
  const doing = (body: string, more = ""): string | undefined =>
    toolsOf({
      "extension.ts": commands,
      "more.ts": `import * as vscode from "vscode"; import { listener } from "other";
const own = (path: string) => console.log(path);
${more}`,
      "t.ts": `import * as vscode from "vscode"; import { unlinkSync } from "node:fs";
class T { invoke(options: any) { const a = options.input; return ${body}; } }
vscode.lm.registerTool("t", new T());`,
    })["t"];

  test.each([
    [`vscode.commands.executeCommand("x.read", a.path)`, "fs.read {param:input}"],
    [`vscode.commands.executeCommand("x.read", "/etc/hosts")`, "fs.read /etc/hosts"],
    [`vscode.commands.executeCommand("x.drop", "/tmp/a")`, "fs.write.delete /tmp/a"],
    [`vscode.commands.executeCommand("x.none")`, ""],
    [`vscode.commands.executeCommand(a.large ? "x.none" : "x.drop", "/tmp/a")`, "fs.write.delete /tmp/a"],
  ])("%s does what was registered: %s", (body, does) => {
    expect(doing(body)).toBe(does);
  });

  test.each([
    [`vscode.commands.executeCommand("git.push")`, "exec.spawn git.push"],
    [`vscode.commands.executeCommand(a.large ? "x.none" : "git.push")`, "exec.spawn git.push, exec.spawn x.none"],
    [`vscode.commands.executeCommand("x.twice")`, "exec.spawn x.twice, fs.write.delete /x"],
    [`vscode.commands.executeCommand("x.read", () => unlinkSync("/x"))`, "exec.spawn x.read, fs.read {dynamic}, fs.write.delete /x"],
    [`vscode.commands.executeCommand(a.command)`, "exec.spawn {param:input}"],
  ])("%s may be another extension's: %s", (body, does) => {
    expect(doing(body)).toBe(does);
  });

  test.each([
    ["by a name that is not known", `vscode.commands.registerCommand(process.env.NAME ?? "", own);`],
    ["with something to be called on", `vscode.commands.registerCommand("y.z", own, { delete: own });`],
    ["of an editor's text", `vscode.commands.registerTextEditorCommand("y.z", own);`],
    ["by a method that was taken out", `const { registerCommand: add } = vscode.commands; add("y.z", own);`],
    ["by the method's own call", `vscode.commands.registerCommand.call(null, "y.z", own);`],
    ["by a helper of a package", `import { registerCommand } from "@microsoft/vscode-azext-utils"; registerCommand("y.z", own);`],
    ["of what is spread", `vscode.commands.registerCommand(...(["y.z", own] as const));`],
  ])("where something is registered %s, another one may have the name", (_name, more) => {
    expect(doing(`vscode.commands.executeCommand("x.drop", "/tmp/a")`, more)).toBe("exec.spawn x.drop, fs.write.delete /tmp/a");
  });

  test.each([
    ["a package's", "listener"],
    ["one of two", "process.env.X ? listener : own"],
  ])("a listener that is %s is not known", (_name, listens) => {
    expect(doing(`vscode.commands.executeCommand("y.z", "/tmp/a")`, `vscode.commands.registerCommand("y.z", ${listens});`)).toBe(
      "exec.spawn y.z",
    );
  });
});
