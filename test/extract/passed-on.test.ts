import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const BEFORE = `import { tool } from "ai"; import { rm } from "node:fs/promises"; import { Readable } from "node:stream"; import { EventEmitter } from "node:events";
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

test.each([
  [
    "a type says what a list that nobody knows holds",
    "const concurrency = a.n; await pMap(JSON.parse(a.all), (one: Client) => one.remove(a.path), { concurrency });",
  ],
  ["an object that holds what acts", "_.map([{ deep: { one: new Client() } }], (it) => it.deep.one.remove(a.path));"],
  ["a member of what a package made", "const result = ok(new Client()); if (result.isOk()) await result.value.remove(a.path);"],
  ["an entry of it", `_.keyBy(clients, "name")["one"].remove(a.path);`],
])("%s", (_name, body) => {
  expect(running(body)).toBe("fs.write.delete {param:path}");
});

test("what is handed on again and again ends, and says so", () => {
  const steps = Array.from(
    { length: 30 },
    (_, i) => `const v${i + 1} = _.map(v${i}, (one: any) => ({ one, go: () => one.remove(a.path) }));`,
  );
  expect(running(`const v0: any = clients; ${steps.join(" ")} v30[0].go();`)).toMatch(/^fs\.write\.delete .*unknown\.budget/u);
});

test("what holds no code is data wherever it goes", () => {
  expect(running("const all = _.map([{ path: a.path }], (one) => one.path.trim()); all.forEach((one) => one.toUpperCase());")).toBe("");
});

test.each([
  ["an emitter hands on what is emitted", "bus.on('go', (one) => one.remove(a.path)); bus.emit('go', new Client());"],
  ["in a list too", "bus.on('go', (all) => all[0].remove(a.path)); bus.emit('go', clients);"],
  [
    "an event what it is made with",
    "const it = new EventTarget(); it.addEventListener('x', (e: any) => e.detail.remove(a.path)); it.dispatchEvent(new CustomEvent('x', { detail: new Client() }));",
  ],
  ["a method of lists that is borrowed", "Array.prototype.map.call(clients, (one: any) => one.remove(a.path));"],
  ["one of an empty list", "[].forEach.call(clients, (one: any) => one.remove(a.path));"],
  [
    "promises that ended",
    "for (const one of await Promise.allSettled([Promise.resolve(new Client())])) if (one.status === 'fulfilled') one.value.remove(a.path);",
  ],
  ["what is tried", "(await Promise.try(() => new Client())).remove(a.path);"],
  ["an iterator of a list", "Iterator.from(clients).forEach((one) => one.remove(a.path));"],
])("the platform: %s", (_name, body) => {
  // Who listens is looked at by itself, whoever emits.
  expect(running(`const bus = new EventEmitter(); ${body}`)).toMatch(/^fs\.write\.delete \{(?:param:path|dynamic)\}$/u);
});
