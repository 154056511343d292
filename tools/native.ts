/** Builds the launchers that are written in C, with their digests. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execaSync } from "execa";

const SOURCES = ["landlock", "inside"] as const;
const FLAGS = ["-O2", "-Wall", "-Wextra", "-Werror", "-static", "-s", "-Wl,--build-id=none"];

/**
 * Compiles what is in `native` to `dist/native`. Without a compiler it says so and builds nothing: then there is no Landlock,
 * and the rest works.
 */
export function buildNative(root: string): void {
  const compiler = process.env["CC"] ?? "gcc";
  if (process.platform !== "linux" || execaSync(compiler, ["--version"], { reject: false }).exitCode !== 0) {
    console.error(`no launcher was built: \`${compiler}\` does not run here (on Debian: \`apt-get install gcc libc6-dev\`)`);
    return;
  }
  const out = join(root, "dist/native");
  mkdirSync(out, { recursive: true });
  const digests = SOURCES.map((name) => {
    const file = `${name}-${process.arch}`;
    execaSync(compiler, [...FLAGS, "-o", join(out, file), join(root, `native/${name}.c`)], { stdio: "inherit" });
    return [
      file,
      createHash("sha256")
        .update(readFileSync(join(out, file)))
        .digest("hex"),
    ] as const;
  });
  writeFileSync(join(out, "launchers.json"), `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
