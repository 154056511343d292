import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { BackendName } from "../../src/runtime/sandbox/backend.ts";
import { BACKENDS, probe } from "../../src/runtime/sandbox/backend.ts";
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

function attack(backend: BackendName): readonly Result[] {
  const world = folder({ "cases.json": JSON.stringify(ESCAPES), secret: "s3cret", "w/.keep": "" }, "/var/tmp");
  const tool = join(world, "w/probe");
  execFileSync("gcc", ["-O1", "-o", tool, join(here, "probe.c"), "-lrt"]);
  copyFileSync(join(here, "driver.mjs"), join(world, "driver.mjs"));
  mkdirSync(join(world, "home"));
  chmodSync(world, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["-R", String(NOBODY), world]);
  const [secret, left] = [openSync(join(world, "secret"), "r"), openSync(world, "r")];
  const module = pathToFileURL(join(here, "../../dist/src/runtime/sandbox/run.js")).href;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(world, "driver.mjs"), world, tool, module, join(world, "cases.json"), backend],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", secret, left],
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    },
  );
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Result[];
}

const ALL = [...ESCAPES, { id: "80", name: "a process that outlives a host that is killed" }];
/** What Landlock has no rule for, and the filter cannot see. */
const KNOWN_OPEN: Readonly<Record<BackendName, readonly string[]>> = { bubblewrap: [], landlock: ["34"] };

const squeeze = (text: string): string => text.replaceAll(/ +/gu, " ");

/** Writes what was measured into the documented table. */
function document(backend: BackendName, live: readonly Result[], rows: readonly string[]): void {
  const count = (verdict: Result["verdict"]): number => live.filter((one) => one.verdict === verdict).length;
  const output = (file: string, ...args: readonly string[]): string => execFileSync(file, args).toString().trim();
  const name = /PRETTY_NAME="(.*)"/u.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  const dead = ALL.filter(({ id }) => !live.some((one) => one.id === id)).map(({ id }) => id);
  const system = [output("uname", "-srm"), name, ...(backend === "bubblewrap" ? [output("/usr/bin/bwrap", "--version")] : [])].join(", ");
  const counts = `Of ${live.length} attacks that work without a sandbox, ${count("held")} are held, ${count("flagged")} flagged after the run, and ${count("open")} open. Measured on ${system}, as an unprivileged user. Not alive there without a sandbox either, and so not counted, nor shown to be held: ${dead.join(", ")}.`;
  const [head = "", rest = ""] = readFileSync(table, "utf8").split(`<!-- ${backend} -->`);
  const tail = rest.slice(rest.indexOf("<!-- end -->"));
  const lines = ["| id | attack | |", "| :-- | :-- | :-- |", ...rows].join("\n");
  writeFileSync(table, `${head}<!-- ${backend} -->\n\n${counts}\n\n${lines}\n\n${tail}`);
  execFileSync("npx", ["prettier", "--write", table], { stdio: "ignore" });
}

const works = new Map(await Promise.all(BACKENDS.map(async (name) => [name, await probe(name)] as const)));
test.skipIf(noSandbox !== undefined).each(BACKENDS)(
  "what a command confined by %s cannot do; each attack is shown to work without",
  { timeout: 120_000 },
  (backend) => {
    expect(works.get(backend)).toMatchObject({ name: backend });
    const results = attack(backend);
    const live = results.filter(({ control }) => control);
    const dead = results.filter(({ control }) => !control).map(({ id }) => id);
    console.log(`escapes from ${backend}: ${live.length} live; not live here: ${dead.join(" ")}`);
    // What an attack was answered with differs between kernels and is not compared.
    const rows = ALL.map(({ id, name }) => `| ${id} | ${name} | ${results.find((one) => one.id === id)?.verdict ?? "?"} |`);
    if (process.env["UPDATE_GOLDENS"] === "1") document(backend, live, rows);
    const documented = squeeze(readFileSync(table, "utf8").split(`<!-- ${backend} -->`)[1]?.split("<!-- end -->")[0] ?? "");
    for (const row of rows) expect(documented).toContain(row);
    expect(results.filter(({ verdict }) => verdict === "open").map(({ id }) => id)).toEqual(KNOWN_OPEN[backend]);
    expect(live.length).toBeGreaterThanOrEqual(50);
  },
);
