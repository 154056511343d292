import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNative } from "../../tools/native.ts";

/** Installs the framework SDKs of the fixtures (their own lockfile), and builds what the CLI tests run. */
export default function setup(): void {
  // One seed for all laws of a run, said aloud: with it, the run can be had again.
  process.env["FC_SEED"] ??= String(randomInt(2 ** 31));
  console.log(`laws run with FC_SEED=${process.env["FC_SEED"]}`);
  const root = join(import.meta.dirname, "../..");
  const fixtures = join(root, "fixtures");
  const lock = readFileSync(join(fixtures, "package-lock.json"), "utf8");
  const stamp = join(fixtures, "node_modules/.toolfence-lock");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"], { cwd: fixtures, stdio: "inherit" });
    writeFileSync(stamp, lock);
  }
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
}
