import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { familiesOf } from "../../src/extract/families.ts";
import type { ListedCase } from "../support/case-list.ts";
import { readCases, writeCase } from "../support/case-list.ts";

const folder = join(import.meta.dirname, "../../fixtures/bypass");
const known = join(folder, "known.json");
const cases = readdirSync(folder)
  .filter((name) => name.endsWith(".txt"))
  .sort()
  .flatMap((name) => readCases(readFileSync(join(folder, name), "utf8")));
const work = mkdtempSync(join(tmpdir(), "toolfence-bypass-"));
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

type Verdict = "exact" | "silent" | "unknown" | "over";

/** What is said of the tool `probe`; where no tool was found, of the start-up of the file that should have held it. */
function verdictOf(one: ListedCase): Verdict {
  const root = join(work, one.kind, one.name);
  writeCase(root, one);
  const { scan } = scanFolder(root);
  const probes = scan.tools.filter((tool) => tool.name === "probe");
  const tools = probes.length > 0 ? probes : scan.tools;
  const families = familiesOf(tools.flatMap((tool) => tool.effects));
  const unknowns = tools.length > 0 ? tools.flatMap((tool) => tool.unknowns) : scan.startup.unknowns;
  if (one.families.some((family) => !families.has(family))) return unknowns.length > 0 ? "unknown" : "silent";
  if ([...families].some((family) => !one.families.includes(family) && !one.tolerated.includes(family))) return "over";
  return one.kind === "neg" && unknowns.length > 0 ? "over" : "exact";
}

describe("bypasses and look-alikes", () => {
  test("there are as many as there should be", () => {
    expect(new Set(cases.map((one) => `${one.kind} ${one.name}`)).size).toBe(cases.length);
    expect(cases.filter((one) => one.kind === "pos").length).toBeGreaterThanOrEqual(200);
    expect(cases.filter((one) => one.kind === "neg").length).toBeGreaterThanOrEqual(80);
  });

  test("all are exact but the listed ones", () => {
    const found: Record<Verdict, string[]> = { exact: [], silent: [], unknown: [], over: [] };
    for (const one of cases) found[verdictOf(one)].push(`${one.kind} ${one.name}`);
    const lists = { silent: found.silent.sort(), unknown: found.unknown.sort(), over: found.over.sort() };
    if (process.env["UPDATE_GOLDENS"] === "1") writeFileSync(known, `${JSON.stringify(lists, null, 2)}\n`);
    expect(lists).toEqual(JSON.parse(readFileSync(known, "utf8")));
  });
});
