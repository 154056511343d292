import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const BUS = `export class Bus { handlers: (() => void)[] = []; running = new Map<string, { stop: () => void }>(); jobs = new Set<() => void>();
  emit() { this.handlers.forEach((h) => h()); } }`;
const server = (use: string, more = ""): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Bus } from "./bus.js"; import { fill } from "./fill.js"; ${more}
const bus = new Bus(); fill(bus);
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { ${use} });`;
const fill = (put: string): string =>
  `import { rmSync } from "node:fs"; import type { Bus } from "./bus.js"; export function fill(bus: Bus) { ${put} }`;
const REMOVES = "fs.write.delete /srv/x";

test.each<[string, string, string]>([
  ["a list that is gone through", `bus.handlers.push(() => rmSync("/srv/x"));`, `bus.emit();`],
  ["a list in a loop", `bus.handlers.push(() => rmSync("/srv/x"));`, `for (const h of bus.handlers) h();`],
  ["a Map", `bus.running.set("a", { stop: () => rmSync("/srv/x") });`, `bus.running.get("a")!.stop();`],
  ["a Set", `bus.jobs.add(() => rmSync("/srv/x"));`, `for (const job of bus.jobs) job();`],
])("what is put into a container of an instance, wherever that is, is in it: %s", (_, put, use) => {
  expect(toolsOf({ "bus.ts": BUS, "fill.ts": fill(put), "t.ts": server(use) })).toEqual({ t: REMOVES });
});

test("by a class that is handed the instance, too", () => {
  const plug = `import { rmSync } from "node:fs"; import type { Bus } from "./bus.js";
    class Plug { constructor(private readonly bus: Bus) {} install() { this.bus.handlers.push(() => rmSync("/srv/x")); } }
    export function fill(bus: Bus) { new Plug(bus).install(); }`;
  expect(toolsOf({ "bus.ts": BUS, "fill.ts": plug, "t.ts": server(`bus.emit();`) })).toEqual({ t: REMOVES });
});

test("and not what is put into a field of that name of something else", () => {
  const other = `import { rmSync } from "node:fs"; class Other { handlers: (() => void)[] = []; }
    export function fill(_: unknown) { new Other().handlers.push(() => rmSync("/srv/x")); }`;
  expect(toolsOf({ "bus.ts": BUS, "fill.ts": other, "t.ts": server(`bus.emit();`) })).toEqual({ t: "" });
});

test("what nobody calls puts nothing into a table of lists", () => {
  const bus = `export class Bus { #by = new Map<string, ((x: string) => void)[]>();
    registerCallback(event: string, f: (x: string) => void) { if (!this.#by.has(event)) this.#by.set(event, []); this.#by.get(event)!.push(f); }
    emit(event: string) { this.#by.get(event)?.forEach((f) => f(event)); } }`;
  expect(toolsOf({ "bus.ts": bus, "fill.ts": fill(""), "t.ts": server(`bus.emit("a");`) })).toEqual({ t: "" });
  const used = fill(`(bus as any).registerCallback("a", () => rmSync("/srv/x"));`);
  expect(toolsOf({ "bus.ts": bus, "fill.ts": used, "t.ts": server(`bus.emit("a");`) })).toEqual({ t: REMOVES });
});

test.each([
  ["under another name", `const h = bus.handlers; h.push(() => rmSync("/srv/x"));`],
  [
    "by whoever it is handed to",
    `bus.handlers.push(() => {}); ((list: (() => void)[]) => list.push(() => rmSync("/srv/x")))(bus.handlers);`,
  ],
  ["by a name in a text", `bus["handlers"].push(() => rmSync("/srv/x"));`],
])("what may be put into it %s is not taken not to be there", (_, put) => {
  const files = {
    "bus.ts": BUS,
    "fill.ts": fill(`bus.handlers.push(() => {}); ${put}`),
    "t.ts": server(`for (const h of bus.handlers) h();`),
  };
  expect(toolsOf(files)["t"]).toMatch(/unknown\.call|fs\.write\.delete \/srv\/x/u);
});
