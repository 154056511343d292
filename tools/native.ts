/** Builds the launchers that are written in C, with their digests. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execaSync } from "execa";

const SOURCES = ["landlock", "inside"] as const;
const FLAGS = ["-O2", "-Wall", "-Wextra", "-Werror", "-static", "-s", "-Wl,--build-id=none"];

/** Compilers for each machine that the package is for, by Node's name of it. */
const CROSS = { x64: "x86_64-linux-gnu-gcc", arm64: "aarch64-linux-gnu-gcc" } as const;

const runs = (compiler: string): boolean => execaSync(compiler, ["--version"], { reject: false }).exitCode === 0;

/**
 * Compiles what is in `native` to `dist/native`, for this machine and, where a compiler for it is there, for the other one. Without any
 * compiler it says so and builds nothing: then there is no Landlock, and the rest works.
 */
export function buildNative(root: string): void {
  const compiler = process.env["CC"] ?? "gcc";
  if (process.platform !== "linux" || !runs(compiler)) {
    console.error(`no launcher was built: \`${compiler}\` does not run here (on Debian: \`apt-get install gcc libc6-dev\`)`);
    return;
  }
  const out = join(root, "dist/native");
  mkdirSync(out, { recursive: true });
  const machines = Object.entries(CROSS)
    .map(([machine, cross]) => [machine, machine === process.arch ? compiler : cross] as const)
    .filter(([, by]) => runs(by));
  const digests = machines.flatMap(([machine, by]) =>
    SOURCES.map((name) => {
      const file = `${name}-${machine}`;
      execaSync(by, [...FLAGS, "-o", join(out, file), join(root, `native/${name}.c`)], { stdio: "inherit" });
      return [
        file,
        createHash("sha256")
          .update(readFileSync(join(out, file)))
          .digest("hex"),
      ] as const;
    }),
  );
  writeFileSync(join(out, "launchers.json"), `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
