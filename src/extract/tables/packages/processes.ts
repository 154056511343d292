import type { PackageModel } from "./kinds.ts";
import { NET, browserDriver, runner, service } from "./kinds.ts";

const PUPPETEER = { "launch default.launch": "exec.spawn ->type:Browser", "executablePath defaultArgs": "pure" };
const PLAYWRIGHT = {
  "chromium.launch firefox.launch webkit.launch": "exec.spawn ->type:Browser",
  "chromium.launchPersistentContext firefox.launchPersistentContext webkit.launchPersistentContext launchPersistentContext":
    "exec.spawn fs.write@0 ->type:Browser",
};

const GENKIT: PackageModel = {
  range: ">=1",
  rest: "pure",
  rows: {
    "genkit prompt definePrompt chat createSession loadSession": "->self",
    "generate generateStream embed embedMany retrieve index rerank evaluate checkOperation send sendStream": NET,
    "prompt.() prompt.stream definePrompt.() definePrompt.stream": NET,
    "defineFlow dynamicTool": "->1",
  },
};

/** What starts programs, browsers too. */
export const processesModels: Readonly<Record<string, PackageModel>> = {
  execa: runner(">=5", {
    "execa execaSync execaNode default": "!command ->type:Command",
    "execaCommand execaCommandSync command commandSync": "exec.spawn@0 ->type:ChildProcess",
    "$ $.sync": "!command ->type:Command",
  }),
  "cross-spawn": runner(">=6", { "default spawn sync": "!spawn ->type:ChildProcess" }),
  "cross-spawn-promise": runner(">=0", { default: "!spawn" }),
  tinyexec: runner(">=0.1", { "x exec": "!spawn ->type:ChildProcess" }),
  nanoexec: runner(">=0.1", { default: "!spawn" }),
  zx: runner(">=4", {
    "$ $.sync": "!command ->type:Command",
    cd: "control.chdir@0",
    fetch: "!fetch",
    glob: "fs.read@0",
    "within question sleep echo stdin retry spinner": "pure",
    which: "fs.read",
  }),
  shelljs: runner(">=0.8", {
    exec: "!shell",
    rm: "fs.write.delete@0",
    "mkdir touch": "fs.write.create@0",
    "cp mv": "fs.read@0 fs.write@1",
    "cat ls find grep head tail test which": "fs.read@0",
    cd: "control.chdir@0",
    sed: "fs.write",
    chmod: "fs.write.modify",
  }),
  "node-pty": runner(">=0.10", { "spawn fork createTerminal": "!spawn ->type:ChildProcess" }),
  "@lydell/node-pty": runner(">=1", { spawn: "!spawn ->type:ChildProcess" }),
  "@homebridge/node-pty-prebuilt-multiarch": runner(">=0.11", { spawn: "!spawn ->type:ChildProcess" }),
  "child-process-promise": runner(">=2", { exec: "!shell", "execFile spawn": "!spawn" }),
  "promisify-child-process": runner(">=3", { exec: "!shell", "execFile spawn": "!spawn" }),
  open: runner(">=7", { "default openApp": "exec.spawn" }),
  opn: runner(">=5", { default: "exec.spawn" }),
  "tree-kill": runner(">=1", { default: "control.signal exec.spawn" }),
  fkill: runner(">=7", { default: "control.signal exec.spawn" }),
  "ps-tree": runner(">=1", { default: "exec.spawn=ps" }),
  "python-shell": runner(">=3", { "PythonShell PythonShell.run PythonShell.runString": "exec.spawn=python" }),
  "simple-git": { range: ">=2", rest: "exec.spawn=git", rows: { "default simpleGit": "->self", "env outputHandler cwd": "->this" } },
  "isomorphic-git": { range: ">=1", rest: "fs.read fs.write net.connect", rows: {} },
  // The automation interface runs the `pulumi` command.
  "@pulumi/pulumi": runner(">=3", { "create createStack selectStack createOrSelectStack": "exec.spawn=pulumi ->type:PulumiStack" }),
  "@vscode/ripgrep": { range: ">=1", rest: "pure", rows: {} },
  "fluent-ffmpeg": { range: ">=2", rest: "exec.spawn=ffmpeg fs.read fs.write", rows: {} },
  puppeteer: browserDriver(">=10", PUPPETEER),
  "puppeteer-core": browserDriver(">=10", PUPPETEER),
  "puppeteer-extra": browserDriver(">=3", { ...PUPPETEER, "use addExtra": "->self" }),
  playwright: browserDriver(">=1", PLAYWRIGHT),
  "playwright-core": browserDriver(">=1", PLAYWRIGHT),
  patchright: browserDriver(">=1", PLAYWRIGHT),
  "playwright-extra": browserDriver(">=4", { ...PLAYWRIGHT, "use addExtra": "pure" }),
  "@playwright/test": browserDriver(">=1", { ...PLAYWRIGHT, "defineConfig expect test": "pure" }),
  // A browser of the machine, where it is not told to use one elsewhere; what it keeps of the user is put into a folder.
  "@browserbasehq/stagehand": browserDriver(">=1", { Stagehand: "!launched" }),
  "chrome-launcher": runner(">=0.13", { launch: "exec.spawn" }),
  "chrome-remote-interface": service(">=0.30"),
  dugite: { range: ">=2", rest: "pure", rows: { "exec spawn GitProcess.exec": "exec.spawn env.read" } },
  "md-to-pdf": { range: ">=5", rest: "exec.spawn fs.read fs.write", rows: {} },
  "find-process": { range: ">=1", rest: "exec.spawn", rows: {} },
  "pid-port": { range: ">=0.1", rest: "exec.spawn", rows: {} },
  "spawn-rx": { range: ">=2", rest: "exec.spawn", rows: { findActualExecutable: "fs.read env.read" } },
  "kill-port": { range: ">=1", rest: "exec.spawn", rows: {} },
  "shell-env": { range: ">=3", rest: "exec.spawn env.read", rows: {} },
  "edge-paths": { range: ">=3", rest: "fs.read env.read", rows: {} },
  "ai-sdk-provider-claude-code": { range: ">=0", rest: "exec.spawn", rows: {} },
  "@puppeteer/browsers": { range: ">=1", rest: "fs.read", rows: { install: "net.connect fs.write", launch: "exec.spawn" } },
  steno: { range: ">=3", rest: "fs.write", rows: {} },
  "get-folder-size": { range: ">=3", rest: "fs.read@0", rows: {} },
  "electron-log": { range: ">=4", rest: "fs.write", rows: {} },
  "electron-store": { range: ">=8", rest: "fs.read fs.write", rows: {} },
  "node-persist": { range: ">=3", rest: "fs.read fs.write", rows: {} },
  electron: {
    range: ">=20",
    rest: "pure",
    rows: {
      "shell.openExternal shell.openPath shell.trashItem": "exec.spawn",
      "net.fetch net.request": "!fetch",
      // Another process of the program does something then.
      "ipcRenderer.invoke ipcRenderer.send ipcRenderer.sendSync ipcRenderer.postMessage ipcRenderer.sendToHost": "!unseen",
      "dialog.showOpenDialog dialog.showSaveDialog": "pure",
      "app.quit app.exit app.relaunch": "control.exit",
    },
  },
  vscode: {
    range: ">=1.60",
    rest: "pure",
    rows: {
      "workspace.fs.readFile workspace.fs.stat workspace.fs.readDirectory workspace.findFiles": "fs.read@0",
      "workspace.openTextDocument workspace.openNotebookDocument": "fs.read@0 ->self",
      "save workspace.saveAs workspace.saveAll": "fs.write",
      "workspace.fs.writeFile workspace.fs.createDirectory workspace.fs.copy workspace.fs.rename workspace.applyEdit": "fs.write",
      "workspace.fs.delete": "fs.write.delete@0",
      "window.createTerminal": "exec.spawn ->self",
      "window.createTerminal.sendText window.activeTerminal.sendText sendText": "exec.shell@0",
      "shellIntegration.executeCommand Terminal.shellIntegration.executeCommand window.createTerminal.shellIntegration.executeCommand window.activeTerminal.shellIntegration.executeCommand":
        "exec.shell@0",
      "tasks.executeTask debug.startDebugging env.openExternal": "exec.spawn",
      "commands.executeCommand": "!editorCommand",
      "lm.selectChatModels sendRequest lm.invokeTool": NET,
    },
  },
  "get-windows": { range: ">=9", rest: "exec.spawn fs.read code.native", rows: {} },
  "active-win": { range: ">=8", rest: "exec.spawn fs.read code.native", rows: {} },
  "screenshot-desktop": {
    range: ">=1",
    rest: "exec.spawn fs.read fs.write",
    rows: { "listDisplays availableDisplays": "exec.spawn fs.write", parseDisplaysOutput: "pure" },
  },
  // `compute` runs the command of a `Match exec`.
  "ssh-config": { range: ">=4", rest: "pure", rows: { parse: "->self", "compute parse.compute": "exec.shell" } },
  "@huggingface/transformers": { range: ">=2", rest: "net.connect fs.read fs.write", rows: { env: "pure" } },
  "@xenova/transformers": { range: ">=2", rest: "net.connect fs.read fs.write", rows: { env: "pure" } },
  "sql.js": { range: ">=1", rest: "pure", rows: { default: "code.native" } },
  "esbuild-wasm": { range: ">=0.17", rest: "code.native fs.read fs.write", rows: {} },
  "quickjs-emscripten-core": { range: ">=0.20", rest: "code.native", rows: {} },
  "@tanstack/ai": { range: ">=0", rest: "pure", rows: { toolDefinition: "->self" } },
  genkit: GENKIT,
  "@genkit-ai/ai": GENKIT,
};
