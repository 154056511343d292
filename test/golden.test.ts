import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { scanFolder } from "../src/analyze.ts";
import { buildManifest } from "../src/manifest/build.ts";
import { printManifest } from "../src/manifest/text.ts";

const root = join(import.meta.dirname, "..");
const folders = (theme: string): string[] =>
  readdirSync(join(root, "fixtures", theme))
    .filter((name) => statSync(join(root, "fixtures", theme, name)).isDirectory())
    .map((name) => `${theme}/${name}`);
const cases: [string, string][] = [
  ...["frameworks", "widening"].flatMap(folders).map((name): [string, string] => [name, join(root, "fixtures", name)]),
  ["npm/server-filesystem", join(root, "node_modules/@modelcontextprotocol/server-filesystem")],
  ["npm/server-memory", join(root, "node_modules/@modelcontextprotocol/server-memory")],
];

/** Locally, `UPDATE_GOLDENS=1` writes what is missing or differs; in CI nothing ever does. */
const update = process.env["UPDATE_GOLDENS"] === "1" && process.env["CI"] === undefined;

test.each(cases)("manifest of %s, byte for byte", (name, folder) => {
  const golden = join(root, "manifests", `${name}.json`);
  const fresh = printManifest(buildManifest(scanFolder(folder).scan, "0.0.0-golden"));
  if (update) {
    mkdirSync(dirname(golden), { recursive: true });
    writeFileSync(golden, fresh);
  }
  expect(existsSync(golden), `no golden at ${golden}`).toBe(true);
  expect(fresh).toBe(readFileSync(golden, "utf8"));
});

test("every golden has a fixture", () => {
  const goldens = ["frameworks", "widening", "npm"].flatMap((theme) =>
    readdirSync(join(root, "manifests", theme)).map((file) => `${theme}/${file.replace(/\.json$/u, "")}`),
  );
  expect(goldens.sort()).toEqual(cases.map(([name]) => name).sort());
});
