import { join } from "node:path";
import { expect, test } from "vitest";
import { Analysis } from "../src/extract/analyze.ts";
import { listSources } from "../src/host/files.ts";
import { DiskWorld } from "../src/host/world.ts";
import { scanFolder } from "../src/analyze.ts";
import { toolfence } from "./support/cli.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");
const FOLDERS = ["frameworks/ai-sdk", "frameworks/langchain", "frameworks/mastra", "frameworks/mcp-v1", "widening/base"];

/** The same list in another order, the same on every run. */
const shuffled = (list: readonly string[]): string[] => {
  const rank = (text: string): number => Buffer.from(text).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 7);
  return [...list].sort((a, b) => rank(a) - rank(b));
};

const factsOf = (files: readonly string[], root: string): string =>
  JSON.stringify(
    new Analysis(new DiskWorld(root, files))
      .tools(files)
      .map(({ tool, facts }) => [tool.name, tool.framework, tool.mod.file, tool.at, facts]),
  );

test.each(FOLDERS)("%s: the order in which files are listed says nothing", (name) => {
  const root = join(FIXTURES, name);
  const { files } = listSources(root);
  expect(files.length).toBeGreaterThan(0);
  expect(factsOf(shuffled(files), root)).toBe(factsOf(files, root));
});

test("the folder from which a scan is asked for says nothing", async () => {
  const root = join(FIXTURES, "frameworks/ai-sdk");
  const strip = (text: string): unknown => ({ ...(JSON.parse(text) as object), stats: null });
  const here = strip((await toolfence(root, "scan", "--json")).out);
  expect(strip((await toolfence(FIXTURES, "scan", "frameworks/ai-sdk", "--json")).out)).toEqual(here);
  expect(strip((await toolfence("/", "scan", root, "--json")).out)).toEqual(here);
  expect({ ...scanFolder(root).scan, stats: null }).toEqual(here);
});
