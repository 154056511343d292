import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { BackendName } from "../../src/runtime/sandbox/backends/names.ts";
import { folder } from "../support/folder.ts";
import { ordinaryUser } from "../support/ordinary-user.ts";
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
interface Report {
  readonly results: readonly Result[];
  /** What each sandbox says where the attacks ran: `works`, or why it does not. */
  readonly others: Readonly<Record<BackendName, string>>;
}

/** A place where the attacks run. */
interface Place {
  /** In the documented table. */
  readonly name: string;
  readonly backend: BackendName;
  /** Whether user namespaces can be made there. In a default container they cannot. */
  readonly namespaces: boolean;
}
const PLACES: readonly Place[] = [
  { name: "bubblewrap", backend: "bubblewrap", namespaces: true },
  { name: "landlock", backend: "landlock", namespaces: true },
  { name: "landlock-alone", backend: "landlock", namespaces: false },
  { name: "firejail", backend: "firejail", namespaces: true },
];
const isRoot = process.getuid?.() === 0;
const ordinary = ordinaryUser();

function attack({ backend, namespaces }: Place): Report {
  const world = folder({ "cases.json": JSON.stringify(ESCAPES), secret: "s3cret", "w/.keep": "", "out/early.c": EARLY }, "/var/tmp");
  const tool = join(world, "w/probe");
  execFileSync("gcc", ["-O1", "-o", tool, join(here, "probe.c"), "-lrt"]);
  execFileSync("gcc", ["-shared", "-fPIC", "-o", join(world, "out/early.so"), join(world, "out/early.c")]);
  copyFileSync(join(here, "driver.mjs"), join(world, "driver.mjs"));
  mkdirSync(join(world, "home"));
  chmodSync(world, 0o755);
  const user = backend === "firejail" ? ordinary : NOBODY;
  if (isRoot) execFileSync("chown", ["-R", String(user), world]);
  const [secret, left] = [openSync(join(world, "secret"), "r"), openSync(world, "r")];
  const module = pathToFileURL(join(here, "../../dist/src/runtime/sandbox/run.js")).href;
  const driver = [process.execPath, join(world, "driver.mjs"), world, tool, module, join(world, "cases.json"), backend];
  const [program = "", ...args] = isRoot ? [tool, "stage", String(user), namespaces ? "1" : "0", ...driver] : driver;
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", secret, left],
  });
  if (!stdout.startsWith("{")) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(stdout) as Report;
}

/** Leaves a mark before a program begins that it is put in front of. */
const EARLY = `#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void early(void) {
  const char *mark = getenv("EARLY");
  if (mark) close(open(mark, O_WRONLY | O_CREAT, 0666));
}
`;

const ALL = [...ESCAPES, { id: "80", name: "a process that outlives a host that is killed" }];
/** What a backend has no rule for, and the filter cannot see. */
const KNOWN_OPEN: Readonly<Record<BackendName, readonly string[]>> = { bubblewrap: [], landlock: ["34"], firejail: [] };

const squeeze = (text: string): string => text.replaceAll(/ +/gu, " ");

const VERSION: Readonly<Record<BackendName, readonly string[]>> = {
  bubblewrap: ["/usr/bin/bwrap"],
  landlock: [],
  firejail: ["/usr/bin/firejail"],
};

/** Writes what was measured into the documented table. */
function document({ name: place, backend }: Place, live: readonly Result[], rows: readonly string[]): void {
  const count = (verdict: Result["verdict"]): number => live.filter((one) => one.verdict === verdict).length;
  const output = (file: string, ...args: readonly string[]): string => execFileSync(file, args).toString().trim();
  const name = /PRETTY_NAME="(.*)"/u.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  const dead = ALL.filter(({ id }) => !live.some((one) => one.id === id)).map(({ id }) => id);
  const system = [output("uname", "-srm"), name, ...VERSION[backend].map((file) => output(file, "--version").split("\n")[0] ?? "")].join(
    ", ",
  );
  const counts = `Of ${live.length} attacks that work without a sandbox, ${count("held")} are held, ${count("flagged")} flagged after the run, and ${count("open")} open. Measured on ${system}, as an unprivileged user. Not alive there without a sandbox either, and so not counted, nor shown to be held: ${dead.join(", ")}.`;
  const [head = "", rest = ""] = readFileSync(table, "utf8").split(`<!-- ${place} -->`);
  const tail = rest.slice(rest.indexOf("<!-- end -->"));
  const lines = ["| id | attack | |", "| :-- | :-- | :-- |", ...rows].join("\n");
  writeFileSync(table, `${head}<!-- ${place} -->\n\n${counts}\n\n${lines}\n\n${tail}`);
  execFileSync("npx", ["prettier", "--write", table], { stdio: "ignore" });
}

/** Why the attacks cannot run in a place; undefined where they can. */
function notHere({ backend, namespaces }: Place): string | undefined {
  if (noSandbox !== undefined) return noSandbox;
  if (!namespaces && !isRoot) return "only root can switch user namespaces off for a test";
  return backend === "firejail" && ordinary === undefined ? "firejail serves no system user, and there is no other" : undefined;
}
for (const place of PLACES) {
  const reason = notHere(place);
  if (reason === undefined) continue;
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`attacks on ${place.name} are required here, but ${reason}`);
  console.warn(`skipped: attacks on ${place.name}, because ${reason}`);
}

test.each(PLACES.filter((place) => notHere(place) === undefined))(
  "what a command confined by $backend cannot do ($name); each attack is shown to work without",
  { timeout: 180_000 },
  (place) => {
    const { backend, name, namespaces } = place;
    const { results, others } = attack(place);
    expect(others[backend]).toBe("works");
    if (!namespaces) expect(others.bubblewrap).toBe("userns");
    const live = results.filter(({ control }) => control);
    const dead = results.filter(({ control }) => !control).map(({ id }) => id);
    console.log(`escapes from ${name}: ${live.length} live; not live here: ${dead.join(" ")}`);
    // What an attack was answered with differs between kernels and is not compared.
    const rows = ALL.map(({ id, name: title }) => `| ${id} | ${title} | ${results.find((one) => one.id === id)?.verdict ?? "?"} |`);
    if (process.env["UPDATE_GOLDENS"] === "1") document(place, live, rows);
    const documented = squeeze(readFileSync(table, "utf8").split(`<!-- ${name} -->`)[1]?.split("<!-- end -->")[0] ?? "");
    for (const row of rows) expect(documented).toContain(row);
    expect(results.filter(({ verdict }) => verdict === "open").map(({ id }) => id)).toEqual(KNOWN_OPEN[backend]);
    expect(live.length).toBeGreaterThanOrEqual(50);
  },
);
