import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const BEFORE = `import { tool } from "ai"; import { rm } from "node:fs/promises"; import { Readable } from "node:stream";
import _ from "lodash"; import pMap from "p-map"; import * as R from "ramda"; import { pipe } from "fp-ts/function"; import { ok } from "neverthrow"; import merge from "deepmerge";
class Client { name = "one"; remove(path: string) { return rm(path); } }
const clients = [new Client()];`;
const running = (body: string): string | undefined =>
  toolsOf({
    "t.ts": `${BEFORE}\nexport const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${body} } });`,
  })["t"];

test.each([
  "_.forEach(clients, (one) => { void one.remove(a.path); });",
  "await pMap(clients, (one) => one.remove(a.path));",
  "R.map((one) => one.remove(a.path), clients);",
  "pipe(new Client(), (one) => one.remove(a.path));",
  "_.reduce(clients, (before, one) => one.remove(a.path), null);",
  "_.forEach({ first: new Client() }, (one) => { void one.remove(a.path); });",
  "_.invoke({ remove: () => rm(a.path) }, 'remove');",
  "Array.from(clients, (one) => one.remove(a.path));",
  "Object.groupBy(clients, (one) => { void one.remove(a.path); return one.name; });",
])("what a call is given, it hands to the functions that it is given: %s", (body) => {
  expect(running(body)).toBe("fs.write.delete {param:path}");
});

test.each([
  "await _.head(clients).remove(a.path);",
  "await _.cloneDeep(new Client()).remove(a.path);",
  "await merge({}, { wipe: () => rm(a.path) }).wipe();",
  "for (const one of _.shuffle(clients)) await one.remove(a.path);",
  "const [one] = _.take(clients, 1); await one.remove(a.path);",
  "ok(new Client()).map((one) => one.remove(a.path));",
  "ok(clients).map((all) => all.forEach((one) => one.remove(a.path)));",
  "for (const all of Object.values(Object.groupBy(clients, (one) => one.name))) for (const one of all!) await one.remove(a.path);",
  "for (const [, all] of Map.groupBy(clients, (one) => one.name)) for (const one of all) await one.remove(a.path);",
  "for await (const one of Readable.from(clients)) await one.remove(a.path);",
])("and hands back: %s", (body) => {
  expect(running(body)).toBe("fs.write.delete {param:path}");
});

test("what holds no code is data wherever it goes", () => {
  expect(running("const all = _.map([{ path: a.path }], (one) => one.path.trim()); all.forEach((one) => one.toUpperCase());")).toBe("");
});
