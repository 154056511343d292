/**
 * How long `verify` takes on 100 tools: changed, unchanged, and with a kept answer, against `git status` in the same run.
 *
 *     npm run bench:verify
 *
 * Runs what is published: the bundle.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const main = join(import.meta.dirname, "../bundle/cli.js");
const dir = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
const tool = (n: number, root: string): string => `import { readFile, writeFile } from "node:fs/promises";
import { tool } from "ai";
import { withPolicy } from "toolfence";
import { load } from "../lib/h${n % 10}.ts";
export const tool${n} = withPolicy({ fs: { read: ["$WORKSPACE/**"], write: ["${root}/out${n}/**"] } }, tool({
  description: "Tool ${n}.", inputSchema: {}, execute: async ({ path }) => { await load(path); await writeFile("out${n}/x.txt", await readFile(path)); },
}));
`;
const kept = `${dir}-kept`;
const git = (...args: string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: dir, stdio: "ignore" });
};
const run = (command: string, args: readonly string[], cache = "off"): number => {
  const started = performance.now();
  try {
    execFileSync(command, args, { cwd: dir, stdio: "ignore", env: { ...process.env, TOOLFENCE_CACHE: cache } });
  } catch {
    // Findings exit with 1.
  }
  return performance.now() - started;
};

try {
  mkdirSync(join(dir, "tools"));
  mkdirSync(join(dir, "lib"));
  writeFileSync(join(dir, "package.json"), '{ "name": "bench", "type": "module" }');
  for (let n = 0; n < 10; n++)
    writeFileSync(join(dir, `lib/h${n}.ts`), `import { stat } from "node:fs/promises";\nexport const load = (p) => stat(p);\n`);
  for (let n = 0; n < 100; n++) writeFileSync(join(dir, `tools/t${n}.ts`), tool(n, "$WORKSPACE"));
  git("init", "-q", "-b", "main");
  execFileSync(process.execPath, [main, "manifest"], { cwd: dir, stdio: "ignore" });
  git("add", "-A");
  git("commit", "-q", "-m", "x");
  const times = {
    "node -e 0": [] as number[],
    "git status": [] as number[],
    "verify, unchanged": [] as number[],
    "verify, with a kept answer": [] as number[],
    "verify, 100 tools widened": [] as number[],
  };
  run(process.execPath, [main, "scan"], kept);
  for (let round = 0; round < 7; round++) {
    times["node -e 0"].push(run(process.execPath, ["-e", "0"]));
    times["git status"].push(run("git", ["status"]));
    times["verify, unchanged"].push(run(process.execPath, [main, "verify", "--base", "main"]));
    times["verify, with a kept answer"].push(run(process.execPath, [main, "verify", "--base", "main"], kept));
    for (let n = 0; n < 100; n++) writeFileSync(join(dir, `tools/t${n}.ts`), tool(n, "$HOME"));
    times["verify, 100 tools widened"].push(run(process.execPath, [main, "verify", "--base", "main"]));
    git("checkout", "-q", "--", ".");
  }
  const base = median(times["git status"]);
  for (const [name, list] of Object.entries(times))
    console.log(
      `${name.padEnd(28)} ${median(list).toFixed(0).padStart(6)} ms   ${(median(list) / base).toFixed(1).padStart(6)} x git status`,
    );
} finally {
  rmSync(dir, { recursive: true, force: true });
  rmSync(kept, { recursive: true, force: true });
}
