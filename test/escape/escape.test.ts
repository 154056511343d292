import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { noSandbox } from "../support/sandbox.ts";
import { ESCAPES } from "./cases.ts";

const here = import.meta.dirname;
const table = join(here, "../../docs/escape-table.md");
const NOBODY = 65534;

interface Result {
  readonly id: string;
  readonly control: boolean;
  readonly verdict: "held" | "flagged" | "open";
  readonly said: string;
}

function attack(): readonly Result[] {
  const world = folder({ "cases.json": JSON.stringify(ESCAPES), secret: "s3cret", "w/.keep": "" }, "/var/tmp");
  const probe = join(world, "w/probe");
  execFileSync("gcc", ["-O1", "-o", probe, join(here, "probe.c"), "-lrt"]);
  copyFileSync(join(here, "driver.mjs"), join(world, "driver.mjs"));
  mkdirSync(join(world, "home"));
  chmodSync(world, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["-R", String(NOBODY), world]);
  const secret = openSync(join(world, "secret"), "r");
  const module = pathToFileURL(join(here, "../../dist/src/runtime/sandbox/run.js")).href;
  const { stdout, stderr } = spawnSync(process.execPath, [join(world, "driver.mjs"), world, probe, module, join(world, "cases.json")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", secret],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Result[];
}

/** The documented table; what an attack was answered with differs between kernels and is not compared. */
const rows = (results: readonly Result[]): string[] =>
  [...ESCAPES, { id: "80", name: "a process that outlives a host that is killed" }].map(({ id, name }) => {
    const found = results.find((one) => one.id === id);
    return `| ${id} | ${name} | ${found?.verdict ?? "?"} |`;
  });

test.skipIf(noSandbox !== undefined)("what a confined command cannot do; each attack is shown to work without", () => {
  const results = attack();
  const live = results.filter(({ control }) => control);
  const held = live.filter(({ verdict }) => verdict === "held");
  const dead = results.filter(({ control }) => !control).map(({ id }) => id);
  console.log(`escapes: ${live.length} live, ${held.length} held; not live here: ${dead.join(" ")}`);
  if (process.env["UPDATE_GOLDENS"] === "1") {
    const system = `${execFileSync("uname", ["-srm"]).toString().trim()}, ${/PRETTY_NAME="(.*)"/u.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? ""}, ${execFileSync("/usr/bin/bwrap", ["--version"]).toString().trim()}`;
    const head = readFileSync(table, "utf8").split("<!-- table -->")[0] ?? "";
    const counts = `Of ${live.length} attacks that work without a sandbox, ${held.length} are held and ${live.filter(({ verdict }) => verdict === "flagged").length} are flagged after the run. Measured on ${system}, as an unprivileged user.`;
    writeFileSync(table, `${head}<!-- table -->\n\n${counts}\n\n| id | attack | |\n| :-- | :-- | :-- |\n${rows(results).join("\n")}\n`);
    execFileSync("npx", ["prettier", "--write", table], { stdio: "ignore" });
  }
  const squeeze = (text: string): string => text.replaceAll(/ +/gu, " ");
  const documented = squeeze(readFileSync(table, "utf8"));
  for (const row of rows(results)) expect(documented).toContain(row);
  expect(results.filter(({ verdict }) => verdict === "open").map(({ id }) => id)).toEqual([]);
  expect(live.length).toBeGreaterThanOrEqual(50);
});
