import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNative } from "../../tools/native.ts";
import { passable } from "./passable.ts";

/** Installs what the lock file of a folder names, if that is not done. */
function installed(folder: string, ...options: readonly string[]): void {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules/.toolfence-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  execFileSync("npm", ["ci", "--ignore-scripts", ...options, "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  writeFileSync(stamp, lock);
}

/** Installs the framework SDKs of the fixtures (their own lockfile) and other versions of Node, builds what the CLI tests run, and lets other users to it. */
export default function setup(): () => void {
  // One seed for all laws of a run, said aloud: with it, the run can be had again.
  process.env["FC_SEED"] ??= String(randomInt(2 ** 31));
  console.log(`laws run with FC_SEED=${process.env["FC_SEED"]}`);
  const root = join(import.meta.dirname, "../..");
  installed(join(root, "fixtures"), "--omit=optional");
  // There is one for each machine, and it is for this one alone that they are wanted.
  if (process.platform === "linux" && process.arch === "x64") installed(join(root, "fixtures/nodes"));
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  // The bundle holds the launchers to what they are now.
  buildNative(root);
  execFileSync(process.execPath, [join(root, "node_modules/rolldown/bin/cli.mjs"), "-c", "--log-level", "silent"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return passable(root);
}
