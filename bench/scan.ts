/**
 * What a scan costs, against parsing alone in the same run, and how it grows.
 *
 *     npm run bench:scan -- DIR [--runs N] [--tsc] [--tofu FILE]
 *
 * Prints medians over interleaved runs: `scan` (nothing kept), `scan, kept` (nothing has changed), `oxc-parser`
 * over the files that the scan parsed, `parser and scopes` of typescript-eslint over the same; with `--tsc` also
 * `tsc --noEmit`, in a folder that type-checks; with `--tofu` the inspections of lavamoat-tofu, from the entry of an
 * installed copy. Then scans of 1, 2, 4 and 8 copies of the fixtures.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { parseForESLint } from "@typescript-eslint/parser";
import { parseSync } from "oxc-parser";
import { scanFolder } from "../src/analyze.ts";
import { diskCache } from "../src/host/scan-cache.ts";
import { DiskWorld } from "../src/host/world.ts";
import { median } from "./timing.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, tsc: { type: "boolean" }, tofu: { type: "string" } },
});

/** What lavamoat-tofu exports, as far as it is used here. */
interface Tofu {
  parse: (text: string, options: unknown) => unknown;
  inspectGlobals: (ast: unknown, options?: unknown) => unknown;
  inspectImports: (ast: unknown, modules?: readonly string[]) => unknown;
}

/** The files that a scan parses, with their texts. */
function parsedBy(dir: string): Map<string, string> {
  const files = new Map<string, string>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- It is called with a receiver below.
  const { summary } = DiskWorld.prototype;
  DiskWorld.prototype.summary = function (file) {
    files.set(file, this.text(file) ?? "");
    return summary.call(this, file);
  };
  try {
    scanFolder(dir);
  } finally {
    DiskWorld.prototype.summary = summary;
  }
  return files;
}

async function tree(dir: string): Promise<void> {
  const files = parsedBy(dir);
  const lines = [...files.values()].reduce((sum, text) => sum + text.split("\n").length, 0);
  const kept = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
  const cache = diskCache(kept);
  scanFolder(dir, cache);
  const each = (work: (file: string, text: string) => unknown): void => {
    for (const [file, text] of files)
      try {
        work(file, text);
      } catch {
        // A peer that cannot read a file is not asked to.
      }
  };
  const sides: [string, () => void][] = [
    ["scan", () => scanFolder(dir)],
    ["scan, kept", () => scanFolder(dir, cache)],
    [
      "oxc-parser",
      () => {
        each((file, text) => parseSync(file, text, { astType: "ts", range: true }).program);
      },
    ],
    [
      "parser and scopes",
      () => {
        each((file, text) => parseForESLint(text, { filePath: file, range: true, loc: true, ecmaFeatures: { jsx: true } }));
      },
    ],
  ];
  if (values.tofu) {
    const tofu = (await import(pathToFileURL(resolve(values.tofu)).href)) as Tofu;
    const options = { sourceType: "module", plugins: ["typescript", "jsx"], errorRecovery: true };
    sides.push([
      "lavamoat-tofu",
      () => {
        each((_, text) => {
          const ast = tofu.parse(text, options);
          tofu.inspectGlobals(ast);
          tofu.inspectImports(ast, ["fs", "child_process", "http"]);
        });
      },
    ]);
  }
  if (values.tsc)
    sides.push([
      "tsc --noEmit",
      () => execFileSync(process.execPath, [join(dir, "node_modules/typescript/lib/tsc.js"), "--noEmit"], { cwd: dir }),
    ]);
  const times = new Map<string, number[]>(sides.map(([name]) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++)
    for (const [name, side] of sides) {
      const started = performance.now();
      side();
      times.get(name)?.push(performance.now() - started);
    }
  rmSync(kept, { recursive: true, force: true });
  const scan = median(times.get("scan"));
  console.log(
    `${dir}: ${files.size} files parsed, ${Math.round(lines / 1000)} kLOC, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`,
  );
  for (const [name, list] of times) {
    const here = median(list);
    console.log(
      `  ${name.padEnd(20)} ${here.toFixed(0).padStart(7)} ms  ${(here / files.size).toFixed(2).padStart(6)} ms a file  ${((here / lines) * 100).toFixed(2).padStart(6)} s per 100 kLOC  scan is ${(scan / here).toFixed(2)} times it`,
    );
  }
}

function growth(): void {
  const root = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
  const fixtures = join(import.meta.dirname, "../../fixtures");
  let first = NaN;
  for (const copies of [1, 2, 4, 8]) {
    const dir = join(root, String(copies));
    for (let copy = 0; copy < copies; copy++) {
      const to = join(dir, `c${copy}`);
      for (const name of ["frameworks", "static"]) cpSync(join(fixtures, name), join(to, name), { recursive: true });
      writeFileSync(join(to, "package.json"), JSON.stringify({ name: `c${copy}`, type: "module" }));
    }
    const list: number[] = [];
    for (let run = 0; run < Number(values.runs); run++) {
      const started = performance.now();
      scanFolder(dir);
      list.push(performance.now() - started);
    }
    const here = median(list);
    if (copies === 1) first = here;
    console.log(
      `  ${copies} of the fixtures ${here.toFixed(0).padStart(7)} ms  ${(here / first / copies).toFixed(2)} times as much for each as for one`,
    );
  }
  rmSync(root, { recursive: true, force: true });
}

for (const dir of positionals) await tree(resolve(dir));
growth();
