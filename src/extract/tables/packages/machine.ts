import type { PackageModel } from "./kinds.ts";
import { files, runner } from "./kinds.ts";

/** The keeper of secrets of the operating system. */
const keyring = (range: string): PackageModel => ({
  range,
  rest: "fs.read",
  rows: {
    "setPassword deletePassword setSecret deleteCredential deleteSecret": "fs.read fs.write",
    "Entry AsyncEntry": "pure",
  },
});

/** The machine itself, and other engines of code. */
export const machineModels: Readonly<Record<string, PackageModel>> = {
  "node-machine-id": runner(">=1", { "machineId machineIdSync": "exec.spawn" }),
  systeminformation: { range: ">=5", rest: "exec.spawn fs.read", rows: {} },
  keytar: keyring(">=7"),
  "@napi-rs/keyring": keyring(">=1"),
  clipboardy: runner(">=2", { "default.read default.readSync default.write default.writeSync read write": "exec.spawn" }),
  "isolated-vm": { range: ">=4", rest: "code.eval", rows: {} },
  vm2: { range: ">=3", rest: "code.eval", rows: {} },
  quickjs: { range: ">=0", rest: "code.eval", rows: {} },
  "quickjs-emscripten": { range: ">=0.20", rest: "code.eval", rows: {} },
  mathjs: { range: ">=9", rest: "pure", rows: {} },
  "expr-eval": { range: ">=2", rest: "pure", rows: {} },
  "web-tree-sitter": { range: ">=0.20", rest: "pure", rows: { "Parser.init Language.load": "code.native" } },
  "tree-sitter": { range: ">=0.20", rest: "code.native", rows: {} },
  "ps-list": runner(">=7", { default: "exec.spawn" }),
  "is-docker": files(">=2", { default: "fs.read" }),
  "@nut-tree-fork/nut-js": { range: ">=4", rest: "code.native", rows: {} },
  "@nut-tree/nut-js": { range: ">=4", rest: "code.native", rows: {} },
  robotjs: { range: ">=0.6", rest: "code.native", rows: {} },
  "node-ipc": { range: ">=9", rest: "net.connect net.listen", rows: { "default config": "pure" } },
  workerpool: { range: ">=6", rest: "code.worker", rows: {} },
  "get-port": { range: ">=5", rest: "net.listen", rows: {} },
  portfinder: { range: ">=1", rest: "net.listen", rows: {} },
  koffi: { range: ">=2", rest: "code.native", rows: {} },
  "onnxruntime-node": { range: ">=1", rest: "code.native", rows: {} },
  "@github/keytar": keyring(">=7"),
  "run-applescript": runner(">=5", { "default runAppleScript runAppleScriptSync": "exec.spawn=osascript" }),
  react: { range: ">=16", rest: "pure", rows: { "useCallback memo forwardRef": "->0" } },
  "@jxa/run": runner(">=1", { "run runJXACode": "exec.spawn=osascript remote" }),
  say: runner(">=0.16", { "speak export stop getInstalledVoices": "exec.spawn" }),
  esbuild: { range: ">=0.12", rest: "exec.spawn fs.read fs.write", rows: {} },
  "bundle-require": { range: ">=3", rest: "fs.read fs.write code.load", rows: {} },
  "xdg-basedir": { range: ">=4", rest: "env.read", rows: {} },
  "default-shell": { range: ">=1", rest: "env.read", rows: {} },
  "update-notifier": { range: ">=5", rest: "net.connect fs.read fs.write exec.spawn", rows: {} },
  localtunnel: { range: ">=2", rest: "net.connect net.listen", rows: {} },
};
