import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import plugin from "../src/eslint.ts";
import { folder } from "./support/folder.ts";

const root = join(import.meta.dirname, "..");

/** Modules that a fresh process has loaded after importing an entry. */
function loaded(entry: string): string[] {
  const hook =
    "import{register}from'node:module';register('data:text/javascript,'+encodeURIComponent('export async function load(u,c,n){console.error(u);return n(u,c)}'));";
  const script = `${hook} await import(${JSON.stringify(`${root}/dist/bundle/${entry}`)});`;
  const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(status).toBe(0);
  return stderr.split("\n").filter((line) => line.startsWith("file:"));
}

test.each(["index.js", "runtime.js"])("importing `%s` loads no analyser, parser or linter", (entry) => {
  const modules = loaded(entry).map((url) => url.replace(`file://${root}`, ""));
  expect(modules.filter((url) => /oxc|typescript|eslint/u.test(url))).toEqual([]);
  const own = modules.filter((url) => url.startsWith("/dist/"));
  expect(own.length).toBeGreaterThan(1);
  expect(own.filter((url) => /from "(?:oxc|@typescript|eslint|typescript)/u.test(readFileSync(join(root, url), "utf8")))).toEqual([]);
});

test("the check above can fail", () => {
  expect(loaded("analyze.js").some((url) => url.includes("oxc"))).toBe(true);
});

test("the plugin is there for `import` and for `require`", () => {
  const script = `import plugin from "toolfence/eslint"; import { createRequire } from "node:module"; console.log(createRequire(import.meta.url)("toolfence/eslint") === plugin, Object.keys(plugin.rules).join());`;
  expect(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  ).toBe(`true ${Object.keys(plugin.rules).join()}\n`);
});

test("the fixtures type-check against the real frameworks, and what is wrapped keeps its type", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "fixtures/tsconfig.json")],
    { encoding: "utf8" },
  );
  expect([status, stdout]).toEqual([0, ""]);
});

test("the launcher that the bundle starts is the one that it was made with: whoever exchanges it, and the list beside it, is found out", () => {
  const copy = folder({});
  for (const name of ["package.json", "dist/bundle", "dist/native"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "policy.json"), "{}");
  const run = (): [number | null, string] => {
    const args = [join(copy, "dist/bundle/cli.js"), "run", "--policy", "policy.json", "--backend", "landlock", "--", "/bin/echo", "ran"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    return [status, status === 0 ? stdout : stderr];
  };
  const name = `landlock-${process.arch}`;
  const launcher = join(copy, "dist/native", name);
  if (!existsSync(launcher)) throw new Error("no launcher was built");
  copyFileSync("/bin/true", launcher);
  const digest = createHash("sha256").update(readFileSync(launcher)).digest("hex");
  writeFileSync(join(copy, "dist/native/launchers.json"), JSON.stringify({ [name]: digest }));
  const [status, said] = run();
  expect(status).toBe(125);
  expect(said).toContain("is not the one that was built");
});
