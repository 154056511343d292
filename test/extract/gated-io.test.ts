import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

test("what a tool does through our own gated input and output is what it does", () => {
  const code = `import { tool } from "ai";
import { io, withPolicy } from "toolfence";
import { createFence, runConfined } from "toolfence/runtime";
const fence = createFence({ manifest: "toolfence.manifest.json", audit: "audit.jsonl" });
export const tools = fence.wrap({ read: tool({ description: "d", inputSchema: {}, execute: withPolicy({}, async ({ path, out, url }) => {
  await io.writeText(out, await io.readText(path));
  await io.fetch(url, { method: "POST" });
  await io.exec("git", ["status"]);
  await runConfined(["ls"], { policy: {} });
  return [io.env("HOME"), await io.list("src")];
}) }) });
`;
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code }));
  expect(scan.tools.map(({ name, unknowns }) => [name, unknowns])).toEqual([["read", []]]);
  expect(scan.tools[0]?.effects.map(({ capability, resource }) => `${capability} ${resource}`)).toEqual([
    "env.read HOME",
    "exec.spawn git status",
    "exec.spawn {dynamic}",
    "fs.read $WORKSPACE/src",
    "fs.read {param:path}",
    "fs.write {param:out}",
    "net.connect {param:url}",
  ]);
  expect(scan.startup.effects.map(({ capability, resource }) => `${capability} ${resource}`)).toEqual([
    "fs.read {dynamic}",
    "fs.write {dynamic}",
  ]);
});

test("an isolated module is followed like any other; one that cannot be told is an unknown", () => {
  const code = `import { tool } from "ai";
import { isolate } from "toolfence/runtime";
const own = await isolate<typeof import("./own.js")>(import.meta.resolve("./own.js"), { policy: {} });
const open = await isolate(process.argv[2], { policy: {} });
export const read = tool({ description: "d", inputSchema: {}, execute: ({ path }) => own.read(path) });
export const other = tool({ description: "d", inputSchema: {}, execute: ({ path }) => open.read(path) });
`;
  const own = `import { readFileSync } from "node:fs"; export const read = (path: string) => readFileSync(path, "utf8");`;
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": code, "own.ts": own }));
  expect(
    scan.tools.map(({ name, effects, unknowns }) => [
      name,
      effects.map(({ capability, resource }) => `${capability} ${resource}`),
      unknowns.map(({ reason }) => reason),
    ]),
  ).toEqual([
    ["other", [], ["unknown.import"]],
    ["read", ["fs.read {param:path}"], []],
  ]);
});
