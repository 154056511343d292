import type { PackageModel } from "./kinds.ts";
import { files, fsLike, runner } from "./kinds.ts";

const inFs = (names: string): string =>
  names
    .split(" ")
    .map((name) => `fs.${name}`)
    .join(" ");

/** What drivers of devices share: its `fs` is that of the platform, and more. */
const APPIUM_SUPPORT: PackageModel = {
  range: ">=6",
  rest: "pure",
  rows: {
    ...Object.fromEntries(Object.entries(fsLike.rows).map(([names, row]) => [inFs(names), row])),
    [inFs("hasAccess isExecutable md5 hash walk walkDir which glob readPackageJsonFrom findRoot")]: "fs.read@0",
    [inFs("rimraf rimrafSync")]: "fs.write.delete@0",
    [inFs("mv")]: "fs.write.delete@0 fs.write@1",
    "mkdirp tempDir.path tempDir.openDir tempDir.staticDir": "fs.write.create",
    "tempDir.open": "fs.write",
    "zip.extractAllTo": "fs.read@0 fs.write@1 exec.spawn",
    "zip.readEntries zip.assertValidZip zip.toInMemoryZip": "fs.read@0",
    "zip.toArchive": "fs.read fs.write@0",
    "net.uploadFile": "fs.read@0 net.connect@1",
    "net.downloadFile": "net.connect@0 fs.write@1",
    "plist.parsePlistFile": "fs.read@0",
    "plist.updatePlistFile": "fs.read@0 fs.write@0",
    "process.getProcessIds process.killProcess system.macOsxVersion system.arch": "exec.spawn",
    "npm.exec npm.installPackage npm.uninstallPackage npm.list npm.getLatestVersion npm.getLatestSafeUpgradeVersion npm.getPackageInfo":
      "exec.spawn=npm",
    "env.hasAppiumDependency env.findAppiumDependencyPackage env.readPackageInDir env.resolveAppiumHome env.resolveManifestPath":
      "fs.read env.read",
    "node.requirePackage": "fs.read code.load",
    "imageUtil.requireSharp imageUtil.cropBase64Image": "code.native",
    "mjpeg.MJpegStream": "net.connect@0",
  },
};

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
  "@appium/support": APPIUM_SUPPORT,
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
  // The addon is loaded as it is imported.
  "tree-sitter": { range: ">=0.20", rest: "pure", rows: {} },
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
