/**
 * Builds the launchers that are written in C, with their digests: `npm run build:native`.
 *
 * Without a compiler it says so and builds nothing: then there is no Landlock, and the rest works.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execaSync } from "execa";

const SOURCES = ["landlock"] as const;
const FLAGS = ["-O2", "-Wall", "-Wextra", "-Werror", "-static", "-s", "-Wl,--build-id=none"];
const out = "dist/native";

const compiler = process.env["CC"] ?? "gcc";
if (process.platform !== "linux" || execaSync(compiler, ["--version"], { reject: false }).exitCode !== 0)
  console.error(`no launcher was built: \`${compiler}\` does not run here (on Debian: \`apt-get install gcc libc6-dev\`)`);
else {
  mkdirSync(out, { recursive: true });
  const digests = SOURCES.map((name) => {
    const file = `${name}-${process.arch}`;
    execaSync(compiler, [...FLAGS, "-o", `${out}/${file}`, `native/${name}.c`], { stdio: "inherit" });
    return [
      file,
      createHash("sha256")
        .update(readFileSync(`${out}/${file}`))
        .digest("hex"),
    ] as const;
  });
  writeFileSync(`${out}/launchers.json`, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
